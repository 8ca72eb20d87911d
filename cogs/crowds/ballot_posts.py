"""The boards on which crowds play, edited as their votes go on: rarely, but until they are right.

However many people vote, a board is edited at most once in a few seconds, and shows the final state
in the end, even after a restart: the store knows how much of a crowd's record its board shows.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import discord
from cachetools import LRUCache
from discord import ui
from discord.ext import commands

from cogs.client.client import Damier
from cogs.crowds import ballot_view
from cogs.crowds.discussions import Discussions
from cogs.crowds.terms_words import terms_text
from cogs.delivery.post_contents import CrowdPosts
from cogs.delivery.standing_posts import EditedPost, StandingPosts
from cogs.language.catalogues import translate_into
from cogs.messages.layouts import NOTHING_ADDED, Addition, rows_of
from cogs.timekeeping.keyed_worker import DONE, KeyedWorker, NotNow, Rest
from cogs.watching.move_viewer import StepNotes
from cogs.watching.ratings import Ratings
from data import Outgoing, Post, UnknownMatch
from engine import Text
from engine.crowds.crowd import Crowd
from engine.crowds.crowd_state import Decided
from engine.crowds.past_turns import PastTurn
from engine.crowds.record import Entry
from engine.crowds.terms import Way
from engine.table.match import Match
from engine.table.record import Event, Status
from engine.table.steps import Step
from engine.text import counted
from render import Arrow

REMEMBERED: Final = 1_000
"""The most lines remembered about how moves were chosen, for boards that are not folded yet."""

KEPT: Final = 2_000
"""The most turns of crowds remembered while somebody steps through them."""

_SOURCE: Final = re.compile(r"crowd:[0-9]+\.(-[0-9]+)\.([0-9]+)")
"""The source of an event that a crowd has decided: the match, the crowd, and its entry."""

HELD: Final = 60.0
"""Seconds that a post waits for a computer's answer to the move of the day, to show both."""


class Shown(NamedTuple):
    """The crowds' part of a board, compared to notice a change."""

    event: int
    lines: tuple[str, ...]
    buttons: tuple[str, ...]
    arrows: tuple[Arrow, ...]


