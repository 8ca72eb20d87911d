"""``/settings``: a person's settings, and those of a server for people who manage it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Final

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import hybrid_command
from cogs.client.replies import answer_to, open_form
from cogs.language.typed_words import is_word
from cogs.members.match_channels import check_writer
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.forms import Typed, text_form, text_of
from cogs.settings import settings_panels as panels
from cogs.settings.daily_panel import daily_panel
from cogs.settings.known_settings import (
    NUMBERS,
    PERSONAL_SETTINGS,
    SERVER,
    SERVER_SETTINGS,
    is_of_server_alone,
    read_changes,
    setting_lines,
    setting_of,
)
from cogs.settings.owners_card import owners_card
from cogs.settings.settings_panels import (
    ABROAD,
    ABROAD_CHANNEL,
    ABROAD_FIELDS,
    CARD,
    CHANNELS,
    DAILY,
    DAILY_CHANNEL,
    DAILY_HOUR,
    DAILY_ZONE,
    EVENTS,
    GAMES,
    GUESSES,
    GUESSING,
    ORGANISER,
    PERSON,
    ROLE,
    SEASONS,
    TOURNAMENTS,
    UNSET,
    ServerMenu,
    numbers_form,
)
from cogs.settings.settings_panels import SERVER as SERVER_PANEL
from cogs.timekeeping.time_zones import USUAL
from data import PersonSettings, ServerSettings, Settings
from engine import Refusal, Text
from engine.text import Words, joined

FURTHER_PANELS: Final = frozenset({DAILY, EVENTS, GUESSING, ABROAD})
"""The panels that are opened from the server's panel."""

SHOWN_FOR = 120.0
"""Seconds after which settings shown in a channel are removed."""

CHOSEN_CHANNELS: Final = frozenset({CHANNELS, DAILY_CHANNEL, ABROAD_CHANNEL})
"""The settings that choose channels in which the bot posts."""

NOT_YOURS = Text("Only members who may manage the server (Manage Server) can change its settings.")


