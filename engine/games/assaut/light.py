"""Assaut as the search sees it: sets of places as integers, moves as integers.

A move is its two places, the set of the captured soldiers, and marks. Where a capture may be
omitted, the marks say who omitted one: the officer that moves, the other, or both.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from engine.capabilities.thinking import DECIDED, State
from engine.captures import sample
from engine.games.assaut.board import OFFICERS, SOLDIERS
from engine.games.assaut.captures import WIDTH
from engine.games.assaut.evaluation import evaluate
from engine.games.assaut.grid import (
    CROSS,
    FORTRESS,
    JUMPS,
    NEAR,
    SOLDIERS_BACK,
    SOLDIERS_FORWARD,
)
from engine.games.assaut.moves import LOST
from engine.games.assaut.state import ALL_SOLDIERS, IDLE_PLIES, Rules

# A move: start | end << 6 | captured << 12 | marks

_PLACE: Final = 63
_END: Final = 6
_CAPTURED: Final = 12
_MARKS: Final = 57

MOVER: Final = 1 << _MARKS
"""The officer that moves omits a capture, or breaks off a chain."""
OTHER: Final = 2 << _MARKS
"""The other officer could have captured, and none does."""
HUFF: Final = 4 << _MARKS
"""The officer on the place is lifted by a claim of the soldiers, and nothing else happens."""
SETTING: Final = 8 << _MARKS
"""The officers are placed on both places."""

_OFFENDS: Final = MOVER | OTHER
_CAPTURES: Final = CROSS << _CAPTURED


def start_of(move: int) -> int:
    """Return the place that a move starts from, or the officer that is huffed."""
    return move & _PLACE


def end_of(move: int) -> int:
    """Return the place that a move ends on."""
    return move >> _END & _PLACE


def captured_by(move: int) -> int:
    """Return the places of the soldiers that a move captures."""
    return move >> _CAPTURED & CROSS


FEWEST: Final = ALL_SOLDIERS - LOST
"""With so few soldiers left the officers have won."""


_CONTEMPT: Final = [300, 600]
"""What each side gives to avoid a draw: most repetitions are of a side that could still try
something. The officers give more, since soldiers that stand close have to step on in the end."""

_FEW: Final = FEWEST + 2
"""So few soldiers can all stand where no officer gets at them, and still step to and fro."""

SETTINGS: Final = [
    other | place << _END | SETTING
    for place in range(FORTRESS.bit_length())
    for other in range(place)
    if FORTRESS >> place & FORTRESS >> other & 1
]
"""The ways to place the officers."""


class LightRules:
    """The rules in force, as far as they bear on moves."""

    __slots__ = ("back", "first", "forced", "forward", "huffed_at_once", "no_block")

    first: int
    forward: list[tuple[int, int]]
    back: list[tuple[int, int]]
    forced: bool
    huffed_at_once: bool
    no_block: bool

    def __init__(self, rules: Rules) -> None:
        self.first = rules.first
        self.forward = SOLDIERS_FORWARD[rules.manner]
        self.back = SOLDIERS_BACK[rules.manner]
        self.forced = rules.capture == "forced"
        self.huffed_at_once = rules.capture == "auto"
        self.no_block = rules.no_block


class AssautState(State):
    """The pieces as sets of places, whose turn it is, whom the soldiers may huff, and counts."""

    __slots__ = ("huffed", "idle", "offence", "officers", "placing", "rules", "side", "soldiers")

    rules: LightRules
    soldiers: int
    officers: int
    placing: bool
    offence: int
    """The officers of whom one may be huffed."""
    huffed: bool
    """One has been on this turn."""
    idle: int
    """The plies since something that cannot be undone."""

    def __init__(
        self,
        rules: LightRules,
        side: int,
        soldiers: int,
        officers: int,
        placing: bool,
        offence: int,
        huffed: bool,
        idle: int,
    ) -> None:
        self.rules = rules
        self.side = side
        self.soldiers = soldiers
        self.officers = officers
        self.placing = placing
        self.offence = offence
        self.huffed = huffed
        self.idle = idle

    def contempt(self) -> int:
        """Return much: a side that shuffles inside the fortress or before it seldom has to."""
        return _CONTEMPT[self.side]

    def key(self) -> Hashable:
        """Return the pieces, whose turn it is, and whom the soldiers may huff."""
        return (self.soldiers << 1 | self.side, self.officers, self.offence, self.placing)

    # Moves

    def moves(self) -> list[int]:
        """Return steps and claims, or captures and steps; the officers' places at the start."""
        if self.placing:
            return list(SETTINGS)
        if self.side == SOLDIERS:
            return self._soldiers_steps() + _huffs(self.offence)
        captures = self._captures(not self.rules.forced)
        if captures and self.rules.forced:
            return captures
        return captures + self._officers_steps()

    def candidates(self) -> list[int]:
        """Return the moves without those that omit a capture, and a claim first."""
        if self.placing:
            return list(SETTINGS)
        if self.side == SOLDIERS:
            return _huffs(self.offence) + self._soldiers_steps()
        return self._captures(False) or self._officers_steps()

    def tactical(self) -> list[int]:
        """Return the complete captures, or the claims."""
        if self.placing:
            return []
        if self.side == SOLDIERS:
            return _huffs(self.offence)
        return self._captures(False)

    def quiet(self, move: int) -> bool:
        """Return whether a move captures nothing and claims nothing."""
        return not move & (_CAPTURES | HUFF)

    def _soldiers_steps(self) -> list[int]:
        soldiers = self.soldiers
        empty = CROSS & ~(soldiers | self.officers)
        found: list[int] = []
        for step, starts in self.rules.forward:
            ends = (soldiers & starts) << step & empty
            while ends:
                end = (ends & -ends).bit_length() - 1
                ends &= ends - 1
                found.append((end - step) | end << _END)
        for step, starts in self.rules.back:
            ends = (soldiers & starts) >> step & empty
            while ends:
                end = (ends & -ends).bit_length() - 1
                ends &= ends - 1
                found.append((end + step) | end << _END)
        return found

    def _captures(self, broken_off: bool) -> list[int]:
        """Return the captures of the officers, also those that are broken off, if wanted."""
        soldiers = self.soldiers
        empty = CROSS & ~(soldiers | self.officers)
        officers = self.officers
        found: list[int] = []
        while officers:
            bit = officers & -officers
            officers ^= bit
            place = bit.bit_length() - 1
            if NEAR[place] & soldiers:
                _add_captures(place, soldiers, empty | bit, broken_off, found)
        return found

    def _officers_steps(self) -> list[int]:
        able = 0 if self.rules.forced else capturing(self.officers, self.soldiers)
        empty = CROSS & ~(self.soldiers | self.officers)
        officers = self.officers
        found: list[int] = []
        while officers:
            bit = officers & -officers
            officers ^= bit
            place = bit.bit_length() - 1
            move = place
            if able & bit:
                move |= MOVER
            if able & ~bit:
                move |= OTHER
            ends = NEAR[place] & empty
            while ends:
                end = (ends & -ends).bit_length() - 1
                ends &= ends - 1
                found.append(move | end << _END)
        return found

    # What they make of it

    def play(self, move: int) -> AssautState:
        """Return the state after a legal move; a claim leaves the turn with the soldiers."""
        rules = self.rules
        start, end = 1 << (move & _PLACE), 1 << (move >> _END & _PLACE)
        soldiers, officers, idle = self.soldiers, self.officers, self.idle
        if self.side == SOLDIERS:
            if move & HUFF:
                return AssautState(rules, SOLDIERS, soldiers, officers ^ start, False, 0, True, 0)
            climbs = end > start << 1
            if self.huffed or (start & ~FORTRESS and (climbs or end & FORTRESS)):
                idle = 0
            elif idle < IDLE_PLIES:
                idle += 1
            return AssautState(
                rules, OFFICERS, soldiers ^ start ^ end, officers, False, 0, False, idle
            )
        if move & SETTING:
            return AssautState(rules, rules.first, soldiers, start | end, False, 0, False, idle)
        soldiers &= ~(move >> _CAPTURED & CROSS)
        others = officers & ~start
        officers = others | end
        if move & _CAPTURES:
            idle = 0
        elif idle < IDLE_PLIES:
            idle += 1
        offence = 0
        if move & _OFFENDS:
            offence = (end if move & MOVER else 0) | (others if move & OTHER else 0)
            if rules.huffed_at_once:
                if soldiers.bit_count() > FEWEST:
                    officers ^= end if move & MOVER else others
                    idle = 0
                offence = 0
        return AssautState(rules, SOLDIERS, soldiers, officers, False, offence, False, idle)

    # How it ends, and what it is worth

    def over(self) -> bool:
        """Return whether a side has won, or nothing has happened for too long."""
        if self.placing:
            return False
        return (
            not self.officers
            or not FORTRESS & ~self.soldiers
            or self.soldiers.bit_count() <= FEWEST
            or self.idle >= IDLE_PLIES
        )

    def final(self, side: int) -> int:
        """Return the result; a side that cannot move has lost."""
        if not self.officers or not FORTRESS & ~self.soldiers:
            winner = SOLDIERS
        elif self.soldiers.bit_count() <= FEWEST:
            winner = OFFICERS
        elif self.moves():
            return 0
        else:
            winner = OFFICERS if self.side == SOLDIERS or self.rules.no_block else SOLDIERS
        return DECIDED if side == winner else -DECIDED

    def waiting(self) -> int:
        """Return the share of the limit that has passed without anything that cannot be undone."""
        return 100 * self.idle // IDLE_PLIES

    def drawish(self) -> bool:
        """Return whether the soldiers have one to lose, or none: those who stand together stay."""
        return self.soldiers.bit_count() <= _FEW

    def evaluate(self, side: int) -> int:
        """Return what ``evaluation`` makes of it."""
        value = evaluate(self.soldiers, self.officers, self.side)
        return value if side == SOLDIERS else -value


