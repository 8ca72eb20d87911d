"""The conductor of crowds: begins and ends their turns, and carries out their decisions.

Every step follows from the records of the crowd and the match, and is recognised by the source of
its event. After a restart, steps are therefore repeated until they are done.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

import discord
from cachetools import LRUCache, TTLCache
from discord.ext import commands

from cogs.client.client import Damier
from cogs.crowds.judgement import Judgement
from cogs.language.actions import ACTIONS, change_of
from cogs.match_actions.clocks import GRACE, Clocks
from cogs.members.visibility import channel_of, is_public
from cogs.timekeeping.keyed_worker import DONE, KeyedWorker, Rest
from cogs.timekeeping.loops import Loop
from data import KeyedLocks, UnknownCrowd, UnknownMatch
from engine import Refusal
from engine.crowds.crowd import Crowd
from engine.crowds.crowd_state import Order, Task
from engine.event_log import Repeated
from engine.table.match import Match
from engine.table.record import Status, is_crowd
from engine.table.timing import NO_END

log = logging.getLogger(__name__)

ALL_LOOKED_AFTER: Final = 120
"""The number of rounds after which all matches of crowds are looked at: a step may have failed."""

MOST_STEPS: Final = 50
"""The most steps for a match in one look; the rest waits for the next look."""

REFUSED_KEPT: Final = 10_000
"""The most orders remembered because their match refused them."""

COUNTED_FOR: Final = timedelta(minutes=10)
"""How long the count of a server's or a role's members is kept."""

COUNTS_KEPT: Final = 10_000

Change = Callable[[Crowd], Crowd]


class CrowdConductor(commands.Cog):
    """Conducts the crowds of all matches of this process."""

    def __init__(self, bot: Damier, clocks: Clocks, judgement: Judgement) -> None:
        self.bot = bot
        self._clocks, self._judgement = clocks, judgement
        self._locks = KeyedLocks[int]()
        self._members: TTLCache[tuple[int, int | None], int] = TTLCache(
            COUNTS_KEPT, COUNTED_FOR.total_seconds()
        )
        self._refused: LRUCache[str, None] = LRUCache(REFUSED_KEPT)
        self._guards = KeyedWorker("guard of crowd", self._guard, bot.clock.elapsed)
        self._looks = 0
        self._ticking = Loop(self._look, bot.paces.crowds)

    async def cog_load(self) -> None:
        """Make the clocks give the time of outages back to votes, too."""
        self._clocks.also_given_back.append(self._give_back)

    async def cog_unload(self) -> None:
        """Stop; the bot's next start does the steps that are due."""
        self._ticking.cancel()
        await self._guards.close(within=0)

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Begin, once the messages of an outage have been read."""
        if shard is None:
            self._ticking.start()

    @commands.Cog.listener()
    async def on_crowd_changed(self, match_id: int) -> None:
        """Look at a match whose crowds another process has changed."""
        await self.look(match_id)

    @commands.Cog.listener()
    async def on_match_of_crowds(self, match: Match) -> None:
        """Look at a match that was written."""
        await self.look(match.id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Open crowds to everybody when their role is deleted."""
        for match_id, _ in await self.bot.store.crowds.running():
            with suppress(UnknownMatch):  # deleted meanwhile
                match = await self.bot.store.load(match_id)
                if match.guild == role.guild.id:
                    await self.look(match_id)

    # What people do

    async def change(self, match: Match, user: int, change: Change) -> Crowd:
        """Return a crowd of a match as changed by a person, with all consequences carried out.

        ``change`` gets the crowd with the stored match's turn begun, which may be later than the
        turn in ``match``. Raises the errors of ``change``.
        """
        async with self._locks[match.id]:
            present = await self.bot.store.load(match.id)
            crowd = await self.bot.store.crowds.load(match.id, user)
            await self._change(crowd, lambda one, now: _begun(present, one, now))
            async with self.bot.store.crowds.open(match.id, user) as table:
                table.crowd = change(table.crowd)
            crowd = table.crowd
        if crowd.open_ballot is None or crowd.orders:
            await self.look(match.id)
        elif crowd.terms.guard:
            self._guards.wake((match.id, user))
        return crowd

    # What follows

    async def look(self, match_id: int) -> None:
        """Do everything due in a match and its crowds now. Errors are logged."""
        try:
            async with self._locks[match_id]:
                for _ in range(MOST_STEPS):
                    if not await self._step(match_id):
                        break
        except UnknownMatch:
            return
        except Exception:
            log.exception("The crowds of match %s", match_id)

    async def _step(self, match_id: int) -> bool:
        """Do the next step in a match; return whether there was one."""
        store = self.bot.store
        match = await store.load(match_id)
        if match.status is Status.CHALLENGE:
            return False
        crowds = await store.crowds.of_match(match_id)
        if match.status is Status.OVER:
            for crowd in crowds:
                await self._change(crowd, lambda one, now: one.end(now=now))
            return False
        if await self._carry_out(match, crowds):
            return True
        for seat in match.setting_up:
            if is_crowd(match.players[seat]):
                await self._set_up(match, seat)
                return True
        for crowd in crowds:
            await self._open_if_role_gone(match, crowd)
            begun = await self._change(crowd, lambda one, now: _begun(match, one, now))
            await self._change(begun, lambda one, now: _given_back(match, one, now))
        return False

    async def _change(self, crowd: Crowd, change: Callable[[Crowd, datetime], Crowd]) -> Crowd:
        """Return a crowd after an automatic change; an unchanged crowd is not written."""
        now = self.bot.clock.now()
        if change(crowd, now) is crowd:
            return crowd
        async with self.bot.store.crowds.open(crowd.match, crowd.user) as table:
            table.crowd = change(table.crowd, now)
        return table.crowd

    async def _carry_out(self, match: Match, crowds: Iterable[Crowd]) -> bool:
        """Carry out the first order still missing in the match; return whether there was one."""
        known = {event.source for event in match.events}
        for crowd in crowds:
            for order in crowd.orders:
                if order.source not in known and await self._carried_out(match, crowd, order):
                    return True
        return False

    async def _carried_out(self, match: Match, crowd: Crowd, order: Order) -> bool:
        """Carry out an order; return whether the match accepted it."""
        if order.source in self._refused:
            return False
        now = self.bot.clock.now()
        try:
            async with self.bot.store.match(match.id) as table:
                table.match = _ordered(table.match, crowd.user, order, now)
        except Repeated:
            return False
        except Refusal as refusal:
            log.info("Match %s does not take %s: %s", match.id, order, refusal)
            self._refused[order.source] = None
            if order.task in {Task.MOVE, Task.RETRACT}:
                await self._change(crowd, lambda one, now: _begun_again(match, one, now))
            return False
        return True

    async def _set_up(self, match: Match, seat: int) -> None:
        """Complete a crowd's secret set-up at random: a crowd could not keep it secret."""
        chance, now, user = (
            random.SystemRandom(),  # from a known seed, the other side could compute the set-up
            self.bot.clock.now(),
            match.players[seat],
        )
        async with self.bot.store.match(match.id) as table:
            if seat in table.match.setting_up:
                arranged = table.match.arrange(user, table.match.setup.completion, chance=chance)
                table.match = arranged.ready(user, now=now, source=None)

    async def _open_if_role_gone(self, match: Match, crowd: Crowd) -> None:
        """Open a crowd to everybody if its role is gone."""
        role, guild = crowd.terms.role, self.bot.get_guild(match.guild)
        if role is None or crowd.is_open or guild is None or guild.unavailable:
            return
        if guild.get_role(role) is None:
            await self._change(crowd, lambda one, now: one.admit_all(now=now))

    # Time

    async def _look(self) -> None:
        """End the votes whose time is over by Discord's clock; at times, look at all matches."""
        store = self.bot.store
        if not store.is_available or self._clocks.is_behind:
            return
        if self._looks % ALL_LOOKED_AFTER == 0:
            for match_id in dict.fromkeys(match for match, _ in await store.crowds.running()):
                await self.look(match_id)
        self._looks += 1
        until = self.bot.clock.now() - GRACE
        if await store.crowds.due(until) and await self.bot.clock.make_sure():
            until = self.bot.clock.now() - GRACE
            for match_id, user in await store.crowds.due(until):
                await self._tick(match_id, user, until)

    async def _tick(self, match_id: int, user: int, until: datetime) -> None:
        try:
            match = await self.bot.store.load(match_id)
            if self._clocks.is_cut_off(match.guild) or match.timing.is_halted:
                return
            if match.status is Status.OVER:
                await self.look(match_id)
                return
            crowd = await self.bot.store.crowds.load(match_id, user)
            if crowd.terms.guard:
                await self._drop_losing(match, user)
            move = await self._judgement.move_for(match, crowd) if crowd.asks_computer else None
            async with self._locks[match_id], self.bot.store.crowds.open(match_id, user) as table:
                ticked = table.crowd.tick(now=until)
                if move is not None:
                    ticked = ticked.computed(move, now=until)
                table.crowd = ticked
            await self.look(match_id)
        except Exception:
            log.exception("The vote in match %s", match_id)

    async def _give_back(self, start: datetime, end: datetime, shard: int | None) -> None:
        """Extend running votes by an outage of a shard, None for all shards."""
        for match_id, user in await self.bot.store.crowds.running():
            try:
                match = await self.bot.store.load(match_id)
                if shard not in {None, self.bot.shard_of(match.guild)}:
                    continue
                crowd = await self.bot.store.crowds.load(match_id, user)
                async with self._locks[match_id]:
                    await self._change(crowd, lambda one, now: one.give_back(start, end, now=now))
            except Exception:
                log.exception("The time to be given back to a vote in match %s", match_id)

    # Guard

    async def _guard(self, crowd: tuple[int, int]) -> Rest:
        """Let the computer judge the proposals of a crowd, while people go on voting."""
        match_id, user = crowd
        with suppress(UnknownMatch, UnknownCrowd):
            await self._drop_losing(await self.bot.store.load(match_id), user)
            await self.look(match_id)
        return DONE

    async def _drop_losing(self, match: Match, user: int) -> None:
        """Drop the proposals that lose more than a piece; close the vote if that decides it."""
        crowd = await self.bot.store.crowds.load(match.id, user)
        losing = await self._judgement.losing(match, crowd)
        if losing is None:
            return
        electors = await self.electors(crowd)
        now = self.bot.clock.now()
        async with self._locks[match.id], self.bot.store.crowds.open(match.id, user) as table:
            changed = table.crowd
            ballot = changed.open_ballot
            if ballot is None or ballot.event != match.since:
                return
            for text, loses in losing.items():
                with suppress(Refusal):
                    changed = changed.drop(text, loses=loses, now=now)
            if self.is_judged(match, changed):
                changed = changed.settled(electors, now=now)
            table.crowd = changed

    async def electors(self, crowd: Crowd) -> int:
        """Return the most people who may vote in a crowd, 0 if their number is unknown.

        Discord counts the members of a server, and those of a role if the bot may manage roles. It
        does not tell who sees a channel, so the number is unknown for a channel not open to all.
        """
        role = None if crowd.is_open else crowd.terms.role
        key = crowd.guild, role
        if crowd.terms.people:
            return crowd.electors(0)
        if role is None and not await self._is_seen_by_all(crowd):
            return 0
        if key not in self._members:
            try:
                members = await self._counted(*key)
            except (discord.HTTPException, OSError) as error:
                log.info("The members of %s are not counted: %r", key, error)
                members = 0
            self._members[key] = members
        return crowd.electors(self._members.get(key, 0))

    async def _is_seen_by_all(self, crowd: Crowd) -> bool:
        """Return whether every member of the server sees the channel of a crowd's match."""
        guild = self.bot.get_guild(crowd.guild)
        match = await self.bot.store.load(crowd.match)
        channel = await channel_of(self.bot.store, guild, match) if guild is not None else None
        return channel is not None and is_public(channel)

    async def _counted(self, guild: int, role: int | None) -> int:
        """Return the number of members of a server or a role, 0 if the bot may not know it.

        The bot itself does not count. Raises HTTPException and OSError.
        """
        known = self.bot.get_guild(guild)
        if role is None:
            found = await self.bot.fetch_guild(guild, with_counts=True)
            members = found.approximate_member_count or found.member_count or 0
            return max(members - 1, 0)  # the bot does not vote
        if known is None or not known.me.guild_permissions.manage_roles:
            return 0
        counts = await known.role_member_counts()
        return next((count for one, count in counts.items() if one.id == role), 0)

    def is_judged(self, match: Match, crowd: Crowd, *more: str) -> bool:
        """Return whether the guard of a crowd, if any, has judged all proposals and ``more``.

        No vote ends early before that.
        """
        return not crowd.terms.guard or self._judgement.is_done(match, crowd, *more)


