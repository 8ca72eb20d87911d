"""What a state of Les Alliés is worth: what counts, and how much.

All terms are differences of the two alliances, in the Entente's favour. Those of the battle are
counted over both of its fights at once.
"""

from __future__ import annotations

from operator import mul
from typing import Final

from engine.games.allies.fights.course import FEWEST_GENERALS
from engine.games.allies.light import moving
from engine.games.allies.light.squares import LEFT, RIGHT
from engine.games.allies.light.standing import Standing
from engine.games.allies.state import UNDECIDED

NAMES: Final = (
    "soldiers",
    "Generals",
    "soldiers within two steps of an enemy fortress",
    "within five",
    "within ten",
    "own fortresses occupied",
    "steps that soldiers can make",
    "pieces that could be jumped along a line",
    "pieces that can take",
    "the turn",
)
"""What counts, in the order of ``WEIGHTS``."""

WEIGHTS: Final = (100, 190, 20, 4, 6, 42, 0, 0, 38, 2)
"""What each is worth, in points."""

AHEAD: Final = 150
"""What it is worth to have won the first of two fights: the second may be left undecided then."""

NUMBERS: Final = 300
"""What the numbers are worth that win a quiet fight."""

FAR: Final = 3_000
"""Beyond this a value grows at a third of the pace, well within that of a game that is won."""


def evaluate(state: Standing) -> int:
    """Return the value of a state for the Entente."""
    phase, entente, central, generals = state.phase, state.entente, state.central, state.generals
    value: int = sum(map(mul, WEIGHTS, terms(state)))
    # A quiet fight is won by numbers, or undecided: the nearer its end, the less else counts.
    left = phase.limit - state.quiet_turns
    if 2 * left < phase.limit:
        value = value * (phase.limit + 2 * left) // (2 * phase.limit)
    if wins_by_numbers(entente, central, generals):
        value += NUMBERS + 4 * state.quiet_turns
    elif wins_by_numbers(central, entente, generals):
        value -= NUMBERS + 4 * state.quiet_turns
    if phase.ahead != UNDECIDED:
        value += -AHEAD if phase.ahead else AHEAD
    if value > FAR:
        return FAR + (value - FAR) // 3
    if value < -FAR:
        return -FAR + (value + FAR) // 3
    return value


def terms(state: Standing) -> list[int]:
    """Return how many there are of each of ``NAMES``, the Entente's less the other's."""
    phase, entente, central, generals = state.phase, state.entente, state.central, state.generals
    empty = phase.field & ~(entente | central)
    soldiers = entente & ~generals
    enemies = central & ~generals
    two, five, ten = phase.near[0]
    enemy_two, enemy_five, enemy_ten = phase.near[1]
    # From where a step in each direction leads to an empty square.
    down_left, down_right = empty >> LEFT, empty >> RIGHT
    up_left, up_right = empty << RIGHT, empty << LEFT
    one_line, other_line = down_left & up_right, down_right & up_left
    return [
        soldiers.bit_count() - enemies.bit_count(),
        (entente & generals).bit_count() - (central & generals).bit_count(),
        (soldiers & two).bit_count() - (enemies & enemy_two).bit_count(),
        (soldiers & five).bit_count() - (enemies & enemy_five).bit_count(),
        (soldiers & ten).bit_count() - (enemies & enemy_ten).bit_count(),
        (entente & phase.fortresses[1]).bit_count() - (central & phase.fortresses[0]).bit_count(),
        (soldiers & down_left).bit_count()
        - (enemies & down_left).bit_count()
        + (soldiers & down_right).bit_count()
        - (enemies & down_right).bit_count()
        + (soldiers & up_left).bit_count()
        - (enemies & up_left).bit_count()
        + (soldiers & up_right).bit_count()
        - (enemies & up_right).bit_count(),
        (entente & one_line).bit_count()
        - (central & one_line).bit_count()
        + (entente & other_line).bit_count()
        - (central & other_line).bit_count(),
        moving.able(entente, central, empty, generals).bit_count()
        - moving.able(central, entente, empty, generals).bit_count(),
        -1 if state.side else 1,
    ]


def wins_by_numbers(own: int, enemy: int, generals: int) -> bool:
    """Return whether a side has the numbers that win a quiet fight."""
    return own.bit_count() >= FEWEST_GENERALS * enemy.bit_count() and (
        (own & generals).bit_count() >= FEWEST_GENERALS
    )
