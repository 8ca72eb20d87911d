"""The panels of settings and their controls, which work after a restart of the bot."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

import discord
from discord import ui

from cogs.client.autocompletion import game_options
from cogs.client.replies import answer_to
from cogs.language.catalogues import Translate
from cogs.members.match_channels import missing_permissions
from cogs.messages.buttons import Control, ControlClient, ControlKind, Menu, TextButton
from cogs.messages.forms import InputForm
from cogs.messages.layouts import add_button_rows, text_layout
from cogs.settings.known_settings import (
    NUMBERS,
    PERSONAL_SETTINGS,
    SERVER_SETTINGS,
    setting_line,
    setting_of,
    value_in_words,
)
from cogs.settings.setting_types import MOST_CHANNELS, Choice, Setting, Toggle
from data import LIMITS, PersonSettings, ServerSettings, Settings
from engine import Text
from engine.text import joined

PLAYABLE = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
]
"""The kinds of channels in which, or in whose threads, matches can be played."""


class ServerMenu(
    Control,
    ui.DynamicItem[ui.ChannelSelect[Any] | ui.RoleSelect[Any]],
    template=r"damier:(?:channels|role)-(?P<use>[a-z]+):(?P<about>.*)",
):
    """A menu of the channels or roles of a server.

    The choice is answered like that of a ``Menu``, with the chosen ids, separated by spaces.
    """

    def __init__(
        self, item: ui.ChannelSelect[Any] | ui.RoleSelect[Any], use: ControlKind, about: str
    ) -> None:
        super().__init__(item)
        self.use, self.about = use, about

    @classmethod
    def of_channels(
        cls,
        use: ControlKind,
        about: str,
        placeholder: str,
        chosen: Iterable[int],
        *,
        types: Sequence[discord.ChannelType] = PLAYABLE,
        most: int = MOST_CHANNELS,
    ) -> Self:
        """Return a menu of channels of these types, for at most ``most`` choices.

        ``chosen`` are the ids of the channels selected before.
        """
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
    def of_roles(
        cls, use: ControlKind, about: str, placeholder: str, chosen: Iterable[int]
    ) -> Self:
        """Return a menu of roles for one choice; ``chosen`` is the role selected before, if any."""
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
    def read(cls, item: Any, match: re.Match[str]) -> Self:  # noqa: ANN401 - a menu of the same kind
        """Return the menu that was used."""
        return cls(item, ControlKind(match["use"]), match["about"])

    async def answer(self, client: ControlClient, interaction: discord.Interaction[Any]) -> None:
        """Call the function for the menu's use, with the chosen ids."""
        chosen = " ".join(str(one.id) for one in self.item.values)
        await client.menus[self.use](interaction, self.about, chosen)


def numbers_form(settings: Settings, cause: discord.Interaction[Any]) -> InputForm:
    """Return the form for the numeric settings; its fields are named like the settings' fields."""
    translated = answer_to(cause).said
    form = InputForm(ControlKind.SETTING, "", translated(Text("Limits of the server")), cause)
    for setting in NUMBERS:
        least, most = LIMITS[setting.field]
        what = translated(Text("A number from {least} to {most}", least=least, most=most))
        number: ui.TextInput[Any] = ui.TextInput(
            default=str(setting.value(settings)), max_length=len(str(most))
        )
        form.add(setting.field, translated(setting.label), number, what)
    return form


PERSON, SERVER, CARD = "person", "server", "card"
"""The panels with controls: a person's, a server's, and the card for owners."""

ON, OFF, UNSET = "on", "off", "-"
"""The values that a toggle or a menu can set; ``UNSET`` stands for None."""

LANGUAGE = "language"
NUMBERS_FORM, CHANNELS, GAMES, ROLE = "limits", "channels", "games", "opener"
"""The settings with a control of their own: the form of all limits, menus, and a role."""

DAILY = "daily"
DAILY_CHANNEL, DAILY_HOUR, DAILY_ZONE = "daily_channel", "daily_hour", "daily_zone"
"""The panel of the puzzle of the day, and the fields on it."""

EVENTS = "events"
TOURNAMENTS, ORGANISER, SEASONS = "tournaments", "organiser", "seasons"
"""The panel of tournaments and seasons, and the fields on it."""

GUESSING = "guessing"
GUESSES = "guesses"
"""The panel of spectators' guesses, and the field on it."""

ABROAD = "abroad"
ABROAD_CHANNEL, ABROAD_NAMES = "abroad_channel", "abroad_names"
ABROAD_FIELDS = frozenset({ABROAD_CHANNEL, ABROAD_NAMES})
"""The panel of matches with other servers, and the fields on it."""

YOURS, THE_SERVERS = Text("Your settings"), Text("Settings of the server")

SET_UP = Text("Set up this server")

