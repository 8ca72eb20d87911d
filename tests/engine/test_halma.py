"""The rules of Halma, one by one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import IllegalMove, InvalidMove, InvalidPosition, Position
from engine.game import DRAW
from tests.engine import halma_oracle as oracle
from tests.engine.halma_tables import after, ends, result, standing, table, texts

NORTH_WEST = "a5 a6 b6 a7 b7 c7 a8 b8 c8 d8"
SOUTH_EAST = "e1 f1 g1 h1 f2 g2 h2 g3 h3 h4"


def start(seats: int | None = None, **options: int | bool | str) -> Position:
    return engine.games["halma"].start(seats, **options)


def small(
    pieces: str, turn: str = "A", fields: str = "", /, **options: int | bool | str
) -> Position:
    """A position of two on 8x8."""
    return table("halma", pieces, turn, fields, None, size=8, **options)


def four(
    pieces: str, turn: str = "A", fields: str = "", /, **options: int | bool | str
) -> Position:
    return table("halma", pieces, turn, fields, 4, **options)


def refusal(position: Position, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        position.parse(text)
    return str(caught.value)


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
        zone = {position.board.names[p] for p, owner in position.zones() if owner == seat}
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
            "The option `play_on` is for more than two sides: of two, the other is second.",
        ),
        (
            4,
            {"play_on": True, "teams": True},
            "The option `play_on` is for more than two sides: of two, the other is second.",
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
    # Over b5 out to c5, over c6 in to c7.
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


FOREIGN = "A b12 D b13 c14"
"""A piece of the south-west that can jump to b14, in the camp of the north-west, and on over c14
to d14, out of it; or step into it, to a13."""


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
    lost = "(2, 1) Red still has pieces in the own camp after turn 30."
    assert result(position) == ""
    assert result(after(position, "c3-c4")) == lost
    assert result(after(position, "h1-g1")) == lost


def test_each_player_has_all_his_turns_until_the_deadline() -> None:
    position = after(small("A g3 h5 B a8 e4", "A", "played=29,29"), "g3-f4")
    assert result(position) == ""
    assert result(after(position, "e4-e5")) == (
        "(1, 2) Blue still has pieces in the own camp after turn 30."
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
    # By Parlett's rule Red arrives although a piece of his is still at home.
    camp = NORTH_WEST.replace("a8 ", "").replace("b6", "c6").replace("d8 ", "")
    pieces = f"A {camp} h1 B a8 d8 e4"
    position = small(pieces, "A", "played=29,29", unblock=True)
    assert result(after(position, "c6-b6")) == (
        "(1, 2) The target camp of Red is full, and Red has a piece in it."
    )
    assert result(after(small(pieces, "A", "played=29,29"), "c6-b6")).startswith("(2, 1)")


def test_a_player_is_warned_before_the_turn_that_loses_by_the_deadline() -> None:
    position = small("A h1 c3 B a8 e4", "A", "played=29,29")
    assert str(position.warning(position.parse("c3-c4"))) == (
        "That is your turn 30 and leaves pieces in your own camp: it loses the game."
    )
    position = small("A h4 c3 B a8 e4", "A", "played=29,29")
    assert position.warning(position.parse("h4-g5")) is None
    assert position.warning(position.parse("c3-c4")) is not None
    position = small("A h1 c3 B a8 e4", "A", "played=28,28")
    assert position.warning(position.parse("c3-c4")) is None


def test_a_player_is_not_warned_of_a_turn_that_wins() -> None:
    camp = NORTH_WEST.replace("a8 ", "").replace("b6", "c6").replace("d8 ", "")
    position = small(f"A {camp} h1 B a8 d8 e4", "A", "played=29,29", unblock=True)
    assert position.warning(position.parse("c6-b6")) is None
    assert position.warning(position.parse("c6-c5")) is not None


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


# 8. Four players

HOMES = (
    "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 a4 b4",
    "a16 b16 c16 d16 a15 b15 c15 d15 a14 b14 c14 a13 b13",
    "m16 n16 o16 p16 m15 n15 o15 p15 n14 o14 p14 o13 p13",
    "m1 n1 o1 p1 m2 n2 o2 p2 n3 o3 p3 o4 p4",
)
"""The camps of Red, Blue, Yellow and Green."""


def arriving(rest: str, /, **options: int | bool | str) -> Position:
    """Red is one step, l15-m15, from filling Yellow's camp."""
    return four(f"A {HOMES[2].replace('m15', 'l15')} {rest}", "A", "", **options)


