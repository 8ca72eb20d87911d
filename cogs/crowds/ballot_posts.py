"""The boards on which crowds play, edited as their votes go on: seldom, and until they are true.

However many vote, a board is edited at most once in a few seconds, and shows the last state in the
end, after a restart too: the store knows how much of a crowd's record its board shows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final, NamedTuple

import discord
from cachetools import LRUCache
from discord import ui
from discord.ext import commands

from cogs.bot.client import Damier
from cogs.crowds import ballot_view
from cogs.crowds.conductor import Conductor
from cogs.crowds.discussions import Discussions
from cogs.crowds.histories import Histories
from cogs.crowds.presses import Presses
from cogs.crowds.terms_words import terms_lines
from cogs.delivery.poster import TOGETHER
from cogs.language.catalogues import translate_into
from cogs.messages.layouts import NOTHING_ADDED, Addition, rows_of
from data import Outgoing, Post, UnknownMatch
from engine.crowds.crowd import Crowd
from engine.crowds.terms import Way
from engine.table.match import Match
from engine.table.record import Status
from render import Arrow

log = logging.getLogger(__name__)

EVERY: Final = 5.0
"""Seconds between two edits of a board: votes meanwhile come with the next edit."""

OLD_EVERY: Final = 60.0
"""Seconds between two edits of a board that is older than an hour: Discord allows few."""

OLD_AFTER: Final = timedelta(hours=1)

LONGEST_PAUSE: Final = 900.0
"""Seconds: while an edit is not possible, each pause is twice as long as the one before."""

REMEMBERED: Final = 1_000
"""Lines on how moves were found that are remembered until their boards are folded."""

HELD: Final = 60.0
"""Seconds that a board waits for a computer's answer to the move of the day: it is one post."""


class Shown(NamedTuple):
    """What a board shows of its crowds, by which a change is noticed."""

    event: int
    lines: tuple[str, ...]
    buttons: tuple[str, ...]
    arrows: tuple[Arrow, ...]


