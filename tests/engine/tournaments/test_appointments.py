"""Appointments for live games: agreeing on a time, and coming."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from engine import Refusal
from engine.table.clock import TimeControl
from engine.tournaments.forms.knockout import winner_of
from engine.tournaments.record import Kind
from engine.tournaments.scores import How
from engine.tournaments.state import Table
from engine.tournaments.terms import Form
from tests.engine.tournaments.club import Club

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def league() -> tuple[Club, Table, int, int]:
    club = Club(Form.LEAGUE, 4, time=TimeControl.read("10+5"))
    club.start()
    one, other = club.table().players
    return club, club.table(), one, other


def agreed() -> tuple[Club, Table, int, int]:
    """Return a club, a table whose game is agreed for an hour later, and its two players."""
    club, _, one, other = league()
    at = club.now + HOUR
    for person in (one, other):
        propose(club, person, at, at + HOUR)
    return club, club.table(), one, other


def propose(club: Club, person: int, *times: datetime) -> None:
    club.do(lambda t: t.appointments.propose(person, 1, 1, times, now=club.now, source=None))


def come(club: Club, person: int) -> None:
    club.do(lambda t: t.appointments.come(person, 1, 1, now=club.now, source=None))


def reminders(club: Club) -> list[str]:
    return [e.data["about"] for e in club.tournament.entries if e.kind is Kind.REMIND]


def test_the_first_time_that_all_proposed_is_agreed_on() -> None:
    club, _, one, other = league()
    at = club.now + HOUR
    propose(club, one, at + 2 * HOUR, at, at + HOUR)
    assert club.table().agreed is None
    with pytest.raises(Refusal, match="one to 3 times"):
        propose(club, other, *(at + n * HOUR for n in range(4)))
    with pytest.raises(Refusal, match="too near"):
        propose(club, other, club.now)
    with pytest.raises(Refusal, match="after the end of the round"):
        propose(club, other, club.round.deadline + 2 * club.tournament.terms.round_time)
    with pytest.raises(Refusal, match="do not play at this table"):
        propose(club, 999, at)
    propose(club, other, at + 2 * HOUR, at + HOUR)
    assert club.table().agreed == at + HOUR


def test_both_are_called_and_the_game_begins_when_both_are_there() -> None:
    club, table, one, other = agreed()
    assert not club.tournament.appointments.is_to_begin(table)
    with pytest.raises(Refusal, match="too early"):
        come(club, one)
    club.wait(50 * MINUTE)
    assert reminders(club) == ["soon"]
    come(club, one)
    club.wait(10 * MINUTE)
    assert reminders(club) == ["soon", "now"]
    come(club, other)
    assert club.tournament.appointments.is_to_begin(club.table())
    club.wait(HOUR)
    assert reminders(club) == ["soon", "now"]


def test_who_waits_in_vain_takes_the_points_after_a_quarter_of_an_hour() -> None:
    club, _, one, other = agreed()
    club.wait(HOUR)
    come(club, one)
    with pytest.raises(Refusal, match="15 minutes"):
        club.tournament.appointments.take_points(one, 1, 1, now=club.now, source=None)
    club.wait(15 * MINUTE)
    assert reminders(club)[-1] == "alone"
    with pytest.raises(Refusal, match="Only a player who came"):
        club.tournament.appointments.take_points(other, 1, 1, now=club.now, source=None)
    come(club, one)
    club.wait(15 * MINUTE)
    assert reminders(club)[-2:] == ["alone", "alone"]
    club.do(lambda t: t.appointments.take_points(one, 1, 1, now=club.now, source=None))
    score = next(score for score in club.state.scores if one in score.players)
    assert (score.of(one), score.of(other), score.how) == (2, 0, How.WALKOVER)
    assert club.state.entrants[other].missed == 1


def test_nobody_there_means_another_time() -> None:
    club, _, _, _ = agreed()
    club.wait(50 * MINUTE)
    club.wait(10 * MINUTE)
    club.wait(15 * MINUTE)
    assert reminders(club) == ["soon", "now", "nobody"]
    assert club.table().agreed is None


def test_who_came_and_says_nothing_gets_the_point_at_the_end_all_the_same() -> None:
    club, _, one, other = agreed()
    club.wait(2 * HOUR)
    assert reminders(club) == ["now"]
    come(club, one)
    with pytest.raises(Refusal, match="Only a player who came"):
        club.tournament.appointments.another_time(other, 1, 1, now=club.now, source=None)
    club.wait(15 * MINUTE)
    club.wait(15 * MINUTE)
    assert reminders(club) == ["now", "alone", "nobody"]
    assert club.table().agreed is None
    club.wait(HOUR)
    assert reminders(club) == ["now", "alone", "nobody"]
    club.do(lambda t: t.appointments.never_begun(club.table(), now=club.now))
    assert club.state.scores[0].of(one) == 2


def test_only_what_is_proposed_can_be_accepted() -> None:
    club, _, one, other = league()
    at = club.now + HOUR
    propose(club, one, at, at + HOUR)

    def accept(person: int, when: datetime) -> None:
        club.do(lambda t: t.appointments.accept(person, 1, 1, when, now=club.now, source=None))

    with pytest.raises(Refusal, match="said yes"):
        accept(one, at)
    propose(club, one, at + 3 * HOUR)
    with pytest.raises(Refusal, match="not proposed any more"):
        accept(other, at)
    propose(club, one, at)
    with pytest.raises(Refusal, match="often enough"):
        propose(club, one, at + HOUR)
    accept(other, at)
    assert club.table().agreed == at
    with pytest.raises(Refusal, match="agreed on already"):
        accept(other, at)


def test_the_games_of_a_league_can_be_played_until_the_season_ends() -> None:
    club, _, one, other = league()
    late = club.round.deadline + HOUR
    propose(club, one, late)
    club.wait(club.round.deadline - club.now)
    club.do(lambda t: t.appointments.accept(other, 1, 1, late, now=club.now, source=None))
    assert club.state.tables[0].agreed == late
    with pytest.raises(Refusal, match="after the end"):
        propose(club, one, late + timedelta(days=30))


def test_at_a_table_that_never_began_who_offered_more_gets_the_point() -> None:
    """Offers rank as none, one or several hours; each must lie an hour ahead and stay open."""
    club, table, one, other = league()
    near, later = club.now + 6 * MINUTE, club.now + 2 * HOUR
    propose(club, one, near)
    propose(club, other, later)
    never_begun(club, table, None, None)  # nothing has stayed open for an hour yet
    club.now += HOUR
    never_begun(club, table, other, one)
    propose(club, one, later + MINUTE)
    club.now += HOUR
    never_begun(club, table, None, None)
    propose(club, other, later + HOUR, later + 2 * HOUR)
    never_begun(club, table, None, None)
    club.now += HOUR
    never_begun(club, table, other, one)
    second = club.table(2)
    club.do(lambda t: t.appointments.never_begun(second, now=club.now))
    assert all(club.state.entrants[player].missed == 1 for player in second.players)


def never_begun(club: Club, table: Table, winner: int | None, loser: int | None) -> None:
    """Check who would get and lose the point if a table that never began ended now.

    If ``loser`` is None, nobody would get a point.
    """
    now = club.tournament.appointments.never_begun(
        club.state.tables[table.number - 1], now=club.now
    )
    score = now.state.scores[0]
    assert loser is None or score.of(loser) == 0
    assert [one for one in score.players if score.of(one)] == [winner] * (loser is not None)


def test_who_takes_a_time_back_has_neither_come_nor_offered_it() -> None:
    club, table, one, other = agreed()
    club.now += 58 * MINUTE
    come(club, one)
    take_back(club, one)
    assert club.table().came == set()
    never_begun(club, table, other, one)


def test_who_takes_a_time_back_when_others_may_still_come_has_not_come() -> None:
    club, table, one, other = agreed()
    club.wait(HOUR)
    come(club, one)
    take_back(club, one)
    never_begun(club, table, other, one)


def test_who_has_waited_for_the_others_has_come() -> None:
    club, table, one, other = agreed()
    club.wait(HOUR)
    come(club, one)
    club.wait(15 * MINUTE)
    take_back(club, one)
    propose(club, other, club.now + HOUR, club.now + 2 * HOUR)
    club.now += HOUR
    never_begun(club, table, one, other)


def take_back(club: Club, person: int) -> None:
    club.do(lambda t: t.appointments.another_time(person, 1, 1, now=club.now, source=None))


def test_a_lot_decides_about_a_table_of_a_knockout_that_nobody_played() -> None:
    club = Club(Form.KNOCKOUT, 4, time=TimeControl.read("10+5"))
    club.start()
    table = club.table()
    club.do(lambda t: t.appointments.never_begun(table, now=club.now))
    drawn = club.tournament.entries[-1]
    assert drawn.data["lot"] in table.players
    last = max(table.players, key=club.state.order.index)  # the other was seeded higher
    by_lot = replace(drawn, data={**drawn.data, "lot": last})
    changed = replace(club.tournament, entries=(*club.tournament.entries[:-1], by_lot))
    assert winner_of(changed.state, changed.state.tables[0]) == last
    with pytest.raises(Refusal, match="one of them goes on"):
        club.tournament.organising.decide(9, 1, 2, [1, 1], "late", now=club.now, source=None)
