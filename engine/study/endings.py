"""Known results of endings in words: the winner, the moves to the win, and moves that keep it."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.capabilities.thinking import DECIDED, UNKNOWN
from engine.game import Position
from engine.text import Text, counted
from engine.values import Move

_UNKNOWN: Final = 2 * DECIDED
"""The value of an unknown result, above all others since it might be better than any of them."""


class KnownEnding(NamedTuple):
    """The result of an ending by perfect play: the seat that wins, or None for a draw.

    ``plies`` is the number of plies until the loser cannot move, 0 for a draw.
    """

    winner: int | None
    plies: int

    @property
    def moves(self) -> int:
        """The number of moves that the winner still makes."""
        return (self.plies + 1) // 2


def known_ending(position: Position) -> KnownEnding | None:
    """Return the result of a position by the tables of its game.

    Return None if the tables do not know the result, or if the game is over.
    """
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


def is_known_draw(position: Position) -> bool:
    """Return whether the tables of a game know a position to be drawn."""
    ending = known_ending(position)
    return ending is not None and ending.winner is None


def result_text(position: Position) -> Text | None:
    """Return the sentence on the result of a position, or None if the result is not known."""
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


class KnownReason(NamedTuple):
    """The reason why a move is the best one in a known ending.

    ``text`` is the end of a sentence whose subject is the move. ``alone`` says that all other moves
    have worse results.
    """

    text: Text
    alone: bool


def known_reason(position: Position, move: Move) -> KnownReason | None:
    """Return the reason for a legal move by known results, or None.

    It is None if the result of the position or of the move is not known, if the move gives away a
    win or a draw or, in a lost position, loses sooner than another, or if there is no choice.
    """
    before, played = known_ending(position), position.play(move)
    worth = _worth(played, position.turn)
    others = {
        _worth(after, position.turn)
        for other in position.legal_moves()
        if (after := position.play(other)).key != played.key
    }
    if before is None or not others or worth == _UNKNOWN:
        return None
    best, alone = max(others), worth > max(others)
    if before.winner is None and worth == 0 > min(others):
        only = Text("is the only move that holds the draw")
        return KnownReason(only if alone else Text("holds the draw"), alone)
    if before.winner == position.turn and worth > 0:
        if best <= 0:
            return KnownReason(Text("is the only move that wins"), alone)
        if best <= worth:
            return KnownReason(Text("wins, and no other move wins sooner"), alone)
        moves = KnownEnding(position.turn, DECIDED - worth + 1).moves
        return KnownReason(counted("wins in {count} move", "wins in {count} moves", moves), alone)
    if before.winner == 1 - position.turn and best <= worth:
        return KnownReason(Text("holds out longest"), alone)
    return None


def _worth(position: Position, seat: int) -> int:
    """Return the value of a position's known result for a seat.

    A sooner win and a later loss have a higher value. It is 0 for a draw, and ``_UNKNOWN`` if the
    result is not known.
    """
    outcome, ending = position.outcome(), known_ending(position)
    if outcome is not None:
        if min(outcome.ranks) == max(outcome.ranks):
            return 0
        return DECIDED if outcome.ranks[seat] < max(outcome.ranks) else -DECIDED
    if ending is None:
        return _UNKNOWN
    if ending.winner is None:
        return 0
    return (DECIDED - ending.plies) * (1 if ending.winner == seat else -1)


def change_text(before: Position, after: Position) -> Text | None:
    """Return the sentence on the results before and after a move, for the seat that made it.

    Return None unless both results are known.
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
    """Return the result of an ending for a seat, in a few words."""
    if ending.winner is None:
        return Text("drawn")
    if ending.winner == seat:
        return counted("won in {count} move", "won in {count} moves", count=ending.moves)
    return counted("lost in {count} move", "lost in {count} moves", count=ending.moves)
