"""Votes of a crowd: their standings, ends and decisions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from engine.crowds.ballot import Proposal
from engine.crowds.crowd import Crowd
from engine.crowds.crowd_state import Order, Task
from engine.crowds.record import How, Kind
from engine.crowds.terms import CrowdTerms, Nobody, Way
from engine.errors import Refusal
from engine.event_log import Repeated
from tests.each import for_each
from tests.engine.crowds.people import (
    ANN,
    BOB,
    CID,
    DAN,
    DAY,
    EVE,
    HOUR,
    MINUTE,
    NOON,
    SECOND,
    crowd_of,
    ended,
    next_turn,
    votes,
)


def decision(crowd: Crowd) -> tuple[str, How] | None:
    """Return the decision of a crowd's last turn and its manner, None while it is open."""
    closed = crowd.ballot and crowd.ballot.closed
    return (closed.data["text"], How(closed.data["how"])) if closed else None


def test_each_has_one_vote_which_they_may_change_until_the_end() -> None:
    crowd = votes(crowd_of(), (ANN, "a"), (BOB, "b"), (CID, "b"))
    assert crowd.ballot is not None
    assert crowd.ballot.standing == (Proposal("b", BOB, 2), Proposal("a", ANN, 1))
    assert votes(crowd, (ANN, "a")) is crowd
    crowd = votes(crowd, (CID, "a"), (BOB, "a"))
    assert crowd.ballot is not None
    assert crowd.ballot.standing == (Proposal("a", ANN, 3),)
    at = crowd.since
    for early in (SECOND * 9, timedelta()):
        with pytest.raises(Refusal, match="in a few seconds"):
            crowd.vote(BOB, "b", now=at + early, source=None)
    assert crowd.vote(BOB, "b", now=at + SECOND * 10, source=None) is not crowd
    with pytest.raises(Refusal, match="over when you sent this"):
        crowd.vote(BOB, "b", now=NOON + HOUR, source=None)
    assert crowd.tick(now=NOON + HOUR - SECOND) is crowd
    over = ended(crowd)
    assert decision(over) == ("a", How.VOTES)
    assert over.tick(now=NOON + DAY) is over
    with pytest.raises(Refusal, match="not this side's turn"):
        votes(over, (BOB, "b"))


def test_a_tie_is_for_the_move_that_was_proposed_first() -> None:
    crowd = votes(crowd_of(), (ANN, "a"), (BOB, "b"), (CID, "b"), (DAN, "a"))
    assert decision(ended(crowd)) == ("a", How.VOTES)


def test_too_few_votes_are_decided_by_the_captain_or_by_most() -> None:
    few = votes(crowd_of(quorum=3, captain=BOB), (ANN, "a"), (BOB, "b"))
    assert decision(ended(few)) == ("b", How.CHOICE)
    assert decision(ended(votes(few, (CID, "a")))) == ("a", How.VOTES)
    absent = votes(crowd_of(quorum=3, captain=EVE), (ANN, "a"), (BOB, "b"))
    assert decision(ended(absent)) == ("a", How.FEW)
    vetoed = few.drop("b", now=few.since, person=BOB)
    assert decision(ended(vetoed)) == ("a", How.FEW)
    closed = absent.close(EVE, now=absent.since, source=None)  # although votes are few
    assert decision(closed) == ("a", How.CAPTAIN)
    alone = votes(crowd_of(), (ANN, "a"))
    assert decision(ended(alone)) == ("a", How.FEW)


def test_a_vote_without_votes_is_longer_once_and_then_for_a_computer_or_the_clock() -> None:
    for nobody in Nobody:
        crowd = ended(crowd_of(nobody=nobody))
        assert crowd.due == NOON + 2 * HOUR
        assert crowd.computed("c", now=NOON + HOUR) is crowd
        assert decision(ended(votes(crowd, (ANN, "a")))) == ("a", How.FEW)
        after = ended(crowd)
        if nobody is Nobody.CLOCK:
            assert [order.task for order in after.orders] == [Task.RUN_OUT]
            continue
        assert after is crowd
        assert after.asks_computer
        after = after.computed("c", now=NOON + 2 * HOUR)
        assert decision(after) == ("c", How.COMPUTER)
        assert after.computed("d", now=NOON + 2 * HOUR) is after


