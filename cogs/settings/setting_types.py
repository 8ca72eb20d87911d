"""The types of settings: how their values are shown, and how typed values are read."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import discord

import engine
from cogs.client.autocompletion import control_text
from cogs.language.catalogues import in_all_languages
from cogs.language.cities import find_city
from cogs.language.did_you_mean import Entry, Unclear, near
from cogs.language.game_names import find_game, simplified, which_game
from cogs.language.time_limits import read_time
from cogs.language.typed_words import is_word, plain
from cogs.timekeeping.time_zones import USUAL, zone_names
from data import LIMITS, Settings
from engine import Refusal, Text
from engine.table.clock import UNLIMITED, TimeControl
from engine.text import Words, either, joined, quoted, some

WORDS = "words"
"""The name of the option of ``/settings`` for typed settings."""

ON, OFF = Text("on"), Text("off")
YES, NO = Text("yes"), Text("no")

MOST_CHANNELS = 25
"""The most channels that can be chosen: Discord's limit for a menu."""

SHOWN = 3
"""The most roles, channels or zones named as examples."""

_HOUR = re.compile(r"0?([0-9]|1[0-9]|2[0-3])(?: ?(?::00|h|h00|:))?")

_NUMBER = re.compile(r"[0-9]{1,9}")
"""Matches a number; no setting needs more digits, and Python refuses to read some thousand."""

_ID = re.compile(r"<(?:#|@&)([0-9]{15,20})>")

Shown = Text | str
V = TypeVar("V")


@dataclass(frozen=True)
class Setting(ABC, Generic[V]):
    """A setting: its ``field`` in the data, its typed ``name``, and its ``label`` in panels."""

    field: str
    name: Text
    label: Text

    def value(self, settings: Settings) -> V:
        """Return the value of this setting in a person's or a server's settings."""
        value: V = getattr(settings, self.field)
        return value

    @abstractmethod
    def show(self, value: V) -> Shown:
        """Return a value in words."""

    @abstractmethod
    def read(self, typed: str, guild: discord.Guild) -> V:
        """Return the typed value. Raises Unclear, which names the possible values, or Refusal."""

    def entries(self, guild: discord.Guild) -> Sequence[Entry]:
        """Return values to choose from: all, or some examples."""
        return ()

    def possible(self, guild: discord.Guild) -> Shown:
        """Return in words what can be chosen."""
        return either([entry.label for entry in self.entries(guild)])

    def question(self, value: V, guild: discord.Guild) -> Unclear:
        """Return the present value in words, with the question which one to choose instead."""
        text = Text(
            "{label}: **{now}**. Choose {values}.",
            label=self.label,
            now=self.show(value),
            values=self.possible(guild),
        )
        return Unclear(text, self.entries(guild), option=WORDS)

    def unclear(self, typed: str, entries: Sequence[Entry], unknown: Text | None = None) -> Unclear:
        """Return the question which value is meant.

        The question proposes the entries similar to the typed text. If there are none, it says
        ``unknown``, by default what the value can be.
        """
        said = plain(typed)
        names = {entry: {plain(entry.value), *_names_of(entry.label)} for entry in entries}
        nearest = near(said, names).proposed if said else ()
        values = either([entry.label for entry in nearest or entries])
        if nearest:
            text = Text(
                "{label} cannot be `{value}`. Did you mean {values}?",
                label=self.label,
                value=quoted(typed),
                values=values,
            )
        else:
            text = unknown or Text(
                "{label} cannot be `{value}`. It can be {values}.",
                label=self.label,
                value=quoted(typed),
                values=values,
            )
        ordered = dict.fromkeys([*nearest, *entries])
        return Unclear(text, list(ordered), option=WORDS, said=said)


class Toggle(Setting[bool]):
    """A setting that is on or off."""

    def show(self, value: bool) -> Shown:
        """Return ``on`` or ``off``."""
        return ON if value else OFF

    def read(self, typed: str, guild: discord.Guild) -> bool:
        """Return True for ``on`` and ``yes``, False for ``off`` and ``no``, in any language.

        Raises Unclear for other words.
        """
        for value, words in ((True, (ON, YES)), (False, (OFF, NO))):
            if any(is_word(typed, word) for word in words):
                return value
        raise self.unclear(typed, self.entries(guild))

    def entries(self, guild: discord.Guild) -> Sequence[Entry]:
        """Return ``on`` and ``off``."""
        return [Entry(str(word), word) for word in (ON, OFF)]


