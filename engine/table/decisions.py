"""Decisions on a result: a moderator's, the bot's, or those of another server on the twin."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import takewhile

from engine.table.record import Event, Kind, Reminder, is_abroad
from engine.text import Text, Words
from engine.values import Outcome

COMPUTERS_LEFT = Text("Only computers are left to play.")
"""Why the bot ends a match that all people have given up."""


class WhyEnded(StrEnum):
    """The reason why a match between two servers ended otherwise than on its own board.

    Each is written after the ranks in the event that ends a twin.
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
    """Return the sentence for the text of such an event after its ranks."""
    return WhyEnded(written).sentence


def written(ranks: Sequence[int], reason: str) -> str:
    """Return the text of the event of a decision; without ranks there is no result."""
    return f"{' '.join(map(str, ranks))}\n{reason}"


def decided(decision: Event, *, computers_left: bool) -> Outcome | None:
    """Return the outcome by a decision, None if the decision is that there is no result.

    ``computers_left`` says that the bot ended the match because only computers were left.
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
    """Return the reason for a seat's loss in the last of the events, None if the board tells.

    A game claimed from somebody who had left the server does not count as given up by them.
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
