"""The value of a position of Assaut to the soldiers, in points: a soldier is a hundred.

Most of the value is in the places of the pieces: soldiers count more the closer they are to the
fortress, and most on its points; officers count by the point on which they stand. The rest is in
the relations between the pieces.

The weights are fitted to the results of games of the computer against itself, by the model of
``tools.fitting``, and rounded; ``python -m tools.fitting assaut`` fits them again. Some were chosen
by games instead: the weights of points open to officers and of missing steps by games against an
evaluation without these terms, the weight of an officer with little room beside a stuck one by
games against a plain search, the term for even chances by games of the final evaluation against
itself.
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
    FORWARD,
    JUMPS,
    NEAR,
    PLACES,
    PLACES_IN_ALL,
    POINTS,
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
"""The value of a soldier beyond its hundred on each point of the files a to d, from rank 7 down.
The other half of the board is its mirror image. The values in the fortress are the three by two
points at the right of ranks 7 to 5.
"""

_OFFICERS_ON: Final = """
    .    .  -14  -49
    .    .   24   48
  -37   -9   50   49
  -15  -17  -25  -16
  -27  -40  -16  -41
    .    .  -22   -5
    .    .  -30   39
"""
"""The value, to the soldiers, of an officer on each point, in the same form."""

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
    "points too few for an officer beside one that is stuck": 58,
    "no step left before the fortress": -150,
    "no step left in the fortress": -150,
    "soldiers loose on a line": -14,
    "a soldier attacked": -11,
    "more attacked": -128,
}
"""Relations between the pieces. Nine soldiers are needed; one to spare, for example, counts if ten
or fewer are left, so that the terms for fewer soldiers add up. A soldier is loose on a line if both
points beside it on the line are empty, and attacked if one has an officer and the other is empty.
Attacks count while the soldiers are to move, since otherwise the capture is played. Points are open
to officers if a path of empty points leads to them: they become few as the soldiers close in. The
steps left are those by the shortest way to the fortress: soldiers without a step lose.
"""

_EVEN: Final = -1600
"""The constant term: with it, positions with even chances have the value 0."""

_ENOUGH: Final = 6
"""The number of open points that are enough room for one officer while the other is stuck: without
a step, or huffed. A stuck officer is useful if it keeps the fortress from being filled while the
other hunts behind the soldiers; if the other has little room, too, both are soon blocked.
"""

_SPARED: Final = (9, 10, 11, 12)
_FILLED: Final = (6, 7, 8)
"""The numbers of soldiers left, and of soldiers in the fortress, at which the terms above begin."""


def _half(drawn: str) -> dict[str, int]:
    """Return the number on each point from a drawing of half the board."""
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
"""The meaning of each term."""

WEIGHTS: Final = [MAN, _EVEN, *_SOLDIERS.values(), *_OFFICERS.values(), *_STANDING.values()]
"""The weight of each term, in points."""

_HALF: Final = list(_SOLDIERS)
_PLACES_OF: Final = [
    [
        place
        for name, place in zip(POINT_NAMES, PLACES, strict=True)
        if half in {name, _MIRRORED.get(name[0], "") + name[1]}
    ]
    for half in _HALF
]
"""For each point of the half board, its place and, unless it is on file d, the mirrored one."""


class Pieces(Protocol):
    """The part of a state read by the evaluation."""

    side: int
    soldiers: int
    officers: int


def terms(state: Pieces) -> list[int]:
    """Return the count of each term in a state, in the order of ``NAMES``."""
    soldiers, officers = state.soldiers, state.officers
    return [
        soldiers.bit_count(),
        1,
        *(sum(soldiers >> place & 1 for place in places) for places in _PLACES_OF),
        *(sum(officers >> place & 1 for place in places) for places in _PLACES_OF),
        *_standing(soldiers, officers, state.side),
    ]


def _standing(soldiers: int, officers: int, side: int) -> list[int]:
    """Return the relations between the pieces, in the order of the weights."""
    empty = CROSS & ~(soldiers | officers)
    left, filled = soldiers.bit_count(), (soldiers & FORTRESS).bit_count()
    near = [NEAR[place] for place in PLACES if officers >> place & 1]
    beside = 0
    for around in near:
        beside |= around
    loose, attacked = _on_lines(soldiers, officers, empty)
    attacks = attacked.bit_count() if side == SOLDIERS else 0
    opened = _opened(beside & empty, empty).bit_count()
    stuck = sum(bool(around & empty) for around in near) < ALL_OFFICERS
    return [
        *(int(left <= number) for number in _SPARED),
        *(int(filled >= number) for number in _FILLED),
        int(not officers & FORTRESS),
        int(officers.bit_count() < ALL_OFFICERS),
        1 if side == SOLDIERS else -1,
        (beside & soldiers).bit_count(),
        sum((around & empty).bit_count() for around in near),
        sum(not around & empty for around in near),
        opened,
        max(_ENOUGH - opened, 0) if stuck else 0,
        int(not _may_step(soldiers, empty)),
        int(not _near(empty & FORTRESS) & soldiers & FORTRESS),
        loose,
        int(attacks == 1),
        int(attacks > 1),
    ]


def _on_lines(soldiers: int, officers: int, empty: int) -> tuple[int, int]:
    """Return the number of soldiers loose on a line, and the soldiers under attack."""
    loose = attacked = 0
    for step, between in BETWEEN:
        middle, below, above = soldiers & between, empty << step, empty >> step
        loose += (middle & below & above).bit_count()
        attacked |= middle & (officers << step & above | officers >> step & below)
    return loose, attacked


_BEFORE: Final = [
    (step, starts & ~FORTRESS)
    for step, starts in (
        *SOLDIERS_FORWARD["shortest"],
        *((-step, starts) for step, starts in SOLDIERS_BACK["shortest"]),
    )
    if starts & ~FORTRESS
]
"""The steps of soldiers outside the fortress by the shortest way, each with its starts."""

_CHUNK: Final = 12
_CHUNKS: Final = 1 << _CHUNK
"""Tables are indexed by sets of twelve places."""


def _united(first: int) -> list[int]:
    """Return the union of neighbours for every set of the twelve places from ``first`` on."""
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
    """Return the points joined by lines to a set of points."""
    return (
        _NEAR_LOWEST[places & _CHUNKS - 1]
        | _NEAR_LOWER[places >> _CHUNK & _CHUNKS - 1]
        | _NEAR_HIGHER[places >> 2 * _CHUNK & _CHUNKS - 1]
        | _NEAR_HIGHEST[places >> 3 * _CHUNK]
    )


def _opened(opened: int, empty: int) -> int:
    """Return the empty points that paths of empty points join to the points ``opened``."""
    found = opened
    while found:
        found = _near(found) & empty & ~opened
        opened |= found
    return opened


def _may_step(soldiers: int, empty: int) -> bool:
    """Return whether a soldier outside the fortress has a step by the shortest way."""
    for step, starts in _BEFORE:
        movers = soldiers & starts
        if (movers << step if step > 0 else movers >> -step) & empty:
            return True
    return False


# The same sums from tables, so that a state is evaluated in a few steps


def _worths() -> list[int]:
    """Return the worth of a soldier on each place."""
    worths = [0] * (4 * _CHUNK)
    for name, places in zip(_HALF, _PLACES_OF, strict=True):
        for place in places:
            worths[place] = MAN + _SOLDIERS[name]
    return worths


def _sums(worths: list[int]) -> list[int]:
    """Return the total worth of every set of twelve places with these worths."""
    sums = [0] * _CHUNKS
    for places in range(1, _CHUNKS):
        lowest = places & -places
        sums[places] = sums[places ^ lowest] + worths[lowest.bit_length() - 1]
    return sums


_WORTHS: Final = _worths()
_LOWEST: Final = _sums(_WORTHS[:_CHUNK])
_LOWER: Final = _sums(_WORTHS[_CHUNK : 2 * _CHUNK])
_HIGHER: Final = _sums(_WORTHS[2 * _CHUNK : 3 * _CHUNK])
_HIGHEST: Final = _sums(_WORTHS[3 * _CHUNK :])

_OF_LEFT: Final = [
    _EVEN
    + sum(
        worth for number, worth in zip(_SPARED, _STANDING.values(), strict=False) if left <= number
    )
    for left in range(ALL_SOLDIERS + 1)
]
"""By the number of soldiers left: the terms for soldiers to spare, and the constant term."""

_OF_FILLED: Final = [
    sum(
        worth
        for number, worth in zip(_FILLED, list(_STANDING.values())[len(_SPARED) :], strict=False)
        if filled >= number
    )
    for filled in range(FORTRESS.bit_count() + 1)
]
_OF_STEPS: Final = [
    _STANDING["steps of officers"] * steps if steps else _STANDING["officers blocked"]
    for steps in range(len(FORWARD) * 2 + 1)
]
"""The value of an officer by the number of its steps."""

_MOVE: Final = _STANDING["the move"]
_BESIDE: Final = _STANDING["soldiers beside officers"]
_OF_OPEN: Final = [_STANDING["points open to officers"] * opened for opened in range(len(POINTS))]
_OF_OPEN_TO_ONE: Final = [
    worth
    + _STANDING["points too few for an officer beside one that is stuck"] * max(_ENOUGH - opened, 0)
    for opened, worth in enumerate(_OF_OPEN)
]
"""The value of open points by their number, in general and while one of the officers is stuck."""

_NONE_BEFORE: Final = _STANDING["no step left before the fortress"]
_NONE_WITHIN: Final = _STANDING["no step left in the fortress"]
_LOOSE: Final = _STANDING["soldiers loose on a line"]
_ATTACKED: Final = _STANDING["a soldier attacked"]
_ATTACKED_MORE: Final = _STANDING["more attacked"]


_UP: Final = FORWARD[0]
_STEPS_UP: Final = next(starts for step, starts in _BEFORE if step == _UP)
"""The starts of steps straight up outside the fortress: tried first, since most soldiers can."""

Post = tuple[int, int, int, int, int, int, bool]
"""Facts determined by the officers' places alone: a number, their value, the points near the one
and near the other, the place of each, and whether neither could land on the other's place.
"""

_NOWHERE: Final = POINTS.index(-1)
"""The place of a missing officer: not a point, and near none."""


def _posts() -> dict[int, Post]:
    """Return the facts about every set of at most two officers.

    A missing officer has no step, but must not count as blocked: its value cancels that term.
    """
    of_place = [0] * PLACES_IN_ALL
    for name, places in zip(_HALF, _PLACES_OF, strict=True):
        for place in places:
            of_place[place] = _OFFICERS[name]
    posts: dict[int, Post] = {}
    for place in (_NOWHERE, *PLACES):
        for other in (_NOWHERE, *PLACES):
            officers = (1 << place | 1 << other) & CROSS
            missing = ALL_OFFICERS - officers.bit_count()
            worth = of_place[place] + of_place[other] - missing * _OF_STEPS[0]
            if missing:
                worth += _STANDING["an officer huffed"]
            if not officers & FORTRESS:
                worth += _STANDING["no officer in the fortress"]
            apart = all(landing != 1 << other for _, landing, _ in JUMPS[place])
            if officers not in posts and (place != other or not officers):
                number = len(posts) << 1
                posts[officers] = number, worth, NEAR[place], NEAR[other], place, other, apart
    return posts


_POSTS: Final = _posts()
_POST_BITS: Final = (2 * len(_POSTS)).bit_length()
"""The number of bits of a post's number and the side to move."""

