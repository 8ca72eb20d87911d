"""Positions on the map of Les Alliés, for tests of pictures."""

from __future__ import annotations

import random
from functools import lru_cache

import engine
from engine.capabilities.set_ups import placing_moves
from engine.game import Position
from engine.games.allies.map.squares import BOARD, COUNTRY
from engine.values import Move
from tests.engine.setups import setting_up, to_set_up

GAME = engine.games["allies"]
WEST = frozenset(point for point, letter in enumerate(COUNTRY) if letter in "FBEIS~GA")
EAST = frozenset(range(len(BOARD))) - WEST
DUEL = frozenset(point for point, letter in enumerate(COUNTRY) if letter in "FBG")


@lru_cache(maxsize=4)
def placed(seats: int = 4, manner: str = "mixed") -> Position:
    """Return a battle or a duel with all armies placed at random."""
    position: Position = GAME.start(seats)
    chance = random.Random(1)
    while waiting := to_set_up(position):
        for move in placing_moves(
            setting_up(position).arrange(waiting[0], f"auto {manner}", {}, chance)
        ):
            position = position.play(move)
    return position


@lru_cache(maxsize=4)
def turns(seats: int, plies: int = 120) -> tuple[tuple[Position, Move], ...]:
    """Return a random game with captures whenever possible: each position and its move."""
    position, chance = placed(seats, "front"), random.Random(3)
    played: list[tuple[Position, Move]] = []
    while len(played) < plies and not position.outcome():
        legal = position.legal_moves()
        move = chance.choice([move for move in legal if move.captured] or legal)
        played.append((position, move))
        position = position.play(move)
    return tuple(played)


def longest(seats: int = 2) -> tuple[Position, Move]:
    return max(turns(seats), key=lambda turn: len(turn[1].path))
