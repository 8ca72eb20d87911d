"""A match and its time: limits, clocks, reminders, time-outs, outages, holidays, neglect."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

import engine
from engine import Refusal
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import Kind, Reminder, Status
from tests.engine.games.assaut.positions import OFFICERS, OMITTED, SOLDIERS

ALICE, BOB, CAROL, DAN = 1, 2, 3, 4
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
CHANCE = random.Random(0)


def started(
    time: str, game: str = "frisian", *, people: int = 2, **options: int | bool | str
) -> Match:
    """Return a match that Alice begins at noon."""
    opponents = [BOB, CAROL, DAN][: people - 1]
    match = Match.challenge(
        guild=10, channel=20, game=engine.games[game], options=options, host=ALICE,
        opponents=opponents, seat=0, now=NOON, source=None, time=TimeControl.read(time),
    )  # fmt: skip
    for person in opponents:
        match = match.accept(person, now=NOON, source=None, chance=CHANCE)
    return match


def move(match: Match, after: timedelta) -> Match:
    """Return the match after the first legal move of the seat to move, sent ``after`` noon."""
    text = match.position.write(match.position.legal_moves()[0])
    person = match.people[match.position.turn]
    return match.play(person, text, now=NOON + after, source=None, sure=True)


def tick(match: Match, after: timedelta) -> Match:
    return match.tick(now=NOON + after, chance=CHANCE)


def kinds(match: Match) -> list[Kind]:
    """Return the kinds of the events since the start."""
    start = next(event.number for event in match.events if event.kind is Kind.START)
    return [event.kind for event in match.events[start:]]


# Limits of turns


def test_the_limit_begins_anew_with_every_turn() -> None:
    match = started("1d")
    assert match.deadline == NOON + DAY
    assert match.left(0, NOON + HOUR) == 23 * HOUR
    match = move(match, 20 * HOUR)
    assert match.deadline == NOON + 44 * HOUR
    assert match.left(1, NOON + 21 * HOUR) == 23 * HOUR
    assert match.left(0, NOON + 21 * HOUR) == DAY


def test_one_reminder_when_a_quarter_is_left() -> None:
    match = started("8h")
    assert match.due == NOON + 6 * HOUR
    assert tick(match, 6 * HOUR - MINUTE) is match
    match = tick(match, 6 * HOUR)
    assert kinds(match) == [Kind.REMIND]
    assert match.events[-1].text == Reminder.TIME
    assert match.due == NOON + 8 * HOUR
    assert tick(match, 7 * HOUR) is match
    match = move(match, 7 * HOUR)
    assert match.due == NOON + 13 * HOUR


def test_that_somebody_has_left_the_server_is_no_reminder_of_their_time() -> None:
    match = started("8h").note_departed(BOB, now=NOON + HOUR)
    assert match.note_departed(BOB, now=NOON + HOUR) is match
    match = tick(match, 6 * HOUR)
    assert [event.text for event in match.events[-2:]] == [Reminder.LEFT, Reminder.TIME]
    match = move(match, 7 * HOUR)
    assert match.departed == (BOB,)
    match = move(match, 8 * HOUR)
    assert match.departed == ()


def test_who_left_the_server_loses_once_the_game_is_claimed() -> None:
    match = move(move(started("8h"), MINUTE), 2 * MINUTE).note_departed(BOB, now=NOON + HOUR)
    with pytest.raises(Refusal, match="nothing to claim"):
        match.claim_departed(BOB, ALICE, now=NOON + HOUR, source=None)
    match = match.claim_departed(ALICE, BOB, now=NOON + HOUR, source=None)
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 2)
    assert str(match.outcome.reason) == "Black left the server."


def test_a_computer_takes_the_seat_of_who_left_where_the_game_stands() -> None:
    match = move(move(started("8h"), MINUTE), 2 * MINUTE)
    with pytest.raises(Refusal, match="cannot play on"):
        match.replace_departed(ALICE, BOB, 4, now=NOON + HOUR, source=None)
    match = match.note_departed(BOB, now=NOON + HOUR)
    after = match.replace_departed(ALICE, BOB, 4, now=NOON + HOUR, source=None)
    assert after.position.fen() == match.position.fen()
    assert [event.text for event in after.moves] == [event.text for event in match.moves]
    assert (after.rated, after.is_computers(1)) == (False, True)
    assert move(after, 2 * HOUR).position.turn == 1


def test_who_runs_out_of_time_loses_at_once() -> None:
    match = move(move(started("1h"), MINUTE), 2 * MINUTE)
    match = tick(tick(match, 47 * MINUTE), HOUR + 2 * MINUTE)
    assert kinds(match)[2:] == [Kind.REMIND, Kind.TIMEOUT, Kind.RESULT]
    assert match.outcome is not None
    assert match.outcome.ranks == (2, 1)
    assert str(match.outcome.reason) == "White ran out of time."
    assert match.status is Status.OVER
    assert match.due is None


def test_a_move_counts_by_the_moment_it_was_sent() -> None:
    match = started("1h")
    with pytest.raises(Refusal, match="Your time was up"):
        move(match, HOUR)
    assert move(match, HOUR - timedelta(microseconds=1)).moves


def test_a_win_on_time_that_is_to_be_claimed() -> None:
    match = move(move(started("1h claim"), timedelta()), timedelta())
    with pytest.raises(Refusal, match="has time until"):
        match.claim_time(BOB, now=NOON + 30 * MINUTE, source=None)
    match = tick(tick(match, 45 * MINUTE), HOUR)
    assert kinds(match)[2:] == [Kind.REMIND, Kind.FLAG]
    assert match.status is Status.LIVE
    assert match.due == NOON + 27 * DAY
    with pytest.raises(Refusal, match="other side"):
        match.claim_time(ALICE, now=NOON + HOUR, source=None)
    with pytest.raises(Refusal, match="not a player"):
        match.claim_time(CAROL, now=NOON + HOUR, source=None)
    moved = move(match, 2 * HOUR)
    with pytest.raises(Refusal, match="has time until"):
        moved.claim_time(ALICE, now=NOON + 2 * HOUR, source=None)
    claimed = match.claim_time(BOB, now=NOON + 2 * HOUR, source="message:9")
    assert claimed.outcome is not None
    assert claimed.outcome.ranks == (2, 1)


def test_of_more_than_two_one_is_out_and_the_others_play_on() -> None:
    match = started("1h", "chinese-checkers", people=3)
    match = tick(tick(match, 45 * MINUTE), HOUR)
    assert kinds(match) == [Kind.REMIND, Kind.TIMEOUT]
    assert match.status is Status.LIVE
    assert not match.seats[0].active
    assert match.position.turn == 1
    assert match.deadline == NOON + 2 * HOUR


def test_without_a_limit_nothing_is_due_but_the_end_of_neglect() -> None:
    match = started("none")
    assert match.deadline is None
    assert match.left(0, NOON + DAY) is None
    assert match.due == NOON + 27 * DAY


# Clocks


def test_a_clock_runs_for_whose_turn_it_is_and_gains_after_each_move() -> None:
    match = move(move(started("10+10"), 4 * MINUTE), 5 * MINUTE)
    assert match.left(0, NOON + 5 * MINUTE) == 6 * MINUTE + timedelta(seconds=10)
    assert match.left(1, NOON + 5 * MINUTE) == 9 * MINUTE + timedelta(seconds=10)
    assert match.left(0, NOON + 7 * MINUTE) == 4 * MINUTE + timedelta(seconds=10)
    assert match.deadline == NOON + 11 * MINUTE + timedelta(seconds=10)


def test_each_player_of_a_clock_is_reminded_once() -> None:
    match = started("10+0")
    assert match.due == NOON + 7.5 * MINUTE
    match = tick(match, 7.5 * MINUTE)
    assert kinds(match) == [Kind.REMIND]
    match = move(move(match, 8 * MINUTE), 9 * MINUTE)
    assert match.due == NOON + 11 * MINUTE  # two minutes are left, and no reminder comes
    assert kinds(tick(match, 11 * MINUTE))[-2:] == [Kind.TIMEOUT, Kind.RESULT]


def test_a_turn_that_stays_with_a_seat_gains_nothing() -> None:
    match = started("10+10", "assaut")
    start = replace(match.events[-1], position=OMITTED)  # the officers are to move
    match = Match.restore(
        id=0, guild=10, channel=20, game=match.game, options=dict(match.options), host=ALICE,
        people=match.people, drawn=True, events=(*match.events[:-1], start), time="10+10",
    )  # fmt: skip
    match = match.play(BOB, "d6-e6", now=NOON + MINUTE, source=None, sure=True)
    assert match.left(OFFICERS, NOON + MINUTE) == 9 * MINUTE + timedelta(seconds=10)
    match = match.play(ALICE, "huff e6", now=NOON + 2 * MINUTE, source=None)
    assert match.position.turn == SOLDIERS
    assert match.left(SOLDIERS, NOON + 2 * MINUTE) == 9 * MINUTE
    match = move(match, 3 * MINUTE)
    assert match.left(SOLDIERS, NOON + 3 * MINUTE) == 8 * MINUTE + timedelta(seconds=10)


def test_what_is_taken_back_is_not_given_back_on_the_clock() -> None:
    match = move(started("10+10"), 4 * MINUTE)
    match = match.offer_takeback(ALICE, now=NOON + 5 * MINUTE, source=None)
    match = match.agree(BOB, len(match.events), now=NOON + 5 * MINUTE, source=None)
    gained = timedelta(seconds=10)
    assert match.left(0, NOON + 5 * MINUTE) == 6 * MINUTE + gained
    assert match.left(1, NOON + 5 * MINUTE) == 9 * MINUTE
    assert match.deadline == NOON + 11 * MINUTE + gained


# Votes whether a computer plays on


def voting(time: str) -> Match:
    """Return a match of three who moved at noon; the others vote as Alice resigned at 12:02."""
    match = started(time, "chinese-checkers", people=3)
    for _ in match.seats:
        match = move(match, timedelta())
    after = 2 * MINUTE
    match = match.resign(ALICE, now=NOON + after, source=None)
    return match.offer_takeover(3, now=NOON + after)


@pytest.mark.parametrize("time", ["5min", "10+10", "5min claim"])
def test_nobodys_time_runs_in_a_vote(time: str) -> None:
    match = voting(time)
    assert match.vote is not None
    assert (match.timing.on_turn, match.deadline) == (None, None)
    assert match.left(1, NOON + 4 * MINUTE) == match.left(1, NOON + 2 * MINUTE)
    declined = match.refuse(CAROL, match.vote.number, now=NOON + 6 * MINUTE, source=None)
    assert declined.timing.on_turn == 1
    assert declined.left(1, NOON + 7 * MINUTE) == (match.left(1, NOON) or MINUTE) - MINUTE


def test_a_vote_takes_nothing_from_the_clock_of_whose_turn_it_is_not_after_all() -> None:
    match = voting("10+0")
    for person in (BOB, CAROL):
        assert match.vote is not None
        match = match.agree(person, match.vote.number, now=NOON + 9 * MINUTE, source=None)
    assert match.is_computers(0)
    assert [match.left(seat, NOON + 9 * MINUTE) for seat in (1, 2)] == [10 * MINUTE] * 2


@pytest.mark.parametrize(
    ("time", "span"),
    [("5min", 5 * MINUTE), ("10+10", 10 * MINUTE), ("7d", 3 * DAY), ("none", 3 * DAY)],
)
def test_a_vote_that_nobody_answers_ends_and_nobody_is_reminded(time: str, span: timedelta) -> None:
    match = voting(time)
    end = NOON + 2 * MINUTE + span
    assert match.due == end
    assert match.tick(now=end - timedelta(seconds=1), chance=CHANCE) is match
    ended = match.tick(now=end, chance=CHANCE)
    assert kinds(ended)[-2:] == [Kind.OFFER, Kind.REFUSE]
    assert (ended.vote, ended.events[-1].person) == (None, None)
    assert ended.position.turn == 1
    if ended.time.turn:
        assert ended.deadline == end + ended.time.turn


def test_a_vote_is_as_much_longer_as_an_outage_took() -> None:
    match = voting("1h").give_back(NOON + 10 * MINUTE, NOON + 30 * MINUTE, now=NOON + 30 * MINUTE)
    assert match.due == NOON + 82 * MINUTE
    ended = match.tick(now=NOON + 82 * MINUTE, chance=CHANCE)
    assert ended.deadline == NOON + 142 * MINUTE


# Outages


def test_what_an_outage_took_is_given_back() -> None:
    match = started("1h").give_back(NOON + 10 * MINUTE, NOON + 30 * MINUTE, now=NOON + 30 * MINUTE)
    assert kinds(match) == [Kind.OUTAGE]
    assert match.deadline == NOON + 80 * MINUTE
    again = match.give_back(NOON + 10 * MINUTE, NOON + 31 * MINUTE, now=NOON + 31 * MINUTE)
    assert again.deadline == NOON + 81 * MINUTE  # only the minute not given back before
    assert again.give_back(NOON, NOON + 31 * MINUTE, now=NOON + 31 * MINUTE) is again


def test_an_outage_before_the_turn_gives_nothing_back() -> None:
    match = move(started("1h"), 30 * MINUTE)
    assert match.give_back(NOON, NOON + 20 * MINUTE, now=NOON + 40 * MINUTE) is match


def test_a_move_sent_during_an_outage_costs_what_ran_before_it() -> None:
    match = move(started("10+0"), 8 * MINUTE)  # typed while the bot was away since minute 2
    match = match.give_back(NOON + 2 * MINUTE, NOON + 9 * MINUTE, now=NOON + 9 * MINUTE)
    assert match.left(0, NOON + 9 * MINUTE) == 8 * MINUTE
    assert match.left(1, NOON + 9 * MINUTE) == 10 * MINUTE


def test_a_short_outage_is_given_back_without_a_word() -> None:
    match = started("1d").give_back(NOON, NOON + MINUTE, now=NOON + MINUTE)
    assert kinds(match) == [Kind.GAP]
    assert match.deadline == NOON + DAY + MINUTE


@pytest.mark.parametrize("time", ["none", "claim"])
def test_without_a_limit_an_outage_is_no_news(time: str) -> None:
    match = started(time)
    assert match.give_back(NOON, NOON + DAY, now=NOON + DAY) is match


# Boards that nobody can see


def hidden(match: Match, after: timedelta) -> Match:
    """Return the match hidden ``after`` noon, because its last post was refused."""
    return match.hide(match.events[-1].number, now=NOON + after)


def test_nothing_is_due_while_a_board_is_hidden_and_its_time_is_given_back() -> None:
    match = hidden(started("1d"), MINUTE)
    assert (match.deadline, match.due) == (None, None)
    assert tick(match, 99 * DAY) is match
    assert hidden(match, HOUR) is match
    shown = match.reveal(now=NOON + 99 * DAY)
    assert kinds(shown) == [Kind.HIDDEN, Kind.OUTAGE]
    assert shown.deadline == NOON + 100 * DAY  # from the refused turn on
    assert shown.reveal(now=NOON + 100 * DAY) is shown
    assert kinds(match.reveal(now=NOON + HOUR)) == [Kind.HIDDEN, Kind.GAP]


def test_a_move_ends_it_and_costs_no_time_of_a_clock() -> None:
    match = move(hidden(started("10+0"), timedelta()), DAY)
    assert match.hidden is None
    assert match.left(0, NOON + DAY) == 10 * MINUTE
    assert match.deadline == NOON + DAY + 10 * MINUTE


def test_who_has_seen_the_board_in_private_plays_on_whatever_notice_is_refused() -> None:
    match = hidden(started("1d"), timedelta()).reveal(ALICE, now=NOON + DAY)
    assert kinds(match) == [Kind.HIDDEN, Kind.GAP]
    reminded = tick(match, 2 * DAY - 6 * HOUR)
    assert kinds(reminded)[-1] is Kind.REMIND
    assert hidden(reminded, 2 * DAY - 6 * HOUR) is reminded
    assert tick(reminded, 2 * DAY).events[-2].kind is Kind.TIMEOUT
    reposted = match.repost(now=NOON + DAY + HOUR)
    assert hidden(reposted, DAY + HOUR).hidden is not None


def test_an_outage_before_a_board_was_hidden_is_given_back_too() -> None:
    reposted = started("1d").repost(now=NOON + 3 * HOUR)
    match = hidden(reposted, 3 * HOUR)
    match = match.give_back(NOON + HOUR, NOON + 4 * HOUR, now=NOON + 4 * HOUR)
    assert match.hidden is not None
    assert match.give_back(NOON + 5 * HOUR, NOON + 6 * HOUR, now=NOON + 6 * HOUR) is match
    assert match.reveal(now=NOON + 9 * DAY).deadline == NOON + 10 * DAY - HOUR


def test_a_challenge_that_nobody_can_see_does_not_expire() -> None:
    challenge = Match.challenge(
        guild=10, channel=20, game=engine.games["frisian"], options={}, host=ALICE,
        opponents=[BOB], seat=0, now=NOON, source=None,
    )  # fmt: skip
    match = hidden(challenge, timedelta())
    assert match.due is None
    assert match.reveal(now=NOON + 3 * DAY).timing.expires == NOON + 4 * DAY


# Holidays


def test_a_holiday_stops_the_limit_of_turns_and_shows_its_end() -> None:
    match = started("1d").start_holiday(ALICE, NOON + 7 * DAY, now=NOON + 6 * HOUR, source=None)
    assert match.timing.holiday(0, NOON + DAY) == NOON + 7 * DAY
    assert match.timing.holiday(1, NOON + DAY) is None
    assert match.deadline == NOON + 7 * DAY + 18 * HOUR
    assert match.due == NOON + 7 * DAY + 12 * HOUR
    back = match.end_holiday(ALICE, now=NOON + 2 * DAY, source=None)
    assert back.deadline == NOON + 2 * DAY + 18 * HOUR
    assert back.timing.holiday(0, NOON + 2 * DAY) is None
    assert back.end_holiday(ALICE, now=NOON + 3 * DAY, source=None) is back


def test_a_holiday_stops_nobody_elses_limit() -> None:
    match = started("1d").start_holiday(BOB, NOON + 7 * DAY, now=NOON, source=None)
    assert match.deadline == NOON + DAY
    match = move(match, HOUR)
    assert match.deadline == NOON + 8 * DAY


def test_who_is_on_holiday_may_move() -> None:
    match = started("1d").start_holiday(ALICE, NOON + 7 * DAY, now=NOON, source=None)
    assert move(match, 3 * DAY).position.turn == 1


def test_a_holiday_stops_no_clock() -> None:
    match = started("10+10").start_holiday(ALICE, NOON + 7 * DAY, now=NOON, source=None)
    assert match.deadline == NOON + 10 * MINUTE


# Set-ups, proposals and neglect


def test_set_ups_are_hurried_within_the_limit_and_nobody_loses_by_them() -> None:
    match = started("8h", "alliance", setup="free")
    assert match.deadline is None
    assert match.due == NOON + 6 * HOUR
    match = tick(match, 6 * HOUR)
    assert match.events[-1].text == Reminder.SET_UP
    match = tick(match, 8 * HOUR)
    assert not match.setting_up
    assert match.status is Status.LIVE
    assert match.deadline == NOON + 16 * HOUR


def test_setting_up_takes_nothing_from_a_clock() -> None:
    match = started("10+10", "alliance", setup="free")
    for person in (ALICE, BOB):
        match = match.arrange(person, match.setup.completion, chance=CHANCE)
        match = match.ready(person, now=NOON + 5 * MINUTE, source=None)
    assert match.left(0, NOON + 5 * MINUTE) == 10 * MINUTE
    assert match.left(1, NOON + 5 * MINUTE) == 10 * MINUTE
    assert match.deadline == NOON + 15 * MINUTE


def undecided() -> Match:
    """Return a battle left undecided in both fights after two turns; the bot proposes a new one."""
    match = started("8h", "allies", people=4)
    for person in dict.fromkeys(match.people):
        match = match.arrange(person, match.setup.completion, chance=CHANCE)
        match = match.ready(person, now=NOON, source=None)
    for _ in range(2):
        match = move(match, timedelta())
    while match.outcome is None:
        agreement = match.position.agreements()[0]
        first, second = (match.people[seat] for seat in agreement.seats)
        match = match.offer_agreement(first, agreement.name, now=NOON, source=None)
        match = match.offer_agreement(second, agreement.name, now=NOON, source=None)
    return match


def test_a_proposal_at_the_end_that_nobody_answers_is_declined_in_time() -> None:
    match = undecided()
    assert match.status is Status.LIVE
    assert match.deadline is None
    assert match.due == NOON + 8 * HOUR
    assert tick(match, 8 * HOUR).events[-1].kind is Kind.RESULT
    with pytest.raises(Refusal, match="cannot be taken back any more"):
        match.offer_takeback(match.turns[0].person or 0, now=NOON, source=None)


def test_a_set_up_in_the_middle_is_told_once_and_has_no_number() -> None:
    match = undecided()
    for person in dict.fromkeys(match.people):
        assert match.offer is not None
        match = match.agree(person, match.offer.number, now=NOON, source=None)
    first = match.record()
    for person in dict.fromkeys(match.people):
        match = match.arrange(person, match.setup.completion, chance=CHANCE)
        match = match.ready(person, now=NOON, source=None)
    assert match.record().startswith(first)
    told = [word for word in match.record().split() if not word.endswith(".")]
    assert told == [event.text for event in match.moves]
    assert len(match.turns) == 2


def test_a_warning_that_comes_late_leaves_as_much_time() -> None:
    match = tick(started("none"), 40 * DAY)
    assert match.events[-1].text == Reminder.UNTOUCHED
    assert match.due == NOON + 43 * DAY


def test_a_match_that_nobody_touches_is_closed_after_a_warning() -> None:
    match = tick(move(started("none"), HOUR), 27 * DAY + HOUR)
    assert match.events[-1].text == Reminder.UNTOUCHED
    assert match.due == NOON + 30 * DAY + HOUR
    touched = move(match, 29 * DAY)
    assert touched.due == NOON + 56 * DAY
    match = tick(match, 30 * DAY + HOUR)
    assert kinds(match)[-1] is Kind.LAPSE
    assert match.status is Status.OVER
    assert match.outcome is None
    assert match.to_act == ()


def test_a_flag_that_nobody_claims_ends_in_neglect() -> None:
    match = tick(tick(started("1h claim"), 45 * MINUTE), HOUR)
    match = tick(tick(match, 27 * DAY), 30 * DAY)
    assert kinds(match)[-1] is Kind.LAPSE


def test_a_challenge_expires_by_itself() -> None:
    match = Match.challenge(
        guild=1, channel=1, game=engine.games["frisian"], options={}, host=ALICE,
        opponents=[BOB], seat=0, now=NOON, source=None,
    )  # fmt: skip
    assert tick(match, 23 * HOUR) is match
    assert tick(match, DAY).status is Status.OVER
