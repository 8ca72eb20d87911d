"""Positions of Dames-Alliance: a state with its moves as paths, its results and its set-up."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from random import Random
from typing import Final, Self

from engine.capabilities.captures import Captures, capture
from engine.capabilities.thinking import Thinking
from engine.game import WHITE_AND_BLACK, Duel, Game, draw, win
from engine.games.alliance import position_text
from engine.games.alliance.board import (
    BITS,
    BLACK,
    BOARD,
    CROSSES,
    POINTS,
    PROMOTED,
    SETS,
    SQUARES,
    WHITE,
)
from engine.games.alliance.notation import AllianceNotation
from engine.games.alliance.position_text import COUNTED
from engine.games.alliance.setup import CrossSetUp, HiddenCrosses, any_cross
from engine.games.alliance.state import AllianceState
from engine.games.alliance.steps_and_jumps import (
    KING,
    PLACE,
    PLUS,
    X,
    becomes_of,
    code,
    end_of,
    start_of,
    steps_onto,
    taken_by,
)
from engine.text import Text, counted, joined
from engine.values import Agreement, Move, Options, Outcome, Piece

COUNT: Final = Agreement("count", Text("a count of the kings"))
"""Agreement, once both sides have only kings, that the side with more kings wins."""

_SUFFIXES: Final = (*CROSSES, PROMOTED)
"""The suffix of a man's move, by the kind it becomes."""


def _suffix(kind: int, becomes: int) -> str:
    """Return the suffix of a move after which a piece of one kind becomes another, or stays."""
    return "" if becomes == kind else _SUFFIXES[becomes]


def _step(kind: int, step: int) -> Move:
    path = (POINTS[start_of(step)], POINTS[end_of(step)])
    return Move("move", path, suffix=_suffix(kind, becomes_of(step)))


def _steps(seat: int, kind: int) -> dict[int, Move]:
    """Return all moves without a capture of pieces of that kind, by their codes."""
    steps = [step for start in BITS for step in steps_onto(seat, kind, start, SQUARES)]
    return {step: _step(kind, step) for step in steps}


_STEPS_OF_MEN: Final = tuple(_steps(seat, X) | _steps(seat, PLUS) for seat in (WHITE, BLACK))
"""By seat, the steps of men by code: a step reveals the cross, since the two crosses move along
different lines.
"""

_STEPS_OF_KINGS: Final = {
    step: (8 * start + direction, move)
    for step, move in _steps(WHITE, KING).items()
    for start, end in [move.path]
    for direction, steps in enumerate(BOARD.steps)
    if steps[start] == end
}
"""The steps of kings by code, each with its rank: by square, then clockwise from north."""


def _capture(state: AllianceState, code: int, chains: Captures) -> Move:
    """Return the capture by its first path in alphabetical order."""
    start, taken = start_of(code), taken_by(code)
    states = chains.path(end_of(code) | taken, taken.bit_count())
    suffix = _suffix(state.kind_at(start), becomes_of(code))
    return capture(SETS, states, state.empty() | start)._replace(suffix=suffix)


def _jump(state: AllianceState, capture: int) -> Move:
    """Return a capture of one piece."""
    start = start_of(capture)
    path = (POINTS[start], POINTS[end_of(capture)])
    suffix = _suffix(state.kind_at(start), becomes_of(capture))
    return Move("move", path, (POINTS[taken_by(capture)],), (), suffix)


def _cross_to_set(step: int) -> Move:
    return Move("place", (POINTS[start_of(step)],), suffix=_SUFFIXES[becomes_of(step)])


def _move(state: AllianceState, step: int) -> Move:
    """Return the move for a code of a state."""
    start = start_of(step)
    if state.unset:
        return _cross_to_set(step)
    if taken_by(step):
        return _capture(state, step, state.chains(start))
    return _step(state.kind_at(start), step)


