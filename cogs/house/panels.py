"""The panels of settings: private posts whose controls outlive the process."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, Self

import discord
from discord import ui

from cogs.house.choices import (
    FOR_SERVER,
    LIMITED,
    MOST_CHANNELS,
    PERSONAL,
    Choice,
    Setting,
    Toggle,
    in_words,
    line,
    setting_of,
)
from cogs.language.catalogues import say
from cogs.messages.buttons import Menu, TextButton, Use
from data import LIMITS as BOUNDS
from data import PersonSettings, ServerSettings, Settings
from engine import Text

PERSON, SERVER = "person", "server"
"""Whose settings a control is about."""

ON, OFF, UNSET = "on", "off", "-"
"""What a control sets."""

LIMITS, CHANNELS, ROLE = "limits", "channels", "opener"
"""Fields that have a control of their own kind; the limits have a form."""

LONGEST_LABEL, LONGEST_TITLE = 80, 45
"""Characters of a button's label, and of a form's title and labels."""

PLAYABLE = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
]
"""Kinds of channels in which, or in whose threads, matches can be played."""

YOURS, THE_SERVERS = Text("Your settings"), Text("Settings of the server")

Answer = Callable[[discord.Interaction[Any], dict[str, str]], Awaitable[None]]


class ChannelMenu(
    ui.DynamicItem[ui.ChannelSelect[Any]], template=r"damier:channels-(?P<use>[a-z]+):(?P<about>.*)"
):
    """A menu of channels; its answer gets the ids of those chosen, with spaces between."""

    def __init__(self, use: Use, about: str, placeholder: str, chosen: Iterable[int]) -> None:
        channels = [discord.SelectDefaultValue(id=id_, type=_CHANNEL) for id_ in chosen]
        super().__init__(
            ui.ChannelSelect(
                custom_id=f"damier:channels-{use}:{about}",
                channel_types=PLAYABLE,
                placeholder=placeholder,
                min_values=0,
                max_values=MOST_CHANNELS,
                default_values=channels,
            )
        )
        self.use, self.about = use, about

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used."""
        return cls(Use(match["use"]), match["about"], "", ())

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hands the choice to who answers it."""
        chosen = " ".join(str(channel.id) for channel in self.item.values)
        async with interaction.client.answering(interaction):
            await interaction.client.menus[self.use](interaction, self.about, chosen)


class RoleMenu(
    ui.DynamicItem[ui.RoleSelect[Any]], template=r"damier:role-(?P<use>[a-z]+):(?P<about>.*)"
):
    """A menu of roles, of which one or none is chosen; its answer gets the id, or ``""``."""

    def __init__(self, use: Use, about: str, placeholder: str, chosen: Iterable[int]) -> None:
        super().__init__(
            ui.RoleSelect(
                custom_id=f"damier:role-{use}:{about}",
                placeholder=placeholder,
                min_values=0,
                max_values=1,
                default_values=[discord.SelectDefaultValue(id=i, type=_ROLE) for i in chosen],
            )
        )
        self.use, self.about = use, about

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used."""
        return cls(Use(match["use"]), match["about"], "", ())

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hands the choice to who answers it."""
        chosen = " ".join(str(role.id) for role in self.item.values)
        async with interaction.client.answering(interaction):
            await interaction.client.menus[self.use](interaction, self.about, chosen)


_CHANNEL = discord.SelectDefaultValueType.channel
_ROLE = discord.SelectDefaultValueType.role


class LimitsForm(ui.Modal):
    """A form for the settings that are numbers; ``answer`` gets what is typed, by field."""

    def __init__(self, settings: Settings, locale: discord.Locale, answer: Answer) -> None:
        title = say(Text("Limits of the server"), locale)
        super().__init__(title=title[:LONGEST_TITLE], timeout=None)
        self._answer = answer
        self._lines: dict[str, ui.TextInput[Any]] = {}
        for setting in LIMITED:
            least, most = BOUNDS[setting.field]
            what = say(Text("A number from {least} to {most}", least=least, most=most), locale)
            self._lines[setting.field] = ui.TextInput(
                default=str(setting.value(settings)), max_length=len(str(most))
            )
            self.add_item(
                ui.Label(
                    text=say(setting.label, locale)[:LONGEST_TITLE],
                    description=what,
                    component=self._lines[setting.field],
                )
            )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Hands what is typed to who answers it."""
        typed = {field: item.value for field, item in self._lines.items()}
        async with interaction.client.answering(interaction):
            await self._answer(interaction, typed)


