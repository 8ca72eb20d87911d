"""The whole check: this machine, the bot's account, and a channel."""

from __future__ import annotations

import platform

import discord

from cogs import VERSION
from cogs.client.operator_settings import OperatorSettings
from cogs.operating.checking import account, channel, machine
from cogs.operating.checking.findings import Finding, FindingMark, bad, doubtful, good, unchecked
from cogs.operating.checking.trial import Trial
from cogs.operating.settings import unknown_settings
from cogs.timekeeping.discord_clock import DiscordClock
from data import settings_of

LONGEST_WAIT = 30.0
"""The most seconds that a request waits for a rate limit; discord.py accepts no lower value."""


class Check:
    """A check of a set-up. ``findings`` has those made so far, even if the check is interrupted."""

    def __init__(self, url: str, settings: OperatorSettings, test_guild: int | None) -> None:
        self._url = url
        self._settings = settings
        self._test_guild = test_guild
        self.findings: list[Finding] = []

    async def run(self, token: str, *, server: int | None, place: int | None) -> None:
        """Check everything with the bot's ``token``.

        ``server`` and ``place`` are the ids of a server and of a channel in which to post, None to
        leave them out.
        """
        with_ = f"Python {platform.python_version()}, discord.py {discord.__version__}"
        self.findings.append(good("version", f"Damier {VERSION}, {with_}"))
        self.findings += [
            doubtful("settings", sentence, "correct it, or take it out of .env")
            for sentence in unknown_settings()
        ]
        self.findings += await machine.findings(self._url, self._settings)
        clock = DiscordClock(_nothing)
        client = discord.Client(
            intents=discord.Intents.none(),
            http_trace=clock.trace,
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        try:
            logged_in = await account.log_in(client, token)
            self.findings.append(logged_in)
            if logged_in.mark is FindingMark.GOOD:
                async for finding in account.findings(client, clock, self._test_guild):
                    self.findings.append(finding)
                await self._try(client, server, place)
            elif server is not None or place is not None:
                name = "server" if place is None else "channel"
                why = "it was not looked at, because the bot is not logged in"
                self.findings.append(bad(name, why, "see to the token first"))
        finally:
            await client.close()

    async def _try(self, client: discord.Client, server: int | None, place: int | None) -> None:
        found, there = await channel.find(client, server, place)
        self.findings += found
        if there is None:
            return
        threads = (await settings_of(self._url, there.channel.guild.id)).threads
        self.findings += channel.permissions(there, threads=threads)
        if not there.given.view_channel:
            self.findings.append(unchecked("post a board", "the bot does not see the channel"))
            return
        trial = Trial(client, there.channel)
        try:
            await trial.run(threads=threads)
        finally:
            self.findings += trial.findings

    @property
    def passed(self) -> bool:
        """Whether no finding is bad."""
        return all(finding.mark is not FindingMark.BAD for finding in self.findings)


async def _nothing() -> None:
    """Do nothing: the clock needs no request of its own, since every answer has the time."""
