import pytest

import engine
from engine import InvalidMove
from engine.capabilities import notation

BOARD = engine.games["frisian"].start().board


@pytest.mark.parametrize(
    "text",
    ["32-28", "32 28", "32x28", "32×28", "32:28", "32–28", " 32 - 28 ", "32X28", "32—28", "32\n28"],
)
def test_any_separator_and_case_is_understood(text: str) -> None:
    assert notation.read_path(BOARD, text, "32-28") == ((31, 27), "")
    assert notation.is_path(BOARD, text)


def test_squares_between_are_read() -> None:
    assert notation.read_path(BOARD, "32x23x14", "32-28") == ((31, 22, 13), "")


def test_what_follows_an_equals_sign_is_the_suffix() -> None:
    assert notation.read_path(BOARD, "32-28 = K", "32-28") == ((31, 27), "k")


@pytest.mark.parametrize(
    "text",
    ["", "32", "see you at 10-20", "32-28!", "32--", "-28", "e4-e5", "32,28", "²-³", "1" * 400],
)
def test_other_text_is_no_move(text: str) -> None:
    assert not notation.is_path(BOARD, text)
    with pytest.raises(InvalidMove, match="32-28"):
        notation.read_path(BOARD, text, "32-28")


def test_a_square_that_is_not_on_the_board_is_named() -> None:
    with pytest.raises(InvalidMove, match="There is no 51 on this board"):
        notation.read_path(BOARD, "51-47", "32-28")


def test_points_are_written_with_what_separates_them() -> None:
    assert notation.write_path(BOARD, (31, 22, 13), "x") == "32x23x14"
    assert notation.write_path(BOARD, (31, 27), "-", "k") == "32-28=k"
