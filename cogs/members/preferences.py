"""The settings of servers and people, and the operator's orders, kept in memory."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

import discord
from cachetools import LRUCache

import engine
from cogs.language.catalogues import available, locale_named
from cogs.members.calls import Call, Calls
from data import Orders, PersonSettings, ServerSettings, Signal, Store, StoreError
from engine import Game, Text
from engine.table.match import Match
from engine.table.record import OPEN
from render import THEMES

REMEMBERED = 4096
"""The number of people whose settings are kept in memory."""

DEFAULT_THEME = "wood"

DISCORD_LOCALE = "locale"
"""The key of the language of the person's Discord in ``Interaction.extras``."""


class Look(NamedTuple):
    """The look of a board for the people who see it."""

    theme: str = DEFAULT_THEME
    coordinates: bool = True
    own_side: bool = False
    """Whether players see their own side at the bottom."""
    text_first: bool = False
    """Whether the position in words precedes the picture."""


DEFAULT_LOOK = Look()


class Preferences:
    """The settings of servers and people: kept in memory, and stored whenever they change.

    ``server_changed`` is signalled with the id of a server whose settings were changed here.
    ``orders`` are the operator's.
    """

    def __init__(self, store: Store) -> None:
        self.orders = Orders()
        self.server_changed = Signal[int]()
        self._store = store
        self._servers: dict[int, ServerSettings] = {}
        self._persons: OrderedDict[int, PersonSettings] = OrderedDict()
        self._discord_languages: LRUCache[int, discord.Locale] = LRUCache(REMEMBERED)
        """The languages of people's Discord in their last interactions, kept in memory only."""
        self._expected: LRUCache[int, discord.Locale] = LRUCache(REMEMBERED)
        """The languages in which to answer people whose own language is unknown."""
        self._calls = Calls()
        self._changing = asyncio.Lock()

    async def load(self) -> None:
        """Read the settings of all servers and the operator's orders from the store."""
        self._servers = await self._store.preferences.of_servers()
        await self.load_orders()

    async def load_orders(self) -> None:
        """Read the operator's orders from the store."""
        self.orders = await self._store.operator.orders()

    def server(self, guild: int) -> ServerSettings:
        """Return the settings of a server, the defaults if it has changed none."""
        return self._servers.get(guild, ServerSettings())

    def with_daily_puzzle(self) -> dict[int, ServerSettings]:
        """Return the settings of the servers with a daily puzzle, by the servers' ids."""
        servers = self._servers.items()
        return {guild: of for guild, of in servers if of.daily_channel is not None}

    def with_seasons(self) -> dict[int, ServerSettings]:
        """Return the settings of the servers whose ratings have seasons, by the servers' ids."""
        servers = self._servers.items()
        return {guild: of for guild, of in servers if of.seasons != "none"}

    async def person(self, user: int) -> PersonSettings:
        """Return the settings of a person, read from the store if they are not in memory."""
        if user not in self._persons:
            found = await self._store.preferences.of_person(user)
            self._persons.setdefault(user, found)  # keeps settings changed during the read
        self._persons.move_to_end(user)
        settings = self._persons[user]
        while len(self._persons) > REMEMBERED:
            self._persons.popitem(last=False)
        return settings

    async def change_server(self, guild: int, **changes: Any) -> ServerSettings:  # noqa: ANN401 - each has its type
        """Change and store settings of a server, and return all of its settings.

        Raises ValueError if a value is not allowed.
        """
        async with self._changing:
            settings = self.server(guild).but(**changes)
            await self._store.preferences.set_server(guild, settings)
            self._servers[guild] = settings
        self.server_changed(guild)
        return settings

    async def change_person(self, user: int, **changes: Any) -> PersonSettings:  # noqa: ANN401 - each has its type
        """Change and store settings of a person, and return all of their settings.

        Raises ValueError if a value is not allowed.
        """
        async with self._changing:
            settings = (await self.person(user)).but(**changes)
            await self._store.preferences.set_person(user, settings)
            self._persons[user] = settings
        return settings

    async def refresh(self, what: str, which: int) -> None:
        """Refresh the settings that another process has changed.

        ``what`` is "person", "server", "orders" or "everything"; ``which`` is the id of the person
        or server. A person's settings are dropped and read when needed; others are read at once.
        """
        if what == "person":
            self._persons.pop(which, None)
        elif what == "everything":
            self._persons.clear()
        if what in {"server", "everything"}:
            await self.load()
        elif what == "orders":
            await self.load_orders()

    def forget_person(self, user: int) -> None:
        """Drop the settings and the language of a person whose data has been deleted."""
        self._persons.pop(user, None)
        self._discord_languages.pop(user, None)

    def games_of(self, guild: int) -> tuple[Game, ...]:
        """Return the games that may be opened on a server; all if it has chosen none."""
        chosen = self.server(guild).games
        games = tuple(game for key, game in engine.games.items() if key in chosen)
        return games or tuple(engine.games.values())

    async def pinged(self, people: Iterable[int], call: Call | None = None) -> list[discord.Object]:
        """Return the people who may be pinged, for ``AllowedMentions``, and count their pings.

        Left out are people who want no pings, whom the operator has blocked, or who were called too
        often within the last hour. Without a ``call``, as for turns, pings are not counted.
        """
        return [
            discord.Object(user)
            for user in people
            if user > OPEN
            and user not in self.orders.persons
            and (await self.person(user)).pings
            and (call is None or self._calls.admit(user, call))
        ]

    # Languages

    def locale_of(self, guild: discord.Guild | None, person: int | None = None) -> discord.Locale:
        """Return the language of public posts: the server's setting, or its language in Discord.

        Without a server it is the language of the ``person`` if that is in memory, else English.
        """
        if guild is not None:
            return _spoken(self.server(guild.id).language) or guild.preferred_locale
        of_person = self._of_person(person or 0, self._persons.get(person or 0, PersonSettings()))
        return of_person or self._expected.get(person or 0, discord.Locale.american_english)

    async def is_language_unknown(self, person: int) -> bool:
        """Return whether a person's language is unknown: Discord sends it with no message.

        The person's settings are loaded into memory, where ``locale_of`` needs them.
        """
        return self._of_person(person, await self.person(person)) is None

    def expect_language(self, person: int, guilds: Iterable[discord.Guild]) -> None:
        """Note a person's language until their own is known: that of all ``guilds``, or English."""
        spoken = {self.locale_of(guild) for guild in guilds}
        self._expected[person] = (
            spoken.pop() if len(spoken) == 1 else discord.Locale.american_english
        )

    async def locale_for_person(self, person: int, usual: discord.Locale) -> discord.Locale:
        """Return a person's language for private answers.

        It is the language that they chose, else the last known one of their Discord, else the
        ``usual`` one.
        """
        return self._of_person(person, await self.person(person)) or usual

    async def speak_to(self, interaction: discord.Interaction[Any]) -> None:
        """Set an interaction's ``locale``, used for all its answers, to the person's language.

        That is the chosen language, or that of their Discord. The locale stays unchanged if the
        store fails.
        """
        of_discord = interaction.extras.setdefault(DISCORD_LOCALE, interaction.locale)
        self._discord_languages[interaction.user.id] = of_discord
        with suppress(StoreError):
            chosen = (await self.person(interaction.user.id)).chosen_language
            interaction.locale = _spoken(chosen) or of_discord

    async def note_language(self, interaction: discord.Interaction[Any]) -> None:
        """Store the language of a person's Discord, for direct messages."""
        of_discord: discord.Locale = interaction.extras.get(DISCORD_LOCALE, interaction.locale)
        person = interaction.user.id
        if (await self.person(person)).language != of_discord.value:
            await self.change_person(person, language=of_discord.value)

    def _of_person(self, person: int, settings: PersonSettings) -> discord.Locale | None:
        """Return the language of messages to a person alone, None if it is unknown."""
        of_discord = self._discord_languages.get(person) or (
            settings.language and locale_named(settings.language)
        )
        return _spoken(settings.chosen_language) or of_discord or None

    # The operator's notice

    def notice(self, now: datetime) -> Text | None:
        """Return the notice of maintenance shown with boards, None for none."""
        notice = self.orders.notice
        if notice is None or notice.is_past(now):
            return None
        if notice.until is None:
            return Text("Maintenance: {notice}", notice=notice.text)
        return Text(
            "Maintenance until {when}: {notice}",
            when=discord.utils.format_dt(notice.until),
            notice=notice.text,
        )

    async def has_text_first(self, people: Iterable[int]) -> bool:
        """Return whether one of these people wants the position in words before the picture."""
        for user in people:
            if user > OPEN and (await self.person(user)).text_first:
                return True
        return False

    async def move_buttons(self, match: Match) -> bool:
        """Return whether moves can be chosen by controls below the board of a match.

        The setting of the person to move takes precedence over the server's.
        """
        to_move = match.players[match.position.turn] if match.line else OPEN
        own = (await self.person(to_move)).move_buttons if to_move > OPEN else None
        return self.server(match.guild).move_buttons if own is None else own == "on"

    # The look of boards

    def look_of(self, guild: int) -> Look:
        """Return the look of the boards that everybody on a server sees."""
        return Look(_known(self.server(guild).theme))

    async def look_for(self, user: int, guild: int) -> Look:
        """Return the look of the boards that only a person sees, on a server."""
        own = await self.person(user)
        theme = _known(own.theme or self.server(guild).theme)
        return Look(theme, own.coordinates, own.own_side, own.text_first)


def theme_titles() -> dict[str, Text]:
    """Return the titles of the themes by their keys."""
    return {key: theme.title for key, theme in THEMES.items()}


def _spoken(language: str | None) -> discord.Locale | None:
    """Return the locale of a language setting, None if none is set or it has no catalogue."""
    return locale_named(language) if language in dict(available()) else None


def _known(theme: str) -> str:
    return theme if theme in THEMES else DEFAULT_THEME
