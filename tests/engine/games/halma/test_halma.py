"""The rules of Halma, one by one."""

from __future__ import annotations

import pytest

import engine
from engine import InvalidPosition, Position
from tests.engine.games.halma.tables import (
    FOREIGN,
    after,
    ends,
    four,
    refusal,
    result,
    small,
    standing,
    table,
    texts,
)

NORTH_WEST = "a5 a6 b6 a7 b7 c7 a8 b8 c8 d8"
SOUTH_EAST = "e1 f1 g1 h1 f2 g2 h2 g3 h3 h4"


def start(seats: int | None = None, **options: int | bool | str) -> Position:
    return engine.games["halma"].start(seats, **options)


# 1. Camps


@pytest.mark.parametrize(
    ("size", "first", "second"),
    [
        (8, "e1-h1 f2-h2 g3-h3 h4", "a8-d8 a7-c7 a6-b6 a5"),
        (10, "f1-j1 g2-j2 h3-j3 i4-j4 j5", "a10-e10 a9-d9 a8-c8 a7-b7 a6"),
        (16, "l1-p1 l2-p2 m3-p3 n4-p4 o5-p5", "a16-e16 a15-e15 a14-d14 a13-c13 a12-b12"),
    ],
)
def test_two_camps_in_opposite_corners(size: int, first: str, second: str) -> None:
    position = start(size=size)
    for seat, camp in enumerate((first, second)):
        assert standing(position, seat) == squares(camp)
        zone = {position.board.names[p] for p, owner in position.display.zones() if owner == seat}
        assert zone == squares(camp)


def test_four_camps_of_thirteen_in_the_corners() -> None:
    position = start(4)
    assert standing(position, 0) == squares("a1-d1 a2-d2 a3-c3 a4-b4")
    assert standing(position, 1) == squares("a16-d16 a15-d15 a14-c14 a13-b13")
    assert standing(position, 2) == squares("m16-p16 m15-p15 n14-p14 o13-p13")
    assert standing(position, 3) == squares("m1-p1 m2-p2 n3-p3 o4-p4")


def squares(ranges: str) -> set[str]:
    found = set()
    for word in ranges.split():
        first, _, last = word.partition("-")
        for file in range(ord(first[0]), ord((last or first)[0]) + 1):
            found.add(f"{chr(file)}{first[1:]}")
    return found


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (4, {"size": 8}, "Four play Halma on 16×16 squares; 8×8 is for two."),
        (4, {"size": 10}, "Four play Halma on 16×16 squares; 10×10 is for two."),
        (2, {"teams": True}, "Teams are pairs of partners sitting opposite; 2 cannot."),
        (2, {"first": 3}, "Seat 3 cannot begin: there are 2 seats."),
        (
            2,
            {"foreign": "pass"},
            "The option `foreign` is for more than two: two have no camps of others.",
        ),
        (
            2,
            {"play_on": True},
            "The option `play_on` is for more than two sides: with two, the loser is second.",
        ),
        (
            4,
            {"play_on": True, "teams": True},
            "The option `play_on` is for more than two sides: with two, the loser is second.",
        ),
        (
            2,
            {"deadline": 30},
            (
                "The deadline is turn 30 on 8×8 and turn 50 on 10×10, and there is none on 16×16; "
                "30 does not go with 16×16."
            ),
        ),
        (
            2,
            {"deadline": 50, "size": 8},
            (
                "The deadline is turn 30 on 8×8 and turn 50 on 10×10, and there is none on 16×16; "
                "50 does not go with 8×8."
            ),
        ),
    ],
)
def test_what_does_not_go_together_is_refused(
    seats: int, options: dict[str, int | bool | str], sentence: str
) -> None:
    with pytest.raises(InvalidPosition) as caught:
        start(seats, **options)
    assert str(caught.value) == sentence


# 2. Order


