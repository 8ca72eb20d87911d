"""The computer players of all matches, which do the duties that follow from the matches."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from discord.ext import commands

from cogs.client.client import Damier
from cogs.computers import conduct
from cogs.computers.fair_play import FairPlay, OpenPuzzles
from cogs.computers.worker_pool import ThoughtFailed, ThoughtLost, Workers
from cogs.computers.worker_protocol import Answer, Question, question_of
from cogs.timekeeping.loops import Loop
from data import UnknownMatch, promptly
from engine import Refusal
from engine.event_log import Repeated
from engine.table.duties import Duty, Task
from engine.table.match import Match
from engine.table.record import Status, level_of

log = logging.getLogger(__name__)

LOOKED_AFTER: Final = timedelta(seconds=15)
"""The pause before failed matches are tried again."""

LONGEST_PAUSE: Final = timedelta(minutes=5)
"""The longest pause before a lost thought is restarted; each pause is twice the one before."""

SEED_BITS: Final = 62
"""Bits of a set-up's random seed: too many to guess, and few enough for JSON in every database."""

ALL_LOOKED_AFTER: Final = 40
"""The number of rounds after which all matches are looked at, and not only failed ones."""


class ThoughtInHand(NamedTuple):
    """A computer's duty in a match, and the task thinking about it."""

    duty: Duty
    task: asyncio.Task[None]


class Thought(NamedTuple):
    """An answer, and whether it was computed below the computer's own level."""

    answer: Answer
    lowered: bool