def test_the_first_to_fill_the_diagonal_camp_wins() -> None:
    position = after(arriving("B e8 C f8 D g8"), "l15-m15")
    assert result(position) == "(1, 2, 2, 2) Red has filled the opposite camp."


def test_the_others_may_play_on_for_places() -> None:
    green = HOMES[1].replace("d16", "e16")
    position = after(arriving(f"B e8 C f8 D {green}", play_on=True), "l15-m15")
    assert result(position) == ""
    assert [seat.active for seat in position.seats] == [False, True, True, True]
    assert position.fen().endswith(" B home=A")
    position = after(position, "e8-e9 f8-f9 e16-d16")
    assert result(position) == ""
    assert position.turn == 1
    position = position.resign(2)
    assert result(position) == "(1, 3, 4, 2) All places are decided."


def test_only_the_first_to_arrive_wins_where_places_are_not_played_for() -> None:
    both = f"A {HOMES[2]} C {HOMES[0]} B e8 D g8"
    assert result(four(both, "B", "home=CA")) == "(2, 2, 1, 2) Yellow has filled the opposite camp."
    places = four(f"{both}", "B", "home=CA", play_on=True)
    assert result(places) == ""
    assert result(places.resign(1)) == "(2, 4, 1, 3) All places are decided."


def test_who_has_arrived_is_skipped() -> None:
    position = after(arriving("B e8 C f8 D g8", play_on=True), "l15-m15 e8-e9 f8-f9 g8-g9")
    assert position.turn == 1


def test_partners_sit_in_opposite_corners() -> None:
    assert [seat.team for seat in start(4, teams=True).seats] == [0, 1, 0, 1]
    assert len(start(teams=True).seats) == 4


def test_a_team_wins_with_both_sets_and_who_is_home_is_skipped() -> None:
    yellow = HOMES[0].replace("d1", "e1")
    position = after(arriving(f"B e8 C {yellow} D g8", teams=True), "l15-m15")
    assert result(position) == ""
    assert all(seat.active for seat in position.seats)
    position = after(position, "e8-e9 e1-f1 g8-g9")
    assert position.turn == 1
    position = after(position, "e9-e8 f1-e1 g9-g8 e8-e9 e1-d1")
    assert result(position) == "(1, 2, 1, 2) Red and Yellow have filled the opposite camps."


def test_in_teams_a_blocked_camp_counts_as_home() -> None:
    yellow = HOMES[0].replace("d1", "e1")
    red = HOMES[2].replace("m15 ", "").replace("m16", "l15")
    position = four(f"A {red} B m16 e8 C {yellow} D g8", teams=True, unblock=True)
    position = after(position, "l15-m15 e8-e9")
    assert position.fen().endswith("C home=A idle=1")
    assert result(after(position, "e1-d1")).startswith("(1, 2, 1, 2)")


def test_a_resignation_in_a_team_is_the_teams() -> None:
    position = start(4, teams=True).resign(2)
    assert result(position) == "(2, 1, 2, 1) Red and Yellow gave up."


def test_who_is_home_may_resign_for_the_team() -> None:
    position = after(arriving("B e8 C e2 D g8", teams=True), "l15-m15").resign(0)
    assert result(position) == "(2, 1, 2, 1) Red and Yellow gave up."
    again = engine.games["halma"].read(position.fen(), 4, teams=True)
    assert again == position
    with pytest.raises(InvalidPosition, match="`home=A` does not fit"):
        engine.games["halma"].read(f"{position.fen()} home=A", 4, teams=True)


