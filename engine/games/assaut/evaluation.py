"""What a position of Assaut is worth to the soldiers, in points: a soldier is a hundred.

Most of it is where the pieces stand: soldiers count the more the nearer they have come to the
fortress, and those that hold its points the most; officers count by the point, less where they
are out of the way. What remains is how the pieces stand to each other.

The weights are fitted to the results of games of the computer with itself, by the model of
``tests.fitting``, and rounded; ``python -m tests.fitting assaut`` fits them anew. Those of the
points open to officers and of steps that are missing were chosen by games against the same without
them; what makes chances even is from games of the result with itself.
"""

from __future__ import annotations

from typing import Final, Protocol

from engine.capabilities.thinking import MAN
from engine.games.assaut.board import (
    ALL_OFFICERS,
    ALL_SOLDIERS,
    BETWEEN,
    CROSS,
    FORTRESS,
    NEAR,
    PLACES,
    PLACES_IN_ALL,
    SOLDIERS,
    SOLDIERS_BACK,
    SOLDIERS_FORWARD,
)
from engine.games.assaut.board import NAMES as POINT_NAMES

_RANKS: Final = "7654321"
_FILES: Final = "abcd"
_MIRRORED: Final = {"e": "c", "f": "b", "g": "a"}

_SOLDIERS_ON: Final = """
    .    .   67  115
    .    .   62   90
    2   12   75  105
  -76   -4   16   40
  -43  -37  -10  -46
    .    .  -49  -30
    .    .  -38  -91
"""
"""What a soldier is worth beside its hundred on each point of the files a to d, from rank 7 down.
The other half of the board is its mirror image. Those of the fortress are the three by two points
at the right of ranks 7 to 5."""

_OFFICERS_ON: Final = """
    .    .  -14  -49
    .    .   24   48
  -37   -9   50   49
  -15  -17  -25  -16
  -27  -40  -16  -41
    .    .  -22   -5
    .    .  -30   39
"""
"""What an officer on each point is worth to the soldiers."""

_STANDING: Final = {
    "no soldier to spare": 32,
    "one to spare": 48,
    "two to spare": 42,
    "three to spare": 14,
    "six in the fortress": 49,
    "seven in the fortress": 10,
    "eight in the fortress": 69,
    "no officer in the fortress": 235,
    "an officer huffed": 1000,
    "the move": -5,
    "soldiers beside officers": -20,
    "steps of officers": -7,
    "officers blocked": -174,
    "points open to officers": -20,
    "no step left before the fortress": -150,
    "no step left in the fortress": -150,
    "soldiers loose on a line": -14,
    "a soldier attacked": -11,
    "more attacked": -128,
}
"""How the pieces stand to each other. Nine soldiers are needed; one to spare, for example, counts
where ten or fewer are left, so that what ten lack adds up. A soldier is loose on a line where the
points before and behind it are empty, and attacked where an officer stands on one of them: that
counts while the soldiers are to move, since otherwise the capture is played. Points are open to
officers where a way of empty points leads to them: they become few as the soldiers close in. Steps
are those of soldiers who go the shortest way: without one they lose."""

_EVEN: Final = -1600
"""What the soldiers need besides all that to have even chances, below nothing."""

_SPARED: Final = (9, 10, 11, 12)
_FILLED: Final = (6, 7, 8)
"""The numbers of soldiers left, and of those in the fortress, at which the terms above begin."""


def _half(drawn: str) -> dict[str, int]:
    """Return the number on each point of a half board that is drawn."""
    names = (file + rank for rank in _RANKS for file in _FILES)
    return {
        name: int(number)
        for name, number in zip(names, drawn.split(), strict=True)
        if number != "."
    }


_SOLDIERS: Final = _half(_SOLDIERS_ON)
_OFFICERS: Final = _half(_OFFICERS_ON)

NAMES: Final = [
    "soldier",
    "even chances",
    *(f"soldier on {name}" for name in _SOLDIERS),
    *(f"officer on {name}" for name in _OFFICERS),
    *_STANDING,
]
"""What each term counts."""

WEIGHTS: Final = [MAN, _EVEN, *_SOLDIERS.values(), *_OFFICERS.values(), *_STANDING.values()]
"""What each is worth."""

