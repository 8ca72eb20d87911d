"""Duties: what a computer has to do at the table now, and the hints that it gives to people.

Both follow from the record alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple, Self

from engine.errors import Refusal
from engine.table.offers import Offers
from engine.table.record import Event, Kind, Status
from engine.text import Text

HINTS: Final = 2
"""The hints that there are for a turn: the piece, then its move."""


class Task(StrEnum):
    """The kinds of duties that a computer has."""

    MOVE = "move"
    SET_UP = "set-up"
    ANSWER = "answer"


class Duty(NamedTuple):
    """One thing that a computer has to do.

    ``user`` is the computer, on ``seat``. ``event`` is the number of the event that asks for it:
    the one that made the position, or the offer.
    """

    task: Task
    seat: int
    user: int
    event: int

    def source(self, match_id: int) -> str:
        """Return the ``source`` of the event that fulfils it, so that it is done only once."""
        return f"computer:{match_id}.{self.event}.{self.seat}"


@dataclass(frozen=True)
class Duties(Offers):
    """A match with the duties of its computers and the hints that were taken."""

    @cached_property
    def duty(self) -> Duty | None:
        """The next duty of a computer, None if there is none.

        Set-ups come first, then answers to offers, then moves. No move is made during a vote
        whether a computer plays on, since it would end the vote.
        """
        if self.status is not Status.LIVE or not self.computers:
            return None
        for seat in self.setting_up:
            if self.is_computers(seat):
                return Duty(Task.SET_UP, seat, self.people[seat], self.since)
        offer = self.offer
        if offer is not None:
            for seat in self.asked(offer):
                if self.is_computers(seat) and self.people[seat] not in offer.agreed:
                    return Duty(Task.ANSWER, seat, self.people[seat], offer.number)
            if self.vote is not None:
                return None
        turn = self.position.turn
        if self.outcome is not None or self.setting_up or not self.is_computers(turn):
            return None
        return Duty(Task.MOVE, turn, self.people[turn], self.since)

    def line_seen_by(self, seat: int, most: int) -> tuple[str, ...]:
        """Return the last positions of the line of play as texts, as a seat may see them.

        There are at most ``most`` of them.
        """
        return tuple(
            event.position if (seen := position.seen_by(seat)) is position else seen.fen()
            for event, position in ((event, place.read()) for event, place in self.path[-most:])
        )

    # Blindfold

    @property
    def hides_pieces(self) -> bool:
        """Whether its board is shown without pieces: it is played blindfold, and not over."""
        return self.blindfold and self.status is Status.LIVE

    def check_shown(self) -> None:
        """Raise Refusal if nobody is told now where the pieces stand."""
        if self.hides_pieces:
            raise Refusal(
                Text("This match is played blindfold: the pieces are shown once it is over.")
            )

    # Hints

    def check_may_take_hint(self, person: int) -> None:
        """Raise Refusal, with the reason, if that person can take no hint now."""
        self.check_turn(person)
        if self.rated:
            raise Refusal(
                Text("This match is rated: hints are only for matches that are not rated.")
            )
        self.check_shown()
        if self.position.setup is not None:
            raise Refusal(Text("There are no hints for setting up the pieces."))
        if self.outcome is not None or not self.position.legal_moves():
            raise Refusal(Text("This match is over."))

    def take_hint(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with one more hint for this turn; itself if no hint is left.

        Raises Repeated, and what ``check_may_take_hint`` raises.
        """
        self._check_new(source)
        self.check_may_take_hint(person)
        if self.hints_now == HINTS:
            return self
        return self._add(Kind.HINT, now, person, seat=self.position.turn, source=source)

    @property
    def hints_now(self) -> int:
        """The number of hints taken in this position."""
        return sum(event.kind is Kind.HINT for event in self.events[self.since :])

    def took_hint(self, move: Event) -> bool:
        """Return whether a move was played with a hint."""
        for event in reversed(self.events[: move.number - 1]):
            if event.kind is Kind.HINT:
                return event.seat == move.seat
            if event.position:
                return False
        return False

    def hinted_turns(self, person: int) -> int:
        """Return the number of turns with a person's hints, including turns taken back."""
        turns = 0
        taken = False
        for event in self.events:
            if event.position:
                taken = False
            elif event.kind is Kind.HINT and event.person == person and not taken:
                taken = True
                turns += 1
        return turns
