"""What a variant decides, as tables by side and place for the search."""

from __future__ import annotations

from typing import Final

from engine.draughts.geometry import Geometry
from engine.draughts.light.counting import Counting
from engine.draughts.light.evaluation import Evaluation
from engine.draughts.light.layout import Layout

PLACE: Final = 127
"""The bits of a place; the place where a move starts is the lowest bits of the move."""

END: Final = 7
"""Where the place that a move ends on begins."""

CAPTURED: Final = 14
"""Where the set of captured pieces begins."""

ANY_DIRECTION: Final = 8
"""The direction of a way that may go on in every direction, after those of the board."""


class LightRules:
    """The rules of a variant. Side 0 sits at the bottom; its men move to lower places.

    ``lower[side]``, ``higher[side]``
        the shifts of a man's steps to lower places and to higher ones;
    ``jumps_lower[side]``, ``jumps_higher[side]``
        the same of its jumps;
    ``man_jumps[side][place]``
        its jumps: direction, the bits of what it jumps over and of where it lands, and what the
        jump adds to the end and the captured pieces of a move;
    ``king_steps[place]``, ``king_lines[place]``
        the lines on which a king moves, and those on which it jumps with their directions: the
        bits, the nearest first;
    ``in_line[place]``
        the places on those lines;
    ``squares``, ``last_row[side]``, ``before_last[side]``
        all places, those where a man becomes a king, and the row before them.
    """

    __slots__ = (
        "before_last",
        "both_ways",
        "counting",
        "crowned_on_the_way",
        "evaluation",
        "flying",
        "freely",
        "higher",
        "in_line",
        "jumps_higher",
        "jumps_lower",
        "king_lines",
        "king_steps",
        "last_row",
        "lifted",
        "lower",
        "man_jumps",
        "one_piece_each",
        "plain",
        "squares",
        "turns_back",
    )

    squares: int
    last_row: list[int]
    before_last: list[int]
    lower: list[list[int]]
    higher: list[list[int]]
    jumps_lower: list[list[int]]
    jumps_higher: list[list[int]]
    man_jumps: list[list[list[tuple[int, int, int, int]]]]
    king_steps: list[list[list[int]]]
    king_lines: list[list[tuple[int, list[int]]]]
    in_line: list[int]
    flying: bool
    both_ways: bool
    """Men jump along diagonals, forward and backward."""
    plain: bool
    """A man's capture takes the most, and only where it is and what it has taken matters."""
    freely: bool
    """A capture need not take the most."""
    lifted: bool
    """A captured piece is lifted when it is jumped."""
    turns_back: bool
    """A jump may go back in the direction that the last one came from."""
    crowned_on_the_way: bool
    one_piece_each: bool
    """One piece each is a draw, unless the side to move can capture."""
    counting: Counting
    evaluation: Evaluation

    def __init__(
        self,
        layout: Layout,
        geometry: Geometry,
        *,
        flying: bool,
        freely: bool,
        lifted: bool,
        turns_back: bool,
        crowned_on_the_way: bool,
        one_piece_each: bool,
        counting: Counting,
        evaluation: Evaluation,
    ) -> None:
        places = layout.places
        size = max(places) + 1
        self.squares = layout.light(geometry.squares)
        self.last_row = [layout.light(row) for row in geometry.last_row]
        self.before_last = [0, 0]
        self.lower, self.higher = [[], []], [[], []]
        self.jumps_lower, self.jumps_higher = [[], []], [[], []]
        self.man_jumps = [[[] for _ in range(size)] for _ in (0, 1)]
        self.king_steps = [[] for _ in range(size)]
        self.king_lines = [[] for _ in range(size)]
        self.in_line = [0] * size
        for point, place in enumerate(places):
            for side in (0, 1):
                for end in geometry.man_ends[side][point]:
                    _add_shift(self.lower[side], self.higher[side], places[end] - place)
                    if 1 << places[end] & self.last_row[side]:
                        self.before_last[side] |= 1 << place
                for direction, (over, end) in geometry.man_lines[side][point]:
                    _add_shift(
                        self.jumps_lower[side], self.jumps_higher[side], places[over] - place
                    )
                    change = (places[end] - place << END) + (1 << places[over] + CAPTURED)
                    self.man_jumps[side][place].append(
                        (direction, 1 << places[over], 1 << places[end], change)
                    )
            for ray in geometry.king_rays[point]:
                if ray:
                    self.king_steps[place].append([1 << places[end] for end in ray])
            for direction, ray in geometry.king_lines[point]:
                line = [1 << places[end] for end in ray]
                self.king_lines[place].append((direction, line))
                self.in_line[place] |= sum(line)
        for side in (0, 1):
            self.before_last[side] &= ~self.last_row[side]
        self.both_ways = all(
            len(self.jumps_lower[side]) == len(self.jumps_higher[side]) == 2 for side in (0, 1)
        )
        self.plain = not freely and turns_back and not lifted
        self.flying = flying
        self.freely = freely
        self.lifted = lifted
        self.turns_back = turns_back
        self.crowned_on_the_way = crowned_on_the_way
        self.one_piece_each = one_piece_each
        self.counting = counting
        self.evaluation = evaluation


def _add_shift(lower: list[int], higher: list[int], shift: int) -> None:
    """Add the shift of a step to those that lead to lower places, or to higher ones."""
    shifts = higher if shift > 0 else lower
    if abs(shift) not in shifts:
        shifts.append(abs(shift))
