"""Hints: moves shown by a computer to a person, and their place in the record."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Generic, TypeVar

from engine.errors import Refusal
from engine.table.blindfold import check_shown
from engine.table.match_state import MatchState
from engine.table.record import Event, Kind
from engine.text import Text

HINTS: Final = 2
"""The number of hints for a turn: the piece, then its move."""

Hinted = TypeVar("Hinted", bound=MatchState)


class Hints(Generic[Hinted]):
    """The hints of a match: those taken, and the next one."""

    def __init__(self, match: Hinted) -> None:
        self._match = match

    def check(self, person: int) -> None:
        """Raise Refusal if a person cannot take a hint now."""
        self._match.check_turn(person)
        if self._match.rated:
            raise Refusal(
                Text("This match is rated: hints are only for matches that are not rated.")
            )
        if self._match.tournament is not None:
            raise Refusal(Text("There are no hints in matches of an event: they count there."))
        if self._match.crowds:
            raise Refusal(Text("There are no hints in a match in which many play together."))
        if self._match.is_between_servers:
            raise Refusal(Text("There are no hints in a match between servers."))
        check_shown(self._match)
        if self._match.position.setup is not None:
            raise Refusal(Text("There are no hints for setting up the pieces."))
        if self._match.outcome is not None or not self._match.position.legal_moves():
            raise Refusal(Text("This match is over."))

    def take(self, person: int, *, now: datetime, source: str | None) -> Hinted:
        """Return the match with one more hint for this turn; unchanged if no hint is left.

        Raises Repeated, and what ``check`` raises.
        """
        self._match.check_new(source)
        self.check(person)
        if self.now == HINTS:
            return self._match
        turn = self._match.position.turn
        return self._match.add(Kind.HINT, now, person, seat=turn, source=source)

    @property
    def now(self) -> int:
        """The number of hints taken in the present position."""
        return sum(event.kind is Kind.HINT for event in self._match.events[self._match.since :])

    def was_taken_for(self, move: Event) -> bool:
        """Return whether a move was played with a hint."""
        for event in reversed(self._match.events[: move.number - 1]):
            if event.kind is Kind.HINT:
                return event.seat == move.seat
            if event.position:
                return False
        return False

    def turns_of(self, person: int) -> int:
        """Return the number of turns with a person's hints, including turns taken back."""
        turns = 0
        taken = False
        for event in self._match.events:
            if event.position:
                taken = False
            elif event.kind is Kind.HINT and event.person == person and not taken:
                taken = True
                turns += 1
        return turns