def _begun(match: Match, crowd: Crowd, now: datetime) -> Crowd:
    """Return a crowd with its turn begun, if it is to move.

    If that turn or a later one has begun already, return the crowd unchanged.
    """
    live = match.status is Status.LIVE and not match.setting_up and match.outcome is None
    if not live or match.players[match.position.turn] != crowd.user:
        return crowd
    ballot = crowd.ballot
    if ballot is not None and ballot.event >= match.since:
        return crowd
    return crowd.begin(match.since, now=now)


def _given_back(match: Match, crowd: Crowd, now: datetime) -> Crowd:
    """Return a crowd with its vote extended by the times at which the match had no board."""
    for start, end in match.timing.hidings():
        if end < NO_END:
            crowd = crowd.give_back(start, end, now=now)
    return crowd


def _begun_again(match: Match, crowd: Crowd, now: datetime) -> Crowd:
    """Return a crowd with its turn reopened, if the match is still at that turn."""
    ballot = crowd.ballot
    if ballot is None or ballot.event != match.since:
        return crowd
    return crowd.begin_again(now=now)


def _ordered(match: Match, user: int, order: Order, now: datetime) -> Match:
    """Return a match after a crowd's order. Raises Refusal, and Repeated if it is already done."""
    source = order.source
    if order.task in {Task.MOVE, Task.RUN_OUT} and match.since != order.event:
        raise Repeated
    match order.task:
        case Task.MOVE:
            return match.play(user, order.text, now=now, source=source, sure=True)
        case Task.RETRACT:
            return match.retract(user, now=now, source=source)
        case Task.RUN_OUT:
            return match.run_out(user, now=now, source=source)
    return agreed(match, user, order.text, order.offer, now=now, source=source)


def agreed(
    match: Match, user: int, what: str, offer: int, *, now: datetime, source: str | None
) -> Match:
    """Return a match after a crowd's motion has been carried. Raises Refusal."""
    if offer:
        return match.agree(user, offer, now=now, source=source)
    action = next((action for action, traits in ACTIONS.items() if traits.motion == what), None)
    if action is not None and (change := change_of(action)) is not None:
        return change(match, user, now=now, source=source)
    return match.offer_agreement(user, what, now=now, source=source)
