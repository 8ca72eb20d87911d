"""The matches that wait for a person, in order of urgency."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import discord

from cogs.language.catalogues import Translate
from cogs.messages.buttons import ControlKind, TextButton
from data import Listed, Store
from engine import Text
from engine.table.match import Match
from engine.table.record import Status

IN_PLACE = "here"
"""The end of the id of a button whose answer replaces the button's message."""


class WaitingMatches(NamedTuple):
    """A person's matches and challenges on all servers, the most urgent live matches first.

    The matches ``turns`` wait for the person, and ``others`` for other players. The challenges
    ``to_answer`` wait for the person, and ``challenges`` for others. The ``watched`` matches are
    played by computers for the person to watch.
    """

    turns: list[Listed]
    others: list[Listed]
    to_answer: list[Listed]
    challenges: list[Listed]
    watched: list[Listed]

    @property
    def pending(self) -> int:
        """The number of live matches and challenges that wait for the person."""
        return len(self.turns) + len(self.to_answer)


async def waiting_for(store: Store, who: int) -> WaitingMatches:
    """Return the matches and challenges of a person, grouped by the people that they wait for."""
    live = await _by_urgency(store, who)
    open_ones = await store.lists.of_person(who, Status.CHALLENGE)
    return WaitingMatches(
        [one for one, waits in live if waits],
        [one for one, waits in live if not waits],
        [one for one, waits in open_ones if waits],
        [one for one, waits in open_ones if not waits],
        await store.lists.watched_by(who),
    )


async def next_for(store: Store, who: int, match_id: int) -> Match | None:
    """Return the next match that waits for a person after the match ``match_id``.

    The other boards of an exhibition come first, in order; then matches by urgency, with the most
    urgent again after the last. The same match is returned if no other waits, None if none does.
    """
    live = await _by_urgency(store, who)
    boards = await _boards_beside(store, match_id)
    ids = [one.id for one, _ in live]
    start = ids.index(match_id) + 1 if match_id in ids else 0
    in_order = live[start:] + live[:start]
    if boards:
        place = {match: number for number, match in enumerate(boards)}
        in_order.sort(key=lambda pair: place.get(pair[0].id, len(place)))
    for one, waits in in_order:
        if waits and (found := await store.some([one.id])):
            return found[0]
    return None


def is_waited_for(match: Match, who: int) -> bool:
    """Return whether a match waits for an action of a person."""
    return any(match.players[seat] == who for seat in match.to_act)


def next_button(match_id: int, translated: Translate, *, in_place: bool = False) -> TextButton:
    """Return the button that shows the next match waiting for the person who presses the button.

    The match is shown below the button's message, or ``in_place`` of the message.
    """
    about = f"{match_id}:{IN_PLACE}" if in_place else str(match_id)
    label = translated(Text("Next match"))
    return TextButton(ControlKind.NEXT, about, label, discord.ButtonStyle.primary)


async def _boards_beside(store: Store, match_id: int) -> list[int]:
    """Return the matches of the exhibition that a match belongs to, from the one after it on.

    The match itself comes last. There are none if the match belongs to no exhibition.
    """
    found = await store.some([match_id] if match_id else [])
    if not found or found[0].tournament is None:
        return []
    tournament = await store.tournaments.load(found[0].tournament)
    tables = tournament.state.tables if tournament.terms.is_exhibition else []
    boards = [match for table in tables for match in table.matches.values()]
    start = boards.index(match_id) + 1 if match_id in boards else 0
    return boards[start:] + boards[:start]


async def _by_urgency(store: Store, who: int) -> list[tuple[Listed, bool]]:
    """Return a person's live matches by deadline, then those without one by their last change.

    Each match comes with whether it waits for the person.
    """
    live = await store.lists.of_person(who, Status.LIVE)
    return sorted(live, key=lambda pair: _urgency(pair[0]))


def _urgency(one: Listed) -> tuple[bool, datetime]:
    return one.deadline is None, one.deadline or one.updated
