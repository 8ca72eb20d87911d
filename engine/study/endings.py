"""The results of endings that are known from tables: who wins, and in how many moves, in words."""

from __future__ import annotations

from typing import NamedTuple

from engine.capabilities.thinking import DECIDED, UNKNOWN
from engine.game import Position
from engine.text import Text, counted


class KnownEnding(NamedTuple):
    """The result of an ending by perfect play: the seat that wins, None for a draw.

    ``plies`` are those until the loser cannot move, 0 for a draw.
    """

    winner: int | None
    plies: int

    @property
    def moves(self) -> int:
        """The moves that the winner still makes."""
        return (self.plies + 1) // 2


def known_ending(position: Position) -> KnownEnding | None:
    """Return the result of a position if the tables of its game know it, and it is not over."""
    thinking = position.thinking
    if thinking is None or position.setup is not None:
        return None
    state = thinking.state()
    if not state.near_endings() or position.outcome() is not None:
        return None
    known = state.known()
    if known == UNKNOWN:
        return None
    if not known:
        return KnownEnding(None, 0)
    winner = position.turn if known > 0 else 1 - position.turn
    return KnownEnding(winner, DECIDED - abs(known))


def result_text(position: Position) -> Text | None:
    """Return the sentence on a known ending's result, None if it is not known."""
    ending = known_ending(position)
    if ending is None:
        return None
    if ending.winner is None:
        return Text("A draw with best play.")
    return counted(
        "A sure win for {side} in {count} move.",
        "A sure win for {side} in {count} moves.",
        count=ending.moves,
        side=position.seats[ending.winner].name,
    )


def change_text(before: Position, after: Position) -> Text | None:
    """Return the sentence on the results before and after a move, as the seat that made it has it.

    None unless both are known.
    """
    known, then = known_ending(before), known_ending(after)
    if known is None or then is None:
        return None
    return Text(
        "Known ending: {before} → {after}.",
        before=_short(known, before.turn),
        after=_short(then, before.turn),
    )


def _short(ending: KnownEnding, seat: int) -> Text:
    """Return the result of an ending to a seat, in few words."""
    if ending.winner is None:
        return Text("drawn")
    if ending.winner == seat:
        return counted("won in {count} move", "won in {count} moves", count=ending.moves)
    return counted("lost in {count} move", "lost in {count} moves", count=ending.moves)
