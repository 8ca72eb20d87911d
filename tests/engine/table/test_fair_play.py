"""No result before two sides have moved: such matches end as aborted."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

import engine
from engine import archive
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import Event, Kind, Status, computer

ALICE, BOB, CAROL, DAN, MODERATOR = 1, 2, 3, 4, 9
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
CHANCE = random.Random(0)


def started(
    game: str = "frisian", *others: int, time: str = "1d", **options: int | bool | str
) -> Match:
    """Return a rated match, set up, with Alice on the first seat against ``others`` or Bob."""
    opponents = others or (BOB,)
    match = Match.challenge(
        guild=10, channel=20, game=engine.games[game], options=options, host=ALICE,
        opponents=opponents, seat=0, now=NOON, source=None, time=TimeControl.read(time),
        rated=True,
    ).begun(now=NOON, chance=CHANCE)  # fmt: skip
    for person in opponents:
        if person > 0:
            match = match.accept(person, now=NOON, source=None, chance=CHANCE)
    while match.setting_up:
        person = match.people[match.setting_up[0]]
        match = match.arrange(person, match.setup.completion, chance=CHANCE)
        match = match.ready(person, now=NOON, source=None)
    return match


def moved(match: Match, turns: int = 1) -> Match:
    for _ in range(turns):
        text = match.position.write(match.position.legal_moves()[0])
        person = match.people[match.position.turn]
        match = match.play(person, text, now=NOON, source=None, sure=True)
    return match


def resigned(match: Match, person: int) -> Match:
    return match.resign(person, now=NOON, source=None)


def drawn(match: Match) -> Match:
    match = match.offer_agreement(ALICE, "draw", now=NOON, source=None)
    assert match.offer is not None
    return match.agree(BOB, match.offer.number, now=NOON, source=None)


def out_of_time(match: Match) -> Match:
    late = NOON
    while match.status is Status.LIVE:
        late += DAY
        match = match.tick(now=late, chance=CHANCE)
    return match


def assert_aborted(match: Match, why: Kind) -> None:
    assert match.status is Status.OVER
    assert match.is_aborted
    assert match.outcome is None
    assert (match.events[-1].kind, match.events[-1].text) == (Kind.ABORT, why)
    again = Match.restore(
        id=match.id, guild=match.guild, channel=match.channel, game=match.game,
        options=dict(match.options), host=match.host, people=match.people, drawn=match.drawn,
        events=match.events, rated=match.rated,
    )  # fmt: skip
    assert again.is_aborted
    assert again.outcome is None


@pytest.mark.parametrize("turns", [0, 1])
@pytest.mark.parametrize("game", ["frisian", "alliance", "assaut", "halma"])
def test_a_resignation_before_both_have_moved_aborts_the_match(game: str, turns: int) -> None:
    match = resigned(moved(started(game), turns), ALICE)
    assert_aborted(match, Kind.RESIGN)
    assert match.events[-1].person == ALICE


@pytest.mark.parametrize("turns", [0, 1])
def test_a_draw_before_both_have_moved_aborts_the_match(turns: int) -> None:
    assert_aborted(drawn(moved(started(), turns)), Kind.AGREE)


@pytest.mark.parametrize("turns", [0, 1])
def test_a_loss_on_time_before_both_have_moved_aborts_the_match(turns: int) -> None:
    assert_aborted(out_of_time(moved(started(), turns)), Kind.TIMEOUT)


def test_a_loss_on_time_that_is_claimed_too_early_aborts_the_match() -> None:
    match = moved(started(time="1d claim"))
    match = match.tick(now=NOON + DAY, chance=CHANCE).tick(now=NOON + DAY, chance=CHANCE)
    assert_aborted(match.claim_time(ALICE, now=NOON + DAY, source=None), Kind.TIMEOUT)


def test_once_both_have_moved_there_is_a_result() -> None:
    for ended in (resigned(moved(started(), 2), ALICE), drawn(moved(started(), 2))):
        assert not ended.is_aborted
        assert ended.outcome is not None
        assert ended.events[-1].kind is Kind.RESULT


def test_setting_up_is_no_move() -> None:
    match = started("allies", BOB, field="west")
    assert len(match.moves) > 2
    assert_aborted(resigned(moved(match), BOB), Kind.RESIGN)


def test_a_move_that_was_taken_back_is_none() -> None:
    match = moved(started(), 2).offer_takeback(BOB, now=NOON, source=None)
    assert match.offer is not None
    match = match.agree(ALICE, match.offer.number, now=NOON, source=None)
    assert_aborted(resigned(match, BOB), Kind.RESIGN)


def test_of_three_who_leaves_before_moving_has_no_result_and_the_others_have_one() -> None:
    match = moved(resigned(started("chinese-checkers", BOB, CAROL), ALICE), 2)
    assert match.unmoved == ()
    match = resigned(match, CAROL)
    assert match.outcome is not None
    assert match.outcome.ranks == (3, 1, 2)
    assert match.unmoved == (0,)


def test_of_three_the_match_is_aborted_where_one_alone_has_moved() -> None:
    match = moved(started("chinese-checkers", BOB, CAROL))
    assert_aborted(resigned(resigned(match, BOB), CAROL), Kind.RESIGN)


def test_a_side_has_moved_when_one_of_its_seats_has() -> None:
    match = moved(started("halma", BOB, CAROL, DAN, teams=True), 2)
    assert match.is_under_way
    assert not moved(started("halma", BOB, CAROL, DAN, teams=True), 1).is_under_way


def test_a_match_with_computers_needs_a_move_of_a_person() -> None:
    match = started("chinese-checkers", computer(1), computer(1, 1))
    assert_aborted(resigned(match, ALICE), Kind.RESIGN)


def test_a_moderators_decision_stands_and_is_not_rated() -> None:
    match = moved(started()).adjudicate(MODERATOR, (1, 2), "He left", now=NOON, source=None)
    assert match.outcome is not None
    assert not match.is_aborted
    assert not match.rated
    match = moved(started(), 2).adjudicate(MODERATOR, (1, 2), "He left", now=NOON, source=None)
    assert match.rated


def test_a_match_that_was_ended_by_older_rules_is_aborted_now() -> None:
    match = moved(started())
    position = match.position.resign(1).fen()
    number = len(match.events)
    events = (
        *match.events,
        Event(number + 1, Kind.RESIGN, NOON, 1, BOB, position=position),
        Event(number + 2, Kind.RESULT, NOON),
    )
    old = Match.restore(
        id=1, guild=10, channel=20, game=match.game, options={}, host=ALICE, people=match.people,
        drawn=True, events=events, rated=True,
    )  # fmt: skip
    assert old.is_aborted
    assert old.outcome is None


def test_the_result_of_an_imported_record_stands_however_short_it_is() -> None:
    text = '[Game "frisian"]\n[Result "1 2"]\n\n1. 32-28 <Black resigns>'
    match = archive.match_of(archive.read(text), ALICE, now=NOON, source=None)
    assert not match.is_aborted
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 2)


def test_an_aborted_match_is_read_back_from_its_record() -> None:
    match = resigned(moved(started()), BOB)
    record = archive.record_of(match, {})
    assert archive.write(record).endswith("1. 31-26 <Black resigns> <aborted>\n")
    assert archive.read(archive.write(record)) == record


def test_the_match_goes_on_where_it_is_rated_or_not() -> None:
    match = replace(moved(started()), rated=False)
    assert_aborted(resigned(match, BOB), Kind.RESIGN)