_AROUND: Final = [sum(over | landing for over, landing, _ in jumps) for jumps in JUMPS]
"""For every place, the places passed or reached by jumps from it."""

_KEPT: Final = 1 << 11
"""The most values in a cache. A cache of this size has a third of the positions that a search
evaluates, and half the sets of soldiers of the rest; a larger one would wait for main memory.
"""

_KNOWN: Final[dict[int, int]] = {}
_KNOWN_SOLDIERS: Final[dict[int, int]] = {}
_KNOWN_AROUND: Final[list[dict[int, tuple[int, int]]]] = [{} for _ in JUMPS]
"""Cached values of positions, of soldiers alone, and, for every place, the effects of an officer
there, by the set of soldiers around it: some thousands.
"""


def evaluate(soldiers: int, officers: int, side: int) -> int:
    """Return the value of a position to the soldiers: the weighted sum of its terms."""
    post = _POSTS[officers]
    key = soldiers << _POST_BITS | post[0] | side
    value = _KNOWN.get(key)
    if value is None:
        value = _value(soldiers, officers, side, post)
        if len(_KNOWN) >= _KEPT:
            _KNOWN.clear()
        _KNOWN[key] = value
    return value


def _value(soldiers: int, officers: int, side: int, post: Post) -> int:
    """Return the weighted sum; written out for speed, since it takes much of a search's time."""
    _, worth, near, near_other, place, other, apart = post
    of_soldiers = _KNOWN_SOLDIERS.get(soldiers)
    if of_soldiers is None:
        of_soldiers = _of_soldiers(soldiers)
    empty = CROSS & ~(soldiers | officers)
    beside = near | near_other
    value = (
        worth
        + of_soldiers
        + _OF_STEPS[(near & empty).bit_count()]
        + _OF_STEPS[(near_other & empty).bit_count()]
        + _BESIDE * (beside & soldiers).bit_count()
    )
    found = beside & empty
    closed = empty ^ found
    while found and closed:
        found = closed & (
            _NEAR_LOWEST[found & _CHUNKS - 1]
            | _NEAR_LOWER[found >> _CHUNK & _CHUNKS - 1]
            | _NEAR_HIGHER[found >> 2 * _CHUNK & _CHUNKS - 1]
            | _NEAR_HIGHEST[found >> 3 * _CHUNK]
        )
        closed ^= found
    if near & empty and near_other & empty:
        value += _OF_OPEN[(empty ^ closed).bit_count()]
    else:
        value += _OF_OPEN_TO_ONE[(empty ^ closed).bit_count()]
    if not soldiers & _STEPS_UP & empty >> _UP and not _may_step(soldiers, empty):
        value += _NONE_BEFORE
    within = soldiers & FORTRESS
    if not within or not _near(empty & FORTRESS) & within:
        value += _NONE_WITHIN
    if apart:
        fewer, attacked = _KNOWN_AROUND[place].get(soldiers & _AROUND[place]) or _around(
            place, soldiers
        )
        fewer_still, attacked_too = _KNOWN_AROUND[other].get(soldiers & _AROUND[other]) or _around(
            other, soldiers
        )
        value -= _LOOSE * (fewer + fewer_still)
        attacked |= attacked_too
    else:
        loose, attacked = _on_lines(soldiers, officers, empty)
        value += _LOOSE * (loose - _on_lines(soldiers, 0, CROSS & ~soldiers)[0])
    if side != SOLDIERS:
        return value - _MOVE
    if attacked:
        value += _ATTACKED_MORE if attacked & attacked - 1 else _ATTACKED
    return value + _MOVE


