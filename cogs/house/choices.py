"""What can be set, as people see and type it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import discord

from cogs.bot.suggestions import CLOCKS, control_text
from cogs.language.catalogues import available, in_all_languages, say
from cogs.members.preferences import theme_titles
from data import LIMITS, PersonSettings, ServerSettings, Settings
from engine import Refusal, Text
from engine.table.clock import TURN_LIMITS, UNLIMITED, TimeControl

ON, OFF = Text("on"), Text("off")
YES, NO = Text("yes"), Text("no")

SERVER = Text("server")
"""What is typed before settings of the server."""

MOST_CHANNELS = 25
"""Channels that can be chosen, as many as one menu of Discord's takes."""

_CONTROLS = {word: TimeControl.read(word).text for word in (UNLIMITED, *TURN_LIMITS, *CLOCKS)}

_ID = re.compile(r"<(?:#|@&)([0-9]{15,20})>")

Shown = Text | str
V = TypeVar("V")


@dataclass(frozen=True)
class Setting(ABC, Generic[V]):
    """One thing that can be set: its ``field``, the ``name`` that is typed, and what it is."""

    field: str
    name: Text
    label: Text

    def value(self, settings: Settings) -> V:
        """What it is set to."""
        value: V = getattr(settings, self.field)
        return value

    @abstractmethod
    def show(self, value: V) -> Shown:
        """A value for people."""

    @abstractmethod
    def read(self, typed: str, guild: discord.Guild) -> V:
        """The value that is typed. Raises Refusal, which says what could be."""

    def refusal(self, typed: str, values: Iterable[str]) -> Refusal:
        """That this is no value, and which ones are."""
        return Refusal(
            Text(
                "`{name}` cannot be `{value}`; say one of {values}.",
                name=self.name,
                value=_quoted(typed),
                values=", ".join(f"`{value}`" for value in values),
            )
        )


class Toggle(Setting[bool]):
    """On or off."""

    def show(self, value: bool) -> Shown:
        """On or off, in words."""
        return ON if value else OFF

    def read(self, typed: str, guild: discord.Guild) -> bool:
        """True for ``on`` and ``yes``, False for ``off`` and ``no``, in every language."""
        for value, words in ((True, (ON, YES)), (False, (OFF, NO))):
            if any(_is(typed, word) for word in words):
                return value
        raise self.refusal(typed, [str(ON), str(OFF)])


@dataclass(frozen=True)
class Choice(Setting[str | None]):
    """One of several; ``unset`` is what None is called, where it may be none of them."""

    choices: Callable[[], Mapping[str, Shown]]
    unset: tuple[Text, Text] | None = None
    """The word that is typed, and the words that are shown."""

    def show(self, value: str | None) -> Shown:
        """The title of a choice."""
        if value is None and self.unset is not None:
            return self.unset[1]
        return self.choices().get(value or "", value or "")

    def read(self, typed: str, guild: discord.Guild) -> str | None:
        """The choice of that name or title."""
        if self.unset is not None and _is(typed, self.unset[0]):
            return None
        for value, title in self.choices().items():
            if typed.lower() == value.lower() or _is(typed, title):
                return value
        unset = [str(self.unset[0])] if self.unset is not None else []
        raise self.refusal(typed, [*self.choices(), *unset])


class Time(Choice):
    """A time control; the usual ones are proposed, others can be typed."""

    def show(self, value: str | None) -> Shown:
        """The time control in words."""
        return control_text(TimeControl.read(value or ""))

    def read(self, typed: str, guild: discord.Guild) -> str:
        """The time control that is typed, such as ``3d claim``."""
        if not typed:
            raise self.refusal(typed, self.choices())
        return str(TimeControl.read(typed))


class Number(Setting[int]):
    """A number, within limits."""

    def show(self, value: int) -> Shown:
        """The number."""
        return str(value)

    def read(self, typed: str, guild: discord.Guild) -> int:
        """The number that is typed."""
        least, most = LIMITS[self.field]
        if typed.isascii() and typed.isdigit() and least <= int(typed) <= most:
            return int(typed)
        raise Refusal(
            Text(
                "{label}: that is a number from {least} to {most}.",
                label=self.label,
                least=least,
                most=most,
            )
        )


class Channels(Setting[tuple[int, ...]]):
    """Channels of the server, none for all."""

    def show(self, value: tuple[int, ...]) -> Shown:
        """Their mentions."""
        return ", ".join(f"<#{channel}>" for channel in value) or Text("all channels")

    def read(self, typed: str, guild: discord.Guild) -> tuple[int, ...]:
        """The channels mentioned; none for ``all``."""
        if _is(typed, Text("all")):
            return ()
        found: list[int] = []
        for word in typed.replace(",", " ").split():
            mention = _ID.fullmatch(word)
            named = [c for c in guild.channels if c.name == word.removeprefix("#").lower()]
            channel = guild.get_channel(int(mention[1])) if mention else next(iter(named), None)
            if not isinstance(channel, discord.abc.Messageable | discord.ForumChannel):
                raise self.refusal(word, [*(f"#{c.name}" for c in guild.text_channels[:3]), "all"])
            found.append(channel.id)
        chosen = tuple(dict.fromkeys(found))
        if len(chosen) > MOST_CHANNELS:
            raise Refusal(
                Text("Choose {count} channels at most, or all of them.", count=MOST_CHANNELS)
            )
        return chosen


