"""The light state of Dames-Alliance: bit sets of the board, and moves as integers.

A move is an integer: the square where it starts, the one where it ends, what the piece is then,
and the set of the pieces it takes, which is what tells captures apart::

    bits 0-6  start      bits 7-13  end      bits 14-15  what it becomes      bits 16-  taken
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from engine.board import NOWHERE
from engine.capabilities.thinking import DECIDED, State
from engine.games.alliance.board import (
    BITS,
    BOARD,
    CAPTURES_ALONG,
    DIAGONAL,
    LAST_RANKS,
    MOVES_ALONG,
    ORTHOGONAL,
    SQUARES,
)
from engine.games.alliance.evaluation import evaluate

X: Final = 0
PLUS: Final = 1
KING: Final = 2
"""What a piece is: a man with a diagonal or an orthogonal cross, or a king."""

_RANK: Final = 9
"""The bits of a rank, the unused one included: a step to the next rank shifts by so many."""

_FORMS: Final = ((X, PLUS), (PLUS, X), (KING,))
"""What a piece may be after its move: as it was, or turned."""


def code(start: int, end: int, becomes: int, taken: int) -> int:
    """Return the move from one square to another, given as bits like the pieces it takes."""
    return start.bit_length() - 1 | end.bit_length() - 1 << 7 | becomes << 14 | taken << 16


def start_of(move: int) -> int:
    """Return the square where a move starts, as a bit."""
    return 1 << (move & 127)


def end_of(move: int) -> int:
    """Return the square where a move ends, as a bit."""
    return 1 << (move >> 7 & 127)


def becomes_of(move: int) -> int:
    """Return what the piece is after a move."""
    return move >> 14 & 3


def taken_by(move: int) -> int:
    """Return the pieces that a move takes, as bits."""
    return move >> 16


class _Steps:
    """The steps of a piece from one square: a man's moves are those along, not of, its cross."""

    __slots__ = ("around", "moves", "squares")

    squares: list[int]
    """The squares it steps to, those ahead first."""
    around: int
    """The same as a set."""
    moves: dict[int, list[int]]
    """The moves by which of these squares are empty, filled as they are asked for."""

    def __init__(self, squares: list[int]) -> None:
        self.squares = squares
        self.around = sum(squares)
        self.moves = {}


def _steps(seat: int, kind: int) -> dict[int, _Steps]:
    directions: tuple[int, ...] = DIAGONAL + ORTHOGONAL
    if kind != KING:
        directions = MOVES_ALONG[seat]["x" if kind == X else "+"]
    table = {}
    for point, bit in enumerate(BITS):
        ends = [BOARD.steps[direction][point] for direction in directions]
        table[bit] = _Steps([BITS[end] for end in ends if end != NOWHERE])
    return table


def _jumps(directions: tuple[int, ...]) -> dict[int, list[tuple[int, int, int]]]:
    """Return the jumps from every square: what is passed, where it lands, both with the start."""
    table = {}
    for point, bit in enumerate(BITS):
        rays = [BOARD.ray(point, direction) for direction in directions]
        squares = [(BITS[ray[0]], BITS[ray[1]]) for ray in rays if len(ray) > 1]
        table[bit] = [(over, landing, bit | over | landing) for over, landing in squares]
    return table


_STEPS: Final = [[_steps(seat, kind) for kind in (X, PLUS, KING)] for seat in (0, 1)]
_JUMPS: Final = [
    _jumps(CAPTURES_ALONG["x"]),
    _jumps(CAPTURES_ALONG["+"]),
    _jumps(DIAGONAL + ORTHOGONAL),
]


def _beside(enemies: int, empty: int, step: int) -> int:
    """Return the squares from which an enemy can be jumped along one line, either way."""
    behind = (enemies & empty >> step) >> step
    return behind | (enemies & empty << step) << step


def _diagonally(enemies: int, empty: int) -> int:
    return _beside(enemies, empty, _RANK - 1) | _beside(enemies, empty, _RANK + 1)


def _orthogonally(enemies: int, empty: int) -> int:
    return _beside(enemies, empty, 1) | _beside(enemies, empty, _RANK)


