"""What a move did, in sentences, for those who watch: captures, promotions, huffs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Position
from engine.text import Text, counted
from engine.values import Move


def effects(
    before: Position, move: Move, after: Position, last: Move | None = None
) -> Iterator[Text]:
    """Yield what a move did besides going somewhere: ``before`` and ``after`` are its positions.

    Its squares stand in the order in which they were captured. ``last`` is the move before it,
    where it is known: it says what a claim was made for.
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
    """Return how many captures there were where nothing else could be played, else 0.

    Where a capture may be omitted, how many there were is for the players to notice.
    """
    moves = position.legal_moves()
    if not all(move.captured for move in moves):
        return 0
    return len({move._replace(suffix="") for move in moves})


def _became(before: Position, move: Move, after: Position) -> Text | None:
    """Return what the piece that moved has become, None if it is what it was."""
    if move.kind != "move" or not any(kind.becoming for kind in before.game.kinds.values()):
        return None
    was, now = _kind_on(before, move.path[0]), _kind_on(after, move.path[-1])
    return None if was == now or not now else before.game.kind(now).becoming


def _kind_on(position: Position, point: int) -> str:
    """Return the kind of the piece on a point, ``""`` for none."""
    return next((piece.kind for at, piece in position.pieces() if at == point), "")
