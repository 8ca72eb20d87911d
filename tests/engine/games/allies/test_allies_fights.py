"""Turns, huff and force, and the ends of fights in Les Alliés, rule by rule."""

from __future__ import annotations

import pytest

from engine import AmbiguousMove, IllegalMove, InvalidMove, Position
from engine.games.allies.map.europe import FIELDS, GRID
from tests.engine.games.allies.positions import (
    BOARD,
    CE,
    CENTRAL,
    CW,
    EE,
    ENTENTE,
    EW,
    GAME,
    after,
    at,
    fields,
    filled,
    ranks,
    reason,
    refused,
    standing,
    takings,
    texts,
    west,
)

FOUR = "FM5 GF12 RA25 DE17"
"""One soldier of each director, all far apart."""


def _turns(position: Position, count: int) -> list[int]:
    turns = [position.turn]
    for _ in range(count):
        position = position.play(position.legal_moves()[0])
        turns.append(position.turn)
    return turns


# 7. Turns


def test_order_of_turns_attackers_first_seat_1_and_4_then_2_and_3() -> None:
    assert _turns(at(EW, FOUR), 4) == [EW, CE, CW, EE, EW]
    assert filled().turn == EW


def test_with_central_west_seats_2_and_3_begin() -> None:
    assert _turns(at(CW, FOUR, attack="central-west"), 4) == [CW, EE, EW, CE, CW]
    assert filled(attack="central-west").turn == CW


def test_no_passing() -> None:
    assert all(m.kind == "move" for m in at(EW, FOUR).legal_moves())


def test_a_result_takes_effect_with_the_next_half_round() -> None:
    position = after(at(EW, "FM7 GN8 RA25 DE17 DE19"), "M7xO9")
    assert {"west=entente-taken", "pending=1"} <= fields(position)
    assert position.turn == CE
    news = [str(text) for text in position.display.news()]
    assert "That takes effect once Central East has moved." in news
    assert position.seats[EW].active
    assert not position.seats[CW].active
    position = after(position, "E17-F16")
    assert position.turn == EE
    assert "pending=1" not in fields(position)
    assert not position.seats[EW].active
    assert "O9-N8" in texts(position)


def test_a_director_who_cannot_move_and_has_no_claim_is_judged_at_the_start_of_his_turn() -> None:
    position = after(at(EW, "GC13 FD14 FE15 FE11 FE13 RA25 DE17"), "E13-D12")
    assert position.turn == CE
    assert "west=" not in position.fen().replace("quiet-west=", "")
    position = after(position, "E17-F16")
    assert position.turn == EE
    assert {"west=entente-blocked", "pending=1"} <= fields(position)


# 13 to 15. Huff and force

OMITTED = "FM7 FM3 GN8 GF12 GC13"


def test_a_quiet_move_of_who_could_take_is_an_offence_that_is_announced() -> None:
    position = after(west(ENTENTE, OMITTED), "M3-L4")
    assert position.turn == CENTRAL
    assert [claim.text for claim in position.claiming.claims()] == ["huff M7", "force"]
    news = " ".join(map(str, position.display.news()))
    assert "Entente could have taken with M7 and did not: Central Powers may `huff` or" in news
    assert "neither costs a turn" in news
    assert "Pieces left: Entente 2, Central Powers 3." in map(str, position.display.news())
    warning = west(ENTENTE, OMITTED).claiming.warning(west(ENTENTE, OMITTED).parse("M3-L4"))
    assert warning is not None
    assert "M7xO9" in str(warning)


def test_huff_lifts_any_piece_that_could_have_taken_and_he_moves_as_usual() -> None:
    position = after(west(ENTENTE, OMITTED), "M3-L4", "huff M7")
    assert position.turn == CENTRAL
    assert standing(position) == {"FL4", "GN8", "GF12", "GC13"}
    assert not position.claiming.claims()
    assert after(position, "F12-G13").turn == ENTENTE


def test_a_piece_that_moved_instead_is_named_where_it_stands_now() -> None:
    position = after(west(ENTENTE, OMITTED), "M7-L8")
    assert [claim.text for claim in position.claiming.claims()] == ["huff L8", "force"]
    assert "could not have taken" in refused(position, "huff M7")


