"""Why a move of Les Alliés is refused, and what would be right: one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.capabilities.optional import typed_example
from engine.games.allies import army_setup
from engine.games.allies.battle.allies_state import AlliesState
from engine.games.allies.battle.strokes import code, jumps, quiet_moves
from engine.games.allies.legal_moves import LegalMoves
from engine.games.allies.map.europe import ARMIES
from engine.games.allies.map.squares import (
    ALL,
    BOARD,
    FORTRESS_AT,
    SQUARE,
    crosses,
    holds,
    lines_from,
)
from engine.text import EXAMPLES, Text, either
from engine.values import Move


class Situation(NamedTuple):
    """What a refusal needs to know of a position."""

    state: AlliesState
    moves: LegalMoves
    write: Callable[[Move], str]


def of_claim(now: Situation, word: str) -> Text:
    """Return why nothing can be claimed, or not from that piece."""
    state = now.state
    if state.phase.setup:
        return Text("Nothing can be claimed before the armies stand.")
    if state.phase.strict:
        return Text(
            "With the option `strict` you must take if you can, so there is nothing to claim."
        )
    if state.forced:
        return Text("You have to take now, and that can neither be huffed nor forced.")
    if not now.moves.claims:
        return Text(
            "There is nothing to `{word}`: your opponent omitted no taking in their last move, or "
            "it has been claimed already.",
            word=word,
        )
    huffs = either([f"`{now.write(move)}`" for move in now.moves.claims[: EXAMPLES + 1]])
    return Text("That piece could not have taken: you can claim {claims}.", claims=huffs)


def refusal(now: Situation, points: Sequence[int], suffix: str) -> Text:
    """Return why no legal move fits these points, and what would be right."""
    state = now.state
    if state.phase.is_over:
        return Text("The game is over.")
    if state.phase.setup:
        places = army_setup.placeable(state, state.turn)
        return Text(
            "First the armies are placed, one soldier a square: `{example}`.",
            example=typed_example(BOARD, places),
        )
    if suffix:
        return _of_suffix(now, points[-1])
    start = points[0]
    if not holds(state.own, start):
        return _not_theirs(now, start)
    can = _can(now, start)
    if state.forced and not _strokes_from(now, start):
        return Text("You are forced to take: {moves}.", moves=_some(now, now.moves.strokes))
    off = _off_the_ground(now, points, can)
    if off is not None:
        return off
    if len(points) == 2 and _is_quiet(state, points):
        return _must_take(now)
    return _of_way(now, points, can)


def _of_way(now: Situation, points: Sequence[int], can: Text) -> Text:
    """Return why a piece of the seat to move does not go that way."""
    start, end = points[0], points[-1]
    if start == end and len(points) == 2:
        return Text("A move ends on another square: {can}.", can=can)
    if end != start and holds(now.state.own | now.state.enemy, end):
        return Text(
            "There is a piece on {square} already: {can}.", square=BOARD.names[end], can=can
        )
    if len(points) > 2 or _looks_like_a_stroke(now, start, end):
        return _of_stroke(now, points, can)
    return _of_step(now, start, end, can)


def _off_the_ground(now: Situation, points: Sequence[int], can: Text) -> Text | None:
    """Return that a move leaves the field or crosses the closed border; None for others."""
    phase = now.state.phase
    claim = now.state.claim
    was_closed = now.state.forced and claim is not None and claim.closed
    if not phase.duel and (was_closed or not phase.border_is_open):
        for one, other in pairwise(points):
            if crosses(one, other):
                if phase.joined:
                    return Text(
                        "The border of the zones stays closed between {one} and {other}, as the "
                        "first fight was left undecided: {can}.",
                        one=BOARD.names[one],
                        other=BOARD.names[other],
                        can=can,
                    )
                return Text(
                    "The border of the zones is closed between {one} and {other}: it opens once "
                    "one of the two fights has been won, and {can}.",
                    one=BOARD.names[one],
                    other=BOARD.names[other],
                    can=can,
                )
    outside = next((point for point in points if not holds(phase.field, point)), None)
    if outside is None:
        return None
    return Text("{square} is closed in this field: {can}.", square=BOARD.names[outside], can=can)


def _of_suffix(now: Situation, end: int) -> Text:
    fallen = fallen_fortress(now.state, end)
    if fallen is not None:
        return fallen
    return Text(
        "Nothing is chosen with `=` here: a soldier becomes a General when its turn ends on an "
        "enemy fortress."
    )


def fallen_fortress(state: AlliesState, point: int) -> Text | None:
    """Return that an enemy fortress has fallen and promotes nobody; None for other squares."""
    phase = state.phase
    of_enemy = any(holds(zone[1 - state.side], point) for zone in phase.rules.fortresses)
    if not of_enemy or holds(phase.fortresses[state.side], point):
        return None
    return Text(
        "{fortress} has fallen with its side's fight: no soldier becomes a General there any more.",
        fortress=FORTRESS_AT[point],
    )


def _not_theirs(now: Situation, start: int) -> Text:
    """Return why a piece, or an empty square, is not for the seat to move."""
    state = now.state
    name = BOARD.names[start]
    moves = [*now.moves.strokes, *now.moves.quiet]
    some = now.write(moves[0] if moves else now.moves.claims[0])
    armies = range(len(ARMIES))
    army = next((number for number in armies if holds(state.army(number), start)), None)
    if army is None:
        return Text("There is no piece on {square}: `{move}` is a move.", square=name, move=some)
    if holds(state.enemy, start):
        return Text(
            "The piece on {square} is of the {army}, your enemy: `{move}` is a move.",
            square=name,
            army=ARMIES[army].name,
            move=some,
        )
    owner = state.phase.rules.seats[state.phase.director(army)].name
    return Text(
        "The piece on {square} is of the {army}, which {seat} directs: `{move}` is a move.",
        square=name,
        army=ARMIES[army].name,
        seat=owner,
        move=some,
    )


def _strokes_from(now: Situation, start: int) -> list[Move]:
    return [move for move in now.moves.strokes if move.path[0] == start]


def _is_quiet(state: AlliesState, points: Sequence[int]) -> bool:
    """Return whether a move takes nothing and would be legal if nobody had to take."""
    start, end = (SQUARE[point] for point in points)
    _, empty = state.reach()
    return code(start, end) in quiet_moves(1 << start, empty, state.generals)


def _some(now: Situation, moves: Sequence[Move]) -> str | Text:
    """Return moves as a phrase, the first few by name."""
    texts: list[str | Text] = [f"`{now.write(move)}`" for move in moves[:EXAMPLES]]
    if len(moves) > EXAMPLES:
        texts[-1] = Text("another")
    return either(texts)


def _can(now: Situation, start: int) -> Text:
    """Return what the piece on a square can play."""
    moves = [*_strokes_from(now, start), *(m for m in now.moves.quiet if m.path[0] == start)]
    name = BOARD.names[start]
    if not moves:
        return Text("the piece on {square} cannot move now", square=name)
    return Text("the piece on {square} can play {moves}", square=name, moves=_some(now, moves))


def _must_take(now: Situation) -> Text:
    moves = _some(now, now.moves.strokes)
    if now.state.forced:
        return Text("You are forced to take: {moves}.", moves=moves)
    return Text("In this game you must take if you can: {moves}.", moves=moves)


def _looks_like_a_stroke(now: Situation, start: int, end: int) -> bool:
    """Return whether an enemy stands on the line between, or a stroke passes there."""
    if any(end in move.path for move in _strokes_from(now, start)):
        return True
    between = _between(start, end)
    if holds(now.state.generals, start):
        return any(holds(now.state.enemy, point) for point in between)
    return len(between) == 1


def _between(start: int, end: int) -> tuple[int, ...]:
    """Return the squares between two of one line, none for others."""
    for line in lines_from(start):
        if end in line:
            return tuple(line[: line.index(end)])
    return ()


def _of_stroke(now: Situation, points: Sequence[int], can: Text) -> Text:
    """Return why these takings are no stroke: the first that is wrong, or what is missing."""
    state = now.state
    start = 1 << SQUARE[points[0]]
    general = bool(state.generals & start)
    enemy, empty = state.reach()
    taken = 0
    for here, there in pairwise(points):
        onward = dict(jumps(SQUARE[here], general, enemy & ~taken, empty | start))
        passed = onward.get(1 << SQUARE[there])
        if passed is None:
            return _of_jump(now, (here, there), start, taken, can)
        taken |= passed
    end = points[-1]
    if jumps(SQUARE[end], general, enemy & ~taken, empty | start):
        return Text(
            "A stroke is played to its end: from {square} the piece must go on taking: {can}.",
            square=BOARD.names[end],
            can=can,
        )
    best = max((len(move.captured) for move in now.moves.strokes), default=0)
    if state.phase.rules.majority and taken.bit_count() < best:
        return Text(
            "In this game the stroke that takes the most is played, {best} pieces: {moves}.",
            best=best,
            moves=_some(now, now.moves.strokes),
        )
    return Text("That stroke cannot be played now: {can}.", can=can)


def _of_jump(now: Situation, hop: tuple[int, int], start: int, taken: int, can: Text) -> Text:
    """Return why a piece that began on a square, a bit, does not take from one to another."""
    names = BOARD.names
    here, there = hop
    state = now.state
    occupied = (state.own | state.enemy) & ~start
    if not state.phase.rules.is_whole:
        occupied |= ALL & ~state.phase.field
    between = [point for point in _between(here, there) if holds(occupied, point)]
    if any(holds(taken, point) for point in between):
        over = next(point for point in between if holds(taken, point))
        return Text(
            "The piece on {over} has been taken in this stroke, and cannot be jumped twice: {can}.",
            over=names[over],
            can=can,
        )
    own = next((point for point in between if holds(state.own, point)), None)
    if own is not None:
        return Text("The piece on {over} is your own: {can}.", over=names[own], can=can)
    if len(between) > 1:
        return Text(
            "Two pieces in a row cannot be jumped between {here} and {there}: {can}.",
            here=names[here],
            there=names[there],
            can=can,
        )
    if not between and _between(here, there):
        return Text(
            "There is no enemy to take between {here} and {there}: {can}.",
            here=names[here],
            there=names[there],
            can=can,
        )
    if between and not holds(state.own | state.enemy, there):
        return Text(
            "A soldier takes a neighbour and lands right behind it, which {here} to {there} is "
            "not: {can}.",
            here=names[here],
            there=names[there],
            can=can,
        )
    return Text(
        "No taking leads from {here} to {there}: {can}.",
        here=names[here],
        there=names[there],
        can=can,
    )


def _of_step(now: Situation, start: int, end: int, can: Text) -> Text:
    """Return why a piece does not move there without taking."""
    names = BOARD.names
    line = any(end in line for line in lines_from(start))
    if holds(now.state.generals, start):
        own = [point for point in _between(start, end) if holds(now.state.own, point)]
        if own:
            return Text(
                "Your own piece on {square} is in the way: {can}.", square=names[own[0]], can=can
            )
        if not line:
            return Text(
                "A General moves along a diagonal line of squares, and none joins {start} and "
                "{end}: {can}.",
                start=names[start],
                end=names[end],
                can=can,
            )
    several = [m for m in _strokes_from(now, start) if m.path[-1] == end]
    if several:
        return Text(
            "There are too many strokes to tell which you mean: name every square where the "
            "piece lands, as in `{move}`.",
            move="x".join(names[point] for point in several[0].path),
        )
    return Text(
        "A soldier makes one step to a neighbouring empty square, or takes over an enemy beside "
        "it: {can}.",
        can=can,
    )
