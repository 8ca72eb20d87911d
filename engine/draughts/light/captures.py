"""The captures of one piece, searched over states and never over paths.

A capture on its way is one integer, its way: the place it has come to, whether it goes on as a
king, the direction of its last jump where that matters, and the set of the captured pieces. A
complete one becomes a move: where it starts, where it ends, and what it captures.
"""

from __future__ import annotations

from typing import Final

from engine.captures import sample
from engine.draughts.light.rules import ANY_DIRECTION, LightRules

PLACE: Final = 127
"""The bits of a place, in moves and in ways."""

END: Final = 7
"""Where the place that a move ends on begins."""

CAPTURED: Final = 14
"""Where the set of captured pieces begins."""

_KING: Final = 1 << 7
_DIRECTION: Final = 8
_ANY: Final = ANY_DIRECTION << _DIRECTION

_WAYS: Final = 5_000
"""So many ways are followed at most for a piece: positions of play have a few dozen."""


def captures_from(
    rules: LightRules, side: int, start: int, king: bool, enemy: int, empty: int
) -> list[int]:
    """Return the captures of the piece on a place, as moves: those that take the most.

    Where the choice among captures is free they are all that go on to their end.
    """
    free = empty | 1 << start
    first = start | _ANY | (_KING if king else 0)
    level: dict[int, int] = {first: 0}
    complete: dict[int, int] = {}
    ways = 0
    while level:
        following: dict[int, int] = {}
        if not rules.freely:
            complete = level
        for way in level:
            onward = _onward(rules, side, way, enemy, free)
            if rules.freely and not onward:
                complete[way] = 0
            for after in onward:
                following[after] = 0
        ways += len(following)
        level = following if ways < _WAYS else sample(following, 1)
    moves: dict[int, int] = {}
    for way in complete:
        captured = way >> CAPTURED << CAPTURED
        if captured:
            moves[captured | (way & PLACE) << END | start] = 0
    return list(moves)


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
    place = way & PLACE
    taken = way >> CAPTURED << CAPTURED
    back = ANY_DIRECTION
    if captured:
        enemy &= ~captured
        if rules.lifted:
            free |= captured
        last = way >> _DIRECTION & 15
        if last != ANY_DIRECTION:
            back = (last + 4) & 7
    ways: list[int] = []
    if not way & _KING:
        for direction, over, land, end in rules.man_jumps[side][place]:
            if over & enemy and land & free and direction != back:
                after = taken | over << CAPTURED | end
                after |= _ANY if rules.turns_back else direction << _DIRECTION
                if rules.crowned_on_the_way and land & rules.last_row[side]:
                    after |= _KING
                ways.append(after)
        return ways
    for direction, line in rules.king_lines[place]:
        if direction == back:
            continue
        over = 0
        after = 0
        for bit in line:
            if over:
                if not bit & free:
                    break
                ways.append(after | bit.bit_length() - 1)
            elif bit & enemy:
                over = bit
                after = taken | over << CAPTURED | _KING
                after |= _ANY if rules.turns_back else direction << _DIRECTION
            elif not bit & free:
                break
    return ways
