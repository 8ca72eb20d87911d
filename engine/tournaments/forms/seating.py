"""Tables of more than two: their rounds, the teams of their seats, and computers at them."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from engine.table.record import another
from engine.tournaments.forms.conduct import Tables, table_of
from engine.tournaments.pairing.tables import pair_tables
from engine.tournaments.state import State
from engine.tournaments.terms import Terms

FEWEST_ROUNDS: Final = 3
"""The fewest rounds at tables of more than two; large fields have as many as it takes to meet
everybody.
"""


def rounds_of_tables(terms: Terms, size: int) -> int:
    """Return the number of rounds for ``size`` players at tables of more than two."""
    usual = max(FEWEST_ROUNDS, ceil((size - 1) / (terms.seats - 1)))
    return terms.rounds or usual * (2 if terms.double else 1)


def seated(
    state: State, players: Sequence[int], group: int = 0, absent: Sequence[int] = ()
) -> Tables:
    """Return the tables of ``players`` for the next round, at tables of more than two.

    Computers take the remaining seats if the terms have a level; otherwise there are byes.
    """
    seats, level = state.terms.seats, state.terms.level
    seating = pair_tables(
        players,
        state.scores,
        seats,
        absent=absent,
        fill=level > 0,
        teams=teams_of(state.terms),
    )
    tables: Tables = []
    for table in seating.tables:
        players_there = list(table)
        while len(players_there) < seats:
            players_there.append(another(level, [*state.order, *players_there]))
        tables.append(table_of(players_there, group=group))
    return tables + [table_of([one], group=group) for one in seating.byes]


def teams_of(terms: Terms) -> list[int]:
    """Return the team of each seat of a table, or an empty list if everybody plays alone."""
    teams = [seat.team for seat in terms.game.start(terms.seats, **terms.options).seats]
    return teams if len(set(teams)) < len(teams) == terms.seats else []
