"""The record of a match: its participants, its events, and the resulting line of play.

Players who are no members of the server have ids below ``OPEN``: crowds, computers, people who had
their data deleted, and players of another server. They take seats and answer offers as members do.
A computer's id encodes its level.

The positions of a stored match are read only when needed. The seat to move and a key for comparison
are stored beside each position's text, so they are known without reading it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import blake2b
from itertools import groupby
from textwrap import wrap
from typing import Final, NamedTuple, TypeVar, overload

from engine.capabilities.set_ups import Arrangement
from engine.capabilities.thinking import LEVELS
from engine.errors import Refusal
from engine.game import Position
from engine.text import Text
from engine.values import Agreement, Move

CHALLENGE_LIFETIME = timedelta(days=1)
"""The time after which an unanswered challenge expires."""

REMINDED_AFTER = timedelta(days=1)
"""The time after which a player who has not set up their pieces is reminded."""

COMPLETED_AFTER = timedelta(days=3)
"""The time, or the time limit if that is shorter, after which missing set-ups are made at random,
and an unanswered vote or proposal by the bot counts as declined.
"""

WARNED_AFTER = timedelta(days=27)
"""The time after which the players of an untouched match are warned."""

LAPSED_AFTER = timedelta(days=30)
"""The time after which an untouched match is closed without a result. The difference from
WARNED_AFTER is the shortest time between the warning and the closing.
"""

LOT: Final = "lot"
"""A word in the text of the event that begins a match: the seats were drawn by lot."""

OFTEN: Final = "often"
"""A word in the text of the event that proposes or begins a match: the match was to be rated, but
is not, because two of its people have played ``MOST_RATED`` rated matches of the game within
``RATED_WITHIN``.
"""

MOST_RATED: Final = 6
RATED_WITHIN: Final = timedelta(days=1)

LOWERED: Final = ".lowered"
"""The suffix of the source of a computer's move that was below its level, for fair play."""

EARLY: Final = "early"
"""The text of a result's event if the match was to be rated, but is not: it was given up, or a draw
agreed, before two sides had moved ``LEAST_RATED`` times.
"""

LEAST_RATED: Final = 3

NOWHERE = 0
"""The id in place of the server's for a match in private messages with the bot, and in place of the
server's and the channel's for an imported match."""


WIDTH = 79
"""The columns of the lines in which the set-up of a seat is written."""


# The people

OPEN = 0
"""The id of an open seat, in place of a person's. Below it are the ids of crowds, then those of
computers. Ids below these stand for people who had their data deleted: one for each person, in all
their matches. The lowest ids are those of players of another server.
"""

LOWEST_CROWD: Final = -7
"""The lowest id of a crowd. The only crowd of a match has the id -1; of several, the first has the
id -2, the second -3, and so on."""

HIGHEST_COMPUTER: Final = -11
LOWEST_COMPUTER: Final = -999
"""Computers have the ids from ``LOWEST_COMPUTER`` to ``HIGHEST_COMPUTER``."""

HIGHEST_ABROAD: Final = -(10**12)
"""The highest id of a player of another server in a match."""


def computer(level: int, number: int = 0) -> int:
    """Return the id of a computer of ``level``; ``number``, from 0, distinguishes several.

    Raises ValueError for an unknown level, or a number over 98.
    """
    user = -(10 * (number + 1) + level)
    if level not in LEVELS or user < LOWEST_COMPUTER:
        raise ValueError(f"There is no computer {number} of level {level}.")
    return user


def is_computer(user: int) -> bool:
    """Return whether a player of a match is a computer."""
    return LOWEST_COMPUTER <= user <= HIGHEST_COMPUTER


def crowd(number: int = 0) -> int:
    """Return the id of a crowd: ``number`` is 0 for a match's only crowd, or counts several from 1.

    Raises ValueError for a number over 6.
    """
    if not 0 <= number < -LOWEST_CROWD:
        raise ValueError(f"There is no crowd {number}.")
    return -1 - number


def is_crowd(user: int) -> bool:
    """Return whether a player of a match is a crowd: many people who move together."""
    return LOWEST_CROWD <= user < OPEN


def abroad(number: int) -> int:
    """Return the id, in a server's matches, of the player ``number`` of another server."""
    return HIGHEST_ABROAD - number


def is_abroad(user: int) -> bool:
    """Return whether a player of a match sits on another server."""
    return user <= HIGHEST_ABROAD


def is_person(user: int) -> bool:
    """Return whether a player of a match is a single person, even one whose data were deleted."""
    return user > OPEN or HIGHEST_ABROAD < user < LOWEST_COMPUTER


def level_of(user: int) -> int:
    """Return the level of a computer. Raises ValueError for anybody else."""
    if not is_computer(user):
        raise ValueError(f"{user} is no computer.")
    return -user % 10


