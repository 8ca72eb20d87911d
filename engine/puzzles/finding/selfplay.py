"""Games of the computer with itself, in which mistakes happen."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import engine
from engine.computer import Computer
from engine.game import Game, Position
from engine.values import Options

_LEVELS: Final = (1, 2, 2, 3, 3, 4)
"""The levels that play, some more often than others."""

_OPENING: Final = (2, 8)
"""So many random moves begin a game."""

_REMEMBERED: Final = 6
"""The computer is told so many positions of the line: for repetition."""

LONGEST: Final = 240
"""A game is left after so many moves."""

_VARIANTS: Final[dict[str, tuple[dict[str, int | bool | str], ...]]] = {
    "alliance": ({}, {"setup": "plus"}, {"setup": "rows"}, {"setup": "free"}),
    "halma": ({"size": 8, "deadline": 30}, {"size": 10, "deadline": 50}, {}),
    "allies": (
        {"field": "france-germany"},
        {"field": "russia-germany"},
        {"field": "russia-austria"},
    ),
}
"""The options of the games that have several beginnings."""


def game_of(game: Game, seed: int, number: int) -> Iterator[Position]:
    """Yield the positions of a game: the same for the same seed and number."""
    chance = Random(f"{seed} {game.name} {number}")
    variants = _VARIANTS.get(game.name, ({},))
    position = _begin(game, variants[number % len(variants)], chance)
    computers = [
        Computer(chance.choice(_LEVELS), chance.randrange(1 << 30)) for _ in position.seats
    ]
    for _ in range(chance.randint(*_OPENING)):
        if position.outcome() is not None or not position.legal_moves():
            return
        position = position.play(chance.choice(position.legal_moves()))
    line = [position]
    yield position
    while position.outcome() is None and position.legal_moves() and len(line) < LONGEST:
        seat = position.turn
        seen = [past.seen_by(seat) for past in line[-_REMEMBERED:]]
        move = computers[seat].think(seen).move
        position = position.play(move)
        line.append(position)
        yield position


def _begin(game: Game, options: Options, chance: Random) -> Position:
    position = game.start(2, **dict(options))
    while position.setup is not None:
        thinking = position.thinking
        placed = thinking.place(chance) if thinking is not None else None
        position = position.play(placed or chance.choice(position.legal_moves()))
    return position


def games() -> tuple[str, ...]:
    """Return the games that puzzles are made of: those of two with rules of their own."""
    return tuple(name for name in engine.games if name != "frisian-official")
