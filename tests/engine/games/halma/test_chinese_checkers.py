"""The rules of Chinese checkers, one by one: the star, and the differences from Halma."""

from __future__ import annotations

import random
from itertools import pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import InvalidPosition, Position
from tests.engine.games.halma.tables import after, ends, refusal, result, standing, table, texts
from tests.nightly import examples
from tests.oracles import halma_rules as oracle

SOUTH = "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4"
SOUTH_WEST = "e1 e2 e3 e4 f1 f2 f3 g1 g2 h1"
NORTH_WEST = "j1 k1 k2 l1 l2 l3 m1 m2 m3 m4"
NORTH = "q1 p1 p2 o1 o2 o3 n1 n2 n3 n4"
NORTH_EAST = "j10 k10 k11 l10 l11 l12 m10 m11 m12 m13"
SOUTH_EAST = "e10 e11 e12 e13 f10 f11 f12 g10 g11 h10"


def start(seats: int | None = None, /, **options: int | bool | str) -> Position:
    return engine.games["chinese-checkers"].start(seats, **options)


def star(
    pieces: str,
    turn: str = "A",
    fields: str = "",
    seats: int = 2,
    /,
    **options: int | bool | str,
) -> Position:
    return table("chinese-checkers", pieces, turn, fields, seats, **options)


# The star


def test_121_holes_in_rows_named_from_the_south_tip() -> None:
    board = start().board
    assert len(board) == 121
    assert board.style == "holes"
    rows = [sum(name[0] == letter for name in board.names) for letter in "abcdefghijklmnopq"]
    assert rows == [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]
    for row in "abcdefghijklmnopq":
        numbers = [int(name[1:]) for name in board.names if name[0] == row]
        assert numbers == list(range(1, len(numbers) + 1))


def test_the_first_row_is_at_the_bottom_and_the_centre_in_the_middle() -> None:
    board = start().board
    width, height = board.size
    assert board.xy[board.point["i5"]] == pytest.approx((width / 2, height / 2))
    assert board.xy[board.point["a1"]] == pytest.approx((width / 2, height - 0.5))
    assert board.xy[board.point["q1"]] == pytest.approx((width / 2, 0.5))
    assert board.xy[board.point["e1"]][0] == pytest.approx(0.5)
    assert board.xy[board.point["e13"]][0] == pytest.approx(width - 0.5)


def test_each_hole_has_six_neighbours_one_unit_away() -> None:
    board = start().board
    assert len(board.steps) == 6
    for direction in range(6):
        for point, neighbour in enumerate(board.steps[direction]):
            if neighbour >= 0:
                assert dist(board.xy[point], board.xy[neighbour]) == pytest.approx(1)
                assert board.steps[(direction + 3) % 6][neighbour] == point
    for one, other in pairwise(["e1", "e2", "f2", "f1", "e1"]):
        assert board.point[other] in {s[board.point[one]] for s in board.steps}


@pytest.mark.parametrize(
    ("seats", "camps", "targets"),
    [
        (2, [SOUTH, NORTH], [NORTH, SOUTH]),
        (3, [SOUTH, NORTH_WEST, NORTH_EAST], [NORTH, SOUTH_EAST, SOUTH_WEST]),
        (
            4,
            [SOUTH_WEST, NORTH_WEST, NORTH_EAST, SOUTH_EAST],
            [NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST],
        ),
        (
            5,
            [SOUTH_WEST, NORTH_WEST, NORTH, NORTH_EAST, SOUTH_EAST],
            [NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST],
        ),
        (
            6,
            [SOUTH, SOUTH_WEST, NORTH_WEST, NORTH, NORTH_EAST, SOUTH_EAST],
            [NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST],
        ),
    ],
)
def test_where_they_sit_and_where_they_go(seats: int, camps: list[str], targets: list[str]) -> None:
    position = start(seats)
    letters = "ABCDEF"[:seats]
    for seat, (camp, target) in enumerate(zip(camps, targets, strict=True)):
        assert standing(position, seat) == set(camp.split())
        zone = {position.board.names[p] for p, owner in position.display.zones() if owner == seat}
        assert zone == set(camp.split())
        others = " ".join(f"{letter} i{n}" for n, letter in enumerate(letters, 1) if n != seat + 1)
        arrived = star(f"{letters[seat]} {target} {others}", letters[seat - 1], "", seats)
        assert result(arrived).endswith("has filled the opposite camp.")


def test_six_seats_are_called_by_their_colours() -> None:
    names = [str(seat.name) for seat in start(6).seats]
    assert names == ["Red", "Blue", "Yellow", "Green", "Violet", "White"]


def test_partners_sit_opposite() -> None:
    assert [seat.team for seat in start(6, teams=True).seats] == [0, 1, 2, 0, 1, 2]
    assert [seat.team for seat in start(4, teams=True).seats] == [0, 1, 0, 1]


