"""The effects of a move in sentences, for spectators: captures, promotions, huffs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Position
from engine.text import Text, counted
from engine.values import Move


def effects(
    before: Position, move: Move, after: Position, last: Move | None = None
) -> Iterator[Text]:
    """Yield sentences on the effects of a move, from the position ``before`` to that ``after``.

    Captured squares stand in the order of their capture. ``last`` is the move before it, if that is
    known: it says what a claim was made for.
    """
    if move.captured:
        yield counted(
            "It takes {count}: {squares}.",
            "It takes {count}: {squares}.",
            len(move.captured),
            squares=", ".join(before.board.names[point] for point in move.captured),
        )
        if (choices := _captures_to_choose_from(before)) > 1:
            yield Text("There was a choice of {number} captures.", number=choices)
    if (became := _became(before, move, after)) is not None:
        yield became
    if (cause := before.claiming.cause(move, last)) is not None:
        yield cause


def _captures_to_choose_from(position: Position) -> int:
    """Return the number of captures if nothing else could be played, else 0.

    If a capture may be omitted, it is for the players to notice how many there were.
    """
    moves = position.legal_moves()
    if not all(move.captured for move in moves):
        return 0
    return len({move._replace(suffix="") for move in moves})


def _became(before: Position, move: Move, after: Position) -> Text | None:
    """Return the sentence on what the moved piece has become, None if it is unchanged."""
    if move.kind != "move" or not any(kind.becoming for kind in before.game.kinds.values()):
        return None
    was, now = _kind_on(before, move.path[0]), _kind_on(after, move.path[-1])
    return None if was == now or not now else before.game.kind(now).becoming


def _kind_on(position: Position, point: int) -> str:
    """Return the kind of the piece on a point, ``""`` for none."""
    return next((piece.kind for at, piece in position.pieces() if at == point), "")
