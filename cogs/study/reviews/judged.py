"""Finished reviews as others look at them, and what of them is not told to whom."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Final

import discord

from cogs.study.fair_play import SOON, Asked, FairPlay, ended
from data import Store
from engine import Text
from engine.study import explaining
from engine.study.judging import Judged
from engine.table.match import Match
from engine.table.record import Status
from engine.table.steps import Step, steps_of

HIDDEN: Final = Text(
    "A match that goes on has come here, too: what the computer thinks of it is told once that is "
    "over."
)


async def judged_turns(store: Store, match: Match) -> Sequence[Judged]:
    """Return the judged turns of a match in their order, none where it is not reviewed."""
    if match.status is not Status.OVER:
        return ()
    review = await store.reviews.of(match.id)
    return review.turns[::-1] if review.done else ()


async def untold(
    fair_play: FairPlay, match: Match, turns: Iterable[Judged], reader: discord.abc.User
) -> Collection[int]:
    """Return the events of those turns about which a reader is told nothing.

    The position before them is on the board of a live match, or near one, as fair play has it.
    """
    steps = await asyncio.to_thread(steps_of, match)
    mutual = reader.mutual_guilds if isinstance(reader, discord.User | discord.Member) else ()
    guilds = {match.guild, *(guild.id for guild in mutual)}
    about = [*turns]
    over = ended(match)
    asked = await asyncio.to_thread(lambda: [_asked(steps, turn, over) for turn in about])
    hidden = await fair_play.forbidden(asked, reader.id, guilds)
    return {about[place].event for place in hidden}


def _asked(steps: Sequence[Step], turn: Judged, over: datetime | None) -> Asked:
    """Return the positions that lead to a turn, and those after it, as played and as expected.

    What a turn has lost tells what the position after it is worth.
    """
    at = next(n for n, step in enumerate(steps) if step.event.number == turn.event)
    before = [step.position for step in steps[max(at - 1 - SOON, 0) : at]]
    line = [position.seen_by(None) for position in before if position.setup is None]
    expected = [before[-1]]
    for move in explaining.read(before[-1], turn.line):
        expected.append(expected[-1].play(move))
    after = [steps[at].position, *expected[1:]]
    return Asked(line, [position.seen_by(None) for position in after], over)
