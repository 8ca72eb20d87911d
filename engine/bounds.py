"""The bound on what a list of moves costs, for every game that searches captures.

A capture that goes on is searched over states (where it has come to, and what it has taken), and
play needs few of them. Only positions made up to defeat a search need more than a game allows:
there it goes on with a sample. What a sample leaves out is still legal, and can be played by
typing its whole path.
"""

from __future__ import annotations

from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")

STATES: Final = 300_000
"""The states that one list of moves may cost, some tenths of a second. Play needs a few dozen,
and problems made of many loose men some thousands."""


def sample(level: dict[K, V], size: int) -> dict[K, V]:
    """Return the states of a level, or so many of them, at least one, at even distances."""
    if len(level) <= size:
        return level
    states = list(level)
    size = max(size, 1)
    chosen = (states[i * len(states) // size] for i in range(size))
    return {state: level[state] for state in chosen}
