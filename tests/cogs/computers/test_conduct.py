"""When a computer agrees to a draw or resigns, and what it does without thinking."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

import engine
from cogs.computers import conduct
from cogs.computers.worker import answer_to
from cogs.computers.worker_protocol import Answer, question_of
from engine import Refusal
from engine.table.duties import Duty, Task
from engine.table.match import Match
from engine.table.record import Kind, Line, Status, computer
from tests.engine.games.allies.positions import at
from tests.opening import under_way

ALICE = 1
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def against(*computers: int, game: str = "frisian", seat: int = 0, **options: str) -> Match:
    match = Match.challenge(
        guild=10, channel=20, game=engine.games[game], options=options, host=ALICE,
        opponents=computers, seat=seat, now=NOON, source=None,
    )  # fmt: skip
    return match.begun(now=NOON, chance=random.Random(0))


def played(match: Match, *moves: str) -> Match:
    for text in moves:
        person = match.people[match.position.turn]
        match = match.play(person, text, now=NOON, source=None)
    return match


def duty_of(match: Match) -> Duty:
    assert match.duty is not None
    return match.duty


# Draws


@pytest.mark.parametrize(("value", "agrees"), [(-99, True), (-50, False), (0, False), (300, False)])
def test_early_it_agrees_to_a_draw_only_where_it_is_worse(value: int, *, agrees: bool) -> None:
    assert conduct.agrees_to_draw(0, value) is agrees


@pytest.mark.parametrize(("value", "agrees"), [(-99, True), (0, True), (25, True), (26, False)])
def test_late_it_agrees_to_a_draw_unless_it_is_better(value: int, *, agrees: bool) -> None:
    assert conduct.agrees_to_draw(conduct.LATE, value) is agrees


@pytest.mark.parametrize(
    ("game", "options", "early", "late"),
    [
        ("frisian", {}, 20, 42),
        ("turkish", {}, 35, 53),
        ("alliance", {}, 60, 90),
        ("assaut", {}, 20, 42),
        ("halma", {"size": 8}, 10, 23),
        ("halma", {"size": 16}, 45, 70),
        ("allies", {"field": "france-germany"}, 25, 50),
        ("allies", {"field": "east"}, 60, 100),
    ],
)
def test_a_match_is_late_when_most_of_a_usual_one_is_played(
    game: str,
    options: dict[str, Any],
    early: int,
    late: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = against(computer(3), game=game, **options)
    match = match.offer_agreement(ALICE, "draw", now=NOON, source=None)
    answers = []
    for number in (early, late):
        monkeypatch.setattr(Match, "move_number", number)
        duty = Duty(Task.ANSWER, 1, computer(3), len(match.events))
        answered = conduct.done(match, duty, Answer(), resigns=False, now=NOON)
        answers.append(answered.status is Status.OVER)
    assert answers == [False, True]


def test_the_offer_is_answered_as_it_thinks() -> None:
    match = under_way(against(computer(3)))
    match = match.offer_agreement(ALICE, "draw", now=NOON, source=None)
    duty = duty_of(match)
    assert duty.task is Task.ANSWER
    declined = conduct.done(match, duty, Answer(value=500), resigns=False, now=NOON)
    assert declined.events[-1].kind is Kind.REFUSE
    agreed = conduct.done(match, duty, Answer(value=-500), resigns=False, now=NOON)
    assert agreed.outcome is not None
    assert agreed.outcome.ranks == (1, 1)
    assert conduct.simple(match, duty, now=NOON).events[-1].kind is Kind.REFUSE


def test_a_value_is_that_of_the_seat_that_is_asked() -> None:
    match = played(against(computer(3), seat=1), "32-28", "19-23", "28x19")
    match = match.offer_agreement(ALICE, "draw", now=NOON, source=None)
    theirs = answer_to(question_of(match, duty_of(match)))
    mover = question_of(match, duty_of(match)._replace(seat=1))
    assert theirs.value == -answer_to(mover).value


ENDING = "K7/8/8/8/8/8/8/6kk w idle={}"
"""One king against two; the blank is the number of turns in which nothing has happened."""


def ending(idle: int, *computers: int) -> Match:
    if len(computers) == 1:
        match = against(*computers, game="alliance")
    else:
        match = Match.exhibition(
            guild=10, channel=20, game=engine.games["alliance"], options={}, host=ALICE,
            computers=computers, now=NOON, source=None,
        ).begun(now=NOON, chance=random.Random(0))  # fmt: skip
    position = match.game.read(ENDING.format(idle))
    start = replace(match.events[-1], position=position.fen())
    return replace(match, events=(*match.events[:-1], start), line=Line.of([position]))


def done(match: Match) -> Match:
    duty = duty_of(match)
    answer = answer_to(question_of(match, duty))
    return conduct.done(match, duty, answer, resigns=False, now=NOON)


def offers(match: Match) -> list[int | None]:
    return [event.person for event in match.events if event.kind is Kind.OFFER]


def test_it_offers_a_draw_with_its_move_where_nobody_wins_once_in_many_turns() -> None:
    match = done(played(ending(60, computer(2)), "a8-a7"))
    assert offers(match) == [computer(2)]
    assert match.events[-1].kind is Kind.MOVE
    assert match.duty is None
    match = done(played(match, "a7-a8"))
    assert offers(match) == [computer(2)]
    assert done(played(ending(0, computer(2)), "a8-a7")).offer is None


def test_it_agrees_to_a_draw_where_nobody_wins_though_it_is_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Match, "is_under_way", True)  # as if all had moved before
    for idle, agreed in ((0, False), (60, True)):
        match = ending(idle, computer(2))
        match = done(match.offer_agreement(ALICE, "draw", now=NOON, source=None))
        assert (match.outcome is not None) is agreed


def test_two_computers_agree_on_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "is_under_way", True)  # as if all had moved before
    match = ending(60, computer(2), computer(3, 1))
    match = done(done(match))
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 1)
    assert len(match.moves) == 1


BATTLE = "fM5 FA3 gC13 {east}"
LONG = "quiet-west=60"
"""``BATTLE`` with ``LONG``: in the west two Generals, one with a soldier, have not met for long."""

ALL_ALONE = "RK29 RM31 DD20 DE23 HM25"


def battle(fields: str, *, east: str = ALL_ALONE, turn: int = 0, seat: int = 1) -> Match:
    """Return a battle of three computers, with Alice on ``seat`` and ``turn`` to move."""
    others = (computer(2), computer(2, 1), computer(2, 2))
    match = against(*others, game="allies", seat=seat)
    position = at(turn, BATTLE.format(east=east), fields)
    start = replace(match.events[-1], position=position.fen())
    return replace(match, events=(*match.events[:-1], start), line=Line.of([position]))


def test_in_a_battle_it_offers_to_leave_its_fight_undecided() -> None:
    match = done(battle(LONG))
    assert match.offer is not None
    assert match.offer.agreement.name == "undecided-west"
    assert match.offer.by == match.people[0]
    assert done(battle("quiet-west=10")).offer is None
    assert done(battle("quiet-east=60", turn=3)).offer is None  # many pieces are left there


def test_an_offer_for_a_fight_stands_while_others_move_in_the_other() -> None:
    match = done(done(battle(LONG)))
    assert [event.seat for event in match.moves] == [0, 3]
    assert match.offer is not None
    left = match.agree(ALICE, match.offer.number, now=NOON, source=None)
    assert left.position.fen().count("west=undecided-agreed") == 1
    assert left.outcome is None
    assert played(match, match.position.write(match.position.legal_moves()[0])).offer is None


@pytest.mark.parametrize(("fields", "agrees"), [(LONG, True), ("quiet-west=10", False)])
def test_a_computer_answers_for_its_own_fight(
    fields: str, *, agrees: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Match, "is_under_way", True)  # as if all had moved before
    match = battle(fields, turn=3)  # a seat of the other fight is to move
    with pytest.raises(Refusal, match="You can propose an undecided end to the fight in the west"):
        match.offer_agreement(ALICE, "draw", now=NOON, source=None)
    match = match.offer_agreement(ALICE, "undecided-west", now=NOON, source=None)
    assert duty_of(match).seat == 0
    match = done(match)
    assert ("west=undecided-agreed" in match.position.fen()) is agrees
    assert match.offer is None


def test_who_has_lost_the_first_fight_does_not_leave_the_other_undecided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Match, "is_under_way", True)  # as if all had moved before
    monkeypatch.setattr(Match, "move_number", 1_000)
    lost = "east=entente-taken quiet-west=60"
    for turn in (0, 1):
        assert done(battle(lost, east="", turn=turn, seat=2)).offer is None
    match = battle(lost, east="", seat=0)
    match = done(match.offer_agreement(ALICE, "undecided", now=NOON, source=None))
    assert match.events[-1].kind is Kind.REFUSE


@pytest.mark.parametrize(("game", "options"), [("alliance", {"setup": "free"}), ("allies", {})])
def test_an_offer_is_answered_while_a_person_still_sets_up(
    game: str, options: dict[str, Any]
) -> None:
    match = against(computer(2), game=game, **options)
    while match.duty is not None:
        match = done(match)
    match = done(match.offer_agreement(ALICE, "draw", now=NOON, source=None))
    assert match.events[-1].kind is Kind.REFUSE


# Resigning


@pytest.mark.parametrize(
    ("level", "value", "lost"),
    [(6, -799, False), (6, -800, True), (8, -9_990, True), (5, -9_990, False)],
)
def test_the_higher_levels_know_when_they_have_lost(level: int, value: int, *, lost: bool) -> None:
    match = played(against(computer(level)), "32-28")
    assert conduct.is_lost(match, duty_of(match), value) is lost


def test_nobody_resigns_while_others_may_win() -> None:
    three = against(computer(8), computer(8, 1), game="chinese-checkers", seat=2)
    assert not conduct.is_lost(three, duty_of(three), -9_990)


def test_it_resigns() -> None:
    match = played(under_way(against(computer(8))), "32-28")
    match = conduct.done(match, duty_of(match), Answer(["19-23"]), resigns=True, now=NOON)
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 2)


# Without a thought


@pytest.mark.parametrize("game", engine.games)
def test_a_simple_move_is_always_there(game: str) -> None:
    match = against(computer(8), game=game)
    for _ in range(30):
        if match.duty is not None:
            match = conduct.simple(match, match.duty, now=NOON)
        elif match.setting_up:
            match = match.arrange(ALICE, match.setup.completion, chance=random.Random(1))
            match = match.ready(ALICE, now=NOON, source=None)
        elif match.outcome is None:
            match = played(match, match.position.write(match.position.legal_moves()[0]))
    assert any(event.person == computer(8) for event in match.moves)


@pytest.mark.parametrize(("game", "options"), [("alliance", {"setup": "free"}), ("allies", {})])
def test_a_set_up_is_answered_whole(game: str, options: dict[str, Any]) -> None:
    match = against(computer(1), game=game, **options)
    while match.duty is not None:
        duty = duty_of(match)
        answer = answer_to(question_of(match, duty))
        assert answer.moves
        match = conduct.done(match, duty, answer, resigns=False, now=NOON)
        assert match.set_up_of(duty.seat).ready
        assert len(match.set_up_of(duty.seat).arrangement) == len(answer.moves)
