"""The value of a state of Les Alliés: its terms and their weights.

All terms are differences of the two alliances, in the Entente's favour. The terms of the battle are
counted over both of its fights at once, unless one of them is about to end undecided.
"""

from __future__ import annotations

from operator import mul
from typing import Final

from engine.games.allies.battle.armies import FEWEST_GENERALS, Armies, wins_by_numbers
from engine.games.allies.battle.phases import FARTHEST, UNDECIDED, Phase
from engine.games.allies.map.squares import ZONES, around

NAMES: Final = (
    "soldiers",
    "Generals",
    "soldiers within two steps of an enemy fortress",
    "within five",
    "within ten",
    "own fortresses occupied",
    "empty squares beside pieces",
    "pieces that threaten to take",
)
"""The terms, in the order of ``WEIGHTS``."""

WEIGHTS: Final = (100, 190, 20, 5, 6, 42, -4, 38)
"""The value of each term, in points. (A closed army has few empty squares beside it.)"""

THREAT: Final = WEIGHTS[-1]

SHARE: Final = 600
"""The value of having all pieces, less in proportion, so that the stronger side exchanges."""

AHEAD: Final = 150
"""The value of having won the first of two fights."""

HOLDS: Final = 1_000
"""The value, to the winner of the first fight, of a second fight about to end undecided: the winner
of the first fight then wins the game.
"""

NUMBERS: Final = 300
"""The value of the numbers that win a quiet fight; each quiet turn adds ``NUMBERS_TURN``."""

NUMBERS_TURN: Final = 4

AHEAD_BY: Final = 5
"""A side ahead by one in this many pieces marches on the fortresses: three Generals can win a fight
that more soldiers alone cannot.
"""

MARCH: Final = 50
"""The value of each step of the three foremost soldiers to a side with all pieces, less in
proportion.
"""

PUSH: Final = 16
"""The value of a step of the foremost soldiers to either side when the count of quiet turns ends,
less before in proportion: a side that only waits wins nothing.
"""

VANGUARD: Final = 5
"""The number of foremost soldiers whose steps have the value ``PUSH``."""

FEW_PIECES: Final = 12
"""With at most this many pieces, a third of the quiet turns counts as past from the start."""

FAR_AHEAD: Final = 3_000
"""The limit beyond which values grow at a third of the pace, to stay well below a won game."""


def evaluate(state: Armies) -> int:
    """Return the value of a state for the Entente."""
    phase, entente, central, generals = state.phase, state.entente, state.central, state.generals
    quiet = state.quiet_turns
    if phase.alternating and 2 * max(quiet, state.other_quiet) > phase.limit:
        zone = ZONES[phase.fight[state.turn]]
        value = _worth(phase, entente & zone, central & zone, generals, quiet) + _worth(
            phase, entente & ~zone, central & ~zone, generals, state.other_quiet
        )
    else:
        value = _worth(phase, entente, central, generals, quiet)
    threats = THREAT * state.threats().bit_count()
    value += threats if state.side else -threats
    if value > FAR_AHEAD:
        return FAR_AHEAD + (value - FAR_AHEAD) // 3
    if value < -FAR_AHEAD:
        return -FAR_AHEAD + (value + FAR_AHEAD) // 3
    return value


def _closer(phase: Phase, alliance: int, pieces: int, generals: int, wanted: int) -> int:
    """Return the total steps by which an alliance's foremost soldiers have approached a fortress.

    ``wanted`` soldiers are counted; Generals count as arrived.
    """
    steps = FARTHEST * wanted
    wanted -= (pieces & generals).bit_count()
    if wanted <= 0:
        return steps
    soldiers = pieces & ~generals
    for ring in phase.rings[alliance]:
        missing = wanted - (soldiers & ring).bit_count()
        if missing <= 0:
            break
        steps -= missing
    return steps


def settled(state: Armies) -> int:
    """Return the value of a fight's pieces to the seat to move, without threats or quiet turns."""
    if state.side:
        return -_worth(state.phase, state.enemy, state.own, state.generals, 0)
    return _worth(state.phase, state.own, state.enemy, state.generals, 0)


def _worth(phase: Phase, entente: int, central: int, generals: int, quiet: int) -> int:
    """Return the value of the pieces of a fight, or of both, after a number of quiet turns."""
    value: int = sum(map(mul, WEIGHTS, _counts(phase, entente, central, generals)))
    own, enemy = entente.bit_count(), central.bit_count()
    if own != enemy:
        value += SHARE * (own - enemy) // (own + enemy)
    left = phase.limit - quiet
    fading = 2 * left < phase.limit
    if fading:
        # The nearer a fight comes to an undecided end, the less an advantage is worth.
        value = value * 2 * left // phase.limit
    if phase.ahead != UNDECIDED:
        ahead = HOLDS - (HOLDS - AHEAD) * 2 * left // phase.limit if fading else AHEAD
        value += -ahead if phase.ahead else ahead
    lead = AHEAD_BY * abs(own - enemy) - own - enemy
    if lead > 0:
        side, pieces = (0, entente) if own > enemy else (1, central)
        gain = MARCH * lead * _closer(phase, side, pieces, generals, FEWEST_GENERALS)
        gain //= (AHEAD_BY - 1) * (own + enemy)
        value += -gain if side else gain
    haste = max(quiet, phase.limit // 3) if own + enemy <= FEW_PIECES else quiet
    if 8 * haste > phase.limit:
        steps = _closer(phase, 0, entente, generals, VANGUARD)
        steps -= _closer(phase, 1, central, generals, VANGUARD)
        value += PUSH * haste * steps // phase.limit
    if generals:
        if wins_by_numbers(entente, central, generals):
            value += NUMBERS + NUMBERS_TURN * quiet
        elif wins_by_numbers(central, entente, generals):
            value -= NUMBERS + NUMBERS_TURN * quiet
    return value


def terms(state: Armies) -> list[int]:
    """Return the count of each of ``NAMES``, the Entente's minus the other side's."""
    threats = state.threats().bit_count()
    counts = _counts(state.phase, state.entente, state.central, state.generals)
    return [*counts, threats if state.side else -threats]


def _counts(phase: Phase, entente: int, central: int, generals: int) -> list[int]:
    soldiers = entente & ~generals
    enemies = central & ~generals
    two, five, ten = phase.near[0]
    enemy_two, enemy_five, enemy_ten = phase.near[1]
    empty = phase.field & ~(entente | central)
    return [
        soldiers.bit_count() - enemies.bit_count(),
        (entente & generals).bit_count() - (central & generals).bit_count(),
        (soldiers & two).bit_count() - (enemies & enemy_two).bit_count(),
        (soldiers & five).bit_count() - (enemies & enemy_five).bit_count(),
        (soldiers & ten).bit_count() - (enemies & enemy_ten).bit_count(),
        (entente & phase.fortresses[1]).bit_count() - (central & phase.fortresses[0]).bit_count(),
        (around(entente) & empty).bit_count() - (around(central) & empty).bit_count(),
    ]
