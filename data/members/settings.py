"""Settings of servers and persons, and how they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from typing import Annotated, Any, Literal, Self, get_type_hints

import msgspec
from msgspec import Meta
from sqlalchemy import bindparam, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import persons, servers
from data.outcomes import consents

Takeover = Literal["vote", "always", "never"]
Boards = Literal["keep", "fold", "one"]
Where = Literal["none", "channel", "server"]
MoveButtons = Literal["on", "off"]
Creators = Literal["everyone", "managers"]
Seasons = Literal["none", "month", "quarter", "year"]
GuessSetting = Literal["none", "winner", "moves", "both"]

LIMITS = {
    "open_challenges": (1, 50),
    "person_matches": (1, 500),
    "channel_matches": (1, 500),
    "computer_matches": (1, 500),
}
"""The least and the greatest value of each numeric setting."""


def _within(field: str) -> Meta:
    least, most = LIMITS[field]
    return Meta(ge=least, le=most)


@dataclass(frozen=True)
class Settings:
    """Settings as values, stored as JSON; unknown keys are ignored."""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return the stored settings, with defaults for missing or unreadable ones."""
        known = {}
        for field, kind in cls._types().items():
            with suppress(KeyError, msgspec.ValidationError):
                known[field] = msgspec.convert(stored[field], kind)
        return cls(**known)

    @classmethod
    @cache
    def _types(cls) -> dict[str, Any]:
        return get_type_hints(cls, include_extras=True)

    def but(self, **changes: Any) -> Self:  # noqa: ANN401 - each setting has a type of its own
        """Return a copy with some settings changed. Raises ValidationError for invalid values."""
        return msgspec.convert({**asdict(self), **changes}, type(self))

    def kept(self) -> dict[str, Any]:
        """Return the settings as data for ``read``."""
        return asdict(self)


@dataclass(frozen=True)
class ServerSettings(Settings):
    """Settings that a server's managers can change."""

    channels: tuple[int, ...] = ()
    """Channels for matches, including their threads; none means every channel."""

    games: tuple[str, ...] = ()
    """Keys of the games that may be played; none means all."""

    threads: bool = False
    """Whether each match gets a thread of its own."""

    boards: Boards = "fold"
    """Whether the boards of earlier turns stay, are folded to a line, or one board is edited."""

    move_buttons: bool = True
    """Whether the current turn's moves are shown as buttons or as a list below the board."""

    overview: Where = "none"
    """Place of the pinned overview: each channel, or one channel of the server."""

    language: str | None = None
    """Language of public posts, as its locale's value; None is the server's own."""

    theme: str = "wood"
    """Name of the boards' theme in ``render.THEMES``."""

    time: str = "none"
    """Default time limit of matches, as typed."""

    rated: bool = True
    """Whether matches are rated by default."""

    takeover: Takeover = "vote"
    """Whether a computer takes over from a player who resigns while several others go on."""

    opener: int | None = None
    """The role that may open matches; None is everyone."""

    tournaments: Creators = "everyone"
    """Who may create tournaments: everyone who may open matches, or only organisers."""

    organiser: int | None = None
    """The role that may create and organise all tournaments, like the server's managers."""

    seasons: Seasons = "none"
    """Length of a season of the ratings; its leaderboards are kept when it ends."""

    guesses: GuessSetting = "none"
    """What spectators may guess: the winner, the next move, both, or nothing."""

    abroad_channel: int | None = None
    """Channel for matches with other servers, which may then challenge this one; None for none."""

    abroad_names: bool = False
    """Whether those servers see the names of this server's players, if they show their own."""

    daily_channel: int | None = None
    """Channel of the daily puzzle; None for no puzzle."""

    daily_hour: Annotated[int, Meta(ge=0, le=23)] = 18
    """Hour at which the daily puzzle is posted."""

    daily_zone: str = "UTC"
    """Time zone of that hour and of the seasons, as an IANA name."""

    open_challenges: Annotated[int, _within("open_challenges")] = 5
    """Most challenges that a person may have open at a time."""

    person_matches: Annotated[int, _within("person_matches")] = 30
    """Most matches that a person may be playing at a time."""

    channel_matches: Annotated[int, _within("channel_matches")] = 20
    """Most matches in a channel at a time."""

    computer_matches: Annotated[int, _within("computer_matches")] = 12
    """Most matches against computers alone that a person may play at a time, on all servers."""


@dataclass(frozen=True)
class PersonSettings(Settings):
    """Settings that a person can change for themselves, on all servers."""

    theme: str | None = None
    """Theme of their private boards; None is the server's."""

    own_side: bool = True
    """Whether their private boards have their own side at the bottom instead of the first
    seat's.
    """

    coordinates: bool = True
    """Whether their private boards show the numbers and names of squares."""

    pings: bool = True
    """Whether posts that concern them mention them."""

    language: str | None = None
    """Language of their Discord as last seen in direct messages, as its locale's value."""

    chosen_language: str | None = None
    """Language of the bot's private answers to them; None is that of their Discord."""

    confirm: bool = False
    """Whether they confirm their moves before they are played."""

    warn: bool = False
    """Whether they are warned of blunders in unrated matches."""

    text_first: bool = False
    """Whether their private boards begin with the position in words."""

    move_buttons: MoveButtons | None = None
    """Whether their moves are shown as buttons or as a list below the board; None is the server's
    setting.
    """

    puzzles: bool = False
    """Whether puzzles may be made from their ended matches."""


_OF_PERSON = select(persons.c.settings).where(persons.c.person == bindparam("whose"))
"""Built once, like the other statements of a turn: building takes longer than executing."""


class Preferences(Subject):
    """The settings of servers and persons."""

    @reading
    async def of_servers(self, connection: AsyncConnection) -> dict[int, ServerSettings]:
        """Return the settings of servers by id; servers left out have the defaults."""
        rows = await connection.execute(select(servers.c.guild, servers.c.settings))
        return {row.guild: ServerSettings.read(row.settings) for row in rows}

    @reading
    async def of_person(self, connection: AsyncConnection, person: int) -> PersonSettings:
        """Return a person's settings."""
        return await _of_person(connection, person)

    @writing
    async def set_server(
        self, connection: AsyncConnection, guild: int, settings: ServerSettings
    ) -> None:
        """Replace a server's settings."""
        await connection.put(servers, {"guild": guild, "settings": settings.kept()})
        await self._database.backend.tell(connection, ("server", guild))

    @writing
    async def set_person(
        self, connection: AsyncConnection, person: int, settings: PersonSettings
    ) -> None:
        """Replace a person's settings."""
        before = await _of_person(connection, person)
        await connection.put(persons, {"person": person, "settings": settings.kept()})
        if settings.puzzles and not before.puzzles:
            await consents.agree(connection, person)
        elif before.puzzles and not settings.puzzles:
            await consents.take_back(connection, person)
        await self._database.backend.tell(connection, ("person", person))


async def _of_person(connection: AsyncConnection, person: int) -> PersonSettings:
    stored = await connection.scalar(_OF_PERSON, {"whose": person})
    return PersonSettings.read(stored or {})
