"""Computers at the table: challenged, added, agreeing, taking over, and never waited for."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

import engine
from engine import Refusal
from engine.event_log import Repeated
from engine.table.clock import TimeControl
from engine.table.duties import Duty, Task
from engine.table.match import Match
from engine.table.record import (
    OPEN,
    Kind,
    NotAPlayer,
    Status,
    another,
    computer,
    is_computer,
    level_of,
)
from engine.table.seating import Order

ALICE, BOB, CAROL = 1, 2, 3
FIRST, SECOND = computer(3), computer(3, 1)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
CHANCE = random.Random(0)


def challenged(
    *opponents: int,
    game: str = "frisian",
    seat: int | None = 0,
    time: str = "none",
    **options: int | str,
) -> Match:
    match = Match.challenge(
        guild=10, channel=20, game=engine.games[game], options=options, host=ALICE,
        opponents=opponents, seat=seat, now=NOON, source="message:1",
        time=TimeControl.read(time), rated=True,
    )  # fmt: skip
    return match.begun(now=NOON, chance=CHANCE)


def played(match: Match, *moves: str) -> Match:
    for text in moves:
        person = match.people[match.position.turn]
        match = match.play(person, text, now=match.events[-1].at, source=None, sure=True)
    return match


def played_on(match: Match, turns: int) -> Match:
    for _ in range(turns):
        position = match.position
        match = played(match, position.write(position.legal_moves()[0]))
    return match


def shown_out(match: Match, person: int) -> Match:
    return match.resign(person, now=NOON, source=None)


# Who they are


def test_each_computer_at_a_table_is_a_player_of_its_own() -> None:
    assert len({computer(level, number) for level in range(1, 9) for number in range(98)}) == 784
    assert another(3, [ALICE, FIRST]) == SECOND
    assert another(4, [ALICE, FIRST]) == computer(4)
    assert level_of(SECOND) == 3
    assert not any(map(is_computer, (ALICE, OPEN, -1, -10, -1000, -1001)))


# Challenges


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_challenge_to_a_computer_begins_at_once(seat: int | None) -> None:
    match = challenged(FIRST, seat=seat)
    assert match.status is Status.LIVE
    assert set(match.people) == {ALICE, FIRST}
    assert seat is None or match.people[seat] == ALICE
    assert match.persons == (ALICE,)
    assert match.computers == (FIRST,)


def test_a_challenge_to_computers_and_people_waits_for_the_people_only() -> None:
    match = challenged(FIRST, BOB, game="chinese-checkers")
    assert match.status is Status.CHALLENGE
    assert match.to_act == (2,)
    assert match.accept(BOB, now=NOON, source=None, chance=CHANCE).status is Status.LIVE


def test_no_match_with_a_computer_is_rated() -> None:
    assert not challenged(FIRST).rated
    assert challenged(BOB).rated
    opened = challenged(BOB, OPEN, game="chinese-checkers")
    assert not opened.add_computer(ALICE, 2, now=NOON, source=None, chance=CHANCE).rated


def test_the_host_gives_open_seats_to_computers() -> None:
    match = challenged(OPEN, OPEN, game="chinese-checkers")
    match = match.add_computer(ALICE, 3, now=NOON, source="a", chance=CHANCE)
    assert match.people == (ALICE, FIRST, OPEN)
    again = match.remove_computer(ALICE, FIRST, now=NOON, source="b")
    assert again.people == (ALICE, OPEN, OPEN)
    again = again.add_computer(ALICE, 3, now=NOON, source="c", chance=CHANCE)
    assert again.people == match.people
    match = match.add_computer(ALICE, 3, now=NOON, source="d", chance=CHANCE)
    assert match.people == (ALICE, FIRST, SECOND)
    assert match.status is Status.LIVE


def test_only_the_host_gives_seats_to_computers_and_only_open_ones() -> None:
    opened = challenged(OPEN, BOB, game="chinese-checkers")
    with pytest.raises(Refusal, match="Only the host"):
        opened.add_computer(BOB, 3, now=NOON, source=None, chance=CHANCE)
    with pytest.raises(Refusal, match="No seat"):
        challenged(BOB).add_computer(ALICE, 3, now=NOON, source=None, chance=CHANCE)
    with pytest.raises(Refusal, match="no seat in this match"):
        opened.remove_computer(ALICE, FIRST, now=NOON, source=None)


def test_computers_fill_what_is_left() -> None:
    match = challenged(OPEN, OPEN, OPEN, game="halma")
    match = match.join(BOB, now=NOON, source=None, chance=CHANCE)
    match = match.fill(ALICE, 5, now=NOON, source="fill", chance=CHANCE)
    assert match.people == (ALICE, BOB, computer(5), computer(5, 1))
    assert match.status is Status.LIVE
    with pytest.raises(Repeated):
        match.fill(ALICE, 5, now=NOON, source="fill", chance=CHANCE)


def test_computers_play_each_other() -> None:
    match = Match.exhibition(
        guild=10, channel=20, game=engine.games["frisian"], options={}, host=ALICE,
        computers=[FIRST, SECOND], now=NOON, source=None,
    ).begun(now=NOON, chance=CHANCE)  # fmt: skip
    assert match.status is Status.LIVE
    assert match.to_act == match.persons == ()
    match = played(match, "32-28", "19-23", "28x19")
    with pytest.raises(NotAPlayer):
        match.abort(BOB, now=NOON, source=None)
    assert match.abort(ALICE, now=NOON, source=None).status is Status.OVER
    with pytest.raises(Refusal, match="players"):
        Match.exhibition(
            guild=10, channel=20, game=engine.games["frisian"], options={}, host=ALICE,
            computers=[FIRST], now=NOON, source=None,
        )  # fmt: skip


def test_a_rematch_of_a_match_with_a_computer_begins_at_once() -> None:
    over = shown_out(challenged(FIRST), ALICE)
    again = over.rematch(ALICE, Order.ROTATE, now=NOON, source=None)
    again = again.begun(now=NOON, chance=CHANCE)
    assert again.status is Status.LIVE
    assert again.people == (FIRST, ALICE)


def test_somebody_who_is_gone_gets_no_rematch_with_a_computer() -> None:
    over = shown_out(challenged(FIRST), ALICE)
    gone = Match.restore(
        id=1, guild=10, channel=20, game=over.game, options={}, host=-1001,
        people=(-1001, FIRST), drawn=True, events=over.events,
    )  # fmt: skip
    with pytest.raises(Refusal, match="gone"):
        gone.rematch(FIRST, Order.SAME, now=NOON, source=None)


# Time


@pytest.mark.parametrize("time", ["1d", "5+3", "5+3 claim"])
def test_no_time_runs_against_a_computer(time: str) -> None:
    match = challenged(FIRST, time=time)
    assert match.deadline is not None
    match = played(match, "32-28")
    assert match.position.turn == 1
    assert (match.timing.on_turn, match.deadline, match.to_act) == (None, None, ())
    assert match.left(1, NOON + timedelta(days=9)) is None
    assert match.left(0, NOON) is not None
    assert match.due == match.timing.warned
    with pytest.raises(Refusal, match="nothing to claim"):
        match.claim_time(ALICE, now=NOON + timedelta(days=9), source=None)
    match = match.play(FIRST, "19-23", now=NOON + timedelta(days=9), source="computer:1.3.1")
    assert match.deadline is not None
    assert match.deadline > NOON + timedelta(days=9)


# What a computer has to do


def test_what_a_computer_has_to_do_follows_from_the_record() -> None:
    match = challenged(FIRST, seat=1)
    assert match.duty == Duty(Task.MOVE, 0, FIRST, match.since)
    source = match.duty.source(match.id)
    moved = match.play(FIRST, "32-28", now=NOON, source=source)
    assert moved.duty is None
    with pytest.raises(Repeated):
        moved.play(FIRST, "31-27", now=NOON, source=source)
    back = played(moved, "19-23")
    assert back.duty == Duty(Task.MOVE, 0, FIRST, back.since)
    over = shown_out(back, ALICE)
    assert over.duty is None


def test_the_same_position_after_a_takeback_is_thought_about_anew() -> None:
    match = played(challenged(FIRST), "32-28")
    first = match.duty
    match = match.offer_takeback(ALICE, now=NOON, source=None)
    assert match.events[-1].kind is Kind.TAKEBACK
    assert match.duty is None
    match = played(match, "32-28")
    assert match.duty is not None
    assert match.duty != first


def test_a_computer_sets_up_first() -> None:
    match = challenged(FIRST, game="alliance", setup="free")
    assert match.duty == Duty(Task.SET_UP, 1, FIRST, match.since)
    match = match.arrange(FIRST, match.setup.completion, chance=CHANCE).ready(
        FIRST, now=NOON, source=None
    )
    assert match.duty is None
    assert match.to_act == (0,)


def test_what_a_seat_may_not_see_is_not_in_its_line() -> None:
    match = played_on(challenged(FIRST, game="assaut"), 12)
    assert match.line_seen_by(1, 99) == tuple(
        place.read().seen_by(1).fen() for _, place in match.path
    )
    assert match.line_seen_by(1, 3) == match.line_seen_by(1, 99)[-3:]


# Agreements


def test_a_computer_agrees_to_a_takeback_at_once() -> None:
    match = played(challenged(FIRST), "32-28", "19-23", "28x19")
    match = match.offer_takeback(ALICE, now=NOON, source="message:9")
    assert [event.kind for event in match.events[-3:]] == [Kind.OFFER, Kind.AGREE, Kind.TAKEBACK]
    assert match.events[-2].person == FIRST
    assert match.record() == "1. 32-28 19-23"


def test_others_have_still_to_agree_to_a_takeback() -> None:
    match = challenged(BOB, FIRST, game="chinese-checkers")
    match = match.accept(BOB, now=NOON, source=None, chance=CHANCE)
    match = played_on(match, 3).offer_takeback(ALICE, now=NOON, source=None)
    assert match.offer is not None
    assert match.offer.agreed == {ALICE, FIRST}
    match = match.agree(BOB, match.offer.number, now=NOON, source=None)
    assert match.events[-1].kind is Kind.TAKEBACK


def test_a_computer_thinks_about_a_draw() -> None:
    match = played(challenged(FIRST), "32-28", "19-23", "28x19", "14x23")
    offered = match.offer_agreement(ALICE, "draw", now=NOON, source=None)
    number = offered.events[-1].number
    assert offered.duty == Duty(Task.ANSWER, 1, FIRST, number)
    assert offered.refuse(FIRST, number, now=NOON, source=None).duty is None
    assert offered.agree(FIRST, number, now=NOON, source=None).status is Status.OVER


# Seats that are given up


def three(*, seat: int = 0) -> Match:
    match = challenged(BOB, FIRST, game="chinese-checkers", seat=seat)
    return played_on(match.accept(BOB, now=NOON, source=None, chance=CHANCE), 4)


def test_a_computer_takes_over_a_seat_that_is_given_up() -> None:
    before = three()
    match = shown_out(before, ALICE)
    assert not match.position.seats[0].active
    match = match.take_over(3, now=NOON)
    assert match.people == (SECOND, BOB, FIRST)
    assert match.position == before.position
    assert match.position.seats[0].active
    assert match.record() == before.record()
    assert match.events[-1].kind is Kind.TAKEOVER
    assert played_on(match, 6).record().startswith(before.record())


def test_the_others_vote_whether_a_computer_plays_on() -> None:
    match = shown_out(three(), ALICE).offer_takeover(5, now=NOON)
    assert match.offer is not None
    assert match.offer.agreed == {FIRST}
    assert str(match.offer.agreement.text) == "a computer for Red"
    number = match.offer.number
    assert match.refuse(BOB, number, now=NOON, source=None).people == match.people
    agreed = match.agree(BOB, number, now=NOON, source=None)
    assert agreed.people == (computer(5), BOB, FIRST)
    assert agreed.offer is None


def test_computers_wait_for_a_vote_that_their_move_would_end() -> None:
    match = shown_out(three(), BOB).offer_takeover(5, now=NOON)
    assert match.offer is not None
    assert match.position.turn == 2
    assert match.to_act == (0,)
    assert match.duty is None
    refused = match.refuse(ALICE, match.offer.number, now=NOON, source=None)
    assert refused.duty == Duty(Task.MOVE, 2, FIRST, match.since)
    agreed = match.agree(ALICE, match.offer.number, now=NOON, source=None)
    assert agreed.duty == Duty(Task.MOVE, 1, computer(5), agreed.since)
    assert match.due is not None
    ended = match.tick(now=match.due, chance=CHANCE)
    assert ended.duty == Duty(Task.MOVE, 2, FIRST, match.since)


def test_nobody_takes_over_once_somebody_has_moved() -> None:
    match = shown_out(three(), ALICE).offer_takeover(5, now=NOON)
    match = played_on(match, 1)
    assert match.offer is None
    assert match.given_up == ()
    assert match.take_over(5, now=NOON) is match
    assert match.offer_takeover(5, now=NOON) is match


def test_nothing_is_taken_over_where_the_match_is_over() -> None:
    match = shown_out(challenged(BOB).accept(BOB, now=NOON, source=None, chance=CHANCE), ALICE)
    assert match.given_up == ()
    assert match.take_over(5, now=NOON) is match


def test_a_match_ends_when_only_computers_are_left() -> None:
    match = played_on(challenged(FIRST, SECOND, game="chinese-checkers"), 3)
    match = shown_out(match, ALICE)
    assert match.status is Status.OVER
    assert match.outcome is not None
    assert match.outcome.ranks == (2, 1, 1)
    assert str(match.outcome.reason) == "Only computers are left to play."


def test_a_computer_gives_up_among_computers_and_the_others_play_on() -> None:
    match = Match.exhibition(
        guild=10, channel=20, game=engine.games["chinese-checkers"], options={}, host=ALICE,
        computers=[FIRST, SECOND, computer(4)], now=NOON, source=None,
    ).begun(now=NOON, chance=CHANCE)  # fmt: skip
    match = shown_out(match, FIRST)
    assert match.status is Status.LIVE
    assert match.duty is not None


# What is shown together


def texts(match: Match) -> list[list[str]]:
    return [[event.text for event in turn] for turn in match.exchange]


def test_a_computers_turn_is_shown_with_the_persons_before_it() -> None:
    match = played(challenged(FIRST), "32-28")
    assert texts(match) == [["32-28"]]
    match = played(match, "19-23")
    assert texts(match) == [["32-28"], ["19-23"]]
    before, moves = match.last_moves()
    assert before == match.line[0]
    assert [before.write(moves[0]), before.play(moves[0]).write(moves[1])] == ["32-28", "19-23"]
    match = played(match, "28x19")
    assert texts(match) == [["28x19"]]


def test_the_turns_of_several_computers_are_shown_with_the_persons_before_them() -> None:
    match = challenged(FIRST, SECOND, game="chinese-checkers", seat=1)
    assert [len(texts(played_on(match, turns))) for turns in range(7)] == [0, 1, 1, 2, 3, 1, 2]


def test_people_and_computers_among_themselves_are_shown_turn_by_turn() -> None:
    match = challenged(BOB).accept(BOB, now=NOON, source=None, chance=CHANCE)
    assert texts(played(match, "32-28", "19-23")) == [["19-23"]]
    match = Match.exhibition(
        guild=10, channel=20, game=engine.games["frisian"], options={}, host=ALICE,
        computers=[FIRST, SECOND], now=NOON, source=None,
    ).begun(now=NOON, chance=CHANCE)  # fmt: skip
    assert texts(played(match, "32-28", "19-23")) == [["19-23"]]


def test_what_was_taken_back_is_not_shown() -> None:
    match = played(challenged(FIRST), "32-28", "19-23", "28x19", "14x23")
    match = match.offer_takeback(ALICE, now=NOON, source=None)
    assert texts(match) == [["32-28"], ["19-23"]]
    assert texts(played(match, "28x19", "13x24")) == [["28x19"], ["13x24"]]


def test_a_turn_before_somebody_gave_up_is_not_shown_with_those_after_it() -> None:
    match = shown_out(played_on(three(), 2), ALICE)
    match = played_on(match, 1)
    while not match.is_computers(match.position.turn):
        match = played_on(match, 1)
    assert len(texts(played_on(match, 1))) <= 2


def test_a_set_up_is_not_shown_with_the_turn_after_it() -> None:
    match = challenged(FIRST, game="alliance", seat=1, setup="free")
    for user in (FIRST, ALICE):
        match = match.arrange(user, match.setup.completion, chance=CHANCE)
        match = match.ready(user, now=NOON, source=None)
    assert len(texts(played_on(match, 1))) == 1


def test_of_more_than_two_all_turns_since_ones_own_are_shown() -> None:
    match = challenged(BOB, CAROL, game="chinese-checkers")
    for user in (BOB, CAROL):
        match = match.accept(user, now=NOON, source=None, chance=CHANCE)
    for shown in (1, 2, 2, 2):
        match = played(match, match.position.write(match.position.legal_moves()[0]))
        assert len(match.last_moves()[1]) == shown
        assert len(match.exchange) == 1, "the post tells of the last turn"
