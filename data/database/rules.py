"""What holds in every database of ours, whatever kind it is."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, func, or_, select

from data.database.schema import events, matches, seats

_events = (
    select(events.c.match, func.count().label("many"), func.max(events.c.number).label("last"))
    .group_by(events.c.match)
    .subquery()
)
_seats = (
    select(seats.c.match, func.count().label("many"), (func.max(seats.c.seat) + 1).label("last"))
    .group_by(seats.c.match)
    .subquery()
)

RULES: dict[str, Select[Any]] = {
    "match {} has not as many events as it should have": select(matches.c.id)
    .outerjoin(_events, _events.c.match == matches.c.id)
    .where(
        or_(
            _events.c.many.is_distinct_from(matches.c.version),
            _events.c.last.is_distinct_from(matches.c.version),
        )
    ),
    "match {} has not its seats": select(matches.c.id)
    .outerjoin(_seats, _seats.c.match == matches.c.id)
    .where(or_(_seats.c.many.is_distinct_from(_seats.c.last), _seats.c.many.is_(None))),
}
"""The statement that finds matches for which each does not hold."""
