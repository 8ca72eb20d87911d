"""Placing the armies of Les Alliés in secret, and the game's notation and position text."""

from __future__ import annotations

import random
import re

import pytest

from engine import IllegalMove, InvalidMove, Move, Position
from engine.capabilities.set_ups import placing_moves
from engine.errors import PartlyPlaced
from engine.games.allies.map.europe import GRID
from tests.engine.games.allies.positions import (
    BOARD,
    CE,
    CW,
    EE,
    ENTENTE,
    EW,
    GAME,
    after,
    at,
    filled,
    placed_text,
    ranks,
    refused,
    standing,
    west,
)
from tests.engine.setups import setting_up, to_set_up

START = GAME.start()
CHANCE = random.Random(0)
RUSSIANS = (
    "@A25 A27 B26 C27 D26 E27 F26 F28 F30 F32 G23 G25 G27 G29 G31 H24 H26 H28 H30 H32 I31 J30 "
    "J32 K31 L32"
)
"""Squares for one Russian soldier too many."""


def _names(position: Position, seat: int) -> set[str]:
    return {BOARD.names[point] for point in setting_up(position).choices(seat)}


def _draft(seat: int, *texts: str, position: Position = START) -> dict[int, str]:
    draft: dict[int, str] = {}
    for text in texts:
        draft = dict(setting_up(position).arrange(seat, text, draft, random.Random(1)))
    return draft


# 5. Placement


@pytest.mark.parametrize(
    ("seat", "squares"), [(EW, 49 + 17), (CW, 36 + 25), (EE, 32), (CE, 19 + 33)]
)
def test_soldiers_stand_in_their_armys_countries_except_on_frontier_squares(
    seat: int, squares: int
) -> None:
    assert len(_names(START, seat)) == squares


@pytest.mark.parametrize(
    ("field", "entente", "central"),
    [("france-germany", 38, 36), ("russia-germany", 34, 19), ("russia-austria", 34, 35)],
)
def test_in_a_duel_only_the_one_enemys_border_counts(
    field: str, entente: int, central: int
) -> None:
    start = GAME.start(field=field)
    assert len(_names(start, 0)) == entente
    assert len(_names(start, 1)) == central


def test_belgium_is_no_enemy_for_the_germans_and_switzerland_for_nobody() -> None:
    assert {"I9", "H10", "O13"} <= _names(START, CW)
    assert "Q7" in _names(START, EW)
    assert {"M7", "I7"} <= _names(START, EW)
    assert "L8" not in _names(START, EW)


def test_nobody_starts_on_the_channel() -> None:
    assert "Channel" in _why(EW, "@H6")


def test_option_neutral_start_squares_of_switzerland_that_touch_no_enemy_country() -> None:
    start = GAME.start(neutral_start=True)
    assert _names(start, EW) - _names(START, EW) == {"P10", "Q9"}
    assert _names(start, CW) - _names(START, CW) == {"O11"}
    assert _names(start, EE) == _names(START, EE)
    move = start.parse("@P10=it")
    assert start.write(move) == "@P10=IT"
    assert standing(start.play(move)) == {"IP10"}
    assert "Switzerland" in _why(EW, "@P10")


def test_the_numbers_of_soldiers() -> None:
    kinds = [piece.kind for _, piece in filled().pieces()]
    numbers = {"FR": 24, "IT": 12, "DW": 24, "AW": 12, "RU": 24, "DE": 12, "AE": 12}
    for army, number in numbers.items():
        assert kinds.count(f"{army} soldier") == number


# 6. In secret