class Role(Setting[int | None]):
    """A role of the server, or None for everyone."""

    def show(self, value: int | None) -> Shown:
        """Its mention."""
        return Text("everyone") if value is None else f"<@&{value}>"

    def read(self, typed: str, guild: discord.Guild) -> int | None:
        """The role mentioned or named; None for ``everyone``."""
        if _is(typed, Text("everyone")):
            return None
        mention, name = _ID.fullmatch(typed), typed.removeprefix("@").lower()
        named = [role for role in guild.roles if role.name.lower() == name]
        role = guild.get_role(int(mention[1])) if mention else next(iter(named), None)
        if role is None:
            raise self.refusal(typed, ["@role", "everyone"])
        return None if role.is_default() else role.id


PERSONAL: tuple[Setting[Any], ...] = (
    Choice(
        "theme",
        Text("theme"),
        Text("Look of your private boards"),
        theme_titles,
        (SERVER, Text("as the server has it")),
    ),
    Toggle("own_side", Text("side"), Text("Own side at the bottom")),
    Toggle("coordinates", Text("coordinates"), Text("Coordinates")),
    Toggle("pings", Text("pings"), Text("Pings")),
    Toggle("confirm", Text("confirm"), Text("Confirm moves")),
)

FOR_SERVER: tuple[Setting[Any], ...] = (
    Channels("channels", Text("channels"), Text("Game channels")),
    Toggle("threads", Text("threads"), Text("A thread for each match")),
    Choice(
        "language",
        Text("language"),
        Text("Language of public posts"),
        lambda: dict(available()),
        (SERVER, Text("the server's own")),
    ),
    Choice("theme", Text("theme"), Text("Look of the boards"), theme_titles),
    Time("time", Text("time"), Text("Usual time limit"), lambda: _CONTROLS),
    Toggle("rated", Text("rated"), Text("Rated unless said otherwise")),
    Role("opener", Text("opener"), Text("Who may open matches")),
    Number("open_challenges", Text("challenges"), Text("Open challenges of a person")),
    Number("person_matches", Text("matches"), Text("Matches that a person plays at a time")),
    Number("channel_matches", Text("tables"), Text("Matches in a channel at a time")),
)

LIMITED = tuple(setting for setting in FOR_SERVER if setting.field in LIMITS)


def setting_of(kind: type[Settings], field: str) -> Setting[Any]:
    """The setting of that field. Raises LookupError for none."""
    for setting in settings_of(kind):
        if setting.field == field:
            return setting
    raise LookupError(field)


def settings_of(kind: type[Settings]) -> tuple[Setting[Any], ...]:
    """What can be set for a person, or for a server."""
    return {PersonSettings: PERSONAL, ServerSettings: FOR_SERVER}[kind]


def read_changes(
    words: str, settings: Iterable[Setting[Any]], guild: discord.Guild
) -> dict[str, Any]:
    """The fields and values that are typed: ``theme slate pings off``. Raises Refusal."""
    settings = tuple(settings)
    names = {name.lower(): s for s in settings for name in in_all_languages(s.name)}
    typed: dict[str, list[str]] = {}
    chosen: Setting[Any] | None = None
    for word in words.split():
        found = names.get(word.lower())
        if found is not None and (chosen is None or typed[chosen.field]):
            chosen = found
            typed[chosen.field] = []
        elif chosen is not None:
            typed[chosen.field].append(word)
        else:
            raise Refusal(
                Text(
                    "I know no setting `{name}`; there are {names}.",
                    name=_quoted(word),
                    names=", ".join(f"`{setting.name}`" for setting in settings),
                )
            )
    by_field = {setting.field: setting for setting in settings}
    return {f: by_field[f].read(" ".join(values), guild) for f, values in typed.items()}


def state(settings: Settings, fields: Iterable[str] | None, locale: discord.Locale) -> str:
    """What those fields (None: all) are set to, line by line."""
    shown = [s for s in settings_of(type(settings)) if fields is None or s.field in fields]
    return "\n".join(line(setting, settings, locale) for setting in shown)


def line(setting: Setting[Any], settings: Settings, locale: discord.Locale) -> str:
    """A setting with its value."""
    text = Text("{what}: **{value}**", what=setting.label, value=in_words(setting, settings))
    return say(text, locale)


def in_words(setting: Setting[Any], settings: Settings) -> Shown:
    """The value that a setting has."""
    return setting.show(setting.value(settings))


def _is(typed: str, word: Shown) -> bool:
    """Whether that is the word, in any language."""
    known = in_all_languages(word) if isinstance(word, Text) else {word}
    return typed.lower() in {name.lower() for name in known}


def _quoted(typed: str) -> str:
    return typed[:50].replace("`", "")
