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
    """Base class of settings, which are stored as JSON; unknown keys are ignored."""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return stored settings as values, with defaults for missing or invalid ones."""
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
        """Return the settings as JSON data for ``read``."""
        return asdict(self)


@dataclass(frozen=True)
class ServerSettings(Settings):
    """Settings that a server's managers can change."""

    channels: tuple[int, ...] = ()
    """Ids of channels for matches, which include their threads; empty means every channel."""

    games: tuple[str, ...] = ()
    """Keys of the games that may be played; empty means all games."""

    threads: bool = False
    """Whether each match gets a thread of its own."""

    boards: Boards = "fold"
    """Boards of earlier turns: kept, folded to a line, or one board is edited for all turns."""

    move_buttons: bool = True
    """Whether a turn's moves are shown as buttons below the board, instead of as a list."""

    overview: Where = "none"
    """Place of the pinned overview: each channel, or one channel of the server."""

    language: str | None = None
    """Language of public posts, as the value of a locale; None means that of the server."""

    theme: str = "wood"
    """Name of the boards' theme in ``render.THEMES``."""

    time: str = "none"
    """Default time limit of matches, as people type it."""

    rated: bool = True
    """Whether matches are rated by default."""

    takeover: Takeover = "vote"
    """Whether a computer takes over from a player who resigns: after a vote, always or never.

    This applies only if several other players go on.
    """

    opener: int | None = None
    """Id of the role whose members may open matches; None means everyone."""

    tournaments: Creators = "everyone"
    """Who may create tournaments: everyone who may open matches, or only organisers."""

    organiser: int | None = None
    """Id of the role whose members may create and organise all tournaments, as managers may."""

    seasons: Seasons = "none"
    """Length of a season of ratings, at whose end the leaderboards are stored."""

    guesses: GuessSetting = "none"
    """What spectators may guess: the winner, the next move, both, or nothing."""

    abroad_channel: int | None = None
    """Id of the channel for matches with other servers; None: they cannot challenge this one."""

    abroad_names: bool = False
    """Whether other servers see the names of this server's players, if they show theirs."""

    daily_channel: int | None = None
    """Id of the channel of the daily puzzle; None means no puzzle."""

    daily_hour: Annotated[int, Meta(ge=0, le=23)] = 18
    """Hour at which the daily puzzle is posted, in ``daily_zone``."""

    daily_zone: str = "UTC"
    """Time zone of the daily puzzle and of seasons, as an IANA name."""

    open_challenges: Annotated[int, _within("open_challenges")] = 5
    """Most open challenges of a person at a time."""

    person_matches: Annotated[int, _within("person_matches")] = 30
    """Most live matches of a person at a time."""

    channel_matches: Annotated[int, _within("channel_matches")] = 20
    """Most live matches in a channel at a time."""

    computer_matches: Annotated[int, _within("computer_matches")] = 12
    """Most live matches of a person against computers alone at a time, on all servers."""


@dataclass(frozen=True)
class PersonSettings(Settings):
    """Settings that a person can change for themselves, on all servers."""

    theme: str | None = None
    """Theme of the person's private boards; None means that of the server."""

    own_side: bool = True
    """Whether the person's own side is at the bottom of private boards, not the first seat's."""

    coordinates: bool = True
    """Whether the person's private boards show the numbers and names of squares."""

    pings: bool = True
    """Whether posts that concern the person mention them."""

    language: str | None = None
    """Language of the person's Discord as last seen in direct messages, the value of a locale."""

    chosen_language: str | None = None
    """Language of the bot's private answers to the person; None means that of their Discord."""

    confirm: bool = False
    """Whether the person confirms each move before it is played."""

    warn: bool = False
    """Whether the person is warned of blunders in unrated matches."""

    text_first: bool = False
    """Whether the person's private boards begin with the position in words."""

    move_buttons: MoveButtons | None = None
    """Whether the person's moves are shown as buttons; None means as on the server."""

    puzzles: bool = False
    """Whether puzzles may be made from the person's ended matches."""


_OF_PERSON = select(persons.c.settings).where(persons.c.person == bindparam("whose"))
"""Built once, like the other statements of a turn: building takes longer than executing."""


class Preferences(Subject):
    """The settings of servers and persons."""

    @reading
    async def of_servers(self, connection: AsyncConnection) -> dict[int, ServerSettings]:
        """Return the stored settings of servers by id; all other servers have the defaults."""
        rows = await connection.execute(select(servers.c.guild, servers.c.settings))
        return {row.guild: ServerSettings.read(row.settings) for row in rows}

    @reading
    async def of_person(self, connection: AsyncConnection, person: int) -> PersonSettings:
        """Return a person's settings, the defaults if none are stored."""
        return await _of_person(connection, person)

    @writing
    async def set_server(
        self, connection: AsyncConnection, guild: int, settings: ServerSettings
    ) -> None:
        """Replace a server's settings, and notify the other processes."""
        await connection.put(servers, {"guild": guild, "settings": settings.kept()})
        await self._database.backend.tell(connection, ("server", guild))

    @writing
    async def set_person(
        self, connection: AsyncConnection, person: int, settings: PersonSettings
    ) -> None:
        """Replace a person's settings, and notify the other processes.

        If consent to puzzles is given or withdrawn, their ended matches are marked or unmarked.
        """
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
