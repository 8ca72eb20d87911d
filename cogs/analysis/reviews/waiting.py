"""The queue of reviews: the people who wait, the order, and the status they are shown.

One review is worked on at a time, the one asked for first. A person's second review comes after
everybody's first, and reviews that nobody waits for any more come last. Judged turns are stored
from time to time, and so are waiting people with their messages: after a restart the work goes on
from there.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import takewhile
from math import ceil
from typing import Final

import discord
from discord import ui

from cogs.analysis.reviews import posts
from cogs.analysis.reviews.thinking import Thinker
from cogs.analysis.reviews.turns import course_of, is_fast
from cogs.client.client import Damier
from cogs.client.replies import edit_later
from cogs.computers.worker_pool import Workers
from cogs.delivery.standing_posts import EditedPost, StandingPosts
from cogs.language.catalogues import locale_named
from cogs.timekeeping.keyed_worker import DONE, KeyedWorker, Rest
from data import KeyedLocks, Review, StoreError, Unavailable, UnknownMatch, Wait
from engine import Text
from engine.table.match import Match
from engine.text import counted

log = logging.getLogger(__name__)

EDITED_FOR: Final = timedelta(minutes=14)
"""How long Discord lets an answer be edited, with some time to spare."""

RESUMED: Final = timedelta(hours=1)
"""The greatest age of a request for a review that is resumed after a restart."""

ALL: Final = 0
"""The only key of the worker, so that one review is made at a time."""

A_TURN: Final = 0.3
"""Seconds a turn is assumed to take before the first review is timed."""

WEIGHT: Final = 0.3
"""The weight of the last review in the average time of a turn."""

TOO_LONG: Final = Text(
    "The review takes longer than this message can be edited. It goes on: ask again in a while."
)

FAILED: Final = Text("Something went wrong with this review; please ask again.")


@dataclass
class Job:
    """A review in the queue; ``number`` counts up in the order of requests.

    ``waits`` has the people who wait, by message. Of the ``turns`` to judge (0 until they are
    counted), ``looked`` have been looked at and ``judged`` are finished.
    """

    match: Match
    number: int
    waits: dict[int, Wait] = field(default_factory=dict)
    judged: int = 0
    looked: int = 0
    turns: int = 0


class StatusPost(EditedPost[Text]):
    """The message that shows a waiting person the status of the review."""

    def __init__(
        self, bot: Damier, wait: Wait, match: Match, status: Callable[[int], Text]
    ) -> None:
        super().__init__(wait.message)
        self._bot, self._wait, self._match, self._status = bot, wait, match, status

    @property
    def every(self) -> float:
        """Seconds between two edits."""
        return self._bot.paces.progress_every.total_seconds()

    async def compose(self) -> Text:
        """Return the review's present status."""
        return self._status(self._match.id)

    def shown_by(self, content: Text) -> object:
        """Return the status as a text that can be compared."""
        return str(content)

    async def edit(self, content: Text) -> None:
        """Write the status into the message. Raises Discord's errors."""
        layout = posts.waiting(self._match, content, locale_named(self._wait.locale))
        await edit(self._bot, self._wait, posts.Content(layout, []))