class BallotPosts(CrowdPosts, StepNotes, commands.Cog):
    """Keeps the boards of crowds up to date, and tells how crowds chose their moves."""

    def __init__(self, bot: Damier, discussions: Discussions, ratings: Ratings) -> None:
        self.bot = bot
        self._discussions, self._ratings = discussions, ratings
        self._known: LRUCache[tuple[int, int, int], Decided] = LRUCache(KEPT)
        self._told: LRUCache[str, str] = LRUCache(REMEMBERED)
        """The lines about how moves were chosen shown on boards, by the sources of the moves."""
        self._posts = StandingPosts[int]("board of crowds in match", bot, bot.clock, bot.paces)
        self._daily: dict[int, bool] = {}
        self._worker = KeyedWorker("board of crowds", self._work, bot.clock.elapsed)

    async def cog_load(self) -> None:
        """Listen to changes of votes and discussions, and add a line to profiles."""
        self.bot.store.crowds.saved.connect(self._saved)
        self._discussions.changed.connect(self.changed)
        self._ratings.profile_lines.append(self.record)

    async def cog_unload(self) -> None:
        """Stop editing boards; the bot's next start shows the rest."""
        self.bot.store.crowds.saved.disconnect(self._saved)
        await self._worker.close()

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Update the boards that do not show everything an earlier process has saved."""
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
        """Show the changes by another process."""
        self.changed(match_id)

    @commands.Cog.listener()
    async def on_may_post_again(self, _guild: int, _channel: int | None) -> None:
        """Try again to edit the boards whose edits Discord has refused."""
        for match_id in self._posts.ask_again(lambda _: True):
            self._worker.wake_anew(match_id)

    def _saved(self, crowd: Crowd, _new: Sequence[Entry]) -> None:
        self.changed(crowd.match)

    def held_for(self, match: Match) -> float:
        """Return the most seconds that the post of a match waits for a computer's answer."""
        return HELD if self._daily.get(match.id) else self.bot.paces.together

    # What posts show

    async def added(self, match: Match) -> Addition:
        """Return the lines, buttons and arrows of crowds for the post of a match's last event."""
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
        """Return the lines about how the moves in the match's post were chosen."""
        translated = translate_into(self._locale(match))
        lines = list[str]()
        for event in (event for turn in match.exchange for event in turn):
            line = self._told.get(event.source or "")
            if line is None:
                decided = await self.decided(match, event)
                line = translated(ballot_view.decision(decided)) if decided is not None else ""
            lines += [line] * bool(line)
        return lines

    def _of_card(self, match: Match, crowds: Sequence[Crowd]) -> Addition:
        """Return the terms of the crowds for a challenge's card, while it can be accepted."""
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
        """Return the lines about the last decisions and the participants."""
        translated = translate_into(self._locale(match))
        lines = [*map(translated, ballot_view.decisions(match, crowds))]
        faithful = await self.bot.store.crowds.faithful(match.id)
        return Addition([*lines, *ballot_view.taken_part(match, faithful, translated)])

    def _locale(self, match: Match) -> discord.Locale:
        return self.bot.preferences.locale_of(self.bot.get_guild(match.guild), match.host)

    # Looking back

    async def notes(self, match: Match, step: Step) -> Sequence[Text]:
        """Return the sentence about how the move of a step was chosen, none unless by a crowd."""
        decided = await self.decided(match, step.event)
        return (ballot_view.decision(decided),) if decided is not None else ()

    async def decided(self, match: Match, event: Event) -> Decided | None:
        """Return the decision that led to the move of an event, None unless a crowd made it."""
        found = _SOURCE.fullmatch(event.source or "")
        if found is None:
            return None
        user, number = int(found[1]), int(found[2])
        key = (match.id, user, number)
        if key not in self._known:
            for turn in await self.bot.store.crowds.history(match.id, user):
                self._known[match.id, user, turn.number] = _decided(turn)
        return self._known.get(key)

    async def record(self, guild: int, who: int) -> Sequence[Text]:
        """Return the line about a person's votes and moves in the crowds of a server, if any."""
        record = await self.bot.store.crowds.record_of(who, guild)
        if not record.votes:
            return ()
        line = counted(
            "**Crowds**: {chosen} of {count} vote or move was played, in {matches}.",
            "**Crowds**: {chosen} of {count} votes and moves were played, in {matches}.",
            record.votes,
            chosen=record.chosen,
            matches=counted("{count} match", "{count} matches", record.matches),
        )
        return [line]

    # Edits

    def changed(self, match_id: int) -> None:
        """Update the board of a match to its crowds' present state, as soon as it may be edited."""
        self._worker.wake(match_id)

    async def _work(self, match_id: int) -> Rest:
        try:
            return await self._bring_up_to_date(match_id)
        except UnknownMatch:
            self._forget(match_id)
            return DONE

    async def _bring_up_to_date(self, match_id: int) -> Rest:
        """Edit a board unless it is up to date. Raises NotNow if it cannot be edited yet."""
        found = await self.bot.poster.live.post_of(match_id)
        match = found[0].match if found else await self.bot.store.load(match_id)
        if match.status is not Status.LIVE:
            self._forget(match_id)
            return DONE
        if found is None:  # a new board is on its way
            raise NotNow(self.bot.paces.edited_every / 10)
        board = CrowdBoard(self, *found)
        wait = await self._posts.try_to_show(match_id, board)
        if wait:
            return Rest(wait, wait)
        await self._note(board)
        return DONE

    async def content_of(self, board: CrowdBoard) -> Addition:
        """Open the crowds' discussions; return the additions that the board then shows."""
        match = board.outgoing.match
        board.crowds = await self.bot.store.crowds.of_match(match.id)
        for crowd in board.crowds:
            await self._discussions.open(board.outgoing, board.post, crowd)
        return await self._of_turn(match, board.crowds)

    async def _note(self, board: CrowdBoard) -> None:
        """Store how much of the crowds' records a board shows."""
        store, match, message = self.bot.store.crowds, board.post.match, board.post.message
        for crowd in board.crowds:
            known = await store.post_of(match, crowd.user)
            if (known.message, known.shown) != (message, crowd.count):
                await store.set_shown(match, crowd.user, message, crowd.count)

    def _forget(self, match_id: int) -> None:
        """Forget a match that is over or gone."""
        self._posts.forget(match_id)
        self._daily.pop(match_id, None)
        self._worker.forget(match_id)


class CrowdBoard(EditedPost[Addition]):
    """The board of a match with crowds; once composed, it shows the state of its ``crowds``."""

    def __init__(self, posts: BallotPosts, outgoing: Outgoing, post: Post) -> None:
        super().__init__(post.message)
        self.outgoing, self.post = outgoing, post
        self.crowds: Sequence[Crowd] = ()
        self._posts = posts

    async def compose(self) -> Addition:
        """Return the additions that the board shows of its crowds."""
        return await self._posts.content_of(self)

    def shown_by(self, content: Addition) -> object:
        """Return the part of the additions that tells if an edit is needed."""
        return _shown_by(self.post.event, content)

    async def edit(self, content: Addition) -> None:
        """Edit the board. Raises NotNow if another board takes its place."""
        if not await self._posts.bot.poster.live.edit(self.outgoing, self.post, content):
            raise NotNow(self._posts.bot.paces.edited_every)


def _shown_by(event: int, added: Addition) -> Shown:
    buttons = [str(item.to_component_dict()) for row in added.rows for item in row]
    return Shown(event, tuple(added.lines), tuple(buttons), tuple(added.arrows))


def _decided(turn: PastTurn) -> Decided:
    """Return the decision that ended a turn."""
    votes = sum(one.votes for one in turn.tally)
    return Decided(turn.number, turn.text, turn.person, turn.how, turn.tally, votes)
