"""Endings of races: what the last pieces of a side stand like when the other side is past them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from engine.game import Position
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.races.kinds import stragglers
from engine.puzzles.races.proof import Homecoming
from engine.puzzles.races.side import Side

_OUTSIDE: Final = range(2, 5)
"""So many pieces are outside the camp."""

_VARIANTS: Final = 12
"""So many times each ending is shuffled a little."""

_SHUFFLES: Final = 4
"""By so many turns at most."""


def endings_in(position: Position) -> Iterator[Puzzle]:
    """Yield the puzzles in the endings of both sides of a race, each without the other side.

    They are looked for in the endings as they stand, and shuffled by a few turns; always the same
    for the same position.
    """
    mover = Side.of(position)
    if mover is None:
        return
    chance = Random(position.fen())
    for side in (mover, mover.other()):
        outside = (side.own & ~side.target).bit_count()
        if outside not in _OUTSIDE or side.others & side.target:
            continue
        homecoming = Homecoming()
        alone = side.alone()
        for number in range(1 + _VARIANTS):
            one = _shuffled(alone, chance) if number else alone
            puzzle = stragglers(one, homecoming)
            if puzzle is not None:
                yield puzzle


def _shuffled(side: Side, chance: Random) -> Side:
    """Return a side after a few turns, none of which brings a piece into the camp."""
    outside = (side.own & ~side.target).bit_count()
    for _ in range(chance.randint(1, _SHUFFLES)):
        after = side.moved(chance.choice([*side.turns()]))
        if (after.own & ~after.target).bit_count() == outside:
            side = after
    return side
