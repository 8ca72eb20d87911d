"""Spectators' guesses of the next move and of the winner.

A guess is stored only while its match is as the person saw it, so that no guess comes after the
move. The process that owns a match scores its guesses, each once: a scored row is marked in the
transaction that changes the ratings.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Row,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.errors import Conflict
from data.database.guess_tables import guessers, move_guesses, winner_guesses
from data.database.schema import matches
from engine.guesses.move_guesses import (
    MOST_CHANGES,
    MoveGuess,
    counting,
    end_of,
    rated,
    too_often,
)
from engine.guesses.winner_guesses import WinnerGuess
from engine.rating import NEW, Rating
from engine.table.match import Match
from engine.table.record import Status

AT_ONCE: Final = 100
"""Most guesses scored in one transaction, which takes 20 ms; others can write in between."""


class Guessing(NamedTuple):
    """A person's rating and record in guessing the moves of a game."""

    game: str
    rating: Rating
    guesses: int
    right: int


class Guesses(Subject):
    """The guesses in all matches, and the standings of the guessers."""

    # The next move

    @writing
    async def put_move(
        self, connection: AsyncConnection, match: Match, guess: MoveGuess
    ) -> str | None:
        """Store a guess of a move; return the move the person guessed before, None if none.

        A repeated guess keeps its first time. Raises Conflict if the match has changed, Refusal if
        the person has changed their guess too often.
        """
        own = move_guesses.c.person == guess.person
        last = select(func.max(move_guesses.c.number)).where(_of_turn(match.id, guess.turn), own)
        newest = (
            _of_turn(match.id, guess.turn),
            own,
            move_guesses.c.number == last.scalar_subquery(),
        )
        row = await _unchanged(
            connection,
            match,
            last.scalar_subquery().label("number"),
            select(move_guesses.c.move).where(*newest).scalar_subquery().label("move"),
        )
        if row.move == guess.move:
            return guess.move
        number = (row.number or 0) + 1
        if number > 1 + MOST_CHANGES:
            raise too_often(row.move)
        values = {"match": match.id, **guess._replace(number=number)._asdict()}
        await connection.execute(insert(move_guesses).values(values))
        return None if row.move is None else str(row.move)

    @reading
    async def of_turn(
        self, connection: AsyncConnection, match_id: int, turn: int
    ) -> list[MoveGuess]:
        """Return all guesses for a turn, including changed ones."""
        rows = await connection.execute(select(move_guesses).where(_of_turn(match_id, turn)))
        return [_guess(row) for row in rows]

    @reading
    async def unscored(self, connection: AsyncConnection) -> list[int]:
        """Return the ids of this process's matches with unscored guesses, oldest first."""
        statement = (
            select(matches.c.id)
            .where(
                matches.c.id.in_(
                    select(move_guesses.c.match).where(move_guesses.c.right.is_(None))
                ),
                *self._database.shards.of(matches.c.guild),
            )
            .order_by(matches.c.id)
        )
        return list(await connection.scalars(statement))

    @reading
    async def awaits_score(self, connection: AsyncConnection, match_id: int) -> bool:
        """Return whether a match has unscored guesses."""
        open_ones = and_(move_guesses.c.match == match_id, move_guesses.c.right.is_(None))
        return await connection.scalar(select(exists().where(open_ones))) or False

    @writing
    async def score(self, connection: AsyncConnection, match: Match) -> int:
        """Score some guesses for ended turns of a match; return the number of guesses dealt with.

        Call it until it returns 0. Guesses that do not count are deleted; those for the current
        turn are left.
        """
        open_ones = and_(move_guesses.c.match == match.id, move_guesses.c.right.is_(None))
        columns = [move_guesses.c[name] for name in ("turn", "person", "number")]
        statement = (
            select(move_guesses)
            .where(open_ones)
            .order_by(*columns)
            .limit(AT_ONCE)
            .with_for_update()
        )
        guesses = [_guess(row) for row in await connection.execute(statement)]
        if len(guesses) == AT_ONCE:  # the last person may have more guesses for the turn
            last = guesses[-1]
            guesses = [g for g in guesses if (g.turn, g.person) != (last.turn, last.person)]
        of_turns = {
            guess.turn: [one for one in guesses if one.turn == guess.turn] for guess in guesses
        }
        done, scored = list[MoveGuess](), list[tuple[MoveGuess, bool]]()
        for turn, of_turn in of_turns.items():
            if (end := end_of(match, turn)) is not None:
                done += of_turn
                scored += [(guess, guess.move == end.text) for guess in counting(of_turn, end)]
        counted = {guess for guess, _ in scored}
        its_own = [column == bindparam(f"its_{column.name}") for column in columns]
        one = and_(move_guesses.c.match == match.id, *its_own)
        if void := [_key(guess) for guess in done if guess not in counted]:
            await connection.execute(delete(move_guesses).where(one), void)
        if scored:
            results = [{**_key(guess), "was": right} for guess, right in scored]
            now_scored = update(move_guesses).where(one).values(right=bindparam("was"))
            await connection.execute(now_scored, results)
            await _rate(connection, match, scored)
        return len(done)

    @reading
    async def standing(self, connection: AsyncConnection, person: int) -> list[Guessing]:
        """Return a person's standing in each game whose moves they have guessed."""
        theirs = select(guessers).where(guessers.c.person == person).order_by(guessers.c.game)
        return [
            Guessing(row.game, Rating(row.mu, row.sigma), row.guesses, row.right)
            for row in await connection.execute(theirs)
        ]

    # The winner

    @writing
    async def put_winner(
        self, connection: AsyncConnection, match: Match, person: int, side: int, at: datetime
    ) -> None:
        """Store a person's guess of the winning side. Raises Conflict if the match has changed."""
        its_own = and_(winner_guesses.c.match == match.id, winner_guesses.c.person == person)
        before = select(winner_guesses.c.side).where(its_own).scalar_subquery().label("side")
        row = await _unchanged(connection, match, before)
        if row.side != side:
            values = {"match": match.id, "person": person, "side": side, "at": at}
            await connection.put(winner_guesses, values)

    @reading
    async def of_winner(self, connection: AsyncConnection, match_id: int) -> list[WinnerGuess]:
        """Return the guesses of a match's winner, earliest first."""
        guesses = winner_guesses.c
        of_it = select(winner_guesses).where(guesses.match == match_id)
        rows = await connection.execute(of_it.order_by(guesses.at, guesses.person))
        return [WinnerGuess(row.person, row.side, row.at) for row in rows]


