"""The levels: depth, carelessness, and persistence of the computer.

In endless endings the side that is not behind searches deeper, and the computer lets go in time.
Both follow from the position alone: from its count of turns without progress.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Final, NamedTuple

from engine.capabilities.thinking import LEVELS, MAN, State
from engine.computer.search import DEEPEST, SURE

KNOWS_ENDINGS: Final = 7
"""The lowest level that knows the tables of endings: a won one is won. The levels below play
endings as they see them, with their nodes and their carelessness.
"""

TO_THE_END: Final = 1 << 20
"""More plies of captures, or jumps of a chain, than are ever followed."""


class Level(NamedTuple):
    """A level of play. It uses no clock: a machine's speed changes nothing in its moves."""

    nodes: int
    """Nodes searched for a move, in a game of pace ``PACE``."""
    depth: int
    """The most plies looked ahead, captures not counted."""
    carelessness: int
    """The standard deviation, in points, of its error in judging each of its moves."""
    attention: int
    """How often, in percent, it notices a claim that the position does not show."""
    captures: int = TO_THE_END
    """Plies of captures followed beyond its depth: beginners see the first."""
    jumps: int = TO_THE_END
    """The longest chain of jumps it sees in a race: beginners lose their way in longer ones."""

    def searching(self, nodes: int) -> Level:
        """Return this level limited by nodes alone; its carelessness stays."""
        return self._replace(nodes=nodes, depth=DEEPEST, captures=TO_THE_END, jumps=TO_THE_END)


PACE: Final = 100
"""Thousand nodes a second: in a game of this pace a level has just its ``nodes``."""

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
"""Levels that differ for the favoured side: they see about as much as the level below, so that they
can be beaten from the other side. Level 8 always plays its best.
"""

LEAST: Final = 200
"""The fewest nodes that any level has, however slow the game."""


def level(number: int, pace: int, easier: bool = False) -> Level:
    """Return the level ``number`` for a game of that pace, in thousand nodes a second.

    ``easier`` is for the favoured side. Raises ValueError for an unknown level.
    """
    if number not in LEVELS:
        raise ValueError(f"There is no level {number}: they are {LEVELS[0]} to {LEVELS[-1]}.")
    usual = _EASIER.get(number, _LEVELS[number]) if easier else _LEVELS[number]
    return usual._replace(nodes=max(usual.nodes * pace // PACE, LEAST))


_STEP: Final = 20
"""Points of the count, of 100, after each of which a side that is not behind thinks a level
harder.
"""

_WINNING: Final = 4 * MAN
"""A side that is better by this much thinks harder after half of that: won games should end."""

_AGAIN: Final = 3
"""Levels added for a side that is not behind once a state is repeated: a look of one ply does not
see that the answer makes it a draw.
"""

_MOST: Final = 4
"""The most levels that are added, since thinking takes time."""

_AHEAD: Final = MAN // 5
"""Lead in points from which a side is ahead, and goes on trying for longer."""

_EVEN_FOR: Final = 25
_AHEAD_FOR: Final = 60
"""The points of the count after which a side agrees to draw a drawish ending: if even, and if
ahead.
"""


def patient(number: int, state: State, earlier: Collection[Hashable] = ()) -> int:
    """Return the level at which a computer thinks about a state: ``number`` or a higher one.

    ``earlier`` are the keys of the earlier states.
    """
    value = state.evaluate(state.side)
    if value < 0:
        return number
    step = _STEP // 2 if value >= _WINNING else _STEP
    harder = state.waiting() // step
    if state.draws_by_repetition() and state.key() in earlier:
        harder += _AGAIN
    return min(number + min(harder, _MOST), LEVELS[-1])


def is_drawn(state: State, value: int) -> bool:
    """Return whether a computer to move agrees to a draw in a state of that value.

    It does if it sees no win, such an ending is hardly ever won, and nothing has happened for long
    enough.
    """
    long = _AHEAD_FOR if value >= _AHEAD else _EVEN_FOR
    return state.drawish() and value < SURE and state.waiting() >= long
