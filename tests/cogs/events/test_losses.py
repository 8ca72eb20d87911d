"""A tournament whose time ran out during an outage gets that time back."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from cogs.events.conducting.losses import given_back
from engine.tournaments.record import Kind
from engine.tournaments.terms import Form
from tests.engine.tournaments.club import ORGANISER, Club

DAY = timedelta(days=1)


def away(club: Club, since: datetime) -> None:
    """Give back the time of an outage that began at ``since`` and ends now."""
    club.do(partial(given_back, since=since, now=club.now, by=ORGANISER, reason="away"))


def test_a_round_that_ended_in_an_outage_lasts_as_much_longer_and_another_one_stays() -> None:
    club = Club(Form.SWISS, 4)
    club.start()
    deadline = club.round.deadline
    club.now = deadline - DAY
    away(club, club.now - DAY)
    assert club.round.deadline == deadline
    club.now = deadline + DAY
    away(club, deadline - DAY)
    assert club.round.deadline == deadline + 2 * DAY
    assert not club.tournament.late_tables(club.now)
    assert club.tournament.entries[-1].data["reason"] == "away"
    away(club, deadline - DAY)
    assert club.round.deadline == deadline + 2 * DAY


def test_who_could_not_check_in_can_do_so_afterwards() -> None:
    club = Club(Form.SWISS, 4)
    assert club.wait()
    starts = club.state.starts
    assert starts is not None
    club.now = starts + 3 * DAY
    away(club, starts - timedelta(hours=1))
    assert club.tournament.entries[-1].kind is Kind.POSTPONE
    assert club.state.starts == club.now + club.tournament.terms.check_in
