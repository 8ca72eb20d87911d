"""What waits for a person: his matches in the order of their urgency."""

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
    """A person's matches and challenges, on whatever server, the most urgent first."""

    turns: list[Match]
    """In which something is waiting for him."""
    others: list[Match]
    """In which others are to act."""
    to_answer: list[Match]
    """Challenges for him to answer."""
    challenges: list[Match]
    """Challenges that wait for others: his own, and those he has accepted."""

    @property
    def pending(self) -> int:
        """How much waits for him."""
        return len(self.turns) + len(self.to_answer)


async def waiting_for(store: Store, who: int) -> Waiting:
    """What waits for a person, and what he waits for."""
    live = sorted(await store.matches(status=Status.LIVE, person=who), key=_urgency)
    open_ones = await store.matches(status=Status.CHALLENGE, person=who)
    return Waiting(
        [match for match in live if is_waited_for(match, who)],
        [match for match in live if not is_waited_for(match, who)],
        [match for match in open_ones if is_waited_for(match, who)],
        [match for match in open_ones if not is_waited_for(match, who)],
    )


async def next_for(store: Store, who: int, match_id: int) -> Match | None:
    """The match that waits for a person to be shown after another one; None for none.

    After the last it begins again with the most urgent; it is the same one where there is no
    other.
    """
    live = sorted(await store.matches(status=Status.LIVE, person=who), key=_urgency)
    ids = [match.id for match in live]
    start = ids.index(match_id) + 1 if match_id in ids else 0
    in_turn = live[start:] + live[:start]
    return next((match for match in in_turn if is_waited_for(match, who)), None)


def is_waited_for(match: Match, who: int) -> bool:
    """Whether something in a match waits for a person."""
    return any(match.people[seat] == who for seat in match.to_act)


def next_button(match_id: int, locale: discord.Locale, *, in_place: bool = False) -> TextButton:
    """The button that shows the next match that waits for whoever presses it.

    It replaces the message that it is on, or comes below it.
    """
    about = f"{match_id}:{IN_PLACE}" if in_place else str(match_id)
    label = translate(Text("Next match"), locale)
    return TextButton(Use.NEXT, about, label, discord.ButtonStyle.primary)


def _urgency(match: Match) -> tuple[bool, datetime]:
    """Matches whose time runs out come first, then those that have stood still the longest."""
    return match.deadline is None, match.deadline or match.events[-1].at