def test_who_resigns_among_several_has_his_pieces_taken_off_and_ranks_last() -> None:
    position = start(4).resign(1)
    assert result(position) == ""
    assert standing(position, 1) == set()
    assert not position.seats[1].active
    position = after(position, "d1-e1")
    assert position.turn == 2
    position = position.resign(2)
    assert position.turn == 3
    assert result(position) == ""
    assert result(position.resign(0)) == "(2, 4, 3, 1) All others gave up."


def test_who_resigns_on_his_turn_leaves_it_to_the_next() -> None:
    assert start(4).resign(0).turn == 1


def test_of_two_the_one_who_resigns_leaves_his_pieces() -> None:
    position = start().resign(0)
    assert result(position) == "(2, 1) Red gave up."
    assert standing(position, 0) == standing(start(), 0)


# 9. Nobody passes


BLOCKED = "A a1 B a2 b1 b2 a3 b3 c1 c2 c3 C a8 D h1"


def test_a_player_without_a_legal_turn_is_skipped() -> None:
    position = four(BLOCKED, "D")
    position = after(position, "h1-h2")
    assert position.turn == 1
    assert four(BLOCKED, "A").turn == 1


def test_if_nobody_can_move_the_game_is_drawn() -> None:
    position = table("halma", "A a8 B h1", "A", size=8)
    assert result(position) == ""
    assert result(small("")) == "(1, 1) Nobody can move."
    assert result(small("A b8 a7 b7 a8 c8 a6 b6 c7 a5 d8 B h1 g1 h2 g2 f1 h3 g3 f2 e1 h4")) != ""


# 10. Draws


def test_the_third_repetition_is_a_draw() -> None:
    position = start(size=8)
    moves = "h4-h5 a5-a4 h5-h4 a4-a5"
    assert after(position, moves).key == position.key
    assert after(position, moves) != position
    drawn = after(position, moves).repeated()
    assert result(drawn) == "(1, 1) The same position stood for the third time."


@pytest.mark.parametrize(
    ("seats", "options", "turns", "rounds"),
    [(2, {"size": 8}, 120, 60), (2, {}, 200, 100), (4, {}, 400, 100)],
)
def test_so_many_rounds_without_a_new_piece_in_a_target_camp_are_a_draw(
    seats: int, options: dict[str, int | bool | str], turns: int, rounds: int
) -> None:
    letters = "ABCD"[:seats]
    pieces = " ".join(f"{letter} {file}3" for letter, file in zip(letters, "abcd", strict=False))
    fields = f"idle={turns - 1}"
    position = table("halma", pieces, letters[-1], fields, seats, **options)
    assert result(position) == ""
    file = "abcd"[seats - 1]
    reason = f"{rounds} rounds without a piece entering its target camp."
    assert result(after(position, f"{file}3-{file}4")).endswith(reason)


def test_a_piece_that_enters_its_target_camp_starts_the_count_again() -> None:
    position = small("A a4 a7 B e5", "A", "idle=119")
    assert after(position, "a4-a5").fen().endswith(" B played=1,0")
    assert result(after(position, "a7-a8")).startswith("(1, 1) 60 rounds")


def test_the_count_of_rounds_goes_on_when_somebody_leaves() -> None:
    position = four("A a8 B c8 C e8 D g8", "A", "idle=398")
    after_one = position.resign(3)
    assert after_one.fen().endswith("A out=D idle=298")
    assert result(after(after_one, "a8-a9")) == ""
    assert "100 rounds" in result(after(after_one, "a8-a9 c8-c9"))


def test_a_skipped_turn_counts_in_a_round() -> None:
    position = after(four(BLOCKED, "D", "idle=5"), "h1-h2")
    assert "idle=7" in position.fen()


def test_the_players_may_agree_on_a_draw() -> None:
    position = start(4).resign(1)
    assert position.agreements() == (DRAW,)
    drawn = position.agree(DRAW)
    assert result(drawn) == "(1, 4, 1, 1) The players agreed on it."
    assert drawn.agreements() == ()


# 11. Notation


@pytest.mark.parametrize("text", ["e4-f5", "E4 F5", "e4xf5", "e4-g4-g6", "h4:h5", "a1–a3"])
def test_two_or_more_squares_are_notation(text: str) -> None:
    assert start(size=8).reads(text)


