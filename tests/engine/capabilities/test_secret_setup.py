"""Secret set-ups: messages that change an arrangement, and the moves made from it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import IllegalMove, InvalidMove, Move
from engine.board import square_board
from engine.capabilities.set_ups import placing_moves, read_arrangement, write_placing
from engine.errors import PartlyPlaced

BOARD = square_board(12, 12)
CROSSES = ("x", "+")
ALIASES = {"x": "x", "d": "x", "+": "+", "o": "+"}
A1, C1, K11 = (BOARD.point[name] for name in ("a1", "c1", "k11"))
MEN = {A1: CROSSES, C1: CROSSES}
ARMY = {A1: ("",), K11: ("",)}


def crosses(text: str, arrangement: dict[int, str] | None = None) -> dict[int, str]:
    return read_arrangement(BOARD, text, MEN, arrangement or {}, ALIASES)


@pytest.mark.parametrize(
    "text", ["@a1=x c1=+", "@A1=X, C1=O", "@a1=x@c1=+", " @ a1=d  @c1=+ ", "@c1=+ a1=+ a1=x"]
)
def test_points_are_set_in_one_message(text: str) -> None:
    assert crosses(text) == {A1: "x", C1: "+"}


def test_an_arrangement_grows_over_several_messages_and_the_last_word_counts() -> None:
    arrangement = crosses("@a1=x")
    assert crosses("@c1=+", arrangement) == {A1: "x", C1: "+"}
    assert crosses("@a1=+", arrangement) == {A1: "+"}
    assert arrangement == {A1: "x"}


@pytest.mark.parametrize(("text", "choice"), [("@x", "x"), ("@+", "+"), ("@o", "+")])
def test_a_choice_alone_is_for_all_that_are_left(text: str, choice: str) -> None:
    assert crosses(text) == {A1: choice, C1: choice}
    assert crosses(text, {A1: "x"}) == {A1: "x", C1: choice}
    assert crosses(f"@a1=x {text[1:]}") == {A1: "x", C1: choice}


def test_an_arrangement_can_be_started_again() -> None:
    assert crosses("clear", {A1: "x"}) == {}
    assert crosses("CLEAR ", {A1: "x"}) == {}


def test_of_a_message_with_a_wrong_square_the_others_are_placed() -> None:
    with pytest.raises(PartlyPlaced, match=r"Not placed: `E9 c1=z`\. e9 is not yours") as caught:
        crosses("@a1=x E9 c1=z", {C1: "+"})
    assert caught.value.arrangement == {A1: "x", C1: "+"}
    assert caught.value.wrong == "E9 c1=z"


def test_where_there_is_nothing_to_choose_the_points_are_enough() -> None:
    assert read_arrangement(BOARD, "@K11 A1", ARMY, {}, {}) == {K11: "", A1: ""}


def test_the_sign_may_be_left_out() -> None:
    assert read_arrangement(BOARD, "K11 A1", ARMY, {}, {}) == {K11: "", A1: ""}
    assert crosses("a1=x") == {A1: "x"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "I cannot read that: type it like `a1=x`."),
        ("@", "I cannot read that: type it like `a1=x`."),
        ("hello", "I cannot read that: type it like `a1=x`."),
        ("@a1=x hello", "I cannot read that: type it like `a1=x`."),
        ("@z9=x", "I cannot read that: type it like `a1=x`."),
        ("clear a1", "I cannot read that: type it like `a1=x`."),
        ("@a1=x " * 200, "I cannot read that: type it like `a1=x`."),
        ("@a1", "On a1 you can set `a1=x` or `a1=+`."),
        ("@a1=", "On a1 you can set `a1=x` or `a1=+`."),
        ("@a1=k", "On a1 you can set `a1=x` or `a1=+`."),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        crosses(text)
    assert str(caught.value) == sentence


def test_a_slip_among_points_leaves_the_others_in_place() -> None:
    with pytest.raises(PartlyPlaced) as caught:
        crosses("a1=x foo c1=+")
    assert len(caught.value.arrangement) == 2
    assert caught.value.wrong == "foo"


def test_a_choice_where_there_is_none_is_refused() -> None:
    with pytest.raises(InvalidMove, match=r"Nothing is chosen on k11: `k11`\."):
        read_arrangement(BOARD, "@k11=x", ARMY, {}, {})


def test_points_of_others_are_refused() -> None:
    with pytest.raises(IllegalMove, match=r"k11 is not yours to set: `a1=x` is\."):
        crosses("@a1=x k11=x")


@pytest.mark.parametrize("text", ["@a1=x", "@x y", "@"])
def test_who_has_nothing_left_to_set_is_told_so(text: str) -> None:
    with pytest.raises((IllegalMove, InvalidMove), match=r"There is nothing left for you to set\."):
        read_arrangement(BOARD, text, {}, {}, ALIASES)


@given(st.text())
def test_hostile_text_is_no_draft_and_harms_nothing(text: str) -> None:
    refused = "."
    arrangement: dict[int, str] = {}
    try:
        arrangement = crosses(text)
    except (IllegalMove, InvalidMove) as error:
        refused = str(error)
    assert refused.endswith(".")
    assert arrangement.keys() <= MEN.keys()


def test_a_complete_draft_becomes_moves_in_the_order_of_the_points() -> None:
    moves = placing_moves({C1: "+", A1: "x"})
    assert moves == (Move("place", (A1,), suffix="x"), Move("place", (C1,), suffix="+"))
    assert [write_placing(BOARD, move) for move in moves] == ["@a1=x", "@c1=+"]
    assert write_placing(BOARD, Move("place", (K11,))) == "@k11"
