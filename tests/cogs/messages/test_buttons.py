"""Buttons and menus that this version of the bot does not know."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from cogs.messages.layouts import view_of
from tests.cogs.conftest import SHARED, UNSEEN, Club, private_text
from tests.cogs.lasting import control

pytestmark = [SHARED, UNSEEN]


async def test_controls_of_another_version_are_answered(club: Club) -> None:
    place = club.bot.get_channel(club.channel.id)
    assert isinstance(place, discord.TextChannel)
    option = discord.SelectOption(label="x", value="x")
    for custom_id in ("damier:bribe:1:2:0", "damier:text-bribe:1"):
        button: ui.Button[Any] = ui.Button(label="x", custom_id=custom_id)
        shown = await (await control(club, club.alice, button))
        assert "older version" in private_text(shown), custom_id
    menu: ui.Select[Any] = ui.Select(custom_id="damier:menu-bribe:", options=[option])
    sent = await place.send("x", view=view_of(menu))
    (message,) = (one for one in club.messages if one.id == sent.id)
    shown = await club.alice.select(message, values=["x"])
    assert "older version" in private_text(shown)
