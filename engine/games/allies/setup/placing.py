"""Placing the armies before the first move, each director hidden from the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.games.allies.fights.course import half_round, judged, with_decisive_fight
from engine.games.allies.map.europe import CODES
from engine.games.allies.map.ground import bits, mask
from engine.games.allies.rules import Force, Rules
from engine.games.allies.state import (
    DECISIVE,
    SURRENDER,
    Fight,
    Result,
    State,
    with_fight,
    without,
)
from engine.values import Move


def left(state: State, force: Force) -> int:
    """Return how many soldiers of an army are still to be placed."""
    return force.size - state.armies[force.army].bit_count()


def to_place(rules: Rules, state: State, seat: int) -> tuple[Force, ...]:
    """Return the armies of a seat that have soldiers left to place."""
    if not state.setup or state.out >> seat & 1:
        return ()
    return tuple(force for force in rules.forces[seat] if left(state, force) > 0)


def seats(rules: Rules, state: State) -> tuple[int, ...]:
    """Return the seats that have soldiers left to place, from the one whose turn it is."""
    numbers = range(state.turn, len(rules.seats))
    return tuple(seat for seat in numbers if to_place(rules, state, seat))


def placeable(rules: Rules, state: State, seat: int) -> Mapping[int, tuple[str, ...]]:
    """Return the squares for a seat's soldiers; on neutral ground the army is chosen."""
    occupied = sum(state.armies)
    choices: dict[int, tuple[str, ...]] = {}
    for force in to_place(rules, state, seat):
        code = CODES[force.army]
        choices |= dict.fromkeys(bits(force.placement & ~occupied), ("",))
        for point in bits(force.neutral & ~occupied):
            choices[point] = (*choices.get(point, ()), code)
    return dict(sorted(choices.items()))


def force_at(rules: Rules, seat: int, point: int, suffix: str) -> Force:
    """Return the army that a placement means. Raises StopIteration for none."""
    return next(
        force
        for force in rules.forces[seat]
        if (CODES[force.army] == suffix if suffix else force.placement >> point & 1)
    )


def moves(rules: Rules, state: State) -> Iterator[Move]:
    """Yield one soldier on one square, for each."""
    for point, choices in placeable(rules, state, state.turn).items():
        for choice in choices:
            yield Move("place", (point,), suffix=choice)


def placed(rules: Rules, state: State, move: Move) -> State:
    """Return the state with one soldier more; when all stand, the game begins."""
    return _next(rules, _with(rules, state, state.turn, {move.path[0]: move.suffix}))


def _with(rules: Rules, state: State, seat: int, arrangement: Mapping[int, str]) -> State:
    armies = list(state.armies)
    for point, suffix in arrangement.items():
        armies[force_at(rules, seat, point, suffix).army] |= 1 << point
    return state._replace(armies=tuple(armies))


def shown(rules: Rules, state: State, seat: int, arrangement: Mapping[int, str]) -> State:
    """Return what a seat sees with its arrangement on the board."""
    return _with(rules, hidden(rules, state, seat), seat, arrangement)


def hidden(rules: Rules, state: State, seat: int | None) -> State:
    """Return what a seat sees, None the public: nothing that others have placed."""
    if not state.setup:
        return state
    others = (
        force.army
        for number, forces in enumerate(rules.forces)
        if number != seat
        for force in forces
    )
    return without(state, sum(state.armies[army] for army in others))


def _next(rules: Rules, state: State) -> State:
    """Return the state once the seat to place has nothing left, or else as it is."""
    if to_place(rules, state, state.turn):
        return state
    waiting = seats(rules, state)
    if waiting:
        return state._replace(turn=waiting[0])
    state = state._replace(setup=False, out=0)
    if state.decisive:
        return judged(rules, with_decisive_fight(rules, state))
    return half_round(rules, state, rules.order[:2])


def surrendered(rules: Rules, state: State, seat: int) -> State:
    """Return the state after a seat gave up while soldiers are placed."""
    if state.out >> seat & 1:
        return state
    alliance = seat % 2
    result = Fight(Result(1 - alliance, SURRENDER))
    forces = mask(f.army for f in rules.forces[seat])
    state = without(state, sum(state.armies[army] for army in bits(forces)))
    state = state._replace(out=state.out | 1 << seat)
    if not rules.is_battle:
        return with_fight(state, rules.zone, result)
    if state.decisive:
        return with_fight(state, DECISIVE, result)
    zone = seat // 2
    if state.fights[zone].result is None:
        state = with_fight(state, zone, result)._replace(pending=True)
        other = state.fights[1 - zone].result
        if other is not None:
            state = state._replace(pending=False)
            if other.winner == 1 - alliance:
                return state
            state = _with_decisive(state, other.winner, 1 - zone)
            if state.fights[DECISIVE].result is not None:
                return state
    return _next(rules, state)


def _with_decisive(state: State, winner: int, zone: int) -> State:
    """Return the state before the decisive fight, or after it if the winner gave up, too."""
    state = state._replace(decisive=True)
    if not state.out >> (2 * zone + winner) & 1:
        return state
    return with_fight(state, DECISIVE, Fight(Result(1 - winner, SURRENDER)))