def _of_soldiers(soldiers: int) -> int:
    """Return the value of the soldiers as if there were no officers, and cache it."""
    value = (
        _LOWEST[soldiers & _CHUNKS - 1]
        + _LOWER[soldiers >> _CHUNK & _CHUNKS - 1]
        + _HIGHER[soldiers >> 2 * _CHUNK & _CHUNKS - 1]
        + _HIGHEST[soldiers >> 3 * _CHUNK]
        + _OF_LEFT[soldiers.bit_count()]
        + _OF_FILLED[(soldiers & FORTRESS).bit_count()]
        + _LOOSE * _on_lines(soldiers, 0, CROSS & ~soldiers)[0]
    )
    if len(_KNOWN_SOLDIERS) >= _KEPT:
        _KNOWN_SOLDIERS.clear()
    _KNOWN_SOLDIERS[soldiers] = value
    return value


def _around(place: int, soldiers: int) -> tuple[int, int]:
    """Return the effect of a single officer on the soldiers around it, and cache it.

    The effect is how often the officer keeps a soldier from being loose on a line, and the set of
    soldiers that it attacks.
    """
    overs = [over for over, end, _ in JUMPS[place] if over & soldiers and not end & soldiers]
    both = len(overs), sum(overs)
    _KNOWN_AROUND[place][soldiers & _AROUND[place]] = both
    return both
