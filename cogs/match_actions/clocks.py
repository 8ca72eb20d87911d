"""Clocks of matches: turns that run out, time-outs that players claim, and time lost in outages."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

from discord.ext import commands

from cogs.client.client import Context, Damier, Interaction, Origin, origin_of
from cogs.client.commands import action_command
from cogs.client.replies import acknowledge, answer_to
from cogs.language.actions import Action
from cogs.match_actions.confirmations import taken_over
from cogs.match_actions.departures import Departures
from cogs.match_actions.holidays import Holidays
from cogs.members.match_lookup import own_match, possible
from cogs.messages.buttons import MatchButton
from cogs.timekeeping.discord_clock import STALE
from cogs.timekeeping.loops import Loop
from engine import Text
from engine.table.match import Match
from engine.tournaments.state import Phase
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

GRACE = timedelta(seconds=5)
"""How long a message may take to arrive; time-outs wait as much longer."""

BEAT = timedelta(seconds=20)
"""The interval at which the bot stores that it is running."""

AT_ONCE = 5
"""The number of matches that get time back in one batch: few, since turns wait meanwhile."""

ALIVE = "alive"
"""The key of the fact that holds the time at which the bot was last running."""

UNNOTICED = timedelta(minutes=2)
"""How long a connection may be dead before unanswered heartbeats reveal it."""


GivenBack = Callable[[datetime, datetime, int | None], Awaitable[None]]
"""A function of an outage's start, its end, and the shard cut off, None for all."""

NEVER = datetime.min.replace(tzinfo=UTC)


