"""The tables of spectators' guesses."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, String, Table
from sqlalchemy import Text as LongText

from data.database.columns import DELETED, GIVEN, NUMBERED, UtcTime, given
from data.database.schema import metadata

move_guesses = Table(
    "move_guesses",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True, info=GIVEN),
    Column("turn", Integer, primary_key=True, autoincrement=False, info=GIVEN),  # event before it
    Column("person", BigInteger, primary_key=True, index=True, info=NUMBERED),
    Column("number", Integer, primary_key=True, autoincrement=False, info=GIVEN),  # 1, then changes
    Column("move", LongText, nullable=False, info=GIVEN),
    Column("choices", Integer, nullable=False, info=given("legal moves")),  # number of legal moves
    Column("at", UtcTime, nullable=False, info=GIVEN),
    Column("right", Boolean, info=GIVEN),  # null until the guess is scored
    Index(None, "right", "match"),
    info=given("guesses of moves"),
)

guessers = Table(  # a person's standing in guessing a game's moves, from all scored guesses
    "guessers",
    metadata,
    Column("person", BigInteger, primary_key=True, autoincrement=False, info=DELETED),
    Column("game", String(64), primary_key=True, info=GIVEN),
    Column("guesses", Integer, nullable=False, info=GIVEN),
    Column("right", Integer, nullable=False, info=GIVEN),
    Column("mu", Float, nullable=False, info=GIVEN),
    Column("sigma", Float, nullable=False, info=GIVEN),
    info=given("guessing"),
)

winner_guesses = Table(
    "winner_guesses",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True, info=GIVEN),
    Column("person", BigInteger, primary_key=True, index=True, info=NUMBERED),
    Column("side", Integer, nullable=False, info=GIVEN),  # a team, or the number that means a draw
    Column("at", UtcTime, nullable=False, info=GIVEN),
    info=given("guesses of winners"),
)