class ComputerPlayers(commands.Cog):
    """Does the computers' duties in a match as soon as the store has written the match.

    ``workers`` are the processes in which computers think. ``fair_play`` is asked before each move
    in an unrated match, and before the computer tells people anything.
    """

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self.workers = Workers(bot.paces)
        self.fair_play = FairPlay(bot.store, lambda: bot.cog(OpenPuzzles))
        self._thinking: dict[int, ThoughtInHand] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: set[int] = set()
        self._lost: Counter[tuple[int, int]] = Counter()
        self._looks = 0
        self._looking_after = Loop(self._look_after, LOOKED_AFTER)
        self._closing = False

    async def cog_unload(self) -> None:
        """Cancel all thoughts and end the processes; the bot's next start begins them again."""
        self._closing = True
        self.bot.match_changed.disconnect(self.look)
        self._looking_after.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.workers.close()

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Begin to do duties, once the moves typed during an outage are played."""
        if shard is None:
            self.bot.match_changed.connect(self.look)
            self._looking_after.start()

    async def _look_after(self) -> None:
        """Look at failed matches; at first, and then rarely, at all matches."""
        ids, self._failed = self._failed, set()
        if self._looks % ALL_LOOKED_AFTER == 0:
            ids.update(await self.bot.store.lists.with_duties())
        self._looks += 1
        for match_id in sorted(ids):
            await self._look_again(match_id)

    async def _look_again(self, match_id: int) -> None:
        try:
            self.look(await self.bot.store.load(match_id))
        except UnknownMatch:
            return
        except Exception:
            log.exception("The computers of match %s", match_id)
            self._failed.add(match_id)

    def look(self, match: Match) -> None:
        """Start the computer's present duty in a match, and stop any other thought about it."""
        duty, now = match.duty, self._thinking.get(match.id)
        if now is not None:
            if now.duty == duty:
                return
            now.task.cancel()
            del self._thinking[match.id]
        if match.status is Status.OVER:
            for seat in range(len(match.people)):
                del self._lost[match.id, seat]
        if duty is not None and not self._closing:
            name = f"computers of match {match.id}"
            task = asyncio.create_task(self._work(match, duty), name=name)
            self._thinking[match.id] = ThoughtInHand(duty, task)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self, match: Match, duty: Duty) -> None:
        """Think about a computer's duty, and do it; after an error, note the match as failed."""
        try:
            await keep_pace(match, self.bot.clock.now(), self.bot.paces.between_turns)
            if duty.task is Task.SET_UP and not match.set_up_of(duty.seat).seed:
                match = await self._seeded(match, duty)
            thought = await self._think(match, duty)
            self._leave_off(match)
            await self._do(match, duty, thought)
        except Exception:
            log.exception("The computers of match %s", match.id)
            self._failed.add(match.id)
        finally:
            self._leave_off(match)

    def _leave_off(self, match: Match) -> None:
        now = self._thinking.get(match.id)
        if now is not None and now.task is asyncio.current_task():
            del self._thinking[match.id]

    async def _seeded(self, match: Match, duty: Duty) -> Match:
        """Store a random seed for a secret set-up, and return the match with the seed.

        The set-up therefore stays the same if the bot is stopped while the computer thinks.
        """
        async with self.bot.store.match(match.id) as table:
            if table.match.duty == duty:
                table.match = table.match.with_seed(duty.user, secrets.randbits(SEED_BITS) or 1)
        return table.match

    async def _think(self, match: Match, duty: Duty) -> Thought | None:
        """Return the thought of a computer, None if thinking failed for good.

        A thought lost with its process is restarted, after longer and longer pauses.
        """
        pause = self.bot.paces.lost_thought_pause
        position = match.position.fen()
        while True:
            try:
                question = await self._question(match, duty)
                lowered = question.level < level_of(duty.user)
                return Thought(await self.workers.think(question), lowered=lowered)
            except ThoughtLost as error:
                seconds = pause.total_seconds()
                log.error(
                    "Match %s, %s after %s: %s It is thought about again in %g s.",
                    match.id, duty, position, error, seconds,
                )  # fmt: skip
                await asyncio.sleep(seconds)
                pause = min(2 * pause, LONGEST_PAUSE)
            except ThoughtFailed as error:
                log.error("Match %s, %s after %s: %s", match.id, duty, position, error)
                return None

    async def _question(self, match: Match, duty: Duty) -> Question:
        """Return the question of a duty, at a low level if the move would be advice elsewhere.

        In a rated match the level is always the computer's own: nobody copies another match into
        one, since that would cost their rating.
        """
        question = question_of(match, duty)
        if match.rated or duty.task is Task.SET_UP:
            return question
        return replace(question, level=await self.fair_play.fair_level(match, question.level))

    async def _do(self, match: Match, duty: Duty, thought: Thought | None) -> None:
        """Do a duty in the stored match, unless the match no longer has that duty."""
        resigns = thought is not None and self._resigns(match, duty, thought.answer.value)
        with suppress(Repeated):
            async with self.bot.store.match(match.id) as table:
                if table.match.duty == duty:
                    now = self.bot.clock.now()
                    done = partial(_done, table.match, duty, thought, resigns=resigns, now=now)
                    table.match = await promptly(done)

    def _resigns(self, match: Match, duty: Duty, value: int) -> bool:
        """Return whether a computer resigns: it has known for some turns that it has lost."""
        key = (match.id, duty.seat)
        if not conduct.is_lost(match, duty, value):
            del self._lost[key]
            return False
        self._lost[key] += 1
        return self._lost[key] >= conduct.LOST_TURNS


async def keep_pace(match: Match, now: datetime, pace: timedelta) -> None:
    """Wait for the pace of turns if only computers play, so that people can follow."""
    seats = enumerate(match.position.seats)
    if any(seat.active and not match.is_computers(number) for number, seat in seats):
        return
    passed = now - match.events[-1].at
    if passed < pace:
        await asyncio.sleep(min(pace - passed, pace).total_seconds())


def _done(
    match: Match, duty: Duty, thought: Thought | None, *, resigns: bool, now: datetime
) -> Match:
    """Return the match with a duty done, by a simple move if there is no good answer."""
    if thought is not None:
        try:
            return conduct.done(
                match, duty, thought.answer, resigns=resigns, now=now, lowered=thought.lowered
            )
        except Repeated:
            raise
        except (Refusal, ValueError):
            log.exception("Match %s, %s after %s", match.id, thought, match.position.fen())
    return conduct.simple(match, duty, now=now)