def another(level: int, people: Collection[int]) -> int:
    """Return the id of the first computer of ``level`` that is not among ``people``.

    Raises ValueError for an unknown level.
    """
    number = 0
    while (user := computer(level, number)) in people:
        number += 1
    return user


# The events


class Kind(StrEnum):
    """The kinds of events."""

    CHALLENGE = "challenge"
    JOIN = "join"
    LEAVE = "leave"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    EXPIRE = "expire"
    START = "start"
    MOVE = "move"
    HINT = "hint"
    OFFER = "offer"
    AGREE = "agree"
    REFUSE = "refuse"
    RESIGN = "resign"
    RESULT = "result"
    RELOCATE = "relocate"
    REPOST = "repost"
    REMIND = "remind"
    FLAG = "flag"
    TIMEOUT = "timeout"
    OUTAGE = "outage"
    GAP = "gap"
    HIDDEN = "hidden"
    PAUSE = "pause"
    RESUME = "resume"
    HOLIDAY = "holiday"
    BACK = "back"
    TAKEBACK = "takeback"
    TAKEOVER = "takeover"
    ABORT = "abort"
    LAPSE = "lapse"
    ADJUDICATE = "adjudicate"
    IMPORT = "import"


class Stakes(StrEnum):
    """The reason why a match is rated or not: a word in the text of its first event."""

    USUAL = ""
    """The settings of the server decided, or a computer plays."""
    SAID = "said"
    """The host of the match decided."""
    FIRST = "first"
    """The match is unrated because none of the people in it has played the game before."""


class Reminder(StrEnum):
    """The subject of a reminder: the text of its event."""

    SET_UP = ""
    TIME = "time"
    UNTOUCHED = "untouched"
    LEFT = "left"
    """The player of the event's seat has left the server."""


class Status(StrEnum):
    """The status of a match: waiting for answers, being played, or over."""

    CHALLENGE = "challenge"
    LIVE = "live"
    OVER = "over"


ANSWERS = frozenset({Kind.AGREE, Kind.REFUSE})
"""Kinds of events that are written into the post of the offer that they answer."""

POSTED = frozenset(Kind) - {
    Kind.ACCEPT,
    Kind.JOIN,
    Kind.LEAVE,
    Kind.HINT,
    Kind.AGREE,
    Kind.RELOCATE,
    Kind.GAP,
    Kind.HIDDEN,
    Kind.IMPORT,
}
"""Kinds of events that are posted; the others come with one of these, or need no post."""

CLOSED = frozenset(
    {
        Kind.DECLINE,
        Kind.WITHDRAW,
        Kind.EXPIRE,
        Kind.RESULT,
        Kind.ABORT,
        Kind.LAPSE,
        Kind.ADJUDICATE,
        Kind.IMPORT,
    }
)
"""Kinds of events after which a match is over; events after an import happened elsewhere."""


GIVEN_UP = frozenset({Kind.RESIGN, Kind.TIMEOUT})
"""Kinds of events by which a seat is given up. If the event does not change the position, the seat
is left to a partner, and the event's text is the number of the partner's seat."""


class NotAPlayer(Refusal):
    """A person without a seat in a match tries to play in it."""

    def __init__(self) -> None:
        super().__init__(Text("You are not a player in this match."))


class NotYourTurn(Refusal):
    """A player tries to move while another is to move."""


class NoMoveNow(Refusal):
    """A player tries to move while nobody can: in a set-up or a pause, or after the game's end."""


class Warned(Refusal):
    """A legal move has a warning, which its player has to confirm before the move counts."""


class Numbering:
    """A counter of move numbers: each number covers a turn of each seat. Set-ups have no number."""

    def __init__(self) -> None:
        self._number, self._last = 1, -1
        self._seats: set[int] = set()

    def of(self, seat: int) -> int:
        """Return the number of the next move if ``seat`` makes it."""
        return self._number + (seat in self._seats and seat != self._last)

    def count(self, seat: int) -> int:
        """Count the next move as made by ``seat``, and return its number."""
        seats = self._seats
        if seat != self._last and seat in seats:
            self._number += 1
            seats.clear()
        seats.add(seat)
        self._last = seat
        return self._number


