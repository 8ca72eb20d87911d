"""Presses of the controls below the post of a match between servers."""

from __future__ import annotations

import engine
from cogs.messages.buttons import ControlKind, TextButton
from engine.server_matches.server_match import ServerMatch, Side
from engine.table.clock import NO_LIMIT
from tests.cogs.conftest import Club
from tests.cogs.lasting import Press, control, officer, use


async def another(club: Club) -> int:
    """Create another server, let both take challenges of other servers, and return its id."""
    other = club.env.create_guild("There")
    channel = other.create_text_channel("abroad")
    for guild, place in ((club.guild.id, club.channel.id), (other.id, channel.id)):
        await club.bot.preferences.change_server(guild, abroad_channel=place)
    await club.env.settle()
    return other.id


async def challenged_by_another(club: Club) -> ServerMatch:
    """Store a challenge of another server to the club's; return it."""
    number = await another(club)
    place = club.bot.preferences.server(number).abroad_channel or 0
    game = engine.games["frysk"]
    sides = Side(number, "There", place), Side(club.guild.id, "", club.channel.id)
    new = ServerMatch(0, game, game.start().options, NO_LIMIT, 2, club.env.now(), sides)
    made = await club.store.servers.create(new, f"interaction:{number}")
    await club.env.settle()
    return made


@use(ControlKind.SERVERS)
async def accept_another(club: Club) -> Press:
    match = await challenged_by_another(club)
    button = TextButton(ControlKind.SERVERS, f"accept:{match.id}", "x")
    return await control(club, officer(club), button)
