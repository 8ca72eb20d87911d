"""Refusals of moves in Dames-Alliance, its positions as text, and its pages."""

from __future__ import annotations

import pytest

from engine import IllegalMove, InvalidPosition
from engine.values import Page
from tests.engine.games.alliance.positions import GAME, after, at, text

START = "1x1x1x1x/x1x1x1x1/1x1x1x1x/8/8/X1X1X1X1/1X1X1X1X/X1X1X1X1 w"


@pytest.mark.parametrize(
    ("turn", "pieces", "typed", "sentence"),
    [
        ("w", "Xa3 xh8", "b3-b4", "Square b3 is empty: `a3-a4` is a move."),
        ("w", "Xa3 xh8", "h8-h7", "The piece on h8 is your opponent's: `a3-a4` is a move."),
        ("w", "xh8", "h8-h7", "You have no legal move."),
        # The suffix after the =.
        (
            "w",
            "Xa3 xh8",
            "a3-a4=q",
            "A cross is switched with `=x` (diagonal) or `=+` (upright), not with `=q`.",
        ),
        (
            "w",
            "Xa3 xh8",
            "a3-a4=K",
            "A man becomes a king on the last rank, and a4 is not on it: `a3-a4`.",
        ),
        (
            "w",
            "Xa7 xh8",
            "a7-a8=+",
            "The man becomes a king on a8, and a king has no cross: `a7-a8=K`.",
        ),
        ("w", "Ka1 xh8", "a1-a2=+", "A king has no cross to turn: `a1-a2`."),
        ("w", "Ka1 xh8", "a1-a2=x", "A king has no cross to turn: `a1-a2`."),
        ("w", "Ka1 xh8", "a1-a2=K", "A king has no cross to turn: `a1-a2`."),
        # Moves without capture.
        (
            "w",
            "Xd4 xh8",
            "d4-e5",
            (
                "The cross of the man on d4 is diagonal, so it captures along diagonals and moves "
                "forward, left or right: the man on d4 can go to d5, c4 or e4."
            ),
        ),
        (
            "w",
            "Td4 xh8",
            "d4-d5=x",
            (
                "The cross of the man on d4 is upright, so it captures along rows and columns "
                "and moves diagonally forward: the man on d4 can go to c5 or e5."
            ),
        ),
        (
            "w",
            "Xd4 xh8",
            "d4-d3",
            "A man never moves backward: the man on d4 can go to d5, c4 or e4.",
        ),
        ("b", "Xa1 td5", "d5-c6", "A man never moves backward: the man on d5 can go to c4 or e4."),
        (
            "w",
            "Xd4 xh8",
            "d4-b5",
            (
                "A man with a diagonal cross moves one square forward, left or right: the man on "
                "d4 can go to d5, c4 or e4."
            ),
        ),
        (
            "w",
            "Td4 xh8",
            "d4-h8",
            (
                "A man with an upright cross moves one square diagonally forward: "
                "the man on d4 can go to c5 or e5."
            ),
        ),
        (
            "w",
            "Td4 xh8",
            "d4-h5",
            (
                "A man with an upright cross moves one square diagonally forward: the man on d4 "
                "can go to c5 or e5."
            ),
        ),
        (
            "w",
            "Ka1 xh8",
            "a1-a8",
            "A king moves one square in any direction: the king on a1 can go to a2, b2 or b1.",
        ),
        (
            "w",
            "Xa1 Ka2 xh8",
            "a1-a2",
            "There is a piece on a2 already: the man on a1 can go to b1.",
        ),
        ("w", "Ta2 Xb3 xh8", "a2-b3", "There is a piece on b3 already: the man on a2 cannot move."),
        (
            "w",
            "Xd4 xh8",
            "d4-d4",
            "A move ends on another square: the man on d4 can go to d5, c4 or e4.",
        ),
        (
            "w",
            "Xd4 xh8",
            "d4-d5-e5",
            (
                "A move of more than two squares is a capture, and none leads from d4 to d5: the "
                "man on d4 can go to d5, c4 or e4."
            ),
        ),
        # Jumps that cannot be made.
        (
            "w",
            "Xd4 xh8",
            "d4xf6",
            "There is no enemy to capture on the way to f6: the man on d4 can go to d5, c4 or e4.",
        ),
        (
            "w",
            "Xd4 ke5",
            "d4xf6",
            ("A man cannot take a king: the man on d4 can go to d5, c4 or e4."),
        ),
        (
            "w",
            "Xd4 ke5 xc5",
            "d4xf6",
            ("A man cannot take a king: you can play `d4xb6`, and capturing is compulsory."),
        ),
        (
            "w",
            "Xd4 xd5",
            "d4xd6",
            (
                "The cross of the man on d4 is diagonal, so it captures along diagonals and moves "
                "forward, left or right: the man on d4 can go to c4 or e4."
            ),
        ),
        (
            "w",
            "Td4 xe5 xd5",
            "d4xf6",
            (
                "The cross of the man on d4 is upright, so it captures along rows and columns "
                "and moves diagonally forward: you can play `d4xd6`, and capturing is compulsory."
            ),
        ),
        (
            "w",
            "Kd4 xd5 xh7",
            "d4xd6xd4",
            (
                "The piece on d5 can be jumped only once: you can play `d4xd6`, and capturing is "
                "compulsory."
            ),
        ),
        (
            "w",
            "Ta1 xa2 xa4",
            "a1xa3xa1xa3xa5",
            (
                "The piece on a2 can be jumped only once: you can play `a1xa5`, and capturing is "
                "compulsory."
            ),
        ),
        (
            "w",
            "Xd4 xe5 tf6 xc5",
            "d4xf6",
            "There is a piece on f6 already: you can play `d4xb6`, and capturing is compulsory.",
        ),
        # The duty to capture.
        ("w", "Xd4 xe5 Xa1", "a1-a2", "You must capture 1 piece: `d4xf6`."),
        ("w", "Xd4 xe5", "d4-d5", "You must capture 1 piece: `d4xf6`."),
        (
            "w",
            "Xd4 Ta1 xe5 xa2 xb3",
            "d4xf6",
            "That captures 1 and you must capture 2 pieces: `a1xc3`.",
        ),
        (
            "w",
            "Ta1 xa2 xb3",
            "a1xa3=x",
            "That captures 1 and you must capture 2 pieces: `a1xc3`.",
        ),
    ],
)
def test_a_refusal_says_why_and_what_would_be_right(
    turn: str, pieces: str, typed: str, sentence: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        at(turn, pieces).parse(typed)
    assert str(caught.value) == sentence


def test_a_strangers_suffix_is_quoted_short() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.start().parse("c3-c4=" + "`@everyone" * 20)
    assert len(str(caught.value)) < 130


# 18. Positions as text


def test_ranks_are_written_from_8_to_1_with_capitals_for_white() -> None:
    assert GAME.start().fen() == START
    assert text("b", "Xa1 Tb2 Kc8 xh8 tg7 kf1", "idle=3") == ("2K4x/6t1/8/8/8/8/1T6/X4k2 b idle=3")
    position = at("b", "Xa1 Tb2 Kc8 xh8 tg7 kf1", "idle=3")
    assert position.fen() == "2K4x/6t1/8/8/8/8/1T6/X4k2 b idle=3"


def test_counters_and_results_are_fields_in_any_order() -> None:
    position = GAME.read(f"{START} result=agreed idle=7")
    assert position.fen() == f"{START} idle=7 result=agreed"
    assert GAME.read(f"  {START.replace(' w', ' W')} idle=0 ").fen() == START


def test_a_move_sideways_is_counted_in_the_text() -> None:
    assert after(GAME.start(), "a3-b3 h6-g6").fen().endswith(" w idle=2")


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        (
            "",
            (
                "A position gives the pieces row by row, then the seat to move (w or b); `…` does "
                "not."
            ),
        ),
        (
            "8/8/8/8/8/8/8/8",
            (
                "A position gives the pieces row by row, then the seat to move (w or b); "
                "`8/8/8/8/8/8/8/8` does not."
            ),
        ),
        ("8/8/8/8/8/8/8/8 s", "Write the seat to move after the pieces: w or b, not `s`."),
        (
            "8/8/8 w",
            ("The board has 8 rows, from top to bottom with `/` between them, and this text 3."),
        ),
        ("8/8/8/9/8/8/8/8 w", "Row 4 has 8 points, and `9` fills 9."),
        ("8/8/8/7/8/8/8/8 w", "Row 4 has 8 points, and `7` fills 7."),
        ("8/8/8/44/8/8/8/8 w", "Row 4 has 8 points, and `44` fills 44."),
        ("8/8/8/XXXXXXXXX/8/8/8/8 w", "Row 4 has 8 points, and `XXXXXXXXX` fills 9."),
        (
            "8/8/8/8/Q7/8/8/8 w",
            (
                "`Q` in row 5 is not a piece; "
                "the pieces are `X`, `T`, `M`, `K`, `x`, `t`, `m` or `k`."
            ),
        ),
        (
            "0X7/8/8/8/8/8/8/8 w",
            (
                "`0` in row 1 is not a piece; "
                "the pieces are `X`, `T`, `M`, `K`, `x`, `t`, `m` or `k`."
            ),
        ),
        ("X7/8/8/8/8/8/8/8 w", "The man on a8 stands on a square where it would be a king."),
        ("8/8/8/8/8/8/8/t7 w", "The man on a1 stands on a square where it would be a king."),
        ("8/XXXXXXXX/XXXXX3/8/8/8/8/8 w", "A side has 12 pieces at most; here one has more."),
        (f"{START} idle=81", "`idle=81` does not fit this position."),
        (f"{START} idle=-1", "`idle=-1` does not fit this position."),
        (f"{START} idle=²", "`idle=²` does not fit this position."),
        (f"{START} result=won", "`result=won` does not fit this position."),
        (f"{START} result=counted", "`result=counted` does not fit this position."),
        (f"{START} idle=1 idle=2", "`idle=2` is not a field of this position, or comes twice."),
        (f"{START} wind=3", "`wind=3` is not a field of this position, or comes twice."),
        (f"{START} idle", "`idle` is not a field of this position, or comes twice."),
        ("X" * 1001, "A position has at most 1000 characters; this text is longer."),
    ],
)
def test_text_that_is_no_position_is_refused_with_what_is_wrong(fen: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        GAME.read(fen)
    assert str(caught.value) == sentence


# Pages


@pytest.mark.parametrize("page", GAME.pages, ids=lambda page: str(page.title))
def test_a_page_of_the_rules_is_short_and_shows_what_is_legal(page: Page) -> None:
    assert len(str(page.text)) <= 600
    position = GAME.read(page.position, page.seats, **page.options)
    assert position.fen() == page.position
    if page.move:
        position.play(position.parse(page.move))


def test_the_rules_in_short_fit_a_message() -> None:
    assert 5 <= len(GAME.pages) <= 8
    assert len(str(GAME.summary)) < 1500


@pytest.mark.parametrize(
    "addition", ["White", "sideways", "English draughts", "third time", "80 turns"]
)
def test_what_is_added_to_the_source_is_named(addition: str) -> None:
    added = " ".join(str(page.text).partition("House rule")[2] for page in GAME.pages)
    assert addition in added