def test_the_squares_of_a_move_that_may_be_forced_back_are_no_claim() -> None:
    position = after(west(ENTENTE, OMITTED), "M3-L4")
    assert "your enemy" in refused(position, "L4-M3")
    assert "your enemy" in refused(position, "M7-M7")


@pytest.mark.parametrize("typed", ["huff c12345", "huff c9223372036854775808", "huff N8 k12345"])
def test_a_huff_of_a_name_too_long_for_a_square_is_refused(typed: str) -> None:
    position = west(ENTENTE, OMITTED)
    assert "no claim I can read" in refused(position, typed)
    assert not position.notation.is_notation(typed)


def test_huff_and_the_move_after_it_in_one_message() -> None:
    position = after(west(ENTENTE, OMITTED), "M3-L4")
    assert after(position, "huff M7 F12-G13") == after(position, "huff m7", "f12 g13")
    assert after(position, "huff F12-G13") == after(position, "huff", "F12-G13")


def test_huff_without_a_square_where_several_could_be_meant_is_asked_about() -> None:
    position = after(west(ENTENTE, OMITTED + " FP6 GP8 GQ5"), "M3-L4")
    assert len(position.claiming.claims()) == 3
    with pytest.raises(AmbiguousMove):
        position.parse("huff")


def test_force_undoes_the_move_and_the_offender_must_take() -> None:
    position = after(west(ENTENTE, OMITTED), "M3-L4", "force")
    assert position.turn == ENTENTE
    assert standing(position) == set(OMITTED.split())
    assert texts(position) == ["M7xO9"]
    assert "forced" in refused(position, "M3-L4")
    position = after(position, "M7xO9")
    assert position.turn == CENTRAL
    assert not position.claiming.claims()


def test_force_undoes_the_promotion_too() -> None:
    position = after(west(ENTENTE, "FK9 FM7 GN8 GF12"), "K9-L10")
    assert "fL10" in standing(position)
    position = after(position, "force")
    assert "FK9" in standing(position)
    assert texts(position) == ["M7xO9"]


def test_a_general_that_was_one_before_stays_one_when_its_move_is_undone() -> None:
    position = after(west(ENTENTE, "fK9 FM7 GN8 GF12"), "K9-L10", "force")
    assert "fK9" in standing(position)


def test_by_moving_he_lets_it_stand() -> None:
    position = after(west(ENTENTE, OMITTED + " FL6"), "M3-L4", "F12-G13")
    assert not any(field.startswith("claim") for field in fields(position))


def test_one_huff_an_offence() -> None:
    position = after(west(ENTENTE, OMITTED + " FP6 GP8 GQ5"), "M3-L4", "huff M7")
    assert "nothing to `huff`" in refused(position, "huff P6")
    assert "nothing to `force`" in refused(position, "force")


def test_a_forced_stroke_cannot_be_huffed() -> None:
    position = after(west(ENTENTE, OMITTED + " FP6 GQ5"), "M3-L4", "force", "M7xO9")
    assert not position.claiming.claims()


def test_could_take_is_judged_after_any_huff_of_his_own() -> None:
    # Central huffs the soldier it could have taken: nothing is left to take, so no offence.
    position = after(west(ENTENTE, "FM7 FM3 GN8 GF12 GC13"), "M7-L8")
    position = after(position, "huff L8", "F12-G13")
    assert not position.claiming.claims()


def test_huffing_the_last_piece_wins_the_fight() -> None:
    position = after(west(ENTENTE, "FM7 GN8 GF12"), "M7-L8", "huff L8")
    assert ranks(position) == (2, 1)
    assert "no piece left" in reason(position)


def test_an_offence_lives_until_his_opponent_in_that_fight_has_moved() -> None:
    position = after(at(EW, "FM7 FM3 GN8 GF12 RA25 DE17"), "M3-L4")
    assert position.turn == CE
    assert not position.claiming.claims()
    position = after(position, "E17-F16")
    assert [claim.text for claim in position.claiming.claims()] == ["huff M7", "force"]


def test_a_forced_stroke_is_one_under_the_border_of_that_moment() -> None:
    # Seat 4 omits a taking in the half-round in which the west is lost; the border opens after it.
    pieces = "FM7 GN8 RA25 DE17 RH16 DG17 DI19 RF18"
    position = after(at(EW, pieces), "M7xO9")
    assert position.turn == CE
    assert takings(position)
    position = after(position, "I19-J20")
    assert position.turn == EE
    assert any("~" in field for field in fields(position))
    forced = after(position, "force")
    assert takings(forced) == takings(after(at(EW, pieces), "M7xO9"))


