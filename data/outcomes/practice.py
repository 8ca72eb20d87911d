"""Practice: people's results against the computer, level by level.

Matches against a computer are not rated; instead, people see the level that they have beaten.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, case, func, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading
from data.database.schema import matches, seats
from engine.table.record import HIGHEST_COMPUTER, LOWEST_COMPUTER, Status

LATEST = 2
"""Number of last results on which the level proposed next depends."""

_OWN, _COMPUTER = seats.alias("own"), seats.alias("computer")

_LEVEL: ColumnElement[int] = func.max(-_COMPUTER.c.person % 10)
"""The level of the strongest computer in a match: the last digit of its id."""


class Result(NamedTuple):
    """A person's result against the strongest computer of a match."""

    level: int
    won: bool
    lost: bool


class Practice(Subject):
    """Results of people against the computer."""

    @reading
    async def latest(self, connection: AsyncConnection, person: int, game: str) -> list[Result]:
        """Return a person's last ``LATEST`` results against the computer, newest first."""
        statement = (
            _results(_LEVEL.label("level"), _won().label("won"), _lost().label("lost"))
            .where(_OWN.c.person == person, matches.c.game == game)
            .group_by(matches.c.id, matches.c.ended)
            .order_by(matches.c.ended.desc(), matches.c.id.desc())
            .limit(LATEST)
        )
        rows = await connection.execute(statement)
        return [Result(row.level, bool(row.won), bool(row.lost)) for row in rows]


def _results(*columns: ColumnElement[Any]) -> Select[Any]:
    """Return a statement that selects from seats paired with each computer on another team.

    Only ended matches in which both seats have a rank are included.
    """
    against = and_(
        _COMPUTER.c.match == _OWN.c.match,
        _COMPUTER.c.team != _OWN.c.team,
        _COMPUTER.c.person.between(LOWEST_COMPUTER, HIGHEST_COMPUTER),
        _COMPUTER.c.rank.is_not(None),
    )
    return (
        select(*columns)
        .select_from(matches.join(_OWN, _OWN.c.match == matches.c.id).join(_COMPUTER, against))
        .where(matches.c.status == Status.OVER.value, _OWN.c.rank.is_not(None))
    )


def _won() -> ColumnElement[int]:
    """Return an aggregate: 1 if the seat ranks above all computers on other teams, else 0."""
    return func.min(case((_OWN.c.rank < _COMPUTER.c.rank, 1), else_=0))


def _lost() -> ColumnElement[int]:
    """Return an aggregate: 1 if the seat ranks below a computer on another team, else 0."""
    return func.max(case((_OWN.c.rank > _COMPUTER.c.rank, 1), else_=0))