@pytest.mark.parametrize("text", ["", "e4", "e4-", "e4-z9", "e4 and f5", "32-28", "e4-a9"])
def test_other_text_is_none(text: str) -> None:
    assert not start(size=8).reads(text)
    with pytest.raises(InvalidMove):
        start(size=8).parse(text)


def test_the_squares_between_may_be_some_of_those_that_can_be_passed() -> None:
    position = small("A d1 B e1 f2 f4 g5")
    assert position.write(position.parse("d1-f3-h5")) == "d1-f1-f3-f5-h5"
    assert position.write(position.parse("d1-f1-h5")) == "d1-f1-f3-f5-h5"


@pytest.mark.parametrize(
    ("position", "typed", "sentence"),
    [
        ("A d4 B e5 h8", "d4-d4", "A turn may not end where it began: the piece on d4 can go to"),
        ("A d4 B e5 h8", "e5-e6", "The piece on e5 belongs to Blue: `d4-c3` is a move."),
        ("A d4 B e5 h8", "c4-c5", "There is no piece on c4: `d4-c3` is a move."),
        ("A d4 B e5 h8", "d4-e5", "There is a piece on e5 already: the piece on d4 can go to"),
        ("A d4 B e5 h8", "d4-d5=+", "Nothing is chosen with `=` in this game: `d4-c3` is a move."),
        (
            "A d4 B e5 h8",
            "d4-f4",
            "There is no piece on e4 to jump over on the way from d4 to f4: the piece on d4 can",
        ),
        (
            "A d4 B e5 h8",
            "d4-f6-f7",
            "f6-f7 is a step, and a turn is one step or only jumps: the piece on d4 can go to",
        ),
        (
            "A d4 B e5 h8",
            "d4-g8",
            "Neither a step nor jumps lead from d4 to g8: the piece on d4 can go to",
        ),
        (
            "A d4 B e5 h8",
            "d4-f6-d5",
            "d5 is reached by a step, which passes no other point: `d4-d5`.",
        ),
        (
            "A d4 B e5 h8 e4",
            "d4-a1-f6",
            "The piece cannot pass a1 in its jumps: `d4-f6` is the way.",
        ),
        (
            "A a6 B h8",
            "a6-a4",
            "There is no piece on a5 to jump over on the way from a6 to a4: the piece on a6 can",
        ),
        (
            "A b6 B h8",
            "b6-c6",
            (
                "The piece on b6 stands in its target camp and may not leave it: the piece on b6 "
                "can go to a5, a6, a7 or another."
            ),
        ),
        (
            "A a1 h7 B b1 b2 a2 h8 a3 c3 c1",
            "a1-b1",
            "There is a piece on b1 already: the piece on a1 cannot move.",
        ),
    ],
)
def test_a_refusal_says_why_and_what_would_be_right(
    position: str, typed: str, sentence: str
) -> None:
    said = refusal(small(position), typed)
    assert said.startswith(sentence)
    assert said.endswith(".")


@pytest.mark.parametrize(
    ("position", "typed", "sentence"),
    [
        (
            small("A a5 B b5 c6", lock="hop"),
            "a5-c5-c7",
            "The jumps to c7 lead out of the target camp, and every one must stay inside: ",
        ),
        (
            small("A g5 B a1", no_return=True),
            "g5-h4",
            "h4 is in your own camp, where a piece that has left it may not stop: ",
        ),
        (
            four(FOREIGN, foreign="pass"),
            "b12-a13",
            "a13 is in the camp of others, where your pieces may not stop: ",
        ),
        (
            four(FOREIGN, foreign="closed"),
            "b12-b14-d14",
            "The jumps to d14 lead through a closed camp: ",
        ),
    ],
)
def test_a_refusal_names_the_option_in_force(position: Position, typed: str, sentence: str) -> None:
    assert refusal(position, typed).startswith(sentence)


def test_who_cannot_move_is_told_so() -> None:
    assert refusal(small(""), "a1-a2") == "You have no legal move."


# Positions as text


