"""The entries of a tournament that need a post or a private note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from data.bulletins import Bulletin
from engine.tournaments.log import MISSED
from engine.tournaments.record import POSTED, Entry, Kind
from engine.tournaments.tournament import GONE, Tournament

TOURNAMENT: Final = "tournament"
"""The kind of bulletins about a tournament; a bulletin has the number of its entry."""

UNTOLD: Final = frozenset({"closed", "most"})
"""Settings whose changes need no bulletin: the card shows them."""

TOLD_IN_PRIVATE: Final = frozenset({GONE, MISSED})
"""Reasons for a withdrawal that the person is told in a private note."""


def bulletins_of(tournament: Tournament, new: Sequence[Entry]) -> list[Bulletin]:
    """Return the bulletins that new entries of a tournament need, in order.

    Entries saved together share a bulletin in these cases: that of a resumption includes the
    postponements, that of an appointment the proposals, and that of a no-show the cancelled
    appointment.
    """
    kinds = {entry.kind for entry in new}
    put_off = {Kind.SHIFT, Kind.POSTPONE} if Kind.RESUME in kinds else set()
    if Kind.AGREE in kinds:
        put_off |= {Kind.AGREE} if Kind.REMIND in kinds else {Kind.PROPOSE}
    found = []
    for entry in new:
        person = None
        if entry.data.get("why") in TOLD_IN_PRIVATE:
            person = entry.person
        elif entry.kind in put_off or not _is_posted(tournament, entry):
            continue
        found.append(
            Bulletin(
                TOURNAMENT,
                tournament.id,
                entry.number,
                tournament.guild,
                tournament.channel,
                entry.at,
                person,
            )
        )
    return found


def _is_posted(tournament: Tournament, entry: Entry) -> bool:
    traits = tournament.terms.form.traits
    if entry.kind is Kind.PAIR:
        return traits.in_rounds  # other matches call their players themselves
    taken = entry.kind is Kind.SCORE and (traits.by_challenge or entry.person is not None)
    if entry.kind is Kind.CHANGE:
        return not entry.data.keys() <= UNTOLD
    by_organiser = (
        entry.kind in {Kind.LEAVE, Kind.WITHDRAW, Kind.REPLACE} and "reason" in entry.data
    )
    by_organiser |= entry.kind in {Kind.JOIN, Kind.RETURN} and "by" in entry.data
    told = bool(entry.data.get("reason")) or "lot" in entry.data or by_organiser
    return entry.kind in POSTED or taken or told