def test_the_seats_are_called_by_their_colours_in_order_of_play() -> None:
    assert [str(seat.name) for seat in start(4).seats] == ["Red", "Blue", "Yellow", "Green"]
    position = start(4)
    turns = []
    for _ in range(5):
        turns.append(position.turn)
        position = position.play(position.legal_moves()[0])
    assert turns == [0, 1, 2, 3, 0]


def test_another_seat_may_begin_and_keeps_its_letter() -> None:
    position = start(4, first=3)
    assert position.turn == 2
    assert position.fen().endswith(" C")
    assert standing(position, 0) == standing(start(4), 0)


# 3. A turn


def test_a_piece_steps_in_eight_directions() -> None:
    position = small("A d4 B h1")
    assert texts(position) == [
        f"d4-{to}" for to in ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"]
    ]


def test_a_piece_does_not_step_onto_another() -> None:
    assert ends(small("A d4 d5 B e5"), "d4") == {
        *("c3", "c4", "c5", "d3", "e3", "e4"),
        *("d6", "f6", "f4"),
    }


def test_a_piece_jumps_over_one_adjacent_piece_of_any_colour() -> None:
    position = small("A d4 e4 B d5")
    assert "d4-f4" in texts(position)
    assert "d4-d6" in texts(position)


def test_a_jump_needs_the_square_right_beyond_to_be_empty() -> None:
    assert not {"f4", "g4"} & ends(small("A d4 B e4 f4"), "d4")


def test_a_jump_is_over_an_adjacent_piece() -> None:
    assert not {"e4", "f4", "g4"} & ends(small("A c4 B e4"), "c4")


def test_jumps_follow_each_other_and_may_stop_after_any() -> None:
    position = small("A d1 B e1 f2 f4")
    assert texts(position, "d1-f1") == ["d1-f1", "d1-f1-f3", "d1-f1-f3-f5"]


def test_nothing_is_captured() -> None:
    position = after(small("A d1 B e1 f2 f4"), "d1-f5")
    assert standing(position, 0) == {"f5"}
    assert standing(position, 1) == {"e1", "f2", "f4"}
    assert not any(move.captured or move.removed for move in position.legal_moves())


def test_steps_and_jumps_do_not_mix() -> None:
    position = small("A d1 B e1")
    assert "g1" not in ends(position, "d1")
    assert "f2" not in ends(position, "d1")


def test_a_turn_may_not_end_where_it_began() -> None:
    position = small("A d4 B e4 f5 e6 d5")
    assert {"f4", "f6", "d6"} <= ends(position, "d4")
    assert "d4" not in ends(position, "d4")
    assert refusal(position, "d4-f4-f6-d6-d4").startswith(
        "A turn may not end where it began: the piece on d4 can go to "
    )


def test_a_turn_is_the_same_whatever_way_the_jumps_went() -> None:
    position = small("A d4 B e4 f5 e6 d5")
    assert [t for t in texts(position, "d4") if t.endswith("d6")] == ["d4-d6"]
    move = position.parse("d4-d6")
    for way in ("d4-f4-f6-d6", "d4 d6", "d4xf6xd6", "D4:F4:F6:D6"):
        assert position.parse(way) == move


def test_the_shortest_way_is_written_and_of_equals_the_first_in_the_alphabet() -> None:
    position = small("A d4 B e4 f5 e6 d5")
    assert [position.write(position.parse("d4-f6"))] == ["d4-d6-f6"]
    assert position.write(position.parse("d4-f4-f6")) == "d4-d6-f6"


def test_a_wide_net_of_jumps_costs_a_look_at_each_point() -> None:
    others = [f"{file}{rank}" for file in "bdfh" for rank in (2, 4, 6, 8, 10)][:19]
    position = table("halma", f"A a1 B {' '.join(others)}")
    assert len(ends(position, "a1")) > 12


# 4. The target camp


def test_a_piece_in_its_target_camp_moves_only_inside_it() -> None:
    assert ends(small("A a6 B h1"), "a6") == {"a5", "a7", "b6", "b7"}
    assert ends(small("A h1 B g3", "B"), "g3") == {"f2", "g2", "h2", "h3", "h4"}


