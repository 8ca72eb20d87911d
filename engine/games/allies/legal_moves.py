"""The legal moves of a state of Les Alliés as moves with points and whole paths."""

from __future__ import annotations

from typing import Final

from engine.capabilities import huffs
from engine.capabilities.captures import Listing
from engine.capabilities.huffs import HUFF
from engine.games.allies.battle.field_rules import FieldRules, Force
from engine.games.allies.battle.state import AlliesState
from engine.games.allies.battle.strokes import (
    FORCE,
    code,
    end_of,
    huff,
    is_claim,
    start_of,
    taken_by,
)
from engine.games.allies.map.europe import CODES, COLUMNS
from engine.games.allies.map.squares import BOARD, DIAGONALS, POINT, SETS, SQUARE
from engine.values import Move

FORCED: Final = huffs.FORCED
"""The kind of the move that claims the force, and its word."""

_LISTED = tuple[int, Move]
"""A move after its rank in a list."""


class _QuietMoves(dict[int, _LISTED]):
    """Moves that take nothing, by their numbers, each made on first use.

    The moves are in the order of points, and the moves of a General line by line.
    """

    def __init__(self, *, general: bool) -> None:
        self._general = general

    def __missing__(self, number: int) -> _LISTED:
        start, end = POINT[start_of(number)], POINT[end_of(number)]
        place = end
        if self._general:
            (x, y), (end_x, end_y) = BOARD.xy[start], BOARD.xy[end]
            steps = int(abs(end_x - x))
            direction = DIAGONALS.index((int(end_x - x) // steps, int(end_y - y) // steps))
            place = COLUMNS * direction + steps
        listed = self[number] = (len(BOARD) * start + place, Move("move", (start, end)))
        return listed


_STEPS: Final = _QuietMoves(general=False)
_FLIGHTS: Final = _QuietMoves(general=True)


class LegalMoves:
    """The legal moves of a state: strokes, moves that take nothing, claims, soldiers to place."""

    strokes: tuple[Move, ...]
    """The strokes in the order of their paths. If they are not ``complete``, they are a sample."""
    complete: bool
    quiet: tuple[Move, ...]
    claims: tuple[Move, ...]
    placements: tuple[Move, ...]
    all: tuple[Move, ...]
    """All legal moves in order."""

    def __init__(self, state: AlliesState) -> None:
        self._state = state
        self._searched = state.strokes(Listing())
        self.complete = self._searched.complete
        strokes, quiet, claims, placements = [], [], [], []
        generals = state.generals
        for number in state.moves_with(self._searched):
            if taken_by(number):
                strokes.append(self._searched.move(number))
            elif state.phase.setup:
                placements.append(placement(state.phase.rules, number))
            elif is_claim(number):
                claims.append(self._claim(number))
            else:
                quiet.append((_FLIGHTS if generals >> start_of(number) & 1 else _STEPS)[number])
        strokes.sort()
        quiet.sort()
        placements.sort(key=lambda move: move.path)
        # The force comes last.
        claims.sort(key=lambda move: (len(move.path), move.path))
        self.strokes = tuple(strokes)
        self.quiet = tuple([move for _, move in quiet])
        self.claims = tuple(claims)
        self.placements = tuple(placements)
        self.all = (*self.strokes, *self.quiet, *self.claims, *self.placements)

    def move(self, number: int) -> Move:
        """Return the legal move for a number. Raises LookupError for a stroke that is not found."""
        if taken_by(number):
            try:
                return self._searched.move(number)
            except LookupError:
                # The list is a sample; the sample of a search may have the stroke.
                return self._state.strokes().move(number)
        if self._state.phase.setup:
            return placement(self._state.phase.rules, number)
        return self._claim(number) if is_claim(number) else _STEPS[number][1]

    def _claim(self, number: int) -> Move:
        if number != FORCE:
            point = POINT[start_of(number)]
            return Move(HUFF, (point,), removed=(point,))
        offence = self._state.claim
        if offence is None:
            raise LookupError(number)
        return Move(FORCED, (POINT[offence.end], POINT[offence.start]))


def placement(rules: FieldRules, number: int) -> Move:
    """Return the move that places a soldier; its army is named only on neutral ground."""
    square, army = start_of(number), end_of(number)
    force = next(force for force in rules.forces[rules.seat_of(army)] if force.army == army)
    suffix = CODES[army] if force.neutral >> square & 1 else ""
    return Move("place", (POINT[square],), suffix=suffix)


def number_of(rules: FieldRules, seat: int, move: Move) -> int:
    """Return the number of a legal move of a seat."""
    if move.kind == FORCED:
        return FORCE
    start = SQUARE[move.path[0]]
    if move.kind == HUFF:
        return huff(start)
    if move.kind == "place":
        return code(start, army_at(rules, seat, move.path[0], move.suffix).army)
    return code(start, SQUARE[move.path[-1]], SETS.of(move.captured))


def army_at(rules: FieldRules, seat: int, point: int, suffix: str) -> Force:
    """Return the army of a placement. Raises StopIteration if no army fits."""
    return next(
        force
        for force in rules.forces[seat]
        if (CODES[force.army] == suffix if suffix else SETS.has(force.placement, point))
    )
