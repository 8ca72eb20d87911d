"""What a position of draughts is worth: its patterns of men, its kings, and whether it is drawish.

A pattern is what stands in a window, two rows of squares: nothing, a man of side 0 or one of
side 1 on each. Windows overlap and cover the board; each has a table with the value of every
pattern. Values are for side 0, in points.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.capabilities.thinking import MAN
from engine.draughts.light.layout import Layout

Window = tuple[int, int, list[int], list[int], list[int]]
"""Its lowest place, its places from there on, what men of side 0 and of side 1 there add to the
number of their pattern, and the values of patterns by number."""


class Worth:
    """What counts in a variant, in points."""

    __slots__ = ("advance", "back_row", "centre", "drawish", "king", "turn")

    king: int
    advance: list[int]
    """By rows come forward, what a man is worth above a hundred."""
    centre: int
    """For each column that a man is nearer to the middle."""
    back_row: int
    """For a man that keeps the last row, where enemies become kings."""
    turn: int
    """For the right to move."""
    drawish: int
    """With so many pieces a side hardly wins against a king."""

    def __init__(
        self,
        *,
        king: int,
        advance: Sequence[int],
        centre: int,
        back_row: int,
        turn: int,
        drawish: int,
    ) -> None:
        self.king = king
        self.advance = list(advance)
        self.centre = centre
        self.back_row = back_row
        self.turn = turn
        self.drawish = drawish


class Evaluation:
    """The value of positions of a variant."""

    __slots__ = ("_drawish", "_king", "_turn", "_windows")

    _king: int
    _turn: int
    _drawish: int
    _windows: list[Window]

    def __init__(self, layout: Layout, worth: Worth) -> None:
        self._king = worth.king
        self._turn = worth.turn
        self._drawish = worth.drawish
        self._windows = []
        counted: set[int] = set()
        for squares in layout.windows():
            values = [0]
            for place in squares:
                ours = theirs = 0
                if place not in counted:
                    counted.add(place)
                    ours = _man(layout, worth, place)
                    theirs = _man(layout, worth, layout.opposite(place))
                values = (
                    values
                    + [value + ours for value in values]
                    + [value - theirs for value in values]
                )
            self._windows.append(_window(squares, values))

    def value(self, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> int:
        """Return the value for the side to move, in points."""
        value = 0
        if side == 0:
            for shift, mask, ours, theirs, values in self._windows:
                value += values[ours[men >> shift & mask] + theirs[enemy_men >> shift & mask]]
        else:
            for shift, mask, ours, theirs, values in self._windows:
                value -= values[ours[enemy_men >> shift & mask] + theirs[men >> shift & mask]]
        if kings or enemy_kings:
            value += self._king * (kings.bit_count() - enemy_kings.bit_count())
            if (value > 0 and enemy_kings and (men | kings).bit_count() <= self._drawish) or (
                value < 0 and kings and (enemy_men | enemy_kings).bit_count() <= self._drawish
            ):
                value //= 4
        return value + self._turn


def _man(layout: Layout, worth: Worth, place: int) -> int:
    """Return what a man of side 0 is worth on a place."""
    x, y = layout.squares[place]
    column = min(x, layout.width - 1 - x)
    row = layout.width - 1 - y
    value = MAN + worth.advance[row] + worth.centre * column
    return value + worth.back_row if row == 0 else value


def _window(squares: Sequence[int], values: list[int]) -> Window:
    """Return the window of some squares, the first of which is the lowest digit of a number."""
    lowest = min(squares)
    size = 1 << (max(squares) - lowest + 1)
    ours = [0] * size
    for digit, place in enumerate(squares):
        bit = 1 << (place - lowest)
        for men in range(size):
            if men & bit:
                ours[men] += 3**digit
    return lowest, size - 1, ours, [2 * number for number in ours], values
