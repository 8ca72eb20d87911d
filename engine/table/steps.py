"""The steps of a match: the positions that are shown one by one to people who look through it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Position
from engine.table.match_state import MatchState
from engine.table.record import Event, Kind, Numbering
from engine.values import Move


@dataclass(frozen=True, slots=True)
class Step:
    """A step: the start, the whole set-up, a move, or another change of the position.

    ``event`` led to ``position``. ``before`` is the position in which a move was played, None for
    other steps. ``number`` is the number of the last move so far, as in the record of the match; it
    is 0 before the first move.
    """

    event: Event
    position: Position
    before: Position | None
    number: int

    @property
    def moves(self) -> tuple[Move, ...]:
        """The move of the step as a tuple of one; empty for a step that is no move."""
        return () if self.before is None else (self.before.parse(self.event.text),)


def steps_of(match: MatchState) -> tuple[Step, ...]:
    """Return the steps of a match, in order, without moves taken back; none before the start."""
    found: list[Step] = []
    number, numbering = 0, Numbering()
    for event, place in match.path:
        position = place.read()
        before = found[-1].position if found else None
        setting_up = before is not None and before.setup is not None
        is_move = event.kind is Kind.MOVE
        if is_move and not setting_up:
            number = numbering.count(event.seat or 0)
        if is_move and setting_up and found[-1].event.kind is Kind.MOVE:
            found.pop()
        played = before if is_move and not setting_up else None
        found.append(Step(event, position, played, number))
    return tuple(found)


def index_of(steps: Sequence[Step], number: int) -> int:
    """Return the index of the step with the event ``number``, or else of the last step before it.

    The number 0 stands for the last step of all.
    """
    if number == 0:
        return len(steps) - 1
    earlier = sum(1 for step in steps if step.event.number <= number)
    return max(earlier - 1, 0)
