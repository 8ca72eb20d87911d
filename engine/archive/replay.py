"""What was done in a game, in order, and the positions it led to."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Final, NamedTuple

from engine.errors import Refusal
from engine.game import Position
from engine.table.line import after_repetition
from engine.table.record import Numbering
from engine.text import Text, quoted
from engine.values import Move

MOST_ACTIONS: Final = 10_000
"""A record of more is refused; the longest games of random moves have some thousands."""


class InvalidRecord(Refusal):
    """Text that is not the record of a game; the sentence says where and why."""


class Act(StrEnum):
    """What was done. The values are those of the events of a match."""

    MOVE = "move"
    RESIGN = "resign"
    TIMEOUT = "timeout"
    AGREE = "agree"
    ADJUDICATE = "adjudicate"
    ABORT = "abort"
    LAPSE = "lapse"


CLOSING: Final = frozenset({Act.ADJUDICATE, Act.ABORT, Act.LAPSE})
"""What ends a game without changing the position; nothing follows it."""


class Action(NamedTuple):
    """One thing that was done, by ``seat`` where it was one seat.

    ``text`` is a move in canonical notation, the name of what all agreed on, or the ranks that
    were adjudicated (``"1 2"``, ``""`` for no result).
    """

    act: Act
    text: str = ""
    seat: int | None = None


class Step(NamedTuple):
    """A position, what led to it (None: it is the start), and the move if that was one."""

    position: Position
    action: Action | None = None
    move: Move | None = None


class Replay:
    """A game played again by the rules of a match: ``steps`` holds what was replayed so far."""

    def __init__(self, start: Position) -> None:
        self.steps = [Step(start)]
        self._numbering = Numbering()
        self._times = Counter([start.key])

    @property
    def position(self) -> Position:
        """The position now."""
        return self.steps[-1].position

    @property
    def number(self) -> int:
        """The number of the next move: each seat's turn once is a move."""
        return self._numbering.of(self.position.turn)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks of the seats, none without a result."""
        last = self.steps[-1].action
        if last is not None and last.act in CLOSING:
            return tuple(map(int, last.text.split()))
        outcome = self.position.outcome()
        return outcome.ranks if outcome else ()

    @property
    def reason(self) -> str:
        """How the result came about, as far as the position tells."""
        outcome = self.position.outcome()
        return str(outcome.reason) if outcome and self.ranks == outcome.ranks else ""

    def do(self, action: Action) -> None:
        """Add one action; a move may be in any notation. Raises InvalidRecord."""
        try:
            self._check(action)
            step = self._after(action)
        except Refusal as error:
            raise InvalidRecord(
                Text(
                    "Move {number}, `{text}`: {reason}",
                    number=self.number,
                    text=quoted(action.text or action.act),
                    reason=error.text,
                )
            ) from error
        self.steps.append(step)
        self._times[step.position.key] += 1

    def _check(self, action: Action) -> None:
        last = self.steps[-1].action
        if len(self.steps) > MOST_ACTIONS:
            raise InvalidRecord(
                Text("A record has at most {most} moves; this one goes on.", most=MOST_ACTIONS)
            )
        if last is not None and last.act in CLOSING:
            raise InvalidRecord(Text("The game was already over."))

    def _after(self, action: Action) -> Step:
        match action.act:
            case Act.MOVE:
                return self._moved(action.text)
            case Act.RESIGN | Act.TIMEOUT:
                return self._given_up(action)
            case Act.AGREE:
                return self._agreed(action)
            case Act.ADJUDICATE:
                return self._adjudicated(action)
        return Step(self.position, action)

    def _moved(self, text: str) -> Step:
        before = self.position
        self._check_going_on()
        move = before.parse(text)
        action = Action(Act.MOVE, before.write(move), before.turn)
        after = before.play(move)
        after = after_repetition(after, move, self._times[after.key] + 1)
        if before.setup is None:
            self._numbering.count(before.turn)
        return Step(after, action, move)

    def _given_up(self, action: Action) -> Step:
        self._check_going_on()
        seat = action.seat
        if seat is None or not self.position.seats[seat].active:
            raise InvalidRecord(Text("Only a player who is still in the game can give up."))
        return Step(self.position.resign(seat), action)

    def _agreed(self, action: Action) -> Step:
        for agreement in self.position.agreements():
            if agreement.name == action.text:
                return Step(self.position.agree(agreement), action)
        raise InvalidRecord(Text("That cannot be agreed on in this position."))

    def _adjudicated(self, action: Action) -> Step:
        seats = len(self.position.seats)
        ranks = action.text.split()
        known = {str(rank) for rank in range(1, seats + 1)}
        if ranks and (len(ranks) != seats or "1" not in ranks or not known.issuperset(ranks)):
            raise InvalidRecord(
                Text(
                    "A result names the rank of each of the {seats} seats, 1 for the best.",
                    seats=seats,
                )
            )
        return Step(self.position, action)

    def _check_going_on(self) -> None:
        outcome = self.position.outcome()
        if outcome is not None:
            raise InvalidRecord(Text("The game was over: {reason}", reason=outcome.reason))
