"""The second hint: the best move, its effect, and how the next best move compares."""

from __future__ import annotations

import engine
from engine import Position
from engine.study.advising import ValuedLine, what_to_play
from engine.study.explaining import read

START = engine.games["international"].start()


def line(start: Position, value: int, *moves: str) -> ValuedLine:
    return ValuedLine(read(start, moves), value)


def test_the_next_best_move_is_as_good_or_worse_by_its_chances() -> None:
    best = line(START, 40, "32-28", "19-23", "28x19", "14x23")
    good = str(what_to_play(START, best, line(START, 30, "33-28", "18-23")))
    assert good.endswith("`33-28` is about as good.")
    worse = str(what_to_play(START, best, line(START, -300, "33-28", "18-23")))
    assert "All other moves are worse, even `33-28`. This helps Black: `18-23`." in worse


def test_a_best_move_that_costs_something_is_not_praised() -> None:
    start = engine.games["international"].read("W:W33,48:B23,3")
    said = str(what_to_play(start, line(start, -300, "33-28", "23x32"), None))
    assert said.startswith("Nothing is better than `33-28`, which loses a man. I expect `23x32`.")


def test_what_is_told_is_in_the_moves_that_are_expected() -> None:
    fen = "B:Wc5,h4,a3,c3,b2,d2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,f6,h6,a5"
    start = engine.games["brazilian"].read(fen)
    moves = ("c7-b6", "c3-d4", "f6-e5", "d4xf6", "g7xe5", "a3-b4", "b6xd4")
    said = str(what_to_play(start, line(start, 50, *moves), None))
    assert said.startswith("`c7-b6` loses a man and takes 2. I expect `c3-d4`, ")
    assert said.endswith("`g7xe5`, `a3-b4`, `b6xd4`.")


def test_who_moves_on_in_the_same_turn_is_told_so() -> None:
    fronts = (
        "3/2/5/1G7/10/14/13/5G9/15/1F2F10/2F12/2FFfG10/1F1F1G1G8/5G10/1F3G9/1FF12/15/15/14/13/11"
        "/8/3/3/2 2"
    )
    duel = engine.games["allies"].read(fronts, field="france-germany")
    duel = duel.play(duel.parse("L12-K13"))
    said = str(what_to_play(duel, line(duel, 2000, "huff M11", "J12xN16"), None))
    assert said == "`huff M11` huffs a soldier and takes 2 soldiers. Go on with `J12xN16`."
