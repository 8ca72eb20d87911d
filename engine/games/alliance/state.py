"""The rules of Dames-Alliance: a state of bit sets, whose moves are integers."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from engine.capabilities.thinking import DECIDED, State
from engine.games.alliance.board import LAST_RANKS, SQUARES, STARTS
from engine.games.alliance.evaluation import evaluate
from engine.games.alliance.steps_and_jumps import (
    BECOMES,
    CAPTURED,
    END,
    FORMS,
    KIND,
    KING,
    PLACE,
    PLUS,
    STEPS,
    Chains,
    X,
    chains,
    code,
    longest_chains,
    steps_onto,
)

_RANK: Final = 9
"""The bits of a rank, the unused one included: the shift of a step to the next rank."""


def _beside(enemies: int, empty: int, step: int) -> int:
    """Return the squares from which an enemy can be jumped along one line, in either direction."""
    behind = (enemies & empty >> step) >> step
    return behind | (enemies & empty << step) << step


def _diagonally(enemies: int, empty: int) -> int:
    return _beside(enemies, empty, _RANK - 1) | _beside(enemies, empty, _RANK + 1)


def _orthogonally(enemies: int, empty: int) -> int:
    return _beside(enemies, empty, 1) | _beside(enemies, empty, _RANK)


CONTEMPT: Final = 30
"""The points that a side would give to avoid a draw."""

Pieces = tuple[int, int, int]
"""A seat's men with a diagonal and with an orthogonal cross, and its kings."""


