"""Twin matches on two servers reach the same end, whatever people do on both at once."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

import engine
from engine import Refusal
from engine.errors import MoveError
from engine.server_matches.twins import called_off, check_terms, next_step
from engine.table.clock import NO_LIMIT, TimeControl
from engine.table.decisions import WhyEnded
from engine.table.match import Match
from engine.table.record import Kind, Status, abroad, is_abroad

ANN, BEN = 501, 502
BOSS, CHIEF = 601, 602
START = datetime(2026, 3, 1, 12, tzinfo=UTC)

Twins = tuple[Match, Match]


def twins(time: TimeControl = NO_LIMIT) -> Twins:
    """Return a board's twins: Ann has the first seat on her server, Ben the second on his."""
    made = []
    for number, people in enumerate(((ANN, abroad(2)), (abroad(1), BEN)), 11):
        match = Match.gathering(
            guild=number,
            channel=number,
            game=engine.games["frysk"],
            options=engine.games["frysk"].start().options,
            host=ANN if ANN in people else BEN,
            people=people,
            now=START,
            source=None,
            time=time,
        )
        made.append(replace(match, id=number).begun(now=START, chance=random.Random(1)))
    return made[0], made[1]


def quiet(one: Match, other: Match, now: datetime) -> Twins:
    """Return the twins once no event is left to carry between them."""
    while True:
        before = one, other
        one = next_step(one, other, now=now)
        other = next_step(other, one, now=now)
        if (one, other) == before:
            return one, other


def own_move(match: Match, choice: int = 0, at: int = 1) -> Match:
    """Return the match after a move by the person of its own server, ``at`` seconds after START."""
    moves = match.position.legal_moves()
    person = match.players[match.position.turn]
    assert not is_abroad(person)
    text = match.position.write(moves[choice % len(moves)])
    now = START + timedelta(seconds=at)
    return match.play(person, text, now=now, source=None, sure=True)


def under_way() -> Twins:
    """Return twins in which both people have moved."""
    one, other = twins()
    one, other = quiet(own_move(one), other, START)
    return quiet(one, own_move(other), START)


def same(one: Match, other: Match) -> bool:
    """Return whether both matches have the same position, or the same result."""
    if one.status is not other.status:
        return False
    if one.status is Status.LIVE:
        return one.position == other.position
    return (one.outcome and one.outcome.ranks) == (other.outcome and other.outcome.ranks)


def act(match: Match, chance: random.Random, now: datetime) -> Match:
    """Return the match after a random act of its server's person; refused acts change nothing."""
    person = next(user for user in match.people if not is_abroad(user))
    offer = match.offer
    tries: list[Callable[[], Match]] = [
        *[lambda: own_move(match, chance.randrange(99), int((now - START).total_seconds()))] * 12,
        *[lambda: match.offer_agreement(person, "draw", now=now, source=None)] * 5,
        lambda: match.resign(person, now=now, source=None),
        lambda: match.abort(person, now=now, source=None),
        lambda: match.adjudicate(BOSS, (), "why", now=now, source=None),
        lambda: match.adjudicate(
            BOSS, [1 if is_abroad(u) else 2 for u in match.people], "why", now=now, source=None
        ),
        lambda: match.tick(now=now, chance=chance),
    ]
    if offer is not None:
        tries += [lambda: match.agree(person, offer.number, now=now, source=None)] * 3
        tries += [lambda: match.refuse(person, offer.number, now=now, source=None)] * 8
    try:
        return chance.choice(tries)()
    except (Refusal, MoveError, AssertionError):
        return match


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_on_both_they_come_to_the_same(seed: int) -> None:
    """People act on both servers, in any order, while events are still being carried."""
    over = 0
    for run in range(60):
        chance = random.Random(100 * seed + run)
        both = [*twins(time=TimeControl.read("5min"))]
        now = START
        for _ in range(chance.choice((8, 25, 70))):
            now += timedelta(seconds=chance.choice((0, 0, 1, 20)))
            which = chance.randrange(2)
            match, twin = both[which], both[1 - which]
            if chance.random() < 0.5:
                both[which] = next_step(match, twin, now=now)
            else:
                both[which] = act(match, chance, now)
        one, other = quiet(both[0], both[1], now)
        assert same(one, other), (seed, run)
        over += one.status is Status.OVER
        for match in (one, other):
            sources = [event.source for event in match.events if event.source]
            assert len(sources) == len(set(sources))
    assert 10 < over < 60


def test_moves_and_offers_cross_with_the_other_seat_and_their_source() -> None:
    one, other = under_way()
    assert other.events[2].source == "twin:11.3"
    assert [event.person for event in other.moves] == [abroad(1), BEN]
    one = one.offer_agreement(ANN, "draw", now=START, source="message:1")
    one, other = quiet(one, other, START)
    assert other.offer is not None
    other = other.agree(BEN, other.offer.number, now=START, source="message:2")
    one, other = quiet(one, other, START)
    assert one.outcome is not None
    assert one.outcome.ranks == (1, 1)
    assert same(one, other)


