"""The search for captures and the walk along them, with jumps that are easy to count."""

from __future__ import annotations

import pytest

from engine.board import PointSets, square_board
from engine.capabilities import captures
from engine.capabilities.captures import Captures, Listing, TakesLong, capture, quickly

SIDE = 6
SETS = PointSets(square_board(SIDE, 1), range(SIDE))


class Takes(Captures):
    """Captures that take any of ``pieces``, each once, in any order.

    A state is the set of bits taken so far; its place is their number.
    """

    def __init__(self, pieces: int) -> None:
        self.pieces = pieces

    def onward(self, state: int) -> list[int]:
        left = self.pieces & ~state
        return [state | 1 << piece for piece in range(left.bit_length()) if left >> piece & 1]

    def place(self, state: int) -> int:
        return state.bit_count()


ALL = 0b111110


def found(pieces: int, width: int, listing: Listing | None = None, *more: int) -> Captures:
    """Return the search for captures of ``pieces``, from state 1 and the states ``more``."""
    search = Takes(pieces)
    search.search(dict.fromkeys((1, *more), 0), width, listing)
    return search


def test_every_state_is_followed_once_by_the_first_path_to_it() -> None:
    search = found(ALL, 1_000)
    assert [len(level) for level in search.levels] == [1, 5, 10, 10, 5, 1]
    assert search.ended == [0b111111]
    assert search.path(0b111111, 5) == [1, 0b11, 0b111, 0b1111, 0b11111, 0b111111]
    with pytest.raises(LookupError):
        search.path(0b1000000, 3)


def test_what_goes_no_further_is_complete_at_once() -> None:
    search = found(0, 1_000)
    assert search.levels == [{1: 0}]
    assert search.ended == [1]


def test_a_search_may_begin_in_several_states() -> None:
    search = found(0b110, 1_000, None, 1 << 6 | 1)
    assert search.ended == [0b111, 1 << 6 | 0b111]


def test_beyond_its_width_a_search_goes_on_with_a_sample() -> None:
    search = found(ALL, 3)
    assert [len(level) for level in search.levels] == [1, 3, 3, 3, 3, 1]
    assert list(search.levels[1]) == [0b11, 0b101, 0b10001]
    assert [len(level) for level in found(ALL, 0).levels] == [1] * 6


def test_a_list_is_complete_or_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(captures, "STATES", 31)
    listing = Listing()
    assert len(found(ALL, 0, listing).levels[2]) == 10
    assert listing.complete
    found(ALL, 1_000, listing)  # nothing is left out
    assert listing.complete
    found(ALL, 3, listing)
    assert not listing.complete


def test_a_list_that_takes_long_is_told_to_who_wants_it_quickly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(captures, "QUICK", 30)
    with quickly():
        found(0b1110, 1_000, Listing())
        with pytest.raises(TakesLong):
            found(ALL, 1_000, Listing())
    found(ALL, 1_000, Listing())


def test_a_walk_goes_as_far_as_jumps_lead() -> None:
    assert Takes(ALL).along(1, [2, 3]) == [1, 0b11, 0b111]
    assert Takes(ALL).along(1, [2, 4, 5]) == [1, 0b11]
    assert Takes(ALL).along(1, [2, 4, 3]) == [1, 0b11]
    assert Takes(ALL).along(1, [1, 2]) == [1]
    assert Takes(ALL).along(1, []) == [1]


def test_the_states_of_a_capture_tell_its_path_and_what_it_took() -> None:
    move = capture(SETS, [0b000001, 0b000110, 0b011010], 0b010101)
    assert (move.path, move.captured) == ((0, 2, 4), (1, 3))