def capturing(officers: int, soldiers: int) -> int:
    """Return the officers that can capture."""
    empty = CROSS & ~(officers | soldiers)
    able = 0
    while officers:
        bit = officers & -officers
        officers ^= bit
        for over, landing, _ in JUMPS[bit.bit_length() - 1]:
            if over & soldiers and landing & empty:
                able |= bit
                break
    return able


def _add_captures(
    place: int, soldiers: int, empty: int, broken_off: bool, found: list[int]
) -> None:
    """Add the captures of an officer, each effect once: captured soldiers go at the end.

    What matters of a chain is the place it has come to and the soldiers it has taken, kept as
    one set.
    """
    for over, landing, _ in JUMPS[place]:
        if over & soldiers and landing & empty:
            break
    else:
        return
    start = 1 << place
    level: dict[int, int] = {start: place}
    while level:
        following: dict[int, int] = {}
        for state, here in level.items():
            taken = state ^ 1 << here
            complete = True
            for over, landing, end in JUMPS[here]:
                if over & soldiers and landing & empty and not over & taken:
                    complete = False
                    following[taken | over | landing] = end
            if taken and (complete or broken_off):
                marks = 0 if complete else MOVER
                found.append(place | here << _END | taken << _CAPTURED | marks)
        level = sample(following, WIDTH)


def _huffs(offence: int) -> list[int]:
    found: list[int] = []
    while offence:
        place = (offence & -offence).bit_length() - 1
        offence &= offence - 1
        found.append(place | place << _END | HUFF)
    return found
