"""Sacrifices that win by force: the strongest level finds the only winning move.

The positions come from the computer's games with itself. An exhaustive search by the rules shows
that the move wins in the given number of plies whatever the replies, and that no other move does.
"""

from __future__ import annotations

import pytest

import engine
from engine.computer import LEVELS, Computer
from tests.engine.exhaustive import loses
from tests.nightly import thinned

SACRIFICES = [
    ("international", "B:W24,30:B3,6,9,10,19,K44", "44-35", 5),
    ("international", "B:WK25,35:BK29,K48", "29-34", 5),
    ("international", "B:W8:B1,5,7,10,K32,38", "7-12", 5),
    ("international", "W:W10,K18,38,46-48,50:B9,13,28", "10-4", 5),
    ("international", "B:W39:B1-5,32,38,K46", "38-43", 5),
    ("checkers", "W:WK3,K13,K18,29:B10,K30", "29-25", 7),
    ("checkers", "W:W12,K27,29,32:B4,K31", "32-28", 5),
    ("checkers", "B:WK13:B4,K21,K25,K30", "21-17", 5),
    ("checkers", "B:WK2,K14,29:B4,22,K26,27,K32", "22-25", 5),
    ("checkers", "W:WK2,K7,32:B1,K18,26,K31", "2-6", 5),
    ("checkers", "B:WK10:B1,K17,K25", "17-14", 7),
    ("russian", "B:WKg5,c1,e1:Bf8,g3,h2,Ka1", "g3-f2", 7),
    ("russian", "W:Wd4,g3,d2,c1,e1,g1:Bg7,d6", "d4-e5", 7),
    ("russian", "B:Wa3,e3:Bd8,f8,a5,e5,h4", "e5-f4", 5),
    ("russian", "B:Wf6,h6:Bf8,h8,a7,d4,Ka1", "h8-g7", 5),
    ("russian", "W:We5,c3,g3,c1:Bf4,a3", "g3-h4", 7),
    ("russian", "B:Wd2,e1:Bh8,d6,a5,c5,g3,Ka1", "a1-c3", 5),
    ("brazilian", "W:Wd6,e5,f4,b2,a1:Bf8,a7,h4", "d6-e7", 7),
    ("brazilian", "W:WKh8,Kb4,e1,g1:Bd8,b6,Ke3", "b4-e7", 7),
    ("brazilian", "W:WKc5,d4,c1,e1:Bh8,Kg1", "c5-a7", 5),
    ("brazilian", "B:Wa7,c5,e5,e1:Bb8,d8,h8,c7,g7,h2", "c7-d6", 7),
    ("brazilian", "W:Wc3,e3,c1:Bf6,e5", "c3-d4", 7),
    ("turkish", "B:Wf5,f3:BKd8,d7,f7,g7,h7,a6,e6,h6", "e6-e5", 5),
    ("turkish", "B:WKg6:Ba7,b7,c7,a6,a4,a2,Ka1", "c7-c6", 5),
    ("turkish", "W:WKb8,a6,a3,a2,b2,c2,e2:Bd5,d3", "c2-c3", 5),
    ("turkish", "B:Wc5,g5:Ba7,b7,c7,d7,e7,f7,g7,d6,a5,Kf1", "g7-g6", 5),
    ("turkish", "B:Wb6,d3,e3,g3:BKc8,a7,d7,h7,d6,e6,d5,e5,f5", "e5-e4", 5),
]

SACRIFICE = "game", "text", "move", "plies"


@pytest.mark.parametrize(SACRIFICE, thinned(SACRIFICES, 3))
def test_one_move_alone_wins_and_gives_something_away(
    game: str, text: str, move: str, plies: int
) -> None:
    position = engine.games[game].read(text)
    winning = [found for found in position.legal_moves() if loses(position.play(found), plies - 1)]
    assert [position.write(found) for found in winning] == [move]
    assert position.play(winning[0]).legal_moves()[0].captured


@pytest.mark.parametrize(SACRIFICE, thinned(SACRIFICES, 2))
def test_the_strongest_level_finds_it(game: str, text: str, move: str, plies: int) -> None:
    position = engine.games[game].read(text)
    thought = Computer(LEVELS[-1]).think([position], nodes=20_000)
    assert position.write(thought.move) == move
    assert thought.value >= 10_000 - plies