_HALF: Final = list(_SOLDIERS)
_PLACES_OF: Final = [
    [
        place
        for name, place in zip(POINT_NAMES, PLACES, strict=True)
        if half in {name, _MIRRORED.get(name[0], "") + name[1]}
    ]
    for half in _HALF
]
"""The one or two places that each point of the half board stands for."""


class Pieces(Protocol):
    """The part of a state that the evaluation looks at."""

    side: int
    soldiers: int
    officers: int


def terms(state: Pieces) -> list[int]:
    """Return what each term is in a state."""
    soldiers, officers = state.soldiers, state.officers
    return [
        soldiers.bit_count(),
        1,
        *(sum(soldiers >> place & 1 for place in places) for places in _PLACES_OF),
        *(sum(officers >> place & 1 for place in places) for places in _PLACES_OF),
        *_standing(soldiers, officers, state.side),
    ]


def _standing(soldiers: int, officers: int, side: int) -> list[int]:
    """Return how the pieces stand to each other, in the order of the weights."""
    empty = CROSS & ~(soldiers | officers)
    left, filled = soldiers.bit_count(), (soldiers & FORTRESS).bit_count()
    near = [NEAR[place] for place in PLACES if officers >> place & 1]
    beside = 0
    for around in near:
        beside |= around
    loose = attacked = 0
    for step, between in BETWEEN:
        middle, below, above = soldiers & between, empty << step, empty >> step
        loose += (middle & below & above).bit_count()
        attacked |= middle & (officers << step & above | officers >> step & below)
    attacks = attacked.bit_count() if side == SOLDIERS else 0
    return [
        *(int(left <= number) for number in _SPARED),
        *(int(filled >= number) for number in _FILLED),
        int(not officers & FORTRESS),
        int(officers.bit_count() < ALL_OFFICERS),
        1 if side == SOLDIERS else -1,
        (beside & soldiers).bit_count(),
        sum((around & empty).bit_count() for around in near),
        sum(not around & empty for around in near),
        _opened(beside & empty, empty).bit_count(),
        int(not _may_step(soldiers, empty)),
        int(not _near(empty & FORTRESS) & soldiers & FORTRESS),
        loose,
        int(attacks == 1),
        int(attacks > 1),
    ]


_BEFORE: Final = [
    (step, starts & ~FORTRESS)
    for step, starts in (
        *SOLDIERS_FORWARD["shortest"],
        *((-step, starts) for step, starts in SOLDIERS_BACK["shortest"]),
    )
    if starts & ~FORTRESS
]
"""The steps of soldiers before the fortress."""

_CHUNK: Final = 12
_CHUNKS: Final = 1 << _CHUNK
"""Sets are looked up in tables, twelve places at a time."""


def _united(first: int) -> list[int]:
    """Return what lines join to every set of the twelve places from one on."""
    united = [0] * _CHUNKS
    for places in range(1, _CHUNKS):
        lowest = places & -places
        place = first + lowest.bit_length() - 1
        near = NEAR[place] if place < PLACES_IN_ALL else 0
        united[places] = united[places ^ lowest] | near
    return united


_NEAR_LOWEST: Final = _united(0)
_NEAR_LOWER: Final = _united(_CHUNK)
_NEAR_HIGHER: Final = _united(2 * _CHUNK)
_NEAR_HIGHEST: Final = _united(3 * _CHUNK)


def _near(places: int) -> int:
    """Return the points that lines join to a set."""
    return (
        _NEAR_LOWEST[places & _CHUNKS - 1]
        | _NEAR_LOWER[places >> _CHUNK & _CHUNKS - 1]
        | _NEAR_HIGHER[places >> 2 * _CHUNK & _CHUNKS - 1]
        | _NEAR_HIGHEST[places >> 3 * _CHUNK]
    )


def _opened(opened: int, empty: int) -> int:
    """Return the empty points that ways of empty points lead to from some of them."""
    found = opened
    while found:
        found = _near(found) & empty & ~opened
        opened |= found
    return opened


def _may_step(soldiers: int, empty: int) -> bool:
    """Return whether a soldier before the fortress has a step."""
    for step, starts in _BEFORE:
        movers = soldiers & starts
        if (movers << step if step > 0 else movers >> -step) & empty:
            return True
    return False


# The same sums, prepared: a state is judged in a few steps