def test_out_and_in_again_is_allowed_unless_every_hop_must_stay_inside() -> None:
    # The piece jumps over b5 out of the camp to c5, then over c6 back in, to c7.
    pieces = "A a5 B b5 c6"
    assert "a5-c5-c7" in texts(small(pieces))
    assert "c5" not in ends(small(pieces), "a5")
    assert "c7" not in ends(small(pieces, lock="hop"), "a5")
    assert "a5-a7" in texts(small("A a5 a6", lock="hop"))


# 5. The own camp and those of others


def test_a_piece_may_come_back_into_its_own_camp() -> None:
    assert "h4" in ends(small("A g5 B a1"), "g5")


def test_with_no_return_it_may_not_stop_there_again() -> None:
    position = small("A g5 B a1", no_return=True)
    assert not ends(position, "g5") & set(SOUTH_EAST.split())
    # A piece that is still at home may move about there.
    assert "h3" in ends(small("A h4 B a1", no_return=True), "h4")


def test_with_no_return_a_piece_may_jump_through_its_own_camp() -> None:
    position = small("A e3 B f3 g4", no_return=True)
    assert "g3" not in ends(position, "e3")
    assert "e3-g3-g5" in texts(position)


def test_camps_of_others_may_be_stopped_in() -> None:
    assert {"a13", "b14", "d14"} <= ends(four(FOREIGN), "b12")


def test_camps_of_others_may_be_only_for_passing_or_closed() -> None:
    watched = {"a13", "b14", "d14"}
    assert ends(four(FOREIGN, foreign="pass"), "b12") & watched == {"d14"}
    assert ends(four(FOREIGN, foreign="closed"), "b12") & watched == set()


def test_the_own_camp_and_the_target_are_never_foreign() -> None:
    position = four("A e2 l15 B a8", foreign="closed")
    assert "d2" in ends(position, "e2")
    assert "m15" in ends(position, "l15")


# 6. Winning


def test_who_fills_the_opposite_camp_after_his_own_turn_has_won() -> None:
    position = small(f"A {NORTH_WEST.replace('b6', 'c6')} B e4", "A", "played=20,19")
    assert result(position) == ""
    assert result(after(position, "c6-b6")) == "(1, 2) Red has filled the opposite camp."


def test_a_camp_that_others_help_to_fill_is_not_won() -> None:
    camp = NORTH_WEST.replace("a8 ", "").replace("b6", "c6")
    assert result(after(small(f"A {camp} B a8 e4"), "c6-b6")) == ""


# 7. Blocked camps


def test_after_the_deadline_a_piece_in_the_own_camp_loses() -> None:
    position = small("A h1 c3 B a8 e4", "A", "played=29,29")
    lost = "(2, 1) Red still has pieces in its own camp after turn 30."
    assert result(position) == ""
    assert result(after(position, "c3-c4")) == lost
    assert result(after(position, "h1-g1")) == lost


def test_each_player_has_all_his_turns_until_the_deadline() -> None:
    position = after(small("A g3 h5 B a8 e4", "A", "played=29,29"), "g3-f4")
    assert result(position) == ""
    assert result(after(position, "e4-e5")) == (
        "(1, 2) Blue still has pieces in its own camp after turn 30."
    )


def test_who_comes_back_after_the_deadline_loses() -> None:
    position = small("A h5 B e4", "A", "played=30,30")
    assert result(after(position, "h5-h6")) == ""
    assert result(after(position, "h5-h4")).startswith("(2, 1) Red still has pieces")


def test_the_deadline_is_turn_50_on_10x10_and_may_be_left_out() -> None:
    assert start(size=10).options["deadline"] == 50
    assert start(size=8).options["deadline"] == 30
    assert start().options["deadline"] == 0
    assert start(size=8, deadline=0).options["deadline"] == 0
    position = table("halma", "A j1 B e4", "A", "played=49,49", size=10)
    assert result(after(position, "j1-i1")).startswith("(2, 1)")
    assert result(after(small("A h1 B e4", deadline=0), "h1-g1")) == ""


