"""The light states of Les Alliés say what its positions say."""

from __future__ import annotations

import random
from collections import Counter
from statistics import fmean

import pytest

import engine
from engine import Position
from engine.capabilities import secret_setup
from engine.capabilities.thinking import DECIDED
from engine.computer import Computer
from engine.games.allies.battle.allies_state import AlliesState
from engine.games.allies.battle.field_rules import FieldRules
from engine.games.allies.map.europe import CODES, FIELDS
from engine.games.allies.map.squares import SQUARE
from engine.games.allies.position import AlliesPosition
from engine.values import Move
from tests.engine.games.allies.positions import CW, EW, at
from tests.engine.setups import setting_up, to_set_up

GAME = engine.games["allies"]

MANY = 400
"""Positions with more strokes than this have been made up by random play: their lists are long."""


def armed(chance: random.Random, **options: int | bool | str) -> Position:
    """A position whose armies stand."""
    position = GAME.start(None, **options)
    for seat in to_set_up(position):
        arrangement = setting_up(position).arrange(seat, "auto mixed", {}, chance)
        for move in secret_setup.moves(arrangement):
            position = position.play(move)
    return position


def light(position: Position) -> AlliesState:
    assert isinstance(position, AlliesPosition)
    state = position.thinking.state()
    assert isinstance(state, AlliesState)
    return state


def effect(move: Move) -> tuple[str, tuple[int, ...], frozenset[int]]:
    return move.kind, (move.path[0], move.path[-1]), frozenset(move.captured)


def agree(position: Position, state: AlliesState) -> bool:
    """Hold a state to a position; return whether the game is over."""
    outcome = position.outcome()
    assert state.over() == (outcome is not None)
    if outcome is not None:
        one, other = outcome.ranks[:2]
        for side, rank, against in ((0, one, other), (1, other, one)):
            assert state.final(side) == DECIDED * ((against > rank) - (rank > against))
        return True
    assert state.turn == position.turn
    assert state.side == position.seats[position.turn].team
    assert state.key() == light(position).key()
    assert state.quiet_turns == light(position).quiet_turns
    assert state.other_quiet == light(position).other_quiet
    assert -DECIDED < state.evaluate(0) == -state.evaluate(1) < DECIDED
    codes = state.moves()
    if len(codes) < MANY:
        moves = position.legal_moves()
        assert isinstance(position, AlliesPosition)
        thinking = position.thinking
        assert Counter(effect(thinking.move(code)) for code in codes) == Counter(map(effect, moves))
        assert set(state.candidates()) <= set(codes)
        assert set(state.tactical()) <= set(codes)
        strokes = {code for code in codes if thinking.move(code).captured}
        claims = {code for code in codes if thinking.move(code).kind in {"huff", "force"}}
        assert set(state.tactical()) == strokes | claims
    return False


def moves_on(state: AlliesState, chance: random.Random) -> int:
    """A move as players make them: mostly takings where there are any, now and then a claim."""
    likely = state.tactical()
    return chance.choice(likely if likely and chance.random() < 0.9 else state.moves())


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    "options", [{}, {"majority": True}, {"strict": True}, {"quiet": 25}], ids=str
)
def test_light_states_agree_with_positions(field: str, options: dict[str, bool | int]) -> None:
    chance = random.Random(f"{field} {options}")
    position = armed(chance, field=field, **options)
    state = light(position)
    for _ in range(100):
        if agree(position, state) or len(state.moves()) > MANY:
            break
        code = moves_on(state, chance)
        assert isinstance(position, AlliesPosition)
        position, state = position.play(position.thinking.move(code)), state.play(code)


@pytest.mark.parametrize(
    ("given_up", "attack"),
    [
        ((0,), "entente-west"),
        ((3,), "central-west"),
        ((1, 2), "central-west"),
        ((0, 3), "entente-west"),
    ],
    ids=["west", "east", "at once", "at once too"],
)
def test_light_states_follow_a_battle_after_its_first_fight(
    given_up: tuple[int, ...], attack: str
) -> None:
    chance = random.Random(f"{given_up} {attack}")
    position = armed(chance, attack=attack)
    turns = 0
    while turns < 30 or position.turn not in {EW, CW}:  # until a half-round begins
        position = position.play(chance.choice(position.legal_moves()))
        turns += 1
    for seat in given_up:
        position = position.resign(seat)
    state = light(position)
    phases = {state.phase}
    for _ in range(120):
        if agree(position, state):
            break
        code = moves_on(state, chance)
        assert isinstance(position, AlliesPosition)
        position, state = position.play(position.thinking.move(code)), state.play(code)
        phases.add(state.phase)
    if len(given_up) == 1:
        assert any(phase.pending for phase in phases)
        assert any(phase.ahead in {0, 1} and not phase.pending for phase in phases)
    else:
        assert any(phase.fight[state.turn] == 2 for phase in phases)


