"""Decisions on a result: by a moderator, by the bot, or by another server on the twin match."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import takewhile

from engine.table.record import Event, Kind, Reminder, is_abroad
from engine.text import Text, Words
from engine.values import Outcome

COMPUTERS_LEFT = Text("Only computers are left to play.")
"""The reason given if the bot ends a match that all people have given up."""


class WhyEnded(StrEnum):
    """The reason why a match between two servers ended otherwise than on its own board.

    It is written after the ranks in the text of the event that ends a twin.
    """

    ELSEWHERE = "elsewhere"
    MODERATOR = "moderator"
    OFF = "off"
    GONE = "gone"
    LEFT = "left"

    @property
    def sentence(self) -> Text:
        """The sentence for the players."""
        return _SENTENCES[self]


_SENTENCES = {
    WhyEnded.ELSEWHERE: Text("The match ended this way on the other server."),
    WhyEnded.MODERATOR: Text("A moderator of the other server decided it."),
    WhyEnded.OFF: Text("The match between the two servers was called off."),
    WhyEnded.GONE: Text("The other server cannot be reached any more."),
    WhyEnded.LEFT: Text("A player had left their server, and nobody took over the board."),
}


def sentence_of(written: str) -> Text:
    """Return the sentence for a written ``WhyEnded``. Raises ValueError for another text."""
    return WhyEnded(written).sentence


def written(ranks: Sequence[int], reason: str) -> str:
    """Return the text of a decision's event; empty ``ranks`` stand for no result."""
    return f"{' '.join(map(str, ranks))}\n{reason}"


def decided(decision: Event, *, computers_left: bool) -> Outcome | None:
    """Return the outcome by a decision, or None if the decision is that there is no result.

    ``computers_left`` says whether the bot ended the match because only computers were left.
    """
    ranks, _, reason = decision.text.partition("\n")
    if not ranks:
        return None
    if is_abroad(decision.person or 0):
        told = sentence_of(reason)
    elif computers_left:
        told = COMPUTERS_LEFT
    else:
        told = Text("{reason}", reason=Words(reason))
    return Outcome(tuple(map(int, ranks.split())), told)


def reason_of(
    last: Event, seat: Text, events: Sequence[Event], people: Sequence[int]
) -> Text | None:
    """Return the reason why ``seat`` lost by the event ``last``, or None if it needs none.

    There is a reason for a time-out, and for a game that an opponent claimed from a player who had
    left the server, which the record has as a resignation.
    """
    if last.kind is Kind.TIMEOUT:
        return Text("{seat} ran out of time.", seat=seat)
    if last.kind is not Kind.RESIGN:
        return None
    earlier = reversed(events[: last.number - 1])
    since = takewhile(lambda event: event.person != last.person, earlier)
    left = any(
        event.kind is Kind.REMIND
        and event.text == Reminder.LEFT
        and people[event.seat or 0] == last.person
        for event in since
    )
    return Text("{seat} left the server.", seat=seat) if left else None
