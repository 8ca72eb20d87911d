"""Whose turn it is, how a fight ends, and what follows from it.

While two fights last a round has two half-rounds; in each a director of either fight moves. A
result takes effect with the next half-round: then the winner's ally directs the survivors, too,
and the border of the zones is open.
"""

from __future__ import annotations

from typing import Final

from engine.games.allies.fights.strokes import Side, able, quiet_moves
from engine.games.allies.map.ground import Ground
from engine.games.allies.rules import Rules
from engine.games.allies.state import (
    BLOCKED,
    DECISIVE,
    GENERALS,
    QUIET,
    SURRENDER,
    TAKEN,
    UNDECIDED,
    Fight,
    Result,
    State,
    alliance_pieces,
    with_fight,
    without,
    zone_pieces,
)

FEWEST_GENERALS: Final = 3
"""A quiet fight is won with so many Generals and so many times the other side's pieces."""

MOST_AGAINST_ONE: Final = 2
"""So many Generals cannot defeat a single one."""


def is_over(rules: Rules, state: State) -> bool:
    """Return whether the game has ended."""
    if state.agreed:
        return True
    if not rules.is_battle:
        return state.fights[rules.zone].result is not None
    if state.decisive:
        return state.fights[DECISIVE].result is not None
    return state.fights[0].result is not None and state.fights[1].result is not None


def are_both_undecided(state: State) -> bool:
    """Return whether two fights have ended undecided: the armies may be placed anew."""
    return all(f.result is not None and f.result.winner == UNDECIDED for f in state.fights[:2])


def are_joined(rules: Rules, state: State) -> bool:
    """Return whether the first of two fights has ended, and the half-round it ended in, too."""
    ended = state.fights[0].result is not None or state.fights[1].result is not None
    return rules.is_battle and ended and not state.pending and not state.decisive


def fight_of(rules: Rules, state: State, seat: int) -> int:
    """Return the fight that a seat directs in, or would, if it does not rest."""
    if not rules.is_battle:
        return rules.zone
    if state.decisive:
        return DECISIVE
    if are_joined(rules, state):
        return 0 if state.fights[1].result is not None else 1
    return seat // 2


def directors(rules: Rules, state: State, fight: int) -> tuple[int, int]:
    """Return the seats that direct the Entente and the Central Powers in a fight."""
    if not rules.is_battle:
        return 0, 1
    if fight == DECISIVE:
        west = state.fights[0].result
        return (0, 3) if west is not None and west.winner == 0 else (2, 1)
    return 2 * fight, 2 * fight + 1


def director(rules: Rules, state: State, army: int) -> int:
    """Return the seat that directs an army now."""
    seat = rules.seat_of(army)
    if state.setup or is_over(rules, state):
        return seat
    return directors(rules, state, fight_of(rules, state, seat))[seat % 2]


def opponent(rules: Rules, state: State, seat: int) -> int:
    """Return the seat that directs the other side of a seat's fight."""
    entente, central = directors(rules, state, fight_of(rules, state, seat))
    return central if seat == entente else entente


def side_pieces(rules: Rules, state: State, fight: int, alliance: int) -> int:
    """Return the pieces of an alliance in a fight: with one fight left, all that it has."""
    if not rules.is_battle or state.decisive or are_joined(rules, state):
        return alliance_pieces(state, alliance)
    return zone_pieces(state, fight, alliance)


def border_is_open(rules: Rules, state: State) -> bool:
    """Return whether the border of the zones may be crossed: once a first fight has been won."""
    if state.decisive:
        return True
    won = any(f.result is not None and f.result.winner != UNDECIDED for f in state.fights)
    return won and are_joined(rules, state)


def ground_of(rules: Rules, state: State) -> Ground:
    """Return the squares as they are connected now."""
    return rules.opened if border_is_open(rules, state) else rules.closed


def side_of(rules: Rules, state: State, seat: int) -> Side:
    """Return a seat's pieces against its enemy's."""
    fight = fight_of(rules, state, seat)
    alliance = seat % 2
    ground = ground_of(rules, state)
    offence = state.fights[fight].offence
    if state.forced and seat == state.turn and offence is not None and offence.closed:
        ground = rules.closed
    return Side(
        ground,
        side_pieces(rules, state, fight, alliance),
        side_pieces(rules, state, fight, 1 - alliance),
        state.generals,
    )


def standing_fortresses(rules: Rules, state: State, alliance: int) -> int:
    """Return the fortresses of an alliance that promote its enemies: not those of a lost fight."""
    standing = 0
    for zone in (0, 1):
        result = state.fights[zone].result
        if result is None or result.winner != 1 - alliance:
            standing |= rules.fortresses[zone][alliance]
    return standing


def is_active(rules: Rules, state: State, seat: int) -> bool:
    """Return whether a seat has something to direct, now or later in this half-round."""
    if is_over(rules, state):
        return True
    if state.setup:
        return not state.out >> seat & 1
    fight = fight_of(rules, state, seat)
    if state.decisive or are_joined(rules, state):
        return seat in directors(rules, state, fight)
    unended = state.fights[fight].result is None
    return unended or bool(side_pieces(rules, state, fight, seat % 2))