class Known(NamedTuple):
    """Facts that are stored beside a position's text, so that the text need not be read.

    ``turn`` is the seat to move, None while pieces are set up. Positions with different keys are
    not the same.
    """

    turn: int | None
    key: int


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a match.

    ``number`` counts from 1 in its match. ``seat`` and ``person`` made the event (None: the bot
    did). ``text`` is a move's canonical text, the name of an agreement, or whatever else the kind
    needs. ``position`` is the text of the position after the event, if the position changed.
    ``source`` names the message or interaction from which the event came; it is unique in a match,
    so that one that arrives twice acts only once. ``known`` are facts about the position.
    """

    number: int
    kind: Kind
    at: datetime
    seat: int | None = None
    person: int | None = None
    text: str = ""
    position: str = ""
    source: str | None = None
    known: Known | None = field(default=None, compare=False)


def written(numbered: Iterable[tuple[int, Event]]) -> str:
    """Return numbered moves as a text: ``1. 32-28 19-23 2. 28x19``.

    The moves that set up a seat's pieces have the number 0, and lines of their own.
    """
    lines: list[str] = []
    words: list[str] = []
    for (number, _), moves in groupby(numbered, key=lambda one: (one[0], one[0] or one[1].seat)):
        texts = [event.text for _, event in moves]
        if number:
            words += [f"{number}.", *texts]
        else:
            lines += [" ".join(words)] * bool(words) + wrap(" ".join(texts), WIDTH)
            words = []
    return "\n".join([*lines, *[" ".join(words)] * bool(words)])


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of an agreement.

    ``number`` is the number of its event. ``by`` is the player who made it, None for the bot, and
    ``agreed`` are the players who have agreed. ``ended`` is the event by which the offer was agreed
    to, declined or replaced, or by which it lapsed; None while it is open.
    """

    number: int
    agreement: Agreement
    by: int | None
    agreed: frozenset[int]
    ended: Event | None = None


@dataclass(frozen=True, slots=True)
class SeatSetUp:
    """The secret arrangement of a seat before the first move, and whether it is ready.

    ``seed`` determines the random arrangement of a computer; 0 stands for none yet.
    """

    arrangement: Arrangement = field(default_factory=dict, hash=False)
    ready: bool = False
    seed: int = 0


# The line of play

THIRD_TIME = 3
"""A position that occurs this many times is a repetition."""

KEY_BYTES = 8
"""The bytes of a position's key: as many as a number in a database has."""

P = TypeVar("P", bound=Position)


def after_repetition(position: P, move: Move, times: int) -> P:
    """Return a position with the rule for the third occurrence applied after the move to it.

    ``times`` is how often ``position`` has occurred in the line of play, this time included.
    Positions with the same ``Position.key`` count as the same. Moves that only set up pieces repeat
    nothing.
    """
    if times < THIRD_TIME or move.kind == "place" or position.outcome() is not None:
        return position
    return position.repeated()


def known_of(position: Position) -> Known:
    """Return the facts to keep beside a position's text."""
    turn = position.turn if position.setup is None else None
    key = blake2b(repr(position.key).encode(), digest_size=KEY_BYTES).digest()
    return Known(turn, int.from_bytes(key, signed=True))


class LinePosition:
    """A position of a line, read only when needed."""

    __slots__ = ("_known", "_position", "_read")

    def __init__(
        self,
        position: Position | None = None,
        *,
        known: Known | None = None,
        read: Callable[[], Position] | None = None,
    ) -> None:
        self._position = position
        self._known = known
        self._read = read

    @property
    def is_read(self) -> bool:
        """Whether the position is already in memory."""
        return self._position is not None

    @property
    def position(self) -> Position:
        """The position, kept in memory from now on. Raises ValueError if it cannot be read."""
        if self._position is None:
            self._position = self.read()
        return self._position

    def read(self) -> Position:
        """Return the position without keeping it, since lines are long. Raises ValueError."""
        if self._position is not None:
            return self._position
        if self._read is None:
            raise ValueError("There is no text of that position.")
        return self._read()

    @property
    def turn(self) -> int | None:
        """The seat to move, None while pieces are set up."""
        return self._knowing.turn

    @property
    def key(self) -> int:
        """A number for comparison: positions with different keys are not the same."""
        return (self._known or self._knowing).key

    @property
    def _knowing(self) -> Known:
        if self._known is None:
            self._known = known_of(self.read())
        return self._known


class Line(Sequence[Position]):
    """The positions of a match, in order; ``places`` are the same positions, read when needed."""

    __slots__ = ("places",)

    def __init__(self, places: Iterable[LinePosition] = ()) -> None:
        self.places = tuple(places)

    @classmethod
    def of(cls, positions: Iterable[Position]) -> Line:
        """Return the line of these positions."""
        return cls(map(LinePosition, positions))

    def then(self, position: Position, known: Known) -> Line:
        """Return the line with one more position."""
        return Line((*self.places, LinePosition(position, known=known)))

    @overload
    def __getitem__(self, index: int) -> Position: ...

    @overload
    def __getitem__(self, index: slice) -> Line: ...

    def __getitem__(self, index: int | slice) -> Position | Line:
        if isinstance(index, slice):
            return Line(self.places[index])
        return self.places[index].position

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[Position]:
        return (place.read() for place in self.places)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        return len(self) == len(other) and all(
            mine is theirs or mine.read() == theirs.read()
            for mine, theirs in zip(self.places, other.places, strict=True)
        )

    def __hash__(self) -> int:
        return hash(len(self))

    def __repr__(self) -> str:
        return f"<line of {len(self)}>"


class Reached(NamedTuple):
    """An event of the line of play, and the position after it."""

    event: Event
    place: LinePosition
