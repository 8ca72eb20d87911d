"""Games as text: the plain record of any game, and PDN for draughts; files of games belong here.

Matches that are played here belong in ``engine.table``. ``record_of`` makes the record of a match,
``write`` its text, ``read`` the record again, and ``match_of`` a match that can be looked through;
``plain`` describes the format. ``pdn`` writes what other draughts programs read.
"""

from __future__ import annotations

from engine.archive import layout, pdn, plain
from engine.archive.importing import match_of
from engine.archive.plain import write
from engine.archive.record import UNKNOWN, Record, header_of, record_of
from engine.archive.replay import Act, Action, InvalidRecord, Step

__all__ = [
    "UNKNOWN",
    "Act",
    "Action",
    "InvalidRecord",
    "Record",
    "Step",
    "header_of",
    "match_of",
    "pdn",
    "read",
    "record_of",
    "write",
]


def read(text: str) -> Record:
    """Return the record in a text: a plain one, or PDN, which has the header ``GameType``.

    Raises InvalidRecord, with one sentence that says what is wrong and where.
    """
    headers, moves = layout.read(text)
    if pdn.GAME_TYPE in headers:
        return pdn.read(headers, moves)
    return plain.read(headers, moves)
