"""How a game of Halma ends: who won and why, and the places of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.duel import REPETITION
from engine.game import AGREED
from engine.games.halma.rules import NAMES, Rules, State
from engine.text import Text
from engine.values import Outcome

RESULTS: Final = (AGREED, REPETITION)
"""Ends that the pieces do not show."""


def outcome(rules: Rules, state: State, nobody_can_move: bool) -> Outcome | None:
    """Return how the game ended, None while it goes on."""
    sides = range(len(rules.sides))
    arrived = _arrived(rules, state)
    resigned = [side for side in sides if rules.sides[side][0] in state.out]
    left = [side for side in sides if side not in arrived and side not in resigned]
    ranks = {side: 1 + place for place, side in enumerate(arrived)}
    # Who gives up ranks last of those still playing.
    resigned.sort(key=lambda side: state.out.index(rules.sides[side][0]))
    ranks |= {side: len(sides) - place for place, side in enumerate(resigned)}
    ranks |= dict.fromkeys(left, 1 + len(arrived))
    late = rules.late(state)
    if state.result:
        reason = _DRAWS[state.result]
    elif arrived and not rules.play_on:
        reason = _won(rules, state, arrived[0])
    elif len(left) <= 1:
        reason = _alone(rules, arrived, resigned)
    elif late is not None:
        ranks = {side: 2 if late in rules.sides[side] else 1 for side in sides}
        reason = Text(
            "{seat} still has pieces in its own camp after turn {deadline}.",
            seat=NAMES[late],
            deadline=rules.deadline,
        )
    elif nobody_can_move:
        reason = Text("Nobody can move.")
    elif state.idle >= rules.idle_limit(rules.playing(state)):
        reason = Text(
            "{rounds} rounds without a piece entering its target camp.", rounds=rules.rounds
        )
    else:
        return None
    return Outcome(tuple(ranks[seat.team] for seat in rules.seats), reason)


def _arrived(rules: Rules, state: State) -> list[int]:
    """Return the sides all of whose seats have arrived, in the order in which the last of each did.

    Where places are not played for, only the first of them counts.
    """
    complete = [side for side, seats in enumerate(rules.sides) if rules.has_arrived(state, seats)]
    complete.sort(key=lambda side: max(state.home.index(seat) for seat in rules.sides[side]))
    return complete if rules.play_on else complete[:1]


def _won(rules: Rules, state: State, side: int) -> Text:
    seats = rules.sides[side]
    if len(seats) > 1:
        return Text("{seats} have filled the opposite camps.", seats=_names(seats))
    (seat,) = seats
    if rules.targets[seat] & ~state.pieces[seat]:
        return Text(
            "The target camp of {seat} is full, and {seat} has a piece in it.", seat=NAMES[seat]
        )
    return Text("{seat} has filled the opposite camp.", seat=NAMES[seat])


def _alone(rules: Rules, arrived: Sequence[int], resigned: Sequence[int]) -> Text:
    if arrived:
        return Text("All places are decided.")
    if len(resigned) > 1:
        return Text("All others gave up.")
    seats = rules.sides[resigned[0]]
    if len(seats) > 1:
        return Text("{seats} gave up.", seats=_names(seats))
    return Text("{seat} gave up.", seat=NAMES[seats[0]])


def _names(seats: Sequence[int]) -> Text:
    """Return the names of two partners."""
    first, second = seats
    return Text("{first} and {second}", first=NAMES[first], second=NAMES[second])


_DRAWS: Final = {
    AGREED: Text("The players agreed on it."),
    REPETITION: Text("The same position stood for the third time."),
}
