"""Reading matches found in the database, some of which may be unreadable."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence

from sqlalchemy import RowMapping

from data.database.errors import StoreError
from data.matches import match_rows
from engine.table.match import Match
from engine.table.record import Event

log = logging.getLogger(__name__)

LONG = 100
"""Number of events above which reading a match's positions takes more than a few milliseconds."""


async def read_match(row: RowMapping, people: Sequence[int], events: Sequence[Event]) -> Match:
    """Return the match of a row; a long match is read in a thread, so that other tasks can run.

    Raises StoreError if this version cannot read the match.
    """
    if len(events) < LONG:
        return match_rows.match_of(row, people, events)
    return await asyncio.to_thread(match_rows.match_of, row, people, events)


def readable(found: Iterable[Match | StoreError]) -> list[Match]:
    """Return the matches found, and log the errors found instead of unreadable matches."""
    matches = []
    for match in found:
        if isinstance(match, StoreError):
            log.error("%s", match)
        else:
            matches.append(match)
    return matches
