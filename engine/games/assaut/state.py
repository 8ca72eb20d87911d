"""The rules of Assaut: a state of sets of places, whose moves are integers."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from engine.capabilities.captures import Captures, Listing
from engine.capabilities.thinking import DECIDED, State
from engine.games.assaut.board import (
    ALL_SOLDIERS,
    CROSS,
    FORTRESS,
    NEAR,
    OFFICERS,
    SOLDIERS,
    SOLDIERS_BACK,
    SOLDIERS_FORWARD,
)
from engine.games.assaut.evaluation import evaluate
from engine.games.assaut.move_codes import (
    CAPTURED,
    CAPTURES,
    CLAIM,
    END,
    JUMPS_MET,
    LANDINGS,
    MOVER,
    OFFENDS,
    ONWARD,
    OTHER,
    PASSED,
    PLACE,
    SETTING,
    SETTINGS,
    SWAPS,
    OfficerCaptures,
    captures_of,
    capturing,
    claim_on,
    complete_captures,
    open_jumps,
)
from engine.values import Options

LOST: Final = 16
"""The number of captured soldiers with which the officers have won."""

FEWEST: Final = ALL_SOLDIERS - LOST
"""The number of soldiers left at which the officers have won."""

IDLE_PLIES: Final = 100
"""Plies without a capture, a huff, or a soldier's step that cannot be undone: a draw."""

_CONTEMPT: Final = [300, 600]
"""By side, the points it would give to avoid a draw: a side that repeats could mostly still try
something. The officers give more, since soldiers that stand close have to step on in the end.
"""

_FEW_SOLDIERS: Final = FEWEST + 2
"""The most soldiers that can all stand out of the officers' reach and still step to and fro."""


