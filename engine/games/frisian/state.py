"""The rules of Frisian draughts: a position as bit sets, moves as integers."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from mypy_extensions import i64, mypyc_attr

from engine.capabilities.captures import Captures, Listing
from engine.capabilities.thinking import DECIDED, UNKNOWN, State
from engine.endings.following import followed
from engine.games.frisian.best_captures import KING, MAN, value
from engine.games.frisian.board import (
    KING_ROWS,
    PLACE_AT,
    SLOTS,
    SOUTH_EAST,
    SOUTH_WEST,
    SQUARES,
    count,
)
from engine.games.frisian.capture_search import (
    Level,
    best_of_many,
    capturing_kings,
    jumping,
    king_captures,
    man_captures,
    paths,
)
from engine.games.frisian.counters import (
    IDLE_TURNS,
    KING_MOVES_ALLOWED,
    NOTHING_COUNTED,
    TWO_KINGS_MOVES,
    Counters,
)
from engine.games.frisian.endings import MOST_PIECES, NEAR, kept
from engine.games.frisian.evaluation import GAINS, evaluate, worth
from engine.games.frisian.move_codes import (
    CAPTURE,
    CAPTURE_BIT,
    KING_CODES,
    MAN_CODES,
    START_AND_END,
    TWO_ROWS,
)

BUDGET: Final = 11_000
"""The budget of one search for captures if there are very many: about a tenth of a second. It is
enough for most kings among nineteen loose men.
"""

_KING_ROW: Final = list(KING_ROWS)
"""``KING_ROWS`` as a list, because compiled code builds a tuple again for each lookup."""
_NONE: Final[list[int]] = []
_NOT_MANY: Final[dict[int, list[Level]]] = {}


def _most_valuable(levels: list[Level], precious: i64) -> tuple[int, list[int]]:
    """Return twice the highest value of a capture, and the states of that value."""
    highest = 0
    states: list[int] = []
    taken = 0
    state: i64
    for level in levels:
        taken += MAN
        for state in level:
            worth = taken + (KING - MAN) * count(state & precious)
            if worth > highest:
                highest = worth
                states = [state]
            elif worth == highest:
                states.append(state)
    return 2 * highest, states


def _shifted(square: i64, places: i64) -> i64:
    """Return a square shifted by a number of places, the last six bits of ``places``."""
    # Without this function, compiled code would shift a constant 1 as an integer of 32 bits.
    return square << (places & 63)


@mypyc_attr(acyclic=True, free_list_len=1)
class FrisianState(State):
    """All pieces of the side to move and of the enemy, the kings among both, and the counters.

    ``balance`` is the worth of the pieces of the side to move minus that of the enemy's, ``number``
    the number of all pieces. Both are updated with each move.
    """

    __slots__ = (
        "_calm",
        "_captured",
        "_many",
        "balance",
        "counters",
        "enemy",
        "kings",
        "number",
        "own",
        "side",
    )

    own: i64
    enemy: i64
    kings: i64
    counters: Counters
    balance: i64
    number: i64
    _calm: bool
    _captured: list[int]
    _many: dict[int, list[Level]]
    """The results of searches for the best captures, by the squares of pieces with very many."""

    def __init__(
        self,
        side: int,
        own: i64,
        enemy: i64,
        kings: i64,
        counters: Counters,
        balance: i64,
        number: i64,
    ) -> None:
        self.side = side
        self.own = own
        self.enemy = enemy
        self.kings = kings
        self.counters = counters
        self.balance = balance
        self.number = number
        self._calm = False
        self._captured = _NONE
        self._many = _NOT_MANY

    def all(self) -> tuple[int, ...]:
        """Return all fields by which states of the same rules differ."""
        counters = self.counters
        return (
            self.side,
            self.own,
            self.enemy,
            self.kings,
            counters.king,
            counters.in_a_row,
            counters.enemy_king,
            counters.enemy_in_a_row,
            counters.two_kings,
            counters.idle,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FrisianState):
            return NotImplemented
        if self.counters.official != other.counters.official:
            return False
        return self.all() == other.all()

    def __hash__(self) -> int:
        return hash(self.all())

    def key(self) -> Hashable:
        counters = self.counters
        if counters.king or counters.enemy_king:
            return (
                self.own,
                self.enemy,
                self.kings,
                self.side,
                counters.king,
                counters.in_a_row,
                counters.enemy_king,
                counters.enemy_in_a_row,
            )
        if self.kings:
            return self.own << 1 | self.side, self.enemy, self.kings
        return self.own << 1 | self.side, self.enemy

    # Moves

    def moves(self) -> list[int]:
        if not self._calm:
            captures = self.tactical()
            if captures:
                return captures
        return self._quiet_moves()

    def tactical(self) -> list[int]:
        own = self.own
        enemy = self.enemy
        kings = self.kings
        empty = SQUARES ^ own ^ enemy
        jumps = jumping(enemy, empty)
        capturing = own & jumps
        if kings:
            capturing = (capturing & ~kings) | capturing_kings(own & kings, enemy, empty)
        if capturing:
            return self._captures(capturing, jumps, empty, None)
        self._calm = True
        return _NONE

    def has_many(self) -> bool:
        """Return whether there are very many captures, so that ``tactical`` may leave some out."""
        return self._many is not _NOT_MANY

    def listed(self, listing: Listing) -> tuple[FrisianState, list[int]]:
        """Return a copy of this state and, as codes of that copy, its captures for a list.

        The captures are complete, or the listing records that they are not. Raises TakesLong.
        """
        again = FrisianState(
            self.side,
            self.own,
            self.enemy,
            self.kings,
            self.counters,
            self.balance,
            self.number,
        )
        kings = self.own & self.kings
        empty = SQUARES ^ self.own ^ self.enemy
        jumps = jumping(self.enemy, empty)
        capturing = self.own & jumps & ~kings | capturing_kings(kings, self.enemy, empty)
        return again, again._captures(capturing, jumps, empty, listing)

    def quiet(self, move: int) -> bool:
        return move < CAPTURE

    def restless(self) -> bool:
        own = self.own
        kings = self.enemy & self.kings
        empty = SQUARES ^ own ^ self.enemy
        if (self.enemy ^ kings) & jumping(own, empty):
            return True
        return kings != 0 and capturing_kings(kings, own, empty) != 0

    def _quiet_moves(self) -> list[int]:
        """Return the moves without capture; a tired king has none."""
        own = self.own
        kings = own & self.kings
        men = own ^ kings
        empty = SQUARES ^ own ^ self.enemy
        if self.side:
            first = men << SOUTH_WEST & empty
            second = men << SOUTH_EAST & empty
        else:
            first = men >> SOUTH_WEST & empty
            second = men >> SOUTH_EAST & empty
        codes, more = MAN_CODES[self.side]
        a, b, c, d, e = codes
        moves = (
            a[first & TWO_ROWS]
            + b[first >> 11 & TWO_ROWS]
            + c[first >> 22 & TWO_ROWS]
            + d[first >> 33 & TWO_ROWS]
            + e[first >> 44]
        )
        a, b, c, d, e = more
        moves += a[second & TWO_ROWS]
        moves += b[second >> 11 & TWO_ROWS]
        moves += c[second >> 22 & TWO_ROWS]
        moves += d[second >> 33 & TWO_ROWS]
        moves += e[second >> 44]
        if kings:
            kings &= ~self.tired()
            while kings:
                king = kings & -kings
                kings ^= king
                for mask, diagonal in KING_CODES[king % SLOTS]:
                    moves += diagonal[empty & mask]
        return moves

    def _captures(
        self, capturing: i64, jumps: i64, empty: i64, listing: Listing | None
    ) -> list[int]:
        """Return the captures of the highest ``rank`` among those by the ``capturing`` pieces."""
        enemy = self.enemy
        kings = self.kings
        official = self.counters.official
        precious: i64 = 0
        if official:
            precious = enemy & kings
        able: int = capturing
        best = 0
        codes = _NONE
        captured = _NONE
        state: i64
        while capturing:
            start = capturing & -capturing
            capturing ^= start
            free = empty | start
            if start & kings:
                levels = king_captures(start, enemy, free)
            else:
                levels = man_captures(start, enemy, free, jumps)
            if not levels:
                budget = BUDGET // able.bit_count()
                king = start & kings != 0
                least = best // 2
                levels = best_of_many(start, king, enemy, free, precious, least, budget, listing)
                if self._many is _NOT_MANY:
                    self._many = {}
                if not levels:
                    continue
                self._many[start] = levels
            rank = 2 * MAN * len(levels)
            states = levels[-1]
            if precious:
                rank, states = _most_valuable(levels, precious)
            if official and start & kings:
                rank += 1
            if rank < best:
                continue
            if rank > best:
                best = rank
                codes = []
                captured = []
            place = PLACE_AT[start % SLOTS] << 6
            for state in states:
                captured.append(state & enemy)
                end = PLACE_AT[(state & free) % SLOTS]
                codes.append(len(captured) << CAPTURE_BIT | place | end)
        self._captured = captured
        return codes

    def precious(self) -> int:
        """Return the enemy kings if captures are weighed by value, else 0."""
        return self.enemy & self.kings if self.counters.official else 0

    def value(self, captured: int) -> int:
        """Return the value of captured pieces."""
        return value(captured, self.precious())

    def rank(self, start: int, captured: int) -> int:
        """Return the rank of a capture by the piece on a square: the highest ranks are legal.

        The rank is twice the value, and one more if a king must capture rather than a man.
        """
        return 2 * self.value(captured) + (self.counters.official and start & self.kings != 0)

    def tired(self) -> int:
        """Return the king that has moved three times in a row and may only capture, 0 if none."""
        counters = self.counters
        return counters.king if counters.in_a_row == KING_MOVES_ALLOWED else 0

    def captured(self, move: int) -> int:
        """Return the pieces that a move captures."""
        if move < CAPTURE:
            return 0
        if not self._captured:
            self.tactical()
        return self._captured[(move >> CAPTURE_BIT) - 1]

    def search_of(self, start: int) -> Captures:
        """Return the search of a piece's captures, which has found the legal ones."""
        if not self._captured:
            self.tactical()
        enemy = self.enemy
        free = SQUARES ^ self.own ^ enemy | start
        king = start & self.kings != 0
        if start in self._many:
            levels = self._many[start]
        elif king:
            levels = king_captures(start, enemy, free)
        else:
            levels = man_captures(start, enemy, free, SQUARES)
        return paths(start, king, levels, enemy, free)

    # After a move

    def play(self, move: int) -> FrisianState:
        if self.kings:
            return self.after(move & CAPTURE - 1, self.captured(move))
        side = self.side
        enemy = self.enemy
        number = self.number
        if move < CAPTURE:
            own = self.own ^ START_AND_END[move]
            balance = self.balance + GAINS[side][move]
        else:
            captured: i64 = self.captured(move)
            move &= CAPTURE - 1
            own = self.own & ~START_AND_END[move] | _shifted(1, move)
            enemy ^= captured
            number -= count(captured)
            balance = self.balance + GAINS[side][move] + worth(1 - side, captured, 0)
        # A man that stops on the last row becomes a king.
        promoted = own & _KING_ROW[side]
        return FrisianState(1 - side, enemy, own, promoted, self.counters, -balance, number)

    def after(self, move: int, captured: i64) -> FrisianState:
        """Return the state after a move between two squares that captures given pieces.

        ``move`` is the code of the move without capture between these squares. The ``captured``
        pieces are removed at the end of the move.
        """
        side = self.side
        enemy = self.enemy
        kings = self.kings
        balance = self.balance
        number = self.number
        start = _shifted(1, move >> 6)
        end = _shifted(1, move)
        own = self.own & ~start | end
        king_moves = start & kings
        if king_moves:
            kings = kings & ~start | end
        else:
            kings |= end & _KING_ROW[side]
            balance += GAINS[side][move]
        if captured:
            balance += worth(1 - side, captured, kings)
            kings &= ~captured
            enemy ^= captured
            number -= count(captured)
        counters = self.counters
        if self.kings:
            counters = self._counters_after(start, end, captured, king_moves != 0 and not captured)
        return FrisianState(1 - side, enemy, own, kings, counters, -balance, number)

    def _counters_after(self, start: i64, end: i64, captured: i64, quiet_king: bool) -> Counters:
        """Return the counters after a move, for the enemy to move."""
        counters = self.counters
        official = counters.official
        king = in_a_row = two_kings = idle = 0
        if quiet_king:
            own_men = self.own & ~self.kings
            if not official:
                idle = min(counters.idle + 1, IDLE_TURNS)
            elif own_men:
                king = end
                in_a_row = counters.in_a_row + 1 if counters.king == start else 1
            if not own_men and self._two_kings_against_one():
                own: int = self.own
                two_kings = min(counters.two_kings + own.bit_count() - 1, TWO_KINGS_MOVES)
        enemy_king = counters.enemy_king
        if enemy_king and (enemy_king & captured or not self.enemy & ~self.kings & ~captured):
            enemy_king = 0
        if not (king or enemy_king or two_kings or idle):
            return NOTHING_COUNTED[official]
        enemy_in_a_row = counters.enemy_in_a_row if enemy_king else 0
        return Counters(official, enemy_king, enemy_in_a_row, king, in_a_row, two_kings, idle)

    @classmethod
    def of(
        cls, side: int, men: tuple[int, int], kings: tuple[int, int], counters: Counters
    ) -> FrisianState:
        """Return the state with ``side`` to move and these men and kings, each by seat."""
        enemy = 1 - side
        own_pieces = men[side] | kings[side]
        enemy_pieces = men[enemy] | kings[enemy]
        all_kings = kings[0] | kings[1]
        balance = worth(side, own_pieces, all_kings) - worth(enemy, enemy_pieces, all_kings)
        number = (own_pieces | enemy_pieces).bit_count()
        return FrisianState(side, own_pieces, enemy_pieces, all_kings, counters, balance, number)

    def pieces(self, seat: int) -> int:
        """Return the pieces of a seat."""
        return self.own if seat == self.side else self.enemy

    # End and value

    def over(self) -> bool:
        kings = self.kings
        if not kings:
            return False
        if self.counters.idle == IDLE_TURNS:
            return True
        if kings != self.own | self.enemy:
            return False
        return self.counters.two_kings == TWO_KINGS_MOVES or self._one_king_each_is_drawn()

    def final(self, side: int) -> int:
        if self.moves():
            return 0
        return -DECIDED if side == self.side else DECIDED

    def waiting(self) -> int:
        """Return the turns with kings' moves only and no capture, in percent of the limit."""
        return 100 * self.counters.idle // IDLE_TURNS

    def evaluate(self, side: int) -> int:
        value = evaluate(self.own, self.enemy, self.kings, self.balance, self.number)
        return value if side == self.side else -value

    def near_endings(self) -> bool:
        return self.number <= NEAR

    def known(self) -> int:
        own: int = self.own
        enemy: int = self.enemy
        if self.number > MOST_PIECES:
            return UNKNOWN
        if not own:
            return -DECIDED
        moves = self.tactical()
        if not moves:
            if own.bit_count() >= enemy.bit_count():
                return kept(self.side, own, enemy, self.kings, self.counters)
            moves = self._quiet_moves()
        return followed(self, moves)

    def _two_kings_against_one(self) -> bool:
        """Return whether only two kings against one are left."""
        kings: int = self.kings
        if kings != self.own | self.enemy or kings.bit_count() != 3:
            return False
        return self.own != 0 and self.enemy != 0

    def _one_king_each_is_drawn(self) -> bool:
        """Return whether one king against one is left, and the side to move cannot capture.

        By the official rules the game also goes on while every move lets the enemy capture.
        """
        kings: int = self.kings
        if kings.bit_count() != 2 or not self.own or not self.enemy or self.tactical():
            return False
        if not self.counters.official:
            return True
        for move in self.moves():
            if not self.play(move).tactical():
                return True
        return not self.moves()
