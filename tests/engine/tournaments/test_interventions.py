"""An organiser's changes of players, terms and pairs, without Discord."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from engine import Refusal
from engine.table.clock import TimeControl
from engine.tournaments.forms.knockout import winner_of
from engine.tournaments.organising import seats_anew
from engine.tournaments.record import Kind
from engine.tournaments.scores import How
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form
from tests.engine.tournaments.club import ORGANISER, Club

NEW = 500


def do(club: Club, what: str, *given: Any, **more: Any) -> None:  # noqa: ANN401 - of many methods
    """Have the organiser call the method ``what`` with these arguments."""
    club.do(
        lambda t: getattr(t.organising, what)(ORGANISER, *given, now=club.now, source=None, **more)
    )


def test_it_starts_at_once_with_those_who_have_signed_up() -> None:
    club = Club(Form.SWISS, 5)
    do(club, "start_now")
    club.wait()
    assert club.state.phase is Phase.RUNNING
    assert sorted(club.state.order) == list(range(100, 105))
    assert len(club.state.rounds) == 1
    with pytest.raises(Refusal, match="begun already"):
        do(club, "start_now")


def test_too_few_do_not_start_it() -> None:
    club = Club(Form.SWISS, 2)
    with pytest.raises(Refusal, match="2 of the 3 players"):
        do(club, "start_now")


def test_a_player_is_added_late_and_another_one_taken_out() -> None:
    club = Club(Form.SWISS, 6)
    club.start()
    do(club, "add_player", NEW)
    assert NEW in club.state.order
    do(club, "take_out", 100, "")
    assert not club.state.is_in(100)
    assert club.tournament.is_taken_out(100)
    (table,) = (one for one in club.round.tables if 100 in one.players)
    club.wait()
    score = club.state.score_of(table)
    assert score is None or score.how is How.WALKOVER
    with pytest.raises(Refusal, match="in it already"):
        do(club, "add_player", NEW)


def test_a_player_of_a_knockout_is_replaced_at_their_table() -> None:
    club = Club(Form.KNOCKOUT, 4)
    club.start()
    with pytest.raises(Refusal, match="only replace"):
        do(club, "add_player", NEW)
    before = [one.players for one in club.round.tables]
    do(club, "replace_player", 100, NEW, "He is ill")
    after = [one.players for one in club.round.tables]
    assert after == [tuple(NEW if p == 100 else p for p in table) for table in before]
    assert NEW in club.state.order
    assert 100 not in club.state.order
    assert not club.state.is_in(100)
    club.play_out()
    assert club.tournament.is_over


@pytest.mark.parametrize("together", [True, False])
def test_a_player_of_a_league_is_replaced_where_nothing_was_played(together: bool) -> None:
    club = Club(Form.LEAGUE, 4, together=together, round_time=timedelta(days=60))
    club.start()
    own = [table for table in club.state.tables if 100 in table.players]
    assert len(own) == (3 if together else 1)
    for number, table in enumerate(club.state.tables, 1):
        made = [(table.round, table.number, 1, number)]
        club.do(lambda t, made=made: t.made(made, now=club.now))  # type: ignore[misc] # the default binds this turn's value
    own = [table for table in club.state.tables if 100 in table.players]
    in_hand, rest = own[0], [(table.round, table.number) for table in own[1:]]
    do(club, "replace_player", 100, NEW, "", in_hand={*in_hand.matches.values(), 999})
    tables = {(one.round, one.number): one for one in club.state.tables}
    kept = tables[in_hand.round, in_hand.number]
    assert 100 in kept.players
    assert kept.matches == in_hand.matches
    for place in rest:
        assert NEW in tables[place].players
        assert not tables[place].matches
        assert seats_anew(club.tournament.entries[-1], *place)
    assert not seats_anew(club.tournament.entries[-1], kept.round, kept.number)
    club.do(lambda t: t.walked_over(kept, now=club.now))
    club.play_out()
    met = [one.players for one in club.state.tables if NEW in one.players]
    assert len(met) == 2
    assert club.tournament.is_over


def test_of_a_knockout_nobody_is_replaced_in_the_middle_of_a_match() -> None:
    club = Club(Form.KNOCKOUT, 4)
    club.start()
    table = next(one for one in club.state.tables if 100 in one.players)
    club.do(lambda t: t.made([(1, table.number, 1, 7)], now=club.now))
    with pytest.raises(Refusal, match="yet to begin"):
        do(club, "replace_player", 100, NEW, "", in_hand={7})
    do(club, "replace_player", 100, NEW, "", in_hand={8})


def test_who_is_replaced_in_a_final_keeps_what_they_won_before() -> None:
    club = Club(Form.KNOCKOUT, 4)
    club.start()
    for table in club.state.open_tables:
        club.score(table, [2, 0])
    club.wait()
    gone, other = club.table(1).players
    do(club, "replace_player", gone, NEW, "ill")
    (lines,) = club.tournament.standings
    assert {line.player for line in lines} >= {NEW, other}
    assert winner_of(club.state, club.state.rounds[0].tables[0]) in {gone, other}
    club.play_out()
    assert club.tournament.standings[0][0].player in {NEW, other}


def test_entries_close_and_open_and_have_a_maximum() -> None:
    club = Club(Form.SWISS, 4)
    do(club, "change", closed=True)
    with pytest.raises(Refusal, match="Entries are closed"):
        club.do(lambda t: t.join(NEW, every=False, now=club.now, source=None))
    do(club, "add_player", NEW)
    do(club, "change", closed=False, most=6)
    club.do(lambda t: t.join(501, every=False, now=club.now, source=None))
    with pytest.raises(Refusal, match="is full"):
        club.do(lambda t: t.join(502, every=False, now=club.now, source=None))
    with pytest.raises(Refusal, match="more players already: 6"):
        do(club, "change", most=5)


def test_name_pace_and_rounds_to_come_are_changed() -> None:
    club = Club(Form.SWISS, 6)
    club.start()
    assert club.state.planned == 5
    do(club, "change", name="Cup", time=TimeControl.read("3d"), rounds=3,
       round_time=timedelta(days=9))  # fmt: skip
    assert club.tournament.terms.name == "Cup"
    assert club.tournament.terms.time == TimeControl.read("3d")
    assert club.state.planned == 3
    club.play_out()
    assert len(club.state.rounds) == 3
    with pytest.raises(Refusal):
        do(club, "change", name="Late")


def test_a_pair_is_chosen_by_hand_and_the_rest_follows() -> None:
    club = Club(Form.SWISS, 6)
    do(club, "fix_pair", 100, 105)
    do(club, "fix_pair", 100, 101)
    club.start()
    pairs = [set(one.players) for one in club.round.tables]
    assert {100, 101} in pairs
    assert sorted(player for pair in pairs for player in pair) == list(range(100, 106))
    do(club, "fix_pair", 100, 105)
    do(club, "fix_pair", 105, 105)
    assert club.state.fixed[2] == []


def test_a_round_that_is_paired_anew_has_other_pairs() -> None:
    club = Club(Form.SWISS, 4)
    club.start()
    seen = set()
    for _ in range(3):
        seen.add(frozenset(frozenset(one.players) for one in club.round.tables))
        do(club, "unpair", "")
        club.wait()
    assert len(seen) == 3


def test_a_round_without_other_pairs_is_not_paired_anew() -> None:
    club = Club(Form.KNOCKOUT, 4)
    club.start()
    with pytest.raises(Refusal, match="no other pairs"):
        do(club, "unpair", "")


def test_a_message_calls_those_who_have_still_to_play() -> None:
    club = Club(Form.SWISS, 4)
    club.start()
    first, other = club.round.tables
    club.do(lambda t: t.score_table(first, [2, 0], How.PLAYED, now=club.now))
    do(club, "call_players", "Please play by Friday.")
    last = club.tournament.entries[-1]
    assert last.kind is Kind.MESSAGE
    assert sorted(last.data["called"]) == sorted(other.players)


def test_nobody_who_plays_decides_about_their_opponent() -> None:
    club = Club(Form.SWISS, 4)
    club.start()
    one, other = club.round.tables[0].players
    with pytest.raises(Refusal, match="somebody else decides"):
        club.tournament.organising.take_out(one, other, "", now=club.now, source=None)