def judged(rules: Rules, state: State) -> State:
    """Return the state at the start of a turn, its fight judged unless a claim comes first."""
    if is_over(rules, state):
        return state
    number = fight_of(rules, state, state.turn)
    fight = state.fights[number]
    if fight.result is not None:
        return passed_on(rules, state)
    if fight.offence is not None:
        return state
    result = _verdict(rules, state, fight)
    return state if result is None else ended(rules, state, number, result)


def _verdict(rules: Rules, state: State, fight: Fight) -> Result | None:
    """Return how the fight of the seat to move has ended, None if it goes on."""
    side = side_of(rules, state, state.turn)
    other = 1 - state.turn % 2
    blocked = next(quiet_moves(side, side.own), None) is None
    if blocked and not able(side, side.own):
        return Result(other, BLOCKED)
    if not (side.own | side.enemy) & ~side.generals:
        numbers = sorted((side.own.bit_count(), side.enemy.bit_count()))
        if numbers[0] == 1 and numbers[1] <= MOST_AGAINST_ONE and not able(side, side.own):
            return Result(UNDECIDED, GENERALS)
    if fight.quiet < 2 * rules.quiet:
        return None
    return Result(quiet_winner(rules, state, fight_of(rules, state, state.turn)), QUIET)


def quiet_winner(rules: Rules, state: State, number: int) -> int:
    """Return which alliance wins a fight as a quiet one, UNDECIDED if neither does."""
    sides = [side_pieces(rules, state, number, alliance) for alliance in (0, 1)]
    for alliance, mine in enumerate(sides):
        theirs = sides[1 - alliance]
        generals = (mine & state.generals).bit_count()
        if generals >= FEWEST_GENERALS and mine.bit_count() >= FEWEST_GENERALS * theirs.bit_count():
            return alliance
    return UNDECIDED


def passed_on(rules: Rules, state: State) -> State:
    """Return the state at the start of the turn after this one."""
    seat = state.turn
    if not rules.is_battle or state.decisive or are_joined(rules, state):
        return judged(rules, state._replace(turn=opponent(rules, state, seat)))
    place = rules.order.index(seat)
    if place % 2 == 0:
        return judged(rules, state._replace(turn=rules.order[place + 1]))
    return half_round(rules, state, rules.order[:2] if place == 3 else rules.order[2:])


def half_round(rules: Rules, state: State, seats: tuple[int, ...]) -> State:
    """Return the state at the start of a half-round: results of the last one take effect."""
    turn = seats[0]
    if state.pending:
        left = 0 if state.fights[0].result is None else 1
        state = state._replace(pending=False)
        turn = next(seat for seat in seats if seat // 2 == left)
        fight = state.fights[left]
        if fight.offence is not None and border_is_open(rules, state):
            state = with_fight(
                state, left, fight._replace(offence=fight.offence._replace(closed=True))
            )
    return judged(rules, state._replace(turn=turn))


def ended(rules: Rules, state: State, number: int, result: Result) -> State:
    """Return the state after a fight has ended: its losers, or all in it, leave the board.

    The turn passes on if it was a director's of that fight.
    """
    for alliance in (0, 1):
        if result.winner != alliance:
            state = without(state, side_pieces(rules, state, number, alliance))
    on_turn = fight_of(rules, state, state.turn) == number
    if on_turn and state.forced:
        state = state._replace(turn=opponent(rules, state, state.turn), forced=False)
    joined = are_joined(rules, state)
    state = with_fight(state, number, Fight(result))
    if not rules.is_battle or number == DECISIVE:
        return state._replace(forced=False)
    first, second = state.fights[0].result, state.fights[1].result
    if first is None or second is None:
        state = state._replace(pending=True)
        return passed_on(rules, state) if on_turn else state
    state = state._replace(pending=False, forced=False)
    if joined or first.winner == second.winner or UNDECIDED in {first.winner, second.winner}:
        return state
    return judged(rules, with_decisive_fight(rules, state))


def with_decisive_fight(rules: Rules, state: State) -> State:
    """Return the state at the start of the decisive fight of the survivors."""
    state = state._replace(decisive=True)
    seats = directors(rules, state, DECISIVE)
    state = state._replace(turn=min(seats))
    if state.setup:
        return state
    without_pieces = [a for a in (0, 1) if not alliance_pieces(state, a)]
    if not without_pieces:
        return state
    winner = UNDECIDED if len(without_pieces) > 1 else 1 - without_pieces[0]
    return with_fight(state, DECISIVE, Fight(Result(winner, TAKEN)))


def surrendered(rules: Rules, state: State, seat: int) -> State:
    """Return the state after a director gave up: all pieces that they direct are prisoners."""
    if not is_active(rules, state, seat):
        return state
    number = fight_of(rules, state, seat)
    if state.fights[number].result is None:
        return ended(rules, state, number, Result(1 - seat % 2, SURRENDER))
    return without(state, side_pieces(rules, state, number, seat % 2))
