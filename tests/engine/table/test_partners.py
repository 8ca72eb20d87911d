"""Partners: a player who leaves a team does not end the match for the rest of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

import engine
from engine import Refusal
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import Kind, Status, computer
from tests.opening import under_way

ALICE, BOB, CAROL, DAN, EVE, FAY = range(1, 7)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
CHANCE = random.Random(0)

TEAMS: list[tuple[str, dict[str, bool]]] = [
    ("halma", {"teams": True}),
    ("chinese-checkers", {"teams": True}),
    ("allies", {}),
]
every_team_game = pytest.mark.parametrize(("game", "options"), TEAMS, ids=[t[0] for t in TEAMS])


def four(game: str = "halma", options: Mapping[str, bool] = TEAMS[0][1], time: str = "1d") -> Match:
    """Return a rated match of Alice and Carol against Bob and Dan."""
    match = Match.challenge(
        guild=10, channel=20, game=engine.games[game], options=options,
        host=ALICE, opponents=[BOB, CAROL, DAN], seat=0, now=NOON, source=None,
        time=TimeControl.read(time), rated=True,
    )  # fmt: skip
    for person in (BOB, CAROL, DAN):
        match = match.accept(person, now=NOON, source=None, chance=CHANCE)
    return match


def resigned(match: Match, *people: int) -> Match:
    for person in people:
        match = match.resign(person, now=match.events[-1].at, source=None)
    return match


def moved(match: Match, turns: int = 1) -> Match:
    for _ in range(turns):
        text = match.position.write(match.position.legal_moves()[0])
        person = match.players[match.position.turn]
        match = match.play(person, text, now=match.events[-1].at, source=None, sure=True)
    return match


@every_team_game
def test_the_partner_plays_on_with_both_seats(game: str, options: dict[str, bool]) -> None:
    match = under_way(four(game, options))
    seats = match.position.seats
    after = resigned(match, ALICE)
    assert after.status is Status.LIVE
    assert after.position == match.position
    assert after.people == match.people
    assert after.players == (CAROL, BOB, CAROL, DAN)
    assert after.seats_of(CAROL) == (0, 2)
    assert all(seat.active for seat in seats)
    with pytest.raises(Refusal, match="out of this match"):
        after.resign(ALICE, now=NOON, source=None)
    assert not after.waits_for(ALICE)
    played = moved(after, 8)
    assert {event.person for event in played.events[len(after.events) :]} == {BOB, CAROL, DAN}


@every_team_game
def test_the_result_is_that_of_both(game: str, options: dict[str, bool]) -> None:
    match = resigned(under_way(four(game, options)), BOB, ALICE)
    lost = resigned(match, CAROL)
    assert lost.status is Status.OVER
    assert lost.outcome is not None
    assert lost.outcome.ranks == (2, 1, 2, 1)
    won = resigned(match, DAN)
    assert won.outcome is not None
    assert won.outcome.ranks == (1, 2, 1, 2)


@every_team_game
def test_who_leaves_before_anybody_has_moved_costs_nobody_anything(
    game: str, options: dict[str, bool]
) -> None:
    match = resigned(four(game, options), ALICE)
    assert match.status is Status.LIVE
    assert resigned(match, CAROL).is_aborted


def test_a_partner_sets_up_for_who_has_left() -> None:
    match = resigned(four("allies", {}), ALICE)
    assert match.seat_setting_up(CAROL) == 0
    assert under_way(match).is_under_way


def test_who_runs_out_of_time_leaves_the_seat_to_the_partner_with_a_new_turn() -> None:
    match = under_way(four())
    assert match.position.turn == 0
    match = match.tick(now=NOON + DAY, chance=CHANCE).tick(now=NOON + DAY, chance=CHANCE)
    assert match.events[-1].kind is Kind.TIMEOUT
    assert match.status is Status.LIVE
    assert match.players[0] == CAROL
    assert match.deadline == NOON + 2 * DAY
    match = match.tick(now=NOON + 2 * DAY, chance=CHANCE).tick(now=NOON + 2 * DAY, chance=CHANCE)
    assert match.status is Status.OVER
    assert match.outcome is not None
    assert match.outcome.ranks == (2, 1, 2, 1)


def test_a_clock_that_has_run_out_goes_on_with_what_the_partner_has_left() -> None:
    match = under_way(four(time="10+0"))
    match = match.tick(now=NOON + 10 * MINUTE, chance=CHANCE)
    match = match.tick(now=NOON + 10 * MINUTE, chance=CHANCE)
    assert match.players[0] == CAROL
    assert match.left(0, NOON + 10 * MINUTE) == 10 * MINUTE
    assert match.left(0, NOON + 13 * MINUTE) == 7 * MINUTE
    match = match.play(
        CAROL, match.position.write(match.position.legal_moves()[0]),
        now=NOON + 14 * MINUTE, source=None,
    )  # fmt: skip
    assert match.left(0, NOON + 15 * MINUTE) == 6 * MINUTE
    assert match.left(2, NOON + 15 * MINUTE) == 10 * MINUTE


def test_a_clock_does_not_begin_anew_for_who_resigns() -> None:
    match = under_way(four(time="10+0"))
    match = match.resign(ALICE, now=NOON + 9 * MINUTE, source=None)
    assert match.left(0, NOON + 9 * MINUTE) == MINUTE


def test_a_time_out_that_is_claimed_leaves_the_seat_to_the_partner() -> None:
    match = under_way(four(time="1d claim"))
    match = match.tick(now=NOON + DAY, chance=CHANCE).tick(now=NOON + DAY, chance=CHANCE)
    match = match.claim_time(BOB, now=NOON + DAY, source=None)
    assert match.players[0] == CAROL
    with pytest.raises(Refusal, match="has time until"):
        match.claim_time(BOB, now=NOON + DAY + MINUTE, source=None)


def test_who_leaves_for_good_leaves_the_seat_to_the_partner() -> None:
    match = under_way(four()).leave(ALICE, now=NOON)
    assert match.status is Status.LIVE
    assert match.players[0] == CAROL
    assert not match.waits_for(ALICE)


def test_an_offer_lapses_when_a_partner_takes_over() -> None:
    match = under_way(four()).offer_agreement(ALICE, "draw", now=NOON, source=None)
    assert resigned(match, CAROL).offer is None


def test_a_partner_decides_for_both_seats() -> None:
    match = resigned(under_way(four()), ALICE)
    match = match.offer_agreement(CAROL, "draw", now=NOON, source=None)
    for person in (BOB, DAN):
        assert match.offer is not None
        match = match.agree(person, match.offer.number, now=NOON, source=None)
    assert match.outcome is not None
    assert set(match.outcome.ranks) == {1}


def test_in_les_allies_a_director_may_surrender_alone() -> None:
    match = under_way(four("allies", {}))
    assert match.may_surrender(ALICE)
    after = match.surrender(ALICE, now=NOON, source=None)
    assert after.status is Status.LIVE
    assert after.players == match.people
    assert after.position != match.position


def test_nobody_surrenders_alone_where_that_loses_for_both() -> None:
    match = under_way(four())
    assert not match.may_surrender(ALICE)
    with pytest.raises(Refusal, match="you can resign"):
        match.surrender(ALICE, now=NOON, source=None)


def test_a_computer_as_partner_gives_up_with_the_person() -> None:
    people = [BOB, computer(1), computer(1, 1)]
    match = Match.challenge(
        guild=10, channel=20, game=engine.games["halma"], options={"teams": True}, host=ALICE,
        opponents=people, seat=0, now=NOON, source=None,
    ).accept(BOB, now=NOON, source=None, chance=CHANCE)  # fmt: skip
    match = resigned(under_way(match), ALICE)
    assert match.outcome is not None
    assert match.outcome.ranks == (2, 1, 2, 1)


def test_of_six_in_three_teams_a_computer_takes_both_seats_that_were_given_up() -> None:
    match = Match.challenge(
        guild=10, channel=20, game=engine.games["chinese-checkers"], options={"teams": True},
        host=ALICE, opponents=[BOB, CAROL, DAN, EVE, FAY], seat=0, now=NOON, source=None,
    )  # fmt: skip
    for person in (BOB, CAROL, DAN, EVE, FAY):
        match = match.accept(person, now=NOON, source=None, chance=CHANCE)
    match = under_way(match)
    team = [n for n, seat in enumerate(match.seats) if seat.team == match.seats[0].team]
    first, *others = [match.people[seat] for seat in team]
    match = resigned(match, first)
    assert match.players[0] == others[0]
    match = resigned(match, *others)
    if match.status is Status.LIVE:
        match = match.take_over(3, now=NOON)
        assert [match.players[seat] for seat in team] == [computer(3)] * len(team)


@every_team_game
def test_it_is_restored_with_who_plays_for_whom(game: str, options: dict[str, bool]) -> None:
    match = resigned(under_way(four(game, options)), DAN)
    again = Match.restore(
        id=match.id, guild=match.guild, channel=match.channel, game=match.game,
        options=dict(match.options), host=match.host, people=match.people, drawn=match.drawn,
        events=match.events, rated=match.rated,
    )  # fmt: skip
    assert again.players == match.players == (ALICE, BOB, CAROL, BOB)
