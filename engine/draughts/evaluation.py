"""The value of a position of draughts: its men, its kings, and how drawish it is.

A man counts by the row it has reached, its column, and its patterns: the men and empty squares in a
window of two rows. Windows overlap and cover the board. Each has a table with the value of every
pattern in it, so that formations count: men that support each other, outposts, holes, men on their
way to the last row. The tables are fitted to games of the computer against itself
(``tools.fitting.draughts``). The values of patterns are for side 0, in points.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64

from engine.capabilities.thinking import MAN
from engine.draughts.boards import Layout
from engine.draughts.patterns import SLOPE, Patterns, value_of

Window = tuple[int, int, list[int], list[int], list[int]]
"""The parts of a window:

- its lowest place;
- the mask of its places, shifted down by the lowest place;
- by shifted set of men of side 0, the number that they add to the number of their pattern;
- the same for men of side 1;
- by number, the value of each pattern with its slope.
"""


class Worth:
    """The weights of a variant's evaluation, in points."""

    __slots__ = ("advance", "back_row", "centre", "drawish", "king", "patterns", "turn")

    king: int
    advance: list[int]
    """By rows advanced, the value of a man above a hundred."""
    centre: int
    """The additional value of a man for each column between it and the nearest side."""
    back_row: int
    """The additional value of a man that guards the row where enemies become kings."""
    turn: int
    """The value of the right to move."""
    drawish: int
    """The most pieces with which a side hardly ever wins against a king."""
    patterns: str
    """The fitted values of patterns, as written by ``engine.draughts.patterns``."""

    def __init__(
        self,
        *,
        king: int,
        advance: Sequence[int],
        centre: int,
        back_row: int,
        turn: int,
        drawish: int,
        patterns: str = "",
    ) -> None:
        self.king = king
        self.advance = list(advance)
        self.centre = centre
        self.back_row = back_row
        self.turn = turn
        self.drawish = drawish
        self.patterns = patterns


class Evaluation:
    """The value of positions of a variant."""

    __slots__ = ("_drawish", "_half", "_king", "_turn", "_windows")

    _king: int
    _turn: int
    _drawish: int
    _half: int
    """Half of the men on the board at the beginning."""
    _windows: list[Window]

    def __init__(self, layout: Layout, worth: Worth, men: int) -> None:
        self._king = worth.king
        self._turn = worth.turn
        self._drawish = worth.drawish
        self._half = men
        self._windows = []
        patterns = Patterns(layout.windows(), worth.patterns)
        counted: set[int] = set()
        for number, squares in enumerate(layout.windows()):
            values = [0]
            for place in squares:
                ours = theirs = 0
                if place not in counted:
                    counted.add(place)
                    ours = man(layout, worth, place)
                    theirs = man(layout, worth, layout.opposite(place))
                with_ours = [value + ours for value in values]
                values = values + with_ours + [value - theirs for value in values]
            patterns.add_to(values, number)
            self._windows.append(_window(squares, values))

    def value(self, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> int:
        """Return the value for the side to move, in points."""
        total = 0
        if side == 0:
            for shift, mask, ours, theirs, values in self._windows:
                total += values[ours[men >> shift & mask] + theirs[enemy_men >> shift & mask]]
        else:
            for shift, mask, ours, theirs, values in self._windows:
                total -= values[ours[enemy_men >> shift & mask] + theirs[men >> shift & mask]]
        value: i64 = value_of(total)
        slope: i64 = total - value >> SLOPE
        value += slope * ((men | enemy_men).bit_count() - self._half) // (2 * self._half)
        if kings or enemy_kings:
            value += self._king * (kings.bit_count() - enemy_kings.bit_count())
            if kings and enemy_kings:
                value = value * 2 // 3
            if (value > 0 and enemy_kings and (men | kings).bit_count() <= self._drawish) or (
                value < 0 and kings and (enemy_men | enemy_kings).bit_count() <= self._drawish
            ):
                value //= 4
        return value + self._turn


def man(layout: Layout, worth: Worth, place: int) -> int:
    """Return the value of a man of side 0 on a square, ignoring its neighbours."""
    x, y = layout.squares[place]
    column = min(x, layout.width - 1 - x)
    row = layout.height - 1 - y
    value = MAN + worth.advance[row] + worth.centre * column
    return value + worth.back_row if row == 0 else value


def _window(squares: Sequence[int], values: list[int]) -> Window:
    """Return the window of some squares, of which the first is the lowest digit of a number."""
    lowest = min(squares)
    size = 1 << (max(squares) - lowest + 1)
    ours = [0] * size
    for digit, place in enumerate(squares):
        bit = 1 << (place - lowest)
        for men in range(size):
            if men & bit:
                ours[men] += 3**digit
    return lowest, size - 1, ours, [2 * number for number in ours], values
