"""Why a move of Assaut is refused, and what would be right: one sentence.

A refusal for the soldiers says nothing of an offence that has not been claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.games.assaut.assaut_state import AssautState
from engine.games.assaut.board import (
    BOARD,
    FORTRESS,
    NEIGHBOURS,
    OVER,
    RANK,
    SOLDIERS,
    is_in,
    points_in,
    soldier_may,
)
from engine.text import EXAMPLES, Text, either, some
from engine.values import Move

PLACEMENT: Final = "c6 e6"
"""How the officers are placed, to learn from."""


class Situation(NamedTuple):
    """What a refusal needs to know. ``moves`` are the legal ones without huffs."""

    state: AssautState
    moves: tuple[Move, ...]
    write: Callable[[Move], str]


def of_placement(now: Situation, points: Sequence[int]) -> Text:
    """Return why the officers are not placed on these points."""
    if not now.state.placing:
        return Text("The officers have been placed already: {move}.", move=_any(now))
    outside = next((point for point in points if not is_in(point, FORTRESS)), None)
    if outside is not None:
        return Text(
            "The fortress has nine points, from {first} to {last}, and {point} is not one of "
            "them: the officers' player names two of them, like `{example}`.",
            first="c5",
            last="e7",
            point=BOARD.names[outside],
            example=PLACEMENT,
        )
    if len(points) == 2:
        return Text("Two officers need two different points: `{example}`.", example=PLACEMENT)
    return Text("Both officers are placed in one move, like `{example}`.", example=PLACEMENT)


def of_claim(now: Situation, officer: int | None) -> Text:
    """Return why nobody is huffed, from what everybody sees and the officer named."""
    state = now.state
    if now.state.rules.forced:
        return Text("There is nothing to huff in this game: officers that can capture must.")
    if now.state.rules.huffed_at_once:
        return Text("Nobody needs to claim in this game: officers are huffed at once.")
    if state.side != SOLDIERS:
        return Text("Only the soldiers huff, before their move.")
    if state.huffed:
        return Text("You have huffed on this turn: now make your move.")
    if officer is None or not state.officers:
        return Text(
            "There is nothing to huff: no officer omitted a capture in its last turn. Asking cost "
            "you nothing: make your move."
        )
    name = BOARD.names[officer]
    if is_in(officer, state.officers):
        return Text(
            "The officer on {point} omitted no capture in the last turn. Asking cost you nothing: "
            "make your move.",
            point=name,
        )
    return Text(
        "There is no officer on {point}: name it by where it stands now, {officers}.",
        point=name,
        officers=either([BOARD.names[point] for point in points_in(state.officers)]),
    )


def refusal(now: Situation, points: Sequence[int], suffix: str) -> Text:
    """Return why no legal move fits these points, and what would be right."""
    state = now.state
    if state.placing:
        return Text(
            "First the officers are placed, both in one move, on two points of the fortress: "
            "`{example}`.",
            example=PLACEMENT,
        )
    if not now.moves:
        if state.offence:
            return Text("No soldier can move: only `{claim}` is left.", claim="huff")
        return Text("You have no legal move.")
    if suffix:
        return Text("Nothing is chosen with `=` in this game: {move}.", move=_any(now))
    start = points[0]
    own, other = state.soldiers, state.officers
    if state.side != SOLDIERS:
        own, other = other, own
    if is_in(start, own):
        return _of_soldier(now, points) if state.side == SOLDIERS else _of_officer(now, points)
    name = BOARD.names[start]
    if is_in(start, other):
        return Text("The piece on {point} is your opponent's: {move}.", point=name, move=_any(now))
    return Text("There is no piece on {point}: {move}.", point=name, move=_any(now))


def _any(now: Situation) -> Text:
    if not now.moves:
        return Text("you have no move now")
    return Text("`{move}` is a move", move=now.write(now.moves[0]))


def _can(now: Situation, point: int) -> Text:
    """Return what the piece on a point can play."""
    moves = [move for move in now.moves if move.path[0] == point]
    texts = [f"`{now.write(move)}`" for move in moves[: EXAMPLES + 1]]
    name = BOARD.names[point]
    if now.state.side == SOLDIERS:
        if not texts:
            return Text("the soldier on {point} cannot move now", point=name)
        return Text("the soldier on {point} can play {moves}", point=name, moves=some(texts))
    if not texts:
        return Text("the officer on {point} cannot move now", point=name)
    return Text("the officer on {point} can play {moves}", point=name, moves=some(texts))


def _unconnected(start: int, end: int) -> bool:
    """Return whether points are beside each other without a line between them."""
    (x, y), (to_x, to_y) = BOARD.xy[start], BOARD.xy[end]
    return max(abs(x - to_x), abs(y - to_y)) == 1 and end not in NEIGHBOURS[start]


def _of_soldier(now: Situation, points: Sequence[int]) -> Text:
    """Return why a soldier cannot make that move."""
    state = now.state
    start, *between, end = points
    can = _can(now, start)
    name = BOARD.names[end]
    if start == end:
        return Text("A step ends on another point: {can}.", can=can)
    over = OVER.get((start, end))
    if over is not None and is_in(over, state.officers):
        return Text("Soldiers do not capture: {can}.", can=can)
    if between:
        return Text("A soldier makes one step in a turn: {can}.", can=can)
    if _unconnected(start, end):
        return Text(
            "No line joins {start} and {point}: {can}.",
            start=BOARD.names[start],
            point=name,
            can=can,
        )
    if end not in NEIGHBOURS[start]:
        return Text("A soldier goes one step along a line: {can}.", can=can)
    inside = is_in(start, FORTRESS)
    if inside and not is_in(end, FORTRESS):
        return Text("A soldier never leaves the fortress: {can}.", can=can)
    if not inside and RANK[end] < RANK[start]:
        return Text("A soldier cannot go back: {can}.", can=can)
    if soldier_may(state.rules.manner, start, end):
        return Text("There is a piece on {point} already: {can}.", point=name, can=can)
    if state.rules.manner == "shortest":
        return Text("A soldier takes the shortest way to the fortress: {can}.", can=can)
    return Text(
        "A soldier goes forward, and sideways only beside the fortress, towards it: {can}.",
        can=can,
    )


def _of_officer(now: Situation, points: Sequence[int]) -> Text:
    """Return why an officer cannot make that move."""
    state = now.state
    start, end = points[0], points[-1]
    if now.state.rules.forced and now.moves[0].captured:
        if len(points) > 2 or (start, end) in OVER:
            return _of_jumps(now, points, _can(now, start))
        texts = [f"`{now.write(move)}`" for move in now.moves[: EXAMPLES + 1]]
        return Text("You must capture: {moves}.", moves=some(texts))
    can = _can(now, start)
    if len(points) > 2 or (start, end) in OVER:
        return _of_jumps(now, points, can)
    name = BOARD.names[end]
    if start == end:
        return Text("A step ends on another point: {can}.", can=can)
    if _unconnected(start, end):
        return Text(
            "No line joins {start} and {point}: {can}.",
            start=BOARD.names[start],
            point=name,
            can=can,
        )
    if is_in(end, state.officers):
        return Text("Your other officer stands on {point}: {can}.", point=name, can=can)
    if is_in(end, state.soldiers):
        return Text(
            "To capture the soldier on {point}, jump over it: {can}.",
            point=name,
            can=can,
        )
    return Text(
        "An officer goes one step along a line, or jumps over a soldier beside it: {can}.",
        can=can,
    )


def _of_jumps(now: Situation, points: Sequence[int], can: Text) -> Text:
    """Return why an officer cannot make these jumps: the first wrong one, or a missing one."""
    state = now.state
    captured: list[int] = []
    for here, there in pairwise(points):
        onto = BOARD.names[there]
        passed = OVER.get((here, there))
        if passed is None:
            return Text(
                "From {here} no jump along a line lands on {onto}: {can}.",
                here=BOARD.names[here],
                onto=onto,
                can=can,
            )
        over = BOARD.names[passed]
        if is_in(passed, state.officers):
            return Text(
                "An officer does not jump over an officer ({over}): {can}.", over=over, can=can
            )
        if passed in captured:
            return Text("The soldier on {over} cannot be jumped twice: {can}.", over=over, can=can)
        if not is_in(passed, state.soldiers):
            return Text("There is no soldier to capture on {over}: {can}.", over=over, can=can)
        if there != points[0] and not is_in(there, state.empty()):
            return Text("There is a piece on {onto} already: {can}.", onto=onto, can=can)
        captured.append(passed)
    return Text(
        "The officer must go on jumping from {point}: {can}.",
        point=BOARD.names[points[-1]],
        can=can,
    )
