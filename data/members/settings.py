"""Settings of servers and persons, and how they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from typing import Annotated, Any, Literal, Self, get_type_hints

import msgspec
from msgspec import Meta
from sqlalchemy import bindparam, delete, insert, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import persons, servers
from data.outcomes import consents

Takeover = Literal["vote", "always", "never"]
Boards = Literal["keep", "fold", "one"]
Where = Literal["none", "channel", "server"]

LIMITS = {
    "open_challenges": (1, 50),
    "person_matches": (1, 500),
    "channel_matches": (1, 500),
    "computer_matches": (1, 500),
}
"""The least and the most that settings which are numbers may be."""


def _within(field: str) -> Meta:
    least, most = LIMITS[field]
    return Meta(ge=least, le=most)


@dataclass(frozen=True)
class Settings:
    """Settings as values. They are kept as JSON, of which only what is known is read."""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return the settings that were kept; what is missing or cannot be read is by default."""
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
        """Return the same with some of them changed. Raises ValidationError if they cannot be."""
        return msgspec.convert({**asdict(self), **changes}, type(self))

    def kept(self) -> dict[str, Any]:
        """Return what ``read`` makes the same settings of."""
        return asdict(self)


@dataclass(frozen=True)
class ServerSettings(Settings):
    """What those who manage a server can set for it."""

    channels: tuple[int, ...] = ()
    """Where matches are played, threads of these included; none is everywhere."""

    games: tuple[str, ...] = ()
    """The keys of the games that may be opened; none is all."""

    threads: bool = False
    """Whether each match gets a thread of its own."""

    boards: Boards = "fold"
    """Whether the boards of earlier turns stay, are folded to a line, or one board is edited."""

    overview: Where = "none"
    """Where a pinned post says what is being played: in each channel, or in one of the server."""

    language: str | None = None
    """The language of public posts, as the value of its locale; None is the server's own."""

    theme: str = "wood"
    """How boards look, by its name in ``render.THEMES``."""

    time: str = "none"
    """The time limit of matches for which none is named, as it is typed."""

    rated: bool = True
    """Whether matches count for the ratings where nothing is said of it."""

    takeover: Takeover = "vote"
    """Whether a computer plays on for who gives up while several others play."""

    opener: int | None = None
    """The role whose members may open matches; None is everyone."""

    daily_channel: int | None = None
    """Where a puzzle is posted each day; None is nowhere."""

    daily_hour: Annotated[int, Meta(ge=0, le=23)] = 18
    """The hour of the day at which it is posted."""

    daily_zone: str = "UTC"
    """The time zone of that hour, by its name in the IANA's database."""

    open_challenges: Annotated[int, _within("open_challenges")] = 5
    """How many of a person's challenges may be open at a time."""

    person_matches: Annotated[int, _within("person_matches")] = 30
    """How many matches a person may be playing at a time."""

    channel_matches: Annotated[int, _within("channel_matches")] = 20
    """How many matches may be played in a channel at a time."""

    computer_matches: Annotated[int, _within("computer_matches")] = 12
    """How many matches against computers alone a person may have at a time, wherever they are."""


@dataclass(frozen=True)
class PersonSettings(Settings):
    """What a person can set for themselves, on all servers."""

    theme: str | None = None
    """How boards look that they alone see; None is as the server has it."""

    own_side: bool = True
    """Whether their private boards have their own side at the bottom, not the first seat's."""

    coordinates: bool = True
    """Whether their private boards show numbers and names of squares."""

    pings: bool = True
    """Whether posts that concern them mention them."""

    language: str | None = None
    """The language of their Discord as last seen in direct messages, as the value of its locale."""

    chosen_language: str | None = None
    """The language in which the bot writes to them alone; None is that of their Discord."""

    confirm: bool = False
    """Whether their moves are shown to them before they count."""

    warn: bool = False
    """Whether they are warned of terrible moves in matches that are not rated."""

    puzzles: bool = False
    """Whether puzzles may be made of their matches that have ended."""


_OF_PERSON = select(persons.c.settings).where(persons.c.person == bindparam("whose"))
"""Made once, as other statements of a turn are: that takes longer than executing it."""


class Preferences(Subject):
    """The settings of servers and persons."""

    @reading
    async def of_servers(self, connection: AsyncConnection) -> dict[int, ServerSettings]:
        """Return what servers have set, by their ids; the others have everything by default."""
        rows = await connection.execute(select(servers.c.guild, servers.c.settings))
        return {row.guild: ServerSettings.read(row.settings) for row in rows}

    @reading
    async def of_person(self, connection: AsyncConnection, person: int) -> PersonSettings:
        """Return what a person has set."""
        return await _of_person(connection, person)

    @writing
    async def set_server(
        self, connection: AsyncConnection, guild: int, settings: ServerSettings
    ) -> None:
        """Keep what a server has set, in the place of what it had set before."""
        await connection.execute(delete(servers).where(servers.c.guild == guild))
        await connection.execute(insert(servers).values(guild=guild, settings=settings.kept()))
        await self._database.backend.tell(connection, ("server", guild))

    @writing
    async def set_person(
        self, connection: AsyncConnection, person: int, settings: PersonSettings
    ) -> None:
        """Keep what a person has set, in the place of what they had set before."""
        before = await _of_person(connection, person)
        await connection.execute(delete(persons).where(persons.c.person == person))
        await connection.execute(insert(persons).values(person=person, settings=settings.kept()))
        if settings.puzzles and not before.puzzles:
            await consents.agree(connection, person)
        elif before.puzzles and not settings.puzzles:
            await consents.take_back(connection, person)
        await self._database.backend.tell(connection, ("person", person))


async def _of_person(connection: AsyncConnection, person: int) -> PersonSettings:
    stored = await connection.scalar(_OF_PERSON, {"whose": person})
    return PersonSettings.read(stored or {})