def test_fifteen_pieces_for_two_fill_five_holes_more() -> None:
    position = start(pieces=15)
    assert standing(position, 0) == {*SOUTH.split(), "e5", "e6", "e7", "e8", "e9"}
    assert standing(position, 1) == {*NORTH.split(), "m5", "m6", "m7", "m8", "m9"}
    camp = f"{NORTH} m5 m6 m7 m8 l8"
    position = star(f"A {camp} B i1", pieces=15)
    assert result(position) == ""
    assert result(after(position, "l8-m9")) == "(1, 2) Red has filled the opposite camp."
    assert not {"l4", "l5", "m4"} & ends(position, "m5")


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (3, {"pieces": 15}, "Fifteen pieces are for two players; 3 have ten each."),
        (3, {"teams": True}, "Teams are pairs of partners sitting opposite; 3 cannot."),
        (5, {"teams": True}, "Teams are pairs of partners sitting opposite; 5 cannot."),
        (5, {"first": 6}, "Seat 6 cannot begin: there are 5 seats."),
        (
            4,
            {"teams": True, "play_on": True},
            "The option `play_on` is for more than two sides: with two, the loser is second.",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(
    seats: int, options: dict[str, int | bool | str], sentence: str
) -> None:
    with pytest.raises(InvalidPosition) as caught:
        start(seats, **options)
    assert str(caught.value) == sentence


# Turns


def test_a_piece_steps_in_six_directions() -> None:
    assert ends(star("A i5 B q1"), "i5") == {"i4", "i6", "h5", "h6", "j5", "j6"}


def test_a_piece_jumps_over_one_adjacent_piece_into_the_hole_behind() -> None:
    assert "i7" in ends(star("A i5 B i6"), "i5")
    assert "i7" not in ends(star("A i5 B i6 i7"), "i5")
    assert not {"i8", "i9"} & ends(star("A i5 B i7"), "i5")


def test_there_is_no_deadline() -> None:
    assert "deadline" not in start().options


def test_a_long_jump_needs_equal_empty_stretches_before_and_behind() -> None:
    position = star("A i1 B i3", long_jump=True)
    assert "i5" in ends(position, "i1")
    assert "i5" not in ends(star("A i1 B i3"), "i1")
    assert not {"i4", "i6"} & ends(position, "i1")
    assert "i5" not in ends(star("A i1 B i3 i5", long_jump=True), "i1")
    assert "i5" not in ends(star("A i1 B i3 i4", long_jump=True), "i1")
    assert "i9" in ends(star("A i1 B i5", long_jump=True), "i1")


def test_long_jumps_follow_each_other_and_short_ones() -> None:
    position = star("A i1 B i3 j6 h8", long_jump=True)
    assert "i1-i5-k7" in texts(position)


def test_in_a_long_jump_the_pieces_own_hole_counts_as_empty() -> None:
    # The last jump goes from f10 over j7 to n2 and passes l7, where the piece began.
    position = star("A l7 B i1 j7 g10 h9", long_jump=True)
    assert "l7-h8-h10-f10-n2" in texts(position)


def test_a_step_onto_anothers_piece_in_the_target_camp_swaps_the_two() -> None:
    position = star("A m5 B n1 q1 A a1", swap=True)
    move = position.parse("m5-n1")
    assert move.kind == "swap"
    swapped = position.play(move)
    assert standing(swapped, 0) == {"n1", "a1"}
    assert standing(swapped, 1) == {"m5", "q1"}
    assert refusal(star("A m5 B n1 q1"), "m5-n1").startswith("There is a piece on n1 already")


def test_only_steps_into_the_target_camp_swap_and_only_with_others() -> None:
    position = star("A l5 B l4 m5 A m6 B n1", swap=True)
    assert not {"l4", "m5", "m6"} & ends(position, "l5")
    position = star("A l4 B m5 n1", swap=True)
    assert refusal(position, "l4-n1").startswith(
        "The piece on n1 swaps places only with a piece that steps there: "
    )
    position = star("A n1 n2 B o1", swap=True)
    assert "o1" in ends(position, "n1")
    assert "n2" not in ends(position, "n1")


def test_partners_and_enemies_are_swapped_alike() -> None:
    position = star("A i1 j9 C j10 B i5 D i6", "A", "", 4, teams=True, swap=True)
    assert position.parse("j9-j10").kind == "swap"


# Camps and winning


def test_unused_points_are_open_to_all_and_used_ones_are_not() -> None:
    # Two players leave four of the points unused; three use all six, as camps or targets.
    assert "j1" in ends(star("A i1 B a1"), "i1")
    pieces = "A i1 B i5 C i7"
    assert "j1" in ends(star(pieces, "A", "", 3), "i1")
    assert "j1" not in ends(star(pieces, "A", "", 3, foreign="closed"), "i1")
    assert "h1" not in ends(star(pieces, "A", "", 3, foreign="closed"), "i1")
    # With five players, the south point is the target of one.
    five = "A e5 B i5 C i6 D i7 E i8"
    assert "d1" in ends(star(five, "A", "", 5), "e5")
    assert "d1" not in ends(star(five, "A", "", 5, foreign="pass"), "e5")
    four = "A e5 B i5 C i6 D i7"
    assert "d1" in ends(star(four, "A", "", 4, foreign="pass"), "e5")


def test_a_full_target_camp_with_a_piece_of_ones_own_is_won_by_default() -> None:
    pieces = f"A {NORTH.replace('n4', 'm8').replace('q1 ', '')} B q1 i5"
    won = result(after(star(pieces), "m8-n4"))
    assert won == "(1, 2) The target camp of Red is full, and Red has a piece in it."
    assert result(after(star(pieces, unblock=False), "m8-n4")) == ""
    assert result(after(start(), "d1-e5")) == ""


def test_who_is_blocked_may_win_by_the_turn_of_another() -> None:
    pieces = f"A {NORTH.replace('n4', 'i5').replace('q1 ', '')} B q1 m8"
    position = after(star(pieces, "B"), "m8-n4")
    assert result(position).startswith("(1, 2) The target camp of Red is full")


def test_60_rounds_without_a_new_piece_in_a_target_camp_are_a_draw() -> None:
    position = star("A i1 B i3 C i5 D i7", "D", "idle=239", 4)
    assert result(after(position, "i7-i8")) == (
        "(1, 1, 1, 1) 60 rounds without a piece entering its target camp."
    )


def test_in_three_teams_a_resignation_takes_the_pieces_of_both_off() -> None:
    position = start(6, teams=True).resign(4)
    assert result(position) == ""
    assert [seat.active for seat in position.seats] == [True, False, True, True, False, True]
    assert standing(position, 1) == standing(position, 4) == set()
    assert after(position, "d1-e5").turn == 2
    assert result(position.resign(0)) == "(2, 3, 1, 2, 3, 1) All others are out of the game."


def test_three_teams_may_play_on_for_places() -> None:
    home = f"A {NORTH.replace('n4', 'm8')} D {SOUTH}"
    rest = "B i1 C i2 E i3 F i4"
    position = after(star(f"{home} {rest}", "A", "", 6, teams=True, play_on=True), "m8-n4")
    assert result(position) == ""
    assert [seat.active for seat in position.seats] == [False, True, True, False, True, True]
    assert result(position.resign(1)) == "(1, 3, 2, 1, 3, 2) All places are decided."


def test_the_last_two_of_three_play_for_the_second_place() -> None:
    rest = f"B {SOUTH_EAST.replace('h10', 'i9')} C i1"
    position = star(f"A {NORTH.replace('n4', 'm8')} {rest}", "A", "", 3, play_on=True)
    position = after(position, "m8-n4")
    assert result(position) == ""
    assert result(after(position, "i9-h10")) == "(1, 2, 3) All places are decided."


# Text


def test_the_start_as_text() -> None:
    assert start().fen() == "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A"


def test_the_field_home_must_be_possible() -> None:
    text = "1/2/3/4/13/12/11/10/9/10/11/12/12A/BBB1/BBB/BB/B A"
    read = engine.games["chinese-checkers"].read
    assert read(text).outcome() is None
    for field in ("home=A", "home=AA", "home=C", "home="):
        with pytest.raises(InvalidPosition, match="does not fit this position"):
            read(f"{text} {field}")
    with pytest.raises(InvalidPosition, match="`home=B` does not fit"):
        read(f"{text} home=B", unblock=False)
    assert read(f"{text} home=B").outcome() is not None


# The turns by an oracle


tables = st.sampled_from([(2, 10), (2, 15), (3, 10), (4, 10), (5, 10), (6, 10)])
rules = st.fixed_dictionaries(
    {
        "lock": st.sampled_from(["end", "hop"]),
        "no_return": st.booleans(),
        "long_jump": st.booleans(),
        "swap": st.booleans(),
    },
)


@settings(deadline=None, max_examples=examples(150))
@given(tables, rules, st.sampled_from(["stop", "pass", "closed"]), st.integers(0, 2**32))
def test_the_turns_are_those_of_the_oracle(
    kind: tuple[int, int], chosen: dict[str, str | bool], foreign: str, seed: int
) -> None:
    seats, men = kind
    rng = random.Random(seed)
    options: dict[str, int | bool | str] = {"pieces": men, **chosen}
    if seats > 2:
        options["foreign"] = foreign
    ground = oracle.star(seats, men)
    pieces = oracle.scattered(ground, rng)
    text = oracle.written(ground, pieces, rng.randrange(seats))
    position = engine.games["chinese-checkers"].read(text, seats, **options)
    found = oracle.turns(ground, pieces, position.turn, position.options)
    assert texts(position) == sorted(found.values())
    for (first, last), way in found.items():
        assert position.write(position.parse(f"{first}-{last}")) == way
