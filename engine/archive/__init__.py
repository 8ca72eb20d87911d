"""Games as text: the plain record of any game, and PDN for draughts; files of games belong here.

Matches that are played here belong in ``engine.table``. ``record_of`` makes the record of a match,
``write`` its text, ``read`` the record again, and ``match_of`` a match that can be looked through;
``plain_record`` describes the format. ``pdn`` writes what other draughts programs read.
"""

from __future__ import annotations

from engine.archive import pdn, plain_record, record_layout
from engine.archive.game_record import (
    UNKNOWN,
    Act,
    Action,
    InvalidRecord,
    Record,
    RecordStep,
    header_of,
    record_of,
)
from engine.archive.imported_match import match_of
from engine.archive.plain_record import write

__all__ = [
    "UNKNOWN",
    "Act",
    "Action",
    "InvalidRecord",
    "Record",
    "RecordStep",
    "header_of",
    "match_of",
    "pdn",
    "read",
    "record_of",
    "write",
]


def read(text: str) -> Record:
    """Return the record in a text: a plain one, or PDN if it has the header ``GameType``.

    Raises InvalidRecord, with one sentence that says what is wrong and where.
    """
    headers, moves = record_layout.read(text)
    if pdn.GAME_TYPE in headers:
        return pdn.read(headers, moves)
    return plain_record.read(headers, moves)