class AlliancePosition(Duel):
    """A position of Dames-Alliance: a state, the options in force, and a noted result."""

    __slots__ = ("_moves", "game", "options", "result", "state")

    game: Game
    options: Options
    state: AllianceState
    result: str
    board = BOARD
    seats = WHITE_AND_BLACK

    def __init__(
        self, game: Game, options: Options, state: AllianceState, result: str = ""
    ) -> None:
        self.game = game
        self.options = options
        self.state = state
        self.result = result
        self._moves: tuple[Move, ...] | None = None

    @property
    def turn(self) -> int:
        """Index of the seat to move: White (0) or Black (1)."""
        return self.state.side

    def with_state(self, state: AllianceState) -> Self:
        """Return the position with another state."""
        return type(self)(self.game, self.options, state, self.result)

    @property
    def key(self) -> Hashable:
        """The pieces with their crosses, and the side to move."""
        return self.state.key()

    # Moves

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the captures that take the most, or all other moves if nothing can be captured."""
        moves = self._moves
        if moves is None:
            state = self.state
            if state.unset:
                moves = tuple(map(_cross_to_set, state.moves()))
            elif state.tactical():
                moves = self._captures()
            else:
                moves = self._steps()
            self._moves = moves
        return moves

    def _captures(self) -> tuple[Move, ...]:
        state = self.state
        takes = state.moves()
        if taken_by(takes[0]) in POINTS:
            return tuple([_jump(state, take) for take in takes])
        starts = set(map(start_of, takes))
        chains = {start: state.chains(start) for start in starts}
        return tuple([_capture(state, take, chains[start_of(take)]) for take in takes])

    def _steps(self) -> tuple[Move, ...]:
        """Return the moves without a capture: men's first, though the state lists kings' first."""
        state = self.state
        codes, kings, men = state.moves(), state.kings, _STEPS_OF_MEN[state.side]
        if not kings:
            return tuple([men[step] for step in codes])
        steps = [men[step] for step in codes if not kings >> (step & PLACE) & 1]
        ordered = sorted([_STEPS_OF_KINGS[step] for step in codes if kings >> (step & PLACE) & 1])
        return (*steps, *[move for _, move in ordered])

    def play(self, move: Move) -> Self:
        """Return the position after a legal move; jumped pieces are lifted at its end."""
        state = self.state.play(self._code(move))
        return type(self)(self.game, self.options, state, self.result)

    def _code(self, move: Move) -> int:
        """Return the state's code of a legal move."""
        _, path, captured, _, suffix = move
        start, end = path[0], path[-1]
        becomes = _SUFFIXES.index(suffix) if suffix else self.state.kind_at(BITS[start])
        taken = sum([BITS[point] for point in captured]) if captured else 0
        return code(BITS[start], BITS[end], becomes, taken)

    # The end

    def agreements(self) -> tuple[Agreement, ...]:
        """Return a draw and, if it can be agreed on, a count of kings; nothing after the end."""
        agreements = super().agreements()
        may_count = self.state.only_kings() and self.options["kings_only"] == "agree"
        return (*agreements, COUNT) if agreements and may_count else agreements

    def agree(self, agreement: Agreement) -> Self:
        """Return the position after the players agreed on a draw or on a count of kings."""
        return self.ended(COUNTED) if agreement == COUNT else super().agree(agreement)

    def outcome(self) -> Outcome | None:
        """Return the outcome of a count of kings that was agreed on, or else the usual outcome."""
        if not self.result:
            return self.decided()
        return self._counted() if self.result == COUNTED else super().outcome()

    def decided(self) -> Outcome | None:
        """Return the outcome on the board, None while the game goes on.

        A side that cannot move loses, more kings win if they are counted, other endings are draws.
        """
        state = self.state
        if not state.over():
            return None if state.moves() else self._lost()
        if state.counts_kings():
            return self._counted()
        return draw(
            Text(
                "{count} turns without a capture and without a man changing rank: {kings}.",
                count=state.idle,
                kings=self._kings_of_both(),
            )
        )

    def _lost(self) -> Outcome:
        state = self.state
        name = self.seats[state.side].name
        if state.diagonal | state.orthogonal | state.kings:
            return win(1 - state.side, Text("{seat} cannot move.", seat=name))
        return win(1 - state.side, Text("{seat} has no pieces left.", seat=name))

    def _counted(self) -> Outcome:
        """Return the outcome: more kings win, and equal numbers are a draw."""
        white, black = (self._kings_of(seat) for seat in (WHITE, BLACK))
        reason = Text("The kings were counted: {kings}.", kings=self._kings_of_both())
        if white == black:
            return draw(reason)
        return win(WHITE if white > black else BLACK, reason)

    def _kings_of(self, seat: int) -> int:
        return self.state.pieces_of(seat)[2].bit_count()

    def _kings_of_both(self) -> Text:
        return joined(
            [
                counted(
                    "{seat} has {count} king",
                    "{seat} has {count} kings",
                    self._kings_of(number),
                    seat=seat.name,
                )
                for number, seat in enumerate(self.seats)
            ],
            ", ",
        )

    # Setting the crosses

    @property
    def setup(self) -> CrossSetUp[Self] | None:
        """The set-up of crosses, None once all are set or the game is over."""
        return CrossSetUp(self) if self.state.unset and not self.result else None

    @property
    def secrets(self) -> HiddenCrosses[Self] | None:
        """The hidden crosses, None once all are set."""
        return HiddenCrosses(self) if self.state.unset else None

    # Notation

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Yield the pieces with their points: White's first, men before kings."""
        state = self.state
        for seat in (WHITE, BLACK):
            diagonal, orthogonal, kings = state.pieces_of(seat)
            unset = state.unset_of(seat)
            kinds = (("x", diagonal), ("+", orthogonal), ("unset", unset), ("king", kings))
            for kind, squares in kinds:
                for point in SETS.points_in(squares):
                    yield point, Piece(seat, kind)

    def fen(self) -> str:
        """Return the position as one line in the format of ``position_text``."""
        return position_text.write(self.state, self.result)

    @property
    def notation(self) -> AllianceNotation:
        """The reader and writer of the position's moves."""
        return AllianceNotation(self, self.state)

    @property
    def thinking(self) -> Thinking[AllianceState]:
        """The state with the meaning of its moves; in the set-up it also suggests crosses."""
        return AllianceThinking(self.state, partial(_move, self.state))

    @property
    def pace(self) -> int:
        """Measured speed of a search in pure Python, in thousands of nodes a second."""
        return 120

    @property
    def usual_moves(self) -> int:
        """Usual number of a seat's moves: kings chase each other for a long time."""
        return 115


class AllianceThinking(Thinking[AllianceState]):
    """A state of Dames-Alliance, with the meaning of its moves."""

    def place(self, chance: Random) -> Move | None:
        """Return the move that sets the next cross, None if all are set."""
        return any_cross(self.state(), chance)
