"""Branching lines of moves: played moves stay, and a cursor stands among them."""

from __future__ import annotations

import pytest

from engine import Refusal
from engine.study import branching_lines
from engine.study.branching_lines import NO_LINES, Lines

OPENING = Lines.of(["32-28", "19-23", "28x19"])


def test_another_move_begins_another_line() -> None:
    other = OPENING.back().back().played("18-23", "37-32")
    assert other.moves == ("32-28", "18-23", "37-32")
    assert [other.text(of) for of in other.to(1).continuations] == ["19-23", "18-23"]
    assert other.to(1).last().moves == OPENING.moves


def test_a_move_that_was_played_before_is_the_same() -> None:
    again = OPENING.to(0).played("32-28", "19-23")
    assert again.branches == OPENING.branches
    assert again.at == 2


def test_one_goes_no_further_than_there_is() -> None:
    assert OPENING.forward() == OPENING
    assert NO_LINES.back() == NO_LINES == NO_LINES.last()
    assert Lines.of(["32-28"], at=0).forward().moves == ("32-28",)
    with pytest.raises(ValueError, match="no move 4"):
        OPENING.to(4)


def test_what_is_written_is_read() -> None:
    branched = OPENING.to(1).played("18-23")
    assert Lines.read(branched.write(), branched.at) == branched


def test_there_is_an_end_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branching_lines, "MOST_MOVES", 3)
    assert OPENING.to(0).played("32-28", "19-23").at == 2
    with pytest.raises(Refusal, match="This board is full"):
        OPENING.played("14x23")
