"""How moves of Frisian draughts are read: also captures that the list of moves leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.capabilities.notation import Notation, Readable, passes
from engine.games.frisian import refusals
from engine.games.frisian.board import BITS
from engine.games.frisian.captures import captures_of, value
from engine.games.frisian.refusals import Side, Situation
from engine.text import Text
from engine.values import Move


class FrisianNotation(Notation):
    """Paths of squares; the whole path of a capture may be one that is not listed."""

    def __init__(self, position: Readable, side: Side) -> None:
        super().__init__(position)
        self._side = side

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the legal moves that typed squares describe: all captures are equally long."""
        if suffix:
            return
        moves = self.position.legal_moves()
        capture = self._capture_along(points) if moves and moves[0].captured else None
        fitting = []
        for move in moves:
            path = move.path
            if path[0] == points[0] and path[-1] == points[-1]:
                if capture and set(capture.captured) == set(move.captured):
                    yield move
                    return
                if passes(path, points):
                    fitting.append(move)
        if capture and self._takes_enough(capture, moves[0]):
            yield capture
        else:
            yield from fitting

    def _capture_along(self, points: Sequence[int]) -> Move | None:
        """Return the capture whose whole path was typed, legal or not."""
        side, start = self._side, BITS[points[0]]
        if not start & (side.men | side.kings):
            return None
        captures = captures_of(start, bool(start & side.kings), side.enemy, side.empty)
        captured = captures.walk(points)
        return Move("move", tuple(points), captured) if captured else None

    def _takes_enough(self, capture: Move, listed: Move) -> bool:
        """Return whether a capture that is not listed takes as much as those that are.

        That happens only where the search came to its limit.
        """
        best, worth = self._worth(listed), self._worth(capture)
        man_for_king = self._side.official and self._is_king(listed) and not self._is_king(capture)
        return worth > best or (worth == best and not man_for_king)

    def _worth(self, capture: Move) -> int:
        return value(sum(BITS[point] for point in capture.captured), self._side.precious)

    def _is_king(self, move: Move) -> bool:
        return bool(BITS[move.path[0]] & self._side.kings)

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Return why no legal move fits, and what would be right."""
        now = Situation(self._side, self.position.legal_moves(), self.write)
        return refusals.refusal(now, points, suffix)
