"""The panel of the puzzle of the day: its channel, hour and time zone."""

from __future__ import annotations

from datetime import datetime, timedelta

import discord
from discord import ui

from cogs.language.catalogues import Translate
from cogs.members.match_channels import missing_permissions
from cogs.messages.buttons import ControlKind, Menu, TextButton
from cogs.messages.layouts import text_layout
from cogs.settings.known_settings import setting_line, setting_of
from cogs.settings.settings_panels import (
    DAILY,
    DAILY_CHANNEL,
    DAILY_HOUR,
    DAILY_ZONE,
    PUZZLE_OF_THE_DAY,
    SERVER,
    THE_SERVERS,
    ServerMenu,
)
from cogs.timekeeping.time_zones import USUAL, beginning, day_in
from data import ServerSettings
from engine import Text
from engine.text import joined

POSTED_IN = (discord.ChannelType.text, discord.ChannelType.news)
"""The kinds of channels in which the puzzle of the day can be posted."""


def daily_panel(
    settings: ServerSettings, guild: discord.Guild, translated: Translate, now: datetime
) -> ui.LayoutView:
    """Return the panel of the puzzle of the day, for people who manage the server."""
    about = Text(
        "Each day I post a puzzle in the channel you choose, taking the games of this server "
        "in turn. Everybody solves it in private; the next day’s post has the solution, and "
        "how many found it."
    )
    layout = text_layout(f"### {translated(PUZZLE_OF_THE_DAY)}\n{translated(about)}")
    channel = guild.get_channel(settings.daily_channel or 0)
    layout.add_item(ui.TextDisplay(_line(DAILY_CHANNEL, settings, translated)))
    menu = ServerMenu.of_channels(
        ControlKind.SETTING,
        f"{SERVER}:{DAILY_CHANNEL}",
        translated(Text("No channel: no puzzle of the day")),
        [] if channel is None else [channel.id],
        types=POSTED_IN,
        most=1,
    )
    layout.add_item(ui.ActionRow(menu))
    hours = [
        discord.SelectOption(
            label=f"{hour}:00", value=str(hour), default=hour == settings.daily_hour
        )
        for hour in range(24)
    ]
    zones = list(dict.fromkeys([*USUAL, settings.daily_zone]))
    options = [
        discord.SelectOption(label=zone, value=zone, default=zone == settings.daily_zone)
        for zone in zones
    ]
    for field, shown in ((DAILY_HOUR, hours), (DAILY_ZONE, options)):
        layout.add_item(ui.TextDisplay(_line(field, settings, translated)))
        label = translated(setting_of(ServerSettings, field).label)
        layout.add_item(ui.ActionRow(Menu(ControlKind.SETTING, f"{SERVER}:{field}", label, shown)))
    layout.add_item(ui.TextDisplay(translated(_outlook(settings, guild, now))))
    other, back = translated(Text("Another time zone")), translated(THE_SERVERS)
    layout.add_item(
        ui.ActionRow(
            TextButton(ControlKind.SETTING, f"{SERVER}:{DAILY}:{DAILY_ZONE}", other),
            TextButton(ControlKind.SETTING, f"{SERVER}:{DAILY}:{SERVER}", back),
        )
    )
    return layout


def _outlook(settings: ServerSettings, guild: discord.Guild, now: datetime) -> Text:
    """Return the sentence on the time of the next puzzle, or on the reason why there is none."""
    if settings.daily_channel is None:
        return Text("No puzzle is posted.")
    channel = guild.get_channel(settings.daily_channel)
    if channel is None:
        return Text("The channel is gone: choose another one.")
    if missing := missing_permissions(channel):
        return Text(
            "I cannot post in {channel}: I am missing {permissions}.",
            channel=channel.mention,
            permissions=joined(missing, ", "),
        )
    moments = (
        beginning(
            day_in(settings.daily_zone, now) + timedelta(days=days),
            settings.daily_hour,
            settings.daily_zone,
        )
        for days in range(3)
    )
    following = next(moment for moment in moments if moment > now)
    return Text(
        "The next one is due {when}. If you choose an hour that has passed today, today’s puzzle "
        "comes within a minute.",
        when=discord.utils.format_dt(following, "F"),
    )


def _line(field: str, settings: ServerSettings, translated: Translate) -> str:
    return setting_line(setting_of(ServerSettings, field), settings, translated)