def test_the_start_as_text() -> None:
    assert start(size=8).fen() == "BBBB4/BBB5/BB6/B7/7A/6AA/5AAA/4AAAA A"
    position = after(start(size=8), "h4-h5 a5-a4")
    assert position.fen() == "BBBB4/BBB5/BB6/7A/B7/6AA/5AAA/4AAAA A idle=2 played=1,1"


EMPTY = "8/8/8/8/8/8/8/A6B"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "",
            (
                "A position gives the pieces row by row, then the seat to move (a or b); `` does "
                "not."
            ),
        ),
        (
            "8/8 A",
            ("The board has 8 rows, from top to bottom with `/` between them, and this text 2."),
        ),
        (EMPTY.replace("A6B", "A7B") + " A", "Row 8 has 8 points, and `A7B` fills 9."),
        (
            EMPTY.replace("A6B", "C6B") + " A",
            "`C` in row 8 is no piece; the pieces are `A` or `B`.",
        ),
        (f"{EMPTY} C", "After the pieces comes the seat to move, a or b, not `C`."),
        (
            f"{EMPTY} A huff=1",
            "`huff=1` is not a field of this position, or comes twice.",
        ),
        (f"{EMPTY} A idle=121", "`idle=121` does not fit this position."),
        (f"{EMPTY} A played=31,1", "`played=31,1` does not fit this position."),
        (f"{EMPTY} A played=1", "`played=1` does not fit this position."),
        (f"{EMPTY} A home=A", "`home=A` does not fit this position."),
        (f"{EMPTY} A out=AB", "`out=AB` does not fit this position."),
        (f"{EMPTY} A out=AA", "`out=AA` does not fit this position."),
        (f"{EMPTY} A out=", "`out=` does not fit this position."),
        (f"{EMPTY} A result=won", "`result=won` does not fit this position."),
        (
            "AAAAAAAA/AAA5/8/8/8/8/8/7B A",
            "Red (`A`) has 11 pieces, and the camp only room for 10.",
        ),
    ],
)
def test_text_that_is_no_position_is_refused_with_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        engine.games["halma"].read(text, size=8)
    assert str(caught.value) == sentence


def test_fields_that_the_table_has_not_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="`played=1,1` is not a field"):
        engine.games["halma"].read(f"{EMPTY} A played=1,1", size=8, deadline=0)
    with pytest.raises(InvalidPosition, match="its pieces are off the board"):
        four("A a8 B c8 C e8 D g8", "A", "out=D")
    with pytest.raises(InvalidPosition, match="`out=D` does not fit"):
        four("A a8 B c8 C e8", "A", "out=D", teams=True)


def test_positions_of_different_tables_are_different() -> None:
    text = start(size=8).fen()
    read = engine.games["halma"].read
    assert read(text, size=8) != read(text, size=8, lock="hop")
    assert read(text, size=8) == read(text, size=8, first=1)


# An independent look at the moves


tables = st.sampled_from([(16, 2), (16, 4), (10, 2), (8, 2)])
rules = st.fixed_dictionaries(
    {"lock": st.sampled_from(["end", "hop"]), "no_return": st.booleans()},
)


@settings(deadline=None, max_examples=150)
@given(tables, rules, st.sampled_from(["stop", "pass", "closed"]), st.integers(0, 2**32))
def test_the_turns_are_those_of_the_oracle(
    kind: tuple[int, int], chosen: dict[str, str | bool], foreign: str, seed: int
) -> None:
    size, seats = kind
    rng = random.Random(seed)
    options: dict[str, int | bool | str] = {"size": size, **chosen}
    if seats > 2:
        options["foreign"] = foreign
    ground = oracle.squares(size, seats)
    pieces = oracle.scattered(ground, rng)
    text = oracle.written(ground, pieces, rng.randrange(seats))
    position = engine.games["halma"].read(text, seats, **options)
    found = oracle.turns(ground, pieces, position.turn, position.options)
    assert texts(position) == sorted(found.values())
    for (first, last), way in found.items():
        assert position.write(position.parse(f"{first}-{last}")) == way
