"""An imported record as a match that is over from the start.

Such a match is stored and shown like any other. Its first event is the import itself, with the
record's headers. Nobody holds its seats, and only its host, who imported it, can see it.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Final

from engine.archive.game_record import Act, InvalidRecord, Record, RecordStep
from engine.table.match import Match
from engine.table.record import NOWHERE, OPEN, Event, Kind, Line, known_of
from engine.text import Text

MOST_MOVES: Final = 2000
"""The most moves of a record that is imported: each position is stored."""

MOST_HEADERS: Final = 50
"""Number of headers that are kept: the first ones of a record."""


def match_of(record: Record, host: int, *, now: datetime, source: str | None) -> Match:
    """Return the match of a record, imported by ``host``.

    Raises InvalidRecord if the record is too long, or the rules do not allow its actions.
    """
    steps = record.positions()
    if sum(step.move is not None for step in steps) > MOST_MOVES:
        raise InvalidRecord(
            Text("A record of at most {most} moves can be imported.", most=MOST_MOVES)
        )
    headers = dict(list(record.headers.items())[:MOST_HEADERS])
    events = [
        Event(1, Kind.IMPORT, now, text=json.dumps(headers, ensure_ascii=False), source=source)
    ]
    for step in steps:
        number = len(events) + 1
        # Without a source of their own, several events of one person would count as one turn.
        events.append(_event(record, step, number, now, f"import:{number}"))
    made = (step.position for step, e in zip(steps, events[1:], strict=True) if e.position)
    return Match(
        id=0,
        guild=NOWHERE,
        channel=NOWHERE,
        game=record.game,
        options=record.start.options,
        host=host,
        people=(OPEN,) * len(record.seats),
        drawn=True,
        events=tuple(events),
        line=Line.of(made),
    )


def _event(record: Record, step: RecordStep, number: int, now: datetime, source: str) -> Event:
    action, position = step.action, step.position.fen()
    known = known_of(step.position)
    if action is None:
        return Event(number, Kind.START, now, position=position, source=source, known=known)
    kind, text, seat = Kind(action.act), action.text, action.seat
    match action.act:
        case Act.ABORT | Act.LAPSE:
            return Event(number, kind, now, source=source)
        case Act.ADJUDICATE:
            return Event(number, kind, now, text=f"{text}\n{record.reason}", source=source)
    return Event(number, kind, now, seat, None, text, position, source, known)