def test_squares_place_auto_fills_and_clear_starts_an_army_again() -> None:
    assert {BOARD.names[p] for p in _draft(CW, "@K11 L12", "@m13")} == {"K11", "L12", "M13"}
    full = _draft(CW, "@K11", "auto front")
    assert len(full) == 36
    assert BOARD.point["k11"] in full
    assert setting_up(START).missing(CW, full) is None
    cleared = setting_up(START).arrange(CW, "clear DW", full, CHANCE)
    assert len(cleared) == 12
    assert str(setting_up(START).missing(CW, cleared)).startswith(
        "The German army of the West has 24"
    )
    assert len(setting_up(START).arrange(CW, "clear K11", full, CHANCE)) == 35
    assert setting_up(START).arrange(CW, "clear", full, CHANCE) == {}
    assert len(_draft(CW, "auto deep AW")) == 12


def test_front_is_nearest_to_enemy_soil_and_deep_is_farthest() -> None:
    def rows(manner: str) -> set[str]:
        return {BOARD.names[point] for point in _draft(0, manner, position=duel)}

    duel = GAME.start(field="france-germany")
    assert "M7" in rows("auto front")
    assert "M1" in rows("auto deep")
    assert not rows("auto front") & {"T4", "M1", "S3"}
    assert (
        len(
            {
                frozenset(setting_up(duel).arrange(0, "auto mixed", {}, random.Random(n)))
                for n in "ab"
            }
        )
        == 2
    )


def _why(seat: int, text: str, position: Position = START) -> str:
    try:
        setting_up(position).arrange(seat, text, {}, CHANCE)
    except (IllegalMove, InvalidMove) as error:
        return str(error)
    raise AssertionError(text)


@pytest.mark.parametrize(
    ("seat", "text", "why"),
    [
        (EW, "@G1", "sea"),
        (CW, "@G9", "Holland"),
        (EW, "@L8", "frontier"),
        (EW, "@K11", "not your land"),
        (EW, "@A1 A3", "sea"),
        (EW, "@M6", "light square"),
        (EW, "@Z4", "no Z4"),
        (EW, "@A99", "no A99"),
        (EW, "@A25", "not your land"),
        (EW, "@ hello", "I cannot read that"),
        (EW, "auto quickly", "auto front"),
        (EW, "auto front DW", "none of your armies"),
        (EW, "clear RU", "none of your armies"),
        (EE, RUSSIANS, "24 soldiers to place, and with that 25"),
    ],
)  # fmt: skip
def test_what_cannot_be_placed_has_its_sentence(seat: int, text: str, why: str) -> None:
    assert why in _why(seat, text)


def test_of_too_many_soldiers_the_first_keep_their_squares() -> None:
    with pytest.raises(PartlyPlaced) as caught:
        setting_up(START).arrange(EE, f"{RUSSIANS} A1", {}, CHANCE)
    assert len(caught.value.arrangement) == 24
    assert caught.value.wrong == "A1 L32"
    assert "sea" in str(caught.value)
    assert "24 soldiers to place, and with that 25" in str(caught.value)


@pytest.mark.parametrize(
    ("seat", "text", "why"),
    [
        (0, "@DW", "`DW` is the German army of the West, which is not yours: you have `FR`, `IT`."),
        (1, "@fr", "`FR` is the French army, which is not yours: you have `DW`, `AW`."),
        (0, "@FR", "`FR` is your French army: name the squares for its soldiers"),
    ],
)
def test_an_armys_code_is_no_square(seat: int, text: str, why: str) -> None:
    assert why in _why(seat, text)
    if seat == START.turn:
        for read in (START.parse, START.parse_all):
            with pytest.raises(IllegalMove, match=re.escape(why)):
                read(text)


def test_other_countries_are_closed_in_a_duel() -> None:
    duel = GAME.start(field="france-germany")
    assert "closed in this field" in _why(0, "@T10", duel)


def test_nobody_sees_anything_of_the_others_before_all_are_ready() -> None:
    position = START
    for text in ("@A3", "@B4"):
        position = position.play(position.parse(text))
    assert standing(position.seen_by(EW)) == {"FA3", "FB4"}
    for seat in (CW, EE, CE, None):
        assert standing(position.seen_by(seat)) == set()
    own = setting_up(START).shown(CW, _draft(CW, "@K11 P14"))
    assert standing(own) == {"GK11", "AP14"}
    assert to_set_up(position) == (EW, CW, EE, CE)


