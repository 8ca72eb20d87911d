"""Where nothing happens any more: who is not behind thinks harder, and nobody insists for ever.

Both follow from the position alone: how far its count of turns without progress has gone.
"""

from __future__ import annotations

from typing import Final

from engine.capabilities.thinking import LEVELS, MAN, State
from engine.computer.search import SURE

_STEP: Final = 20
"""For so much of the count, of a hundred, who is not behind thinks a level harder."""

_AHEAD: Final = MAN // 5
"""Who is better by so many points is ahead, and goes on trying for longer."""

_EVEN_FOR: Final = 25
_AHEAD_FOR: Final = 60
"""So much of the count has to pass before a drawish ending is given up: more where one is ahead."""


def patient(number: int, state: State) -> int:
    """Return the level at which a computer of a level thinks about a state in which it moves."""
    if state.evaluate(state.side) < 0:
        return number
    return min(number + state.waiting() // _STEP, LEVELS[-1])


def is_drawn(state: State, value: int) -> bool:
    """Return whether a computer to move, to whom a state is worth that value, would leave it drawn.

    It sees no win, the ending is one that hardly anybody wins, and long enough nothing happened.
    """
    long = _AHEAD_FOR if value >= _AHEAD else _EVEN_FOR
    return state.drawish() and value < SURE and state.waiting() >= long