def _longest(start: int, kind: int, enemies: int, empty: int) -> tuple[int, list[int]]:
    """Return how many pieces one piece can take at most, and the states this may lead to.

    A state is the square it comes to with the pieces it takes. Twelve pieces a side make a
    thousand of them at the worst, so no limit is needed.
    """
    jumps = _JUMPS[kind]
    free = empty | start
    states = [start]
    taken = 0
    while True:
        following: set[int] = set()
        for state in states:
            square = state & free
            landing_on = free ^ square
            for over, landing, change in jumps[square]:
                if over & enemies and landing & landing_on and not over & state:
                    following.add(state ^ change)
        if not following:
            return taken, states
        states = list(following)
        taken += 1


CONTEMPT: Final = 30
"""What a side gives to avoid a draw."""


class AllianceState(State):
    """The pieces of who moves and of the enemy: men by their cross, and kings."""

    __slots__ = (
        "_moves",
        "_takes",
        "counts",
        "diagonal",
        "foe_diagonal",
        "foe_kings",
        "foe_orthogonal",
        "idle",
        "kings",
        "limit",
        "orthogonal",
        "side",
    )

    side: int
    diagonal: int
    orthogonal: int
    kings: int
    foe_diagonal: int
    foe_orthogonal: int
    foe_kings: int
    idle: int
    """Plies since a piece was taken or a man changed rank."""
    limit: int
    """So many of them are a draw."""
    counts: bool
    """Whether kings are counted as soon as there is nothing else, and no capture."""
    _moves: list[int] | None
    _takes: bool

    def __init__(
        self,
        side: int,
        diagonal: int,
        orthogonal: int,
        kings: int,
        foe_diagonal: int,
        foe_orthogonal: int,
        foe_kings: int,
        idle: int,
        limit: int,
        counts: bool,
    ) -> None:
        self.side = side
        self.diagonal = diagonal
        self.orthogonal = orthogonal
        self.kings = kings
        self.foe_diagonal = foe_diagonal
        self.foe_orthogonal = foe_orthogonal
        self.foe_kings = foe_kings
        self.idle = idle
        self.limit = limit
        self.counts = counts
        self._moves = None
        self._takes = False

    def contempt(self) -> int:
        return CONTEMPT

    # Moves

    def moves(self) -> list[int]:
        """Return the captures that take the most; other moves where nothing can be taken."""
        moves = self._moves
        if moves is None:
            moves = self._captures()
            self._takes = bool(moves)
            if not moves:
                moves = self._quiet_moves()
            self._moves = moves
        return moves

    def tactical(self) -> list[int]:
        """Return the captures, which are a duty."""
        moves = self._moves
        if moves is None:
            moves = self._captures()
            if not moves:
                return moves
            self._takes = True
            self._moves = moves
        return moves if self._takes else []

    def _empty(self) -> int:
        own = self.diagonal | self.orthogonal | self.kings
        return SQUARES ^ (own | self.foe_diagonal | self.foe_orthogonal | self.foe_kings)

    def _captures(self) -> list[int]:
        empty = self._empty()
        men = self.foe_diagonal | self.foe_orthogonal
        moves: list[int] = []
        most = 1
        for kind in (X, PLUS, KING):
            enemies = men
            if kind == X:
                pieces = self.diagonal
                if pieces:
                    pieces &= _diagonally(enemies, empty)
            elif kind == PLUS:
                pieces = self.orthogonal
                if pieces:
                    pieces &= _orthogonally(enemies, empty)
            else:
                pieces = self.kings
                if pieces:
                    enemies |= self.foe_kings
                    pieces &= _diagonally(enemies, empty) | _orthogonally(enemies, empty)
            while pieces:
                start = pieces & -pieces
                pieces ^= start
                taken, states = _longest(start, kind, enemies, empty)
                if taken > most:
                    most = taken
                    moves = []
                if taken == most:
                    free = empty | start
                    for state in states:
                        end = state & free
                        forms = _FORMS[KING if end & LAST_RANKS[self.side] else kind]
                        moves += [code(start, end, becomes, state ^ end) for becomes in forms]
        return moves

    def _quiet_moves(self) -> list[int]:
        empty = self._empty()
        moves: list[int] = []
        for kind in (KING, X, PLUS):
            steps = _STEPS[self.side][kind]
            pieces = self.kings
            if kind == X:
                pieces = self.diagonal
            elif kind == PLUS:
                pieces = self.orthogonal
            while pieces:
                start = pieces & -pieces
                pieces ^= start
                from_here = steps[start]
                free = from_here.around & empty
                found = from_here.moves.get(free)
                if found is None:
                    found = self._steps_onto(start, kind, from_here.squares, free)
                    from_here.moves[free] = found
                moves += found
        return moves

    def _steps_onto(self, start: int, kind: int, squares: list[int], free: int) -> list[int]:
        moves: list[int] = []
        for end in squares:
            if end & free:
                forms = _FORMS[KING if end & LAST_RANKS[self.side] else kind]
                moves += [code(start, end, becomes, 0) for becomes in forms]
        return moves

    def play(self, move: int) -> AllianceState:
        """Return the state after a legal move."""
        start = 1 << (move & 127)
        end = 1 << (move >> 7 & 127)
        becomes = move >> 14 & 3
        taken = move >> 16
        diagonal = self.diagonal
        orthogonal = self.orthogonal
        kings = self.kings
        idle = 0
        if start & kings:
            kings ^= start
            idle = self.idle + 1
        else:
            if start & diagonal:
                diagonal ^= start
            else:
                orthogonal ^= start
            if (move & 127) // _RANK == (move >> 7 & 127) // _RANK:
                idle = self.idle + 1
        if becomes == X:
            diagonal |= end
        elif becomes == PLUS:
            orthogonal |= end
        else:
            kings |= end
        foe_diagonal = self.foe_diagonal
        foe_orthogonal = self.foe_orthogonal
        foe_kings = self.foe_kings
        if taken:
            foe_diagonal &= ~taken
            foe_orthogonal &= ~taken
            foe_kings &= ~taken
            idle = 0
        return AllianceState(
            1 - self.side,
            foe_diagonal,
            foe_orthogonal,
            foe_kings,
            diagonal,
            orthogonal,
            kings,
            min(idle, self.limit),
            self.limit,
            self.counts,
        )

    def key(self) -> Hashable:
        """Return the pieces and whose turn it is."""
        return (
            self.side,
            self.diagonal,
            self.orthogonal,
            self.kings,
            self.foe_diagonal,
            self.foe_orthogonal,
            self.foe_kings,
        )

    # The end

    def _only_kings(self) -> bool:
        if self.diagonal or self.orthogonal or self.foe_diagonal or self.foe_orthogonal:
            return False
        return bool(self.kings and self.foe_kings)

    def over(self) -> bool:
        """Return whether the kings are counted, or there was no progress for too long."""
        if self.counts and self._only_kings() and not self.tactical():
            return bool(self.moves())
        return self.idle >= self.limit and bool(self.moves())

    def final(self, side: int) -> int:
        """Return the loss of who cannot move, the count of kings, or a draw."""
        value = 0
        if not self.moves():
            value = -DECIDED
        elif self.counts and self._only_kings() and not self.tactical():
            more = self.kings.bit_count() - self.foe_kings.bit_count()
            value = DECIDED if more > 0 else -DECIDED if more < 0 else 0
        return value if side == self.side else -value

    def waiting(self) -> int:
        """Return the share of the limit that has passed without progress."""
        return 100 * self.idle // self.limit

    def drawish(self) -> bool:
        """Return whether only kings are left, and nobody has two more than the other."""
        more = self.kings.bit_count() - self.foe_kings.bit_count()
        return self._only_kings() and -1 <= more <= 1

    # Value

    def evaluate(self, side: int) -> int:
        """Return the value in points, as ``evaluation`` has it."""
        value = evaluate(
            self.diagonal,
            self.orthogonal,
            self.kings,
            self.foe_diagonal,
            self.foe_orthogonal,
            self.foe_kings,
            self.side,
        )
        return value if side == self.side else -value

    def quiet(self, move: int) -> bool:
        """Return whether a move neither takes anything nor makes a king."""
        if move >> 16:
            return False
        return move >> 14 != KING or bool(self.kings >> (move & 127) & 1)