def personal(settings: PersonSettings, locale: discord.Locale, *, manages: bool) -> ui.LayoutView:
    """A person's settings; for who ``manages`` the server with the way to the server's."""
    layout = _head(
        YOURS,
        Text("They go with you to every server. What you change counts at once."),
        locale,
    )
    _menus(layout, PERSON, PERSONAL, settings, locale)
    explained = Text(
        "Your own side is at the bottom of what only you see: else it is the first player's, as "
        "in the channel. Without pings, posts still name you but do not call you. Moves that are "
        "confirmed are shown to you before they count."
    )
    layout.add_item(ui.TextDisplay(f"-# {say(explained, locale)}"))
    layout.add_item(ui.ActionRow(*_toggles(PERSON, PERSONAL, settings, locale)))
    if manages:
        label = say(THE_SERVERS, locale)
        layout.add_item(ui.ActionRow(TextButton(Use.SETTINGS, SERVER, label)))
    return layout


def of_server(
    settings: ServerSettings, guild: discord.Guild, locale: discord.Locale
) -> ui.LayoutView:
    """The settings of a server, for those who manage it."""
    layout = _head(
        THE_SERVERS,
        Text("They hold for what everybody sees here. What you change counts at once."),
        locale,
    )
    channels = [channel for channel in settings.channels if guild.get_channel(channel)]
    everywhere = say(Text("All channels"), locale)
    layout.add_item(ui.TextDisplay(_line(CHANNELS, settings, locale)))
    layout.add_item(
        ui.ActionRow(ChannelMenu(Use.SETTING, f"{SERVER}:{CHANNELS}", everywhere, channels))
    )
    role = guild.get_role(settings.opener or 0)
    everyone = say(Text("Everyone"), locale)
    layout.add_item(ui.TextDisplay(_line(ROLE, settings, locale)))
    chosen = [] if role is None else [role.id]
    layout.add_item(ui.ActionRow(RoleMenu(Use.SETTING, f"{SERVER}:{ROLE}", everyone, chosen)))
    _menus(layout, SERVER, FOR_SERVER, settings, locale)
    layout.add_item(ui.TextDisplay("\n".join(line(s, settings, locale) for s in LIMITED)))
    limits = TextButton(Use.SETTING, f"{SERVER}:{LIMITS}:", say(Text("Limits"), locale))
    layout.add_item(ui.ActionRow(*_toggles(SERVER, FOR_SERVER, settings, locale), limits))
    return layout


def _head(title: Text, about: Text, locale: discord.Locale) -> ui.LayoutView:
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(f"### {say(title, locale)}\n{say(about, locale)}"))
    return layout


def _line(field: str, settings: ServerSettings, locale: discord.Locale) -> str:
    return line(setting_of(ServerSettings, field), settings, locale)


def _menus(
    layout: ui.LayoutView,
    kind: str,
    settings: Iterable[Setting[Any]],
    chosen: Settings,
    locale: discord.Locale,
) -> None:
    """Adds a menu for each setting that is one of several, with its name above."""
    for setting in settings:
        if not isinstance(setting, Choice):
            continue
        choices: dict[str, Any] = dict(setting.choices())
        value = setting.value(chosen)
        if value is not None:
            choices.setdefault(value, setting.show(value))
        if setting.unset is not None:
            choices = {UNSET: setting.unset[1], **choices}
        options = [
            discord.SelectOption(
                label=_said(shown, locale),
                value=key,
                default=key == (UNSET if value is None else value),
            )
            for key, shown in choices.items()
        ]
        layout.add_item(ui.TextDisplay(line(setting, chosen, locale)))
        about = f"{kind}:{setting.field}"
        layout.add_item(ui.ActionRow(Menu(Use.SETTING, about, say(setting.label, locale), options)))


def _toggles(
    kind: str, settings: Iterable[Setting[Any]], chosen: Settings, locale: discord.Locale
) -> Iterator[TextButton]:
    """A button for each setting that is on or off; pressing it makes it the other."""
    for setting in settings:
        if not isinstance(setting, Toggle):
            continue
        on = setting.value(chosen)
        label = Text("{what}: {value}", what=setting.label, value=in_words(setting, chosen))
        style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
        about = f"{kind}:{setting.field}:{OFF if on else ON}"
        yield TextButton(Use.SETTING, about, say(label, locale)[:LONGEST_LABEL], style)


def _said(shown: Text | str, locale: discord.Locale) -> str:
    return say(shown, locale) if isinstance(shown, Text) else shown
