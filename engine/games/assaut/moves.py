"""The moves of Assaut, and what each makes of a state."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from engine.games.assaut.board import (
    ADVANCES,
    FORTRESS,
    IN_ORDER,
    OFFICER_STEPS,
    OFFICERS,
    POINTS,
    SOLDIER_STEPS,
    SOLDIERS,
    bits,
    mask,
)
from engine.games.assaut.captures import can_jump, capturing, chains
from engine.games.assaut.state import ALL_SOLDIERS, IDLE_PLIES, Rules, State
from engine.values import Move

LOST: Final = 16
"""So many soldiers captured, and the officers have won."""

PLACEMENTS: Final = tuple(Move("place", pair) for pair in combinations(bits(FORTRESS), 2))
"""The officers begin on two different points of the fortress."""


def legal_moves(state: State, rules: Rules) -> tuple[Move, ...]:
    """Return what the seat to move may play: steps and claims, or captures and steps."""
    if state.placing:
        return PLACEMENTS
    if state.turn == SOLDIERS:
        return (*steps_of_soldiers(state, rules), *claims(state))
    return _moves_of_officers(state, rules)


def claims(state: State) -> list[Move]:
    """Return the huffs that may be claimed now."""
    return [Move("huff", (point,), removed=(point,)) for point in bits(state.offence)]


def steps_of_soldiers(state: State, rules: Rules) -> list[Move]:
    """Return the steps: onward outside the fortress, in any direction within it."""
    table = SOLDIER_STEPS[rules.manner]
    empty = POINTS & ~(state.soldiers | state.officers)
    return [move for point in bits(state.soldiers) for end, move in table[point] if end & empty]


def _moves_of_officers(state: State, rules: Rules) -> tuple[Move, ...]:
    """Return captures, then steps; where captures are forced, only those that are complete."""
    soldiers, officers = state.soldiers, state.officers
    empty = POINTS & ~(soldiers | officers)
    able = capturing(officers, soldiers)
    moves: list[Move] = []
    for point in bits(able):
        for move, complete in chains(point, soldiers, empty):
            if complete or rules.capture == "huff":
                moves.append(move)
            elif rules.capture == "auto":
                moves.append(_huffed_at_once(state, move, 1 << move.path[-1]))
    if able and rules.capture == "forced":
        return tuple(moves)
    for point in bits(officers):
        steps = [move for end, move in OFFICER_STEPS[point] if end & empty]
        if able and rules.capture == "auto":
            steps = [_huffed_at_once(state, move, _offenders(able, move)) for move in steps]
        moves += steps
    return tuple(moves)


def _offenders(able: int, step: Move) -> int:
    """Return those who could have captured instead of a step, where they stand after it."""
    start, end = (1 << point for point in step.path)
    return able ^ start ^ end if able & start else able


def offence(state: State, move: Move) -> int:
    """Return the officers who omitted a capture by that move, where they stand after it.

    A step omits what any officer could have captured; a capture, only what its own officer
    could have gone on to. One who captured completely is no offender, nor is the other then.
    """
    soldiers, officers = state.soldiers, state.officers
    if not move.captured:
        return _offenders(capturing(officers, soldiers), move)
    end = 1 << move.path[-1]
    empty = POINTS & ~(soldiers | officers) | 1 << move.path[0]
    goes_on = can_jump(move.path[-1], soldiers, empty, mask(move.captured))
    return end if goes_on else 0


def huffed_at_once(state: State, move: Move) -> Move:
    """Return a capture with the huff that follows it where the bot huffs."""
    return _huffed_at_once(state, move, offence(state, move))


def _huffed_at_once(state: State, move: Move, offenders: int) -> Move:
    """Return the move with an officer lifted: the one that moved, or the first offender.

    Nobody is lifted when the sixteenth soldier has fallen: the game is over then.
    """
    left = state.soldiers.bit_count() - len(move.captured)
    if not offenders or left <= ALL_SOLDIERS - LOST:
        return move
    moved = move.path[-1]
    if offenders >> moved & 1:
        return move._replace(removed=(moved,))
    return move._replace(removed=(next(p for p in IN_ORDER if offenders >> p & 1),))


def fills_the_fortress(state: State) -> bool:
    """Return whether soldiers stand on all its points."""
    return not FORTRESS & ~state.soldiers


def after(state: State, move: Move, rules: Rules) -> State:
    """Return the state after a legal move."""
    if move.kind == "place":
        return state._replace(turn=rules.first, officers=mask(move.path), placing=False)
    if move.kind == "huff":
        officers = state.officers & ~mask(move.removed)
        return state._replace(officers=officers, offence=0, huffed=True, idle=0)
    start, end = 1 << move.path[0], 1 << move.path[-1]
    if state.turn == SOLDIERS:
        lasting = state.huffed or move in ADVANCES
        return State(
            OFFICERS,
            state.soldiers ^ start ^ end,
            state.officers,
            idle=0 if lasting else min(state.idle + 1, IDLE_PLIES),
            result=state.result,
        )
    lasting = bool(move.captured or move.removed)
    return State(
        SOLDIERS,
        state.soldiers & ~mask(move.captured),
        (state.officers & ~start | end) & ~mask(move.removed),
        offence=offence(state, move) if rules.capture == "huff" else 0,
        idle=0 if lasting else min(state.idle + 1, IDLE_PLIES),
        result=state.result,
    )
