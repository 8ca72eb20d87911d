"""The record of a match: its participants, its events, and the resulting line of play.

A player who is not a member of the server has an id below ``OPEN``, and takes a seat and votes as a
person does: the crowds and the computers of a table, people who had their data deleted, and the
players of another server. A computer's id encodes its level.

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
"""A challenge that is not answered within this time expires."""

REMINDED_AFTER = timedelta(days=1)
"""The time after which a player who has not set up their pieces is reminded."""

COMPLETED_AFTER = timedelta(days=3)
"""After this long, or a shorter time limit, their pieces are set up at random."""

WARNED_AFTER = timedelta(days=27)
"""The time after which the players of an untouched match are warned."""

LAPSED_AFTER = timedelta(days=30)
"""The time after which an untouched match is closed without a result. The difference from
WARNED_AFTER is the shortest time between the warning and the closing.
"""

LOT: Final = "lot"
"""In the text of the event that begins a match: the seats were drawn by lot."""

OFTEN: Final = "often"
"""In the text of the event that proposes or begins a match: it was to be rated, but is not, because
two of its people have played ``MOST_RATED`` rated matches of the game within ``RATED_WITHIN``.
"""

MOST_RATED: Final = 6
RATED_WITHIN: Final = timedelta(days=1)

LOWERED: Final = ".lowered"
"""The suffix of the source of a computer's move that was below its level, for fair play."""

EARLY: Final = "early"
"""In the text of the event of a result: the match was to be rated, but is not, because it was given
up, or a draw agreed, before two sides had moved ``LEAST_RATED`` times.
"""

LEAST_RATED: Final = 3

NOWHERE = 0
"""The number for the server of a match in private messages with the bot, and for the server and the
channel of an imported match."""


WIDTH = 79
"""Columns of the lines in which the set-up of a seat is written."""


# The people

OPEN = 0
"""The number for an open seat, in place of a person. Below it are the numbers of crowds, then of
computers. Numbers below these stand for people who had their data deleted: one for each person, in
all their matches. The lowest are players of another server.
"""

LOWEST_CROWD: Final = -7
"""A crowd has an id from this to -1: -1 the only one of its match, -2 and below the first of
several, the second, and so on."""

HIGHEST_COMPUTER: Final = -11
LOWEST_COMPUTER: Final = -999
"""Computers have the ids from ``LOWEST_COMPUTER`` to ``HIGHEST_COMPUTER``."""

HIGHEST_ABROAD: Final = -(10**12)
"""The players of another server have this id in a match, or a lower one."""


def computer(level: int, number: int = 0) -> int:
    """Return the id of a table's computer of that level; ``number`` distinguishes several.

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
    """Return the id of a match's only crowd (0), or of the first of several (1), the second (2)…

    Raises ValueError for a number over 6.
    """
    if not 0 <= number < -LOWEST_CROWD:
        raise ValueError(f"There is no crowd {number}.")
    return -1 - number


def is_crowd(user: int) -> bool:
    """Return whether a player of a match is a crowd: many people who move together."""
    return LOWEST_CROWD <= user < OPEN


def abroad(number: int) -> int:
    """Return the id that a server's matches have for a player of another server."""
    return HIGHEST_ABROAD - number


def is_abroad(user: int) -> bool:
    """Return whether a player of a match sits on another server."""
    return user <= HIGHEST_ABROAD


def is_person(user: int) -> bool:
    """Return whether a player of a match is a person, here or gone, alone on their seat."""
    return user > OPEN or HIGHEST_ABROAD < user < LOWEST_COMPUTER


def level_of(user: int) -> int:
    """Return the level of a computer. Raises ValueError for anybody else."""
    if not is_computer(user):
        raise ValueError(f"{user} is no computer.")
    return -user % 10


def another(level: int, people: Collection[int]) -> int:
    """Return the first computer of that level that is not among these people."""
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
    """Why a match is rated or not: the text of its first event."""

    USUAL = ""
    """Decided by the settings of its server, or a computer plays."""
    SAID = "said"
    """Its host decided."""
    FIRST = "first"
    """It is unrated because none of the people proposed for it has played the game before."""


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
"""Events that are written into the post of the offer they answer."""

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
"""Events that are posted; the others come together with one of these, or need no post."""

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
"""Events after which a match is over; what follows an import happened elsewhere."""


GIVEN_UP = frozenset({Kind.RESIGN, Kind.TIMEOUT})
"""The events by which a seat is given up. If the position does not change, the seat is left to a
partner, and the event's text is the number of the partner's seat."""


class NotAPlayer(Refusal):
    """A person without a seat in a match tries to play in it."""

    def __init__(self) -> None:
        super().__init__(Text("You are not a player in this match."))


class NotYourTurn(Refusal):
    """A player tries to move while another is to move."""


class NoMoveNow(Refusal):
    """A player tries to move while nobody can: during the set-up, or once the game is over."""


class Warned(Refusal):
    """A legal move with a warning to its player before it counts."""


class Numbering:
    """The numbers of moves: each number covers a turn of each seat. Set-ups have none."""

    def __init__(self) -> None:
        self._number, self._last = 1, -1
        self._seats: set[int] = set()

    def of(self, seat: int) -> int:
        """Return the number of that seat's move if it is the next one."""
        return self._number + (seat in self._seats and seat != self._last)

    def count(self, seat: int) -> int:
        """Return the number of that seat's move, and count the move as played."""
        seats = self._seats
        if seat != self._last and seat in seats:
            self._number += 1
            seats.clear()
        seats.add(seat)
        self._last = seat
        return self._number


class Known(NamedTuple):
    """Facts about a position that need no reading of its text.

    ``turn`` is the seat to move, None while pieces are set up. Positions with different numbers as
    their ``key`` are not the same.
    """

    turn: int | None
    key: int


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a match.

    ``number`` counts from 1 in its match. ``seat`` and ``person`` did it (None: the bot). ``text``
    is a move's canonical text, the name of an agreement, or whatever else its kind needs.
    ``position`` is the text of the position after it, if it changed. ``source`` names the message
    or interaction it came from; it is unique in its match, so that nothing is done twice however
    often it arrives. ``known`` follows from the position.
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
    """An offer: the number of its event, the agreement, its author, and the players who have
    agreed.

    ``ended`` is the event by which it was agreed to, declined or replaced, or by which it lapsed;
    None while it is open.
    """

    number: int
    agreement: Agreement
    by: int | None
    agreed: frozenset[int]
    ended: Event | None = None


@dataclass(frozen=True, slots=True)
class SeatSetUp:
    """The secret arrangement of a seat before the first move, and whether it is ready.

    A computer arranges its pieces by chance that follows from the ``seed``, 0 for none yet.
    """

    arrangement: Arrangement = field(default_factory=dict, hash=False)
    ready: bool = False
    seed: int = 0


# The line of play

THIRD_TIME = 3
"""A position that occurs this many times is a repetition."""

KEY_BYTES = 8
"""Bytes of the number by which positions are compared: as many as a database holds."""

P = TypeVar("P", bound=Position)


def after_repetition(position: P, move: Move, times: int) -> P:
    """Return a position with the rule for the third occurrence applied after the move to it.

    ``times`` is how often it has occurred in the line of play, this time included. Positions with
    the same ``Position.key`` count as the same. Moves that only set up pieces repeat nothing.
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
        """Whether the position is held already."""
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
    """The positions of a match, in order; ``places`` gives them without reading them."""

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
