"""Relays, who may move or vote in a crowd, and its decisions other than moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.crowds.crowd import Crowd
from engine.crowds.crowd_state import Task, Voter, resigns
from engine.crowds.terms import Member, Way
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
    MINUTE,
    NOON,
    SECOND,
    crowd_of,
    ended,
    moves,
    next_turn,
    votes,
)

# Relays


def test_nobody_moves_twice_in_a_row_unless_they_are_few() -> None:
    few = moves(crowd_of(Way.RELAY), ANN, ANN, BOB, CID, CID)
    many = moves(few, DAN)
    with pytest.raises(Refusal, match="somebody else"):
        moves(many, DAN)
    assert moves(many, ANN, DAN)
    assert many.move(DAN, "x", now=many.since + DAY, source=None)  # nobody else has come for a day


def test_a_move_is_decided_once() -> None:
    crowd = crowd_of(Way.RELAY).move(ANN, "a", now=NOON, source="message:1")
    with pytest.raises(Repeated):
        crowd.move(ANN, "a", now=NOON, source="message:1")
    with pytest.raises(Refusal, match="not this side's turn"):
        crowd.move(BOB, "b", now=NOON, source="message:2")
    assert [(order.task, order.text) for order in crowd.orders] == [(Task.MOVE, "a")]
    assert crowd.due is None


def test_a_move_is_taken_back_within_a_minute_by_who_made_it() -> None:
    crowd = moves(crowd_of(Way.RELAY), BOB).move(ANN, "a", now=NOON + DAY, source=None)
    with pytest.raises(Refusal, match="Only the person who made the last"):
        crowd.retract(BOB, now=NOON + DAY, source=None)
    with pytest.raises(Refusal, match="too late"):
        crowd.retract(ANN, now=NOON + DAY + MINUTE + SECOND, source=None)
    for answered in (False, True):  # a computer has replied, so the next turn has begun
        one = next_turn(crowd, SECOND) if answered else crowd
        after = one.retract(ANN, now=NOON + DAY + MINUTE, source="press:1")
        assert after.orders[-1].task is Task.RETRACT
        assert after.open_ballot is None
        assert [mover.person for mover in after.movers] == [BOB]
        assert (after.voters[ANN].votes, after.voters[ANN].chosen) == (0, 0)
        with pytest.raises(Repeated):
            after.retract(ANN, now=NOON, source="press:1")
        with pytest.raises(Refusal, match="too late"):
            after.retract(BOB, now=NOON + DAY + MINUTE, source=None)
        again = next_turn(after)
        assert [mover.person for mover in again.movers] == [BOB]
        assert again.move(ANN, "b", now=again.since, source=None)


# Who may play


def test_each_person_is_on_one_side() -> None:
    crowd = votes(crowd_of(), (ANN, "a"))
    other = replace(crowd_of(Way.RELAY), user=-2).with_voters(crowd.voters)
    for refused in (
        lambda: other.check_may_play(Member(ANN), NOON, ()),
        lambda: other.move(ANN, "a", now=NOON, source=None),
        lambda: other.check_may_play(Member(BOB), NOON, (BOB,)),
    ):
        with pytest.raises(Refusal, match=r"other side|a seat of your own"):
            refused()
    other.check_may_play(Member(BOB), NOON, (CID,))
    crowd.check_may_play(Member(ANN), NOON, ())
    assert other.people == frozenset()
    assert crowd.people == {ANN}


def test_who_is_let_in_or_acts_as_captain_is_on_that_side_for_good() -> None:
    captained = votes(crowd_of(captain=CID), (ANN, "a"), (BOB, "b"))
    now = captained.since
    joined = captained.join(DAN, now=now, source="press:1")
    assert joined.join(DAN, now=now, source=None) is joined
    assert joined.recent == {ANN, BOB}  # they have no say yet
    for one, who in (
        (joined, DAN),
        (captained.close(CID, now=now, source=None), CID),
        (captained.drop("a", now=now, person=CID, source=None), CID),
    ):
        other = replace(crowd_of(), user=-2).with_voters(one.voters)
        with pytest.raises(Refusal, match="play for the other side"):
            votes(other, (who, "a"))
        with pytest.raises(Refusal, match="play for the other side"):
            other.join(who, now=now, source=None)
    assert crowd_of(begun=False).join(ANN, now=NOON, source=None).people == {ANN}


@for_each(
    [
        ({"people": (BOB,)}, Member(ANN), "were named for it"),
        ({"role": 7}, Member(ANN, frozenset({8})), "have the role"),
        ({"days_here": 2}, Member(ANN, joined=NOON - DAY), "for 2 days"),
        ({"messages": 3}, Member(ANN, messages=2), "at least 3 messages"),
    ]
)
def test_the_terms_say_who_may_play(case: tuple[dict[str, Any], Member, str]) -> None:
    terms, member, why = case
    crowd = crowd_of(**terms)
    with pytest.raises(Refusal, match=why):
        crowd.check_may_play(member, NOON, ())
    known = Member(BOB, frozenset({7}), NOON - DAY * 2, 3)
    crowd.check_may_play(known, NOON, ())
    if "role" not in terms:
        crowd.check_may_play(Member(BOB), NOON, ())  # unknown facts are no obstacle


def test_a_crowd_without_its_role_is_everybodys() -> None:
    crowd = votes(crowd_of(role=7), (ANN, "a"))
    crowd = crowd.admit_all(now=crowd.since)
    assert crowd.admit_all(now=crowd.since) is crowd
    for one in (crowd, next_turn(ended(crowd))):
        one.check_may_play(Member(BOB), NOON, ())


def test_voided_votes_do_not_count_and_their_people_do_not_come_back() -> None:
    crowd = votes(crowd_of(), (ANN, "a"), (BOB, "a"), (CID, "c"), (DAN, "c"))
    crowd = crowd.bar(ANN, EVE, now=crowd.since, source="press:1")
    with pytest.raises(Repeated):
        crowd.bar(ANN, EVE, now=crowd.since, source="press:1")
    with pytest.raises(Refusal, match="void already"):
        crowd.bar(ANN, EVE, now=crowd.since, source=None)
    assert crowd.ballot is not None
    assert [proposal.votes for proposal in crowd.ballot.standing] == [2, 1]
    over = ended(crowd)
    for one in (crowd, next_turn(over)):
        assert one.recent == {BOB, CID, DAN}
        with pytest.raises(Refusal, match="voided"):
            one.check_may_play(Member(ANN), NOON, ())
    assert over.bar(BOB, EVE, now=over.since, source=None).ballot == over.ballot


def test_it_is_known_how_many_may_vote_where_that_can_be() -> None:
    assert crowd_of(people=(ANN, BOB, -1000)).electors(40) == 2
    for crowd in (crowd_of(role=7), crowd_of()):  # more people may vote than voted last
        later = next_turn(ended(votes(crowd, (ANN, "a"), (BOB, "a"))))
        assert [one.electors(40) for one in (crowd, later)] == [40, 40]


# Motions


def standing(*people: int) -> Crowd:
    """Return a crowd in its fourth turn, in which ``people`` voted in all three before."""
    crowd = crowd_of()
    for _ in range(3):
        crowd = next_turn(ended(votes(crowd, *((who, "a") for who in people))))
    return crowd


def tasks(crowd: Crowd) -> list[tuple[Task, str, int]]:
    return [(order.task, order.text, order.offer) for order in crowd.orders]


def test_two_thirds_of_who_voted_lately_decide_a_motion() -> None:
    crowd = standing(ANN, BOB, CID)
    now = crowd.since
    with pytest.raises(Refusal, match="moved or voted lately"):
        crowd.propose(DAN, "resign", now=now, source=None)
    asked = crowd.propose(ANN, "resign", now=now, source="press:1")
    with pytest.raises(Repeated):
        asked.propose(ANN, "resign", now=now, source="press:1")
    assert asked.propose(ANN, "resign", now=now, source=None) is asked
    assert tasks(asked) == []
    for agree in (
        asked.propose(BOB, "resign", now=now, source=None),
        asked.answer(BOB, "resign", yes=True, now=now, source=None),
    ):
        assert tasks(agree) == [(Task.MOTION, "resign", 0)]
        assert resigns(agree.orders[0])
        with pytest.raises(Refusal, match="not voted on any more"):
            agree.answer(CID, "resign", yes=True, now=now, source=None)
    unsure = asked.answer(BOB, "resign", yes=False, now=now, source=None)
    assert tasks(unsure.answer(CID, "resign", yes=True, now=now, source=None)) != []
    lost = unsure.answer(CID, "resign", yes=False, now=now, source=None)
    assert tasks(lost) == []
    with pytest.raises(Refusal, match="in this turn already"):
        lost.propose(ANN, "resign", now=now, source=None)
    assert lost.propose(ANN, "draw", offer=5, now=now, source=None) is not lost
    later = next_turn(ended(votes(lost, (ANN, "a"))))
    assert later.propose(ANN, "resign", now=later.since, source=None)


def test_one_person_does_not_resign_for_a_crowd_that_has_just_begun() -> None:
    def proposed(crowd: Crowd, *for_it: int, elector_count: int = 0) -> list[tuple[Task, str, int]]:
        for who in for_it:
            now = crowd.since
            crowd = crowd.propose(
                who, "draw", offer=4, elector_count=elector_count, now=now, source=None
            )
        return tasks(crowd)

    first = votes(crowd_of(), (ANN, "a"), (BOB, "a"))
    computed = next_turn(ended(ended(crowd_of())).computed("c", now=NOON + DAY))
    for unplayed in (first, votes(computed, (ANN, "a"), (BOB, "a"))):
        with pytest.raises(Refusal, match="once it has played a move"):
            proposed(unplayed, ANN)
    agreed = [(Task.MOTION, "draw", 4)]
    second = next_turn(ended(first))
    assert (proposed(second, ANN), proposed(second, ANN, BOB)) == ([], agreed)
    named = next_turn(ended(votes(crowd_of(people=(ANN,)), (ANN, "a"))))
    assert proposed(named, ANN) == agreed
    assert (proposed(standing(ANN), ANN), proposed(standing(ANN), ANN, elector_count=9)) == (
        [],
        agreed,
    )


def test_a_motion_needs_one_of_ten_who_may_play_and_ten_at_most() -> None:
    five = (ANN, BOB, CID, DAN, EVE)
    for electors, needed in ((20, 4), (41, 5), (51, 6), (5_000, 10)):
        crowd = standing(*five)
        for who in five:
            now = crowd.since
            crowd = crowd.propose(who, "resign", elector_count=electors, now=now, source=None)
            if crowd.orders:
                break
        motion = crowd.ballot and crowd.ballot.motions[0]
        assert motion
        assert (crowd.needed(motion), bool(crowd.orders)) == (needed, needed <= 5)
    crowd = standing(ANN, BOB).propose(ANN, "resign", elector_count=50, now=NOON, source=None)
    against = crowd.answer(BOB, "resign", yes=False, now=crowd.since, source=None)
    assert against.ballot is not None
    assert against.ballot.motions[0].carried is False


def test_a_motion_is_settled_when_those_against_it_are_gone() -> None:
    crowd = standing(ANN, BOB, CID, DAN)
    crowd = crowd.propose(ANN, "draw", now=crowd.since, source=None)
    crowd = crowd.answer(BOB, "draw", yes=True, now=crowd.since, source=None)
    crowd = crowd.answer(CID, "draw", yes=False, now=crowd.since, source=None)
    assert tasks(crowd) == []
    assert tasks(crowd.bar(CID, EVE, now=crowd.since, source=None)) != []
    gone = crowd.leave(CID, now=crowd.since)
    # A person who left counts until their votes are renamed; then two of three are enough.
    voters = {-1000 if who == CID else who: voter for who, voter in gone.voters.items()}
    assert gone.with_voters(voters).recent == {ANN, BOB, DAN}


def test_who_leaves_takes_their_vote_along_and_is_no_captain() -> None:
    crowd = votes(crowd_of(captain=ANN), (ANN, "a"), (BOB, "b"))
    after = crowd.leave(ANN, now=crowd.since)
    assert after.ballot is not None
    assert [*after.ballot.votes] == [BOB]
    assert after.captain is None
    assert next_turn(ended(after)).captain is None
    over = ended(crowd)
    assert over.leave(ANN, now=over.since).ballot == over.ballot  # what is decided stays


def test_nothing_begins_after_the_end() -> None:
    crowd = votes(crowd_of(), (ANN, "a")).end(now=NOON + MINUTE)
    assert crowd.due is None
    assert crowd.end(now=NOON) is crowd
    assert crowd.begin(9, now=NOON) is crowd.begin_again(now=NOON) is crowd
    with pytest.raises(Refusal):
        votes(crowd, (BOB, "a"))


def test_a_voter_is_counted_once_a_turn() -> None:
    crowd = ended(votes(crowd_of(), (ANN, "a"), (BOB, "b"), (ANN, "b"), (CID, "a")))
    assert crowd.voters == {
        ANN: Voter(-1, 1, 1, 1), BOB: Voter(-1, 1, 1, 1), CID: Voter(-1, 1, 0, 1)
    }  # fmt: skip
