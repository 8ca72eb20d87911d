"""The check of the bot's account: token, clock, intents, gateway and commands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Final

import discord

from cogs.client.client import Damier, intents
from cogs.operating.checking.findings import Finding, Refused, ask, bad, good, unchecked
from cogs.timekeeping.discord_clock import TOLERATED, DiscordClock
from data import Store

PORTAL: Final = "https://discord.com/developers/applications"

PRIVILEGED: Final = {
    "message_content": ("message content", "gateway_message_content"),
    "members": ("server members", "gateway_guild_members"),
    "presences": ("presences", "gateway_presence"),
}
"""The privileged intents: their titles in the portal, and the flags that show they are granted."""

REVIEWED: Final = ", and approved by Discord, which reviews it every year"

LIMITED: Final = (
    ", limited: Discord has not reviewed it, and asks for that once the bot reaches 10,000 people "
    "(servers so far: {servers})"
)

WITHOUT_IT: Final = (
    "without it bare moves are not read, only commands, buttons, mentions of the bot, pinging "
    "replies to its boards and direct messages"
)

BARRED: Final = "Discord bars this machine or the bot: try again in an hour, or from elsewhere"


async def log_in(client: discord.Client, token: str) -> Finding:
    """Log the client in for later requests; return the finding about its token."""
    if not token:
        return unchecked("token", "there is none, so Discord is not asked: set DISCORD_TOKEN")
    try:
        answer = await ask(client.login(token))
    except Refused as refused:
        if isinstance(refused.__cause__, discord.LoginFailure):
            advice = f"copy it anew from {PORTAL}, page Bot"
            return bad("token", "Discord refuses it", advice, refused.seconds)
        advice = refused.advice(forbidden=BARRED, missing=BARRED)
        return bad("token", str(refused), advice, refused.seconds)
    return good("token", f"logged in as {client.user and client.user.name}", answer.seconds)


async def findings(
    client: discord.Client, clock: DiscordClock, test_guild: int | None
) -> AsyncIterator[Finding]:
    """Yield the findings about the account of a logged-in client."""
    yield _clock(clock)
    for finding in _intents(client):
        yield finding
    yield await _gateway(client)
    yield await _commands(client, test_guild)


def _clock(clock: DiscordClock) -> Finding:
    ahead = clock.ahead
    said = f"{ahead / timedelta(seconds=1):+.1f} seconds from Discord's"
    if abs(ahead) > TOLERATED:
        return bad("clock", said, "set this machine's clock, and have it kept by NTP")
    return good("clock", said)


def _intents(client: discord.Client) -> list[Finding]:
    flags, found = client.application_flags, []
    for name, (title, flag) in PRIVILEGED.items():
        used = getattr(intents(sees_messages=True), name)
        reviewed, limited = getattr(flags, flag), getattr(flags, f"{flag}_limited")
        granted = reviewed or limited
        said = ("granted" if granted else "not granted") + ("" if used else ", not used")
        if used and granted:
            servers = client.application.approximate_guild_count if client.application else 0
            said += REVIEWED if reviewed else LIMITED.format(servers=servers)
        if used and not granted:
            advice = f"switch it on at {PORTAL}, page Bot; {WITHOUT_IT}"
            found.append(bad(f"intent {title}", said, advice))
        elif used or granted:
            found.append(good(f"intent {title}", said))
        else:
            found.append(unchecked(f"intent {title}", said))
    return found


async def _gateway(client: discord.Client) -> Finding:
    try:
        answer = await ask(client.http.get_bot_gateway())
    except Refused as refused:
        advice = refused.advice(forbidden=BARRED, missing=BARRED)
        return bad("gateway", str(refused), advice, refused.seconds)
    shards, _, limit = answer.value
    said = f"{shards} shard{'s' if shards != 1 else ''}, {limit['remaining']} starts left today"
    if limit["remaining"] < shards:
        hours = timedelta(milliseconds=limit["reset_after"]) / timedelta(hours=1)
        return bad("gateway", said, f"start the bot again in {hours:.1f} hours", answer.seconds)
    return good("gateway", said, answer.seconds)


async def _commands(client: discord.Client, test_guild: int | None) -> Finding:
    """Return the finding on whether Discord has exactly the commands of this version."""
    ours = await _names()
    where = discord.Object(test_guild) if test_guild else None
    tree = discord.app_commands.CommandTree(client)
    try:
        answer = await ask(tree.fetch_commands(guild=where))
    except Refused as refused:
        denied = "is TEST_GUILD right, and the bot invited to it?" if where else BARRED
        advice = refused.advice(forbidden=denied, missing=denied)
        return bad("commands", str(refused), advice, refused.seconds)
    theirs = {command.name for command in answer.value}
    said = f"{len(theirs)} registered, of {len(ours)}"
    wrong = [f"without {name}" for name in sorted(ours - theirs)]
    wrong += [f"with {name}, which is none" for name in sorted(theirs - ours)]
    if wrong:
        said = f"{said}: {', '.join(wrong[:5])}{' …' if len(wrong) > 5 else ''}"
        return bad("commands", said, "start the bot: it registers them", answer.seconds)
    return good("commands", said, answer.seconds)


async def _names() -> set[str]:
    """Return the names of this version's application commands, from a bot that is not connected."""
    store = await Store.open("sqlite+aiosqlite://")
    try:
        bot = Damier(store)
        await bot.load_cogs()
        names = {command.name for command in bot.tree.get_commands()}
        for cog in tuple(bot.cogs):
            await bot.remove_cog(cog)
    finally:
        await store.close()
    return names
