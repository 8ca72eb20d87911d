"""Blindfold: a match whose board is shown without pieces until it is over."""

from __future__ import annotations

from engine.errors import AmbiguousMove, IllegalMove, InvalidMove, MoveError, Refusal
from engine.table.match_state import MatchState
from engine.table.record import Status
from engine.text import Text


def hides_pieces(match: MatchState) -> bool:
    """Return whether a board is shown without pieces: its match is blindfold and being played."""
    return match.blindfold and match.status is Status.LIVE


def check_shown(match: MatchState) -> None:
    """Raise Refusal if the places of the pieces are secret from everybody now."""
    if hides_pieces(match):
        raise Refusal(Text("This match is played blindfold: the pieces are shown once it is over."))


def unseen(match: MatchState, error: MoveError) -> MoveError:
    """Return the refusal of a move; while pieces are hidden, it only says what any move needs.

    The exact reason would reveal where a piece stands, or where none does.
    """
    if not hides_pieces(match):
        return error
    if isinstance(error, AmbiguousMove):
        return InvalidMove(
            Text("That fits more than one move: name every point where the piece lands.")
        )
    if isinstance(error, IllegalMove):
        return IllegalMove(
            Text(
                "This move is not legal now. It has to begin with a piece of yours, its way "
                "has to be open, and a capture that is due has to be made. Blindfold, I do "
                "not say which of these is missing."
            )
        )
    return error
