"""What a match's record is made of: its events, what is offered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

from engine.capabilities.secret_setup import Arrangement
from engine.errors import Refusal
from engine.text import Text
from engine.values import Agreement

CHALLENGE_LIFETIME = timedelta(days=1)
"""A challenge that is not answered for this long expires."""

REMINDED_AFTER = timedelta(days=1)
"""A player who has not set up their pieces for this long is reminded."""

COMPLETED_AFTER = timedelta(days=3)
"""After this long their pieces are set up by chance; under a time limit, when that is over."""

WARNED_AFTER = timedelta(days=27)
"""The players of a match that was untouched for this long are warned."""

LAPSED_AFTER = timedelta(days=30)
"""A match that was untouched for this long is closed without a result, but never sooner after
the warning than the difference of the two."""

OPEN = 0
"""Stands for the person on a seat that anybody may still take. Numbers below it stand for
computers, and below those for people who had their data deleted: each for one person, in all
their matches."""


NOWHERE = 0
"""Stands for the server of a match in private messages with the bot; for the server and the channel
of an imported one."""


WIDTH = 79
"""Columns of a line in which a seat's set-up is written."""


class Kind(StrEnum):
    """What an event is."""

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
    """It is as its server has it, or a computer plays."""
    SAID = "said"
    """Its host has said so."""
    FIRST = "first"
    """It is not, because none of those who were to play has played the game before."""


class Reminder(StrEnum):
    """What a reminder is about: the text of its event."""

    SET_UP = ""
    TIME = "time"
    UNTOUCHED = "untouched"


class Status(StrEnum):
    """The status of a match: waiting for answers, being played, or over."""

    CHALLENGE = "challenge"
    LIVE = "live"
    OVER = "over"


ANSWERS = frozenset({Kind.AGREE, Kind.REFUSE})
"""Events that are written into the post of the offer that they answer."""

POSTED = frozenset(Kind) - {
    Kind.ACCEPT,
    Kind.JOIN,
    Kind.LEAVE,
    Kind.HINT,
    Kind.AGREE,
    Kind.RELOCATE,
    Kind.GAP,
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
"""How a seat is given up. Where the position does not change it is left to a partner, the number of
whose seat is the event's text."""


class NotAPlayer(Refusal):
    """A person without a seat in a match wants to play in it."""

    def __init__(self) -> None:
        super().__init__(Text("You are not a player in this match."))


class NotYourTurn(Refusal):
    """A player wants to move while another is to move."""


class Warned(Refusal):
    """A legal move that the player is warned of before it counts."""


class Repeated(Refusal):
    """A message or interaction that has already been acted on; nothing needs to be said."""

    def __init__(self) -> None:
        super().__init__(Text("That has been done already."))


class Numbering:
    """The numbers of moves: each seat's turn once is a move. Setting up the pieces is none."""

    def __init__(self) -> None:
        self._number, self._last = 1, -1
        self._seats: set[int] = set()

    def of(self, seat: int) -> int:
        """Return the number that a move of that seat has if it is the next one."""
        return self._number + (seat in self._seats and seat != self._last)

    def count(self, seat: int) -> int:
        """Return the number of a move that is played, the next one to be counted."""
        number = self.of(seat)
        if number > self._number:
            self._seats.clear()
        self._seats.add(seat)
        self._number, self._last = number, seat
        return number


class Known(NamedTuple):
    """What is known of a position without reading it.

    ``turn`` is the seat to move, None while pieces are set up; positions with different numbers as
    their ``key`` are not the same.
    """

    turn: int | None
    key: int


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a match.

    ``number`` counts from 1 in its match; ``seat`` and ``person`` say who did it (None: the
    bot); ``text`` is a move's canonical text, the name of what was offered, or what else its
    kind needs; ``position`` the position's text after it, where it changed; ``source`` names
    the message or interaction it came from, unique in its match, so that nothing is done twice
    however often it arrives. ``known`` follows from the position.
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
    """Return moves with their numbers as a text: ``1. 32-28 19-23 2. 28x19``.

    What a seat sets up has the number 0, and lines of its own.
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
    """An offer: its event's number, what is offered by whom, and who has agreed to it.

    ``ended`` is the event with which it was agreed to, declined, replaced or has lapsed; None
    while it stands.
    """

    number: int
    agreement: Agreement
    by: int | None
    agreed: frozenset[int]
    ended: Event | None = None


@dataclass(frozen=True, slots=True)
class SeatSetUp:
    """What a seat arranges in secret before the first move, and whether it is ready."""

    arrangement: Arrangement = field(default_factory=dict, hash=False)
    ready: bool = False
