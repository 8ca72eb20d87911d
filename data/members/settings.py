"""What servers and persons can set."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from typing import Annotated, Any, Literal, Self, get_type_hints

import msgspec
from msgspec import Meta

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
