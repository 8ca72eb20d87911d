"""How moves of draughts are read: also captures that the list of moves leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.capabilities.notation import Notation, Readable, passes
from engine.draughts import refusals
from engine.draughts.captures import Capture
from engine.draughts.refusals import Side, Situation
from engine.text import Text
from engine.values import Move


class DraughtsNotation(Notation):
    """Paths of squares; the whole path of a capture may be one that is not listed."""

    def __init__(self, position: Readable, side: Side) -> None:
        super().__init__(position)
        self._side = side

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the legal moves that typed squares describe."""
        if suffix:
            return
        moves = self.position.legal_moves()
        typed = self._side.capture_along(points) if moves and moves[0].captured else None
        fitting = []
        for move in moves:
            path = move.path
            if path[0] == points[0] and path[-1] == points[-1]:
                if typed and set(typed.move.captured) == set(move.captured):
                    yield move
                    return
                if passes(path, points):
                    fitting.append(move)
        if typed and self._is_legal(typed, moves[0]):
            yield typed.move
        else:
            yield from fitting

    def _is_legal(self, typed: Capture, listed: Move) -> bool:
        """Return whether a capture that is not listed is legal all the same.

        That happens only where the search came to its limit.
        """
        enough = not self._side.takes_most or len(typed.move.captured) >= len(listed.captured)
        return typed.complete and enough

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Return why no legal move fits, and what would be right."""
        now = Situation(self._side, self.position.legal_moves(), self.write)
        return refusals.refusal(now, points, suffix)
