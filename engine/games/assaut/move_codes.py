"""The moves of Assaut as integers, and the search for captures.

A move is its two places, the set of the captured soldiers, and marks. If a capture may be omitted,
the marks tell which officers omit one: the moving officer, the other, or both. Two more marks
distinguish claims and the placing of the officers::

    bits 0-5  start      bits 6-11  end      bits 12-56  captured      bits 57-60  marks
"""

from __future__ import annotations

from typing import Final

from engine.capabilities.captures import Captures, Listing
from engine.games.assaut.board import CROSS, FORTRESS, JUMPS, PLACES

PLACE: Final = 63
END: Final = 6
CAPTURED: Final = 12
"""The mask of a place, and the first bits of the last place and of the captured soldiers."""

_MARKS: Final = 57

MOVER: Final = 1 << _MARKS
"""Mark: the moving officer omits a capture, or breaks one off."""
OTHER: Final = 2 << _MARKS
"""Mark: the other officer could have captured, and neither officer does."""
CLAIM: Final = 4 << _MARKS
"""Mark: a claim of the soldiers lifts the officer on the place, and nothing else happens."""
SETTING: Final = 8 << _MARKS
"""Mark: the officers are placed on the two places."""

OFFENDS: Final = MOVER | OTHER
"""The marks of a move that omits a capture."""

CAPTURES: Final = CROSS << CAPTURED
"""The mask of the captured soldiers in a move."""


def start_of(move: int) -> int:
    """Return the start place of a move, or the place of the huffed officer."""
    return move & PLACE


def end_of(move: int) -> int:
    """Return the end place of a move."""
    return move >> END & PLACE


def captured_by(move: int) -> int:
    """Return the places of the soldiers captured by a move."""
    return move >> CAPTURED & CROSS


def claim_on(officer: int) -> int:
    """Return the move that huffs the officer on a place."""
    return officer | officer << END | CLAIM


def setting_on(places: list[int]) -> int:
    """Return the move that places the officers on two places."""
    return min(places) | max(places) << END | SETTING


SETTINGS: Final = [
    setting_on([other, place])
    for place in range(FORTRESS.bit_length())
    for other in range(place)
    if FORTRESS >> place & FORTRESS >> other & 1
]
"""The moves that place the officers."""

# One step

_STEPS: Final = 1 << 2 * END
"""The limit of codes below which moves are steps that omit nothing."""


def _onward() -> list[bool]:
    """Return, for every step, whether a soldier outside the fortress goes up or enters by it."""
    onward = [False] * _STEPS
    for start in PLACES:
        for end in PLACES:
            climbs = end > start + 1
            outside = not FORTRESS >> start & 1
            onward[start | end << END] = outside and (climbs or bool(FORTRESS >> end & 1))
    return onward


SWAPS: Final = [1 << (step & PLACE) | 1 << (step >> END) for step in range(_STEPS)]
"""For every step its two places as a set."""

ONWARD: Final = _onward()
"""For every step, whether a soldier advances by it."""

# Captures

Jump = tuple[int, int, int]
"""The place passed and the landing as sets, and the landing as a number, as in ``JUMPS``."""

PASSED: Final = [sum(over for over, _, _ in jumps) for jumps in JUMPS]
LANDINGS: Final = [sum(landing for _, landing, _ in jumps) for jumps in JUMPS]
"""For every place, the places that jumps from it pass, and the landings of these jumps."""

JUMPS_MET: Final[list[dict[int, list[Jump]]]] = [{} for _ in JUMPS]
"""For every place, a cache of the open jumps, by the soldiers on the places passed and the empty
landings: some thousands of entries.
"""


def open_jumps(place: int, soldiers: int, empty: int) -> list[Jump]:
    """Return the jumps from a place over one of ``soldiers`` onto one of ``empty``; cache them."""
    around = soldiers & PASSED[place] | empty & LANDINGS[place]
    jumps = JUMPS_MET[place].get(around)
    if jumps is None:
        jumps = [jump for jump in JUMPS[place] if jump[0] & soldiers and jump[1] & empty]
        JUMPS_MET[place][around] = jumps
    return jumps


WIDTH: Final = 200
"""The most states of one length that the search follows; random positions need up to 50."""


class OfficerCaptures(Captures):
    """An officer's captures, in the alphabetical order of the landing places.

    Captured soldiers stay, and block, until the end of the capture; the officer's own place counts
    as empty. A state is the officer's place and the soldiers it has taken, as one set.
    """

    __slots__ = ("_empty", "_soldiers")

    def __init__(self, place: int, soldiers: int, empty: int) -> None:
        self._soldiers = soldiers
        self._empty = empty | 1 << place

    def onward(self, state: int) -> list[int]:
        """Return the states after one more jump."""
        empty = self._empty
        here = state & empty
        place = here.bit_length() - 1
        left = self._soldiers & ~state
        jumps = JUMPS_MET[place].get(left & PASSED[place] | empty & LANDINGS[place])
        if jumps is None:
            jumps = open_jumps(place, left, empty)
        taken = state ^ here
        return [taken | over | landing for over, landing, _ in jumps]

    def place(self, state: int) -> int:
        """Return the place of the officer in a state."""
        return (state & self._empty).bit_length() - 1


def complete_captures(place: int, jumps: list[Jump], soldiers: int, empty: int) -> list[int]:
    """Return the complete captures of an officer with these first jumps, each effect once.

    Only captures that go on after the first jump need a search.
    """
    empty |= 1 << place
    found: list[int] = []
    going_on: dict[int, int] = {}
    for over, landing, end in jumps:
        if open_jumps(end, soldiers ^ over, empty):
            going_on[over | landing] = 0
        else:
            found.append(place | end << END | over << CAPTURED)
    if going_on:
        search = OfficerCaptures(place, soldiers, empty)
        search.search(going_on, WIDTH)
        found += [
            place | search.place(one) << END | (one & soldiers) << CAPTURED for one in search.ended
        ]
    return found


def captures_of(
    place: int, soldiers: int, empty: int, broken_off: bool, listing: Listing | None
) -> tuple[list[int], Captures]:
    """Return an officer's captures, each effect once, and the search that found them.

    With ``broken_off``, captures that stop early are included.
    """
    search = OfficerCaptures(place, soldiers, empty)
    search.search({1 << place: 0}, WIDTH, listing)
    complete = search.ended
    found = [search.place(one) << END | (one & soldiers) << CAPTURED | place for one in complete]
    if broken_off:
        marks = dict.fromkeys(complete, 0)
        found = [
            search.place(one) << END | (one & soldiers) << CAPTURED | marks.get(one, MOVER) | place
            for level in search.levels[1:]
            for one in level
        ]
    return found, search


def capturing(officers: int, soldiers: int) -> int:
    """Return the officers that can capture."""
    empty = CROSS & ~(officers | soldiers)
    able = 0
    while officers:
        bit = officers & -officers
        officers ^= bit
        if open_jumps(bit.bit_length() - 1, soldiers, empty):
            able |= bit
    return able