PUZZLE_OF_THE_DAY = Text("Puzzle of the day")

TOURNAMENTS_AND_SEASONS = Text("Tournaments and seasons")

GUESSES_OF_WATCHERS = Text("Guesses of watchers")

OTHER_SERVERS = Text("Other servers")


def personal_panel(
    settings: PersonSettings, translated: Translate, *, manages: bool
) -> ui.LayoutView:
    """Return the panel of a person; with ``manages``, it has buttons to the server's settings."""
    layout = _head(
        YOURS,
        Text("They go with you to every server. What you change takes effect at once."),
        translated,
    )
    add_menus(layout, PERSON, PERSONAL_SETTINGS, settings, translated)
    explained = Text(
        "Your private boards have your own side at the bottom, if you like; otherwise the "
        "first player’s, as in the channel. With text first, your private boards and the posts "
        "on your turn describe the position above the picture. Without pings, posts name you "
        "but do not notify you. If you confirm moves, each is shown to you before it counts. "
        "You can be warned of blunders in matches that are not rated. Puzzles can be made from "
        "your matches that have ended, for the servers they were played on, if your opponent "
        "agrees, too."
    )
    layout.add_item(ui.TextDisplay(f"-# {translated(explained)}"))
    add_button_rows(layout, [*toggles(PERSON, PERSONAL_SETTINGS, settings, translated)])
    if manages:
        layout.add_item(ui.ActionRow(*owners_buttons(translated)))
    return layout


def owners_buttons(translated: Translate) -> list[TextButton]:
    """Return the buttons to the settings of the server, for people who manage it."""
    return [
        TextButton(ControlKind.SETTINGS, CARD, translated(SET_UP)),
        TextButton(ControlKind.SETTINGS, SERVER, translated(THE_SERVERS)),
    ]


def server_panel(
    settings: ServerSettings, guild: discord.Guild, translated: Translate
) -> ui.LayoutView:
    """Return the panel of a server, for people who manage it."""
    layout = _head(
        THE_SERVERS,
        Text("They apply to what everybody sees here. What you change takes effect at once."),
        translated,
    )
    layout.add_item(ui.TextDisplay(_line_of(CHANNELS, settings, translated)))
    layout.add_item(ui.ActionRow(channels_menu(SERVER, settings, guild, translated)))
    layout.add_item(ui.TextDisplay(_line_of(ROLE, settings, translated)))
    layout.add_item(
        ui.ActionRow(role_menu(SERVER, ROLE, Text("Everyone"), settings, guild, translated))
    )
    layout.add_item(ui.TextDisplay(_line_of(GAMES, settings, translated)))
    layout.add_item(ui.ActionRow(_games_menu(settings, translated)))
    elsewhere = {TOURNAMENTS, SEASONS, GUESSES} | ABROAD_FIELDS
    shown = [one for one in SERVER_SETTINGS if one.field not in elsewhere]
    add_menus(layout, SERVER, shown, settings, translated)
    layout.add_item(
        ui.TextDisplay("\n".join(setting_line(s, settings, translated) for s in NUMBERS))
    )
    limits = TextButton(
        ControlKind.SETTING, f"{SERVER}:{NUMBERS_FORM}:", translated(Text("Limits"))
    )
    daily = TextButton(
        ControlKind.SETTING, f"{SERVER}:{DAILY}:{DAILY}", translated(PUZZLE_OF_THE_DAY)
    )
    layout.add_item(ui.ActionRow(*toggles(SERVER, shown, settings, translated), limits, daily))
    events = translated(TOURNAMENTS_AND_SEASONS)
    guesses = translated(GUESSES_OF_WATCHERS)
    others = translated(OTHER_SERVERS)
    layout.add_item(
        ui.ActionRow(
            TextButton(ControlKind.SETTING, f"{SERVER}:{EVENTS}:{EVENTS}", events),
            TextButton(ControlKind.SETTING, f"{SERVER}:{GUESSING}:{GUESSING}", guesses),
            TextButton(ControlKind.SETTING, f"{SERVER}:{ABROAD}:{ABROAD}", others),
        )
    )
    return layout


