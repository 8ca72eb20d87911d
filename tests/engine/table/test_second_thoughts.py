"""Turns taken back, offers and votes, aborts, decisions, rematches."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

import engine
from engine import Refusal, Seat
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import OPEN, Kind, NotAPlayer, Status, computer
from engine.table.seating import Order, rotated

ALICE, BOB, CAROL, DAN = 1, 2, 3, 4
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
CHANCE = random.Random(0)


def started(
    game: str = "frisian", *, people: int = 2, seat: int | None = 0, **options: int | bool | str
) -> Match:
    opponents = [BOB, CAROL, DAN][: people - 1]
    match = Match.challenge(
        guild=10, channel=20, game=engine.games[game], options=options, host=ALICE,
        opponents=opponents, seat=seat, now=NOON, source=None, time=TimeControl.read("1d"),
        rated=True,
    )  # fmt: skip
    for person in opponents:
        match = match.accept(person, now=NOON, source=None, chance=CHANCE)
    return match


def played(match: Match, *moves: str) -> Match:
    for text in moves:
        person = match.people[match.position.turn]
        match = match.play(person, text, now=match.events[-1].at, source=None)
    return match


def asked(match: Match, person: int) -> Match:
    return match.offer_takeback(person, now=NOON, source=None)


def agreed(match: Match, *people: int) -> Match:
    for person in people:
        assert match.offer is not None
        match = match.agree(person, match.offer.number, now=NOON, source=None)
    return match


# Taking back


def test_ones_last_turn_is_taken_back_if_the_other_agrees() -> None:
    match = played(started(), "32-28", "18-23", "37-32")
    before = match.until(match.events[-1].number - 1)
    match = asked(match, ALICE)
    assert match.offer is not None
    assert str(match.offer.agreement.text) == "a takeback of `37-32`"
    assert [match.people[seat] for seat in match.to_act] == [BOB]
    match = agreed(match, BOB)
    assert match.position == before.position
    assert match.record() == "1. 32-28 18-23"
    assert [event.kind for event in match.events[-4:]] == [
        Kind.MOVE, Kind.OFFER, Kind.AGREE, Kind.TAKEBACK,
    ]  # fmt: skip
    assert played(match, "38-32").record() == "1. 32-28 18-23 2. 38-32"


def test_whoever_has_moved_since_moves_again() -> None:
    match = asked(played(started(), "32-28", "18-23"), ALICE)
    assert match.offer is not None
    assert str(match.offer.agreement.text) == "a takeback of `32-28`, and with it `18-23`"
    match = agreed(match, BOB)
    assert match.position == match.line[0]
    assert match.record() == ""
    assert match.last_moves() == (None, ())
    assert match.move_number == 1


def test_turn_after_turn_can_be_taken_back() -> None:
    match = played(started(), "32-28", "18-23", "37-32", "23-29")
    match = agreed(asked(match, ALICE), BOB)
    match = agreed(asked(match, BOB), ALICE)
    assert match.record() == "1. 32-28"
    match = agreed(asked(match, ALICE), BOB)
    assert match.position == match.line[0]
    with pytest.raises(Refusal, match="no turn"):
        asked(match, ALICE)


def test_what_was_taken_back_does_not_count_as_a_repetition() -> None:
    match = started()
    for _ in range(4):
        match = agreed(asked(played(match, "32-28"), ALICE), BOB)
    match = played(match, "32-28")
    assert match.offer is None
    assert match.outcome is None


def test_the_question_lapses_with_any_move() -> None:
    match = asked(played(started(), "32-28", "18-23", "37-32"), BOB)
    moved = match.play(BOB, "12-18", now=NOON, source=None)
    assert moved.offer is None
    with pytest.raises(Refusal, match="no longer open"):
        moved.agree(ALICE, match.offer.number if match.offer else 0, now=NOON, source=None)


def test_a_question_that_was_declined_is_asked_once_a_turn() -> None:
    match = asked(played(started(), "32-28"), ALICE)
    assert match.offer is not None
    match = match.refuse(BOB, match.offer.number, now=NOON, source=None)
    assert match.offer is None
    with pytest.raises(Refusal, match="already"):
        asked(match, ALICE)


def test_of_more_than_two_all_have_to_agree() -> None:
    match = started("chinese-checkers", people=3)
    for _ in range(3):
        match = played(match, match.position.write(match.position.legal_moves()[0]))
    match = asked(match, BOB)
    match = agreed(match, ALICE)
    assert match.offer is not None
    assert [match.people[seat] for seat in match.to_act] == [ALICE, CAROL]  # Alice is to move
    match = agreed(match, CAROL)
    assert match.position.turn == 1
    assert len(match.moves) == 1


def test_one_decline_ends_the_vote() -> None:
    match = started("chinese-checkers", people=3)
    match = played(match, match.position.write(match.position.legal_moves()[0]))
    match = agreed(asked(match, ALICE), BOB)
    assert match.offer is not None
    match = match.refuse(CAROL, match.offer.number, now=NOON, source=None)
    assert match.offer is None
    assert len(match.moves) == 1


def test_nothing_is_taken_back_over_a_resignation() -> None:
    match = started("chinese-checkers", people=3)
    match = played(match, match.position.write(match.position.legal_moves()[0]))
    match = match.resign(CAROL, now=NOON, source=None)
    with pytest.raises(Refusal, match="given up"):
        asked(match, ALICE)


def test_a_set_up_is_no_turn() -> None:
    match = started("alliance", setup="free")
    for person in (ALICE, BOB):
        match = match.arrange(person, match.setup.completion, chance=CHANCE)
        match = match.ready(person, now=NOON, source=None)
    assert match.moves
    with pytest.raises(Refusal, match="no turn"):
        asked(match, ALICE)
    assert match.may_abort


def test_strangers_take_nothing_back() -> None:
    with pytest.raises(NotAPlayer):
        asked(played(started(), "32-28"), CAROL)


# Aborting


def test_until_everyone_has_moved_each_can_abort() -> None:
    match = played(started(), "32-28")
    aborted = match.abort(BOB, now=NOON, source="message:5")
    assert aborted.status is Status.OVER
    assert aborted.outcome is None
    assert aborted.ended == NOON
    match = played(match, "18-23")
    with pytest.raises(Refusal, match="Everyone has moved"):
        match.abort(BOB, now=NOON, source=None)


def test_who_took_his_first_move_back_can_abort() -> None:
    match = agreed(asked(played(started(), "32-28", "18-23"), ALICE), BOB)
    assert match.may_abort


def test_who_is_out_need_not_have_moved() -> None:
    match = started("chinese-checkers", people=3).resign(CAROL, now=NOON, source=None)
    for _ in range(2):
        match = played(match, match.position.write(match.position.legal_moves()[0]))
    assert not match.may_abort


# Decisions


@pytest.mark.parametrize("ranks", [(1, 2), (2, 1), (1, 1), ()])
def test_a_moderator_decides_and_may_decide_again(ranks: tuple[int, ...]) -> None:
    match = played(started(), "32-28").adjudicate(
        DAN, ranks, "  both  left\n", now=NOON, source="message:9"
    )
    assert match.status is Status.OVER
    assert (match.outcome.ranks if match.outcome else ()) == ranks
    if match.outcome:
        assert str(match.outcome.reason) == "both left"
    again = match.adjudicate(DAN, (2, 1), "on second thoughts", now=NOON, source=None)
    assert again.outcome is not None
    assert again.outcome.ranks == (2, 1)
    assert again.ended == match.ended
    assert played(started(), "32-28").status is Status.LIVE


def test_a_decision_can_annul_a_result() -> None:
    match = started().resign(BOB, now=NOON, source=None)
    later = NOON + timedelta(days=1)
    annulled = match.adjudicate(DAN, (), "played by somebody else", now=later, source=None)
    assert annulled.outcome is None
    assert annulled.ended == NOON


def test_a_decision_needs_a_reason_and_a_match() -> None:
    with pytest.raises(Refusal, match="needs a reason"):
        started().adjudicate(DAN, (1, 2), "  ", now=NOON, source=None)
    open_challenge = Match.challenge(
        guild=1, channel=1, game=engine.games["frisian"], options={}, host=ALICE,
        opponents=[BOB], seat=0, now=NOON, source=None,
    )  # fmt: skip
    with pytest.raises(Refusal, match="has not begun"):
        open_challenge.adjudicate(DAN, (1, 2), "no", now=NOON, source=None)


# Rematches


@pytest.mark.parametrize(
    ("order", "people", "drawn"),
    [
        (Order.ROTATE, (BOB, ALICE), True),
        (Order.LOSER, (BOB, ALICE), True),
        (Order.SAME, (ALICE, BOB), True),
        (Order.RANDOM, (ALICE, BOB), False),
    ],
)
def test_a_rematch_is_the_same_game_on_the_same_terms(
    order: Order,
    people: tuple[int, ...],
    drawn: bool,
) -> None:
    match = started().resign(BOB, now=NOON, source=None)
    again = match.rematch(BOB, order, now=NOON, source="interaction:3")
    assert (again.people, again.drawn) == (people, drawn)
    assert (again.host, again.previous) == (BOB, match.id)
    assert (again.game, again.options) == (match.game, match.options)
    assert (again.time, again.rated) == (match.time, match.rated)
    assert again.status is Status.CHALLENGE
    assert [again.people[seat] for seat in again.to_act] == [ALICE]


def test_the_loser_begins_even_if_he_began() -> None:
    match = played(started(), "32-28", "18-23").resign(ALICE, now=NOON, source=None)
    assert match.rematch(ALICE, Order.LOSER, now=NOON, source=None).people == (ALICE, BOB)


def test_after_a_draw_loser_begins_is_rotation() -> None:
    match = started().adjudicate(DAN, (1, 1), "agreed", now=NOON, source=None)
    assert match.rematch(ALICE, Order.LOSER, now=NOON, source=None).people == (BOB, ALICE)


def test_partners_stay_together() -> None:
    halma = engine.games["halma"].start(4, teams=True).seats
    assert rotated((1, 2, 3, 4), halma) == (4, 1, 2, 3)
    allies = engine.games["allies"].start(4).seats
    people = [1 + (seat.team != allies[0].team) for seat in allies]
    assert rotated(people, allies) == tuple(3 - person for person in people)


def test_people_move_on_by_as_few_seats_as_keep_partners_together() -> None:
    name = engine.Text("a seat")
    pairs = [Seat(name, team) for team in (0, 0, 1, 1)]
    assert rotated((1, 2, 3, 4), pairs) == (3, 4, 1, 2)
    single = [Seat(name, team) for team in range(3)]
    assert rotated((1, 2, 3), single) == (3, 1, 2)
    assert rotated((1, 2, 3), single, first=2, to=0) == (2, 3, 1)
    assert rotated((1, 2, 3), single, first=1, to=2) == (2, 3, 1)


def test_a_former_player_plays_no_rematch() -> None:
    over = replace(started().resign(BOB, now=NOON, source=None), people=(ALICE, -1000))
    with pytest.raises(Refusal, match="is gone"):
        over.rematch(ALICE, Order.ROTATE, now=NOON, source=None)


def test_a_rematch_is_for_those_who_played_once_it_is_over() -> None:
    live = started()
    with pytest.raises(Refusal, match="not over"):
        live.rematch(ALICE, Order.ROTATE, now=NOON, source=None)
    over = live.resign(BOB, now=NOON, source=None)
    with pytest.raises(Refusal, match="for those who played"):
        over.rematch(CAROL, Order.ROTATE, now=NOON, source=None)


# Starting with fewer


def open_to(players: int, game: str = "halma", **options: int | bool | str) -> Match:
    return Match.challenge(
        guild=1, channel=1, game=engine.games[game], options=options, host=ALICE,
        opponents=[OPEN] * (players - 1), seat=None, now=NOON, source=None,
    )  # fmt: skip


def test_the_host_starts_with_those_who_joined_where_the_rules_allow() -> None:
    match = open_to(4)
    with pytest.raises(Refusal, match="wait for others to join"):
        match.begin(ALICE, now=NOON, source=None, chance=CHANCE)
    match = match.join(BOB, now=NOON, source=None, chance=CHANCE)
    with pytest.raises(Refusal, match="Only the host"):
        match.begin(BOB, now=NOON, source=None, chance=CHANCE)
    begun = match.begin(ALICE, now=NOON, source="interaction:7", chance=CHANCE)
    assert begun.status is Status.LIVE
    assert set(begun.people) == {ALICE, BOB}
    assert not begun.began_at_once
    match = match.join(CAROL, now=NOON, source=None, chance=CHANCE)
    assert match.fewer is None  # Halma cannot be played by three


def test_a_match_begins_at_once_if_nobody_is_asked() -> None:
    alone = replace(open_to(4), people=(ALICE, computer(1), OPEN, OPEN))
    at_once = replace(open_to(2), people=(ALICE, computer(1)))
    assert at_once.begun(now=NOON, chance=CHANCE).began_at_once
    assert not at_once.began_at_once
    assert not alone.begin(ALICE, now=NOON, source="message:4", chance=CHANCE).began_at_once


def test_who_joined_can_leave_and_join_again() -> None:
    match = open_to(4).join(BOB, now=NOON, source=None, chance=CHANCE)
    with pytest.raises(Refusal, match="have not joined"):
        match.stand_up(CAROL, now=NOON, source=None)
    with pytest.raises(Refusal, match="withdraw it instead"):
        match.stand_up(ALICE, now=NOON, source=None)
    left = match.stand_up(BOB, now=NOON, source="message:4")
    assert left.people == (ALICE, OPEN, OPEN, OPEN)
    assert left.accepted == {ALICE}
    assert left.fewer is None
    again = left.join(BOB, now=NOON, source=None, chance=CHANCE)
    assert again.joined == {BOB}
    begun = again.begin(ALICE, now=NOON, source=None, chance=CHANCE)
    with pytest.raises(Refusal, match="accepted already"):
        begun.stand_up(BOB, now=NOON, source=None)


def test_teams_need_all_four() -> None:
    match = open_to(4, teams=True).join(BOB, now=NOON, source=None, chance=CHANCE)
    with pytest.raises(Refusal, match="wait for others to join"):
        match.begin(ALICE, now=NOON, source=None, chance=CHANCE)


def test_who_was_challenged_by_name_is_waited_for() -> None:
    match = Match.challenge(
        guild=1, channel=1, game=engine.games["halma"], options={}, host=ALICE,
        opponents=[BOB, OPEN, OPEN], seat=None, now=NOON, source=None,
    )  # fmt: skip
    with pytest.raises(Refusal, match="not answered"):
        match.begin(ALICE, now=NOON, source=None, chance=CHANCE)
