"""The computer brings the last pieces home in the fewest turns possible.

The other seat has no pieces, so it is skipped. The numbers of turns come from trying all turns,
which ``test_fewer_turns_do_not_do`` does again.
"""

from __future__ import annotations

import pytest

import engine
from engine.capabilities.thinking import DECIDED
from engine.computer.search import DEEPEST, Search
from engine.games.halma.state import HalmaState

BUDGET = 20_000

FINISHES = [
    ("halma", {"size": 8}, 4, "A1AA4/AAAA4/AA2A3/8/8/8/8/8 A"),
    ("halma", {"size": 8}, 4, "A1AA4/1AA5/AA6/A7/A7/A7/8/8 A"),
    ("halma", {"size": 8}, 4, "A1AAAA2/1AA1A3/1A6/A7/8/8/8/8 A"),
    ("halma", {"size": 8}, 3, "AAAA4/A3A3/AAA5/A7/8/8/8/8 A"),
    ("halma", {"size": 8}, 3, "AA1A4/1AA1A3/AA1A4/A7/8/8/8/8 A"),
    ("halma", {"size": 8}, 2, "AAAA4/AAA5/1A6/1A6/1A6/8/8/8 A"),
    ("halma", {"size": 10}, 3, "AAAAA5/AA1A6/AAA7/AAA7/2A7/10/10/10/10/10 A"),
    ("halma", {"size": 10}, 3, "A1AAA5/AAAA6/A1A7/AA1A6/A2A6/10/10/10/10/10 A"),
    ("halma", {"size": 10}, 2, "AAAAA5/AAAA6/AAA7/10/AA8/A9/10/10/10/10 A"),
]

every_finish = pytest.mark.parametrize(("game", "options", "turns", "text"), FINISHES)


def state_of(game: str, text: str, options: dict[str, int | bool | str]) -> HalmaState:
    thinking = engine.games[game].read(text, 2, **options).thinking
    assert thinking is not None
    state = thinking.state()
    assert isinstance(state, HalmaState)
    return state


@every_finish
def test_the_shortest_way_home_is_found(
    game: str, options: dict[str, int | bool | str], turns: int, text: str
) -> None:
    state = state_of(game, text, options)
    found = Search([], BUDGET).run(state, DEEPEST, 0)
    assert found.scores[0][1] == DECIDED - turns
    for move in found.variation:
        state = state.play(move)
    assert len(found.variation) == turns
    assert state.over()


@every_finish
def test_fewer_turns_do_not_do(
    game: str, options: dict[str, int | bool | str], turns: int, text: str
) -> None:
    states = [state_of(game, text, options)]
    seen = set()
    for _ in range(turns - 1):
        after = []
        for state in states:
            for move in state.moves():
                child = state.play(move)
                assert not child.over()
                pieces = frozenset(child.pieces[0])
                if pieces not in seen:
                    seen.add(pieces)
                    after.append(child)
        states = after
    assert any(state.play(move).over() for state in states for move in state.moves())