class BallotPosts(commands.Cog):
    """Keeps the boards of crowds true."""

    def __init__(
        self,
        bot: Damier,
        conductor: Conductor,
        presses: Presses,
        discussions: Discussions,
        histories: Histories,
    ) -> None:
        self.bot = bot
        self._conductor, self._presses = conductor, presses
        self._discussions, self._histories = discussions, histories
        self._told: LRUCache[str, str] = LRUCache(REMEMBERED)
        """The lines on how moves were found that are on boards, by the sources of the moves."""
        self._shown: dict[int, Shown] = {}
        self._rested: dict[int, float] = {}
        """When boards may be edited again, by the clock that nobody can set."""
        self._pauses: dict[int, float] = {}
        self._daily: dict[int, bool] = {}
        self._woken: set[int] = set()
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._closing = False

    async def cog_load(self) -> None:
        """Have posts show the votes, and hear of what changes them."""
        self.bot.poster.live.add(self.added, self.kept)
        self.bot.poster.held_for = self._held_for
        self._conductor.changed = self._discussions.changed = self.changed
        self._presses.standing = ballot_view.standing_text

    async def cog_unload(self) -> None:
        """Stop; what is not shown yet is shown when the bot is back."""
        self._closing = True
        self._conductor.changed = None
        for timer in self._timers.values():
            timer.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Look for boards that do not show all that an earlier process has saved."""
        if shard is not None:
            return
        store = self.bot.store.crowds
        for match_id, user in await store.running():
            crowd = await store.load(match_id, user)
            self._daily[match_id] = crowd.terms.way is Way.DAILY
            if (await store.post_of(match_id, user)).shown < crowd.count:
                self.changed(match_id)

    @commands.Cog.listener()
    async def on_crowd_changed(self, match_id: int) -> None:
        """Show what another process has changed."""
        self.changed(match_id)

    def _held_for(self, match: Match) -> float:
        return HELD if self._daily.get(match.id) else TOGETHER

    # What posts show

    async def added(self, match: Match) -> Addition:
        """Return the lines, buttons and arrows of crowds in the post of a match's last event."""
        crowds = await self.bot.store.crowds.of_match(match.id)
        if not match.line:
            return self._of_card(match, crowds)
        if match.status is Status.OVER:
            self._forget(match.id)
            return await self._at_end(match, crowds)
        self._daily[match.id] = any(crowd.terms.way is Way.DAILY for crowd in crowds)
        added = await self._of_turn(match, crowds)
        self._shown[match.id] = _shown_by(match.events[-1].number, added)
        return added

    async def kept(self, match: Match) -> Sequence[str]:
        """Return the lines on how the moves were found that the post of a match tells of."""
        translated = translate_into(self._locale(match))
        lines = list[str]()
        for event in (event for turn in match.exchange for event in turn):
            line = self._told.get(event.source or "")
            if line is None:
                decided = await self._histories.decided(match, event)
                line = translated(ballot_view.decision(decided)) if decided is not None else ""
            lines += [line] * bool(line)
        return lines

    def _of_card(self, match: Match, crowds: Sequence[Crowd]) -> Addition:
        """Return the terms of the crowds, while a challenge can be accepted."""
        if match.status is not Status.CHALLENGE:
            return NOTHING_ADDED
        translated = translate_into(self._locale(match))
        return Addition([translated(line) for one in crowds for line in terms_lines(one)])

    async def _of_turn(self, match: Match, crowds: Sequence[Crowd]) -> Addition:
        translated = translate_into(self._locale(match))
        lines = [*map(translated, ballot_view.decisions(match, crowds))]
        votes, about, motions = list[Any](), list[Any](), list[Any]()
        arrows = list[Arrow]()
        for crowd in crowds:
            thread = await self.bot.store.crowds.thread_of(match.id, crowd.user)
            lines += map(translated, ballot_view.lines(match, crowd, thread))
            if (decided := crowd.decided) is not None:
                told = translated(ballot_view.decision(decided))
                self._told[f"crowd:{match.id}.{crowd.user}.{decided.entry}"] = told
            arrows += await asyncio.to_thread(ballot_view.arrows, match, crowd)
            buttons = ballot_view.Buttons(match, crowd, translated)
            votes += buttons.votes()
            about += buttons.about()
            about += self._discussions.buttons(match, crowd, thread, translated)
            motions += buttons.motions()
        lines += map(translated, self._discussions.lacking(match))
        rows: list[Sequence[ui.Item[Any]]] = [*rows_of(votes), *rows_of(about), *rows_of(motions)]
        return Addition(lines, rows, arrows)

    async def _at_end(self, match: Match, crowds: Sequence[Crowd]) -> Addition:
        """Return the decision on the last move, and who took part."""
        translated = translate_into(self._locale(match))
        lines = [*map(translated, ballot_view.decisions(match, crowds))]
        faithful = await self.bot.store.crowds.faithful(match.id)
        return Addition([*lines, *ballot_view.taken_part(match, faithful, translated)])

    def _locale(self, match: Match) -> discord.Locale:
        return self.bot.preferences.locale_of(self.bot.get_guild(match.guild), match.host)

    # Edits

    def changed(self, match_id: int) -> None:
        """Have the board of a match show its crowds as they are now, as soon as it may."""
        self._woken.add(match_id)
        if match_id not in self._timers and match_id not in self._tasks:
            wait = self._rested.get(match_id, 0.0) - self.bot.clock.elapsed()
            self._later(match_id, wait)

    def _later(self, match_id: int, seconds: float) -> None:
        if self._closing:
            return
        if seconds <= 0:
            self._begin(match_id)
            return
        loop = asyncio.get_running_loop()
        self._timers[match_id] = loop.call_later(seconds, self._begin, match_id)

    def _begin(self, match_id: int) -> None:
        self._timers.pop(match_id, None)
        self._woken.discard(match_id)
        task = asyncio.create_task(self._work(match_id), name=f"board of crowds {match_id}")
        self._tasks[match_id] = task

    async def _work(self, match_id: int) -> None:
        """Edit a board, and again later if that was not possible or more has changed since."""
        pause: float | None = None
        try:
            pause = await self._bring_up_to_date(match_id)
        except UnknownMatch:
            self._forget(match_id)
        except Exception:
            log.exception("The board of match %s, on which a crowd plays", match_id)
        finally:
            del self._tasks[match_id]
        if pause is None and match_id in self._woken:
            pause = max(0.0, self._rested.get(match_id, 0.0) - self.bot.clock.elapsed())
        if pause is not None:
            self._later(match_id, pause)

    async def _bring_up_to_date(self, match_id: int) -> float | None:
        """Edit a board unless it is true; return the seconds until it is tried again, or None."""
        found = await self.bot.poster.live.post_of(match_id)
        match = found[0].match if found else await self.bot.store.load(match_id)
        if match.status is not Status.LIVE:
            self._forget(match_id)
            return None
        if found is None:  # a new board is on its way
            return self._pause(match_id, EVERY / 10)
        outgoing, post = found
        crowds = await self.bot.store.crowds.of_match(match_id)
        for crowd in crowds:
            await self._discussions.open(outgoing, post, crowd)
        added = await self._of_turn(match, crowds)
        shown = _shown_by(post.event, added)
        if self._shown.get(match_id) != shown:
            if not await self.bot.poster.live.edit(outgoing, post, added):
                return self._pause(match_id, EVERY)
            self._shown[match_id] = shown
            self._rest(match_id, post.message or 0)
        await self._note(outgoing, post, crowds)
        self._pauses.pop(match_id, None)
        return None

    async def _note(self, outgoing: Outgoing, post: Post, crowds: Sequence[Crowd]) -> None:
        """Note how much of the crowds' records a board shows."""
        store = self.bot.store.crowds
        for crowd in crowds:
            known = await store.post_of(outgoing.match.id, crowd.user)
            if (known.message, known.shown) != (post.message, crowd.count):
                await store.set_shown(outgoing.match.id, crowd.user, post.message, crowd.count)

    def _pause(self, match_id: int, least: float) -> float:
        """Return the seconds until something is tried again that was not possible."""
        pause = min(max(2 * self._pauses.get(match_id, 0.0), least), LONGEST_PAUSE)
        self._pauses[match_id] = pause
        self._rested[match_id] = self.bot.clock.elapsed() + pause
        return pause

    def _rest(self, match_id: int, message: int) -> None:
        """Let a board rest after it was edited."""
        old = self.bot.clock.now() - discord.utils.snowflake_time(message) > OLD_AFTER
        self._rested[match_id] = self.bot.clock.elapsed() + (OLD_EVERY if old else EVERY)

    def _forget(self, match_id: int) -> None:
        """Forget a match that is over."""
        for known in (self._shown, self._rested, self._pauses, self._daily):
            known.pop(match_id, None)
        self._woken.discard(match_id)


def _shown_by(event: int, added: Addition) -> Shown:
    buttons = [str(item.to_component_dict()) for row in added.rows for item in row]
    return Shown(event, tuple(added.lines), tuple(buttons), tuple(added.arrows))