def test_claims_that_do_not_exist_are_refused() -> None:
    position = west(ENTENTE, OMITTED)
    assert "nothing to `huff`" in refused(position, "huff N8")
    assert "nothing to `force`" in refused(position, "force")
    with pytest.raises(InvalidMove):
        position.parse("huff the french")
    with pytest.raises(IllegalMove, match="resign"):
        position.parse("surrender")


# 17 to 20. The end of a fight


def test_a_fight_is_won_when_the_other_side_has_no_piece_left() -> None:
    position = after(west(ENTENTE, "FM7 GN8"), "M7xO9")
    assert reason(position) == "1 2 Central Powers had no piece left."


BLOCKED = "GC13 FD12 FE11 FD14 FE15"


def test_who_cannot_move_has_lost_and_those_left_are_prisoners() -> None:
    position = west(CENTRAL, BLOCKED)
    assert ranks(position) == (1, 2)
    assert "could not move" in reason(position)
    assert "GC13" not in standing(position)


def test_who_holds_a_claim_may_use_it_first() -> None:
    position = west(ENTENTE, BLOCKED + " FG13 FM7 GN8".replace(" FM7 GN8", ""))
    # Central's only piece is locked in, and the Entente omitted nothing.
    assert after(position, "G13-H12").outcome() is not None
    free = west(CENTRAL, BLOCKED + " FG13", "claim-west=H12-G13:G13,D12")
    assert free.outcome() is None
    assert texts(free) == ["huff D12", "huff G13", "force"]
    assert after(free, "huff G13").outcome() is not None
    assert "C13-D12" in texts(after(free, "huff D12"))


def test_a_director_may_surrender_at_any_time() -> None:
    position = at(EW, FOUR)
    for seat in (EW, CW, EE, CE):
        gone = position.resign(seat)
        assert gone.outcome() is None
        assert len(standing(gone)) == 3
        assert "pending=1" in fields(gone)
    assert position.resign(EW).turn == CE


def test_a_director_who_rests_has_nothing_to_surrender() -> None:
    position = at(EE, "FO9 RA25 DE17", "west=entente-taken")
    assert position.resign(EW) == position
    assert ranks(position.resign(EE)) == (1, 1, 1, 1)


@pytest.mark.parametrize(("generals", "over"), [("gC13", True), ("gC13 gD12", True)])
def test_undecided_with_one_general_against_one_or_two(generals: str, over: bool) -> None:
    position = west(ENTENTE, f"fU5 {generals}")
    assert (position.outcome() is not None) == over
    assert ranks(position) == (1, 1)


def test_one_general_against_three_is_fought_out() -> None:
    assert west(ENTENTE, "fU5 gC13 gD12 gE13").outcome() is None


def test_two_generals_against_two_are_fought_out() -> None:
    assert west(ENTENTE, "fU5 fT4 gC13 gD12").outcome() is None


def test_a_single_general_that_can_be_taken_is() -> None:
    position = west(ENTENTE, "fP6 gM9")
    assert position.outcome() is None
    assert ranks(after(position, "P6xL10")) == (1, 2)


@pytest.mark.parametrize(("quiet", "limit"), [(40, 80), (25, 50)])
def test_a_quiet_fight_is_over_after_so_many_turns_by_each_side(quiet: int, limit: int) -> None:
    position = west(ENTENTE, "FU5 GC13", f"quiet-west={limit - 1}", quiet=quiet)
    assert position.outcome() is None
    assert ranks(after(position, "U5-T4")) == (1, 1)


@pytest.mark.parametrize(
    ("armies", "end"),
    [("FU5 GC13", "is undecided"), ("fU5 fT4 fT6 GC13", "is won by Entente")],
)
def test_the_end_of_a_quiet_fight_is_told_ten_turns_ahead(armies: str, end: str) -> None:
    news = [str(text) for text in west(ENTENTE, armies, "quiet-west=60").display.news()]
    (told,) = news[1:]
    assert told == (
        "Nothing was taken and nobody promoted in this fight for 30 turns by each side: after 40 "
        f"the fight {end}."
    )
    assert len(west(ENTENTE, armies, "quiet-west=59").display.news()) == 1


