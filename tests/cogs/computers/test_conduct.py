"""When a computer agrees to a draw and when it resigns; what it does without a thought."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

import engine
from cogs.computers import conduct
from cogs.computers.questions import Answer, question_of
from cogs.computers.worker import answer_to
from engine.table.computers import computer
from engine.table.duties import Duty, Task
from engine.table.match import Match
from engine.table.record import Kind
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
    assert conduct.agrees_to_draw(against(computer(3)), value) is agrees


@pytest.mark.parametrize(("value", "agrees"), [(-99, True), (0, True), (25, True), (26, False)])
def test_late_it_agrees_to_a_draw_unless_it_is_better(
    value: int, *, agrees: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Match, "move_number", conduct.LATE)
    assert conduct.agrees_to_draw(against(computer(3)), value) is agrees


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
"""One king against two, where for so many turns nothing has happened."""


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
    return replace(match, events=(*match.events[:-1], start), line=(position,))


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
    monkeypatch.setattr(Match, "is_under_way", True)  # they have moved before
    for idle, agreed in ((0, False), (60, True)):
        match = ending(idle, computer(2))
        match = done(match.offer_agreement(ALICE, "draw", now=NOON, source=None))
        assert (match.outcome is not None) is agreed


def test_two_computers_agree_on_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "is_under_way", True)  # they have moved before
    match = ending(60, computer(2), computer(3, 1))
    match = done(done(match))
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 1)
    assert len(match.moves) == 1


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
