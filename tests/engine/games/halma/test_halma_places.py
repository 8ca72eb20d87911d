"""The rules of Halma: four players and teams, skipped turns, and draws."""

from __future__ import annotations

import pytest

import engine
from engine import InvalidPosition, Position
from engine.values import DRAW
from tests.engine.games.halma.tables import (
    after,
    four,
    result,
    small,
    standing,
    table,
)


def start(seats: int | None = None, **options: int | bool | str) -> Position:
    return engine.games["halma"].start(seats, **options)


# 8. Four players

HOMES = (
    "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 a4 b4",
    "a16 b16 c16 d16 a15 b15 c15 d15 a14 b14 c14 a13 b13",
    "m16 n16 o16 p16 m15 n15 o15 p15 n14 o14 p14 o13 p13",
    "m1 n1 o1 p1 m2 n2 o2 p2 n3 o3 p3 o4 p4",
)
"""The camps of Red, Blue, Yellow and Green."""


def arriving(rest: str, /, **options: int | bool | str) -> Position:
    """Return a position in which Red is one step, l15-m15, from filling Yellow's camp."""
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
    assert result(position) == "(2, 1, 2, 1) Red and Yellow resigned."


def test_who_is_home_may_resign_for_the_team() -> None:
    position = after(arriving("B e8 C e2 D g8", teams=True), "l15-m15").resign(0)
    assert result(position) == "(2, 1, 2, 1) Red and Yellow resigned."
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
    assert result(position.resign(0)) == "(2, 4, 3, 1) All others are out of the game."


def test_who_resigns_on_his_turn_leaves_it_to_the_next() -> None:
    assert start(4).resign(0).turn == 1


def test_of_two_the_one_who_resigns_leaves_his_pieces() -> None:
    position = start().resign(0)
    assert result(position) == "(2, 1) Red resigned."
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
