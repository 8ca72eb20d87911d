"""The entries of a tournament that need a post or a private note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from data.bulletins import Bulletin
from engine.tournaments.log import MISSED
from engine.tournaments.record import POSTED, Entry, Kind
from engine.tournaments.tournament import GONE, Tournament

TOURNAMENT: Final = "tournament"
"""The kind of bulletins about a tournament; their number is the entry's."""

UNTOLD: Final = frozenset({"closed", "most"})
"""Changes of which the card tells enough."""

TOLD_IN_PRIVATE: Final = frozenset({GONE, MISSED})
"""Reasons of a withdrawal that the person is told in private."""


def bulletins_of(tournament: Tournament, new: Sequence[Entry]) -> list[Bulletin]:
    """Return the bulletins that new entries of a tournament need.

    A resume bulletin includes the postponements. An appointment bulletin replaces those of its
    proposals, and a no-show bulletin that of the appointment it cancels.
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
