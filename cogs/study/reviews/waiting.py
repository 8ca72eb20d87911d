"""Who waits for which review, in which order they are thought through, and what they are told.

One review is thought through at a time. Whose turn it is follows from who has waited longest; a
person's second review comes after everybody's first, and what nobody waits for any more after them
all. What is judged is stored now and then, and so is who waits in which message: after a restart it
goes on there.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import takewhile
from math import ceil
from typing import Final

import discord
from discord import ui

from cogs.bot.client import Damier
from cogs.bot.replies import edit_later
from cogs.computers.worker_pool import Workers
from cogs.language.catalogues import locale_named
from cogs.study.reviews import posts
from cogs.study.reviews.thinking import Thinker
from cogs.study.reviews.turns import course_of
from data import Review, UnknownMatch, Wait
from engine import Text
from engine.table.match import Match
from engine.text import counted

log = logging.getLogger(__name__)

APART: Final = timedelta(seconds=2.5)
"""A message is not edited sooner again, and what is judged is not stored sooner."""

EDITED_FOR: Final = timedelta(minutes=14)
"""How long Discord lets an answer be edited, with some time to spare."""

RESUMED: Final = timedelta(hours=1)
"""A review that was asked for no longer ago is thought through after a restart."""

A_TURN: Final = 0.3
"""Seconds that a turn takes until it is known how long it takes here."""

WEIGHT: Final = 0.3
"""What the last review counts in the average of them all."""

TOO_LONG: Final = Text(
    "This takes longer than Discord lets me change this message. The review goes on: ask again in "
    "a while."
)

FAILED: Final = Text("Something went wrong with this review; please ask again.")


@dataclass
class Job:
    """The review of a match that somebody waits for; ``turns`` is 0 until they are counted."""

    match: Match
    number: int
    waits: dict[int, Wait] = field(default_factory=dict)
    judged: int = 0
    turns: int = 0


@dataclass
class Said:
    """What a message says, and when that was written."""

    text: str
    at: float
    editing: asyncio.Task[None] | None = None


class Waiting:
    """The reviews that are waited for. ``show`` writes a finished one into a message."""

    def __init__(
        self, bot: Damier, workers: Workers, show: Callable[[Wait, Match, Review], Awaitable[None]]
    ) -> None:
        self._bot = bot
        self._workers = workers
        self._show = show
        self._jobs: dict[int, Job] = {}
        self._said: dict[int, Said] = {}
        self._count = 0
        self._a_turn = A_TURN
        self._now: Job | None = None
        self._work: asyncio.Task[None] | None = None
        self._closing = False

    async def resume(self) -> None:
        """Go on with what was waited for when the bot's process ended."""
        for wait in await self._bot.store.reviews.waits(self._bot.clock.now() - RESUMED):
            try:
                self._join(await self._bot.store.load(wait.match), wait)
            except UnknownMatch:
                await self._bot.store.reviews.served(wait)
        self._begin()

    async def close(self) -> None:
        """Leave off; it goes on when the bot is back."""
        self._closing = True
        tasks = [said.editing for said in self._said.values()] + [self._work]
        running = [task for task in tasks if task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def join(self, match: Match, wait: Wait, told: Text) -> None:
        """Have somebody wait for a review, which is begun when it is its turn.

        Their message says what was ``told``.
        """
        await self._bot.store.reviews.wait(wait)
        self._join(match, wait)
        self._said[wait.message] = Said(str(told), self._time())
        self._begin()
        self._tell_all()

    def status(self, match_id: int) -> Text:
        """Return what is said to who waits for a review, or asks for one now."""
        job = self._jobs.get(match_id)
        if job is not None and job is self._now:
            if not job.turns:
                return Text("The computer begins to look through the match…")
            return Text(
                "The computer looks through the match, from its end: {judged} of {turns} turns.",
                judged=job.judged,
                turns=job.turns,
            )
        order = self._order()
        before = [*takewhile(lambda one: one.match.id != match_id, order)]
        if not before:
            return Text("The computer begins to look through the match…")
        turns = sum(max(len(one.match.turns) - one.judged, 0) for one in before)
        return counted(
            "It is number {place} in the queue; it begins by itself, in about {count} minute.",
            "It is number {place} in the queue; it begins by itself, in about {count} minutes.",
            max(ceil(turns * self._a_turn / 60), 1),
            place=len(before) + 1,
        )

    def _join(self, match: Match, wait: Wait) -> None:
        if match.id not in self._jobs:
            self._count += 1
            self._jobs[match.id] = Job(match, self._count)
        self._jobs[match.id].waits[wait.message] = wait

    def _order(self) -> list[Job]:
        """Return what is waited for in the order in which it is done: what goes on comes first."""
        had: Counter[int] = Counter()
        turn: dict[int, int] = {}
        for job in sorted(self._jobs.values(), key=lambda one: one.number):
            people = {wait.person for wait in job.waits.values()}
            turn[job.match.id] = min((had[person] for person in people), default=len(self._jobs))
            had.update(people)
        return sorted(
            self._jobs.values(),
            key=lambda one: (one is not self._now, turn[one.match.id], one.number),
        )

    def _begin(self) -> None:
        if self._jobs and not self._closing and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._do_all(), name="reviews")

    async def _do_all(self) -> None:
        while self._jobs:
            self._now = job = self._order()[0]
            self._tell_all()
            try:
                await self._do(job)
            except UnknownMatch:
                log.info("Match %s is gone, and so is its review", job.match.id)
                await self._drop(job, None)
            except Exception:
                log.exception("The review of match %s", job.match.id)
                await self._drop(job, FAILED)
            finally:
                self._now = None
                self._jobs.pop(job.match.id, None)

    async def _drop(self, job: Job, text: Text | None) -> None:
        """Leave off with a review, and say so."""
        for wait in job.waits.values():
            if text is not None:
                await self._edit(wait, posts.waiting(job.match, text, locale_named(wait.locale)))
            await self._served(wait)

    async def _do(self, job: Job) -> None:
        """Think through a match as far as somebody waits for it, and show it to them."""
        store, match = self._bot.store, job.match
        await self._give_up()
        review = await store.reviews.of(match.id)
        if not review.done:
            course = await asyncio.to_thread(course_of, match)
            job.turns, job.judged = len(course.turns), len(review.turns)
            self._tell_all()
            thinker = Thinker(course, self._workers.study)
            begun = stored = self._time()
            left = max(job.turns - job.judged, 1)
            async for some in thinker.judge(review.turns):
                review = Review(match.id, (*review.turns, *some))
                job.judged = len(review.turns)
                if self._time() - stored >= APART.total_seconds():
                    await store.reviews.put(review, self._bot.clock.now())
                    stored = self._time()
                await self._give_up()
                self._tell_all()
            self._a_turn += WEIGHT * ((self._time() - begun) / left - self._a_turn)
            review = Review(match.id, review.turns, done=True)
            await store.reviews.put(review, self._bot.clock.now())
        for wait in [*job.waits.values()]:
            await self._written(wait)
            await self._show(wait, match, review)
            await self._served(wait)

    async def _give_up(self) -> None:
        """Say that it takes too long where a message cannot be edited for much longer.

        The review is thought through all the same, after those that somebody waits for.
        """
        now = self._bot.clock.now()
        for job, wait in [*self._waits()]:
            if now - wait.since > EDITED_FOR:
                await self._written(wait)
                locale = locale_named(wait.locale)
                await self._edit(wait, posts.waiting(job.match, TOO_LONG, locale))
                del job.waits[wait.message]
                await self._served(wait)

    async def _written(self, wait: Wait) -> None:
        """Wait until what is being written into a message stands there."""
        said = self._said.get(wait.message)
        if said is not None and said.editing is not None:
            await asyncio.wait({said.editing})

    async def _served(self, wait: Wait) -> None:
        self._said.pop(wait.message, None)
        await self._bot.store.reviews.served(wait)

    def _tell_all(self) -> None:
        """Say anew how far it is wherever that has changed, and was not written just now."""
        for job, wait in self._waits():
            status = self.status(job.match.id)
            said = self._said.setdefault(wait.message, Said("", self._time()))
            editing = said.editing is not None and not said.editing.done()
            late = self._time() - said.at >= APART.total_seconds()
            if editing or not late or said.text == str(status):
                continue
            said.text, said.at = str(status), self._time()
            layout = posts.waiting(job.match, status, locale_named(wait.locale))
            said.editing = asyncio.create_task(self._edit(wait, layout), name="a review's progress")

    def _waits(self) -> Iterator[tuple[Job, Wait]]:
        for job in self._jobs.values():
            for wait in job.waits.values():
                yield job, wait

    async def _edit(self, wait: Wait, layout: ui.LayoutView) -> None:
        with suppress(discord.HTTPException):  # who waits can press the button
            await edit(self._bot, wait, posts.Content(layout, []))

    @staticmethod
    def _time() -> float:
        return asyncio.get_running_loop().time()


async def edit(bot: Damier, wait: Wait, content: posts.Content) -> None:
    """Change the message in which somebody waits. Raises what Discord answers."""
    await edit_later(
        bot,
        wait.token,
        wait.message,
        content.files,
        discord.Locale(wait.locale),
        view=content.layout,
    )