def test_two_offers_at_the_same_time_are_a_draw() -> None:
    one, other = under_way()
    one = one.offer_agreement(ANN, "draw", now=START, source=None)
    other = other.offer_agreement(BEN, "draw", now=START, source=None)
    one, other = quiet(one, other, START)
    assert one.outcome is not None
    assert one.outcome.ranks == (1, 1)
    assert same(one, other)


def test_a_move_answers_an_offer_that_is_on_its_way() -> None:
    one, other = under_way()
    other = other.offer_agreement(BEN, "draw", now=START, source=None)
    one = own_move(one)
    one, other = quiet(one, other, START)
    assert one.offer is other.offer is None
    assert same(one, other)


def test_an_answer_that_comes_too_late_is_none_to_a_later_offer() -> None:
    one, other = under_way()
    one, other = quiet(one.offer_agreement(ANN, "draw", now=START, source=None), other, START)
    assert one.offer is not None
    assert other.offer is not None
    one = one.recall(ANN, one.offer.number, now=START, source=None)
    other = other.refuse(BEN, other.offer.number, now=START, source=None)
    other = other.offer_agreement(BEN, "draw", now=START, source=None)
    one, other = quiet(one, other, START)
    assert one.offer is not None
    assert one.offer.by == abroad(2)
    assert other.offer is not None


def test_of_two_moderators_decisions_the_later_counts() -> None:
    one, other = under_way()
    first, second, third = (START + timedelta(seconds=n) for n in (1, 2, 3))
    one = one.adjudicate(BOSS, (), "why", now=first, source=None)
    other = other.adjudicate(CHIEF, (1, 2), "why", now=second, source=None)
    one = one.adjudicate(BOSS, (2, 1), "why", now=third, source=None)
    for match in quiet(one, other, third):
        assert match.outcome is not None
        assert match.outcome.ranks == (2, 1)


@pytest.mark.parametrize("earlier", [True, False])
def test_of_two_ends_the_earlier_counts(earlier: bool) -> None:
    """Ann and Ben both resign; if in the same second, the twin with the lower id counts."""
    one, other = under_way()
    at = START + timedelta(seconds=5)
    one = one.resign(ANN, now=at, source=None)
    other = other.resign(BEN, now=at - timedelta(seconds=earlier), source=None)
    one, other = quiet(one, other, at)
    assert same(one, other)
    assert one.outcome is not None
    assert one.outcome.ranks == ((1, 2) if earlier else (2, 1))


def test_time_runs_out_in_the_own_twin_and_ends_both() -> None:
    one, other = twins(time=TimeControl.read("5min"))
    one, other = quiet(own_move(one), other, START)
    one, other = quiet(one, own_move(other), START)
    assert other.deadline is None
    assert one.deadline is not None
    now = one.deadline + timedelta(seconds=1)
    while one.status is Status.LIVE:
        one = one.tick(now=now, chance=random.Random(1))
    one, other = quiet(one, other, now)
    assert other.outcome is not None
    assert str(other.outcome.reason) == "White ran out of time."
    assert same(one, other)


def test_a_moderator_decides_for_the_other_server_alone() -> None:
    one, other = under_way()
    for ranks in ((1, 2), (1, 1)):
        with pytest.raises(Refusal, match="for the other server"):
            one.adjudicate(BOSS, ranks, "why", now=START, source=None)
    one = one.adjudicate(BOSS, (2, 1), "He said so <@1>", now=START, source=None)
    one, other = quiet(one, other, START)
    assert same(one, other)
    assert other.outcome is not None
    assert str(other.outcome.reason) == "A moderator of the other server decided it."
    with pytest.raises(Refusal, match="for the other server"):
        other.adjudicate(CHIEF, (), "why", now=START, source=None)


def test_what_cannot_cross_is_refused() -> None:
    one, other = under_way()
    with pytest.raises(Refusal, match="no move is taken back"):
        one.offer_takeback(ANN, now=START, source=None)
    with pytest.raises(Refusal, match="no hints"):
        one.hints.take(ANN, now=START, source=None)
    with pytest.raises(Refusal, match="set up in secret"):
        check_terms(engine.games["alliance"], {"setup": "free"}, NO_LIMIT)
    with pytest.raises(Refusal, match="nobody claims"):
        check_terms(engine.games["frysk"], {}, TimeControl.read("1d claim"))
    check_terms(engine.games["alliance"], {}, NO_LIMIT)
    one = called_off(one, WhyEnded.GONE, now=START)
    one, other = quiet(one, other, START)
    assert other.status is Status.OVER
    assert other.outcome is None
    assert other.events[-1].kind is Kind.ADJUDICATE
    assert other.events[-1].text == "\ngone"