def test_the_end_of_a_quiet_fight_is_told_of_the_fight_that_is_quiet() -> None:
    position = at(EW, FOUR, "quiet-east=70")
    quiet = [str(text) for text in position.display.news() if "Nothing was taken" in str(text)]
    assert len(quiet) == 1
    assert "in the east for 35 turns" in quiet[0]


def test_a_quiet_fight_is_won_with_three_generals_and_three_times_as_many_pieces() -> None:
    assert ranks(west(ENTENTE, "fU5 fT4 fT6 GC13", "quiet-west=80")) == (1, 2)
    assert ranks(west(CENTRAL, "fU5 fT4 fT6 GC13", "quiet-west=80")) == (1, 2)
    assert ranks(west(ENTENTE, "fU5 fT4 fT6 GC13 GD12", "quiet-west=80")) == (1, 1)
    assert ranks(west(ENTENTE, "fU5 fT4 FT6 GC13", "quiet-west=80")) == (1, 1)


def test_a_taking_a_huff_or_a_promotion_begin_the_count_anew() -> None:
    assert "quiet-west" not in after(west(0, OMITTED, "quiet-west=9"), "M7xO9").fen()
    assert "quiet-west=10" in after(west(0, OMITTED, "quiet-west=9"), "M3-L4").fen()
    assert "quiet-west" not in after(west(0, OMITTED, "quiet-west=9"), "M3-L4", "huff").fen()
    assert "quiet-west" not in after(west(0, "FK9 GF12", "quiet-west=9"), "K9-L10").fen()


def test_undecided_by_agreement_of_the_two_who_play_that_fight() -> None:
    position = at(EW, FOUR)
    one, other = position.agreements()
    assert (one.name, one.seats) == ("undecided-west", (EW, CW))
    assert (other.name, other.seats) == ("undecided-east", (EE, CE))
    left = position.agree(one)
    assert left.turn == CE
    assert standing(left) == {"RA25", "DE17"}
    assert {"west=undecided-agreed", "pending=1"} <= fields(left)


def test_the_third_repetition_counts_once_one_fight_is_left_or_for_two() -> None:
    assert at(EW, FOUR).repeated() == at(EW, FOUR)
    last = at(EE, "FO9 RA25 DE17", "west=entente-taken")
    assert ranks(last.repeated()) == (1, 2, 1, 2)
    assert ranks(west(0, OMITTED).repeated()) == (1, 1)


# 21 to 23. From the first fight to the battle


def test_first_fight_won_the_ally_directs_the_survivors_and_the_border_opens() -> None:
    position = at(EE, "FH14 RA25 DG15 DE21", "west=entente-taken")
    assert {text.split("-")[0][:3] for text in texts(position)} >= {"A25", "H14"}
    assert takings(position) == ["H14xF16"]
    assert "directs the survivors" in " ".join(map(str, position.display.news()))
    assert "G15-H14" in texts(at(CE, "FM7 RA25 DG15 DE21", "west=entente-taken"))


def test_the_turn_in_the_other_fight_goes_on() -> None:
    position = after(at(CW, "GM7 FN8 RA25 DE17 RC27", "quiet-east=3"), "M7xO9")
    assert position.turn == EE
    position = after(position, "A25-B26")
    assert position.turn == CE
    assert "quiet-east=4" in fields(position)


def test_first_fight_undecided_the_second_decides_and_the_zone_stays_closed() -> None:
    position = at(CE, "DG17 RF18 RA25 DG19", "west=undecided-quiet")
    assert "border stays closed" in " ".join(map(str, position.display.news()))
    assert "G17-F16" in texts(position)
    assert "H16-G15" not in texts(at(CE, "DH16 RA25", "west=undecided-quiet"))
    assert ranks(position.resign(EE)) == (2, 1, 2, 1)


ONE_EACH = "FM7 GN8 RA25 DE17"


def test_both_won_by_x_x_wins() -> None:
    last = at(EE, "FO9 RE21 DF20 RA25", "west=entente-taken")
    assert ranks(after(last, "E21xG19")) == (1, 2, 1, 2)


