"""Games of careless players, which contain more puzzles than well-played games.

Both sides play the move found by a short search and now and then, as people do, a random one. If
the value for the side to move is suddenly much better than a move before, the other side has just
overlooked something, or the earlier search was too short: there may be a puzzle. Only such
positions are analysed further, so that a hundred games take seconds.
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
"""The most moves of a game."""

_SHORT: Final = 200
"""The nodes of a short search."""

_CARELESS: Final = 0.12
"""The share of random moves."""

_JUMP: Final = 90
"""The fewest points of a jump of the value: nearly a man."""

_AHEAD: Final = 200
"""With at least this many points ahead before a jump, a side does not need a puzzle's move."""

_DECIDED: Final = 600
"""A game also ends when a side is more than this many points ahead, unless it is a race."""

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
"""The sets of options that take turns, for games with several starting positions."""


class CarelessPosition(NamedTuple):
    """A position of a careless game, and the one before, None for the first.

    ``jumps`` is whether the value has jumped for the side to move.
    """

    before: Position | None
    position: Position
    jumps: bool


def game_of(game: Game, seed: int, number: int, looks: Looks) -> Iterator[CarelessPosition]:
    """Yield the positions of a game, which are the same for the same seed and number."""
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
