"""The panel of matches with other servers: where they are played, and whether names cross."""

from __future__ import annotations

import discord
from discord import ui

from cogs.language.catalogues import Translate
from cogs.members.match_channels import missing_permissions
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.layouts import text_layout
from cogs.settings.known_settings import SERVER_SETTINGS, setting_line, setting_of
from cogs.settings.settings_panels import (
    ABROAD,
    ABROAD_CHANNEL,
    ABROAD_FIELDS,
    OTHER_SERVERS,
    SERVER,
    THE_SERVERS,
    ServerMenu,
    toggles,
)
from data import ServerSettings
from engine import Text
from engine.text import joined


def server_matches_panel(
    settings: ServerSettings, guild: discord.Guild, translated: Translate
) -> ui.LayoutView:
    """Return the panel of matches with other servers, for people who manage the server."""
    about = Text(
        "Two servers play each other, each in its own channel. Whoever manages another server "
        "challenges yours by its number, `{number}`, once you have chosen a channel; nothing is "
        "played before you accept. Each server sees the names of the other’s players only if both "
        "show theirs; what is written never crosses.",
        number=str(guild.id),
    )
    layout = text_layout(f"### {translated(OTHER_SERVERS)}\n{translated(about)}")
    line = setting_line(setting_of(ServerSettings, ABROAD_CHANNEL), settings, translated)
    layout.add_item(ui.TextDisplay(line))
    channel = guild.get_channel(settings.abroad_channel or 0)
    menu = ServerMenu.of_channels(
        ControlKind.SETTING,
        f"{SERVER}:{ABROAD_CHANNEL}",
        translated(Text("No channel: no matches with other servers")),
        [] if channel is None else [channel.id],
        types=(discord.ChannelType.text,),
        most=1,
    )
    layout.add_item(ui.ActionRow(menu))
    missing = missing_permissions(channel) if channel is not None else []
    if channel is not None and missing:
        refused = Text(
            "I cannot post in {channel}: I am missing {permissions}.",
            channel=channel.mention,
            permissions=joined(missing, ", "),
        )
        layout.add_item(ui.TextDisplay(translated(refused)))
    fields = [one for one in SERVER_SETTINGS if one.field in ABROAD_FIELDS]
    back = translated(THE_SERVERS)
    layout.add_item(
        ui.ActionRow(
            *toggles(SERVER, fields, settings, translated),
            TextButton(ControlKind.SETTING, f"{SERVER}:{ABROAD}:{SERVER}", back),
        )
    )
    return layout
