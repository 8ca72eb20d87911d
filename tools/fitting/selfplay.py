"""Games of draughts of the computer against itself, played on the search's states."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.capabilities.thinking import DECIDED
from engine.computer.search import DEEPEST, SURE, Search
from engine.draughts import DraughtsState
from engine.game import Game

OPENING = (4, 12)
"""The fewest and the most random moves at the start of a game."""

LONGEST = 220
"""The most turns of a game; a longer one counts as drawn."""


class Sample(NamedTuple):
    """A quiet position of a game: the pieces of sides 0 and 1, its value, and the game's result."""

    men: int
    kings: int
    other_men: int
    other_kings: int
    side: int
    value: int
    """The search's value of the position for side 0, in points."""
    result: float
    """Side 0's points in the end, from 0 to 1."""


def games_of(game: Game, games: int, nodes: int, seed: int) -> Iterator[list[Sample]]:
    """Yield the quiet positions of ``games`` games, game by game."""
    for number in range(games):
        yield _game(game, nodes, Random(f"{seed} {number}"))


def _game(game: Game, nodes: int, chance: Random) -> list[Sample]:
    thinking = game.start().thinking
    assert thinking is not None
    state = thinking.state()
    assert isinstance(state, DraughtsState)
    for _ in range(chance.randint(*OPENING)):
        moves = state.moves()
        if not moves or state.over():
            return []
        state = state.play(chance.choice(moves))
    found: list[Sample] = []
    keys: list[object] = []
    result = 0.5
    for _ in range(LONGEST):
        moves = state.moves()
        if not moves or state.over():
            result = 0.5 + state.final(0) / (2 * DECIDED)
            break
        if keys.count(state.key()) == 2:
            break
        if len(moves) == 1:
            keys.append(state.key())
            state = state.play(moves[0])
            continue
        search = Search(keys[-30:], nodes)
        thought = search.run(state, DEEPEST, 0)
        move, value = thought.scores[0]
        if not state.tactical() and abs(value) < SURE:
            found.append(_sample(state, value))
        if abs(value) >= SURE:
            result = float((value > 0) == (state.side == 0))
            break
        keys.append(state.key())
        state = state.play(move)
    return [sample._replace(result=result) for sample in found]


def _sample(state: DraughtsState, value: int) -> Sample:
    own, enemy = (state.men, state.kings), (state.enemy_men, state.enemy_kings)
    if state.side == 0:
        return Sample(*own, *enemy, 0, value, 0.5)
    return Sample(*enemy, *own, 1, -value, 0.5)