def test_a_turn_that_wins_counts_before_the_deadline() -> None:
    # By Parlett's rule, Red wins although one of their pieces is still at home.
    camp = NORTH_WEST.replace("a8 ", "").replace("b6", "c6").replace("d8 ", "")
    pieces = f"A {camp} h1 B a8 d8 e4"
    position = small(pieces, "A", "played=29,29", unblock=True)
    assert result(after(position, "c6-b6")) == (
        "(1, 2) The target camp of Red is full, and Red has a piece in it."
    )
    assert result(after(small(pieces, "A", "played=29,29"), "c6-b6")).startswith("(2, 1)")


def test_a_player_is_warned_before_the_turn_that_loses_by_the_deadline() -> None:
    position = small("A h1 c3 B a8 e4", "A", "played=29,29")
    assert str(position.claiming.warning(position.parse("c3-c4"))) == (
        "This is your turn 30, and pieces of yours are still in your own camp: this move loses "
        "the game."
    )
    position = small("A h4 c3 B a8 e4", "A", "played=29,29")
    assert position.claiming.warning(position.parse("h4-g5")) is None
    assert position.claiming.warning(position.parse("c3-c4")) is not None
    position = small("A h1 c3 B a8 e4", "A", "played=28,28")
    assert position.claiming.warning(position.parse("c3-c4")) is None


def test_a_player_is_told_in_time_that_pieces_have_to_leave_the_own_camp() -> None:
    (told,) = small("A h1 g1 c3 B a8 e4", "A", "played=20,20").display.news()
    assert str(told) == (
        "Red still has 2 pieces in its own camp: after its turn 30, that loses the game. "
        "Turns left: 10."
    )
    assert not small("A h1 g1 c3 B a8 e4", "A", "played=19,19").display.news()
    assert not small("A h5 c3 B a8 e4", "A", "played=29,29").display.news()
    assert not small("A h1 c3 B a8 e4", "A", "played=29,29").resign(1).display.news()
    assert not small("A h1 c3 B a8 e4", deadline=0).display.news()


def test_how_many_pieces_have_arrived_is_told_once_one_has() -> None:
    assert not small("A h1 c3 B a8 e4").display.news()
    (told,) = small("A a8 c3 d4 B a7 g2 h1").display.news()
    assert str(told) == "Pieces that have arrived, out of 3: Red 1, Blue 2."


def test_a_player_is_not_warned_of_a_turn_that_wins() -> None:
    camp = NORTH_WEST.replace("a8 ", "").replace("b6", "c6").replace("d8 ", "")
    position = small(f"A {camp} h1 B a8 d8 e4", "A", "played=29,29", unblock=True)
    assert position.claiming.warning(position.parse("c6-b6")) is None
    assert position.claiming.warning(position.parse("c6-c5")) is not None


def test_unblock_a_full_target_camp_with_a_piece_of_ones_own_is_won() -> None:
    pieces = f"A a5 c6 B {NORTH_WEST.replace('a5 ', '').replace('b6 ', '')}"
    reason = "The target camp of Red is full, and Red has a piece in it."
    assert result(after(small(pieces, unblock=True), "c6-b6")) == f"(1, 2) {reason}"
    assert result(after(small(pieces), "c6-b6")) == ""


def test_unblock_counts_after_a_turn_of_the_other_too() -> None:
    pieces = f"A a5 e5 B c6 {NORTH_WEST.replace('a5 ', '').replace('b6 ', '')}"
    position = after(small(pieces, "B", unblock=True), "c6-b6")
    assert result(position).startswith("(1, 2) The target camp of Red is full")


def test_unblock_needs_a_piece_of_ones_own() -> None:
    assert result(start(size=8, unblock=True)) == ""
