"""What a move did, in sentences, for those who watch: captures, promotions, huffs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Position
from engine.text import Text, counted
from engine.values import Move


def effects(before: Position, move: Move, last: Move | None = None) -> Iterator[Text]:
    """Yield what a legal move did in the position ``before`` it, besides going somewhere.

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
    if (became := _became(before, move)) is not None:
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


def _became(before: Position, move: Move) -> Text | None:
    """Return what the piece that moved has become, None if it is what it was."""
    if move.kind != "move":
        return None
    piece = dict(before.pieces()).get(move.path[0])
    after = dict(before.play(move).pieces()).get(move.path[-1])
    if piece is None or after is None or piece.kind == after.kind:
        return None
    return before.game.kind(after.kind).becoming
