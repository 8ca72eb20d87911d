"""Games as text: the plain record of any game, and PDN for draughts; files of games belong here.

Matches played here belong in ``engine.table``. ``record_of`` makes the record of a match, ``write``
its text, ``read`` a record from a text, and ``match_of`` a match to look through. ``plain_record``
describes the plain record. ``pdn`` writes the format of other draughts programs, and
``pdn_reading`` reads it. ``games_in`` splits a file of many games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

import engine
from engine.archive import pdn, pdn_reading, pdn_text, plain_record, record_layout
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
from engine.archive.pdn_reading import Reading
from engine.archive.pdn_text import decoded, games_in, is_record
from engine.archive.plain_record import write
from engine.game import Game

__all__ = [
    "UNKNOWN",
    "Act",
    "Action",
    "InvalidRecord",
    "Reading",
    "Record",
    "RecordStep",
    "as_game",
    "decoded",
    "games_in",
    "header_of",
    "is_record",
    "match_of",
    "pdn",
    "read",
    "readings",
    "record_of",
    "settled",
    "write",
]


def readings(text: str, game: Game | None = None) -> tuple[Reading, ...]:
    """Return the first record in a text as each game that it fits, the likeliest game first.

    The text is a plain record or PDN. ``game`` is the game named by a person, if any. Raises
    InvalidRecord with a sentence saying what is wrong and where.
    """
    try:
        return _readings(text, game)
    except InvalidRecord as error:
        for other in pdn_text.otherwise(text):
            with suppress(InvalidRecord):
                return _readings(other, game)
        raise error


def _readings(text: str, game: Game | None) -> tuple[Reading, ...]:
    headers, moves = pdn_text.headers_and_moves(text)
    key = headers.get("Game", "").lower() or (game.name if game and not game.pdn else "")
    if key and pdn_reading.GAME_TYPE not in headers and _is_plain(key, headers, text):
        headers, moves = record_layout.read(text)
        return (Reading(plain_record.read({"Game": key, **headers}, moves)),)
    return pdn_reading.readings(headers, moves, game)


def settled(records: Sequence[Sequence[Reading]]) -> list[Sequence[Reading]]:
    """Return the readings of each record of a file, without those that the other records exclude.

    If all records that fit only one game fit the same game, every record that fits that game is
    taken for one of it.
    """
    sure = {one[0].record.game for one in records if len(one) == 1}
    if len(sure) != 1:
        return list(records)
    return [[r for r in one if r.record.game in sure] or one for one in records]


def _is_plain(key: str, headers: Mapping[str, str], text: str) -> bool:
    """Return whether a record that names its game by ``key`` is a plain record, not PDN."""
    game = engine.games.get(key)
    if game is None:
        return not pdn_reading.knows(key) and not pdn_reading.is_elsewhere(key)
    ranks = headers.get("Result", "").replace(" ", "")
    return (
        game.pdn is None
        or not {"Seats", "Options", "Reason"}.isdisjoint(headers)
        or (len(ranks) > 1 and ranks.isdecimal())
        or "<" in text
    )


def as_game(record: Record, game: Game) -> Record:
    """Return a draughts record read anew as one of ``game``.

    Raises InvalidRecord with the reason if the rules of ``game`` do not allow it.
    """
    headers, moves = pdn_text.headers_and_moves(pdn.write(record))
    kept = {name: value for name, value in headers.items() if name not in pdn_reading.OF_A_GAME}
    return pdn_reading.reading_as(game, kept, moves).record


def read(text: str, game: Game | None = None) -> Record:
    """Return the first record in a text, the likeliest if it can be of several games.

    Raises what ``readings`` raises.
    """
    return readings(text, game)[0].record
