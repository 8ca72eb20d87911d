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
    "soldiers one step from an enemy fortress",
    "within two steps",
    "within three",
    "within five",
    "within seven",
    "within ten",
    "own fortresses occupied",
    "steps that soldiers can make",
    "pairs of neighbours on a line",
    "pieces that could be jumped along a line",
    "pieces that can take",
    "the turn",
)
"""What counts, in the order of ``WEIGHTS``."""

WEIGHTS: Final = (100, 250, 20, 12, 8, 5, 4, 3, 15, 1, 2, -3, 15, 5)
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
    of_entente = entente & ~generals
    of_central = central & ~generals
    near_entente, near_central = phase.near
    counts = [
        of_entente.bit_count() - of_central.bit_count(),
        (entente & generals).bit_count() - (central & generals).bit_count(),
    ]
    for number, squares in enumerate(near_entente):
        counts.append(
            (of_entente & squares).bit_count() - (of_central & near_central[number]).bit_count()
        )
    counts.append(
        (entente & phase.fortresses[1]).bit_count() - (central & phase.fortresses[0]).bit_count()
    )
    counts.append(_steps(of_entente, empty) - _steps(of_central, empty))
    counts.append(_pairs(entente) - _pairs(central))
    counts.append(_open(entente, empty) - _open(central, empty))
    counts.append(
        moving.able(entente, central, empty, generals).bit_count()
        - moving.able(central, entente, empty, generals).bit_count()
    )
    counts.append(-1 if state.side else 1)
    return counts


def _steps(soldiers: int, empty: int) -> int:
    """Return how many steps soldiers can make."""
    return (
        (soldiers << LEFT & empty).bit_count()
        + (soldiers << RIGHT & empty).bit_count()
        + (soldiers >> LEFT & empty).bit_count()
        + (soldiers >> RIGHT & empty).bit_count()
    )


def _pairs(pieces: int) -> int:
    """Return how many pairs of neighbours there are."""
    return (pieces & pieces << LEFT).bit_count() + (pieces & pieces << RIGHT).bit_count()


def _open(pieces: int, empty: int) -> int:
    """Return the lines on which a piece has an empty square on both sides."""
    return (pieces & empty << LEFT & empty >> LEFT).bit_count() + (
        pieces & empty << RIGHT & empty >> RIGHT
    ).bit_count()


def wins_by_numbers(own: int, enemy: int, generals: int) -> bool:
    """Return whether a side has the numbers that win a quiet fight."""
    return own.bit_count() >= FEWEST_GENERALS * enemy.bit_count() and (
        (own & generals).bit_count() >= FEWEST_GENERALS
    )
