"""Personal data in guesses: export and removal."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import delete, select

from data.asynchronous import AsyncConnection
from data.database.guess_tables import guessers, move_guesses, winner_guesses


async def delete_unscored(connection: AsyncConnection, person: int) -> None:
    """Delete a person's guesses of moves that are not played: nobody has seen them."""
    theirs = (move_guesses.c.person == person) & move_guesses.c.right.is_(None)
    await connection.execute(delete(move_guesses).where(theirs))


async def kept(connection: AsyncConnection, person: int) -> dict[str, list[dict[str, Any]]]:
    """Return a person's guesses, as JSON data."""
    moves = select(move_guesses).where(move_guesses.c.person == person)
    moves = moves.order_by(move_guesses.c.match, move_guesses.c.turn, move_guesses.c.number)
    winners = select(winner_guesses).where(winner_guesses.c.person == person)
    standing = select(guessers).where(guessers.c.person == person).order_by(guessers.c.game)
    return {
        "guesses of moves": [
            {
                "match": row.match,
                "turn": row.turn,
                "number": row.number,
                "move": row.move,
                "legal moves": row.choices,
                "at": _time(row.at),
                "right": row.right,
            }
            for row in await connection.execute(moves)
        ],
        "guesses of winners": [
            {"match": row.match, "side": row.side, "at": _time(row.at)}
            for row in await connection.execute(winners.order_by(winner_guesses.c.match))
        ],
        "guessing": [
            {
                "game": row.game,
                "guesses": row.guesses,
                "right": row.right,
                "mu": row.mu,
                "sigma": row.sigma,
            }
            for row in await connection.execute(standing)
        ],
    }


def _time(moment: datetime) -> str:
    return moment.isoformat()
