"""Placing the armies before the first move, each director's hidden from the others.

One turn places one soldier: its move is a number, with the square as start and the army as end.
"""

from __future__ import annotations

from engine.board import members
from engine.games.allies.battle.armies import A, Armies
from engine.games.allies.battle.field_rules import Force
from engine.games.allies.battle.phases import DECISIVE, SURRENDER, Result
from engine.games.allies.battle.strokes import code, end_of, start_of


def soldiers_left(state: Armies, force: Force) -> int:
    """Return the number of soldiers of an army that are still to be placed."""
    return force.size - state.army(force.army).bit_count()


def to_place(state: Armies, seat: int) -> list[Force]:
    """Return the armies of a seat that have soldiers left to place."""
    phase = state.phase
    if not phase.setup or phase.out >> seat & 1:
        return []
    return [force for force in phase.rules.forces[seat] if soldiers_left(state, force) > 0]


def seats_to_place(state: Armies) -> list[int]:
    """Return the seats that have soldiers left to place, from the seat to move on."""
    seats = range(state.turn, len(state.phase.rules.seats))
    return [seat for seat in seats if to_place(state, seat)]


def placements(state: Armies, seat: int) -> list[int]:
    """Return the moves that place one soldier of a seat, army by army."""
    empty = ~(state.entente | state.central)
    return [
        code(square, force.army)
        for force in to_place(state, seat)
        for square in members((force.placement | force.neutral) & empty)
    ]


def placed(state: A, move: int) -> A:
    """Return the state after a placement; once all soldiers are placed, the game begins."""
    return _next(state.with_soldiers(end_of(move), 1 << start_of(move)))


def hidden(state: A, seat: int | None) -> A:
    """Return the state as a seat sees it during the set-up: without the pieces of others.

    None is the public, which sees no pieces. After the set-up nothing is hidden.
    """
    if not state.phase.setup:
        return state
    others = 0
    for number, forces in enumerate(state.phase.rules.forces):
        if number != seat:
            for force in forces:
                others |= state.army(force.army)
    return state.without(others)


def _next(state: A) -> A:
    """Return the state with the turn of the next seat, once the present seat has placed all."""
    if to_place(state, state.turn):
        return state
    waiting = seats_to_place(state)
    if waiting:
        return state.at(state.phase, waiting[0])
    state = state.at(state.phase.placing(False, 0, False), state.turn)
    if state.phase.decisive:
        return state.with_decisive_fight()
    order = state.phase.rules.order
    return state.half_round(order[0], order[1])


def surrendered(state: A, seat: int) -> A:
    """Return the state after a seat gave up during the set-up."""
    phase, turn = state.phase, state.turn
    if phase.out >> seat & 1:
        return state
    alliance = seat % 2
    result = Result(1 - alliance, SURRENDER)
    own = 0
    for force in phase.rules.forces[seat]:
        own |= state.army(force.army)
    state = state.without(own)
    phase = phase.placing(True, phase.out | 1 << seat, False)
    if phase.duel:
        return state.at(phase.with_result(phase.rules.zone, result), turn)
    if phase.decisive:
        return state.at(phase.with_result(DECISIVE, result), turn)
    zone = seat // 2
    if phase.results[zone] is None:
        phase = phase.with_result(zone, result).going_on(True, False)
        other = phase.results[1 - zone]
        if other is not None:
            phase = phase.going_on(False, False)
            if other.winner == 1 - alliance:
                return state.at(phase, turn)
            phase = phase.going_on(False, True)
            if phase.out >> (2 * (1 - zone) + other.winner) & 1:
                result = Result(1 - other.winner, SURRENDER)
                return state.at(phase.with_result(DECISIVE, result), turn)
    return _next(state.at(phase, turn))
