"""The ends of a game of Halma: the winner, the reason, and the places of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.halma.rules import NAMES, HalmaRules
from engine.games.halma.state import HalmaState
from engine.games.halma.turns import (
    AGREED_DRAW,
    GOES_ON,
    NOBODY_CAN_MOVE,
    NOBODY_ENTERS,
    PLACES_DECIDED,
    REPEATED,
    TOO_LATE,
    late_seat,
    sides_home,
)
from engine.text import Text
from engine.values import Outcome


def outcome_of(state: HalmaState) -> Outcome | None:
    """Return the outcome of the game, None while it goes on."""
    if state.end == GOES_ON:
        return None
    rules = state.rules
    if state.end == TOO_LATE:
        late = late_seat(rules, state.board, state.played)
        ranks = {side: 2 if side == rules.team[late] else 1 for side in range(len(rules.sides))}
    else:
        ranks = _ranks(state)
    return Outcome(tuple(ranks[side] for side in rules.team), _reason(state))


def _ranks(state: HalmaState) -> dict[int, int]:
    """Return the ranks of the sides: first those that arrived, last those that gave up."""
    arrived, resigned = _arrived(state), _resigned(state)
    sides = len(state.rules.sides)
    ranks = dict.fromkeys(range(sides), 1 + len(arrived))
    # A side that gives up ranks last among those that were still playing.
    ranks |= {side: sides - place for place, side in enumerate(resigned)}
    return ranks | {side: 1 + place for place, side in enumerate(arrived)}


def _arrived(state: HalmaState) -> list[int]:
    """Return the sides whose seats have all arrived, in the order of their last arrivals.

    If the game does not go on for places, only the first of these sides is returned.
    """
    arrived = sides_home(state.rules, state.home)
    return arrived if state.rules.play_on else arrived[:1]


def _resigned(state: HalmaState) -> list[int]:
    """Return the sides that gave up, the first to do so first."""
    rules = state.rules
    sides = [rules.team[seat] for seat in state.out]
    return list(dict.fromkeys(sides))


def _reason(state: HalmaState) -> Text:
    rules = state.rules
    if state.end == PLACES_DECIDED:
        arrived = _arrived(state)
        if arrived and not rules.play_on:
            return _won(state, arrived[0])
        return _alone(rules, arrived, _resigned(state))
    if state.end == TOO_LATE:
        return Text(
            "{seat} still has pieces in its own camp after turn {deadline}.",
            seat=NAMES[late_seat(rules, state.board, state.played)],
            deadline=rules.deadline,
        )
    if state.end == NOBODY_ENTERS:
        return Text(
            "{rounds} rounds without a piece entering its target camp.", rounds=rules.rounds
        )
    return _REASONS[state.end]


def _won(state: HalmaState, side: int) -> Text:
    seats = state.rules.sides[side]
    if len(seats) > 1:
        return Text("{seats} have filled the opposite camps.", seats=_names(seats))
    (seat,) = seats
    if any(state.board[point] != seat + 1 for point in state.rules.targets[seat]):
        return Text(
            "The target camp of {seat} is full, and {seat} has a piece in it.", seat=NAMES[seat]
        )
    return Text("{seat} has filled the opposite camp.", seat=NAMES[seat])


def _alone(rules: HalmaRules, arrived: Sequence[int], resigned: Sequence[int]) -> Text:
    if arrived:
        return Text("All places are decided.")
    if len(resigned) > 1:
        return Text("All others are out of the game.")
    seats = rules.sides[resigned[0]]
    if len(seats) > 1:
        return Text("{seats} resigned.", seats=_names(seats))
    return Text("{seat} resigned.", seat=NAMES[seats[0]])


def _names(seats: Sequence[int]) -> Text:
    """Return the names of two partners."""
    first, second = seats
    return Text("{first} and {second}", first=NAMES[first], second=NAMES[second])


_REASONS: Final = {
    AGREED_DRAW: Text("The players agreed on it."),
    REPEATED: Text("The same position stood for the third time."),
    NOBODY_CAN_MOVE: Text("Nobody can move."),
}
