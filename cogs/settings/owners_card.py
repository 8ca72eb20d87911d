"""The card for the owners of a server: main settings, and the bot's missing permissions."""

from __future__ import annotations

from typing import Final

import discord
from discord import ui

from cogs.challenges.matchmaking import games_of
from cogs.client.client import Damier
from cogs.language.catalogues import Translate
from cogs.members.match_channels import NEEDED
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.layouts import text_layout
from cogs.settings.known_settings import SERVER_SETTINGS, setting_line, setting_of
from cogs.settings.setting_types import Choice
from cogs.settings.settings_panels import (
    CARD,
    CHANNELS,
    LANGUAGE,
    ORGANISER,
    SERVER,
    SET_UP,
    THE_SERVERS,
    TOURNAMENTS,
    add_menus,
    channels_menu,
    role_menu,
)
from data import ServerSettings
from engine import Text

SHOWN: Final = 5
"""The most channels listed with missing permissions."""

EASY: Final = 2
"""The level of the computer that plays the match of *Try it*."""

ON_CARD: Final = (CHANNELS, LANGUAGE, TOURNAMENTS, ORGANISER)
"""The fields of the settings on the card, in order."""

THIS_SERVER: Final = Text("For those who manage this server")

NO_MATCH: Final = Text("no match can be played there")

EXTRAS: Final = {
    "send_messages_in_threads": (
        Text("Send Messages in Threads"),
        Text("no match in threads and forum posts"),
    ),
    "create_public_threads": (
        Text("Create Public Threads"),
        Text("no thread for a match, nor for a crowd to talk in"),
    ),
    "create_private_threads": (
        Text("Create Private Threads"),
        Text("no private talk of crowds that play each other"),
    ),
    "pin_messages": (Text("Pin Messages"), Text("cards and overviews are not pinned")),
    "manage_messages": (
        Text("Manage Messages"),
        Text("posts of a match are removed one by one, slowly"),
    ),
    "manage_threads": (Text("Manage Threads"), Text("no posts in threads that are locked")),
}
"""The optional permissions in a channel, each with its title and the consequence of lacking it."""

OF_SERVER: Final = {
    "create_events": (
        Text("Create Events"),
        Text("one-evening tournaments are not listed among the server’s events"),
    ),
    "manage_roles": (
        Text("Manage Roles"),
        Text("no role for winners, and no count of the members with a crowd’s role"),
    ),
}
"""The optional permissions on a server, each with its title and the consequence of lacking it."""


async def owners_card(
    bot: Damier, guild: discord.Guild, here: object, translated: Translate
) -> ui.LayoutView:
    """Return the card with its menus, for people who manage the server.

    The permissions are those in the channel ``here`` if the server has chosen no channels.
    """
    settings = bot.preferences.server(guild.id)
    about = Text("All of it works as it is. What you change takes effect at once.")
    layout = text_layout(f"### {translated(THIS_SERVER)}\n{translated(about)}")
    for field in ON_CARD:
        setting = setting_of(ServerSettings, field)
        if isinstance(setting, Choice):
            add_menus(layout, CARD, [setting], settings, translated)
            continue
        layout.add_item(ui.TextDisplay(setting_line(setting, settings, translated)))
        if field == CHANNELS:
            menu = channels_menu(CARD, settings, guild, translated)
        else:
            menu = role_menu(CARD, ORGANISER, Text("No role"), settings, guild, translated)
        layout.add_item(ui.ActionRow(menu))
    layout.add_item(ui.TextDisplay("\n".join(missing_lines(settings, guild, here, translated))))
    all_of_them = TextButton(ControlKind.SETTINGS, SERVER, translated(THE_SERVERS))
    layout.add_item(ui.ActionRow(await _try_it(bot, guild, translated), all_of_them))
    return layout


async def add_for_owners(
    bot: Damier,
    layout: ui.LayoutView,
    guild: discord.Guild,
    here: object,
    translated: Translate,
) -> None:
    """Add the card's information to the layout of a public post, with a button to the card."""
    settings = bot.preferences.server(guild.id)
    lines = [f"**{translated(THIS_SERVER)}**"]
    lines += [
        setting_line(setting, settings, translated)
        for setting in SERVER_SETTINGS
        if setting.field in ON_CARD
    ]
    lines += missing_lines(settings, guild, here, translated)
    layout.add_item(ui.TextDisplay("\n".join(lines)))
    setting_up = TextButton(ControlKind.SETTINGS, CARD, translated(SET_UP))
    layout.add_item(ui.ActionRow(await _try_it(bot, guild, translated), setting_up))


async def _try_it(bot: Damier, guild: discord.Guild, translated: Translate) -> TextButton:
    """Return the button that begins a match against an easy computer at once."""
    first, *_ = await games_of(bot, guild)
    label = translated(Text("Try it"))
    return TextButton(
        ControlKind.PLAY, f"{first.name} level {EASY}", label, discord.ButtonStyle.success
    )


def missing_lines(
    settings: ServerSettings, guild: discord.Guild, here: object, translated: Translate
) -> list[str]:
    """Return a heading and a line for each permission that the bot lacks, with the consequence.

    If there are none, return a line that says so. The channels checked are those that the server
    has chosen for matches, the first few of them, otherwise ``here`` alone.
    """
    chosen = [guild.get_channel(channel) for channel in settings.channels]
    channels: list[discord.abc.GuildChannel] = [one for one in chosen if one is not None]
    if not channels and isinstance(here, discord.Thread):
        here = here.parent
    if not channels and isinstance(here, discord.abc.GuildChannel):
        channels = [here]
    lines = []
    for channel in channels[:SHOWN]:
        given = channel.permissions_for(guild.me)
        needed = {name: (title, NO_MATCH) for name, title in NEEDED.items()}
        for name, (title, without) in (needed | EXTRAS).items():
            if not getattr(given, name):
                text = Text(
                    "Without **{permission}** in {channel}: {without}.",
                    permission=title,
                    channel=channel.mention,
                    without=without,
                )
                lines.append(f"- {translated(text)}")
    has = guild.me.guild_permissions
    for name, (title, without) in OF_SERVER.items():
        if not (getattr(has, name) or (name == "create_events" and has.manage_events)):
            text = Text("Without **{permission}**: {without}.", permission=title, without=without)
            lines.append(f"- {translated(text)}")
    if not lines:
        return [translated(Text("Permissions: I have all that I can use."))]
    return [translated(Text("Permissions that I lack:")), *lines]