def test_once_all_stand_everybody_sees_everything() -> None:
    position = filled()
    assert to_set_up(position) == ()
    assert all(position.seen_by(seat) == position for seat in (None, 0, 1, 2, 3))


def test_who_gives_up_while_armies_are_placed_loses_his_fight() -> None:
    position = START.resign(EW)
    assert to_set_up(position) == (CW, EE, CE)
    assert GAME.read(position.fen()) == position
    for seat in to_set_up(position):
        for move in _moves(position, seat):
            position = position.play(move)
    assert position.turn == CE
    assert "west=central-surrender" in position.fen()
    assert "pending" not in position.fen()


def _moves(position: Position, seat: int) -> list[Move]:
    return list(placing_moves(setting_up(position).arrange(seat, "auto deep", {}, CHANCE)))


@pytest.mark.parametrize(
    ("given_up", "expected"),
    [((EW, EE), (2, 1, 2, 1)), ((CW, CE), (1, 2, 1, 2)), ((EW, CE, CW), (1, 2, 1, 2))],
)
def test_a_battle_may_end_while_armies_are_placed(
    given_up: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    position = START
    for seat in given_up:
        assert position.outcome() is None
        position = position.resign(seat)
    assert ranks(position) == expected


def test_a_draw_may_be_agreed_on_while_armies_are_placed() -> None:
    (draw,) = START.agreements()
    over = START.agree(draw)
    assert over.outcome() is not None
    assert GAME.read(over.fen()) == over
    assert to_set_up(over) == ()


# 25. Notation


def test_a_move_is_two_squares_a_stroke_every_landing_square() -> None:
    position = west(ENTENTE, "FN8 GM9 GK11 GE11")
    strokes = {"N8xL10xJ12", "n8 l10 j12", "N8-J12", "N8×J12", "n8:j12"}
    assert len({position.parse(text) for text in strokes}) == 1
    assert position.write(position.parse("N8xL10xJ12")) == "N8xJ12"
    assert position.write(position.parse("n8 o7")) == "N8-O7"


@pytest.mark.parametrize(
    "text",
    ["K7-L8", "n8xl10xj12", "huff", "huff N8", "huff N8 K5-L6", "force", "FORCE", "surrender",
     "F10-G9", "F2-G1", "@K11 L12", "auto front", "auto mixed DW", "clear", "clear DW K11"],
)  # fmt: skip
def test_it_reads_its_own_notation(text: str) -> None:
    assert START.notation.is_notation(text)


@pytest.mark.parametrize(
    "text",
    ["hello", "huff and puff", "force majeure", "auto", "automatic", "@Damier hello", "clear sky",
     "I surrender", "K7", "z9-a1", "k7-l8 maybe", "@", "32-28"],
)  # fmt: skip
def test_it_leaves_chat_alone(text: str) -> None:
    assert not START.notation.is_notation(text)


def test_nothing_moves_or_is_claimed_before_the_armies_stand() -> None:
    assert "First the armies are placed" in refused(START, "K7-L8")
    assert "before the armies stand" in refused(START, "force")
    assert "stand already" in refused(west(ENTENTE, "FN8 GE11"), "@K11")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("N8-L8", "one step"),
        ("N8-L10", "no enemy to take"),
        ("E11-D12", "enemy"),
        ("K3-L4", "no piece"),
        ("N8-N8", "another square"),
        ("N8-O9=x", "Nothing is chosen"),
        ("N8-O8", "light square"),
        ("N8-M7", "already"),
    ],
)
def test_a_refusal_says_why_and_what_would_be_right(text: str, why: str) -> None:
    position = west(ENTENTE, "FN8 FM7 GE11")
    assert why in refused(position, text)


# 26. Position text


