"""The boards on which crowds play, edited as their votes go on: seldom, and until they are true.

However many vote, a board is edited at most once in a few seconds, and shows the last state in the
end, after a restart too: the store knows how much of a crowd's record its board shows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import discord
from cachetools import LRUCache
from discord import ui
from discord.ext import commands

from cogs.client.client import Damier
from cogs.crowds import ballot_view
from cogs.crowds.discussions import Discussions
from cogs.crowds.histories import Histories
from cogs.crowds.terms_words import terms_text
from cogs.delivery import standing_posts
from cogs.delivery.poster import TOGETHER
from cogs.delivery.standing_posts import StandingPosts
from cogs.language.catalogues import translate_into
from cogs.messages.layouts import NOTHING_ADDED, Addition, rows_of
from cogs.timekeeping.keyed_worker import DONE, KeyedWorker, NotNow, Rest
from data import Outgoing, Post, UnknownMatch
from engine.crowds.crowd import Crowd
from engine.crowds.record import Entry
from engine.crowds.terms import Way
from engine.table.match import Match
from engine.table.record import Status
from render import Arrow

REMEMBERED: Final = 1_000
"""Lines on how moves were found that are remembered until their boards are folded."""

HELD: Final = 60.0
"""Seconds that a board waits for a computer's answer to the move of the day: it is one post."""


class Shown(NamedTuple):
    """The crowds' part of a board, compared to notice a change."""

    event: int
    lines: tuple[str, ...]
    buttons: tuple[str, ...]
    arrows: tuple[Arrow, ...]


class BallotPosts(commands.Cog):
    """Keeps the boards of crowds true."""

    def __init__(self, bot: Damier, discussions: Discussions, histories: Histories) -> None:
        self.bot = bot
        self._discussions, self._histories = discussions, histories
        self._told: LRUCache[str, str] = LRUCache(REMEMBERED)
        """The lines on how moves were found that are on boards, by the sources of the moves."""
        self._posts = StandingPosts[int]("board of crowds in match", bot, bot.clock)
        self._daily: dict[int, bool] = {}
        self._worker = KeyedWorker("board of crowds", self._work, bot.clock.elapsed)

    async def cog_load(self) -> None:
        """Have posts show the votes, and hear of what changes them."""
        self.bot.poster.live.add(self.added, self.kept)
        self.bot.poster.held_for = self._held_for
        self.bot.store.crowds.saved.connect(self._saved)
        self._discussions.changed.connect(self.changed)

    async def cog_unload(self) -> None:
        """Stop; the rest is shown when the bot is back."""
        self.bot.store.crowds.saved.disconnect(self._saved)
        await self._worker.close()

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

    def _saved(self, crowd: Crowd, _new: Sequence[Entry]) -> None:
        self.changed(crowd.match)

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
        self._posts.shows(match.id, _shown_by(match.events[-1].number, added))
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
        pairs = zip(crowds, [None, *crowds], strict=False)
        return Addition([translated(terms_text(match, *pair)) for pair in pairs])

    async def _of_turn(self, match: Match, crowds: Sequence[Crowd]) -> Addition:
        translated = translate_into(self._locale(match))
        lines = [*map(translated, ballot_view.decisions(match, crowds))]
        votes, about, motions = list[Any](), list[Any](), list[Any]()
        arrows = list[Arrow]()
        for crowd, before in zip(crowds, [None, *crowds], strict=False):
            thread = await self.bot.store.crowds.thread_of(match.id, crowd.user)
            lines += map(translated, ballot_view.lines(match, crowd, thread, before))
            if (decided := crowd.decided) is not None:
                told = translated(ballot_view.decision(decided))
                self._told[f"crowd:{match.id}.{crowd.user}.{decided.entry}"] = told
            arrows += await asyncio.to_thread(ballot_view.arrows, match, crowd)
            buttons = ballot_view.Buttons(match, crowd, translated)
            votes += buttons.votes()
            about += buttons.about()
            about += self._discussions.buttons(match, crowd, thread, self._locale(match))
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
        self._worker.wake(match_id)

    async def _work(self, match_id: int) -> Rest:
        try:
            return await self._bring_up_to_date(match_id)
        except UnknownMatch:
            self._forget(match_id)
            return DONE

    async def _bring_up_to_date(self, match_id: int) -> Rest:
        """Edit a board unless it is true. Raises NotNow if that is not possible."""
        found = await self.bot.poster.live.post_of(match_id)
        match = found[0].match if found else await self.bot.store.load(match_id)
        if match.status is not Status.LIVE:
            self._forget(match_id)
            return DONE
        if found is None:  # a new board is on its way
            raise NotNow(standing_posts.EVERY / 10)
        outgoing, post = found
        crowds = await self.bot.store.crowds.of_match(match_id)
        for crowd in crowds:
            await self._discussions.open(outgoing, post, crowd)
        added = await self._of_turn(match, crowds)
        shown = _shown_by(post.event, added)
        if not self._posts.is_true(match_id, shown):
            if not await self.bot.poster.live.edit(outgoing, post, added):
                raise NotNow(standing_posts.EVERY)
            self._posts.rest(match_id, post.message or 0, shown)
        await self._note(outgoing, post, crowds)
        return Rest(self._posts.wait_of(match_id))

    async def _note(self, outgoing: Outgoing, post: Post, crowds: Sequence[Crowd]) -> None:
        """Note how much of the crowds' records a board shows."""
        store = self.bot.store.crowds
        for crowd in crowds:
            known = await store.post_of(outgoing.match.id, crowd.user)
            if (known.message, known.shown) != (post.message, crowd.count):
                await store.set_shown(outgoing.match.id, crowd.user, post.message, crowd.count)

    def _forget(self, match_id: int) -> None:
        """Forget a match that is over."""
        self._posts.forget(match_id)
        self._daily.pop(match_id, None)
        self._worker.forget(match_id)


def _shown_by(event: int, added: Addition) -> Shown:
    buttons = [str(item.to_component_dict()) for row in added.rows for item in row]
    return Shown(event, tuple(added.lines), tuple(buttons), tuple(added.arrows))