async def _unchanged(
    connection: AsyncConnection, match: Match, *before: ColumnElement[Any]
) -> Row[Any]:
    """Return a row with the values of ``before``, if the match has not changed.

    PostgreSQL locks the match's row, so that a move waits until the guess is committed. Raises
    Conflict if the match has changed or is over.
    """
    statement = (
        select(matches.c.version, *before)
        .where(matches.c.id == match.id, matches.c.status == Status.LIVE.value)
        .with_for_update(read=True, of=matches)
    )
    row = (await connection.execute(statement)).first()
    if row is None or row.version != len(match.events):
        raise Conflict("The match has changed.")
    return row


async def _rate(
    connection: AsyncConnection, match: Match, scored: Sequence[tuple[MoveGuess, bool]]
) -> None:
    """Update the guessers' standings with scored guesses, in order."""
    game = match.game.name
    people = sorted({guess.person for guess, _ in scored})
    theirs = and_(guessers.c.game == game, guessers.c.person.in_(people))
    known = {
        row.person: Guessing(game, Rating(row.mu, row.sigma), row.guesses, row.right)
        for row in await connection.execute(select(guessers).where(theirs))
    }
    after = dict(known)
    for guess, right in scored:
        own = after.get(guess.person, Guessing(game, NEW, 0, 0))
        rating = rated(own.rating, guess.choices, right=right)
        after[guess.person] = Guessing(game, rating, own.guesses + 1, own.right + right)
    rows = [(person, after[person]) for person in people]
    await connection.put(
        guessers,
        *(
            {"person": person, "game": game, "guesses": one.guesses, "right": one.right}
            | one.rating._asdict()
            for person, one in rows
        ),
    )


def _of_turn(match_id: int, turn: int) -> ColumnElement[bool]:
    return and_(move_guesses.c.match == match_id, move_guesses.c.turn == turn)


def _guess(row: Row[Any]) -> MoveGuess:
    return MoveGuess(row.turn, row.person, row.move, row.choices, row.at, row.number)


def _key(guess: MoveGuess) -> dict[str, int]:
    return {"its_turn": guess.turn, "its_person": guess.person, "its_number": guess.number}
