"""What waits for a person: their matches in the order of urgency."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import discord

from cogs.language.catalogues import translate
from cogs.messages.buttons import TextButton, Use
from data import Store
from engine import Text
from engine.table.match import Match
from engine.table.record import Status

IN_PLACE = "here"
"""Marks a button whose answer replaces the message it is on."""


class Waiting(NamedTuple):
    """A person's matches and challenges on all servers, the most urgent first.

    ``turns`` wait for the person, ``others`` for other players; ``to_answer`` are challenges that
    the person has to answer, ``challenges`` those that others have to.
    """

    turns: list[Match]
    others: list[Match]
    to_answer: list[Match]
    challenges: list[Match]

    @property
    def pending(self) -> int:
        """How many matches and challenges wait for the person."""
        return len(self.turns) + len(self.to_answer)


async def waiting_for(store: Store, who: int) -> Waiting:
    """Return a person's matches and challenges, by whom they wait for."""
    live = sorted(await store.matches(status=Status.LIVE, person=who), key=_urgency)
    open_ones = await store.matches(status=Status.CHALLENGE, person=who)
    return Waiting(
        [match for match in live if is_waited_for(match, who)],
        [match for match in live if not is_waited_for(match, who)],
        [match for match in open_ones if is_waited_for(match, who)],
        [match for match in open_ones if not is_waited_for(match, who)],
    )


async def next_for(store: Store, who: int, match_id: int) -> Match | None:
    """Return the match that waits for a person and comes after the one of that id.

    After the last comes the most urgent again: it is the same match if no other waits, and None
    if none does.
    """
    live = sorted(await store.matches(status=Status.LIVE, person=who), key=_urgency)
    ids = [match.id for match in live]
    start = ids.index(match_id) + 1 if match_id in ids else 0
    in_turn = live[start:] + live[:start]
    return next((match for match in in_turn if is_waited_for(match, who)), None)


def is_waited_for(match: Match, who: int) -> bool:
    """Return whether something in a match waits for a person."""
    return any(match.players[seat] == who for seat in match.to_act)


def next_button(match_id: int, locale: discord.Locale, *, in_place: bool = False) -> TextButton:
    """Return the button that shows the next match that waits for the person who presses it.

    The match is shown below the button's message, or ``in_place`` of it.
    """
    about = f"{match_id}:{IN_PLACE}" if in_place else str(match_id)
    label = translate(Text("Next match"), locale)
    return TextButton(Use.NEXT, about, label, discord.ButtonStyle.primary)


def _urgency(match: Match) -> tuple[bool, datetime]:
    """Return a key: matches with a deadline come first, then those that waited the longest."""
    return match.deadline is None, match.deadline or match.events[-1].at