@dataclass(frozen=True)
class Choice(Setting[str | None]):
    """A setting with one of several values.

    ``choices`` returns the titles of the values. ``unset`` is None if the value cannot be None.
    """

    choices: Callable[[], Mapping[str, Shown]]
    unset: tuple[Text, Text] | None = None
    """The word typed for None, and the words shown for it."""
    known_as: Callable[[str], Iterable[str]] = tuple
    """A function that returns other names of a value, in lower case."""

    def show(self, value: str | None) -> Shown:
        """Return the title of a value, or the words for None."""
        if value is None and self.unset is not None:
            return self.unset[1]
        return self.choices().get(value or "", value or "")

    def read(self, typed: str, guild: discord.Guild) -> str | None:
        """Return the value whose name or title is typed, possibly misspelt.

        Raises Unclear if there is none.
        """
        if self.unset is not None and is_word(typed, self.unset[0]):
            return None
        if is_word(typed, OFF) and (off := _off_among(self.choices())) is not None:
            return off
        names = {
            value: {value.lower(), *_names_of(title), *self.known_as(value)}
            for value, title in self.choices().items()
        }
        said = plain(typed)
        found = next((value for value in names if said in names[value]), near(said, names).sure)
        if found is None:
            raise self.unclear(typed, self.entries(guild))
        return found

    def entries(self, guild: discord.Guild) -> Sequence[Entry]:
        """Return all values, that for None last."""
        entries = [Entry(value, title) for value, title in self.choices().items()]
        unset = self.unset
        return entries if unset is None else [*entries, Entry(str(unset[0]), unset[1])]


class Time(Choice):
    """A time control: the usual ones are choices, and others can be typed."""

    def show(self, value: str | None) -> Shown:
        """Return the time control in words."""
        return control_text(TimeControl.read(value or ""))

    def read(self, typed: str, guild: discord.Guild) -> str:
        """Return the typed time control, such as ``3d claim``, or the unlimited one for ``off``.

        Raises Refusal for other texts.
        """
        if is_word(typed, OFF):
            return UNLIMITED
        return str(read_time(typed))

    def possible(self, guild: discord.Guild) -> Shown:
        """Return the first of the usual time controls, since others can be typed."""
        return some([entry.label for entry in self.entries(guild)])


class Number(Setting[int]):
    """A whole number within the limits of its field."""

    def show(self, value: int) -> Shown:
        """Return the number in digits."""
        return str(value)

    def read(self, typed: str, guild: discord.Guild) -> int:
        """Return the typed number. Raises Refusal if it is not within the limits."""
        least, most = LIMITS[self.field]
        if _NUMBER.fullmatch(typed) and least <= int(typed) <= most:
            return int(typed)
        raise Refusal(
            Text("{label} must be {least} to {most}.", label=self.label, least=least, most=most)
        )

    def possible(self, guild: discord.Guild) -> Shown:
        """Return the limits of the field."""
        least, most = LIMITS[self.field]
        return Text("a number from {least} to {most}", least=least, most=most)


class Channels(Setting[tuple[int, ...]]):
    """Channels of the server; an empty tuple stands for all."""

    def show(self, value: tuple[int, ...]) -> Shown:
        """Return the mentions of the channels, or words for all channels."""
        return ", ".join(f"<#{channel}>" for channel in value) or Text("all channels")

    def read(self, typed: str, guild: discord.Guild) -> tuple[int, ...]:
        """Return the ids of the channels mentioned or named; an empty tuple for ``all`` or ``off``.

        Raises Unclear for an unknown channel, and Refusal for too many.
        """
        if is_word(typed, Text("all")) or is_word(typed, OFF):
            return ()
        found: list[int] = []
        for word in typed.replace(",", " ").split():
            channel = _channel(word, guild)
            if channel is None or not isinstance(
                channel, discord.abc.Messageable | discord.ForumChannel
            ):
                raise self.unclear(word, self.entries(guild, word))
            found.append(channel.id)
        chosen = tuple(dict.fromkeys(found))
        if len(chosen) > MOST_CHANNELS:
            raise Refusal(
                Text("Choose {count} channels at most, or all of them.", count=MOST_CHANNELS)
            )
        return chosen

    def entries(self, guild: discord.Guild, said: str = "") -> Sequence[Entry]:
        """Return a few channels, those named like ``said`` first, and all channels."""
        return [*_examples(guild, said), Entry("all", Text("all channels"))]


