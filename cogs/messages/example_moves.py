"""The move that a post names as an example: one to learn the notation from, and no bad one.

It stands on the first board of each side, and only from the start of a rated match: later it would
be advice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine import Position
from engine.table.match import Match

NODES: Final = 400
"""Nodes of the search: enough to lose no piece at once, and a few hundredths of a second."""

KEPT: Final = 256
"""Positions whose example is remembered: far more than there are ways to begin a game."""


def has_example(match: Match) -> bool:
    """Return whether the board of a match names an example: its side has not moved yet."""
    position = match.position
    if position.setup is not None or position.outcome() is not None:
        return False
    if match.rated and len(match.line) > 1:
        return False
    return not any(event.seat == position.turn for event in match.turns)


def example_of(match: Match) -> str:
    """Return the example on the board of a match. CPU work, done once for each position."""
    found = _good_move(match.position.seen_by(None))
    return match.example if found is None else found


@lru_cache(maxsize=KEPT)
def _good_move(position: Position) -> str | None:
    """Return the move that a short search finds, None if it is no simple one that is shown."""
    from engine.computer import LEVELS, Computer  # noqa: PLC0415 - the bot starts without it

    try:
        move = Computer(LEVELS[-1]).think([position], nodes=NODES).move
    except ValueError:
        return None
    shown = position.display.view()
    hidden = shown is not None and not shown.issuperset(move.path)
    if hidden or move.kind not in {"move", "place"} or position.claiming.warning(move) is not None:
        return None
    if move.captured and not all(other.captured for other in position.legal_moves()):
        return None  # if it may be omitted, it is for the players to notice
    return position.write(move)
