"""The course of tournaments: sign-up, check-in, rounds, walkovers, the end, the next season."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from functools import partial

import pytest

import engine
from engine import Game, Refusal
from engine.event_log import Repeated
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import Status, is_computer
from engine.tournaments.forms.knockout import winner_of
from engine.tournaments.record import Kind
from engine.tournaments.results import result_of
from engine.tournaments.scores import How
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form, Recurs, Terms
from engine.tournaments.tournament import Tournament
from engine.values import Options
from tests.each import for_each
from tests.engine.tournaments.club import NOON, ORGANISER, Club, terms

DAY = timedelta(days=1)


@for_each([Form.LEAGUE, Form.SWISS, Form.KNOCKOUT], [4, 5, 8, 13])
def test_a_tournament_runs_to_its_end(form: Form, members: int) -> None:
    club = Club(form, members)
    club.start()
    club.play_out()
    assert club.tournament.phase is Phase.OVER
    met = [frozenset(score.players) for score in club.state.scores if len(score.players) == 2]
    if form is not Form.KNOCKOUT:
        assert len(set(met)) == len(met)
    standings = club.tournament.entries[-1].data["standings"]
    assert sorted(player for _, player, _, _ in standings) == [*range(100, 100 + members)]


def test_the_same_record_gives_the_same_state_and_terms_are_read_back() -> None:
    club = Club(Form.SWISS, 7)
    club.start()
    club.play_out()
    again = Tournament(0, 1, 2, club.tournament.terms, club.tournament.entries)
    assert again.state.order == club.state.order
    assert again.state.scores == club.state.scores
    read = Terms.read(club.tournament.terms.data(), engine.games)
    assert read == club.tournament.terms


def test_it_starts_a_day_after_the_fourth_and_those_who_do_not_check_in_are_not_paired() -> None:
    club = Club(Form.SWISS, 3)
    assert club.tournament.due is None
    club.do(lambda t: t.join(200, every=False, now=NOON, source=None))
    assert club.state.starts == NOON + DAY
    club.start(200)
    assert club.tournament.phase is Phase.RUNNING
    assert 200 not in club.state.order
    assert not club.state.is_in(200)


def test_too_few_are_waited_for_three_times() -> None:
    club = Club(Form.SWISS, 4)
    club.wait()
    for _ in range(4):
        club.wait()
    assert club.tournament.phase is Phase.CANCELLED
    assert [entry.kind for entry in club.tournament.entries[-4:]] == [
        *[Kind.POSTPONE] * 3,
        Kind.CANCEL,
    ]


def test_one_to_which_too_few_came_is_followed_while_anybody_joins_every_time() -> None:
    club = Club(Form.SWISS, 4, recurs=Recurs.WEEK)
    club.do(lambda t: t.join(100, every=False, now=NOON, source=None))
    club.wait()
    for _ in range(4):
        club.wait()
    following = club.tournament.following(club.now + 7 * DAY, now=club.now)
    assert club.tournament.phase is Phase.CANCELLED
    assert following is not None
    assert following.state.people == [101, 102, 103]
    for person in (101, 102, 103):
        following = following.leave(person, now=club.now, source=None)
    assert not following.organising.cancel(
        ORGANISER, "nobody", now=club.now, source=None
    ).needs_next


def test_rounds_without_a_table_count_as_absent_in_a_swiss() -> None:
    club = Club(Form.SWISS, 7)
    club.start(106)
    club.play_round()
    leaver = club.state.order[0]
    club.do(lambda t: t.leave(leaver, now=club.now, source=None))
    club.wait()
    club.do(lambda t: t.join(500, every=False, now=club.now, source=None))
    club.do(lambda t: t.come_back(106, now=club.now, source=None))
    club.play_round()
    club.wait()
    alone = [score for score in club.state.scores if score.how in {How.ABSENT, How.HALF_BYE}]
    assert {(s.players[0], s.round, s.how) for s in alone} == {
        (leaver, 2, How.ABSENT),
        (leaver, 3, How.ABSENT),
        (500, 1, How.ABSENT),
        (500, 2, How.HALF_BYE),
        (106, 1, How.ABSENT),
        (106, 2, How.HALF_BYE),
    }


def test_who_does_not_come_twice_is_withdrawn_and_comes_back_to_a_swiss() -> None:
    club = Club(Form.SWISS, 8, rounds=6)
    club.start()
    absent = club.state.rounds[-1].tables[0].players[0]
    for _ in range(2):
        table = next(t for t in club.state.open_tables if absent in t.players)
        club.score(table, [2 * (one != absent) for one in table.players], How.WALKOVER)
        club.play_round()
        club.wait()
    assert not club.state.is_in(absent)
    withdrawn = next(e for e in club.tournament.entries if e.kind is Kind.WITHDRAW)
    assert (withdrawn.person, withdrawn.data["why"]) == (absent, "missed")
    club.do(lambda t: t.come_back(absent, now=club.now, source=None))
    club.play_round()
    club.wait()
    assert any(absent in table.players for table in club.state.rounds[-1].tables)


def test_nobody_comes_back_to_a_swiss_later_than_others_may_enter() -> None:
    club = Club(Form.SWISS, 8)
    club.start(107)
    leaver = club.state.order[0]
    club.do(lambda t: t.leave(leaver, now=club.now, source=None))
    while 2 * len(club.state.rounds) <= club.state.planned:
        club.tournament.come_back(leaver, now=club.now, source=None)
        club.play_round()
        club.wait()
    assert club.state.phase is Phase.RUNNING
    for person in (107, leaver):
        with pytest.raises(Refusal, match="half of the rounds"):
            club.tournament.come_back(person, now=club.now, source=None)


def test_who_leaves_a_league_early_is_struck_and_late_gives_walkovers() -> None:
    club = Club(Form.LEAGUE, 6)
    club.start()
    early, late = club.state.order[1], club.state.order[2]
    club.play_round()
    club.do(lambda t: t.leave(early, now=club.now, source=None))
    assert not any(early in score.players for score in club.state.scores)
    for _ in range(2):
        club.wait()
        club.play_round()
    club.do(lambda t: t.leave(late, now=club.now, source=None))
    club.play_out()
    walkovers = [score for score in club.state.scores if score.how is How.WALKOVER]
    assert all(late in score.players and not score.of(late) for score in walkovers)
    assert 1 <= len(walkovers) <= 2
    assert any(late in score.players for score in club.state.scores if score.how is How.PLAYED)


@for_each([False, True])
def test_who_is_out_after_half_of_a_smaller_groups_games_is_not_struck(replaced: bool) -> None:
    club = Club(Form.LEAGUE, 9, group=5)  # five play 4 games each in 5 rounds, four play 3
    club.start()
    leavers = [group[1] for group in club.state.groups]
    while not all(club.state.played(one) == 2 for one in leavers):
        for table in club.state.open_tables:
            if not any(club.state.played(one) == 2 for one in set(leavers) & set(table.players)):
                club.score(table, (2, 0))
        club.wait()

    def without(one: Tournament, leaver: int) -> Tournament:
        if not replaced:
            return one.leave(leaver, now=club.now, source=None)
        new = leaver + 10**6
        return one.organising.replace_player(ORGANISER, leaver, new, "", now=club.now, source=None)

    for leaver in leavers:
        club.do(partial(without, leaver=leaver))
        assert not club.state.is_in(leaver)
    assert club.state.struck == set()


def test_a_bye_is_none_of_the_games_before_half_of_which_a_leaver_is_struck() -> None:
    club = Club(Form.LEAGUE, 7, game=engine.games["halma"], seats=4, group=10)
    club.start()
    assert club.state.planned == 3
    for _ in range(2):
        club.play_round()
        club.wait()
    byes = Counter(table.players[0] for table in club.state.tables if len(table.players) == 1)
    half = next(one for one in club.state.order if club.state.played(one) == byes[one] == 1)
    club.do(lambda t: t.leave(half, now=club.now, source=None))
    assert club.state.struck == set()
    none = next(one for one in club.state.order if not club.state.played(one))
    club.do(lambda t: t.leave(none, now=club.now, source=None))
    assert club.state.struck == {none}


@for_each([Form.SWISS, Form.ARENA, Form.LADDER])
def test_who_comes_late_is_in_the_standings(form: Form) -> None:
    club = Club(form, 4)
    club.wait()
    if form is not Form.LADDER:
        club.start()
    club.do(lambda t: t.join(300, every=True, now=club.now, source=None))
    assert 300 in [line.player for line in club.tournament.standings[0]]


@for_each([How.PLAYED, How.WALKOVER])
def test_a_table_with_one_game_played_and_one_missed_is_played(first: How) -> None:
    club = Club(Form.SWISS, 4, games=2)
    club.start()
    hows = [first, How.WALKOVER if first is How.PLAYED else How.PLAYED]
    for game, how in enumerate(hows, 1):
        club.do(
            lambda t, game=game, how=how: t.score_table(  # type: ignore[misc]
                club.table(), (2, 0), how, game=game, now=club.now
            )
        )
    score = club.state.score_of(club.table())
    assert score is not None
    assert score.how is How.PLAYED


def test_who_waits_for_a_place_in_a_league_takes_that_of_somebody_who_left() -> None:
    club = Club(Form.LEAGUE, 6)
    club.start()
    club.do(lambda t: t.join(300, every=True, now=club.now, source=None))
    leaver = club.state.order[0]
    club.do(lambda t: t.leave(leaver, now=club.now, source=None))
    club.play_round()
    club.wait()
    assert 300 in club.state.groups[0]
    assert any(300 in table.players for table in club.state.rounds[1].tables)


def test_two_rise_and_two_fall_and_the_next_season_keeps_who_joins_every_time() -> None:
    club = Club(Form.LEAGUE, 12, group=6, recurs=Recurs.SEASON)
    club.do(lambda t: t.join(100, every=False, now=club.now, source=None))
    club.do(lambda t: t.organising.choose_role(ORGANISER, 77, now=club.now, source=None))
    club.start()
    club.play_out()
    first, second = (
        [line for line in club.tournament.entries[-1].data["standings"] if line[3] == n]
        for n in (0, 1)
    )
    following = club.tournament.following(club.now + 7 * DAY, now=club.now)
    assert following is not None
    assert Terms.read(following.terms.data(), engine.games).role == following.state.role == 77
    order = following.entries[0].data["order"]
    risen = [player for _, player, _, _ in second[:2]]
    fallen = [player for _, player, _, _ in first[-2:]]
    stays = [one for one in order if one != 100]
    assert set(risen) <= set(order[:6])
    assert set(fallen) <= set(order[5:])
    assert 100 not in order
    assert sorted(stays) == sorted(following.state.people)


def test_a_drawn_table_of_a_knockout_is_played_again_and_then_the_better_seed_wins() -> None:
    club = Club(Form.KNOCKOUT, 4)
    club.start()
    table = club.state.rounds[0].tables[0]
    assert club.state.games_of(table) == 1
    table.results[1] = (1, 1)
    assert club.state.games_of(table) == 2
    assert club.state.score_of(table) is None
    assert table.seated(2) == table.seated(1)[::-1]
    table.results[2] = (1, 1)
    assert winner_of(club.state, table) == min(table.players, key=club.state.order.index)


def test_a_computer_takes_the_odd_place() -> None:
    club = Club(Form.LEAGUE, 5, level=4)
    club.start()
    computers = [player for player in club.state.order if is_computer(player)]
    assert len(computers) == 1
    assert club.state.planned == 5
    club.play_out()
    assert not is_computer(club.tournament.order_of_next[0][0])


def test_an_arena_pairs_who_is_free_until_its_hour_is_over() -> None:
    club = Club(Form.ARENA, 6, time=TimeControl.read("5+3"), round_time=timedelta(hours=1))
    club.start()
    rounds = 0
    while not club.tournament.is_over:
        for table in club.state.open_tables[:1]:
            club.score(table, [2, 0])
        rounds += 1
        club.wait(timedelta(minutes=2))
    assert len(club.state.rounds) > 20
    assert club.now <= NOON + DAY + timedelta(hours=1, minutes=4)


def test_no_game_of_an_arena_begins_that_could_not_be_over_in_time() -> None:
    club = Club(Form.ARENA, 6, time=TimeControl.read("5+3"), round_time=timedelta(hours=1))
    club.start()
    until, ends = club.tournament.arena_pairs_until, club.tournament.arena_ends
    assert until is not None
    assert ends is not None
    assert until < ends
    for _ in range(200):
        if club.tournament.is_over:
            break
        before = len(club.state.rounds)
        club.wait()
        if club.now >= until:
            assert len(club.state.rounds) == before
        club.play_round()
    assert club.tournament.phase is Phase.OVER
    assert until <= club.now < ends  # nobody waits for the end if all games are over


def test_the_last_games_of_an_arena_have_the_time_until_its_end() -> None:
    club = Club(Form.ARENA, 4, time=TimeControl.read("5+3"), round_time=timedelta(hours=1))
    club.start()
    assert len(club.state.open_tables) == 2
    club.wait(timedelta(minutes=59))
    assert not club.tournament.is_over
    club.wait(timedelta(minutes=1))
    assert club.tournament.is_over


@pytest.mark.parametrize("members", [5, 8, 11])
def test_the_games_of_a_season_begin_together(members: int) -> None:
    club = Club(Form.LEAGUE, members, together=True, round_time=timedelta(days=60))
    club.start()
    state, begun = club.state, club.now
    assert len(state.rounds) == state.planned > 1
    pairs = [frozenset(one.players) for one in state.tables if len(one.players) == 2]
    expected = sum(len(group) * (len(group) - 1) // 2 for group in state.groups)
    assert len(set(pairs)) == len(pairs) == expected
    assert {one.deadline for one in state.rounds} == {begun + timedelta(days=60)}
    assert club.tournament.season_ends == begun + timedelta(days=60)
    club.wait(timedelta(days=30))
    assert not club.tournament.late_tables(club.now)
    club.play_round()
    club.wait()
    assert club.tournament.phase is Phase.OVER  # nobody waits for the end


@pytest.mark.parametrize(("later", "stays"), [(timedelta(hours=11), True), (DAY, False)])
def test_first_moves_overlooked_on_one_evening_count_once(later: timedelta, *, stays: bool) -> None:
    club = Club(Form.LEAGUE, 6, together=True, round_time=timedelta(days=60))
    club.start()
    own = [table for table in club.state.open_tables if 100 in table.players]
    for number, table in enumerate(own[:3]):
        club.now += later if number == 2 else timedelta()
        club.score(table, [2 * (one != 100) for one in table.players], How.WALKOVER)
    assert club.state.is_in(100) is stays
    assert club.state.entrants[100].missed == (1 if stays else 2)


def test_a_season_that_begins_together_ends_on_the_day_that_was_said_also_after_a_pause() -> None:
    club = Club(Form.LEAGUE, 4, together=True, round_time=timedelta(days=60))
    club.start()
    ends = club.tournament.season_ends
    assert ends is not None
    club.now += timedelta(days=10)
    club.do(
        lambda t: t.organising.pause(person=ORGANISER, reason="snow", now=club.now, source=None)
    )
    club.now += timedelta(days=7)
    club.do(lambda t: t.organising.resume(person=ORGANISER, now=club.now, source=None))
    assert club.tournament.season_ends == ends + timedelta(days=7)
    until = club.now + timedelta(days=20)
    club.do(
        lambda t: t.organising.shift(
            person=ORGANISER, until=until, reason="haste", now=club.now, source=None
        )
    )
    assert club.tournament.due == club.tournament.season_ends == until
    assert not club.tournament.late_tables(until - timedelta(seconds=1))
    assert len(club.tournament.late_tables(until)) == 6


def test_the_season_of_rounds_ends_when_it_is_said_to_from_the_first_on() -> None:
    club = Club(Form.LEAGUE, 4, time=TimeControl.read("10+10"), round_time=timedelta(days=7))
    club.start()
    said = club.tournament.season_ends
    assert said == club.now + timedelta(days=21)
    while len(club.state.rounds) < club.state.planned:
        club.wait()
        assert club.tournament.season_ends == said
    assert club.round.deadline == said


def test_computers_sit_down_with_those_who_wait_in_an_arena() -> None:
    club = Club(Form.ARENA, 3, game=engine.games["halma"], seats=4, level=2, wanted=3)
    club.start()
    club.wait(timedelta(seconds=20))
    assert not club.state.rounds
    club.wait(timedelta(seconds=40))
    people = [[one for one in table.players if one > 0] for table in club.round.tables]
    assert list(map(len, people)) == [3]
    club.score(club.table(), [6, 4, 2, 0])
    assert not any(is_computer(line.player) for line in club.tournament.standings[0])


@for_each([(5, [2, 3]), (6, [3, 3]), (7, [3, 4]), (9, [3, 3, 3])])
def test_people_of_an_arena_are_shared_out_in_turn(given: tuple[int, list[int]]) -> None:
    members, sizes = given
    club = Club(Form.ARENA, members, game=engine.games["halma"], seats=4, level=2)
    club.start()
    met: Counter[int] = Counter()
    for _ in range(6):
        tables = club.state.open_tables
        people = [[one for one in table.players if not is_computer(one)] for table in tables]
        assert sorted(map(len, people)) == sizes
        for table, there in zip(tables, people, strict=True):
            assert len(set(table.players)) == 4
            met.update(dict.fromkeys(there, 4 - len(there)))
            club.score(table, [6, 4, 2, 0])
        club.wait(timedelta(minutes=1))
    assert max(met.values()) - min(met.values()) <= 1


def test_nobody_checks_in_for_a_ladder() -> None:
    club = Club(Form.LADDER, 5, wanted=4)
    club.wait()
    assert club.tournament.phase is Phase.RUNNING
    assert Kind.CALL not in {entry.kind for entry in club.tournament.entries}


@for_each([Form.LEAGUE, Form.SWISS], [9, 12], [0, 3])
def test_tables_of_four_go_on_to_the_end_though_somebody_leaves(
    form: Form, members: int, level: int
) -> None:
    club = Club(form, members, game=engine.games["halma"], seats=4, group=10, level=level)
    club.start()
    club.do(lambda t: t.leave(103, now=club.now, source=None))
    for _ in range(30):
        if club.tournament.is_over:
            break
        for table in club.state.open_tables:
            club.score(table, [6, 4, 2, 0])
        club.wait()
    assert club.tournament.phase is Phase.OVER
    sizes = {len(table.players) for table in club.state.tables}
    assert sizes <= ({4} if level else {1, 4})


def test_a_ladder_is_climbed_by_challenges() -> None:
    club = Club(Form.LADDER, 5, wanted=4)
    club.wait()
    order = list(club.state.order)
    with pytest.raises(Refusal, match="one to 3 places above"):
        club.tournament.challenge(order[4], order[0], now=club.now, source=None)
    club.do(lambda t: t.challenge(order[4], order[1], now=club.now, source=None))
    with pytest.raises(Refusal, match="They have a match"):
        club.tournament.challenge(order[3], order[1], now=club.now, source=None)
    club.wait()
    table = club.state.open_tables[0]
    club.score(table, [2 * (one == order[4]) for one in table.players])
    climbed = [order[0], order[4], order[1], order[2], order[3]]
    assert club.state.order == climbed
    for points, then in (([0, 2], order), ([1, 1], order), ([2, 0], climbed), ([2, 0], climbed)):
        given = points if table.players[0] == order[4] else points[::-1]
        club.do(
            lambda t, given=given: t.organising.decide(  # type: ignore[misc] # the default binds the value of this turn of the loop
                ORGANISER, table.round, table.number, given, "So", now=club.now, source=None
            )
        )
        assert club.state.order == then, points
    club.do(lambda t: t.join(400, every=False, now=club.now, source=None))
    assert club.state.order[-1] == 400


def test_what_the_organiser_does_needs_no_reason_and_is_refused_too_late() -> None:
    club = Club(Form.SWISS, 6)
    club.start()
    assert club.tournament.organising.pause(ORGANISER, " ", now=club.now, source=None).state.paused
    club.do(lambda t: t.organising.pause(ORGANISER, "holidays", now=club.now, source="a"))
    assert club.tournament.due is None
    with pytest.raises(Repeated):
        club.tournament.organising.resume(ORGANISER, now=club.now, source="a")
    deadline = club.round.deadline
    club.now += 3 * DAY
    club.do(lambda t: t.organising.resume(ORGANISER, now=club.now, source=None))
    assert club.round.deadline == deadline + 3 * DAY
    club.do(lambda t: t.organising.unpair(ORGANISER, "a mistake", now=club.now, source=None))
    assert not club.state.rounds
    club.wait()
    assert len(club.state.rounds) == 1
    club.do(
        lambda t: t.organising.decide(ORGANISER, 1, 1, [2, 0], "fair", now=club.now, source=None)
    )
    with pytest.raises(Refusal, match="has a result"):
        club.tournament.organising.unpair(ORGANISER, "no", now=club.now, source=None)


@pytest.mark.parametrize("form", [Form.LADDER, Form.LEAGUE, Form.SWISS, Form.KNOCKOUT])
def test_a_pause_makes_every_open_round_longer(form: Form) -> None:
    club = Club(form, 6)
    if form is not Form.LADDER:
        club.start()
    else:
        while club.tournament.phase is not Phase.RUNNING:
            assert club.wait()
        order = club.state.order
        for below, above in ((3, 2), (5, 4)):
            lower, upper = order[below], order[above]
            club.do(
                partial(Tournament.challenge, person=lower, other=upper, now=club.now, source=None)
            )
            club.wait(timedelta(hours=1))
    club.wait(timedelta(hours=1))
    ends = [one.deadline for one in club.state.rounds]
    club.do(lambda t: t.organising.pause(ORGANISER, "holidays", now=club.now, source=None))
    club.now += 30 * DAY
    club.do(lambda t: t.organising.resume(ORGANISER, now=club.now, source=None))
    assert [one.deadline for one in club.state.rounds] == [end + 30 * DAY for end in ends]
    assert not club.tournament.late_tables(club.now)


def test_an_arena_lasts_as_much_longer_as_it_was_paused() -> None:
    club = Club(Form.ARENA, 4, round_time=timedelta(hours=2))
    club.start()
    ends = club.tournament.arena_ends
    assert ends is not None
    for _ in range(2):
        club.do(lambda t: t.organising.pause(ORGANISER, "supper", now=club.now, source=None))
        club.now += timedelta(hours=1)
        club.do(lambda t: t.organising.resume(ORGANISER, now=club.now, source=None))
    assert club.tournament.arena_ends == ends + timedelta(hours=2)


def test_a_match_counts_at_its_table_once_and_a_decision_changes_it() -> None:
    club = Club(Form.SWISS, 4)
    club.start()
    table = club.state.rounds[0].tables[0]
    match = Match.appointed(
        guild=1,
        channel=2,
        game=engine.games["frysk"],
        options={},
        host=ORGANISER,
        people=table.seated(1),
        time=TimeControl.read("1d"),
        rated=True,
        tournament=7,
        now=club.now,
        source="tournament:7.1.1.1",
    )
    match = Match(**{**match.__dict__, "id": 5})
    club.do(lambda t: t.made([(1, 1, 1, 5)], now=club.now))
    assert club.tournament.made([(1, 1, 1, 5)], now=club.now) is club.tournament
    assert club.tournament.scored(match, now=club.now) is club.tournament
    late = match
    while late.outcome is None and not late.is_aborted:
        assert late.due is not None
        late = late.tick(now=late.due, chance=club.chance)
    result = result_of(late, table.players)
    assert result is not None
    assert result == ((0, 2), How.WALKOVER, (table.players[0],))
    club.do(lambda t: t.scored(late, now=club.now))
    assert club.state.entrants[table.players[0]].missed == 1
    assert club.tournament.scored(late, now=club.now) is club.tournament
    decided = late.adjudicate(ORGANISER, [1, 2], "he was ill", now=club.now, source=None)
    club.do(lambda t: t.scored(decided, now=club.now))
    assert club.state.scores[0].points == (2, 0)


def test_who_gives_up_before_both_have_moved_gives_the_point_away_and_nobody_can_abort() -> None:
    club = Club(Form.SWISS, 4)
    club.start()
    table = club.table(1)
    match = Match.appointed(
        guild=1,
        channel=2,
        game=club.tournament.terms.game,
        options={},
        host=table.players[0],
        people=table.players,
        time=club.tournament.terms.time,
        rated=True,
        tournament=1,
        now=club.now,
        source="tournament:1.1.1.1",
    )
    assert not match.may_abort
    with pytest.raises(Refusal, match="cannot be aborted"):
        match.abort(table.players[1], now=club.now, source=None)
    resigned = match.resign(table.players[1], now=club.now, source=None)
    assert resigned.outcome is None  # and so not rated
    assert result_of(resigned, table.players) == ((2, 0), How.WALKOVER, ())


def test_one_that_recurs_is_due_until_another_one_follows() -> None:
    club = Club(Form.SWISS, 4, recurs=Recurs.WEEK)
    club.start()
    club.play_out()
    assert club.tournament.due == club.tournament.entries[-1].at
    club.do(lambda t: t.followed(7, now=club.now))
    assert club.tournament.due is None
    assert club.state.next == 7
    assert club.tournament.followed(8, now=club.now) is club.tournament


FIELDS = ("france-germany", "russia-germany", "russia-austria", "west")


def test_a_match_of_every_game_begins_at_once_at_a_table_of_every_size() -> None:
    cases: list[tuple[Game, Options, int]]
    cases = [(game, {}, seats) for game in engine.games.values() for seats in game.seats]
    cases += [(engine.games["allies"], {"field": field}, 2) for field in FIELDS]
    for game, options, seats in cases:
        changed = {"game": game, "options": options, "seats": seats, "wanted": max(4, seats)}
        agreed = terms(Form.SWISS, **changed).check()
        match = Match.appointed(
            guild=1,
            channel=2,
            game=agreed.game,
            options=agreed.options,
            host=ORGANISER,
            people=range(1, seats + 1),
            time=agreed.time,
            rated=True,
            tournament=7,
            now=NOON,
            source="tournament:7.1.1.1",
        )
        assert match.status is Status.LIVE
        assert set(match.people) == set(range(1, seats + 1))
        assert match.due is not None


def test_names_are_kept_without_signs_that_nobody_sees() -> None:
    assert terms(Form.SWISS, name="A\0\u202e cup ").check().name == "A cup"
    teams = terms(Form.TEAM, teams=("A", "A\u200b"), boards=2, wanted=4)
    with pytest.raises(Refusal, match="different names"):
        teams.check()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": " "}, "1 to 60 characters"),
        ({"name": "\0\u200b"}, "1 to 60 characters"),
        ({"name": "x" * 2000}, "1 to 60 characters"),
        ({"time": TimeControl()}, "needs a time limit"),
        ({"time": TimeControl.read("1d claim")}, "counts without a claim"),
        ({"group": 3}, "Players of a group: from 4 to 10"),
        ({"seats": 3, "game": engine.games["chinese-checkers"]}, "games with two players"),
        ({"seats": 2, "round_time": timedelta(days=4000)}, "ten years"),
    ],
)
def test_terms_of_which_no_tournament_can_be_made(changed: dict[str, object], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        terms(Form.KNOCKOUT, **changed).check()
