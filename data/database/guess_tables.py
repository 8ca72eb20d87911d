"""The tables of guesses of people who watch matches."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, String, Table
from sqlalchemy import Text as LongText

from data.database.schema import UtcTime, metadata

move_guesses = Table(
    "move_guesses",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),  # the event that began it
    Column("person", BigInteger, primary_key=True, index=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # counts changes of mind
    Column("move", LongText, nullable=False),
    Column("choices", Integer, nullable=False),  # legal moves
    Column("at", UtcTime, nullable=False),
    Column("right", Boolean),  # none until it is scored
    Index(None, "right", "match"),
)

guessers = Table(  # what all scored guesses made of a person's standing in a game
    "guessers",
    metadata,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    Column("guesses", Integer, nullable=False),
    Column("right", Integer, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
)

winner_guesses = Table(
    "winner_guesses",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True, index=True),
    Column("side", Integer, nullable=False),  # a team, or the number that stands for a draw
    Column("at", UtcTime, nullable=False),
)
