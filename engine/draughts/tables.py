"""The tables of a variant by side and place: the reach of its pieces, and its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.board import COMPASS, NOWHERE, Board
from engine.draughts.boards import DIAGONAL, Layout, as_set, opposite
from engine.draughts.counting import Counting, Limit
from engine.draughts.evaluation import Evaluation, Worth
from engine.endings.table import EndgameTables

PLACE: Final = 127
"""The mask of a place; the lowest bits of a move are its starting place."""

END: Final = 7
"""The bit at which the final place begins."""

CAPTURED: Final = 14
"""The bit at which the set of captured pieces begins."""

ANY_DIRECTION: Final = 8
"""Stands for the direction of a way that may go on in every direction of the board."""

_JUMP: Final = 2
"""A short jump goes to the second point in its direction."""


class Tables:
    """The rules of a variant. Side 0 sits at the bottom; its men move to lower places.

    ``lower[side]``, ``higher[side]``
        the shifts of a man's steps to lower places and to higher ones;
    ``jumps_lower[side]``, ``jumps_higher[side]``
        the shifts from a man to the pieces over which it jumps to lower places and to higher ones;
    ``man_ends[side][place]``
        the places to which a man steps;
    ``man_jumps[side][place]``
        the jumps of a man. Each has its direction, the bit of the place jumped over, the bit of the
        landing place, and the number that the jump adds to a way;
    ``king_steps[place]``
        the lines on which a king moves: the bits of their places, the nearest first;
    ``king_lines[place]``
        the lines on which a king jumps, in the same form, each after its direction;
    ``in_line[place]``
        the set of all places on which a king jumps over a piece or lands;
    ``squares``, ``first_men[side]``, ``last_row[side]``, ``before_last[side]``
        the sets of all places, of those of the men at the beginning, of those where a man becomes a
        king, and of those one step before them.
    """

    __slots__ = (
        "_worth",
        "before_last",
        "both_ways",
        "counting",
        "crowned_on_the_way",
        "endings",
        "evaluation",
        "first_men",
        "flying",
        "freely",
        "higher",
        "in_line",
        "jumps_higher",
        "jumps_lower",
        "king_lines",
        "king_steps",
        "last_row",
        "layout",
        "lifted",
        "lower",
        "man_ends",
        "man_jumps",
        "men",
        "one_piece_each",
        "overridden",
        "plain",
        "squares",
        "turns_back",
    )

    layout: Layout
    men: int
    """Number of men with which a side begins."""
    squares: int
    first_men: list[int]
    last_row: list[int]
    before_last: list[int]
    lower: list[list[int]]
    higher: list[list[int]]
    jumps_lower: list[list[int]]
    jumps_higher: list[list[int]]
    man_ends: list[list[list[int]]]
    man_jumps: list[list[list[tuple[int, int, int, int]]]]
    king_steps: list[list[list[int]]]
    king_lines: list[list[tuple[int, list[int]]]]
    in_line: list[int]
    flying: bool
    both_ways: bool
    """Whether men jump along diagonals, forward and backward."""
    plain: bool
    """Whether captures have to take the most, and a man's way needs no marks."""
    freely: bool
    """Whether a capture need not take the most."""
    lifted: bool
    """Whether a captured piece is lifted when it is jumped."""
    turns_back: bool
    """Whether a jump may go back in the direction that the last one came from."""
    crowned_on_the_way: bool
    """Whether a man that reaches the last row in a capture goes on as a king."""
    one_piece_each: bool
    """Whether one piece each is a draw, unless the side to move can capture."""
    overridden: bool
    """Whether the variant has its own class of states, whose methods may override the rules."""
    counting: Counting
    endings: EndgameTables
    evaluation: Evaluation | None
    """The evaluation of positions, created when the search first asks for it."""
    _worth: Worth

    def __init__(
        self,
        board: Board,
        *,
        men: int,
        free_behind: int,
        man_steps: Sequence[int],
        man_jumps: Sequence[int],
        king_lines: Sequence[int],
        flying: bool,
        freely: bool,
        lifted: bool,
        turns_back: bool,
        crowned_on_the_way: bool,
        one_piece_each: bool,
        overridden: bool,
        limits: Sequence[Limit],
        worth: Worth,
        endings: tuple[str, int],
    ) -> None:
        layout = Layout(board, diagonal=set(king_lines) == set(DIAGONAL))
        self.layout = layout
        self.men = men
        self.squares = layout.all
        self._place_men(board, free_behind)
        self._fill(board, man_steps, man_jumps, king_lines, None if flying else 1)
        if crowned_on_the_way and any(not COMPASS[direction][1] for direction in man_jumps):
            raise ValueError("Men that jump sideways are not crowned on their way.")
        self.both_ways = all(
            len(self.jumps_lower[side]) == len(self.jumps_higher[side]) == 2 for side in (0, 1)
        )
        self.plain = not freely and turns_back and not lifted and not overridden
        self.flying = flying
        self.freely = freely
        self.lifted = lifted
        self.turns_back = turns_back
        self.crowned_on_the_way = crowned_on_the_way
        self.one_piece_each = one_piece_each
        self.overridden = overridden
        self.counting = Counting(limits, layout)
        self._worth = worth
        self.evaluation = None
        name, pieces = endings
        row = self.last_row[0].bit_count()
        self.endings = EndgameTables(name, pieces, sorted(layout.places), row)

    def make_evaluation(self) -> Evaluation:
        """Make, keep and return the evaluation of positions; its tables take a while to make."""
        self.evaluation = Evaluation(self.layout, self._worth, self.men)
        return self.evaluation

    def _place_men(self, board: Board, free_behind: int) -> None:
        """Fill in the places where men begin, and those where they become kings."""
        places = self.layout.places
        heights = [y for _, y in board.xy]
        nearest = sorted(range(len(board)), key=lambda point: -heights[point])
        self.first_men = [
            as_set(places[point] for point in order[free_behind : free_behind + self.men])
            for order in (nearest, nearest[::-1])
        ]
        self.last_row = [
            as_set(place for place, y in zip(places, heights, strict=True) if y == end)
            for end in (min(heights), max(heights))
        ]

    def _fill(
        self,
        board: Board,
        man_steps: Sequence[int],
        man_jumps: Sequence[int],
        king_lines: Sequence[int],
        reach: int | None,
    ) -> None:
        """Fill in the reach of pieces from each place; ``reach`` limits the steps of a king."""
        places = self.layout.places
        size = max(places) + 1
        self.before_last = [0, 0]
        self.lower, self.higher = [[], []], [[], []]
        self.jumps_lower, self.jumps_higher = [[], []], [[], []]
        self.man_ends = [[[] for _ in range(size)] for _ in (0, 1)]
        self.man_jumps = [[[] for _ in range(size)] for _ in (0, 1)]
        self.king_steps = [[] for _ in range(size)]
        self.king_lines = [[] for _ in range(size)]
        self.in_line = [0] * size
        for point, place in enumerate(places):
            for side in (0, 1):
                for forward in man_steps:
                    direction = opposite(forward) if side else forward
                    end = board.steps[direction][point]
                    if end != NOWHERE:
                        self._add_step(side, place, places[end])
                for forward in man_jumps:
                    direction = opposite(forward) if side else forward
                    ray = board.ray(point, direction)
                    if len(ray) >= _JUMP:
                        self._add_jump(side, direction, place, places[ray[0]], places[ray[1]])
            for direction in king_lines:
                ray = board.ray(point, direction)
                line = [1 << places[end] for end in ray]
                if line:
                    self.king_steps[place].append(line[:reach])
                if len(line) >= _JUMP:
                    line = line if reach is None else line[:_JUMP]
                    self.king_lines[place].append((direction, line))
                    self.in_line[place] |= sum(line)
        for side in (0, 1):
            self.before_last[side] &= ~self.last_row[side]

    def _add_step(self, side: int, place: int, end: int) -> None:
        self.man_ends[side][place].append(end)
        _add_shift(self.lower[side], self.higher[side], end - place)
        if 1 << end & self.last_row[side]:
            self.before_last[side] |= 1 << place

    def _add_jump(self, side: int, direction: int, place: int, over: int, end: int) -> None:
        _add_shift(self.jumps_lower[side], self.jumps_higher[side], over - place)
        change = (end - place << END) + (1 << over + CAPTURED)
        self.man_jumps[side][place].append((direction, 1 << over, 1 << end, change))


def _add_shift(lower: list[int], higher: list[int], shift: int) -> None:
    """Add the absolute value of a shift to those towards lower places, or towards higher ones."""
    shifts = higher if shift > 0 else lower
    if abs(shift) not in shifts:
        shifts.append(abs(shift))
