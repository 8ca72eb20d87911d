"""Positions of Halma and Chinese checkers: a state with its moves, warnings and display."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Final, Self

from engine.board import Board, members
from engine.capabilities.claims import Claiming
from engine.capabilities.goals import GoalPoints, Race
from engine.capabilities.showing import Display
from engine.capabilities.thinking import Thinking
from engine.game import REPETITION, Game, Position
from engine.games.halma import position_text
from engine.games.halma.notation import HalmaNotation, move_of, moves_of
from engine.games.halma.outcomes import outcome_of
from engine.games.halma.rules import LETTERS, HalmaRules
from engine.games.halma.state import HalmaState
from engine.games.halma.turns import Known, jumps_from, late_seat, sides_home
from engine.pieces import PIECE as NOUN
from engine.position_text import write as write_rows
from engine.text import Text, listed
from engine.values import Move, Options, Outcome, Piece, Seat

PIECE: Final = "piece"

PACE: Final = {8 * 8: 35, 10 * 10: 28, 121: 40, 16 * 16: 22}
"""Thousands of nodes a second of the search, by the number of points of the board."""

LASTS: Final = {8 * 8: 30, 10 * 10: 45, 121: 60, 16 * 16: 90}
"""The usual number of a seat's moves in a game of two, by the number of points of the board."""

TOLD_BEFORE: Final = 10
"""Turns before the deadline from which players are reminded to leave their own camp."""


class JumpingPosition(Position):
    """A position of Halma or Chinese checkers."""

    __slots__ = ("_moves", "state")

    state: HalmaState

    def __init__(self, state: HalmaState) -> None:
        self.state = state
        self._moves: tuple[Move, ...] | None = None

    @property
    def game(self) -> Game:
        """The game of the position."""
        return self.state.rules.game

    @property
    def options(self) -> Options:
        """Every option of the game with the value in force."""
        return self.state.rules.options

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.state.rules.board

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats by their colours; seats that gave up, or have their place, are inactive."""
        state, rules = self.state, self.state.rules
        if not (state.out or (state.home and rules.play_on)):
            return rules.seats
        return tuple(
            seat._replace(active=not self._is_out(number))
            for number, seat in enumerate(rules.seats)
        )

    @property
    def turn(self) -> int:
        """Index of the seat to move."""
        return self.state.seat

    @property
    def key(self) -> Hashable:
        """The pieces, the seat to move, and the seats that have arrived."""
        state = self.state
        return (state.seat, state.board, tuple(state.home))

    @property
    def result(self) -> str:
        """Name of a draw by agreement or repetition, ``""`` for none."""
        return position_text.result_of(self.state)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the turns of each piece, one for each point where the piece can end."""
        if self._moves is None:
            state = self.state
            self._moves = tuple(moves_of(state, bytes(sorted(state.pieces[state.seat]))))
        return self._moves

    def play(self, move: Move) -> Self:
        """Return the position after a turn: arrivals are counted, and the next seat moves."""
        return type(self)(self.state.play(move.path[0] << 8 | move.path[-1]))

    def resign(self, seat: int) -> Self:
        """Return the position after a seat gave up together with its partners."""
        if self.state.over() or self._is_out(seat):
            return self
        return type(self)(self.state.resign(seat))

    def _is_out(self, seat: int) -> bool:
        """Return whether a seat no longer takes part: it gave up, or its side has its place."""
        state = self.state
        return seat in state.out or state.rules.team[seat] in sides_home(state.rules, state.home)

    def repeated(self) -> Self:
        """Return the position as a draw by its third occurrence."""
        return self.ended(REPETITION)

    def _with_result(self, result: str) -> Self:
        return type(self)(self.state.ended(position_text.RESULTS[result]))

    def outcome(self) -> Outcome | None:
        """Return the outcome of the game, None while it goes on."""
        return outcome_of(self.state)

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Yield the pieces with their points, the first seat's first."""
        for seat, points in enumerate(self.state.pieces):
            for point in sorted(points):
                yield point, Piece(seat, PIECE)

    def fen(self) -> str:
        """Return the position as text, in the format of ``position_text``."""
        return position_text.write(self.state)

    @property
    def notation(self) -> HalmaNotation:
        """The reader and writer of the position's moves."""
        return HalmaNotation(self, self.state)

    @property
    def claiming(self) -> DeadlineWarning:
        """Nothing is claimed; there is a warning before a turn that misses the deadline."""
        return DeadlineWarning(self.state)

    @property
    def goal(self) -> GoalPoints:
        """The camps to be filled."""
        targets = tuple(frozenset(target) for target in self.state.rules.targets)
        return GoalPoints(targets, _arriving, Text("brings a piece closer to the camp"))

    @property
    def race(self) -> Race | None:
        """The position as a race of two, None for more seats or with the option ``swap``."""
        return _race_of(self.state.rules)

    @property
    def thinking(self) -> Thinking[HalmaState]:
        """The state with the meaning of its moves."""
        return HalmaThinking(self.state, partial(move_of, self.state))

    @property
    def pace(self) -> int:
        """Measured speed of a search in pure Python, in thousands of nodes a second."""
        return PACE[len(self.board)]

    @property
    def usual_moves(self) -> int:
        """Usual number of a seat's moves, larger on larger boards."""
        return LASTS[len(self.board)]

    @property
    def display(self) -> HalmaDisplay:
        """The camps, and the deadline for leaving them."""
        return HalmaDisplay(self.state)