class Games(Setting[tuple[str, ...]]):
    """Games, by their keys; an empty tuple stands for all."""

    def show(self, value: tuple[str, ...]) -> Shown:
        """Return the titles of the games, or words for all games."""
        titles = [engine.games[key].title for key in value if key in engine.games]
        return joined(titles, ", ") if titles else Text("all games")

    def read(self, typed: str, guild: discord.Guild) -> tuple[str, ...]:
        """Return the keys of the named games; an empty tuple for ``all`` or ``off``.

        The games may be separated by commas or spaces. Raises Refusal for an unknown game.
        """
        if is_word(typed, Text("all")) or is_word(typed, OFF):
            return ()
        keys = {key for part in typed.split(",") for key in _keys(part)}
        if not keys:
            raise which_game()
        return tuple(key for key in engine.games if key in keys)

    def entries(self, guild: discord.Guild) -> Sequence[Entry]:
        """Return all games together, and each of them."""
        games = [Entry(key, game.title) for key, game in engine.games.items()]
        return [Entry("all", Text("all games")), *games]

    def possible(self, guild: discord.Guild) -> Shown:
        """Return words with an example of several games."""
        return Text("games, such as `halma, checkers`, or all games")


@dataclass(frozen=True)
class Role(Setting[int | None]):
    """A role of the server, or None; ``unset`` is the word for None."""

    unset: Text

    def show(self, value: int | None) -> Shown:
        """Return the mention of the role, or the word for None."""
        return self.unset if value is None else f"<@&{value}>"

    def read(self, typed: str, guild: discord.Guild) -> int | None:
        """Return the id of the role mentioned or named; None for ``unset``, ``none`` or ``off``.

        None as well for the role of everyone. Raises Unclear if there is no such role.
        """
        if any(is_word(typed, word) for word in (self.unset, Text("none"), OFF)):
            return None
        mention, name = _ID.fullmatch(typed), typed.removeprefix("@").lower()
        named = [role for role in guild.roles if role.name.lower() == name]
        role = guild.get_role(int(mention[1])) if mention else next(iter(named), None)
        if role is None:
            unknown = Text(
                "There is no role `{role}` on this server. Mention a role of this server, or type "
                "`{none}`.",
                role=quoted(typed),
                none=self.unset,
            )
            raise self.unclear(typed, self.entries(guild, name), unknown)
        return None if role.is_default() else role.id

    def entries(self, guild: discord.Guild, said: str = "") -> Sequence[Entry]:
        """Return a few roles, those named like ``said`` first, and the word for None."""
        roles = {role: (role.name.lower(),) for role in guild.roles if _is_for_people(role)}
        nearest = dict.fromkeys([*near(said, roles).proposed, *roles])
        known = [Entry(one.mention, Words(f"@{one.name}")) for one in list(nearest)[:SHOWN]]
        return [*known, Entry(str(self.unset), self.unset)]

    def possible(self, guild: discord.Guild) -> Shown:
        """Return words for a role, and the word for None."""
        return Text("a role of this server or `{none}`", none=self.unset)


@dataclass(frozen=True)
class Channel(Setting[int | None]):
    """A channel of the server, or None for no channel."""

    def show(self, value: int | None) -> Shown:
        """Return the mention of the channel, or *none*."""
        return Text("none") if value is None else f"<#{value}>"

    def read(self, typed: str, guild: discord.Guild) -> int | None:
        """Return the id of the text channel mentioned or named; None for ``none`` or ``off``.

        Raises Unclear if there is no such channel.
        """
        if is_word(typed, Text("none")) or is_word(typed, OFF):
            return None
        channel = _channel(typed, guild)
        if isinstance(channel, discord.TextChannel):
            return channel.id
        raise self.unclear(typed, self.entries(guild, typed))

    def entries(self, guild: discord.Guild, said: str = "") -> Sequence[Entry]:
        """Return a few channels, those named like ``said`` first, and no channel."""
        return [*_examples(guild, said), Entry("none", Text("none"))]


