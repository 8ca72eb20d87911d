"""Matches as rows of the tables, and rows as matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Row, RowMapping

import engine
from data.database.errors import StoreError
from engine import Refusal
from engine.table.match import Match
from engine.table.record import Event, Kind, SeatSetUp, Status


def match_row(match: Match) -> dict[str, Any]:
    """Return the columns of ``matches``, without the id."""
    return {
        "guild": match.guild,
        "channel": match.channel,
        "game": match.game.name,
        "options": dict(match.options),
        "host": match.host,
        "drawn": match.drawn,
        "status": match.status.value,
        "version": len(match.events),
        "drafts": {
            str(seat): {
                "placed": {str(p): v for p, v in set_up.arrangement.items()},
                "ready": set_up.ready,
            }
            for seat, set_up in match.set_ups.items()
        },
        "time": str(match.time),
        "rated": match.rated,
        "previous": match.previous,
        "due": match.due,
        "ended": match.ended,
        "created": match.events[0].at,
        "updated": match.events[-1].at,
    }


def set_ups_of(row: RowMapping) -> dict[int, SeatSetUp]:
    """Return the set-ups of a row of ``matches``, by seat."""
    return {
        int(seat): SeatSetUp({int(p): v for p, v in kept["placed"].items()}, kept["ready"])
        for seat, kept in (row["drafts"] or {}).items()
    }


def seat_rows(match: Match) -> list[dict[str, Any]]:
    """Return the rows of ``seats``."""
    outcome = match.outcome if match.status is Status.OVER else None
    return [
        {
            "match": match.id,
            "seat": number,
            "person": person,
            "team": seat.team,
            "rank": outcome.ranks[number] if outcome else None,
        }
        for number, (person, seat) in enumerate(zip(match.people, match.seats, strict=True))
    ]


def event_rows(match_id: int, events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return the rows of ``events``."""
    return [
        {
            "match": match_id,
            "number": event.number,
            "kind": event.kind.value,
            "at": event.at,
            "seat": event.seat,
            "person": event.person,
            "text": event.text,
            "position": event.position,
            "source": event.source,
        }
        for event in events
    ]


def event_of(row: Row[Any]) -> Event:
    """Return the event of a row of ``events``."""
    return Event(
        number=row.number,
        kind=Kind(row.kind),
        at=row.at,
        seat=row.seat,
        person=row.person,
        text=row.text,
        position=row.position,
        source=row.source,
    )


def match_of(row: RowMapping, people: Sequence[int], events: Sequence[Event]) -> Match:
    """Return the match of a row of ``matches``.

    Raises StoreError where this version does not know the game, or cannot read a position.
    """
    try:
        return Match.restore(
            id=row["id"],
            guild=row["guild"],
            channel=row["channel"],
            game=engine.games[row["game"]],
            options=row["options"],
            host=row["host"],
            people=tuple(people),
            drawn=row["drawn"],
            events=tuple(events),
            set_ups=set_ups_of(row),
            time=row["time"],
            rated=row["rated"],
            previous=row["previous"],
        )
    except (LookupError, TypeError, ValueError, Refusal) as error:
        raise StoreError(f"Match {row['id']} ({row['game']}) cannot be read.") from error
