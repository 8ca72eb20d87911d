"""The table: challenges, turns, offers, resignations, and the record of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import engine
from engine import Refusal
from engine.event_log import Repeated
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import CHALLENGE_LIFETIME, Kind, NotAPlayer, NotYourTurn, Status

ALICE, BOB, CAROL = 1, 2, 3
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

WITHOUT_RESULT = {Kind.ABORT, Kind.LAPSE, Kind.ADJUDICATE}

Change = Callable[[Match], Match]


def challenge(game: str = "frisian", seat: int | None = 0) -> Match:
    return Match.challenge(
        guild=10,
        channel=20,
        game=engine.games[game],
        options={},
        host=ALICE,
        opponents=[BOB],
        seat=seat,
        now=NOON,
        source="message:1",
    )


def accepted(game: str = "frisian", fen: str = "") -> Match:
    """Return a match of Alice, as White, against Bob, from the position ``fen`` if it is given."""
    match = challenge(game).accept(BOB, now=NOON, source="message:2", chance=random.Random(0))
    if not fen:
        return match
    *before, start = match.events
    events = (*before, type(start)(start.number, start.kind, start.at, position=fen))
    return Match.restore(
        id=match.id,
        guild=match.guild,
        channel=match.channel,
        game=match.game,
        options={},
        host=match.host,
        people=match.people,
        drawn=True,
        events=events,
    )


def played(match: Match, *moves: str) -> Match:
    for move in moves:
        person = match.people[match.position.turn]
        match = match.play(person, move, now=NOON, source=None)
    return match


def under_way() -> Match:
    """Return a match in which both have moved and White is to move."""
    return played(accepted(), "32-28", "19-23")


def test_a_challenge_waits_for_the_challenged_and_starts_when_he_accepts() -> None:
    match = challenge()
    assert match.status is Status.CHALLENGE
    assert [match.people[seat] for seat in match.to_act] == [BOB]
    match = match.accept(BOB, now=NOON, source="message:2", chance=random.Random(0))
    assert match.status is Status.LIVE
    assert match.people == (ALICE, BOB)
    assert [event.kind for event in match.events] == [Kind.CHALLENGE, Kind.ACCEPT, Kind.START]


def test_sides_by_lot_are_drawn_when_the_match_starts_and_fall_both_ways() -> None:
    seats = {
        challenge(seat=None).accept(BOB, now=NOON, source=None, chance=random.Random(seed)).people
        for seed in range(20)
    }
    assert seats == {(ALICE, BOB), (BOB, ALICE)}


def test_the_host_may_take_the_second_seat() -> None:
    assert challenge(seat=1).people == (BOB, ALICE)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda m: m.accept(ALICE, now=NOON, source=None, chance=random.Random()), "own challenge"),
        (lambda m: m.accept(CAROL, now=NOON, source=None, chance=random.Random()), "somebody else"),
        (lambda m: m.decline(CAROL, now=NOON, source=None), "somebody else"),
        (lambda m: m.withdraw(BOB, now=NOON, source=None), "Only the challenger"),
        (lambda m: m.play(ALICE, "32-28", now=NOON, source=None), "has not begun"),
    ],
)
def test_only_who_may_answers_a_challenge(answer: Change, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        answer(challenge())


@pytest.mark.parametrize(
    "closed",
    [
        challenge().decline(BOB, now=NOON, source=None),
        challenge().withdraw(ALICE, now=NOON, source=None),
        challenge().tick(now=NOON + CHALLENGE_LIFETIME, chance=random.Random(0)),
    ],
)
def test_a_closed_challenge_cannot_be_accepted(closed: Match) -> None:
    assert closed.status is Status.OVER
    assert closed.to_act == ()
    with pytest.raises(Refusal, match="closed"):
        closed.accept(BOB, now=NOON, source=None, chance=random.Random())


def test_nobody_challenges_himself() -> None:
    with pytest.raises(Refusal, match="yourself"):
        Match.challenge(
            guild=1,
            channel=1,
            game=engine.games["frisian"],
            options={},
            host=ALICE,
            opponents=[ALICE],
            seat=None,
            now=NOON,
            source=None,
        )


def test_a_move_is_refused_to_who_is_not_to_move_and_to_strangers() -> None:
    match = accepted()
    with pytest.raises(NotYourTurn, match="White to move"):
        match.play(BOB, "19-23", now=NOON, source=None)
    with pytest.raises(NotAPlayer):
        match.play(CAROL, "32-28", now=NOON, source=None)


def test_each_ply_keeps_its_text_the_position_after_it_who_and_when() -> None:
    later = NOON + timedelta(minutes=1)
    match = accepted().play(ALICE, "32 28", now=later, source="message:3")
    event = match.events[-1]
    assert (event.kind, event.text, event.person, event.seat) == (Kind.MOVE, "32-28", ALICE, 0)
    assert event.at == later
    assert event.source == "message:3"
    assert event.position == match.position.fen() == "B:W28,31,33-50:B1-20"


def test_nothing_happens_before_what_happened_last() -> None:
    match = accepted().play(ALICE, "32-28", now=NOON + timedelta(hours=1), source=None)
    match = match.play(BOB, "19-23", now=NOON, source=None)
    assert match.events[-1].at == NOON + timedelta(hours=1)


def test_what_came_from_one_message_is_done_once() -> None:
    match = accepted().play(ALICE, "32-28", now=NOON, source="message:3")
    with pytest.raises(Repeated):
        match.play(ALICE, "32-28", now=NOON, source="message:3")


def test_a_draw_is_offered_and_accepted() -> None:
    match = under_way().offer_agreement(ALICE, "draw", now=NOON, source=None)
    assert match.offer is not None
    assert {match.people[seat] for seat in match.to_act} == {ALICE, BOB}
    match = match.agree(BOB, match.offer.number, now=NOON, source=None)
    assert match.status is Status.OVER
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 1)


def test_two_who_offer_a_draw_at_once_have_agreed() -> None:
    match = under_way().offer_agreement(ALICE, "draw", now=NOON, source="interaction:1")
    match = match.offer_agreement(BOB, "draw", now=NOON, source="interaction:2")
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 1)


def test_who_offered_cannot_agree_for_the_other() -> None:
    match = accepted().offer_agreement(ALICE, "draw", now=NOON, source=None)
    with pytest.raises(Refusal, match="it waits for an answer"):
        match.offer_agreement(ALICE, "draw", now=NOON, source=None)


def test_the_others_move_declines_an_offer_and_ones_own_does_not() -> None:
    match = accepted().offer_agreement(ALICE, "draw", now=NOON, source=None)
    match = played(match, "32-28")
    assert match.offer is not None
    number = match.offer.number
    match = played(match, "19-23")
    assert match.offer is None
    with pytest.raises(Refusal, match="no longer open"):
        match.agree(BOB, number, now=NOON, source=None)


def test_a_declined_offer_is_not_made_again_before_the_next_move() -> None:
    match = accepted().offer_agreement(ALICE, "draw", now=NOON, source=None)
    assert match.offer is not None
    match = match.refuse(BOB, match.offer.number, now=NOON, source=None)
    assert match.offer is None
    with pytest.raises(Refusal, match="already"):
        match.offer_agreement(ALICE, "draw", now=NOON, source=None)
    played(match, "32-28").offer_agreement(ALICE, "draw", now=NOON, source=None)


def test_who_resigns_has_lost() -> None:
    match = under_way().resign(ALICE, now=NOON, source=None)
    assert match.outcome is not None
    assert match.outcome.ranks == (2, 1)
    assert [event.kind for event in match.events[-2:]] == [Kind.RESIGN, Kind.RESULT]
    with pytest.raises(Refusal, match="over"):
        match.play(BOB, "19-23", now=NOON, source=None)


KINGS = "W:W46,K50:B1,K5"
SHUFFLE = ("50-45", "5-10", "45-50", "10-5") * 2


def test_the_third_repetition_is_a_draw_where_the_rules_say_so() -> None:
    match = played(accepted("frisian", KINGS), *SHUFFLE)
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 1)


def test_the_bot_proposes_a_draw_at_the_third_repetition_where_there_is_no_such_rule() -> None:
    fen = "W:WK15,K44:BK49,K30"
    match = played(accepted("frisian-official", fen), *("44-33", "49-27", "33-44", "27-49") * 2)
    assert match.outcome is None
    assert match.offer is not None
    assert match.offer.by is None
    assert len(match.to_act) == 2
    one = match.agree(ALICE, match.offer.number, now=NOON, source=None)
    assert one.outcome is None
    both = one.agree(BOB, match.offer.number, now=NOON, source=None)
    assert both.outcome is not None


def test_the_record_is_the_whole_game_in_notation() -> None:
    match = played(accepted(), "32-28", "19-23", "28x19")
    assert match.record() == "1. 32-28 19-23 2. 28x19"
    assert match.move_number == 2


def test_the_match_as_it_was_after_an_event() -> None:
    match = played(accepted(), "32-28", "19-23")
    early = match.until(4)
    assert [event.text for event in early.moves] == ["32-28"]
    assert early.position == match.line[1]
    before, (move,) = match.last_moves()
    assert before == match.line[1]
    assert before.write(move) == "19-23"


def test_who_gives_up_while_setting_up_does_not_keep_the_others_waiting() -> None:
    match = Match.challenge(
        guild=1,
        channel=1,
        game=engine.games["allies"],
        options={},
        host=ALICE,
        opponents=[BOB, CAROL, 4],
        seat=0,
        now=NOON,
        source=None,
    )
    chance = random.Random(1)
    for person in (BOB, CAROL, 4):
        match = match.accept(person, now=NOON, source=None, chance=chance)
    for person in (ALICE, BOB, CAROL):
        match = match.arrange(person, "auto mixed", chance=chance)
        match = match.ready(person, now=NOON, source=None)
    assert len(match.setting_up) == 1
    match = match.surrender(4, now=NOON, source=None)
    assert match.setting_up == ()
    assert len(match.moves) > 50


class Table(RuleBasedStateMachine):
    """Two players and a stranger act in any order; refused acts change nothing."""

    @initialize(
        game=st.sampled_from(sorted(engine.games)),
        seat=st.sampled_from([0, 1, None]),
        time=st.sampled_from(["none", "1h", "1d claim", "10+10", "5+0 claim"]),
        begun=st.sampled_from([True, True, True, False]),
    )
    def sit_down(self, game: str, seat: int | None, time: str, *, begun: bool) -> None:
        self.match = replace(challenge(game, seat), time=TimeControl.read(time))
        self.now = NOON
        if begun:
            self.accept(BOB, 0)
        self.seen = {self.match.events[0].source}

    people = st.sampled_from([ALICE, BOB, CAROL])

    def attempt(self, act: Change) -> None:
        before = self.match
        refused = None
        try:
            self.match = act(before)
        except Refusal as refusal:
            refused = str(refusal)
        assert refused is None or (refused and "{" not in refused)
        assert before.events == self.match.events[: len(before.events)]

    @rule(person=people, seed=st.integers(0, 9))
    def accept(self, person: int, seed: int) -> None:
        chance = random.Random(seed)
        self.attempt(lambda m: m.accept(person, now=self.now, source=None, chance=chance))

    @rule(person=people)
    @precondition(lambda self: self.match.status is not Status.CHALLENGE)
    def decline(self, person: int) -> None:
        self.attempt(lambda m: m.decline(person, now=self.now, source=None))

    @rule(person=st.sampled_from([None, None, None, ALICE, BOB, CAROL]), choice=st.integers(0, 999))
    @precondition(lambda self: self.match.line)
    def move(self, person: int | None, choice: int) -> None:
        match, moves = self.match, self.match.position.legal_moves()
        if not moves:
            return
        text = match.position.write(moves[choice % len(moves)])
        turn = match.people[match.position.turn]
        person = person or turn
        late = match.deadline and match.deadline <= self.now and not match.time.claimed
        may = (
            match.status is Status.LIVE and not match.setting_up and not match.outcome and not late
        )
        self.attempt(lambda m: m.play(person, text, now=self.now, source=None, sure=True))
        assert (len(self.match.moves) > len(match.moves)) == (may and person == turn)

    @rule(person=people)
    @precondition(lambda self: self.match.line and self.match.setting_up)
    def set_up(self, person: int) -> None:
        text = self.match.setup.completion
        self.attempt(lambda m: m.arrange(person, text, chance=random.Random(0)))
        self.attempt(lambda m: m.ready(person, now=self.now, source=None))

    @rule(person=people, text=st.text(max_size=12))
    def nonsense(self, person: int, text: str) -> None:
        self.attempt(lambda m: m.play(person, text, now=self.now, source=None))

    @rule(person=people)
    def offer(self, person: int) -> None:
        self.attempt(lambda m: m.offer_agreement(person, "draw", now=self.now, source=None))

    @rule(person=st.sampled_from([ALICE, BOB]), back=st.sampled_from([None, None, None, 0, 1]))
    def agree(self, person: int, back: int | None) -> None:
        number = len(self.match.events) - (back or 0)
        if back is None and self.match.offer is not None:
            number = self.match.offer.number
        self.attempt(lambda m: m.agree(person, number, now=self.now, source=None))

    @rule(person=people, back=st.integers(0, 3))
    def refuse(self, person: int, back: int) -> None:
        number = len(self.match.events) - back
        self.attempt(lambda m: m.refuse(person, number, now=self.now, source=None))

    @rule(span=st.timedeltas(timedelta(0), timedelta(minutes=20)))
    def time_passes(self, span: timedelta) -> None:
        self.now += span

    @rule(sure=st.integers(0, 9))
    @precondition(lambda self: self.match.due is not None)
    def what_is_due_happens(self, sure: int) -> None:
        before, due = self.match, self.match.due
        assert due is not None
        if due > self.now + timedelta(days=1) and sure:
            return
        self.now = max(self.now, due)
        self.attempt(lambda m: m.tick(now=self.now, chance=random.Random(0)))
        assert len(self.match.events) > len(before.events)
        assert before.tick(now=due - timedelta(seconds=1), chance=random.Random(0)) is before

    @rule(person=people)
    def take_back(self, person: int) -> None:
        self.attempt(lambda m: m.offer_takeback(person, now=self.now, source=None))

    @rule(person=people, sure=st.integers(0, 19))
    def abort(self, person: int, sure: int) -> None:
        if sure == 0:
            self.attempt(lambda m: m.abort(person, now=self.now, source=None))

    @rule(person=people)
    def claim(self, person: int) -> None:
        self.attempt(lambda m: m.claim_time(person, now=self.now, source=None))

    @rule(person=people, days=st.integers(1, 30))
    def holiday(self, person: int, days: int) -> None:
        until = self.now + timedelta(days=days)
        self.attempt(lambda m: m.start_holiday(person, until, now=self.now, source=None))

    @rule(person=people)
    def back(self, person: int) -> None:
        self.attempt(lambda m: m.end_holiday(person, now=self.now, source=None))

    @rule(span=st.timedeltas(timedelta(0), timedelta(hours=5)))
    def outage(self, span: timedelta) -> None:
        start, self.now = self.now, self.now + span
        self.attempt(lambda m: m.give_back(start, self.now, now=self.now))

    @rule(ranks=st.sampled_from([(1, 2), (2, 1), (1, 1), ()]), sure=st.integers(0, 19))
    def decide(self, ranks: tuple[int, ...], sure: int) -> None:
        if sure == 0:
            self.attempt(lambda m: m.adjudicate(CAROL, ranks, "so", now=self.now, source=None))

    @rule(person=people, sure=st.integers(0, 19))
    def resign(self, person: int, sure: int) -> None:
        if sure == 0:
            self.attempt(lambda m: m.resign(person, now=self.now, source=None))

    @invariant()
    def the_record_tells_all(self) -> None:
        match = self.match
        assert [event.number for event in match.events] == list(range(1, len(match.events) + 1))
        again = Match.restore(
            id=match.id,
            guild=match.guild,
            channel=match.channel,
            game=match.game,
            options=dict(match.options),
            host=match.host,
            people=match.people,
            drawn=match.drawn,
            events=match.events,
            set_ups=match.set_ups,
            time=str(match.time),
        )
        assert again == match

    @invariant()
    def the_line_of_play_leads_to_the_position(self) -> None:
        path = self.match.path
        assert not path or path[-1].place.position == self.match.position
        for (_, before), (event, after) in pairwise(path):
            if event.kind is Kind.MOVE:
                position = before.read().play(before.read().parse(event.text))
                assert after.read() in {position, position.repeated()}

    @invariant()
    def no_time_is_made_or_lost(self) -> None:
        match = self.match
        if match.status is Status.LIVE and match.deadline is not None:
            left = match.left(match.position.turn, match.deadline)
            assert left is not None
            assert left <= timedelta(0)

    @invariant()
    def somebody_is_to_act_until_it_is_over(self) -> None:
        match = self.match
        assert bool(match.to_act) == (match.status is not Status.OVER)
        assert (match.due is None) == (match.status is Status.OVER)
        assert (match.ended is None) == (match.status is not Status.OVER)
        if match.line and not any(event.kind in WITHOUT_RESULT for event in match.events):
            assert match.outcome is not None or match.status is Status.LIVE
            assert (match.events[-1].kind is Kind.RESULT) == (match.status is Status.OVER)
            if match.outcome is not None and match.status is Status.LIVE:
                assert match.offer is not None
                assert match.offer.by is None


TestTable = Table.TestCase
TestTable.settings = settings(stateful_step_count=60)