class ReviewQueue:
    """The queue of reviews. ``show`` writes a finished review into a message."""

    def __init__(
        self, bot: Damier, workers: Workers, show: Callable[[Wait, Match, Review], Awaitable[None]]
    ) -> None:
        self._bot = bot
        self._workers = workers
        self._show = show
        self._jobs: dict[int, Job] = {}
        self._count = 0
        self._a_turn = A_TURN
        self._now: Job | None = None
        name, elapsed = "status of review in message", bot.clock.elapsed
        self._posts = StandingPosts[int](name, bot, bot.clock, bot.paces)
        self._statuses = KeyedWorker(name, self._show_status, elapsed)
        self._messages = KeyedLocks[int]()
        """Locks by message, each held while the message is edited."""
        self._work = KeyedWorker("reviews", self._do_all, elapsed)

    async def resume(self) -> None:
        """Resume the reviews that people waited for when the bot's process ended."""
        for wait in await self._bot.store.reviews.waits(self._bot.clock.now() - RESUMED):
            try:
                self._join(await self._bot.store.load(wait.match), wait)
            except UnknownMatch:
                await self._bot.store.reviews.served(wait)
        self._begin()

    async def close(self) -> None:
        """Stop making reviews; ``resume`` goes on with them after the next start."""
        await self._work.close(within=0)
        await self._statuses.close(within=0)

    async def join(self, match: Match, wait: Wait, told: Text) -> None:
        """Add a person to those who wait for a review, which begins when its turn comes.

        ``told`` is the status that their message already shows.
        """
        await self._bot.store.reviews.wait(wait)
        self._join(match, wait)
        self._posts.shows(wait.message, str(told))
        self._begin()
        self._tell_all()

    def status(self, match_id: int) -> Text:
        """Return the status of a review, for people who wait for it or ask for it now."""
        job = self._jobs.get(match_id)
        if job is not None and job is self._now:
            if not job.turns:
                return Text("The computer begins to look through the match…")
            return Text(
                "The computer looks through the match, the last move first: {looked} of {turns}.",
                looked=job.looked,
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
        """Return the reviews in the order in which they are made, the running one first."""
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
        if self._jobs:
            self._work.wake(ALL)

    async def _do_all(self, _all: int) -> Rest:
        while self._jobs:
            self._now = job = self._order()[0]
            self._tell_all()
            try:
                await self._do(job)
            except Unavailable:  # the review goes on with the turns stored so far
                await self._bot.store.available()
                continue
            except UnknownMatch:
                log.info("Match %s is gone, and so is its review", job.match.id)
                await self._drop(job, None)
            except Exception:
                log.exception("The review of match %s", job.match.id)
                await self._drop(job, FAILED)
            finally:
                self._now = None
            self._jobs.pop(job.match.id, None)
        return DONE

    async def _drop(self, job: Job, text: Text | None) -> None:
        """Give up a review, and show ``text``, if any, to the people who wait for it."""
        for wait in job.waits.values():
            if text is not None:
                await self._edit(wait, posts.waiting(job.match, text, locale_named(wait.locale)))
            try:
                await self._served(wait)
            except StoreError as error:  # after a restart the person waits again
                log.warning("A wait for the review of match %s: %r", job.match.id, error)

    async def _do(self, job: Job) -> None:
        """Finish the review of a match, and show it to the people who wait for it."""
        store, match = self._bot.store, job.match
        await self._give_up()
        review = await store.reviews.of(match.id)
        if not review.done:
            fast = await asyncio.to_thread(is_fast)
            if review.fast != fast:  # it was begun with another engine
                review = Review(match.id, fast=fast)
            course = await asyncio.to_thread(course_of, match, fast=fast)
            job.turns, job.judged = len(course.turns), len(review.turns)
            job.looked = job.judged
            self._tell_all()

            def look(looked: int) -> None:
                job.looked = looked
                self._tell_all()

            thinker = Thinker(course, self._workers.study, look)
            begun = stored = self._bot.clock.elapsed()
            every = self._bot.paces.progress_every.total_seconds()
            left = max(job.turns - job.judged, 1)
            async for some in thinker.judge(review.turns):
                review = replace(review, turns=(*review.turns, *some))
                job.judged = job.looked = len(review.turns)
                if self._bot.clock.elapsed() - stored >= every:
                    await store.reviews.put(review, self._bot.clock.now())
                    stored = self._bot.clock.elapsed()
                await self._give_up()
                self._tell_all()
            self._a_turn += WEIGHT * ((self._bot.clock.elapsed() - begun) / left - self._a_turn)
            review = replace(review, done=True)
            await store.reviews.put(review, self._bot.clock.now())
        while job.waits:  # somebody may ask for the review while it is shown to others
            wait = next(iter(job.waits.values()))
            async with self._messages[wait.message]:
                await self._show(wait, match, review)
                await self._served(wait)
                del job.waits[wait.message]

    async def _give_up(self) -> None:
        """Tell people whose messages soon cannot be edited to ask again, and end their waits.

        Their reviews are still finished, after those that somebody waits for.
        """
        now = self._bot.clock.now()
        for job, wait in [*self._waits()]:
            if now - wait.since > EDITED_FOR:
                locale = locale_named(wait.locale)
                async with self._messages[wait.message]:
                    await self._edit(wait, posts.waiting(job.match, TOO_LONG, locale))
                    del job.waits[wait.message]
                    await self._served(wait)

    async def _served(self, wait: Wait) -> None:
        self._posts.forget(wait.message)
        self._statuses.forget(wait.message)
        await self._bot.store.reviews.served(wait)

    def _tell_all(self) -> None:
        """Start updating the status in the message of every waiting person."""
        for _, wait in self._waits():
            self._statuses.wake(wait.message)

    async def _show_status(self, message: int) -> Rest:
        """Update the status in a message if the person it is for still waits."""
        async with self._messages[message]:
            for job, wait in self._waits():
                if wait.message == message:
                    post = StatusPost(self._bot, wait, job.match, self.status)
                    again = await self._posts.try_to_show(message, post)
                    return Rest(self._posts.wait_of(message), again or None)
        return DONE

    def _waits(self) -> Iterator[tuple[Job, Wait]]:
        for job in self._jobs.values():
            for wait in job.waits.values():
                yield job, wait

    async def _edit(self, wait: Wait, layout: ui.LayoutView) -> None:
        with suppress(discord.HTTPException):  # the person who waits can press the button
            await edit(self._bot, wait, posts.Content(layout, []))


async def edit(bot: Damier, wait: Wait, content: posts.Content) -> None:
    """Edit a waiting person's message. Raises Discord's errors."""
    await edit_later(
        bot,
        wait.token,
        wait.message,
        content.files,
        discord.Locale(wait.locale),
        view=content.layout,
    )