def test_rows_a_to_y_over_all_278_squares_whatever_the_field() -> None:
    for field in ("battle", "west", "russia-austria"):
        rows = GAME.start(field=field).fen().split()[0].split("/")
        assert len(rows) == 25
        assert sum(map(int, rows)) == 278


def test_letters_of_the_armies_capitals_for_soldiers_small_for_generals() -> None:
    pieces = "FM5 fN4 IY19 iX18 GC13 gD12 AK17 aL16 RA25 rB26 DE17 dF16 HV22 hU21"
    position = at(EW, pieces)
    assert standing(position) == set(pieces.split())
    kinds = {piece.kind for _, piece in position.pieces()}
    codes = ("FR", "IT", "DW", "AW", "RU", "DE", "AE")
    assert kinds == {f"{code} {rank}" for code in codes for rank in ("soldier", "general")}


def test_pieces_are_those_of_who_directs_them_now() -> None:
    position = at(EE, "FO9 RA25 DE17", "west=entente-taken")
    assert {piece.kind: piece.seat for _, piece in position.pieces()} == {
        "FR soldier": EE,
        "RU soldier": EE,
        "DE soldier": CE,
    }


@pytest.mark.parametrize(
    ("pieces", "rest", "why"),
    [
        ("FM5 GE11", "5", "seat to move"),
        ("FM5 GE11", "1 west=won", "west=won"),
        ("FM5 GE11", "1 quiet-west=81", "quiet-west=81"),
        ("FM5 GE11", "1 claim-west=E11-D12:M5", "claim-west"),
        ("FM5 GE11", "1 claim-west=nonsense", "claim-west"),
        ("FM5 GE11", "1 pending=1", "pending=1"),
        ("FM5 GE11", "1 forced=1", "forced=1"),
        ("FM5 GE11", "1 battle=on", "battle=on"),
        ("FL8 GE11", "1 setup=1", "L8"),
        ("FF16 GE11", "1", "F16"),
        ("FM5 GE11 RA25", "1 east=central-taken", "left the board"),
        ("FM5 GE11 DE17", "2 west=entente-taken", "left the board"),
        ("FM5 DE17", "1 west=entente-taken", "does not move now"),
        ("FM5 GE11", "1 out=1", "out=1"),
    ],
)
def test_text_that_is_no_position_has_its_sentence(pieces: str, rest: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        GAME.read(f"{placed_text(pieces)} {rest}")


def test_an_army_has_no_more_pieces_than_it_began_with() -> None:
    squares = [n for n, (x, y) in zip(BOARD.names, BOARD.xy, strict=True)
               if GRID[int(y)][int(x)] == "I"]  # fmt: skip
    with pytest.raises(ValueError, match="12 pieces at most"):
        GAME.read(f"{placed_text(' '.join(f'I{n}' for n in squares[:13]))} 1")


def test_a_game_goes_on_as_it_was_after_it_is_read() -> None:
    rng = random.Random(5)
    position = filled(3)
    while position.outcome() is None:
        assert GAME.read(position.fen()) == position
        position = position.play(rng.choice(position.legal_moves()))
    assert GAME.read(position.fen()) == position
    assert after(position) == position


# The rules for newcomers


def test_pages_are_short_and_their_moves_can_be_played() -> None:
    assert len(str(GAME.summary)) < 1500
    assert 5 <= len(GAME.pages) <= 12
    for page in GAME.pages:
        assert len(str(page.text)) <= 600, page.title
        if page.position:
            position = GAME.read(page.position, page.seats, **page.options)
            assert position.outcome() is None
            if page.move:
                assert position.write(position.parse(page.move)) == page.move


def test_news_and_a_remark_on_how_long_it_takes() -> None:
    assert GAME.start().display.news() == ()
    remarks = {str(GAME.remark(GAME.start(field=f))) for f in ("battle", "west", "france-germany")}
    assert len(remarks) == 3
