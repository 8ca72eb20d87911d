"""The computer at Les Alliés: its placement, its aims and its evaluation."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

import engine
from engine import Position
from engine.capabilities.set_ups import placing_moves
from engine.computer import Computer
from engine.games.allies.battle.state import AlliesState
from engine.games.allies.map.europe import CODES, FIELDS
from engine.games.allies.map.squares import SQUARE
from tests.engine.games.allies.positions import allies, at
from tests.engine.setups import setting_up, to_set_up
from tests.nightly import at_night

GAME = engine.games["allies"]


def state_of(position: Position) -> AlliesState:
    return allies(position).state


def armed(chance: random.Random, **options: int | bool | str) -> Position:
    """Return the first position after all armies have been placed at random."""
    position = GAME.start(None, **options)
    for seat in to_set_up(position):
        arrangement = setting_up(position).arrange(seat, "auto mixed", {}, chance)
        for move in placing_moves(arrangement):
            position = position.play(move)
    return position


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("neutral", [False, True])
def test_the_computer_places_all_armies_a_little_differently_each_time(
    field: str, neutral: bool
) -> None:
    if neutral and field not in {"battle", "west"}:
        return
    placed = set()
    for seed in range(3):
        position = GAME.start(None, field=field, neutral_start=neutral)
        chance = random.Random(seed)
        while position.setup is not None:
            seen = position.seen_by(position.turn)
            move = allies(seen).thinking.place(chance)
            assert move in position.legal_moves()
            assert move is not None
            position = position.play(move)
        assert allies(position).thinking.place(chance) is None
        placed.add(position.fen())
    assert len(placed) == 3


def test_the_computer_places_its_armies_in_front() -> None:
    """Its armies stand nearer to the enemy than armies placed at random."""

    def distance(position: Position) -> float:
        rules = allies(position).state.phase.rules
        return fmean(
            force.depth[SQUARE[point]]
            for seat in rules.forces
            for force in seat
            for point, piece in position.pieces()
            if piece.kind.startswith(CODES[force.army])
        )

    def placed(chance: random.Random) -> Position:
        position = GAME.start(None, field="russia-austria")
        while position.setup is not None:
            move = allies(position).thinking.place(chance)
            assert move is not None
            position = position.play(move)
        return position

    chances = [random.Random(seed) for seed in range(6)]
    mixed = fmean(distance(armed(chance, field="russia-austria")) for chance in chances)
    assert fmean(distance(placed(chance)) for chance in chances) < mixed - 0.1


def test_the_computer_claims_what_was_omitted_and_takes_what_it_can() -> None:
    """A huff costs nothing and keeps the turn, so it is worth more than any quiet move."""
    position = at(0, "FM5 FL4 FF4 GN6 GM9 GG11 GG13", field="west")
    able = [move for move in position.legal_moves() if move.captured]
    assert able
    assert Computer(8).think([position], nodes=500).move in able
    quiet = position.parse("F4-E3")
    omitted = position.play(quiet)
    assert Computer(8).think([position, omitted], nodes=500).move.kind in {"huff", "force"}


EVEN = "FM5 FN6 GC13 GE13"
"""Two soldiers on each side."""


@pytest.mark.parametrize(
    ("pieces", "quiet", "drawish"),
    [
        (EVEN, 59, False),
        (EVEN, 60, True),
        (f"{EVEN} FP6 gG13", 79, False),
        (f"{EVEN} fP6 gG13", 60, True),
        ("FM5 fP6 GC13 gG13", 20, True),
        (f"{EVEN} fP6", 20, True),
        (f"{EVEN} FP6 fO5", 20, False),
    ],
)
def test_fights_that_hardly_anybody_wins(pieces: str, quiet: int, *, drawish: bool) -> None:
    for seat in (0, 1):
        state = state_of(at(seat, pieces, f"quiet-west={quiet}", field="france-germany"))
        assert state.drawish() is drawish


def test_a_fight_is_not_left_undecided_where_that_wins_for_who_has_won_the_other() -> None:
    for seat in (0, 1):
        assert not state_of(at(seat, EVEN, "quiet-west=60 east=entente-taken")).drawish()
        assert state_of(at(seat, EVEN, "quiet-west=60 east=undecided-quiet")).drawish()


def test_who_is_ahead_gives_more_for_something_to_happen() -> None:
    def gives(seat: int, pieces: str, fields: str = "", field: str = "france-germany") -> int:
        return state_of(at(seat, pieces, fields, field=field)).contempt()

    assert 50 <= gives(0, EVEN) < 110
    assert 50 <= gives(1, EVEN) < 60
    assert gives(0, f"{EVEN} FP6 FK5") >= gives(0, f"{EVEN} FP6") > 150
    assert gives(1, f"{EVEN} FP6 FK5") == 50
    assert gives(0, f"{EVEN} FP6", "quiet-west=70") == gives(0, f"{EVEN} FP6")
    # In the battle only the mover's own fight counts; a side that has won the other may wait.
    east = "RK29 DD20 DE23 HM25"
    assert gives(0, f"{EVEN} FP6 {east}", field="battle") > 150
    assert gives(1, f"{EVEN} FP6 {east}", field="battle") == 50
    assert gives(0, EVEN, "east=entente-taken", field="battle") == 0
    assert gives(1, EVEN, "east=entente-taken", field="battle") == 50


ROAD = ("Y19", "X18", "W17", "V16", "U15", "T14")
"""Squares from the south of Italy towards Austria and its fortresses."""


def test_who_is_ahead_goes_for_a_fortress_however_far_it_is() -> None:
    def worth(square: str) -> int:
        return state_of(at(0, f"F{square} FA3 FB4 GG13", field="west")).evaluate(0)

    values = [worth(square) for square in ROAD]
    assert values == sorted(values)
    assert values[1] > values[0] + 20


def test_the_longer_armies_wait_the_more_counts_who_has_advanced() -> None:
    def worth(square: str, quiet: int) -> int:
        pieces = f"F{square} FA3 FB4 FD4 FE3 FF2 FF4 GG13 GG15 GG11 GF12 GF14 GE13 GE11"
        return state_of(at(0, pieces, f"quiet-west={quiet}", field="west")).evaluate(0)

    def gain(quiet: int) -> int:
        return worth(ROAD[-1], quiet) - worth(ROAD[0], quiet)

    assert gain(5) < gain(30) < gain(60)


@pytest.mark.parametrize(("move", "steps"), [("K7-L8", 1), ("K7-J6", -1), ("I5-J6", 1)])
def test_soldiers_make_progress_towards_the_enemy_fortresses(move: str, steps: int) -> None:
    assert progress("FK7 FI5 fM11 GH14", move) == steps


@pytest.mark.parametrize(
    ("pieces", "move", "steps"),
    [
        ("FK7 FI5 fM11 GH14", "M11-L12", -1),  # the General wanders
        ("FK7 FI5 fM11 GH14", "M11-I15", 0),  # the General threatens the soldier
        ("FK9 FI5 fM11 GH14", "M11-O9", 1),  # the General makes room on the fortress
        ("FK9 FI5 fM11 GH14", "M11-L10", 0),  # the General goes from one fortress to another
        ("fM11 GH14", "M11-L12", 0),  # there is no soldier to march
    ],
)
def test_a_general_that_threatens_nothing_stays_or_makes_room(
    pieces: str, move: str, steps: int
) -> None:
    assert progress(pieces, move) == steps


def progress(pieces: str, move: str) -> int:
    """Return the progress of a move by France against Germany, in steps."""
    position = at(0, pieces, "", field="france-germany")
    state = state_of(position)
    code = next(
        c for c in state.moves() if allies(position).thinking.move(c) == position.parse(move)
    )
    return state.progress(code)


@pytest.mark.parametrize(
    ("level", "seed", "turns", "expected"), [(1, 1, 16, 8), (4, 4, 16, 8), at_night((7, 2, 2, 2))]
)
def test_armies_march_on_the_enemy(level: int, seed: int, turns: int, expected: int) -> None:
    position: Position = armed(random.Random(seed), field="france-germany")
    steps = 0
    for _ in range(turns):
        state = state_of(position)
        move = Computer(level).think([position]).move
        steps += next(
            state.progress(c) for c in state.moves() if allies(position).thinking.move(c) == move
        )
        position = position.play(move)
    assert steps >= expected
