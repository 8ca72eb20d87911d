"""The moves of Les Alliés, and what each makes of a state."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.allies.fights import strokes
from engine.games.allies.fights.course import (
    ended,
    fight_of,
    is_over,
    judged,
    opponent,
    passed_on,
    side_of,
    side_pieces,
    standing_fortresses,
)
from engine.games.allies.map.ground import bits, mask
from engine.games.allies.rules import Rules
from engine.games.allies.setup import placing
from engine.games.allies.state import (
    TAKEN,
    Fight,
    Offence,
    Result,
    State,
    with_fight,
    without,
)
from engine.values import Move


class Moves(NamedTuple):
    """What may be played: strokes, moves that take nothing, claims, soldiers to place."""

    strokes: strokes.Strokes
    quiet: tuple[Move, ...] = ()
    claims: tuple[Move, ...] = ()
    placements: tuple[Move, ...] = ()

    @property
    def all(self) -> tuple[Move, ...]:
        """All of them in order."""
        return (*self.strokes.moves, *self.quiet, *self.claims, *self.placements)


_NONE = strokes.Strokes((), True)


def moves(rules: Rules, state: State) -> Moves:
    """Return what the seat to move may play."""
    if is_over(rules, state):
        return Moves(_NONE)
    if state.setup:
        return Moves(_NONE, placements=tuple(placing.moves(rules, state)))
    side = side_of(rules, state, state.turn)
    if state.forced:
        return Moves(strokes_of(rules, side, offence_of(rules, state).able))
    found = strokes_of(rules, side, side.own)
    held = rules.strict and found.moves
    quiet = () if held else tuple(strokes.quiet_moves(side, side.own))
    return Moves(found, quiet, claims(rules, state))


def strokes_of(rules: Rules, side: strokes.Side, pieces: int) -> strokes.Strokes:
    """Return the strokes that some pieces may choose from."""
    found = strokes.strokes(side, pieces)
    return strokes.most(found) if rules.majority else found


def offence_of(rules: Rules, state: State) -> Offence:
    """Return the offence in the fight of the seat to move. Raises LookupError for none."""
    offence = state.fights[fight_of(rules, state, state.turn)].offence
    if offence is None:
        raise LookupError
    return offence


def claims(rules: Rules, state: State) -> tuple[Move, ...]:
    """Return the huffs, and the force, that the seat to move may claim before its move."""
    if state.forced or state.setup:
        return ()
    offence = state.fights[fight_of(rules, state, state.turn)].offence
    if offence is None:
        return ()
    huffs = (Move("huff", (point,), removed=(point,)) for point in bits(offence.able))
    return (*huffs, Move("force", (offence.end, offence.start)))


def offenders(rules: Rules, state: State, move: Move, found: strokes.Strokes) -> int:
    """Return the pieces that could have taken instead of a quiet move, as they stand after it."""
    able = mask(stroke.path[0] for stroke in found.moves)
    if not found.complete and not rules.majority:
        # The list of strokes is a sample.
        side = side_of(rules, state, state.turn)
        able = strokes.able(side, side.own)
    start, end = 1 << move.path[0], 1 << move.path[-1]
    return able ^ start ^ end if able & start else able


def after(rules: Rules, state: State, move: Move, found: strokes.Strokes) -> State:
    """Return the state after a legal move; ``found`` are the strokes that were legal."""
    if move.kind == "place":
        return placing.placed(rules, state, move)
    if move.kind == "huff":
        return _huffed(rules, state, move)
    if move.kind == "force":
        return _forced(rules, state)
    number = fight_of(rules, state, state.turn)
    if state.forced:
        state = _moved(rules, state, move)._replace(
            turn=opponent(rules, state, state.turn), forced=False
        )
        state = with_fight(state, number, Fight())
        return _checked(rules, state, number) or judged(rules, state)
    able = 0 if move.captured else offenders(rules, state, move, found)
    before = state
    state = _moved(rules, state, move)
    promoted = state.generals.bit_count() > before.generals.bit_count() and not move.captured
    offence = Offence(move.path[0], move.path[-1], promoted, able) if able else None
    quiet = 0 if move.captured or promoted else before.fights[number].quiet + 1
    state = with_fight(state, number, Fight(None, min(quiet, 2 * rules.quiet), offence))
    checked = _checked(rules, state, number) if move.captured else None
    return checked or passed_on(rules, state)


def _checked(rules: Rules, state: State, number: int) -> State | None:
    """Return the state after a side has lost its last piece, None if neither has."""
    for alliance in (0, 1):
        if not side_pieces(rules, state, number, alliance):
            return ended(rules, state, number, Result(1 - alliance, TAKEN))
    return None


def _moved(rules: Rules, state: State, move: Move) -> State:
    """Return the state after a move; a soldier on an enemy fortress becomes a General."""
    start, end = 1 << move.path[0], 1 << move.path[-1]
    state = without(state, mask(move.captured))
    armies = tuple(army ^ start | end if army & start else army for army in state.armies)
    generals = state.generals
    if generals & start:
        generals = generals ^ start | end
    elif end & standing_fortresses(rules, state, 1 - state.turn % 2):
        generals |= end
    return state._replace(armies=armies, generals=generals)


def _huffed(rules: Rules, state: State, move: Move) -> State:
    """Return the state with a piece lifted; the turn stays."""
    number = fight_of(rules, state, state.turn)
    state = with_fight(without(state, mask(move.removed)), number, Fight())
    return _checked(rules, state, number) or judged(rules, state)


def _forced(rules: Rules, state: State) -> State:
    """Return the state with the offending move undone; the offender owes a stroke."""
    number = fight_of(rules, state, state.turn)
    offence = offence_of(rules, state)
    start, end = 1 << offence.start, 1 << offence.end
    generals = state.generals
    if generals & end:
        generals = generals ^ end if offence.promoted else generals ^ end | start
    able = offence.able ^ end | start if offence.able & end else offence.able
    undone = offence._replace(able=able)
    state = with_fight(state, number, state.fights[number]._replace(offence=undone))
    return state._replace(
        turn=opponent(rules, state, state.turn),
        armies=tuple(army ^ end | start if army & end else army for army in state.armies),
        generals=generals,
        forced=True,
    )