class Clocks(commands.Cog):
    """Ends turns that run out, gives back the time of outages, and lets players claim time-outs."""

    def __init__(self, bot: Damier, holidays: Holidays, departures: Departures) -> None:
        self.bot = bot
        self._holidays, self._departures = holidays, departures
        self._beaten = NEVER
        self._alive: datetime | None = None
        self._cut_off: dict[int, datetime] = {}
        self._unconnected: set[int] = set()
        self._one_at_a_time = asyncio.Lock()
        self._ticking = Loop(self._look, bot.paces.clocks)
        self.also_given_back: list[GivenBack] = []
        """Functions that give back the time of an outage to other things than turns."""

    async def cog_load(self) -> None:
        """Register the button, and read the time at which the bot was last running."""
        self.bot.buttons[Action.CLAIM_TIME] = self.claim
        noted = [await self.bot.store.facts.get(fact) for fact in self._facts]
        self._alive = min((datetime.fromisoformat(alive) for alive in noted if alive), default=None)

    async def cog_unload(self) -> None:
        """Stop the clocks, and note that the bot was running until now."""
        self._ticking.cancel()
        if self._beaten > NEVER and not self._cut_off:
            await self._note_alive()

    # Outages

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Give back the time of a shard's outage, or start the clocks if ``shard`` is None.

        By then, the moves typed during the outage are played.
        """
        if shard is not None:
            await self._back(shard)
        else:
            self._ticking.start()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Stop the clocks of a shard's matches, in which nobody can move now."""
        self._unconnected.add(shard)
        self._cut_off.setdefault(shard, self.bot.clock.now())

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Give back the time of a shard's outage: Discord has sent the missed events."""
        self._unconnected.discard(shard)
        await self._back(shard)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """Note that a shard is connected again; its time is given back by ``on_caught_up``.

        Until then the bot reads the messages that it missed: Discord does not send their events.
        """
        self._unconnected.discard(shard)

    def away_since(self, shard: int | None) -> datetime:
        """Return the time until which a shard, None for all, surely received every message."""
        if shard is not None and shard in self._cut_off:
            return self._cut_off[shard] - UNNOTICED
        return self._alive or self.bot.clock.now()

    async def _back(self, shard: int) -> None:
        async with self._one_at_a_time:
            if (since := self._cut_off.get(shard)) is None:
                return
            now = await self._give_back(since, shard)
            if shard in self._unconnected:
                self._cut_off[shard] = now
            else:
                del self._cut_off[shard]

    async def _give_back(self, since: datetime, shard: int | None) -> datetime:
        """Give back the time since an outage began; return the end of the outage."""
        await self.bot.clock.make_sure()
        now = self.bot.clock.now()
        ids = [
            match_id
            for match_id, guild in await self.bot.store.lists.timed()
            if shard in {None, self.bot.shard_of(guild)}
        ]
        for start in range(0, len(ids), AT_ONCE):
            await self.bot.poster.give_way()
            await self._give_back_in(ids[start : start + AT_ONCE], since, now)
        for give_back in self.also_given_back:
            await give_back(since, now, shard)
        return now

    async def _give_back_in(self, ids: Sequence[int], since: datetime, now: datetime) -> None:
        """Give back time in some matches together, or one by one if that fails.

        The failure of a single match is logged.
        """
        try:
            await self.bot.store.batches.change(
                ids, lambda match: match.give_back(since, now, now=now)
            )
        except Exception as error:
            if len(ids) == 1:
                log.exception("The time to be given back in match %s", ids[0])
                return
            log.warning("The time to be given back in %d matches: %r", len(ids), error)
            for match_id in ids:
                await self._give_back_in([match_id], since, now)

    @property
    def is_behind(self) -> bool:
        """Whether the time of an outage is still to be given back. Until then nothing may end."""
        return self._alive is not None

    def is_cut_off(self, guild: int) -> bool:
        """Return whether the shard of a server is disconnected, so that nobody there can act."""
        return self.bot.shard_of(guild) in self._cut_off

    def given_back(self, match: Match, now: datetime) -> Match:
        """Return a match with the time of an outage given back, if that is not stored yet.

        Thus an action at the time ``now``, during the outage or soon after it, is not too late.
        """
        since = self._alive or self._cut_off.get(self.bot.shard_of(match.guild))
        if since is None or match.deadline is None or match.deadline > now:
            return match
        return match.give_back(since, now, now=now)

    # Due turns

    async def _look(self) -> None:
        """End due turns by Discord's time, after giving back time and applying holidays.

        Do nothing while Discord's time is unknown or the store cannot be used.
        """
        clock = self.bot.clock
        clock.compare()
        if not self.bot.store.is_available:  # nobody's move can be saved
            if self._beaten > NEVER:
                self._alive = self._alive or self._beaten
            return
        if not await clock.make_sure(within=STALE):
            return
        if self._alive is not None:
            await self._give_back(self._alive, None)
            self._alive = None
        now = clock.now()
        if now - self._beaten >= BEAT and not self._cut_off:
            await self._note_alive()
            await self._holidays.apply(now)
        if await self._due() and await clock.make_sure():
            for match_id in await self._due():
                await self._tick(match_id, clock.now() - GRACE)

    async def _note_alive(self) -> None:
        now = self.bot.clock.now()
        for fact in self._facts:
            await self.bot.store.facts.set(fact, now.isoformat())
        self._beaten = now

    @property
    def _facts(self) -> list[str]:
        """The keys of the facts that hold when the bot was last running, one for each shard."""
        shards = self.bot.store.shards
        if shards.count == 1:
            return [ALIVE]
        return [f"{ALIVE} in shard {one} of {shards.count}" for one in sorted(shards.ids)]

    async def _due(self) -> list[int]:
        return await self.bot.store.due(self.bot.clock.now() - GRACE)

    async def _tick(self, match_id: int, now: datetime) -> None:
        try:
            event = await self._event_of(match_id)
            if event is not None and event.phase is Phase.CANCELLED:
                return  # the event's conductor ends the match
            paused = None if event is None else event.state.paused_since
            async with self.bot.store.match(match_id) as table:
                before = table.match
                if paused is not None:
                    table.match = before.pause(paused, now=self.bot.clock.now())
                elif not self.is_cut_off(before.guild):
                    policy = self.bot.preferences.server(before.guild).takeover
                    ticked = before.tick(now=now, chance=random.Random())
                    table.match = ticked if ticked is before else taken_over(ticked, policy)
            if table.match == before:
                await self.bot.store.reschedule(before)
        except Exception:
            log.exception("What is due in match %s", match_id)

    async def _event_of(self, match_id: int) -> Tournament | None:
        """Return the event that a match belongs to, None if it belongs to none."""
        match = await self.bot.store.load(match_id)
        if match.tournament is None:
            return None
        return await self.bot.store.tournaments.load(match.tournament)

    # Time-outs to claim

    async def claim(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Claim the game* after a time-out."""
        who, origin = interaction.user.id, origin_of(interaction)
        await self._claim(button.match, who, origin)
        await acknowledge(interaction)

    @action_command(Action.CLAIM_TIME)
    async def typed_claim(self, context: Context) -> None:
        """``@Damier claim``, ``/match claim``: claim on time, or the game of a departed player."""
        who, origin = context.author.id, origin_of(context)

        def claimed(match: Match) -> object:
            return match.departed or self._claimed(match, who, origin)

        match = await own_match(self.bot.store, context, possible(claimed))
        if match.departed:
            await self._departures.claim_from(match, who, origin)
            await answer_to(context).confirm(Text("You claimed the game: your opponent has left."))
            return
        await self._claim(match.id, who, origin)
        await answer_to(context).confirm(Text("You claimed the game on time."))

    async def _claim(self, match_id: int, person: int, origin: Origin) -> None:
        async with self.bot.store.match(match_id) as table:
            policy = self.bot.preferences.server(table.match.guild).takeover
            table.match = taken_over(self._claimed(table.match, person, origin), policy)

    def _claimed(self, match: Match, person: int, origin: Origin) -> Match:
        return self.given_back(match, origin["now"]).claim_time(person, **origin)
