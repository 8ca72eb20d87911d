"""Errors of the database, and of looking up its records."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError

from engine.errors import Refusal
from engine.text import Text


class StoreError(Exception):
    """The database cannot be opened, read or written; ``str()`` is a sentence."""


class InUse(StoreError):
    """Another process owns the database."""

    def __init__(self, where: object) -> None:
        super().__init__(f"The database {where} is in use by another process.")


class Conflict(StoreError):
    """A write contradicts the stored row; nothing was written."""


class Unavailable(StoreError):
    """The database cannot be used for now; nothing that was saved is lost.

    The outage is already logged.
    """


class Closed(StoreError):
    """The database is being closed, because the bot is shutting down."""

    def __init__(self) -> None:
        super().__init__("The database is closed.")


class UnknownMatch(StoreError, LookupError):
    """There is no match of that id."""

    def __init__(self, match_id: int) -> None:
        super().__init__(f"There is no match {match_id}.")
        self.match_id = match_id


class UnknownTournament(Refusal, LookupError):
    """There is no tournament of that id."""

    def __init__(self, tournament_id: int) -> None:
        super().__init__(Text("There is no tournament {number}.", number=tournament_id))
        self.tournament_id = tournament_id


class UnknownCrowd(Refusal, LookupError):
    """There is no crowd of that id in the match."""

    def __init__(self) -> None:
        super().__init__(Text("No side of this match is played by many."))


def reason_of(error: BaseException) -> str:
    """Return the first line of a driver's or the system's error message, without a full stop."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    lines = str(cause).splitlines()
    return lines[0].rstrip(".") if lines else type(cause).__name__
