"""Time: what happens by itself in matches, outages, time-outs to claim, and holidays."""

from __future__ import annotations

import logging
import random
from collections.abc import Set
from datetime import UTC, datetime, timedelta

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands, tasks

from cogs.buttons import Action, MatchButton
from cogs.client import (
    Context,
    Damier,
    Interaction,
    acknowledge,
    answer,
    confirm,
    origin_of,
    two_way,
)
from data import StoreError
from engine import Refusal, Text
from engine.match import Match
from engine.record import Status
from engine.text import counted

log = logging.getLogger(__name__)

TICK = timedelta(seconds=5)
"""How often is looked what is due."""

GRACE = timedelta(seconds=5)
"""How long a message may be on its way: what is due happens so much later."""

BEAT = timedelta(seconds=20)
"""How often it is noted that the bot is there, for the time it will have been away."""

ALIVE = "alive"
"""The fact that holds the last of these moments."""

YEARLY = timedelta(days=30)
"""How long a person may be on holiday in a calendar year (UTC)."""


class Clocks(commands.Cog):
    """The passing of time."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._caught_up = False
        self._ticked = self._beaten = datetime.min.replace(tzinfo=UTC)
        self._cut_off: dict[int, datetime] = {}
        self._away: Set[int] = {0}  # nobody: who was away before the start is not known

    async def cog_load(self) -> None:
        """Registers the buttons."""
        self.bot.presses[Action.CLAIM_TIME] = self.claim

    async def cog_unload(self) -> None:
        """Stops the clocks."""
        self.tick.cancel()

    # What happens by itself

    @commands.Cog.listener()
    async def on_caught_up(self) -> None:
        """Gives back the time that the bot was away, once what was sent meanwhile is played."""
        if self._caught_up:
            return
        alive = await self.bot.store.fact(ALIVE)
        if alive is not None:
            await self._give_back(datetime.fromisoformat(alive), None)
        self._caught_up = True
        self.tick.start()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Discord is out of reach: nobody can move, so no time runs."""
        self._cut_off.setdefault(shard, discord.utils.utcnow())

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Discord is back, and has told what happened meanwhile."""
        await self._back(shard)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Discord is back, after too long to tell what happened meanwhile."""
        await self._back(shard)

    async def _back(self, shard: int) -> None:
        if (since := self._cut_off.get(shard)) is not None:
            await self._give_back(since, shard)
            del self._cut_off[shard]

    async def _give_back(self, since: datetime, shard: int | None) -> None:
        now = discord.utils.utcnow()
        for match in await self.bot.store.matches(status=Status.LIVE):
            if match.time and shard in {None, self._shard_of(match)}:
                await self.bot.change(match.id, lambda m: m.give_back(since, now, now=now))

    def _shard_of(self, match: Match) -> int:
        return (match.guild >> 22) % (self.bot.shard_count or 1)

    @tasks.loop(seconds=TICK.total_seconds())
    async def tick(self) -> None:
        """Lets happen what is due; ticks missed in a machine's sleep are not made up for."""
        now = discord.utils.utcnow()
        if now - self._ticked < TICK / 2:
            return
        self._ticked = now
        try:
            if now - self._beaten >= BEAT and not self._cut_off:
                await self.bot.store.set_fact(ALIVE, now.isoformat())
                self._beaten = now
                await self._keep_holidays(now)
            for match_id in await self.bot.store.due(now - GRACE):
                await self._tick(match_id, now - GRACE)
        except StoreError:
            log.exception("The clocks")

    async def _tick(self, match_id: int, now: datetime) -> None:
        def tick(match: Match) -> Match:
            if self._shard_of(match) in self._cut_off:
                return match
            return match.tick(now=now, chance=random.Random())

        try:
            before = await self.bot.load(match_id)
            match = await self.bot.change(match_id, tick)
            if match == before:
                await self.bot.store.reschedule(match)
        except Exception:
            log.exception("What is due in match %s", match_id)

    # Time-outs to claim

    async def claim(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Claim the game."""
        who, origin = interaction.user.id, origin_of(interaction)
        await self.bot.change(button.match, lambda m: m.claim_time(who, **origin))
        await acknowledge(interaction)

    @two_way("claim", locale_str("Claim the game where your opponent's time is over"))
    async def typed_claim(self, context: Context) -> None:
        """``@Damier claim``, ``/claim``."""
        who, cause = context.author.id, context.interaction or context.message
        match = await self.bot.match_meant(who, context.channel.id, context.message.reference)
        await self.bot.change(match.id, lambda m: m.claim_time(who, **origin_of(cause)))
        await confirm(context, Text("You claimed the game on time."))

    # Holidays

    @two_way("holiday", locale_str("Stop the time of your turns for some days"))
    @app_commands.describe(days=locale_str("For how many days; 0 to come back; none to ask"))
    async def holiday(self, context: Context, days: int | None = None) -> None:
        """``@Damier holiday 7``, ``/holiday``: begins one, ends it, or says what is left."""
        now, who, store = discord.utils.utcnow(), context.author.id, self.bot.store
        taken = await store.holidays(who)
        current = next((h for h in taken if h.start <= now < h.until), None)
        left = YEARLY - sum((h.within(now.year) for h in taken), timedelta())
        if days == 0:
            if current is None:
                raise Refusal(Text("You are not on holiday."))
            await store.end_holidays(who, now)
            await self._keep_holidays(now)
            await answer(context, Text("Welcome back: the time of your turns runs again."))
        elif current is not None:
            raise Refusal(
                Text(
                    "You are on holiday until {when}; `/holiday days:0` ends it.",
                    when=discord.utils.format_dt(current.until, "D"),
                )
            )
        elif days is None:
            await answer(context, _allowance(left))
        elif not 0 < days <= left.days:
            raise Refusal(_allowance(left))
        else:
            until = now + timedelta(days=days)
            await store.begin_holiday(who, now, until)
            await self._keep_holidays(now)
            text = Text(
                "You are on holiday until {when}. The limits of your turns stand still, and your "
                "matches say so; clocks of live games run on. You may move all the same.",
                when=discord.utils.format_dt(until, "D"),
            )
            await answer(context, text)

    async def _keep_holidays(self, now: datetime) -> None:
        """Has every match know who is on holiday, and who is back."""
        away = await self.bot.store.away(now)
        if away.keys() | self._away == set():
            return
        self._away = away.keys()
        for match in await self.bot.store.matches(status=Status.LIVE):
            if match.time.turn is None:
                continue
            for person in set(match.people):
                try:
                    await self._keep_holiday(match, person, away.get(person), now)
                except Refusal:
                    continue

    async def _keep_holiday(
        self, match: Match, person: int, until: datetime | None, now: datetime
    ) -> None:
        known = match.holiday(match.seats_of(person)[0], now)
        if until is not None and known is None:
            await self.bot.change(
                match.id, lambda m: m.start_holiday(person, until, now=now, source=None)
            )
        elif until is None and known is not None:
            await self.bot.change(match.id, lambda m: m.end_holiday(person, now=now, source=None))


def _allowance(left: timedelta) -> Text:
    return counted(
        "You have {count} day of holiday left this year: `/holiday days:1` begins one.",
        "You have {count} days of holiday left this year: `/holiday days:7` begins one of 7 days.",
        left.days,
    )


async def setup(bot: Damier) -> None:
    """Adds the cog."""
    await bot.add_cog(Clocks(bot))
