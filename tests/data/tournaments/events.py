"""Tournaments, and steps of them, for the store's tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import engine
from data import Store
from engine.table.clock import TimeControl
from engine.tournaments.scores import How
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form, Terms
from engine.tournaments.tournament import Tournament
from tests.data.tables import CHANNEL, GUILD, HOST, START

PEOPLE = tuple(2**61 + number for number in range(8))
"""The ids of players, of 62 bits, as some of Discord's will have."""

DAY = timedelta(days=1)


def new(
    form: Form = Form.SWISS,
    *,
    people: Sequence[int] = PEOPLE,
    source: str | None = None,
    guild: int = GUILD,
    channel: int = CHANNEL,
    name: str = "Cup",
    **terms: object,
) -> Tournament:
    """Return a new tournament with players signed up, not stored yet."""
    given = {"wanted": 3, "group": 4, "level": 0, "teams": ("A", "B")}
    given |= {"boards": len(people) // 2 if form is Form.TEAM else len(people) - 1} | terms
    made = Terms(
        name,
        form,
        engine.games["frysk"],
        {},
        2,
        TimeControl.read("1d"),
        **given,  # type: ignore[arg-type]
    )
    host = people[0] if form is Form.SIMUL else None
    tournament = Tournament.exhibit(
        guild=guild, channel=channel, terms=made, person=HOST, now=START, source=source, host=host
    )
    for number, person in enumerate(people):
        if person != host:
            tournament = tournament.join(
                person, every=True, now=START, source=f"join:{person}", side=number % 2
            )
    return tournament


def begun(tournament: Tournament) -> Tournament:
    """Return the tournament after its first round has been paired."""
    while not tournament.state.rounds:
        for person in tournament.state.people:
            if tournament.phase is Phase.CHECK_IN and not (
                tournament.state.entrants[person].checked_in
            ):
                tournament = tournament.check_in(person, now=now_of(tournament), source=None)
        if tournament.terms.form is Form.LADDER and tournament.phase is Phase.RUNNING:
            low, high = tournament.state.order[1], tournament.state.order[0]
            tournament = tournament.challenge(low, high, now=now_of(tournament), source=None)
        tournament = tournament.tick(now=tournament.due or START, strengths={})
    return tournament


def now_of(tournament: Tournament) -> datetime:
    """Return the time of a tournament's last entry."""
    return tournament.entries[-1].at


def played(tournament: Tournament) -> Tournament:
    """Return the tournament after all open tables were scored: the first seat wins."""
    for table in tournament.state.open_tables:
        points = [2, *[0] * (len(table.players) - 1)]
        tournament = tournament.score_table(
            table, points, How.PLAYED, game=1, now=now_of(tournament)
        )
    return tournament


def ended(tournament: Tournament) -> Tournament:
    """Return the tournament after its first round was played and it was ended."""
    tournament = played(begun(tournament))
    return tournament.end(None, "It rains.", now=now_of(tournament) + DAY)


async def change(
    store: Store, tournament_id: int, what: Callable[[Tournament], Tournament]
) -> Tournament:
    """Change a stored tournament in one unit of work, and return the tournament after it."""
    async with store.tournaments.open(tournament_id) as table:
        table.tournament = what(table.tournament)
    return table.tournament
