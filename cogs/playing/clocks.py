"""Time: what happens by itself in matches, outages, time-outs to claim, and holidays."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Set
from datetime import UTC, datetime, timedelta

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands, tasks

from cogs.bot.client import Context, Damier, Interaction, Origin, origin_of
from cogs.bot.commands import hybrid_command
from cogs.bot.replies import acknowledge, answer, confirm
from cogs.members.match_lookup import own_match
from cogs.messages.buttons import Action, MatchButton
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status
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
        self._ticked = self._beaten = datetime.min.replace(tzinfo=UTC)
        self._alive: datetime | None = None
        self._cut_off: dict[int, datetime] = {}
        self._unconnected: set[int] = set()
        self._one_at_a_time = asyncio.Lock()
        self._away: Set[int] = {0}  # nobody: who was away before the start is not known

    async def cog_load(self) -> None:
        """Registers the buttons, and notes since when the bot has been away."""
        self.bot.buttons[Action.CLAIM_TIME] = self.claim
        alive = await self.bot.store.facts.get(ALIVE)
        self._alive = datetime.fromisoformat(alive) if alive else None

    async def cog_unload(self) -> None:
        """Stops the clocks."""
        self.tick.cancel()

    # Outages

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Gives back the time that Discord, or the bot, was away, once what was typed is played."""
        if shard is not None:
            await self._back(shard)
        else:
            self.tick.start()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Discord is out of reach: nobody can move, so no time runs."""
        self._unconnected.add(shard)
        self._cut_off.setdefault(shard, discord.utils.utcnow())

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Discord is back, and has told what happened meanwhile."""
        self._unconnected.discard(shard)
        await self._back(shard)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """Discord is back, after too long to tell what happened: that is read before all else."""
        self._unconnected.discard(shard)

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
        """Gives the time back that has passed since then; returns until when."""
        now = discord.utils.utcnow()
        for match in await self.bot.store.matches(status=Status.LIVE):
            if not match.time or shard not in {None, self.bot.shard_of(match.guild)}:
                continue
            try:
                async with self.bot.store.match(match.id) as table:
                    table.match = table.match.give_back(since, now, now=now)
            except Exception:
                log.exception("The time to be given back in match %s", match.id)
        return now

    def given_back(self, match: Match, now: datetime) -> Match:
        """The match as it was then, for something that has to be done in time.

        While an outage is not given back, what was done in it is done in time.
        """
        since = self._alive or self._cut_off.get(self.bot.shard_of(match.guild))
        if since is None or match.deadline is None or match.deadline > now:
            return match
        return match.give_back(since, now, now=now)

    # What happens by itself

    @tasks.loop(seconds=TICK.total_seconds())
    async def tick(self) -> None:
        """Lets happen what is due; ticks missed in a machine's sleep are not made up for."""
        now = discord.utils.utcnow()
        if now - self._ticked < TICK / 2:
            return
        self._ticked = now
        try:
            if self._alive is not None:
                await self._give_back(self._alive, None)
                self._alive = None
            if now - self._beaten >= BEAT and not self._cut_off:
                await self.bot.store.facts.set(ALIVE, now.isoformat())
                self._beaten = now
                await self._keep_holidays(now)
            for match_id in await self.bot.store.due(now - GRACE):
                await self._tick(match_id, now - GRACE)
        except Exception:
            log.exception("The clocks")

    async def _tick(self, match_id: int, now: datetime) -> None:
        try:
            async with self.bot.store.match(match_id) as table:
                before = table.match
                if self.bot.shard_of(before.guild) not in self._cut_off:
                    table.match = before.tick(now=now, chance=random.Random())
            if table.match == before:
                await self.bot.store.reschedule(before)
        except Exception:
            log.exception("What is due in match %s", match_id)

    # Time-outs to claim

    async def claim(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Claim the game."""
        who, origin = interaction.user.id, origin_of(interaction)
        await self._claim(button.match, who, origin)
        await acknowledge(interaction)

    @hybrid_command("claim", locale_str("Claim the game where your opponent's time is over"))
    async def typed_claim(self, context: Context) -> None:
        """``@Damier claim``, ``/claim``."""
        who, cause = context.author.id, context.interaction or context.message
        match = await own_match(self.bot.store, context)
        await self._claim(match.id, who, origin_of(cause))
        await confirm(context, Text("You claimed the game on time."))

    async def _claim(self, match_id: int, person: int, origin: Origin) -> None:
        async with self.bot.store.match(match_id) as table:
            table.match = self.given_back(table.match, origin["now"]).claim_time(person, **origin)

    # Holidays

    @hybrid_command("holiday", locale_str("Stop the time of your turns for some days"))
    @app_commands.describe(days=locale_str("For how many days; 0 to come back; none to ask"))
    async def holiday(self, context: Context, days: int | None = None) -> None:
        """``@Damier holiday 7``, ``/holiday``: begins one, ends it, or says what is left."""
        now, who, store = discord.utils.utcnow(), context.author.id, self.bot.store
        taken = await store.holidays.of(who)
        current = next((h for h in taken if h.start <= now < h.until), None)
        left = YEARLY - sum((h.within(now.year) for h in taken), timedelta())
        if days == 0:
            if current is None:
                raise Refusal(Text("You are not on holiday."))
            await store.holidays.end(who, now)
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
            await store.holidays.begin(who, now, until)
            await self._keep_holidays(now)
            text = Text(
                "You are on holiday until {when}. The limits of your turns stand still, and your "
                "matches say so; clocks of live games run on. You may move all the same.",
                when=discord.utils.format_dt(until, "D"),
            )
            await answer(context, text)

    async def _keep_holidays(self, now: datetime) -> None:
        """Has every match know who is on holiday, and who is back."""
        away = await self.bot.store.holidays.away(now)
        if away.keys() | self._away == set():
            return
        for match in await self.bot.store.matches(status=Status.LIVE):
            if match.time.turn is None:
                continue
            for person in set(match.people):
                try:
                    await self._keep_holiday(match, person, away.get(person), now)
                except Refusal:
                    continue
        self._away = away.keys()

    async def _keep_holiday(
        self, match: Match, person: int, until: datetime | None, now: datetime
    ) -> None:
        known = match.holiday(match.seats_of(person)[0], now)
        if until is not None and known is None:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.start_holiday(person, until, now=now, source=None)
        elif until is None and known is not None:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.end_holiday(person, now=now, source=None)


def _allowance(left: timedelta) -> Text:
    return counted(
        "You have {count} day of holiday left this year: `/holiday days:1` begins one.",
        "You have {count} days of holiday left this year: `/holiday days:7` begins one of 7 days.",
        left.days,
    )
