import pytest

import engine
from engine import InvalidMove
from engine.capabilities import notation

BOARD = engine.games["frisian"].start().board


@pytest.mark.parametrize(
    "text",
    [
        "32-28",
        "32 28",
        "32x28",
        "32×28",
        "32:28",
        "32–28",
        " 32 - 28 ",
        "32X28",
        "32—28",
        "32\n28",
        "32->28",
        "32>28",
        "32→28",
        "32 => 28",
        "1. 32-28",
        "1.32-28",
        "12... 32-28",
        "32-28!",
        "32-28.",
    ],
)
def test_any_separator_and_case_is_understood(text: str) -> None:
    assert notation.read_path(BOARD, text, "32-28") == ((31, 27), "")
    assert notation.is_path(BOARD, text)


@pytest.mark.parametrize("text", ["3228", "32.28", "32,28", "32, 28"])
def test_what_may_be_chat_is_read_where_a_move_is_meant(text: str) -> None:
    assert notation.read_path(BOARD, text, "32-28") == ((31, 27), "")
    assert not notation.is_path(BOARD, text)


def test_names_need_no_separator() -> None:
    board = engine.games["turkish"].start().board
    typed = notation.read_path(board, "c3c4", "c3-c4")
    assert typed == notation.read_path(board, "c3-c4", "c3-c4")
    assert notation.read_path(BOARD, "322314", "32-28") == ((31, 22, 13), "")


def test_three_digits_are_cut_in_both_ways() -> None:
    assert notation.read_paths(BOARD, "115", "32-28") == (((10, 4), ""), ((0, 14), ""))
    assert notation.read_paths(BOARD, "511", "32-28") == (((4, 10), ""),)  # there is no 51


def test_a_number_before_a_move_is_left_out_only_where_a_move_follows() -> None:
    assert notation.read_path(BOARD, "32.28.19", "32-28") == ((31, 27, 18), "")
    assert notation.read_path(BOARD, "1. 3", "32-28") == ((0, 2), "")
    assert notation.read_path(BOARD, "1. 32 28", "32-28") == ((0, 31, 27), "")


def test_squares_between_are_read() -> None:
    assert notation.read_path(BOARD, "32x23x14", "32-28") == ((31, 22, 13), "")


def test_what_follows_an_equals_sign_is_the_suffix() -> None:
    assert notation.read_path(BOARD, "32-28 = K", "32-28") == ((31, 27), "k")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "32",
        "see you at 10-20",
        "32--",
        "-28",
        "e4-e5",
        "32/28",
        "32-28?",
        "32+28",
        "²-³",
        "1" * 400,
        "32 28 looks good",
    ],
)
def test_other_text_is_no_move(text: str) -> None:
    assert not notation.is_path(BOARD, text)
    with pytest.raises(
        InvalidMove, match="only if it stands alone" if "32-28" in text else "32-28"
    ):
        notation.read_path(BOARD, text, "32-28")


def test_a_square_that_is_not_on_the_board_is_named() -> None:
    with pytest.raises(InvalidMove, match="There is no 51 on this board"):
        notation.read_path(BOARD, "51-47", "32-28")


def test_points_are_written_with_what_separates_them() -> None:
    assert notation.write_path(BOARD, (31, 22, 13), "x") == "32x23x14"
    assert notation.write_path(BOARD, (31, 27), "-", "k") == "32-28=k"