def _arriving(count: int) -> Text:
    """Return the clause about a number of pieces that enter their camp."""
    return Text("brings {pieces} into the camp", pieces=NOUN.named(count))


class HalmaThinking(Thinking[HalmaState]):
    """A state of Halma or Chinese checkers with the meaning of its moves."""

    def seen(self, jumps: int) -> list[int]:
        """Return the likely moves of a player who overlooks chains of more than ``jumps`` jumps."""
        state = self.state()
        if jumps >= len(state.board):
            return []
        moves = moves_of(state, state.pieces[state.seat])
        return state.likely(
            {move.path[0] << 8 | move.path[-1] for move in moves if len(move.path) <= jumps + 1}
        )


class HalmaRace(Race):
    """The race of two seats under their rules."""

    def __init__(self, rules: HalmaRules) -> None:
        self._rules = rules
        self.board = rules.board
        self.homes, self.targets = rules.camps
        self._last: tuple[int, bytes, Known] = (0, b"", [])

    def ends(self, seat: int, occupied: int, start: int) -> int:
        """Return the set of points where a turn of a piece can end: by a step or by jumps."""
        rules = self._rules
        last, board, known = self._last
        if last != occupied or not board:
            # Callers ask for the pieces of one board one after the other.
            board, known = _occupied(occupied, len(rules.board)), [None] * len(rules.board)
            self._last = occupied, board, known
        ends = 0
        for end in rules.steps[seat][start]:
            if not board[end]:
                ends |= 1 << end
        allowed = rules.ends[seat][start]
        for end in jumps_from(rules, board, start, rules.landings[seat][start], known):
            if allowed[end]:
                ends |= 1 << end
        return ends

    def text(self, seat: int, pieces: tuple[int, int]) -> str:
        """Return the text of a position with these pieces and ``seat`` to move."""
        placed = {
            point: letter
            for letter, points in zip(LETTERS, pieces, strict=False)
            for point in members(points)
        }
        return write_rows(self._rules.rows, placed, LETTERS[seat], {})


_BITS: Final = bytes.maketrans(b"01", bytes((0, 1)))


def _occupied(points: int, size: int) -> bytes:
    """Return a set of points as bytes with a 1 at each of them."""
    return f"{points:0{size}b}"[::-1].encode().translate(_BITS)


@lru_cache(maxsize=64)
def _race_of(rules: HalmaRules) -> HalmaRace | None:
    """Return the race under these rules, None for more than two seats or with ``swap``."""
    return HalmaRace(rules) if rules.count == 2 and not rules.swap else None


class DeadlineWarning(Claiming):
    """The warning before a turn that leaves a piece in its own camp at the deadline."""

    def __init__(self, state: HalmaState) -> None:
        self._state = state

    def warning(self, move: Move) -> Text | None:
        """Return the warning that a turn loses by the deadline, None for other turns."""
        rules, seat = self._state.rules, self._state.seat
        after = self._state.play(move.path[0] << 8 | move.path[-1])
        if not rules.deadline or after.home or late_seat(rules, after.board, after.played) != seat:
            return None
        return Text(
            "This is your turn {deadline}, and pieces of yours are still in your own camp: this "
            "move loses the game.",
            deadline=rules.deadline,
        )


class HalmaDisplay(Display):
    """The display: the camps where seats start, the arrivals, and the deadline."""

    def __init__(self, state: HalmaState) -> None:
        self._state = state

    def zones(self) -> Iterator[tuple[int, int]]:
        """Yield the points of the camps, each with the seat that starts there."""
        for seat, home in enumerate(self._state.rules.homes):
            for point in home:
                yield point, seat

    def news(self) -> tuple[Text, ...]:
        """Return the numbers of pieces that have arrived, and a reminder before the deadline.

        The reminder gives the number of pieces of the seat to move that are in its own camp.
        """
        return (*self._arrived(), *self._deadline())

    def _arrived(self) -> Iterator[Text]:
        """Yield the number of each seat's pieces in the camp opposite, unless all are zero."""
        state, rules = self._state, self._state.rules
        arrived = [_standing(state, seat, rules.targets[seat]) for seat in range(rules.count)]
        if any(arrived):
            seats = [
                Text("{seat} {pieces}", seat=rules.seats[seat].name, pieces=pieces)
                for seat, pieces in enumerate(arrived)
                if seat not in state.out
            ]
            yield Text(
                "Pieces that have arrived, out of {all}: {seats}.",
                all=max(map(len, state.pieces)),
                seats=listed(seats),
            )

    def _deadline(self) -> Iterator[Text]:
        state, rules = self._state, self._state.rules
        if not rules.deadline or state.over():
            return
        waiting = _standing(state, state.seat, rules.homes[state.seat])
        turns_left = rules.deadline - state.played[state.seat]
        if waiting and turns_left <= TOLD_BEFORE:
            yield Text(
                "{seat} still has {pieces} in its own camp: after its turn {deadline}, that loses "
                "the game. Turns left: {turns}.",
                seat=rules.seats[state.seat].name,
                pieces=NOUN.named(waiting),
                deadline=rules.deadline,
                turns=turns_left,
            )


def _standing(state: HalmaState, seat: int, points: Sequence[int]) -> int:
    """Return the number of a seat's pieces on some points."""
    return sum(state.board[point] == seat + 1 for point in points)
