"""The controls of settings that Discord has kinds of its own for: channels, roles, numbers."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Self

import discord
from discord import ui

from cogs.house.known_settings import NUMBERS
from cogs.house.setting_types import MOST_CHANNELS
from cogs.language.catalogues import translate
from cogs.messages.buttons import ControlClient, Use
from data import LIMITS, Settings
from engine import Text

LONGEST_TITLE = 45
"""Characters of a form's title and labels."""

PLAYABLE = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
]
"""Kinds of channels in which, or in whose threads, matches can be played."""

Answer = Callable[[discord.Interaction[Any], dict[str, str]], Awaitable[None]]


class ServerMenu(
    ui.DynamicItem[ui.ChannelSelect[Any] | ui.RoleSelect[Any]],
    template=r"damier:(?:channels|role)-(?P<use>[a-z]+):(?P<about>.*)",
):
    """A menu of the channels or roles of a server.

    It is answered like a ``Menu`` with the ids of those chosen, with spaces between them.
    """

    def __init__(
        self, item: ui.ChannelSelect[Any] | ui.RoleSelect[Any], use: Use, about: str
    ) -> None:
        super().__init__(item)
        self.use, self.about = use, about

    @classmethod
    def of_channels(
        cls,
        use: Use,
        about: str,
        placeholder: str,
        chosen: Iterable[int],
        *,
        types: Sequence[discord.ChannelType] = PLAYABLE,
        most: int = MOST_CHANNELS,
    ) -> Self:
        """Return a menu of channels, of which some or none are chosen."""
        kind = discord.SelectDefaultValueType.channel
        item: ui.ChannelSelect[Any] = ui.ChannelSelect(
            custom_id=f"damier:channels-{use}:{about}",
            channel_types=list(types),
            placeholder=placeholder,
            min_values=0,
            max_values=most,
            default_values=[discord.SelectDefaultValue(id=id_, type=kind) for id_ in chosen],
        )
        return cls(item, use, about)

    @classmethod
    def of_roles(cls, use: Use, about: str, placeholder: str, chosen: Iterable[int]) -> Self:
        """Return a menu of roles, of which one or none is chosen."""
        kind = discord.SelectDefaultValueType.role
        item: ui.RoleSelect[Any] = ui.RoleSelect(
            custom_id=f"damier:role-{use}:{about}",
            placeholder=placeholder,
            min_values=0,
            max_values=1,
            default_values=[discord.SelectDefaultValue(id=id_, type=kind) for id_ in chosen],
        )
        return cls(item, use, about)

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction[Any],
        item: Any,  # noqa: ANN401 - a menu of the same kind
        match: re.Match[str],
        /,
    ) -> Self:
        """Return the menu that was used."""
        return cls(item, Use(match["use"]), match["about"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Call the handler of the menu."""
        chosen = " ".join(str(one.id) for one in self.item.values)
        client: ControlClient = interaction.client
        async with client.answering(interaction):
            await client.admit(interaction)
            await client.menus[self.use](interaction, self.about, chosen)


class NumbersForm(ui.Modal):
    """A form for the settings that are numbers; ``answer`` gets what is typed, by field."""

    def __init__(self, settings: Settings, locale: discord.Locale, answer: Answer) -> None:
        title = translate(Text("Limits of the server"), locale)
        super().__init__(title=title[:LONGEST_TITLE], timeout=None)
        self._answer = answer
        self._lines: dict[str, ui.TextInput[Any]] = {}
        for setting in NUMBERS:
            least, most = LIMITS[setting.field]
            what = translate(
                Text("A number from {least} to {most}", least=least, most=most), locale
            )
            self._lines[setting.field] = ui.TextInput(
                default=str(setting.value(settings)), max_length=len(str(most))
            )
            self.add_item(
                ui.Label(
                    text=translate(setting.label, locale)[:LONGEST_TITLE],
                    description=what,
                    component=self._lines[setting.field],
                )
            )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Call the handler of the form."""
        typed = {field: item.value for field, item in self._lines.items()}
        client: ControlClient = interaction.client
        async with client.answering(interaction):
            await client.admit(interaction)
            await self._answer(interaction, typed)
