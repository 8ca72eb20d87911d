"""The table: who sits where, what was offered, the line of play, and the result.

A ``Match`` is a value. What happens to it is an append-only record of events; its methods
return a new Match with the new events, or raise a ``Refusal``. Time and chance are arguments.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Kind(StrEnum):
    """What an event is."""

    CHALLENGE = "challenge"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    EXPIRE = "expire"
    START = "start"
    MOVE = "move"
    OFFER = "offer"
    AGREE = "agree"
    REFUSE = "refuse"
    RESIGN = "resign"
    RESULT = "result"
    MOVED = "moved"


class Status(StrEnum):
    """Where a match stands: waiting for answers, being played, or over."""

    CHALLENGE = "challenge"
    LIVE = "live"
    OVER = "over"


POSTED = frozenset(Kind) - {Kind.ACCEPT, Kind.AGREE, Kind.RESIGN}
"""Events that the channel is told; the others come with one that it is told."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a match.

    ``number`` counts from 1 in its match; ``seat`` and ``person`` say who did it (None: the
    bot); ``text`` is a move's canonical text, an offer's agreement, or JSON; ``position`` the
    position's text after it, where it changed; ``source`` names the message or interaction it
    came from, unique in its match, so that nothing is done twice however often it arrives.
    """

    number: int
    kind: Kind
    at: datetime
    seat: int | None = None
    person: int | None = None
    text: str = ""
    position: str = ""
    source: str | None = None
