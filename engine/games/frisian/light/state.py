"""Positions of Frisian draughts as the search sees them: bit sets, and moves as integers."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from engine.capabilities.thinking import DECIDED, State
from engine.games.frisian.board import (
    KING_ROWS,
    SOUTH_EAST,
    SOUTH_WEST,
    SQUARES,
)
from engine.games.frisian.captures import MAN
from engine.games.frisian.codes import (
    BOTH,
    CAPTURE,
    KING_CODES,
    MAN_CODES,
    TWO_ROWS,
)
from engine.games.frisian.evaluation import GAINS, evaluate, worth
from engine.games.frisian.fen import IDLE_TURNS, KING_MOVES_ALLOWED, TWO_KINGS_MOVES
from engine.games.frisian.light.attacks import capturing_kings, jumping
from engine.games.frisian.light.captures import king_captures, man_captures, most_valuable

_NONE: Final[list[int]] = []


class Counts:
    """What the rules count, and whether they are the official ones.

    ``king`` is the king that made the last moves of the side to move, 0 where no count goes on,
    and ``in_a_row`` how many they were; the enemy's are the same.
    """

    __slots__ = (
        "enemy_in_a_row",
        "enemy_king",
        "idle",
        "in_a_row",
        "king",
        "official",
        "two_kings",
    )

    official: bool
    king: int
    in_a_row: int
    enemy_king: int
    enemy_in_a_row: int
    two_kings: int
    idle: int

    def __init__(
        self,
        official: bool,
        king: int,
        in_a_row: int,
        enemy_king: int,
        enemy_in_a_row: int,
        two_kings: int,
        idle: int,
    ) -> None:
        self.official = official
        self.king = king
        self.in_a_row = in_a_row
        self.enemy_king = enemy_king
        self.enemy_in_a_row = enemy_in_a_row
        self.two_kings = two_kings
        self.idle = idle


NOTHING_COUNTED: Final = (
    Counts(False, 0, 0, 0, 0, 0, 0),
    Counts(True, 0, 0, 0, 0, 0, 0),
)
"""Where nothing is counted: by the rules of ``frisian``, and by the official ones."""


class FrisianState(State):
    """All pieces of the side to move and of the enemy, the kings among both, and the counts.

    ``balance`` is the material and the men's places for the side to move, kept as moves are made.
    """

    __slots__ = ("_calm", "_captured", "balance", "counts", "enemy", "kings", "own", "side")

    own: int
    enemy: int
    kings: int
    counts: Counts
    balance: int
    _calm: bool
    _captured: list[int]

    def __init__(
        self, side: int, own: int, enemy: int, kings: int, counts: Counts, balance: int
    ) -> None:
        self.side = side
        self.own = own
        self.enemy = enemy
        self.kings = kings
        self.counts = counts
        self.balance = balance
        self._calm = False
        self._captured = _NONE

    def key(self) -> Hashable:
        counts = self.counts
        if counts.king or counts.enemy_king:
            return (
                self.own,
                self.enemy,
                self.kings,
                self.side,
                counts.king,
                counts.in_a_row,
                counts.enemy_king,
                counts.enemy_in_a_row,
            )
        return self.own, self.enemy, self.kings, self.side

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
            return self._captures(capturing, jumps, empty)
        self._calm = True
        return _NONE

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
        """Return the moves without capture. A king that has made three in a row stays."""
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
            counts = self.counts
            if counts.in_a_row == KING_MOVES_ALLOWED:
                kings ^= counts.king
            while kings:
                king = kings & -kings
                kings ^= king
                for mask, diagonal in KING_CODES[king]:
                    moves += diagonal[empty & mask]
        return moves

    def _captures(self, capturing: int, jumps: int, empty: int) -> list[int]:
        """Return the captures that take the most; among equals in value a king must capture."""
        enemy = self.enemy
        kings = self.kings
        official = self.counts.official
        precious = enemy & kings if official else 0
        best = 0
        codes: list[int] = []
        captured: list[int] = []
        while capturing:
            start = capturing & -capturing
            capturing ^= start
            free = empty | start
            if start & kings:
                levels = king_captures(start, enemy, free)
            else:
                levels = man_captures(start, enemy, free, jumps)
            states = levels[-1]
            if kings:
                rank = 2 * len(levels) * MAN
                if precious:
                    rank, states = most_valuable(levels, enemy, precious)
                if official and start & kings:
                    rank += 1
            else:
                rank = len(levels)
            if rank < best:
                continue
            if rank > best:
                best = rank
                codes = []
                captured = []
            place = start.bit_length() - 1
            for state in states:
                captured.append(state & enemy)
                end = (state & free).bit_length() - 1
                codes.append(len(captured) * CAPTURE | end << 6 | place)
        self._captured = captured
        return codes

    def captured(self, move: int) -> int:
        """Return the pieces that a move captures."""
        if move < CAPTURE:
            return 0
        if not self._captured:
            self.tactical()
        return self._captured[move // CAPTURE - 1]

    # After a move

    def play(self, move: int) -> FrisianState:
        if self.kings:
            return self._play_among_kings(move)
        side = self.side
        enemy = self.enemy
        if move < CAPTURE:
            own = self.own ^ BOTH[move]
            balance = self.balance + GAINS[side][move]
        else:
            captured = self.captured(move)
            move %= CAPTURE
            own = self.own & ~BOTH[move] | 1 << (move >> 6)
            enemy ^= captured
            balance = self.balance + GAINS[side][move] + worth(1 - side, captured, 0)
        # A man that stops on the last row becomes a king.
        promoted = own & KING_ROWS[side]
        return FrisianState(1 - side, enemy, own, promoted, self.counts, -balance)

    def _play_among_kings(self, move: int) -> FrisianState:
        """Return the state after a move where there are kings."""
        side = self.side
        enemy = self.enemy
        kings = self.kings
        balance = self.balance
        captured = self.captured(move)
        move %= CAPTURE
        start = 1 << (move & 63)
        end = 1 << (move >> 6)
        king_moves = start & kings
        if king_moves:
            kings = kings & ~start | end
        else:
            kings |= end & KING_ROWS[side]
            balance += GAINS[side][move]
        if captured:
            balance += worth(1 - side, captured, kings)
            kings &= ~captured
            enemy ^= captured
        counts = self._counted(start, end, captured, king_moves != 0 and not captured)
        own = self.own & ~start | end
        return FrisianState(1 - side, enemy, own, kings, counts, -balance)

    def _counted(self, start: int, end: int, captured: int, quiet_king: bool) -> Counts:
        """Return what is counted after a move, for the enemy to move."""
        counts = self.counts
        official = counts.official
        king = in_a_row = two_kings = idle = 0
        if quiet_king:
            own_men = self.own & ~self.kings
            if not official:
                idle = min(counts.idle + 1, IDLE_TURNS)
            elif own_men:
                king = end
                in_a_row = counts.in_a_row + 1 if counts.king == start else 1
            if not own_men and self._two_kings_against_one():
                two_kings = min(counts.two_kings + self.own.bit_count() - 1, TWO_KINGS_MOVES)
        enemy_king = counts.enemy_king
        if enemy_king and (enemy_king & captured or not self.enemy & ~self.kings & ~captured):
            enemy_king = 0
        if not (king or enemy_king or two_kings or idle):
            return NOTHING_COUNTED[official]
        enemy_in_a_row = counts.enemy_in_a_row if enemy_king else 0
        return Counts(official, enemy_king, enemy_in_a_row, king, in_a_row, two_kings, idle)

    # How it ends, and what it is worth

    def over(self) -> bool:
        kings = self.kings
        if not kings:
            return False
        if self.counts.idle == IDLE_TURNS:
            return True
        if kings != self.own | self.enemy:
            return False
        return self.counts.two_kings == TWO_KINGS_MOVES or self._one_king_each_is_drawn()

    def final(self, side: int) -> int:
        if self.moves():
            return 0
        return -DECIDED if side == self.side else DECIDED

    def waiting(self) -> int:
        """Return the share of the limit that only kings have moved and nothing was captured."""
        return 100 * self.counts.idle // IDLE_TURNS

    def evaluate(self, side: int) -> int:
        value = evaluate(self.own, self.enemy, self.kings, self.balance)
        return value if side == self.side else -value

    def _two_kings_against_one(self) -> bool:
        """Return whether that is all that is left."""
        if self.kings != self.own | self.enemy or self.kings.bit_count() != 3:
            return False
        return self.own != 0 and self.enemy != 0

    def _one_king_each_is_drawn(self) -> bool:
        """Return whether one king against one is drawn: unless the side to move can capture.

        By the official rules the game goes on, too, while every move lets the enemy capture.
        """
        if self.kings.bit_count() != 2 or not self.own or not self.enemy or self.tactical():
            return False
        if not self.counts.official:
            return True
        for move in self.moves():
            if not self.play(move).tactical():
                return True
        return not self.moves()
