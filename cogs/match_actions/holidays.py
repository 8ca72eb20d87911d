"""Holidays: some days of the year on which the time of a player's turns stands still."""

from __future__ import annotations

import logging
from collections.abc import Set
from datetime import datetime, timedelta
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client.client import Context, Damier
from cogs.client.commands import hybrid_command
from cogs.client.replies import answer_to
from data import StoreError
from engine import Refusal, Text
from engine.table.match import Match
from engine.text import counted

log = logging.getLogger(__name__)

YEARLY = timedelta(days=30)
"""How long a person may be on holiday in a calendar year (UTC)."""


A_WEEK: Final = 7
"""Days of the holiday that ``/holiday`` suggests, if as many are left."""


class Holidays(commands.Cog):
    """``/holiday``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._away: Set[int] | None = None  # who was away when last applied; None after a start

    @hybrid_command("holiday", locale_str("Stop the time of your turns for some days"))
    @app_commands.describe(
        days=locale_str("How many days; 0 to come back, nothing to see what is left")
    )
    async def holiday(self, context: Context, days: int | None = None) -> None:
        """``@Damier holiday 7``, ``/holiday``: begin a holiday, end it, or tell the days left."""
        now, who, store = self.bot.clock.now(), context.author.id, self.bot.store
        taken = await store.holidays.of(who)
        current = next((h for h in taken if h.start <= now < h.until), None)
        left = YEARLY - sum((h.within(now.year) for h in taken), timedelta())
        if days == 0:
            if current is None:
                raise Refusal(Text("You are not on holiday."))
            await store.holidays.end(who, now)
            await self.apply(now)
            await answer_to(context).briefly(
                Text("Welcome back: the time of your turns runs again.")
            )
        elif current is not None:
            raise Refusal(
                Text(
                    "You are on holiday until {when}; `/holiday days:0` ends it.",
                    when=discord.utils.format_dt(current.until, "D"),
                )
            )
        elif days is None:
            await answer_to(context).briefly(_allowance(left))
        elif not 0 < days <= left.days:
            raise Refusal(_allowance(left))
        else:
            until = now + timedelta(days=days)
            await store.holidays.begin(who, now, until)
            await self.apply(now)
            text = Text(
                "You are on holiday until {when}. The limits of your turns stand still, and your "
                "matches say so; clocks of live games run on. You may move all the same.",
                when=discord.utils.format_dt(until, "D"),
            )
            await answer_to(context).briefly(text)

    async def apply(self, now: datetime) -> None:
        """Start and end holidays in the matches of people who are on holiday or back.

        Matches without a limit for turns are left out. A match that cannot be read is logged.
        """
        store = self.bot.store
        away = await store.holidays.away(now)
        if self._away is None:
            self._away = await store.holidays.away_since(now - YEARLY)
        concerned = away.keys() | self._away
        if not concerned:
            return
        for match_id in await store.lists.of_people(concerned):
            try:
                match = await store.load(match_id)
            except StoreError:
                log.exception("Holidays in match %s", match_id)
                continue
            if match.time.turn is None:
                continue
            for person in set(match.players):
                try:
                    await self._apply_to(match, person, away.get(person), now)
                except Refusal:
                    continue
        self._away = away.keys()

    async def _apply_to(
        self, match: Match, person: int, until: datetime | None, now: datetime
    ) -> None:
        known = match.timing.holiday(match.seats_of(person)[0], now)
        if until is not None and known is None:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.start_holiday(person, until, now=now, source=None)
        elif until is None and known is not None:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.end_holiday(person, now=now, source=None)


def _allowance(left: timedelta) -> Text:
    if not left.days:
        return Text("You have no days of holiday left this year.")
    return counted(
        "You have {count} day of holiday left this year. To take it: `/holiday days:{days}`.",
        "You have {count} days of holiday left this year. To take {days}: `/holiday days:{days}`.",
        left.days,
        days=min(A_WEEK, left.days),
    )
