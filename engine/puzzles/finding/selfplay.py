"""Games of the computer with itself, in which mistakes happen."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

import engine
from engine.computer.search import SURE
from engine.game import Game, Position
from engine.puzzles.looking import Glance, Looks
from engine.puzzles.puzzle import SEATS
from engine.values import Options

_SLIPS: Final = (15, 25, 40, 60)
"""So often, of a hundred times, a player plays what the first ply shows: each game has its own."""

_OPENING: Final = (2, 8)
"""So many random moves begin a game."""

LONGEST: Final = 240
"""A game is left after so many moves."""

_DECIDED: Final = 600
"""Or where one side is so many points ahead, if it is no race."""

_VARIANTS: Final[dict[str, tuple[dict[str, int | bool | str], ...]]] = {
    "alliance": ({}, {"setup": "plus"}, {"setup": "rows"}, {"setup": "free"}),
    "halma": (
        {"size": 8, "deadline": 30},
        {"size": 10, "deadline": 50},
        {"size": 8, "deadline": 30},
        {"size": 10, "deadline": 50},
        {},
    ),
    "allies": (
        {"field": "france-germany"},
        {"field": "russia-germany"},
        {"field": "russia-austria"},
    ),
}
"""The options of the games that have several beginnings."""


class Stood(NamedTuple):
    """A position of a game, and what a glance at it shows."""

    position: Position
    glance: Glance


def game_of(game: Game, seed: int, number: int, looks: Looks) -> Iterator[Stood]:
    """Yield the positions of a game: the same for the same seed and number.

    The computer plays what a glance shows it, and now and then, as people do, what the first ply
    shows.
    """
    chance = Random(f"{seed} {game.name} {number}")
    variants = _VARIANTS.get(game.name, ({},))
    position = _begin(game, variants[number % len(variants)], chance)
    slips = chance.choice(_SLIPS)
    for _ in range(chance.randint(*_OPENING)):
        if position.outcome() is not None or not position.legal_moves():
            return
        position = position.play(chance.choice(position.legal_moves()))
    decided = SURE if game.colours == "camps" else _DECIDED
    for _ in range(LONGEST):
        if position.outcome() is not None or not position.legal_moves():
            return
        glance = looks.glance(position)
        yield Stood(position, glance)
        if abs(glance.then.value) > decided:
            return
        slip = chance.randrange(100) < slips
        position = position.play(glance.first.move if slip else glance.then.move)


def _begin(game: Game, options: Options, chance: Random) -> Position:
    position = game.start(SEATS, **dict(options))
    while position.setup is not None:
        thinking = position.thinking
        placed = thinking.place(chance) if thinking is not None else None
        position = position.play(placed or chance.choice(position.legal_moves()))
    return position


def games() -> tuple[str, ...]:
    """Return the games that puzzles are made of: those of two with rules of their own."""
    return tuple(name for name in engine.games if name != "frisian-official")
