"""Reading and writing the moves of Dames-Alliance: paths with a cross, and crosses to set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.capabilities.notation import Notation, Readable, passes
from engine.capabilities.refusals import Typed
from engine.capabilities.set_ups import is_placing, placing_moves, read_arrangement, write_placing
from engine.errors import InvalidMove, MoveError
from engine.games.alliance.board import BITS, BOARD, CROSS_OF, CROSSES, PROMOTED
from engine.games.alliance.refusals import AllianceAttempt
from engine.games.alliance.setup import TYPED, men_to_cross
from engine.games.alliance.state import AllianceState
from engine.text import Text
from engine.values import Move

_TURN = re.compile(r"\s*[a-h][1-8]\s*=\s*[x+do]\s*", re.IGNORECASE)
"""Text that turns a man without a move: ``c3=+``."""

_CROSS = re.compile(r"(?<=[1-8])\s*([+xdo])(?=[\s.!]*$)", re.IGNORECASE)
"""The cross after a move without its sign: ``c3-c4+``."""


class AllianceNotation(Notation):
    """Notation by paths of squares, with ``=`` and a turned cross; ``@a1=x`` sets a cross."""

    def __init__(self, position: Readable, state: AllianceState) -> None:
        super().__init__(position)
        self._state = state

    def is_notation(self, text: str) -> bool:
        """Return whether a text names squares, sets crosses or turns a man (``c3=+``)."""
        if is_placing(text):
            return _sets_crosses(text)
        return super().is_notation(_with_sign(text)) or _TURN.fullmatch(text) is not None

    def parse(self, text: str) -> Move:
        """Return the legal move meant by a text, or the move that sets one cross: ``@a1=x``."""
        if is_placing(text):
            men = men_to_cross(self._state.unset_of(self._state.side))
            crosses = placing_moves(read_arrangement(BOARD, text, men, {}, TYPED))
            if len(crosses) != 1:
                raise InvalidMove(Text("Crosses are set one by one here: `@a1=x`."))
            return crosses[0]
        if _TURN.fullmatch(text):
            raise InvalidMove(
                Text("A man is turned as it moves: `{example}`.", example=f"{self.example}=+")
            )
        return super().parse(_with_sign(text))

    def write(self, move: Move) -> str:
        """Return the text of a legal move."""
        return write_placing(BOARD, move) if move.kind == "place" else super().write(move)

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the legal moves described by typed squares.

        If these are the whole path of a capture, only the capture of the same pieces fits.
        """
        moves = self.position.legal_moves()
        if moves and moves[0].kind == "place":
            return
        chosen = _suffixes(suffix, CROSS_OF[self._state.kind_at(BITS[points[0]])])
        taken: int | None = None
        fitting = []
        for move in moves:
            path = move.path
            if path[0] == points[0] and path[-1] == points[-1] and move.suffix in chosen:
                if move.captured:
                    if taken is None:
                        taken = self._state.taken_along([BITS[point] for point in points])
                    if taken == sum(BITS[point] for point in move.captured):
                        yield move
                        return
                if passes(path, points):
                    fitting.append(move)
        yield from fitting

    def attempt(self, typed: Typed) -> AllianceAttempt:
        """Return an attempted move with the checks of this game."""
        return AllianceAttempt(typed, self._state, self.fitting)


def _with_sign(text: str) -> str:
    """Return the text of a move with ``=`` before its cross, even if it was left out."""
    return _CROSS.sub(r"=\1", text)


def _sets_crosses(text: str) -> bool:
    try:
        read_arrangement(BOARD, text, dict.fromkeys(range(len(BOARD)), CROSSES), {}, TYPED)
    except MoveError:
        return False
    return True


def _suffixes(typed: str, cross: str) -> tuple[str, ...]:
    """Return the move suffixes meant by a typed suffix, for a piece with a given cross.

    An empty suffix leaves the cross as it is; so does the name of the present cross.
    """
    if not typed:
        return ("", PROMOTED)
    if typed.upper() == PROMOTED:
        return (PROMOTED,)
    if typed not in TYPED:
        return ()
    return ("",) if TYPED[typed] == cross else (TYPED[typed],)
