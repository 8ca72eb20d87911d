"""Refusals of moves in Frisian draughts, and its positions as text."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, InvalidPosition
from tests.engine.games.frisian.positions import (
    PRESETS,
    after,
    read,
)

# Refusals


@pytest.mark.parametrize(
    ("fen", "typed", "sentence"),
    [
        ("W:W31-50:B1-20", "30-25", "Square 30 is empty: `31-26` is a move."),
        ("W:W31-50:B1-20", "18-23", "The piece on 18 is your opponent's: `31-26` is a move."),
        (
            "W:W31-50:B1-20",
            "32-28=K",
            "Nothing is chosen with `=` in this game: `31-26` is a move.",
        ),
        (
            "W:W31-50:B1-20",
            "32-37",
            "A man moves forward only: the man on 32 can go to 27 or 28.",
        ),
        ("W:W31-50:B1-20", "38-32", "There is a piece on 32 already: the man on 38 cannot move."),
        (
            "W:W31-50:B1-20",
            "31-27-22",
            (
                "A move of more than two squares is a capture, and none leads from 31 to 27: "
                "the man on 31 can go to 26 or 27."
            ),
        ),
        (
            "W:W31-50:B1-20",
            "32-32",
            "A move ends on another square: the man on 32 can go to 27 or 28.",
        ),
        (
            "W:W31-50:B1-20",
            "32x23",
            "There is no enemy to capture on the way to 23: the man on 32 can go to 27 or 28.",
        ),
        (
            "W:W31-50:B1-20",
            "32-22",
            "A man moves one square diagonally: the man on 32 can go to 27 or 28.",
        ),
        ("W:W28:B1", "28-33", "A man moves forward only: the man on 28 can go to 22 or 23."),
        ("B:W45:B28", "28-22", "A man moves forward only: the man on 28 can go to 32 or 33."),
        ("W:W32,33,41:B28,19,10,5,27,37", "41-36", "You must capture 3 pieces: `33x42`."),
        ("W:W28,46:B23", "46-41", "You must capture 1 piece: `28x19`."),
        ("W:W28,40:B22,34", "28-23", "You must capture 1 piece: `28x17`."),
        ("W:W28,40:B22,34", "1-2", "Square 1 is empty: `28x17` is a move."),
        ("W:W28,40,46:B22,34", "46-41", "You must capture 1 piece: `28x17` or `40x29`."),
        (
            "W:W28,40:B22,12,34",
            "40x29",
            "That captures 1 and you must capture 2 pieces: `28x8`.",
        ),
        (
            "W:WK46,32:BK5,1",
            "46-47",
            (
                "When it does not capture, a king moves along its diagonals: "
                "the king on 46 can go to 41 or 37."
            ),
        ),
        (
            "W:WK46,32:BK5,1",
            "46-14",
            "The piece on 32 is in the way: the king on 46 can go to 41 or 37.",
        ),
        ("W:WK46,41:B1", "46-14", "The piece on 41 is in the way: the king on 46 cannot move."),
        (
            "W:WK28:B1,36",
            "28-26",
            (
                "There is no enemy to capture on the way to 26: "
                "the king on 28 can go to 32, 37, 41 or another."
            ),
        ),
        ("W:W:B1", "32-28", "You have no legal move."),
    ],
)
def test_a_refusal_says_why_and_what_would_be_right(fen: str, typed: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read(fen).parse(typed)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("fen", "typed", "sentence"),
    [
        (
            "W:WK46,31:B1 white-king=46:3",
            "46-41",
            (
                "The king on 46 has made three moves in a row and may only capture until another "
                "of your pieces moves: `31-26` is a move."
            ),
        ),
        (
            "W:W28,K50:B22,39",
            "28x17",
            "Where a king and a man can capture the same, the king must: `50x33`.",
        ),
        (
            "W:W28,40:B22,K34",
            "28x17",
            "You must make the most valuable capture, of 1 king: `40x29`.",
        ),
        (
            "W:W33,32:BK28,22,12",
            "32x23",
            "You must make the most valuable capture, of 1 man and 1 king: `32x21`.",
        ),
        (
            "W:W28,40:B22,12,K34",
            "40x29",
            "You must make the most valuable capture, of 2 men: `28x8`.",
        ),
    ],
)
def test_an_official_refusal_names_the_official_rule(fen: str, typed: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read(fen, "frisian-official").parse(typed)
    assert str(caught.value) == sentence


# 14. Positions as text


def test_three_pieces_of_a_kind_in_a_row_are_a_range() -> None:
    start = engine.games["frisian"].start()
    assert after(start, "32-28").fen() == "B:W28,31,33-50:B1-20"
    for fen in ("W:W28,29:B1", "W:WK28-30,31,32:BK1,2,K3", "W:W:B", "B:W:BK50"):
        assert read(fen).fen() == fen


@pytest.mark.parametrize(
    "text", ["W:B1-20:W31-50", "w:w31-50:b1-20.", " W:W31-40,41-50:B1-20\n", "W:W50,31-49:B1-20"]
)
def test_other_ways_to_write_a_position_are_read(text: str) -> None:
    assert read(text).fen() == "W:W31-50:B1-20"
    assert read("W:WK46-K48:B1").fen() == "W:WK46-48:B1"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "",
            (
                "A position gives the side to move and the pieces of both sides, like "
                "`W:W31-50:B1-20`; `…` does not."
            ),
        ),
        (
            "W:W31-50",
            (
                "A position gives the side to move and the pieces of both sides, like "
                "`W:W31-50:B1-20`; `W:W31-50` does not."
            ),
        ),
        ("W:W31-51:B1", "`31-51` is not on the board, whose squares are 1 to 50."),
        ("W:W0:B1", "`0` is not on the board, whose squares are 1 to 50."),
        ("W:W40-31:B1", "`40-31` is not on the board, whose squares are 1 to 50."),
        ("W:W31-50:B1,40", "`40`: that square has a piece already."),
        ("W:W31,K31:B1", "`K31`: that square has a piece already."),
        ("W:W5:B11", "In `5` the man stands on the king row: it would be a king."),
        ("W:W31:B46", "In `46` the man stands on the king row: it would be a king."),
        ("W:Wx:B1", "`X` does not name pieces; they are written `31`, `K31` or `31-35`."),
        ("W:W31-K33:B1", "`31-K33` goes from a man to a king."),
        ("W:W31:B1 wind=3", "`wind=3` is not a field of this position, or comes twice."),
        ("W:WK31:BK1 idle=1 idle=2", "`idle=2` is not a field of this position, or comes twice."),
        ("W:W31:B1 idle=1", "`idle=1` does not fit this position."),
        ("W:WK31:B1 idle=51", "`idle=51` does not fit this position."),
        ("W:WK31,K32:B1 two-kings=1", "`two-kings=1` does not fit this position."),
        ("W:W31:B1 result=won", "`result=won` does not fit this position."),
        ("W" * 501, "A position has at most 500 characters; this text is longer."),
    ],
)
def test_text_that_is_no_position_is_refused_with_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        read(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("field", ["46:4", "46:0", "47:1", "1:1", "99:1", "46", "²:1"])
def test_the_count_of_a_kings_moves_must_fit(field: str) -> None:
    with pytest.raises(InvalidPosition):
        read(f"W:WK46,31:BK1 white-king={field}", "frisian-official")
    with pytest.raises(InvalidPosition):
        read("W:WK46:BK1 white-king=46:1", "frisian-official")


def test_positions_of_different_presets_are_different() -> None:
    fen = "W:W31:B20"
    assert len({read(fen, game) for game in PRESETS}) == len(PRESETS)
