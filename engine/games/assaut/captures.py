"""The captures of an officer.

Nothing moves during a chain but the officer: captured soldiers stay, and block, until its end,
and the officer's own point counts as empty. So what matters of a chain is its **state**: the
point it has come to and the soldiers it has taken, kept as one set of points. An officer among
many soldiers has millions of chains and far fewer states.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from engine.captures import sample
from engine.games.assaut.board import JUMPS, POINTS, bits
from engine.values import Move

WIDTH: Final = 200
"""The states of one length that are followed: soldiers at random need up to 50. Only positions made
up to defeat the search have more, and a list takes some milliseconds there."""


def can_jump(officer: int, soldiers: int, empty: int, captured: int = 0) -> bool:
    """Return whether an officer on that point has a jump over a soldier that it has not taken."""
    soldiers &= ~captured
    return any(jump.over & soldiers and jump.landing & empty for jump in JUMPS[officer])


def capturing(officers: int, soldiers: int) -> int:
    """Return the officers that can capture."""
    empty = POINTS & ~(officers | soldiers)
    return sum(1 << point for point in bits(officers) if can_jump(point, soldiers, empty))


def chains(officer: int, soldiers: int, empty: int) -> list[tuple[Move, bool]]:
    """Return the captures of an officer, each effect once, and whether they are complete.

    A complete one has no jump left. The path of each is the first in alphabetical order, as
    long as the search is within its width.
    """
    start = 1 << officer
    empty |= start
    found: list[tuple[Move, bool]] = []
    level: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {start: ((officer,), ())}
    while level:
        following: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        for state, (path, captured) in level.items():
            here = path[-1]
            complete = True
            for over, landing, end, passed in JUMPS[here]:
                if over & soldiers and landing & empty and not over & state:
                    complete = False
                    after = state ^ 1 << here ^ over ^ landing
                    if after not in following:
                        following[after] = ((*path, end), (*captured, passed))
            if captured:
                found.append((Move("move", path, captured), complete))
        level = sample(following, WIDTH)
    return found


def walk(points: Sequence[int], soldiers: int, empty: int) -> tuple[int, ...]:
    """Return the soldiers captured on a path, in its order; none where it is no capture."""
    empty |= 1 << points[0]
    captured: list[int] = []
    for here, there in pairwise(points):
        for over, landing, end, passed in JUMPS[here]:
            if end == there and over & soldiers and landing & empty and passed not in captured:
                captured.append(passed)
                break
        else:
            return ()
    return tuple(captured)
