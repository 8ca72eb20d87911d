"""The counts towards a draw: the limits of a variant, and the counts as one integer.

The integer has one byte for each count, in the order of the limits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.board import members
from engine.draughts.boards import Layout
from engine.endings.following import may_begin_anew

_BYTE: Final = 8
_COUNT: Final = 255
_MANY: Final = 5
"""Number of bits for the number of men, or of kings, of a side."""


class KingsOnly(NamedTuple):
    """The condition that a king moved and nothing was captured."""


class BalanceUnchanged(NamedTuple):
    """The condition that nothing was captured or crowned, while both seats have kings.

    The number of pieces left on the board is one of ``pieces``.
    """

    pieces: tuple[int, ...]


class Ending(NamedTuple):
    """The condition that one of some endings is left, both before and after the turn.

    An ending in ``balances`` has the numbers of men and kings of a first side and of a second;
    either seat may be the first side. The pieces of the second side must stand on the set of points
    ``on``, unless that is None.
    """

    balances: frozenset[tuple[tuple[int, int], tuple[int, int]]]
    on: int | None


KINGS_ONLY: Final = KingsOnly()


def ending(*texts: str, on: int | None = None) -> Ending:
    """Return the condition that one of these endings is left, such as ``KKM-K``."""
    sides = [text.partition("-")[::2] for text in texts]
    return Ending(frozenset((_balance(one), _balance(other)) for one, other in sides), on)


def _balance(pieces: str) -> tuple[int, int]:
    return pieces.count("M"), pieces.count("K")


class Limit(NamedTuple):
    """A draw once a number of turns in a row, of both seats together, have met a condition.

    ``key`` names the count in the position's text, and the draw in the game's document. Nothing is
    counted before there is a king.
    """

    key: str
    turns: int
    condition: KingsOnly | BalanceUnchanged | Ending


class Counting:
    """The limits of a variant. A count that reaches its limit draws the game."""

    __slots__ = ("_endings", "_few", "_kings_limit", "_lone", "_on", "_turns", "_unchanged")

    _turns: list[int]
    _kings_limit: int
    """The index of the limit on kings' moves, -1 if there is none."""
    _unchanged: list[int]
    """By limit, the set of the numbers of pieces with which ``BalanceUnchanged`` can hold."""
    _endings: dict[int, int]
    """By the pieces of the first side and of the second, the set of limits on that ``Ending``."""
    _on: list[int]
    """By limit, the places on which the second side of an ``Ending`` must stand; -1 for any."""
    _few: int
    _lone: bool
    """The most pieces with which a condition other than ``KingsOnly`` can hold, and whether one can
    hold with more pieces against a single piece.
    """

    def __init__(self, limits: Sequence[Limit], layout: Layout) -> None:
        self._turns = [limit.turns for limit in limits]
        self._kings_limit = -1
        self._unchanged = [0] * len(limits)
        self._endings = {}
        self._on = [-1] * len(limits)
        self._few = 0
        self._lone = False
        for index, limit in enumerate(limits):
            if limit.turns > _COUNT:
                raise ValueError(f"The limit {limit.key} is higher than {_COUNT} turns.")
            condition = limit.condition
            if isinstance(condition, KingsOnly):
                if self._kings_limit >= 0:
                    raise ValueError("King's moves are counted twice.")
                self._kings_limit = index
            elif isinstance(condition, BalanceUnchanged):
                for pieces in condition.pieces:
                    self._unchanged[index] |= 1 << pieces
                    self._few = max(self._few, pieces)
            else:
                if condition.on is not None:
                    self._on[index] = layout.of(members(condition.on))
                for (men, kings), (other_men, other_kings) in condition.balances:
                    code = _code(men, kings, other_men, other_kings)
                    self._endings[code] = self._endings.get(code, 0) | 1 << index
                    if other_men + other_kings == 1:
                        self._lone = True
                    else:
                        self._few = max(self._few, men + kings + other_men + other_kings)

    def pack(self, counts: Sequence[int]) -> int:
        """Return counts in the order of the limits as one integer."""
        return sum(count << _BYTE * index for index, count in enumerate(counts))

    def unpack(self, counts: int) -> list[int]:
        """Return the counts by limit."""
        return [counts >> _BYTE * index & _COUNT for index in range(len(self._turns))]

    def reached(self, counts: int) -> bool:
        """Return whether a count has reached its limit."""
        for turns in self._turns:
            if counts & _COUNT >= turns:
                return True
            counts >>= _BYTE
        return False

    def leaves(self, counts: int, plies: int, men: bool) -> bool:
        """Return whether no count draws the game before a win in a number of plies.

        A count that has not begun is no obstacle. With ``men`` on the board, a count that a man's
        move or a new king ends may start again before its limit, unless it has gone far.
        """
        for index, turns in enumerate(self._turns):
            count = counts >> _BYTE * index & _COUNT
            if count and count + plies > turns:
                renewed = index == self._kings_limit or self._unchanged[index] != 0
                if not (men and renewed and may_begin_anew(count, turns)):
                    return False
        return True

    def waiting(self, counts: int) -> int:
        """Return the count of kings' moves in percent of its limit, 0 if there is no such limit."""
        if self._kings_limit < 0:
            return 0
        return (
            100 * (counts >> _BYTE * self._kings_limit & _COUNT) // self._turns[self._kings_limit]
        )

    def after(
        self,
        counts: int,
        men: int,
        kings: int,
        enemy_men: int,
        enemy_kings: int,
        men_after: int,
        kings_after: int,
        enemy_men_after: int,
        enemy_kings_after: int,
    ) -> int:
        """Return the counts after a turn, before which there was a king.

        The pieces are those of the side that moved and of its enemy, before and after the turn.
        """
        captured = enemy_men != enemy_men_after or enemy_kings != enemy_kings_after
        own_pieces = (men | kings).bit_count()
        enemy_pieces = (enemy_men_after | enemy_kings_after).bit_count()
        result = 0
        if self._kings_limit >= 0 and men == men_after and not captured:
            result = self._more(counts, self._kings_limit)
        if own_pieces + enemy_pieces > self._few and not (
            self._lone and (own_pieces == 1 or enemy_pieces == 1)
        ):
            return result
        if (
            kings_after
            and enemy_kings_after
            and not captured
            and men.bit_count() == (men_after.bit_count())
        ):
            for index, numbers in enumerate(self._unchanged):
                if numbers >> (own_pieces + enemy_pieces) & 1:
                    result |= self._more(counts, index)
        endings = self._left(men, kings, enemy_men, enemy_kings)
        if endings:
            endings &= self._left(men_after, kings_after, enemy_men_after, enemy_kings_after)
        index = 0
        while endings:
            if endings & 1:
                result |= self._more(counts, index)
            endings >>= 1
            index += 1
        return result

    def _more(self, counts: int, index: int) -> int:
        """Return the count of the limit at ``index`` after one more turn, in its byte."""
        shift = _BYTE * index
        return min((counts >> shift & _COUNT) + 1, self._turns[index]) << shift

    def _left(self, men: int, kings: int, enemy_men: int, enemy_kings: int) -> int:
        """Return the set of limits whose endings are on the board."""
        numbers = (men.bit_count(), kings.bit_count())
        enemy = (enemy_men.bit_count(), enemy_kings.bit_count())
        limits = self._endings.get(_code(numbers[0], numbers[1], enemy[0], enemy[1]), 0)
        found = self._standing(limits, enemy_men | enemy_kings)
        limits = self._endings.get(_code(enemy[0], enemy[1], numbers[0], numbers[1]), 0)
        return found | self._standing(limits, men | kings)

    def _standing(self, limits: int, second_side: int) -> int:
        """Return those of ``limits`` whose places have all pieces of the second side."""
        for index, on in enumerate(self._on):
            if limits >> index & 1 and second_side & ~on:
                limits ^= 1 << index
        return limits


def _code(men: int, kings: int, other_men: int, other_kings: int) -> int:
    return ((men << _MANY | kings) << _MANY | other_men) << _MANY | other_kings