@for_each(
    [
        # votes, electors, whether the last vote ends it
        ("aa", 2, True),
        ("ab", 2, True),  # all have voted, and the earlier move wins a tie
        ("aa", 3, True),
        ("aa", 4, True),  # two more votes could only make it a tie
        ("aa", 5, False),
        ("a", 1, False),  # no quorum
        ("abb", 4, False),  # one more vote for a would win by a tie
        ("abbb", 5, True),
        ("aab", 4, True),
        ("abba", 5, False),
        ("aaaab", 0, False),  # the number of electors is unknown
    ]
)
def test_a_vote_ends_as_soon_as_no_other_move_can_win(case: tuple[str, int, bool]) -> None:
    cast, electors, is_sure = case
    crowd = votes(crowd_of(), *enumerate(cast[:-1], 1))
    crowd = votes(crowd, (len(cast), cast[-1]), elector_count=electors)
    best = max(sorted(set(cast)), key=cast.count)
    assert decision(crowd) == ((best, How.SURE) if is_sure else None)


def test_a_move_of_the_day_is_never_played_before_its_hour() -> None:
    crowd = crowd_of(Way.DAILY, captain=ANN)
    crowd = votes(crowd, (ANN, "a"), (BOB, "a"), elector_count=2)
    assert decision(crowd.settled(2, now=crowd.since)) is None
    with pytest.raises(Refusal, match="at its hour"):
        crowd.close(ANN, now=crowd.since, source=None)
    assert decision(ended(crowd)) == ("a", How.VOTES)


def test_a_move_nobody_is_for_any_more_can_still_win() -> None:
    crowd = votes(crowd_of(), (ANN, "a"), (BOB, "b"), (ANN, "b"))
    assert crowd.ballot is not None
    assert not crowd.ballot.is_sure(4, 2)  # two more for a would win by a tie
    assert crowd.ballot.is_sure(3, 2)


def test_a_dropped_move_is_out_and_whoever_was_for_it_may_vote_again() -> None:
    crowd = votes(crowd_of(captain=EVE), (ANN, "a"), (BOB, "a"), (CID, "c"))
    for text, person in (("a", ANN), ("x", None)):
        with pytest.raises(Refusal):
            crowd.drop(text, now=NOON, person=person)
    for by, why in ((EVE, "vetoed"), (None, "more than a piece")):
        less = crowd.drop("a", now=crowd.since, person=by, loses=2, source="press:1")
        assert less.ballot is not None
        assert less.ballot.standing == (Proposal("c", CID, 1),)
        with pytest.raises(Refusal, match=why):
            votes(less, (DAN, "a"))
        with pytest.raises(Refusal, match="no such proposal"):
            less.drop("a", now=NOON)
        with pytest.raises(Repeated):
            less.drop("c", now=NOON, source="press:1")
        assert decision(ended(less)) == ("c", How.FEW)
        assert decision(ended(votes(less, (ANN, "d"), (BOB, "d")))) == ("d", How.VOTES)
        assert next_turn(ended(less)).vote(DAN, "a", now=NOON + DAY / 24, source=None)


def test_the_captain_ends_a_vote_as_it_stands() -> None:
    crowd = crowd_of(captain=ANN)
    with pytest.raises(Refusal, match="Nobody has voted"):
        crowd.close(ANN, now=NOON, source=None)
    one = votes(crowd, (ANN, "a"))
    assert decision(one.close(ANN, now=NOON, source=None)) == ("a", How.CHOICE)
    three = votes(one, (BOB, "b"), (CID, "b"))
    with pytest.raises(Refusal, match="Only the captain"):
        three.close(BOB, now=NOON, source=None)
    over = three.close(ANN, now=NOON, source="press:1")
    assert decision(over) == ("b", How.CAPTAIN)
    with pytest.raises(Repeated):
        over.close(ANN, now=NOON, source="press:1")
    handed = three.name_captain(BOB, by=ANN, now=NOON, source=None)
    assert decision(handed.close(BOB, now=NOON, source=None)) == ("b", How.CAPTAIN)
    nobody = next_turn(ended(handed.name_captain(0, by=ANN, now=NOON, source=None)))
    assert nobody.captain is None


def test_what_was_decided_is_an_order_with_a_source_of_its_own() -> None:
    crowd = ended(votes(crowd_of(), (ANN, "a")))
    (order,) = crowd.orders
    assert decision(crowd.end(now=crowd.since)) == ("a", How.FEW)
    assert order == Order(Task.MOVE, "crowd:1.-1.3", 1, "a")
    assert crowd.begin(1, now=NOON + DAY) is crowd  # the order has to be carried out first
    assert next_turn(crowd).orders == ()
    again = crowd.begin_again(now=NOON + DAY)
    assert again.ballot is not None
    assert (again.ballot.event, again.ballot.turn, again.ballot.votes) == (1, 2, {})
    assert again.begin_again(now=NOON + DAY) is again


