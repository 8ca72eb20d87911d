"""How moves of draughts are read: also captures that the list of moves leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.capabilities.notation import Notation, Readable, passes
from engine.draughts.refusals import Refusals, Side
from engine.text import Text
from engine.values import Move


class DraughtsNotation(Notation):
    """Paths of squares; the whole path of a capture may be one that is not listed."""

    def __init__(
        self,
        position: Readable,
        side: Callable[[], Side],
        refusals: type[Refusals] = Refusals,
    ) -> None:
        super().__init__(position)
        self._side = side
        self._refusals = refusals

    @property
    def side(self) -> Side:
        """The pieces, and the rules they move by."""
        return self._side()

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the legal moves that typed squares describe."""
        if suffix:
            return
        moves = self.position.legal_moves()
        typed = self.side.capture_along(points) if moves and moves[0].captured else None
        fitting = []
        for move in moves:
            path = move.path
            if path[0] == points[0] and path[-1] == points[-1]:
                if typed and set(typed.move.captured) == set(move.captured):
                    yield move
                    return
                if passes(path, points):
                    fitting.append(move)
        if typed and typed.complete and self.takes_enough(typed.move, moves[0]):
            yield typed.move
        else:
            yield from fitting

    def takes_enough(self, capture: Move, listed: Move) -> bool:
        """Return whether a complete capture that is not listed is legal like those that are.

        There are such captures only where the search came to its limit.
        """
        if self.side.prefers is not None:
            return self.side.prefers(capture, listed)
        return not self.side.takes_most or len(capture.captured) >= len(listed.captured)

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Return why no legal move fits, and what would be right."""
        return self.refusals().refusal(points, suffix)

    def refusals(self) -> Refusals:
        """Return the refusals of this position."""
        return self._refusals(self.side, self.position.legal_moves(), self.write)
