"""Games of careless players, in which more is to be found than in games that are played well.

Both play the move that a short look shows and now and then, as people do, any move at all. If that
look is suddenly much better for the side to move than the one a move before, the other side has
just overlooked something, or the look before did not reach so far: there may be a puzzle. Only such
positions are looked at closer, so that a hundred games take seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from engine.computer.search import SURE
from engine.game import Game, Position
from engine.puzzles.looking import Looks
from engine.puzzles.puzzle import SEATS
from engine.values import Options

MOST_PLIES: Final = 160
"""A game is left after this many moves."""

_SHORT: Final = 200
"""The nodes of a look."""

_CARELESS: Final = 0.12
"""The part of all moves that are any move at all."""

_JUMP: Final = 90
"""The points by which a value jumps: nearly a man."""

_AHEAD: Final = 200
"""A side that is more points ahead before the jump need not look for anything."""

_DECIDED: Final = 600
"""A game is left, too, if one side is more than this many points ahead, unless it is a race."""

_OPENING: Final = (2, 8)
"""The fewest and the most random moves that begin a game."""

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
"""The options for games that have several beginnings."""


class CarelessPosition(NamedTuple):
    """A position of a careless game, and the one before it, None for the first.

    ``jumps`` says that its value has jumped for the side to move.
    """

    before: Position | None
    position: Position
    jumps: bool


def game_of(game: Game, seed: int, number: int, looks: Looks) -> Iterator[CarelessPosition]:
    """Yield the positions of a game: the same for the same seed and number."""
    chance = Random(f"{seed} {game.name} {number}")
    variants = _VARIANTS.get(game.name, ({},))
    position = _begin(game, variants[number % len(variants)], chance)
    for _ in range(chance.randint(*_OPENING)):
        if position.outcome() is not None or not position.legal_moves():
            return
        position = position.play(chance.choice(position.legal_moves()))
    decided = SURE if game.colours == "camps" else _DECIDED
    before: Position | None = None
    value = 0
    for _ in range(MOST_PLIES):
        if position.outcome() is not None or not position.legal_moves():
            return
        look = looks.at(position, nodes=_SHORT)
        was = value if before is None or before.turn == position.turn else -value
        jumps = before is not None and was < _AHEAD and look.value >= max(was + _JUMP, 0)
        yield CarelessPosition(before, position, jumps)
        if abs(look.value) > decided:
            return
        before, value = position, look.value
        any_move = chance.random() < _CARELESS
        position = position.play(chance.choice(position.legal_moves()) if any_move else look.move)


def _begin(game: Game, options: Options, chance: Random) -> Position:
    position = game.start(SEATS, **dict(options))
    while position.setup is not None:
        thinking = position.thinking
        placed = thinking.place(chance) if thinking is not None else None
        position = position.play(placed or chance.choice(position.legal_moves()))
    return position