@pytest.mark.parametrize(
    ("position", "ended"),
    [
        (at(0, "FM5 GN6 GD12 FK5", "quiet-west=79", field="west"), False),
        (at(0, "FM5 GE11 FK5", "quiet-west=79", field="west"), True),
        (at(0, "fM5 fM7 fK5 GC13", "quiet-west=79", field="west"), True),
        (at(0, "fM5 gC13", "", field="west"), True),
        (at(0, "fM5 gN6", "", field="west"), True),
        (at(0, "FM5 GN6 GP8", "", field="west"), True),
        (at(0, "fM5 FF4 fO5 fS5 gC13 gE11", "quiet-west=49", field="west", quiet=25), True),
        (at(1, "FA3 GC3", "", field="west"), True),
        (at(0, "FM5 GN6 RK29 DD20 DE23 HM25", "quiet-east=79"), False),
    ],
    ids=str,
)
def test_light_states_know_how_fights_end(position: Position, ended: bool) -> None:
    state = light(position)
    if agree(position, state):
        assert ended
        return
    over = []
    for code in state.moves():
        assert isinstance(position, AlliesPosition)
        over.append(agree(position.play(position.thinking.move(code)), state.play(code)))
    assert any(over) == ended


def test_a_key_tells_apart_what_the_position_tells_apart() -> None:
    chance = random.Random(7)
    position = armed(chance, field="russia-germany")
    keys: dict[object, object] = {}
    for _ in range(400):
        if position.outcome() is not None:
            break
        key = light(position).key()
        assert keys.setdefault(key, position.key) == position.key
        position = position.play(chance.choice(position.legal_moves()))
    assert len(set(keys.values())) == len(keys) > 50


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
            assert isinstance(position, AlliesPosition)
            seen = position.seen_by(position.turn)
            move = seen.thinking.place(chance)
            assert move in position.legal_moves()
            assert move is not None
            position = position.play(move)
        assert isinstance(position, AlliesPosition)
        assert position.thinking.place(chance) is None
        placed.add(position.fen())
    assert len(placed) == 3


def test_the_computer_places_its_armies_in_front() -> None:
    """They stand nearer to the enemy than those that are filled in by chance."""

    def distance(position: Position) -> float:
        rules = armed_rules(position)
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
            assert isinstance(position, AlliesPosition)
            move = position.thinking.place(chance)
            assert move is not None
            position = position.play(move)
        return position

    chances = [random.Random(seed) for seed in range(6)]
    mixed = fmean(distance(armed(chance, field="russia-austria")) for chance in chances)
    assert fmean(distance(placed(chance)) for chance in chances) < mixed - 0.1


def armed_rules(position: Position) -> FieldRules:
    rules: FieldRules = light(position).phase.rules
    return rules


def test_the_computer_claims_what_was_omitted_and_takes_what_it_can() -> None:
    """A huff costs nothing and leaves the turn: no quiet move is worth as much."""
    position = at(0, "FM5 FL4 FF4 GN6 GM9 GG11 GG13", field="west")
    able = [move for move in position.legal_moves() if move.captured]
    assert able
    assert Computer(8).think([position], nodes=500).move in able
    quiet = position.parse("F4-E3")
    omitted = position.play(quiet)
    assert Computer(8).think([position, omitted], nodes=500).move.kind in {"huff", "force"}


EVEN = "FM5 FN6 GC13 GE13"
"""Two soldiers each."""


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
        state = light(at(seat, pieces, f"quiet-west={quiet}", field="france-germany"))
        assert state.drawish() is drawish


def test_a_fight_is_not_left_undecided_where_that_wins_for_who_has_won_the_other() -> None:
    for seat in (0, 1):
        assert not light(at(seat, EVEN, "quiet-west=60 east=entente-taken")).drawish()
        assert light(at(seat, EVEN, "quiet-west=60 east=undecided-quiet")).drawish()