class AllianceState(State):
    """The pieces of the side to move and of the enemy: men by their cross, and kings.

    While the players set the crosses, the men without one are ``unset``.
    """

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
        "unset",
    )

    side: int
    diagonal: int
    orthogonal: int
    kings: int
    foe_diagonal: int
    foe_orthogonal: int
    foe_kings: int
    unset: int
    """The men of both seats without a cross, on their starting squares."""
    idle: int
    """Plies since a piece was taken or a man changed rank."""
    limit: int
    """The number of ``idle`` plies that makes a draw."""
    counts: bool
    """Whether the kings are counted as soon as only kings are left and the mover cannot capture."""
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
        unset: int,
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
        self.unset = unset
        self.idle = idle
        self.limit = limit
        self.counts = counts
        self._moves = None
        self._takes = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AllianceState):
            return NotImplemented
        return self.key() == other.key() and self._counters() == other._counters()

    def __hash__(self) -> int:
        return hash(self.key())

    def _counters(self) -> tuple[int, int, bool]:
        return self.idle, self.limit, self.counts

    def contempt(self) -> int:
        return CONTEMPT

    # The pieces

    def pieces_of(self, seat: int) -> Pieces:
        """Return a seat's men by their cross, and its kings."""
        if seat == self.side:
            return self.diagonal, self.orthogonal, self.kings
        return self.foe_diagonal, self.foe_orthogonal, self.foe_kings

    def unset_of(self, seat: int) -> int:
        """Return a seat's men without a cross."""
        return self.unset & STARTS[seat]

    def kind_at(self, square: int) -> int:
        """Return the kind of the piece of the side to move on a square."""
        if square & self.diagonal:
            return X
        return PLUS if square & self.orthogonal else KING

    def takeable(self, kind: int) -> int:
        """Return the enemies that a kind of piece may jump: men, and for a king also kings."""
        men = self.foe_diagonal | self.foe_orthogonal
        return men | self.foe_kings if kind == KING else men

    def empty(self) -> int:
        """Return the empty squares."""
        own = self.diagonal | self.orthogonal | self.kings | self.unset
        return SQUARES ^ (own | self.foe_diagonal | self.foe_orthogonal | self.foe_kings)

    def only_kings(self) -> bool:
        """Return whether both sides have kings, and neither has men."""
        if self.diagonal or self.orthogonal or self.foe_diagonal or self.foe_orthogonal:
            return False
        return bool(self.kings and self.foe_kings)

    # Moves

    def moves(self) -> list[int]:
        """Return the captures that take the most, or all other moves if nothing can be taken."""
        moves = self._moves
        if moves is None:
            moves = self._captures()
            self._takes = bool(moves)
            if not moves:
                moves = self._crosses_to_set() if self.unset else self._quiet_moves()
            self._moves = moves
        return moves

    def tactical(self) -> list[int]:
        """Return the captures, which are compulsory."""
        moves = self._moves
        if moves is None:
            moves = self._captures()
            if not moves:
                return moves
            self._takes = True
            self._moves = moves
        return moves if self._takes else []

    def _captures(self) -> list[int]:
        empty = self.empty()
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
                free = empty | start
                states = longest_chains(start, kind, enemies, empty)
                taken = (states[0] & ~free).bit_count()
                if taken > most:
                    most = taken
                    moves = []
                if taken == most:
                    for state in states:
                        end = state & free
                        forms = FORMS[KING if end & LAST_RANKS[self.side] else kind]
                        moves += [code(start, end, becomes, state ^ end) for becomes in forms]
        return moves

    def chains(self, start: int) -> Chains:
        """Return the search of the captures of the piece on a square."""
        kind = self.kind_at(start)
        return chains(start, kind, self.takeable(kind), self.empty())

    def taken_along(self, squares: list[int]) -> int:
        """Return the pieces taken on a capture's whole path; 0 if the path is no capture."""
        start = squares[0]
        kind = self.kind_at(start)
        enemies = self.takeable(kind)
        states = Chains(start, kind, enemies, self.empty()).along(start, squares[1:])
        return states[-1] & enemies if len(states) == len(squares) else 0

    def _quiet_moves(self) -> list[int]:
        empty = self.empty()
        moves: list[int] = []
        for kind in (KING, X, PLUS):
            steps = STEPS[self.side][kind]
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
                    found = steps_onto(self.side, kind, start, free)
                    from_here.moves[free] = found
                moves += found
        return moves

    def _crosses_to_set(self) -> list[int]:
        moves: list[int] = []
        men = self.unset_of(self.side)
        while men:
            man = men & -men
            men ^= man
            moves += [code(man, man, X, 0), code(man, man, PLUS, 0)]
        return moves

    def play(self, move: int) -> AllianceState:
        """Return the state after a legal move; jumped pieces are lifted at its end."""
        start = 1 << (move & PLACE)
        end = 1 << (move >> END & PLACE)
        becomes = move >> BECOMES & KIND
        taken = move >> CAPTURED
        if self.unset:
            return self.with_crosses(self.side, 0 if becomes else end, end if becomes else 0)
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
            if (move & PLACE) // _RANK == (move >> END & PLACE) // _RANK:
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
            0,
            min(idle, self.limit),
            self.limit,
            self.counts,
        )

    # Setting the crosses

    def with_crosses(self, seat: int, diagonal: int, orthogonal: int) -> AllianceState:
        """Return the state after a seat gave these men diagonal and orthogonal crosses.

        Once the side to move has set all its crosses, it is the other side's turn.
        """
        had, also, kings = self.pieces_of(seat)
        unset = self.unset & ~(diagonal | orthogonal)
        side = self.side if unset & STARTS[self.side] else 1 - self.side
        return self._with_pieces(side, seat, (had | diagonal, also | orthogonal, kings), unset)

    def hiding(self, seat: int) -> AllianceState:
        """Return the state without the crosses of one seat."""
        diagonal, orthogonal, kings = self.pieces_of(seat)
        unset = self.unset | diagonal | orthogonal
        return self._with_pieces(self.side, seat, (0, 0, kings), unset)

    def _with_pieces(self, side: int, seat: int, pieces: Pieces, unset: int) -> AllianceState:
        """Return the state with ``pieces`` as those of ``seat``, and ``side`` to move."""
        own, foe = pieces, self.pieces_of(1 - seat)
        if seat != side:
            own, foe = foe, own
        return AllianceState(side, *own, *foe, unset, self.idle, self.limit, self.counts)

    def key(self) -> Hashable:
        """Return the pieces with their crosses, and the side to move."""
        return (
            self.side,
            self.diagonal,
            self.orthogonal,
            self.kings,
            self.foe_diagonal,
            self.foe_orthogonal,
            self.foe_kings,
            self.unset,
        )

    # The end

    def counts_kings(self) -> bool:
        """Return whether the count of kings now ends the game automatically."""
        return self.counts and self.only_kings() and not self.tactical()

    def over(self) -> bool:
        """Return whether a count of kings or the limit without progress ends the game."""
        if self.counts and self.counts_kings():
            return bool(self.moves())
        return self.idle >= self.limit and bool(self.moves())

    def final(self, side: int) -> int:
        """Return the result: a side that cannot move loses, more counted kings win, else a draw."""
        value = 0
        if not self.moves():
            value = -DECIDED
        elif self.counts_kings():
            more = self.kings.bit_count() - self.foe_kings.bit_count()
            value = DECIDED if more > 0 else -DECIDED if more < 0 else 0
        return value if side == self.side else -value

    def waiting(self) -> int:
        """Return the plies without progress in percent of the limit."""
        return 100 * self.idle // self.limit

    def drawish(self) -> bool:
        """Return whether only kings are left, and their numbers differ by one at most."""
        more = self.kings.bit_count() - self.foe_kings.bit_count()
        return self.only_kings() and -1 <= more <= 1

    # Value

    def evaluate(self, side: int) -> int:
        """Return the value in points; men without a cross count as diagonal."""
        diagonal = self.diagonal
        foe_diagonal = self.foe_diagonal
        if self.unset:
            diagonal |= self.unset_of(self.side)
            foe_diagonal |= self.unset_of(1 - self.side)
        value = evaluate(
            diagonal,
            self.orthogonal,
            self.kings,
            foe_diagonal,
            self.foe_orthogonal,
            self.foe_kings,
            self.side,
        )
        return value if side == self.side else -value

    def quiet(self, move: int) -> bool:
        """Return whether a move neither captures nor makes a king."""
        if move >> CAPTURED:
            return False
        return move >> BECOMES != KING or bool(self.kings >> (move & PLACE) & 1)