def _worths() -> list[int]:
    """Return what a soldier is worth on each place."""
    worths = [0] * (4 * _CHUNK)
    for name, places in zip(_HALF, _PLACES_OF, strict=True):
        for place in places:
            worths[place] = MAN + _SOLDIERS[name]
    return worths


def _sums(worths: list[int]) -> list[int]:
    """Return the worth of every set of these places."""
    sums = [0] * _CHUNKS
    for places in range(1, _CHUNKS):
        lowest = places & -places
        sums[places] = sums[places ^ lowest] + worths[lowest.bit_length() - 1]
    return sums


_OFFICER_ON: Final = [0] * PLACES_IN_ALL
for _name, _places in zip(_HALF, _PLACES_OF, strict=True):
    for _place in _places:
        _OFFICER_ON[_place] = _OFFICERS[_name]

_WORTHS: Final = _worths()
_LOWEST: Final = _sums(_WORTHS[:_CHUNK])
_LOWER: Final = _sums(_WORTHS[_CHUNK : 2 * _CHUNK])
_HIGHER: Final = _sums(_WORTHS[2 * _CHUNK : 3 * _CHUNK])
_HIGHEST: Final = _sums(_WORTHS[3 * _CHUNK :])

_OF_LEFT: Final = [
    sum(worth for number, worth in zip(_SPARED, _STANDING.values(), strict=False) if left <= number)
    for left in range(ALL_SOLDIERS + 1)
]
_OF_FILLED: Final = [
    sum(
        worth
        for number, worth in zip(_FILLED, list(_STANDING.values())[len(_SPARED) :], strict=False)
        if filled >= number
    )
    for filled in range(FORTRESS.bit_count() + 1)
]
_AWAY: Final = _STANDING["no officer in the fortress"]
_HUFFED: Final = _STANDING["an officer huffed"]
_MOVE: Final = _STANDING["the move"]
_BESIDE: Final = _STANDING["soldiers beside officers"]
_FREEDOM: Final = _STANDING["steps of officers"]
_BLOCKED: Final = _STANDING["officers blocked"]
_OPEN: Final = _STANDING["points open to officers"]
_NONE_BEFORE: Final = _STANDING["no step left before the fortress"]
_NONE_WITHIN: Final = _STANDING["no step left in the fortress"]
_LOOSE: Final = _STANDING["soldiers loose on a line"]
_ATTACKED: Final = _STANDING["a soldier attacked"]
_ATTACKED_MORE: Final = _STANDING["more attacked"]


def evaluate(soldiers: int, officers: int, side: int) -> int:
    """Return the sum of the terms by their weights."""
    value = (
        _EVEN
        + _LOWEST[soldiers & _CHUNKS - 1]
        + _LOWER[soldiers >> _CHUNK & _CHUNKS - 1]
        + _HIGHER[soldiers >> 2 * _CHUNK & _CHUNKS - 1]
        + _HIGHEST[soldiers >> 3 * _CHUNK]
        + _OF_LEFT[soldiers.bit_count()]
        + _OF_FILLED[(soldiers & FORTRESS).bit_count()]
    )
    if not officers & FORTRESS:
        value += _AWAY
    if not officers & officers - 1:
        value += _HUFFED
    empty = CROSS & ~(soldiers | officers)
    beside = 0
    rest = officers
    while rest:
        place = (rest & -rest).bit_length() - 1
        rest &= rest - 1
        near = NEAR[place]
        beside |= near
        steps = near & empty
        value += _OFFICER_ON[place] + (_FREEDOM * steps.bit_count() if steps else _BLOCKED)
    value += _BESIDE * (beside & soldiers).bit_count()
    value += _OPEN * _opened(beside & empty, empty).bit_count()
    if not _may_step(soldiers, empty):
        value += _NONE_BEFORE
    if not _near(empty & FORTRESS) & soldiers & FORTRESS:
        value += _NONE_WITHIN
    attacked = 0
    for step, between in BETWEEN:
        middle, below, above = soldiers & between, empty << step, empty >> step
        value += _LOOSE * (middle & below & above).bit_count()
        attacked |= middle & (officers << step & above | officers >> step & below)
    if side != SOLDIERS:
        return value - _MOVE
    if attacked:
        value += _ATTACKED_MORE if attacked & attacked - 1 else _ATTACKED
    return value + _MOVE