class SettingsCog(commands.Cog, name="Settings"):
    """``/settings`` and its panels."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the controls of the panels."""
        self.bot.add_dynamic_items(ServerMenu)
        self.bot.text_buttons[ControlKind.SETTINGS] = self.open
        self.bot.text_buttons[ControlKind.SETTING] = self.press
        self.bot.menus[ControlKind.SETTING] = self.choose
        self.bot.forms[ControlKind.SETTING] = self.take_limits
        self.bot.forms[ControlKind.ZONE] = self.take_zone

    @hybrid_command(
        "settings",
        locale_str("Your settings, and those of the server if you manage it"),
        "preferences",
    )
    @app_commands.describe(words=locale_str("What to change, such as: theme slate pings off"))
    async def show(self, context: Context, *, words: str = "") -> None:
        """``/settings``, ``@Damier settings theme slate``, ``@Damier settings server time 1d``."""
        guild, member = context.guild, context.author
        if guild is None or not isinstance(member, discord.Member):
            return
        answer, manages = answer_to(context), member.guild_permissions.manage_guild
        if words:
            text = await self._change(words, guild, member, context)
            await answer.show(text, shown_for=SHOWN_FOR)
        elif answer.is_private:
            settings = await self.bot.preferences.person(member.id)
            await answer.show(view=panels.personal_panel(settings, answer.said, manages=manages))
        else:
            await self._tell(context, guild, member)

    async def _tell(self, context: Context, guild: discord.Guild, member: discord.Member) -> None:
        """Reply to a typed command, for a while, with buttons that open private panels."""
        answer, me = answer_to(context), Words(guild.me.display_name)
        examples = [Text("`@{bot} settings theme slate pings off`", bot=me)]
        buttons = [TextButton(ControlKind.SETTINGS, PERSON, answer.said(Text("Settings")))]
        if member.guild_permissions.manage_guild:
            buttons += panels.owners_buttons(answer.said)
            examples.append(Text("`@{bot} settings server theme slate`", bot=me))
        how = Text(
            "Only you see your settings. They can be typed as well, such as {examples}.",
            examples=joined(examples, ", "),
        )
        await answer.show(how, *buttons, shown_for=SHOWN_FOR)

    async def _change(
        self, words: str, guild: discord.Guild, member: discord.Member, context: Context
    ) -> str:
        """Change the typed settings of the member or the server; return their new lines.

        Raises Refusal if the member may not change them, or a value is not possible.
        """
        first, _, rest = words.strip().partition(" ")
        settings: Settings
        named = is_word(first, SERVER)
        if named or is_of_server_alone(words):
            if not member.guild_permissions.manage_guild:
                raise Refusal(NOT_YOURS)
            said = rest if named else words
            settings = self.bot.preferences.server(guild.id)
            changes = await asyncio.to_thread(read_changes, said, SERVER_SETTINGS, guild, settings)
            settings = await self._change_server(member, changes)
        else:
            changes = read_changes(
                words,
                PERSONAL_SETTINGS,
                guild,
                await self.bot.preferences.person(member.id),
                of_server=SERVER_SETTINGS if member.guild_permissions.manage_guild else (),
            )
            settings = await self.bot.preferences.change_person(member.id, **changes)
            if context.interaction is not None:
                await self.bot.preferences.speak_to(context.interaction)
        return setting_lines(settings, changes or None, answer_to(context).said)

    # The panels

    async def open(self, interaction: Interaction, about: str) -> None:
        """Open the panel of the person or of the server, or the card for owners. Raises Refusal."""
        if about == CARD:
            await answer_to(interaction).show(view=await self._card(interaction))
            return
        await answer_to(interaction).show(
            view=await self._panel(interaction, server=about != PERSON)
        )

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button: a toggle, one of a further panel, or the one to the form of limits.

        Raises Refusal.
        """
        kind, field, value = about.split(":")
        if field in FURTHER_PANELS:
            await self._open_further(interaction, field, value)
            return
        if field != panels.NUMBERS_FORM:
            await self._set(interaction, kind, field, value == panels.ON)
            return
        settings = self.bot.preferences.server(_managed(interaction).id)
        await open_form(interaction, numbers_form(settings, interaction))

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle a menu: set the chosen value, channels, games or role. Raises Refusal."""
        kind, field = about.split(":")
        value: object = None if choice == UNSET else choice
        if field == CHANNELS:
            value = tuple(int(channel) for channel in choice.split())
        elif field == GAMES:
            value = tuple(choice.split())
        elif field in {ROLE, ORGANISER, DAILY_CHANNEL, ABROAD_CHANNEL}:
            value = int(choice) if choice else None
        elif field == DAILY_HOUR:
            value = int(choice)
        await self._set(interaction, kind, field, value)

    async def take_limits(self, interaction: Interaction, _about: str, typed: Typed) -> None:
        """Handle the form for the limits: set all of them. Raises Refusal for a wrong number."""
        guild = _managed(interaction)
        changes = {s.field: s.read(typed[s.field].strip(), guild) for s in NUMBERS}
        await self._change_server(interaction.user, changes)
        await self._update(interaction, server=True)

    async def _change_server(
        self, member: discord.abc.User, changes: Mapping[str, object]
    ) -> ServerSettings:
        """Change settings of a member's server, and return all of its settings.

        Raises Refusal if the member may not write in a newly chosen channel. Channels that were
        chosen before may stay.
        """
        if not isinstance(member, discord.Member):
            raise Refusal(NOT_YOURS)
        guild, before = member.guild, self.bot.preferences.server(member.guild.id)
        for field in CHOSEN_CHANNELS & changes.keys():
            new = set(_channels(changes[field])) - set(_channels(getattr(before, field)))
            for one in sorted(new):
                channel = guild.get_channel(one)
                if channel is not None:
                    await check_writer(member, channel)
        return await self.bot.preferences.change_server(guild.id, **changes)

    async def _set(self, interaction: Interaction, kind: str, field: str, value: object) -> None:
        if kind == PERSON:
            setting_of(PersonSettings, field)
            await self.bot.preferences.change_person(interaction.user.id, **{field: value})
            await self.bot.preferences.speak_to(interaction)
        else:
            _managed(interaction)
            setting_of(ServerSettings, field)
            await self._change_server(interaction.user, {field: value})
        if kind == CARD:
            await answer_to(interaction).put(await self._card(interaction))
        elif (further := _further_panel(field)) is not None:
            await answer_to(interaction).put(self._further(interaction, further))
        else:
            await self._update(interaction, server=kind != PERSON)

    async def _update(self, interaction: Interaction, *, server: bool) -> None:
        """Show the person's or the server's panel again, in place of the old one."""
        await answer_to(interaction).put(await self._panel(interaction, server=server))

    async def _open_further(self, interaction: Interaction, panel: str, what: str) -> None:
        """Open a further panel of the server, the time zone's form, or the server's panel again.

        Raises Refusal if the person does not manage the server.
        """
        if what == SERVER_PANEL:
            await self._update(interaction, server=True)
        elif what == DAILY_ZONE:
            _managed(interaction)
            label = answer_to(interaction).said(setting_of(ServerSettings, DAILY_ZONE).label)
            form = text_form(ControlKind.ZONE, "", label, label, interaction, example=USUAL[-1])
            await open_form(interaction, form)
        else:
            await answer_to(interaction).put(self._further(interaction, panel))

    async def take_zone(self, interaction: Interaction, _about: str, typed: Typed) -> None:
        """Handle the form for the time zone: set the zone. Raises Refusal."""
        guild, zone = _managed(interaction), setting_of(ServerSettings, DAILY_ZONE)
        value = await asyncio.to_thread(zone.read, text_of(typed), guild)
        await self._set(interaction, SERVER_PANEL, DAILY_ZONE, value)

    def _further(self, interaction: Interaction, panel: str) -> ui.LayoutView:
        """Return a further panel of the server.

        Raises Refusal if the person does not manage the server.
        """
        guild, translated = _managed(interaction), answer_to(interaction).said
        settings = self.bot.preferences.server(guild.id)
        if panel == DAILY:
            return daily_panel(settings, guild, translated, self.bot.clock.now())
        if panel == EVENTS:
            return panels.events_panel(settings, guild, translated)
        if panel == GUESSING:
            return panels.guesses_panel(settings, translated)
        return panels.server_matches_panel(settings, guild, translated)

    async def _card(self, interaction: Interaction) -> ui.LayoutView:
        guild, translated = _managed(interaction), answer_to(interaction).said
        return await owners_card(self.bot, guild, interaction.channel, translated)

    async def _panel(self, interaction: Interaction, *, server: bool) -> ui.LayoutView:
        translated = answer_to(interaction).said
        if server and interaction.guild is not None:
            guild = _managed(interaction)
            return panels.server_panel(self.bot.preferences.server(guild.id), guild, translated)
        settings = await self.bot.preferences.person(interaction.user.id)
        manages = interaction.permissions.manage_guild
        return panels.personal_panel(settings, translated, manages=manages)


def _channels(value: object) -> Iterable[int]:
    """Return the ids in the value of a setting of one channel or of several."""
    if isinstance(value, tuple):
        return value
    return [value] if isinstance(value, int) else []


def _further_panel(field: str) -> str | None:
    """Return the further panel that has a setting, None if the setting is on no such panel."""
    if field.startswith(DAILY):
        return DAILY
    if field in {TOURNAMENTS, ORGANISER, SEASONS}:
        return EVENTS
    if field == GUESSES:
        return GUESSING
    return ABROAD if field in ABROAD_FIELDS else None


def _managed(interaction: Interaction) -> discord.Guild:
    """Return the server that the person manages. Raises Refusal if they do not."""
    if interaction.guild is None or not interaction.permissions.manage_guild:
        raise Refusal(NOT_YOURS)
    return interaction.guild