def events_panel(
    settings: ServerSettings, guild: discord.Guild, translated: Translate
) -> ui.LayoutView:
    """Return the panel of tournaments and seasons, for people who manage the server."""
    about = Text(
        "When a month, a quarter or a year ends in the server’s time zone, its leaderboards are "
        "kept as they are then, and nothing else changes: ratings go on. `/leaderboard` shows them "
        "with its option *season*. Quarters are winter (January to March), spring, summer and "
        "autumn. The first season is the one that is running when you choose."
    )
    layout = _head(TOURNAMENTS_AND_SEASONS, about, translated)
    organise = Text(
        "Managers are those with Discord’s permission *Manage Server*. They create tournaments and "
        "organise all of them; so do members with the role of organisers."
    )
    layout.add_item(ui.TextDisplay(f"-# {translated(organise)}"))
    layout.add_item(ui.TextDisplay(_line_of(ORGANISER, settings, translated)))
    layout.add_item(
        ui.ActionRow(role_menu(SERVER, ORGANISER, Text("No role"), settings, guild, translated))
    )
    shown = [one for one in SERVER_SETTINGS if one.field in {TOURNAMENTS, SEASONS}]
    add_menus(layout, SERVER, shown, settings, translated)
    layout.add_item(ui.TextDisplay(_line_of(DAILY_ZONE, settings, translated)))
    back = translated(THE_SERVERS)
    layout.add_item(
        ui.ActionRow(TextButton(ControlKind.SETTING, f"{SERVER}:{EVENTS}:{SERVER}", back))
    )
    return layout


def guesses_panel(settings: ServerSettings, translated: Translate) -> ui.LayoutView:
    """Return the panel of spectators' guesses, for people who manage the server."""
    about = Text(
        "Those who watch a match guess by a button below its board, each in private. *Who wins?* "
        "is open until about move 10, and the post of the result names those who were right. "
        "*Guess the move* is there on turns of people that may take ten minutes or longer; the "
        "guesses are shown with the move, and give a rating in `/profile`. Players cannot guess, "
        "and see nothing before."
    )
    layout = _head(GUESSES_OF_WATCHERS, about, translated)
    shown = [one for one in SERVER_SETTINGS if one.field == GUESSES]
    add_menus(layout, SERVER, shown, settings, translated)
    back = translated(THE_SERVERS)
    layout.add_item(
        ui.ActionRow(TextButton(ControlKind.SETTING, f"{SERVER}:{GUESSING}:{SERVER}", back))
    )
    return layout


def _head(title: Text, about: Text, translated: Translate) -> ui.LayoutView:
    return text_layout(f"### {translated(title)}\n{translated(about)}")


def _line_of(field: str, settings: ServerSettings, translated: Translate) -> str:
    return setting_line(setting_of(ServerSettings, field), settings, translated)


def channels_menu(
    kind: str, settings: ServerSettings, guild: discord.Guild, translated: Translate
) -> ServerMenu:
    """Return the menu of the channels for matches; without a choice it means all channels."""
    channels = [channel for channel in settings.channels if guild.get_channel(channel)]
    everywhere = translated(Text("All channels"))
    return ServerMenu.of_channels(ControlKind.SETTING, f"{kind}:{CHANNELS}", everywhere, channels)


def role_menu(  # noqa: PLR0917 - what it is about, and the place that it is shown in
    kind: str,
    field: str,
    unset: Text,
    settings: ServerSettings,
    guild: discord.Guild,
    translated: Translate,
) -> ServerMenu:
    """Return the menu of a setting that is a role; ``unset`` is its text without a role."""
    role = guild.get_role(getattr(settings, field) or 0)
    chosen = [] if role is None else [role.id]
    return ServerMenu.of_roles(ControlKind.SETTING, f"{kind}:{field}", translated(unset), chosen)


def _games_menu(settings: ServerSettings, translated: Translate) -> Menu:
    """Return the menu of games, for several choices."""
    options = game_options(translated)
    for option in options:
        option.default = option.value in settings.games
    everything = translated(Text("All games"))
    return Menu(ControlKind.SETTING, f"{SERVER}:{GAMES}", everything, options, several=True)


def add_menus(
    layout: ui.LayoutView,
    kind: str,
    settings: Iterable[Setting[Any]],
    chosen: Settings,
    translated: Translate,
) -> None:
    """Add a menu for each setting that is a Choice, below a line with the setting's value."""
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
                label=_said(shown, translated),
                value=key,
                default=key == (UNSET if value is None else value),
            )
            for key, shown in choices.items()
        ]
        layout.add_item(ui.TextDisplay(setting_line(setting, chosen, translated)))
        about = f"{kind}:{setting.field}"
        layout.add_item(
            ui.ActionRow(Menu(ControlKind.SETTING, about, translated(setting.label), options))
        )


def toggles(
    kind: str, settings: Iterable[Setting[Any]], chosen: Settings, translated: Translate
) -> Iterator[TextButton]:
    """Yield a button for each setting that is a Toggle; pressing the button toggles the setting."""
    for setting in settings:
        if not isinstance(setting, Toggle):
            continue
        on = setting.value(chosen)
        label = Text("{what}: {value}", what=setting.label, value=value_in_words(setting, chosen))
        style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
        about = f"{kind}:{setting.field}:{OFF if on else ON}"
        yield TextButton(ControlKind.SETTING, about, translated(label), style)


def _said(shown: Text | str, translated: Translate) -> str:
    return translated(shown) if isinstance(shown, Text) else shown


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
