"""The captures of one piece, as the search finds them: states after each jump, and no paths.

A state is the square that the piece has come to, and the pieces it has taken, as in
``engine.captures``.
"""

from __future__ import annotations

from typing import Final

from engine.games.frisian.board import KING_JUMPS
from engine.games.frisian.captures import value
from engine.games.frisian.codes import MAN_JUMPS

_WIDEST: Final = 1_000
"""So many states of a capture are followed after each jump: only positions made up have more."""


def most_valuable(levels: list[list[int]], enemy: int, precious: int) -> tuple[int, list[int]]:
    """Return twice the highest value among captures, and those that have it."""
    highest = 0
    states: list[int] = []
    for level in levels:
        for state in level:
            worth = value(state & enemy, precious)
            if worth > highest:
                highest = worth
                states = [state]
            elif worth == highest:
                states.append(state)
    return 2 * highest, states


def man_captures(start: int, enemy: int, free: int, jumps: int) -> list[list[int]]:
    """Return what a man can capture after 1, 2, 3... jumps.

    ``jumps`` are the squares from which a man can jump as the position stands.
    """
    level: list[int] = []
    near, by_enemies = MAN_JUMPS[start]
    onward = 0
    for change in by_enemies[enemy & near]:
        landing = change & free ^ start
        if landing:
            level.append(start ^ change)
            onward |= landing & jumps
    levels = [level]
    while onward:
        following: list[int] = []
        for state in level:
            square = state & free
            near, by_enemies = MAN_JUMPS[square]
            for change in by_enemies[enemy & near & ~state]:
                if change & free ^ square:
                    after = state ^ change
                    if after not in following:
                        following.append(after)
        if not following:
            break
        del following[_WIDEST:]
        levels.append(following)
        level = following
    return levels


def king_captures(start: int, enemy: int, free: int) -> list[list[int]]:
    """Return what a king can capture after 1, 2, 3... jumps."""
    levels: list[list[int]] = []
    level = [start]
    while True:
        following: dict[int, int] = {}
        for state in level:
            left = enemy & ~state
            for mask, line in KING_JUMPS[state & free]:
                over, along = line[free & mask]
                if over & left:
                    for _, piece, change in along:
                        if piece & left:
                            following[state ^ change] = state
        if not following:
            return levels
        level = list(following)[:_WIDEST]
        levels.append(level)
