"""Moves and strokes of Les Alliés, rule by rule, and compared with the slow rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import AmbiguousMove, Position
from engine.capabilities import captures
from engine.games.allies.battle.strokes import WIDTH, StrokeCaptures
from engine.games.allies.map.europe import FIELDS, GRID
from tests.engine.games.allies.positions import (
    BOARD,
    CE,
    CENTRAL,
    CW,
    EE,
    ENTENTE,
    EW,
    after,
    at,
    battle,
    filled,
    refused,
    standing,
    takings,
    texts,
    turns,
    west,
)
from tests.nightly import examples
from tests.oracles import allies_rules

# 1 to 4. Board


def test_25_rows_of_32_columns_and_only_dark_cells_of_playable_countries_are_squares() -> None:
    assert BOARD.size == (32, 25)
    assert (BOARD.style, BOARD.labels) == ("map", "points")
    assert len(BOARD) == 278
    zone = [GRID[int(y)][int(x)] in allies_rules.WEST for x, y in BOARD.xy]
    assert zone.count(True) == 150
    assert zone.count(False) == 128
    for name, (x, y) in zip(BOARD.names, BOARD.xy, strict=True):
        assert name == f"{chr(ord('A') + int(y))}{int(x) + 1}"
        assert (int(y) + int(x)) % 2 == 0


def test_neighbours_touch_at_a_corner() -> None:
    for point, (x, y) in enumerate(BOARD.xy):
        for steps in BOARD.steps:
            if steps[point] >= 0:
                other = BOARD.xy[steps[point]]
                assert (abs(x - other[0]), abs(y - other[1])) == (1, 1)


def test_zones_have_the_countries_of_the_rules() -> None:
    assert set(FIELDS["west"].countries) == set("FBEIGAS~")
    assert set(FIELDS["east"].countries) == set("DHUTRMY")


def test_holland_is_closed_nothing_enters_it_or_jumps_over_it() -> None:
    assert "Holland" in refused(west(CENTRAL, "GF10 FM5"), "F10-G9")
    assert texts(west(CENTRAL, "GF10 FM5")) == ["F10-E11", "F10-G11"]
    assert "Holland" in refused(west(ENTENTE, "fF4 GM11"), "F4-F8")
    assert "g9" not in BOARD.point


def test_switzerland_belgium_and_the_channel_may_be_crossed_from_the_first_move_on() -> None:
    assert "O9-P10" in texts(west(CENTRAL, "GO9 FM5"))
    assert "H6-I7" in texts(west(CENTRAL, "GH6 FM5"))
    assert "I3-J4" in texts(west(CENTRAL, "GI3 FM5"))


def test_other_sea_is_not_playable() -> None:
    assert "sea" in refused(west(ENTENTE, "FF2 GM11"), "F2-G1")


def test_the_border_is_not_stepped_flown_or_jumped_over_while_both_fights_last() -> None:
    pieces = "gH14 GG15 FM5 IR10 RA25 DE17"
    position = at(CW, pieces)
    assert not any(text.endswith("F16") for text in texts(position))
    for text in ("G15-F16", "H14-F16"):
        assert "border of the zones is closed" in refused(position, text)
    over = at(EW, "FH14 GG15 RA25 DE21")
    assert "border of the zones is closed" in refused(over, "H14xF16")


def test_the_border_is_open_once_a_first_fight_is_won() -> None:
    position = at(CE, "GG15 AK17 RA25 DE21", "west=central-taken")
    assert "G15-F16" in texts(position)
    assert takings(at(EE, "FH14 RA25 DG15", "west=entente-taken")) == ["H14xF16"]


# 8 to 12. Moving and taking


def test_a_soldier_steps_to_a_neighbouring_empty_square_in_any_direction() -> None:
    position = west(ENTENTE, "FM5 FL4 GM15")
    assert [t for t in texts(position) if t.startswith("M5")] == ["M5-L6", "M5-N4", "M5-N6"]


def test_a_general_moves_any_number_of_empty_squares_along_a_line() -> None:
    position = west(ENTENTE, "fM5 FO7 GY19")
    ends = {text[3:] for text in texts(position) if text.startswith("M5")}
    far = "M5-L6 M5-K7 M5-J8 M5-I9 M5-H10 M5-G11 M5-F12 M5-E13 M5-D14"
    assert ends == {text[3:] for text in f"{far} M5-L4 M5-K3 M5-N6 M5-N4 M5-O3 M5-P2".split()}


def test_a_soldier_takes_a_neighbour_in_any_direction_soldier_or_general() -> None:
    position = west(ENTENTE, "FN10 GM11 gM9 GO9 gO11 GX18")
    assert takings(position) == ["N10xL12", "N10xL8", "N10xP12", "N10xP8"]


def test_a_soldier_takes_only_where_the_next_square_of_the_line_is_empty() -> None:
    assert takings(west(ENTENTE, "FN10 GM11 GL12")) == []
    assert takings(west(ENTENTE, "FN10 GM11 FL12")) == []


def test_a_soldier_on_m7_takes_n8_and_p10_backward_landing_on_o9_and_q11() -> None:
    for seat, own, other in ((ENTENTE, "F", "G"), (CENTRAL, "G", "F")):
        position = west(seat, f"{own}M7 {other}N8 {other}P10 {other}F12")
        assert takings(position) == ["M7xO9xQ11"]
        end = after(position, "M7xQ11")
        assert standing(end) == {f"{own}Q11", f"{other}F12"}


def test_a_general_takes_the_first_piece_at_a_distance_and_lands_anywhere_behind() -> None:
    position = west(ENTENTE, "fP6 GM9 GE11")
    assert takings(position) == ["P6xG15", "P6xH14", "P6xI13", "P6xJ12", "P6xK11", "P6xL10"]
    assert takings(west(ENTENTE, "fP6 GM9 GL10 GE11")) == []
    assert takings(west(ENTENTE, "fP6 FN8 GM9 FL10 GE11")) == []


def test_a_piece_that_can_take_again_goes_on_with_change_of_line() -> None:
    position = west(ENTENTE, "FN8 GM9 GK11 GE11")
    assert takings(position) == ["N8xL10xJ12"]
    assert "to its end" in refused(position, "N8xL10")
    corner = west(ENTENTE, "FN8 GM9 GM11 GE11")
    assert takings(corner) == ["N8xL10xN12"]


def test_a_stroke_of_a_general_goes_on_where_it_can_and_may_end_where_it_cannot() -> None:
    position = west(ENTENTE, "fP6 GM9 GM11 GE11")
    short = {"P6xI13", "P6xJ12", "P6xK11", "P6xH14", "P6xG15"}
    longer = {f"P6xL10x{end}" for end in ["N12", "O13", "P14", "Q15", "R16", "S17", "T18", "U19"]}
    assert set(takings(position)) == short | longer


def test_taken_pieces_block_until_the_end_and_are_not_jumped_twice() -> None:
    # The stroke goes round L8 back to its start: a fifth jump would repeat the first.
    position = west(ENTENTE, "FN8 GM7 GK7 GK9 GM9 GE11")
    assert takings(position) == ["N8xL10xJ8xL6xN8", "N8xL6xJ8xL10xN8"][:1]
    assert standing(after(position, "N8xN8")) == {"FN8", "GE11"}
    blocked = west(ENTENTE, "fP6 GM9 GK13 GE11")
    assert all(len(set(m.captured)) == len(m.captured) for m in blocked.legal_moves())


def test_empty_squares_may_be_crossed_twice() -> None:
    position = west(ENTENTE, "FN10 GM9 GK9 GK11 GM11 GO9 GE11")
    assert "N10xL12xJ10xL8xN10xP8" in takings(position) or "N10xL8xJ10xL12xN10xP8" in takings(
        position
    )


def test_free_choice_among_all_complete_strokes() -> None:
    position = west(ENTENTE, "FN8 GM9 GK11 FN4 GM5 GE11")
    assert takings(position) == ["N4xL6", "N8xL10xJ12"]


def test_option_majority_only_strokes_that_take_the_most_are_legal() -> None:
    position = west(ENTENTE, "FN8 GM9 GK11 FN4 GM5 GE11", majority=True)
    assert takings(position) == ["N8xL10xJ12"]
    assert "takes the most" in refused(position, "N4xL6")
    assert "N4-O3" in texts(position)


def test_strokes_that_differ_only_in_their_path_are_one_move() -> None:
    position = west(ENTENTE, "FN8 GM7 GK7 GK9 GM9 GE11")
    move = position.parse("N8xL6xJ8xL10xN8")
    assert move == position.parse("N8xN8")
    assert position.write(move) == "N8xN8"
    assert len([m for m in position.legal_moves() if m.captured]) == 1


def test_who_moves_forward_may_also_take_backward_but_not_omit_a_taking_unpunished() -> None:
    position = west(ENTENTE, "FM7 GN8 GF12 FM3")
    assert after(position, "M3-L4").claiming.claims()


# 15. strict; 16. Generals


def test_option_strict_quiet_moves_are_refused_while_a_stroke_exists() -> None:
    position = west(ENTENTE, "FM7 GN8 GF12 FM3", strict=True)
    assert texts(position) == ["M7xO9"]
    assert "you must take if you can" in refused(position, "M3-L4")
    assert "strict" in refused(position, "huff")


def test_a_soldier_whose_turn_ends_on_an_enemy_fortress_is_a_general_at_once() -> None:
    position = west(ENTENTE, "FK9 GE11")
    assert standing(after(position, "K9-L10")) == {"fL10", "GE11"}
    assert standing(after(west(CENTRAL, "AL6 FU9 FA3"), "L6-M7")) == {"aM7", "FU9", "FA3"}


def test_crossing_a_fortress_during_a_stroke_does_nothing() -> None:
    position = west(ENTENTE, "FN8 GM9 GK11 GE11")
    assert standing(after(position, "N8xL10xJ12")) == {"FJ12", "GE11"}


def test_a_fortress_of_ones_own_promotes_nobody() -> None:
    assert standing(after(west(ENTENTE, "FL6 GE11"), "L6-M7")) == {"FM7", "GE11"}


def test_a_fortress_serves_any_number_of_times() -> None:
    position = west(ENTENTE, "FK9 FM9 GE11 GC13")
    position = after(position, "K9-L10", "E11-D12", "L10-K11", "D12-E11", "M9-L10")
    assert standing(position) == {"fL10", "fK11", "GE11", "GC13"}


def test_the_fortresses_of_a_side_whose_fight_is_lost_have_fallen() -> None:
    position = at(EE, "FK9 RA25 DE17", "west=entente-taken")
    assert standing(after(position, "K9-L10")) >= {"FL10"}
    warning = position.claiming.warning(position.parse("K9-L10"))
    assert warning is not None
    assert "fallen" in str(warning)
    assert "fallen" in refused(position, "K9-L10=G")
    standing_points = {point for point, _ in position.display.zones()}
    assert BOARD.point["l10"] not in standing_points
    assert BOARD.point["c23"] in standing_points


@pytest.mark.parametrize(
    ("field", "entente", "central"),
    [
        ("france-germany", "L10 M11", "M7 P8"),
        ("russia-germany", "C23 F20", "G23"),
        ("russia-austria", "K27", "I31"),
    ],
)
def test_fortresses_of_the_duels(field: str, entente: str, central: str) -> None:
    zones = {(BOARD.names[p], seat) for p, seat in filled(field=field).display.zones()}
    expected = {(name, CENTRAL) for name in entente.split()}
    assert zones == expected | {(name, ENTENTE) for name in central.split()}


# The slow rules


def _played(seed: int, field: str, plies: int) -> Position:
    """Return a position after up to ``plies`` random plies, with moves preferred to claims."""
    rng = random.Random(seed)
    position = filled(seed, field=field)
    for _ in range(plies):
        if position.outcome() is not None:
            break
        moves = [m for m in position.legal_moves() if m.kind == "move"]
        position = position.play(rng.choice(moves or position.legal_moves()))
    return position


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(sorted(FIELDS)), st.integers(0, 500))
def test_moves_are_those_of_the_slow_rules(seed: int, field: str, plies: int) -> None:
    position = _played(seed, field, plies)
    assert turns(position) == battle(position).turns()


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 100_000))
def test_strokes_in_the_thick_of_it_are_those_of_the_slow_rules(seed: int) -> None:
    rng = random.Random(seed)
    names = [n for n, (x, y) in zip(BOARD.names, BOARD.xy, strict=True) if x < 16 and 7 < y < 20]
    names = [n for n in names if n.lower() in BOARD.point and _is_west(n)]
    squares = rng.sample(names, rng.randint(4, 22))
    pieces = [f"{rng.choice('FfGGGgAA')}{square}" for square in squares]
    position = west(ENTENTE, " ".join(pieces))
    assert turns(position) == battle(position).turns()


def _is_west(name: str) -> bool:
    x, y = BOARD.xy[BOARD.point[name.lower()]]
    return GRID[int(y)][int(x)] in allies_rules.WEST


def test_search_stays_bounded_and_every_stroke_can_be_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng, states, onward = random.Random(2), list[int](), StrokeCaptures.onward

    def counted(self: StrokeCaptures, state: int) -> list[int]:
        states.append(state)
        return onward(self, state)

    even = [n for n, (_, y) in zip(BOARD.names, BOARD.xy, strict=True) if int(y) % 2 == 0]
    odd = [n for n in BOARD.names if n not in even and _is_west(n)]
    even.sort(
        key=lambda n: sum(
            abs(a - b) for a, b in zip(BOARD.xy[BOARD.point[n.lower()]], (9, 14), strict=True)
        )
    )
    middle = [n for n in even if _is_west(n)][:40]
    enemy = rng.sample(middle, 36)
    own = rng.sample(odd, 12)
    pieces = [f"f{n}" for n in own] + [f"G{n}" for n in enemy[:24]] + [f"A{n}" for n in enemy[24:]]
    position = west(ENTENTE, " ".join(pieces))
    whole = position.legal_moves()
    assert position.complete
    position = position.game.read(position.fen(), 2, **position.options)
    with monkeypatch.context() as patch:
        patch.setattr(StrokeCaptures, "onward", counted)
        patch.setattr(captures, "STATES", 0)
        moves = position.legal_moves()
    assert WIDTH < len(states) <= WIDTH * (len(enemy) + 1)
    assert WIDTH < len(moves) < len(whole)
    assert not position.complete
    for move in rng.sample(moves, 20):
        assert position.parse(position.write(move)) == move
    # A stroke typed square by square is read even if it is not listed.
    listed = {(m.path[0], m.path[-1], frozenset(m.captured)) for m in moves}
    path = _any_stroke(position, random.Random(1))
    move = position.parse("x".join(BOARD.names[point] for point in path))
    assert move.captured
    assert (move.path[0], move.path[-1], frozenset(move.captured)) not in listed or move in moves


def _any_stroke(position: Position, rng: random.Random) -> list[int]:
    """Return the points of a random complete stroke."""
    start = rng.choice([m for m in position.legal_moves() if m.captured]).path[0]
    slow = battle(position)
    cells = {BOARD.point[allies_rules.name(cell).lower()]: cell for cell in slow.map.squares}
    points = {cell: point for point, cell in cells.items()}
    side = allies_rules.Side(
        slow.map, frozenset(slow.pieces) - {cells[start]}, slow.side(0, CENTRAL), border=True
    )
    general = slow.pieces[cells[start]][1]
    path, taken = [start], frozenset[allies_rules.Cell]()
    while onward := list(side.jumps(cells[path[-1]], general, taken)):
        cell, met = rng.choice(onward)
        path.append(points[cell])
        taken |= {met}
    return path


def test_an_ambiguous_stroke_is_asked_about() -> None:
    position = west(ENTENTE, "fP2 GO3 GO11 GO9 GP6 GC13")
    with pytest.raises(AmbiguousMove) as error:
        position.parse("P2-P12")
    assert "`P2xK7xP12` or `P2xN4xQ7xN10xP12`" in str(error.value)
    assert len(position.parse("p2 k7 p12").captured) == 2


def test_seats_of_the_battle_direct_their_own_zone() -> None:
    position = at(EW, "FM5 GM15 RA25 DE17")
    assert "directs" in refused(position, "A25-B26")
    assert "enemy" in refused(position, "M15-L14")
