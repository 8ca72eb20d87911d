"""Guesses of the next move: when they are possible, which count, and their effect on ratings.

A guess belongs to a turn, identified by the number of the event that made its position. It counts
if it was made before the move. Its difficulty follows only from the number of legal moves: no
computer is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import log
from typing import Final, NamedTuple

from engine.capabilities.notation import unlike_typed
from engine.errors import InvalidMove, MoveError, Refusal
from engine.rating import NEW, Rating, rate
from engine.table.blindfold import unseen
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import CLOSED, NOWHERE, Event, Kind, Status, is_computer
from engine.text import Text

SHORTEST_TURN: Final = timedelta(minutes=10)
"""Turns that may take less time than this are over before spectators have thought."""

GUESSED_AFTER: Final = frozenset({Kind.START, Kind.MOVE})
"""Events after which a turn can be guessed. After a takeback, a move has been seen already."""

EXPONENT: Final = 0.6
"""A guesser of 1500 points is right once in ``choices ** EXPONENT`` times.

This is the exponent of the computer's level 2 guessing the moves of levels 3 to 5, measured in six
games by ``tools.fitting.guesses``. Level 4 has 0.4, a random guesser 1.
"""

SCALE: Final = 5.9
"""Points of the rating model for one unit of log odds, for a guesser whose rating is certain."""

CERTAIN: Final = 1.0
"""The standard deviation of a difficulty, small because difficulties do not change."""

PLAYERS_CANNOT: Final = Text("You play in this match: guessing is for those who watch it.")

TOO_LATE: Final = Text("Too late: that move has been played.")


MOST_CHANGES: Final = 10
"""The most times that a person may change a guess: all are stored until the move is played."""


class MoveGuess(NamedTuple):
    """A person's guess of a turn's move, out of ``choices`` legal ones.

    ``number`` counts the person's guesses for the turn from 1; a later one replaces the others.
    """

    turn: int
    person: int
    move: str
    choices: int
    at: datetime
    number: int = 1


class Guessed(NamedTuple):
    """The number of guesses that count, and the people who were right."""

    total: int
    right: tuple[int, ...]


# The conditions of a guess


def has_watchers(match: Match) -> bool:
    """Return whether the bot can tell spectators of a match from its players.

    In a match of a crowd everybody may play, and in one between servers some players are unknown.
    """
    return match.guild != NOWHERE and not match.crowds and not match.is_between_servers


def is_open(match: Match) -> bool:
    """Return whether spectators may guess the next move."""
    return why_closed(match) is None


def takes_time(time: TimeControl) -> bool:
    """Return whether turns may take long enough for spectators to guess."""
    if not time:
        return True
    return time.turn is not None and time.turn >= SHORTEST_TURN


def why_closed(match: Match) -> Text | None:
    """Return the reason why the next move cannot be guessed now, None if it can.

    That a move is forced is no reason in a blindfold match, because it would reveal something of
    the position.
    """
    if not has_watchers(match) or match.status is not Status.LIVE or match.outcome is not None:
        return Text("There is no move to guess in this match now.")
    if not takes_time(match.time):
        return Text("Moves are guessed where a turn may take ten minutes or longer.")
    if match.position.setup is not None:
        return Text("The pieces are being set up: there is no move to guess yet.")
    if match.is_computers(match.position.turn):
        return Text("A computer is to move: only moves of people are guessed.")
    if match.events[match.since - 1].kind not in GUESSED_AFTER:
        return Text("A move was taken back here: this turn is not guessed.")
    if not any(move.kind == "move" for move in match.public_moves):
        return Text("The pieces are being set up: there is no move to guess yet.")
    if len(match.public_moves) == 1 and not match.hides_pieces:
        return Text("Only one move is legal: there is nothing to guess.")
    return None


def check_watches(match: Match, person: int) -> None:
    """Raise Refusal if a person plays in a match, or a seat of theirs was left to a partner."""
    if person in {*match.people, *match.players}:
        raise Refusal(PLAYERS_CANNOT)


def guess_of(match: Match, person: int, text: str, *, at: datetime, turn: int) -> MoveGuess:
    """Return a person's guess of a turn's move. CPU work.

    Raises Refusal if they play or the turn can no longer be guessed, and MoveError for a move that
    is known to be illegal.
    """
    check_watches(match, person)
    if match.status is Status.LIVE and (turn != match.since or at < match.events[turn - 1].at):
        raise Refusal(TOO_LATE)
    if (why := why_closed(match)) is not None:
        raise Refusal(why)
    seen = match.position.seen_by(None)
    try:
        move = seen.write(seen.parse(text))
    except InvalidMove as error:
        refusal = InvalidMove(error.text.with_values(usual=match.example))
        raise unlike_typed(refusal, text) from error
    except MoveError as error:
        raise unseen(match, error) from error
    return MoveGuess(turn, person, move, len(match.public_moves), at)


def too_often(move: str) -> Refusal:
    """Return the refusal for a person who has changed a guess too often; ``move`` stays theirs."""
    return Refusal(
        Text("You have changed your guess often enough; it stays `{move}` this time.", move=move)
    )


# The guesses of a turn that is over


def end_of(match: Match, turn: int) -> Event | None:
    """Return the event that ended a turn: a move or a substitute for it; None while it lasts."""
    return next((e for e in match.events[turn:] if e.position or e.kind in CLOSED), None)


def counting(guesses: Iterable[MoveGuess], end: Event) -> list[MoveGuess]:
    """Return the guesses of a turn that count, in the order of their times.

    The last guess of each person before the move that ended the turn counts, if there was a choice.
    So nobody can withdraw a guess after seeing a move that the bot has not received yet.
    """
    last: dict[int, MoveGuess] = {}
    for guess in sorted(guesses, key=lambda one: one.number):
        if end.kind is Kind.MOVE and guess.at < end.at and guess.choices > 1:
            last[guess.person] = guess
    return sorted(last.values(), key=lambda one: (one.at, one.person))


def guessed_move(match: Match) -> Event | None:
    """Return the last move of a person shown on the board of a match.

    None if the move could not be guessed, or if only moves of computers are shown.
    """
    if not match.line or not has_watchers(match) or not takes_time(match.time):
        return None
    shown = [event for turn in match.exchange for event in turn]
    if match.since not in {event.number for event in shown} or is_computer(shown[0].person or 0):
        return None
    return shown[0]


def turn_of(match: Match, move: Event) -> int:
    """Return the turn that a move ended."""
    return next(e.number for e in reversed(match.events[: move.number - 1]) if e.position)


def summed_up(guesses: Iterable[MoveGuess], end: Event) -> Guessed:
    """Return the number of guesses that count, and the people who were right, earliest first."""
    counted = counting(guesses, end)
    return Guessed(len(counted), tuple(g.person for g in counted if g.move == end.text))


# Ratings


def difficulty(choices: int) -> Rating:
    """Return the difficulty of a choice among so many legal moves, as the rating of an opponent."""
    right = choices**-EXPONENT
    return Rating(NEW.mu + SCALE * log((1 - right) / right), CERTAIN)


def rated(own: Rating, choices: int, *, right: bool) -> Rating:
    """Return a guesser's rating after a guess that counts: a match against its difficulty."""
    ((after,), _) = rate([[own], [difficulty(choices)]], [1, 2] if right else [2, 1])
    return after
