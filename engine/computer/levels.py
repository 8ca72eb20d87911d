"""The computer's levels: how deep it searches, how many errors it makes, when it accepts a draw.

In an ending without progress the side that is not behind plays at a higher level, and in time the
computer accepts a draw. Both depend on the position's count of turns without progress.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Final, NamedTuple

from engine.capabilities.thinking import LEVELS, MAN, State
from engine.computer.search import DEEPEST, SURE

KNOWS_ENDINGS: Final = 7
"""The lowest level that uses the tables of endings, and so wins every ending that they call won.

Lower levels search endings like other positions, with their nodes and their carelessness.
"""

TO_THE_END: Final = 1 << 20
"""More plies of captures, or jumps of a chain, than are ever followed."""


class Level(NamedTuple):
    """A level of play. It uses no clock, so its moves do not depend on the machine's speed."""

    nodes: int
    """The most nodes searched for a move, in a game of pace ``PACE``."""
    depth: int
    """The most plies looked ahead, captures not counted."""
    carelessness: int
    """The standard deviation, in points, of the error in the value of each move."""
    attention: int
    """The probability, in percent, of noticing a claim that the position does not show."""
    captures: int = TO_THE_END
    """Plies of captures followed beyond the depth: beginners see only the first capture."""
    jumps: int = TO_THE_END
    """The longest chain of jumps seen in a race: beginners lose their way in longer ones."""

    def searching(self, nodes: int) -> Level:
        """Return this level limited by ``nodes`` alone, with the same carelessness."""
        return self._replace(nodes=nodes, depth=DEEPEST, captures=TO_THE_END, jumps=TO_THE_END)


PACE: Final = 100
"""The pace of a game in which a level has just its ``nodes``, in thousands of nodes a second."""

_LEVELS: Final[Mapping[int, Level]] = {
    1: Level(300, 1, 60, 25, 1, 2),
    2: Level(800, 2, 45, 40, 1, 4),
    3: Level(2_000, 3, 32, 55),
    4: Level(5_000, 4, 22, 70),
    5: Level(12_000, 6, 14, 85),
    6: Level(30_000, 9, 8, 95),
    7: Level(80_000, 12, 3, 100),
    8: Level(200_000, 64, 0, 100),
}

_EASIER: Final[Mapping[int, Level]] = {
    5: Level(8_000, 5, 18, 85),
    6: Level(12_000, 6, 14, 95),
    7: Level(30_000, 9, 8, 100),
}
"""Weaker versions of some levels, for the favoured side of a game.

They see about as much as the level below, so that they can be beaten from the other side. Level 8
always plays its best.
"""

LEAST: Final = 200
"""The fewest nodes that any level has, however slow the game."""


def level(number: int, pace: int, easier: bool = False) -> Level:
    """Return the level ``number`` for a game of that ``pace``, in thousands of nodes a second.

    ``easier`` is for the favoured side. Raises ValueError for an unknown level.
    """
    if number not in LEVELS:
        raise ValueError(f"There is no level {number}: they are {LEVELS[0]} to {LEVELS[-1]}.")
    usual = _EASIER.get(number, _LEVELS[number]) if easier else _LEVELS[number]
    return usual._replace(nodes=max(usual.nodes * pace // PACE, LEAST))


_STEP: Final = 20
"""A side that is not behind plays a level higher for every so many percent of the count."""

_WINNING: Final = 4 * MAN
"""Lead in points from which half of ``_STEP`` is enough: won games should end."""

_AGAIN: Final = 3
"""Levels added for a side that is not behind in a repeated state.

A search of one ply does not see that the reply may make the game a draw.
"""

_MOST_ADDED: Final = 4
"""The most levels that are added, since thinking takes time."""

_AHEAD: Final = MAN // 5
"""Lead in points from which a side is ahead, and tries to win for longer."""

_EVEN_FOR: Final = 25
_AHEAD_FOR: Final = 60
"""The percentages of the count from which a side agrees to draw a drawish ending: a side that is
even or behind, and one that is ahead.
"""


def patient(number: int, state: State, earlier: Collection[Hashable] = ()) -> int:
    """Return the level at which a computer thinks about a state: ``number`` or a higher one.

    ``earlier`` has the keys of the earlier states of the line.
    """
    value = state.evaluate(state.side)
    if value < 0:
        return number
    step = _STEP // 2 if value >= _WINNING else _STEP
    harder = state.waiting() // step
    if state.draws_by_repetition() and state.key() in earlier:
        harder += _AGAIN
    return min(number + min(harder, _MOST_ADDED), LEVELS[-1])


def is_drawn(state: State, value: int) -> bool:
    """Return whether a computer to move agrees to a draw in a state of that value.

    It does if it sees no win, such an ending is hardly ever won, and no progress has been made for
    long enough.
    """
    long = _AHEAD_FOR if value >= _AHEAD else _EVEN_FOR
    return state.drawish() and value < SURE and state.waiting() >= long