def test_an_outage_is_given_back_once() -> None:
    crowd = votes(crowd_of(), (ANN, "a"))
    down, up = NOON + 10 * MINUTE, NOON + 3 * HOUR
    longer = crowd.give_back(down, up, now=up)
    assert longer.due == NOON + HOUR + (up - down)
    assert longer.give_back(down, up, now=up) is longer
    assert votes(longer, (BOB, "a")).tick(now=NOON + 3 * HOUR).open_ballot is not None
    within = crowd.give_back(NOON - HOUR, NOON + MINUTE, now=NOON + MINUTE)
    assert within.due == NOON + HOUR + MINUTE
    for before_or_after in ((NOON - HOUR, NOON), (NOON + HOUR, up)):
        assert crowd.give_back(*before_or_after, now=up) is crowd
    assert not longer.asks_computer
    nobody = ended(crowd_of().give_back(down, up, now=up))  # the outage was no extension
    assert nobody.ballot is not None
    assert nobody.ballot.extended
    assert not ended(crowd_of().give_back(down, up, now=up)).orders


def at(text: str) -> datetime:
    """Return the time of a text, in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@for_each(
    [
        # begin, end; Paris is one hour ahead, two from 29 March to 25 October 2026
        ("2026-03-02 10:00", "2026-03-02 17:00"),
        ("2026-03-02 16:00", "2026-03-02 17:00"),
        ("2026-03-02 16:01", "2026-03-03 17:00"),  # less than an hour would be left
        ("2026-03-28 17:30", "2026-03-29 16:00"),  # the clock goes forward at night
        ("2026-10-24 16:30", "2026-10-25 17:00"),  # and back
        ("2026-12-31 20:00", "2027-01-01 17:00"),
    ]
)
def test_a_move_of_the_day_ends_at_the_same_hour_of_the_clock(days: tuple[str, str]) -> None:
    crowd = crowd_of(Way.DAILY, begun=False, hour=18, zone="Europe/Paris")
    assert crowd.begin(1, now=at(days[0])).due == at(days[1])


def test_a_move_of_the_day_keeps_to_its_days_of_the_week() -> None:
    crowd = crowd_of(Way.DAILY, hour=2, zone="Europe/Paris", weekdays=frozenset({0, 6}))
    assert crowd.due == at("2026-03-08 01:00")  # at noon, Monday's hour has passed
    assert ended(crowd).due == at("2026-03-09 01:00")
    # On the last Sunday of March there is no 2 o'clock: the vote ends when it would be.
    assert crowd_of(
        Way.DAILY, begun=False, hour=2, zone="Europe/Paris", weekdays=frozenset({6})
    ).begin(1, now=at("2026-03-25 12:00")).due == at("2026-03-29 01:00")
    # In October it comes twice: a vote that begins at the first ends on the next day.
    assert crowd_of(Way.DAILY, begun=False, hour=2, zone="Europe/Paris").begin(
        1, now=at("2026-10-25 00:00")
    ).due == at("2026-10-26 01:00")


@for_each(
    [
        ({"span": SECOND * 59}, "from a minute"),
        ({"span": DAY * 8}, "to seven days"),
        ({"way": Way.DAILY, "weekdays": frozenset()}, "at least one day"),
        ({"way": Way.DAILY, "weekdays": frozenset({7})}, "at least one day"),
        ({"people": tuple(range(1, 60))}, "At most 50"),
        ({"hour": 24}, "from 0 to 23"),
        ({"quorum": 0}, "from 1"),
        ({"level": 99}, "level: from"),
        ({"days_here": -1}, "Days on the server: from 0"),
        ({"messages": 101}, "to 100"),
    ]
)
def test_terms_that_make_no_crowd_are_refused(case: tuple[dict[str, object], str]) -> None:
    wrong, why = case
    given: dict[str, object] = {"way": Way.VOTE} | wrong
    with pytest.raises(Refusal, match=why):
        CrowdTerms(**given).check()  # type: ignore[arg-type]
    terms = CrowdTerms(Way.DAILY, 7, (1, 2), 3, DAY, 7, frozenset({1}), "Europe/Paris")
    assert CrowdTerms.read(terms.check().data()) == terms


def test_entries_are_in_the_order_of_time_whatever_a_clock_says() -> None:
    crowd = crowd_of().vote(ANN, "a", now=NOON - HOUR, source=None)
    assert [entry.at for entry in crowd.entries] == [NOON, NOON]
    assert [entry.kind for entry in crowd.entries] == [Kind.BEGIN, Kind.VOTE]
