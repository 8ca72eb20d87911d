"""Where nothing happens any more: who is not behind thinks harder, and nobody insists for ever.

Both follow from the position alone: how far its count of turns without progress has gone.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import Final

from engine.capabilities.thinking import LEVELS, MAN, State
from engine.computer.search import SURE

_STEP: Final = 20
"""For so much of the count, of a hundred, who is not behind thinks a level harder."""

_WINNING: Final = 4 * MAN
"""And who is better by so much for half of it: games that are won are to end."""

_AGAIN: Final = 3
"""So many levels harder thinks who is not behind where a state has come again: who looks a ply
ahead does not see that the answer makes it a draw."""

_MOST: Final = 4
"""Nobody thinks more levels harder than this: it takes time."""

_AHEAD: Final = MAN // 5
"""Who is better by so many points is ahead, and goes on trying for longer."""

_EVEN_FOR: Final = 25
_AHEAD_FOR: Final = 60
"""So much of the count has to pass before a drawish ending is given up: more where one is ahead."""


def patient(number: int, state: State, earlier: Collection[Hashable] = ()) -> int:
    """Return the level at which a computer of a level thinks about a state in which it moves.

    ``earlier`` are the keys of the states that stood before.
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
    """Return whether a computer to move, to whom a state is worth that value, would leave it drawn.

    It sees no win, the ending is one that hardly anybody wins, and long enough nothing happened.
    """
    long = _AHEAD_FOR if value >= _AHEAD else _EVEN_FOR
    return state.drawish() and value < SURE and state.waiting() >= long
