"""The choice of a tournament's matches that are to begin, and their sources."""

from __future__ import annotations

from datetime import timedelta

from cogs.events.conducting.table_matches import games_to_begin, match_of, source_of
from engine.table.clock import TimeControl
from engine.tournaments.terms import Form
from tests.engine.tournaments.club import ORGANISER, Club

LIVE = TimeControl.read("5min")
DAY = timedelta(days=1)


def to_begin(club: Club) -> list[tuple[int, int]]:
    """Return the games that are to begin: the numbers of their tables, and their own."""
    games = games_to_begin(club.tournament, club.now)
    return [(table.number, number) for table, number in games]


def test_the_games_of_a_table_begin_together_unless_they_are_played_live() -> None:
    club = Club(Form.SWISS, 4, games=2)
    assert to_begin(club) == []
    club.start()
    assert to_begin(club) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    first, second = (match_of(club.tournament, game, club.now)
                     for game in games_to_begin(club.tournament, club.now)[:2])  # fmt: skip
    assert first.people == second.people[::-1]
    live = Club(Form.SWISS, 4, games=2, time=LIVE, round_time=timedelta(hours=1))
    live.start()
    assert to_begin(live) == [(1, 1), (2, 1)]
    live.do(lambda t: t.made([(1, 1, 1, 5), (1, 2, 1, 6)], now=live.now))
    assert to_begin(live) == []
    live.do(lambda t: t.score_table(live.table(1), [2, 0], live.table(1).how, game=1, now=live.now))
    assert to_begin(live) == [(1, 2)]
    live.do(lambda t: t.organising.pause(ORGANISER, "a storm", now=live.now, source=None))
    assert to_begin(live) == []


def test_none_begins_whose_time_is_over_or_whose_players_have_to_agree_or_have_left() -> None:
    club = Club(Form.SWISS, 4)
    club.start()
    gone = club.table(1).players[0]
    club.do(lambda t: t.leave(gone, now=club.now, source=None))
    assert to_begin(club) == [(2, 1)]
    club.now += 8 * DAY
    assert to_begin(club) == []
    agreeing = Club(Form.SWISS, 4, time=LIVE)
    agreeing.start()
    assert agreeing.state.rounds
    assert to_begin(agreeing) == []


def test_a_round_that_is_paired_anew_has_other_matches() -> None:
    club = Club(Form.SWISS, 4)
    club.start()
    before = {source_of(club.tournament, one) for one in games_to_begin(club.tournament, club.now)}
    club.do(lambda t: t.organising.unpair(ORGANISER, "a mistake", now=club.now, source=None))
    club.wait()
    after = {source_of(club.tournament, one) for one in games_to_begin(club.tournament, club.now)}
    assert before == {"tournament:0.1.1.1", "tournament:0.1.2.1"}
    assert before.isdisjoint(after)