def test_who_is_ahead_gives_more_for_something_to_happen() -> None:
    def gives(seat: int, pieces: str, fields: str = "", field: str = "france-germany") -> int:
        return light(at(seat, pieces, fields, field=field)).contempt()

    assert 50 <= gives(0, EVEN) < 110
    assert 50 <= gives(1, EVEN) < 60
    assert gives(0, f"{EVEN} FP6 FK5") >= gives(0, f"{EVEN} FP6") > 150
    assert gives(1, f"{EVEN} FP6 FK5") == 50
    assert gives(0, f"{EVEN} FP6", "quiet-west=70") == gives(0, f"{EVEN} FP6")
    # In the battle the fight of who is to move alone counts, and who has won the other may wait.
    east = "RK29 DD20 DE23 HM25"
    assert gives(0, f"{EVEN} FP6 {east}", field="battle") > 150
    assert gives(1, f"{EVEN} FP6 {east}", field="battle") == 50
    assert gives(0, EVEN, "east=entente-taken", field="battle") == 0
    assert gives(1, EVEN, "east=entente-taken", field="battle") == 50


ROAD = ("Y19", "X18", "W17", "V16", "U15", "T14")
"""Squares from the south of Italy towards Austria and its fortresses."""


def test_who_is_ahead_goes_for_a_fortress_however_far_it_is() -> None:
    def worth(square: str) -> int:
        return light(at(0, f"F{square} FA3 FB4 GG13", field="west")).evaluate(0)

    values = [worth(square) for square in ROAD]
    assert values == sorted(values)
    assert values[1] > values[0] + 20


def test_the_longer_armies_wait_the_more_counts_who_has_advanced() -> None:
    def worth(square: str, quiet: int) -> int:
        pieces = f"F{square} FA3 FB4 FD4 FE3 FF2 FF4 GG13 GG15 GG11 GF12 GF14 GE13 GE11"
        return light(at(0, pieces, f"quiet-west={quiet}", field="west")).evaluate(0)

    def gain(quiet: int) -> int:
        return worth(ROAD[-1], quiet) - worth(ROAD[0], quiet)

    assert gain(5) < gain(30) < gain(60)


@pytest.mark.parametrize(("move", "steps"), [("K7-L8", 1), ("K7-J6", -1), ("I5-J6", 1)])
def test_soldiers_make_progress_towards_the_enemy_fortresses(move: str, steps: int) -> None:
    assert progress("FK7 FI5 fM11 GH14", move) == steps


@pytest.mark.parametrize(
    ("pieces", "move", "steps"),
    [
        ("FK7 FI5 fM11 GH14", "M11-L12", -1),  # it wanders
        ("FK7 FI5 fM11 GH14", "M11-I15", 0),  # it threatens the soldier
        ("FK9 FI5 fM11 GH14", "M11-O9", 1),  # it makes room on the fortress
        ("FK9 FI5 fM11 GH14", "M11-L10", 0),  # it goes from one fortress to another
        ("fM11 GH14", "M11-L12", 0),  # there is nobody else to march
    ],
)
def test_a_general_that_threatens_nothing_stays_or_makes_room(
    pieces: str, move: str, steps: int
) -> None:
    assert progress(pieces, move) == steps


def progress(pieces: str, move: str) -> int:
    """The progress of a move of France against Germany."""
    position = at(0, pieces, "", field="france-germany")
    state = light(position)
    assert isinstance(position, AlliesPosition)
    code = next(c for c in state.moves() if position.thinking.move(c) == position.parse(move))
    return state.progress(code)


@pytest.mark.parametrize(
    ("level", "seed", "turns", "expected"), [(1, 1, 16, 8), (4, 4, 16, 8), (7, 2, 2, 2)]
)
def test_armies_march_on_the_enemy(level: int, seed: int, turns: int, expected: int) -> None:
    position: Position = armed(random.Random(seed), field="france-germany")
    steps = 0
    for _ in range(turns):
        state = light(position)
        move = Computer(level).think([position]).move
        assert isinstance(position, AlliesPosition)
        steps += next(state.progress(c) for c in state.moves() if position.thinking.move(c) == move)
        position = position.play(move)
    assert steps >= expected