class Hour(Setting[int]):
    """An hour of the day, from 0 to 23."""

    def show(self, value: int) -> Shown:
        """Return the hour as a time of day, such as ``18:00``."""
        return f"{value}:00"

    def read(self, typed: str, guild: discord.Guild) -> int:
        """Return the typed hour: ``18``, ``18:00`` or ``18h``. Raises Refusal for other texts."""
        found = _HOUR.fullmatch(typed.strip().lower())
        if found is None:
            raise Refusal(Text("{label} must be 0 to 23.", label=self.label))
        return int(found[1])

    def possible(self, guild: discord.Guild) -> Shown:
        """Return the hours of a day."""
        return Text("a number from {least} to {most}", least=0, most=23)


class Zone(Setting[str]):
    """A time zone, by its IANA name."""

    def show(self, value: str) -> Shown:
        """Return the name of the zone."""
        return value

    def read(self, typed: str, guild: discord.Guild) -> str:
        """Return the named zone, or that of a city named in any language; both may be misspelt.

        Raises Unclear if several are similar, and Refusal if none is.
        """
        said = plain(typed.replace("_", " "))
        named = [zone for zone, names in zone_names().items() if said in names]
        if named:
            return next((zone for zone in USUAL if zone in named), named[0])
        city = find_city(said)
        zones = near(said, zone_names())
        zone = (zones.sure if city.is_near or not city.proposed else None) or city.zone
        if zone is not None:
            return zone
        entries = [Entry(zone, f"{name} ({zone})") for name, zone in city.proposed]
        entries = entries or [Entry(zone, zone) for zone in zones.proposed[:SHOWN]]
        if not entries:
            raise Refusal(
                Text(
                    "I know no city and no time zone `{value}`. Type a larger city near it, such "
                    "as `Lyon`, or the zone, such as `Europe/Paris`.",
                    value=quoted(typed),
                )
            )
        text = Text(
            "Which do you mean by `{value}`: {values}?",
            value=quoted(typed),
            values=either([entry.label for entry in entries]),
        )
        raise Unclear(text, entries, option=WORDS, said=plain(typed))

    def possible(self, guild: discord.Guild) -> Shown:
        """Return words for a city or a zone."""
        return Text("a city, such as `Lyon`, or a zone, such as `Europe/Paris`")


def _channel(word: str, guild: discord.Guild) -> discord.abc.GuildChannel | None:
    """Return the server's channel mentioned or named by a word, or None."""
    mention = _ID.fullmatch(word)
    if mention is not None:
        return guild.get_channel(int(mention[1]))
    name = word.removeprefix("#").lower()
    return next((channel for channel in guild.channels if channel.name == name), None)


def _examples(guild: discord.Guild, said: str) -> list[Entry]:
    """Return a few channels open to everybody as examples, those named like the word first."""
    known = {one: (one.name.lower(),) for one in guild.text_channels if _is_open(one)}
    nearest = dict.fromkeys([*near(said.removeprefix("#").lower(), known).proposed, *known])
    return [Entry(f"<#{one.id}>", Words(f"#{one.name}")) for one in list(nearest)[:SHOWN]]


def _is_for_people(role: discord.Role) -> bool:
    """Return whether a role can be given to people: neither managed nor everyone's."""
    return not role.is_default() and not role.managed


def _off_among(values: Iterable[str]) -> str | None:
    """Return the value that means ``off``, None if there is none."""
    return next((value for value in values if value in {"off", "none", "never"}), None)


def _is_open(channel: discord.TextChannel) -> bool:
    """Return whether all members see a channel, so that it may be given as an example."""
    return channel.permissions_for(channel.guild.default_role).view_channel


def _keys(part: str) -> list[str]:
    """Return the keys of the games that a text names: one game, or one for each word.

    Raises Refusal for an unknown game.
    """
    if simplified(part) in engine.games:
        return [simplified(part)]
    return [find_game(word).name for word in part.split()]


def _names_of(shown: Shown) -> set[str]:
    """Return the plain forms of a text in all languages, or of a name."""
    return {
        plain(name) for name in (in_all_languages(shown) if isinstance(shown, Text) else [shown])
    }