class AssautRules:
    """The options in force, and their effect on moves. One object for each choice of options."""

    __slots__ = (
        "back",
        "first",
        "forced",
        "forward",
        "huffed_at_once",
        "huffs",
        "manner",
        "no_block",
        "options",
    )

    options: Options
    manner: str
    """The manner in which soldiers outside the fortress may move."""
    forward: list[tuple[int, int]]
    back: list[tuple[int, int]]
    """The steps of soldiers, from the board's tables."""
    first: int
    huffs: bool
    """Whether the soldiers may huff an officer that omits a capture."""
    forced: bool
    """Whether officers may not omit a capture."""
    huffed_at_once: bool
    """Whether an officer that omits a capture is lifted with the same move."""
    no_block: bool
    """Whether blocking the officers loses."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.manner = str(options["soldiers"])
        self.forward = SOLDIERS_FORWARD[self.manner]
        self.back = SOLDIERS_BACK[self.manner]
        self.first = SOLDIERS if options["first"] == "soldiers" else OFFICERS
        self.huffs = options["capture"] == "huff"
        self.forced = options["capture"] == "forced"
        self.huffed_at_once = options["capture"] == "auto"
        self.no_block = bool(options["no_block"])


class AssautState(State):
    """The pieces as sets of places, the turn, the officers open to a huff, and counts."""

    __slots__ = ("huffed", "idle", "offence", "officers", "placing", "rules", "side", "soldiers")

    rules: AssautRules
    soldiers: int
    officers: int
    placing: bool
    """Whether the officers are still to be placed."""
    offence: int
    """The officers that omitted a capture: the soldiers may now huff one of them."""
    huffed: bool
    """Whether the soldiers have huffed on this turn and are to move."""
    idle: int
    """The plies since a capture, a huff, or a soldier's step that cannot be undone."""

    def __init__(
        self,
        rules: AssautRules,
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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AssautState):
            return NotImplemented
        same = self.rules is other.rules and self.key() == other.key()
        return same and self.huffed == other.huffed and self.idle == other.idle

    def __hash__(self) -> int:
        return hash(self.key())

    def with_offence(self, offence: int) -> AssautState:
        """Return the state with ``offence`` as the officers of which one may be huffed."""
        return AssautState(
            self.rules,
            self.side,
            self.soldiers,
            self.officers,
            self.placing,
            offence,
            self.huffed,
            self.idle,
        )

    def empty(self) -> int:
        """Return the points without a piece."""
        return CROSS & ~(self.soldiers | self.officers)

    def contempt(self) -> int:
        """Return many points: a side that moves to and fro rarely has to."""
        return _CONTEMPT[self.side]

    def key(self) -> Hashable:
        """Return the pieces, the turn, and the officers open to a huff."""
        return (self.soldiers << 1 | self.side, self.officers, self.offence, self.placing)

    # Moves

    def moves(self) -> list[int]:
        """Return soldiers' steps and claims, or officers' captures and steps, or placements."""
        return self.listed(None, None)

    def listed(self, listing: Listing | None, searches: dict[int, Captures] | None) -> list[int]:
        """Return the moves; with a ``listing``, as complete as it allows.

        ``searches`` is filled with the search for captures of each officer that can capture, by its
        place. Raises TakesLong if there is a listing.
        """
        if self.placing:
            return list(SETTINGS)
        if self.side == SOLDIERS:
            steps = self.soldiers_steps()
            return steps + _claims(self.offence) if self.offence else steps
        captures = self._captures(not self.rules.forced, listing, searches)
        if not captures:
            return self._officers_steps(0)
        if self.rules.forced:
            return captures
        able = 0
        for move in captures:
            able |= 1 << (move & PLACE)
        return captures + self._officers_steps(able)

    def candidates(self) -> list[int]:
        """Return the moves that omit no capture; claims come first."""
        if self.placing:
            return list(SETTINGS)
        if self.side == SOLDIERS:
            return _claims(self.offence) + self.soldiers_steps()
        return self._captures(False) or self._officers_steps(0)

    def tactical(self) -> list[int]:
        """Return the complete captures, or the claims."""
        if self.side == SOLDIERS:
            return _claims(self.offence) if self.offence else []
        return [] if self.placing else self._captures(False)

    def quiet(self, move: int) -> bool:
        """Return whether a move captures nothing and claims nothing."""
        return not move & (CAPTURES | CLAIM)

    def soldiers_steps(self) -> list[int]:
        """Return the steps: onward outside the fortress, in any direction within it."""
        soldiers = self.soldiers
        empty = CROSS & ~(soldiers | self.officers)
        found: list[int] = []
        for step, starts in self.rules.forward:
            ends = (soldiers & starts) << step & empty
            while ends:
                end = (ends & -ends).bit_length() - 1
                ends &= ends - 1
                found.append((end - step) | end << END)
        for step, starts in self.rules.back:
            ends = (soldiers & starts) >> step & empty
            while ends:
                end = (ends & -ends).bit_length() - 1
                ends &= ends - 1
                found.append((end + step) | end << END)
        return found

    def _captures(
        self,
        broken_off: bool,
        listing: Listing | None = None,
        searches: dict[int, Captures] | None = None,
    ) -> list[int]:
        """Return the officers' captures, with ``broken_off`` including those that stop early."""
        soldiers = self.soldiers
        empty = CROSS & ~(soldiers | self.officers)
        officers = self.officers
        found: list[int] = []
        while officers:
            bit = officers & -officers
            officers ^= bit
            place = bit.bit_length() - 1
            jumps = JUMPS_MET[place].get(soldiers & PASSED[place] | empty & LANDINGS[place])
            if jumps is None:
                jumps = open_jumps(place, soldiers, empty)
            if jumps:
                if searches is None and not broken_off:
                    found += complete_captures(place, jumps, soldiers, empty)
                    continue
                captures, search = captures_of(place, soldiers, empty, broken_off, listing)
                found += captures
                if searches is not None:
                    searches[place] = search
        return found

    def _officers_steps(self, able: int) -> list[int]:
        """Return the officers' steps; any step of an officer that is ``able`` omits a capture."""
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
                found.append(move | end << END)
        return found

    # One move

    def move_between(self, start: int, end: int, captured: int) -> int:
        """Return the move between two places, marked if it omits a capture.

        A step omits the captures of all officers; a capture omits only its own continuations. After
        a complete capture neither officer has omitted one.
        """
        move = start | end << END | captured << CAPTURED
        if self.side == SOLDIERS or self.rules.forced:
            return move
        if captured:
            return move | MOVER if self._goes_on(start, end, captured) else move
        able = capturing(self.officers, self.soldiers)
        if able >> start & 1:
            move |= MOVER
        return move | OTHER if able & ~(1 << start) else move

    def _goes_on(self, start: int, end: int, captured: int) -> bool:
        """Return whether an officer that has taken ``captured`` can jump on."""
        left, empty = self.soldiers & ~captured, self.empty() | 1 << start
        return bool(open_jumps(end, left, empty))

    def capture_along(self, places: list[int]) -> int:
        """Return the capture along a whole path; 0 if it is no capture, or is not allowed."""
        start = places[0]
        if self.side == SOLDIERS or not self.officers >> start & 1:
            return 0
        states = OfficerCaptures(start, self.soldiers, self.empty()).along(1 << start, places[1:])
        captured, end = states[-1] & self.soldiers, places[-1]
        if len(states) < len(places) or not captured:
            return 0
        if self.rules.forced and self._goes_on(start, end, captured):
            return 0
        return self.move_between(start, end, captured)

    def lifted(self, move: int) -> int:
        """Return the officer lifted by a move that omits a capture: the moving one, if both do.

        Returns 0 if none is lifted, also if the sixteenth soldier is captured: that ends the game.
        """
        if not move & OFFENDS or not self.rules.huffed_at_once:
            return 0
        if (self.soldiers & ~(move >> CAPTURED & CROSS)).bit_count() <= FEWEST:
            return 0
        if move & MOVER:
            return 1 << (move >> END & PLACE)
        return self.officers & ~(1 << (move & PLACE))

    def noticing(self, before: AssautState) -> AssautState:
        """Return the state with the officers open to a huff for their last turn.

        The pieces before and after identify the turn: only one leads from one position to the
        other.
        """
        if before.side == OFFICERS and self.side == SOLDIERS:
            for move in before.moves():
                now = before.play(move)
                if now.soldiers == self.soldiers and now.officers == self.officers:
                    return self.with_offence(now.offence)
        return self

    # The state after a move

    def play(self, move: int) -> AssautState:
        """Return the state after a legal move; a claim leaves the turn with the soldiers."""
        rules = self.rules
        soldiers, officers, idle = self.soldiers, self.officers, self.idle
        idler = idle + 1 if idle < IDLE_PLIES else idle
        if self.side == SOLDIERS:
            if move & CLAIM:
                left = officers ^ 1 << (move & PLACE)
                return AssautState(rules, SOLDIERS, soldiers, left, False, 0, True, 0)
            if self.huffed or ONWARD[move]:
                idler = 0
            soldiers ^= SWAPS[move]
            return AssautState(rules, OFFICERS, soldiers, officers, False, 0, False, idler)
        if not move >> CAPTURED:  # a step that omits nothing, as most are
            officers ^= SWAPS[move]
            return AssautState(rules, SOLDIERS, soldiers, officers, False, 0, False, idler)
        start, end = 1 << (move & PLACE), 1 << (move >> END & PLACE)
        if move & SETTING:
            return AssautState(rules, rules.first, soldiers, start | end, False, 0, False, idle)
        soldiers &= ~(move >> CAPTURED & CROSS)
        others = officers & ~start
        officers = others | end
        idle = 0 if move & CAPTURES else idler
        offence = 0
        if move & OFFENDS:
            if rules.huffed_at_once:
                lifted = self.lifted(move)
                if lifted:
                    officers ^= lifted
                    idle = 0
            else:
                offence = (end if move & MOVER else 0) | (others if move & OTHER else 0)
        return AssautState(rules, SOLDIERS, soldiers, officers, False, offence, False, idle)

    # The end, and the value

    def fortress_is_filled(self) -> bool:
        """Return whether soldiers stand on all points of the fortress."""
        return not FORTRESS & ~self.soldiers

    def over(self) -> bool:
        """Return whether the pieces decide the game, or the idle plies have reached their limit."""
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
        """Return the idle plies in percent of their limit."""
        return 100 * self.idle // IDLE_PLIES

    def drawish(self) -> bool:
        """Return whether the soldiers can spare at most one: so few can stay out of reach."""
        return self.soldiers.bit_count() <= _FEW_SOLDIERS

    def evaluate(self, side: int) -> int:
        """Return the value of the pieces to a side, by ``evaluation``."""
        value = evaluate(self.soldiers, self.officers, self.side)
        return value if side == SOLDIERS else -value


def _claims(offence: int) -> list[int]:
    found: list[int] = []
    while offence:
        place = (offence & -offence).bit_length() - 1
        offence &= offence - 1
        found.append(claim_on(place))
    return found