def test_won_by_x_then_by_y_null() -> None:
    last = at(CE, "RE21 DF20", "west=entente-taken")
    assert ranks(after(last, "F20xD22")) == (1, 1, 1, 1)


def test_both_in_the_same_half_round_by_the_same_alliance() -> None:
    position = at(EW, "FM7 GN8 RA25 DE17").resign(CE)
    assert ranks(after(position, "M7xO9")) == (1, 2, 1, 2)


def test_both_in_the_same_half_round_by_opposite_alliances_a_decisive_fight() -> None:
    position = after(at(EW, "FM7 GN8 RE21 DF20", "quiet-east=7"), "M7xO9")
    position = after(position, "F20xD22")
    assert position.outcome() is None
    assert "battle=on" in fields(position)
    assert position.turn == EW, "the lower seat number moves first"
    assert [seat.active for seat in position.seats] == [True, False, False, True]
    assert "quiet-battle" not in position.fen()
    assert GAME.read(position.fen()) == position
    position = after(position, "O9-N8")
    assert position.turn == CE
    assert ranks(position.resign(CE)) == (1, 2, 1, 2)
    assert ranks(position.agree(position.agreements()[0])) == (1, 1, 1, 1)


def test_in_different_half_rounds_there_is_no_decisive_fight() -> None:
    position = after(at(EW, "FM7 GN8 RE21 DF20"), "M7xO9", "F20-G19", "E21-F22").resign(EE)
    assert ranks(position) == (1, 1, 1, 1)


@pytest.mark.parametrize("first", ["west=undecided-agreed", "east=undecided-agreed"])
def test_one_won_and_the_other_undecided_that_winner_wins(first: str) -> None:
    if first.startswith("west"):
        position = at(EE, "RA25 DE17", first)
        assert ranks(position.resign(CE)) == (1, 2, 1, 2)
    else:
        assert ranks(at(EW, "FM5 GF12", first).resign(EW)) == (2, 1, 2, 1)


def test_won_first_and_the_other_undecided_that_winner_wins() -> None:
    position = at(EE, "FO9 RA25 DE17", "west=entente-taken")
    assert ranks(position.agree(position.agreements()[0])) == (1, 2, 1, 2)


def test_both_undecided_restart_with_new_placement_or_leave_it_drawn() -> None:
    position = at(EE, "RA25 DE17", "west=undecided-agreed")
    position = position.agree(position.agreements()[0])
    assert ranks(position) == (1, 1, 1, 1)
    (restart,) = position.agreements()
    assert restart.name == "restart"
    assert position.agree(restart) == GAME.start()
    assert GAME.read(position.fen()) == position


# 24. Games for two


@pytest.mark.parametrize(
    ("field", "squares", "begins"),
    [
        ("west", 150, ENTENTE),
        ("east", 128, CENTRAL),
        ("france-germany", 81, ENTENTE),
        ("russia-germany", 65, CENTRAL),
        ("russia-austria", 81, CENTRAL),
    ],
)
def test_fields_for_two(field: str, squares: int, begins: int) -> None:
    position = filled(field=field)
    assert position.turn == begins
    assert len(position.seats) == 2
    assert squares == _squares(field)
    if squares < 128:
        assert len(list(position.pieces())) == 24


def _squares(field: str) -> int:
    cells = (GRID[int(y)][int(x)] for x, y in BOARD.xy)
    return sum(cell in FIELDS[field].countries for cell in cells)


def test_two_who_name_no_field_play_a_duel_and_the_battle_needs_four() -> None:
    assert GAME.start(2).options["field"] == "france-germany"
    assert len(GAME.start().seats) == 4
    for seats, field in ((2, "battle"), (4, "west"), (4, "russia-germany")):
        with pytest.raises(ValueError, match="seats"):
            GAME.start(seats, field=field)
    with pytest.raises(ValueError, match="attack"):
        GAME.start(field="west", attack="central-west")
    with pytest.raises(ValueError, match="Switzerland"):
        GAME.start(field="france-germany", neutral_start=True)


def test_other_territories_are_closed_in_a_duel() -> None:
    position = at(0, "FN8 GC13", field="france-germany")
    assert "N8-O9" in texts(position)
    assert "closed" in refused(at(0, "FO9 GC13", field="france-germany"), "O9-P10")
