"""The captures of one piece, searched over states and never over paths.

A capture on its way is one integer, its way: the place it has come to, the set of the captured
pieces, and marks: whether it goes on as a king, and the direction of its last jump where that
matters. A complete one becomes a move, with the place where it starts instead of the marks.
"""

from __future__ import annotations

from typing import Final

from engine.captures import sample
from engine.draughts.light.rules import ANY_DIRECTION, CAPTURED, END, PLACE, LightRules

_KING: Final = 1
_DIRECTION: Final = 1
_ANY: Final = ANY_DIRECTION << _DIRECTION
"""The marks of a way."""

_WAYS: Final = 5_000
"""So many ways are followed at most for a piece: positions of play have a few dozen."""


def captures_from(
    rules: LightRules, side: int, start: int, king: bool, enemy: int, empty: int
) -> list[int]:
    """Return the captures of the piece on a place, as moves: those that take the most.

    Where the choice among captures is free they are all that go on to their end.
    """
    free = empty | 1 << start
    if rules.plain and not king:
        return _plain_captures(rules.man_jumps[side], start, enemy, free)
    first = start << END | _ANY | (_KING if king else 0)
    level: list[int] = [first]
    complete: list[int] = []
    ways = 0
    while level:
        following: dict[int, int] = {}
        if not rules.freely:
            complete = level
        for way in level:
            onward = _onward(rules, side, way, enemy, free)
            if rules.freely and not onward:
                complete.append(way)
            for after in onward:
                following[after] = 0
        ways += len(following)
        level = list(following if ways < _WAYS else sample(following, 1))
    return list(dict.fromkeys([way & ~PLACE | start for way in complete]))


def _plain_captures(
    jumps: list[list[tuple[int, int, int, int]]], start: int, enemy: int, free: int
) -> list[int]:
    """Return the captures of a man that take the most, where a way needs no marks."""
    level = [start << END]
    while True:
        following: list[int] = []
        for way in level:
            left = enemy & ~(way >> CAPTURED)
            for _, over, land, change in jumps[way >> END & PLACE]:
                if over & left and land & free:
                    following.append(way + change)
        if not following:
            return [way | start for way in level]
        level = following if len(following) == 1 else list(dict.fromkeys(following))


def _onward(rules: LightRules, side: int, way: int, enemy: int, free: int) -> list[int]:
    """Return the ways that a capture may go on, none where it is complete."""
    ways = _jumps(rules, side, way, enemy, free)
    if not rules.freely or not rules.flying or len(ways) < 2:
        return ways
    # Of the places behind a piece those are chosen from which the capture goes on.
    found: list[int] = []
    behind: list[int] = []
    going_on: list[int] = []
    for after in ways:
        if behind and (after ^ behind[0]) >> CAPTURED:
            found += going_on or behind
            behind = []
            going_on = []
        behind.append(after)
        if _jumps(rules, side, after, enemy, free):
            going_on.append(after)
    return found + (going_on or behind)


def _jumps(rules: LightRules, side: int, way: int, enemy: int, free: int) -> list[int]:
    """Return the ways that are one jump longer, those over the same piece in a row."""
    captured = way >> CAPTURED
    place = way >> END & PLACE
    back = ANY_DIRECTION
    if captured:
        enemy &= ~captured
        if rules.lifted:
            free |= captured
        last = way >> _DIRECTION & 15
        if last != ANY_DIRECTION:
            back = (last + 4) & 7
    ways: list[int] = []
    marks = _ANY
    if not way & _KING:
        for direction, over, land, change in rules.man_jumps[side][place]:
            if over & enemy and land & free and direction != back:
                if not rules.turns_back:
                    marks = direction << _DIRECTION
                elif rules.crowned_on_the_way and land & rules.last_row[side]:
                    marks = _ANY | _KING
                ways.append((way & ~PLACE) + change | marks)
        return ways
    taken = way >> CAPTURED << CAPTURED
    for direction, line in rules.king_lines[place]:
        if direction == back:
            continue
        if not rules.turns_back:
            marks = direction << _DIRECTION
        over = 0
        after = 0
        for bit in line:
            if over:
                if not bit & free:
                    break
                ways.append(after | bit.bit_length() - 1 << END)
            elif bit & enemy:
                over = bit
                after = taken | over << CAPTURED | marks | _KING
            elif not bit & free:
                break
    return ways
