"""How moves of Frisian draughts are read and refused: by the worth of captures, and tired kings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.capabilities.notation import Readable
from engine.draughts.notation import DraughtsNotation
from engine.draughts.refusals import Refusals, Side
from engine.games.frisian.board import BITS
from engine.games.frisian.frisian_state import FrisianState
from engine.text import Text, counted
from engine.values import Move


class FrisianNotation(DraughtsNotation):
    """Paths of squares; captures are weighed as the state weighs them."""

    def __init__(self, position: Readable, side: Callable[[], Side], state: FrisianState) -> None:
        super().__init__(position, side)
        self._state = state

    def takes_enough(self, capture: Move, listed: Move) -> bool:
        """Return whether a capture is worth as much as the listed ones."""
        return self._rank(capture) >= self._rank(listed)

    def _rank(self, capture: Move) -> int:
        return self._state.rank(BITS[capture.path[0]], taken(capture.captured))

    def refusals(self) -> Refusals:
        """Return the refusals of this position."""
        moves = self.position.legal_moves()
        if self._state.counters.official:
            return OfficialRefusals(self._state, self.side, moves, self.write)
        return Refusals(self.side, moves, self.write)


class OfficialRefusals(Refusals):
    """The refusals by the official rules."""

    def __init__(
        self,
        state: FrisianState,
        side: Side,
        moves: Sequence[Move],
        write: Callable[[Move], str],
    ) -> None:
        super().__init__(side, moves, write)
        self.state = state

    def not_this_capture(self, points: Sequence[int]) -> Text:
        """Return the refusal: the best capture is compulsory, and a king goes before a man."""
        moves = self.captures_of(points[0])
        typed = self.side.capture_along(points)
        most = taken(self.moves[0].captured)
        captured = taken(typed.move.captured) if typed else 0
        if captured and self.state.value(captured) == self.state.value(most):
            return Text(
                "Where a king and a man can capture the same, the king must: {moves}.", moves=moves
            )
        precious = self.state.precious()
        if (captured | most) & precious:
            return Text(
                "You must make the most valuable capture, of {pieces}: {moves}.",
                pieces=_pieces(most & ~precious, most & precious),
                moves=moves,
            )
        return super().not_this_capture(points)

    def not_this_move(self, points: Sequence[int]) -> Text:
        """Return the refusal: a king is tired, or else the reason why the piece cannot move so."""
        if not BITS[points[0]] & self.state.tired():
            return super().not_this_move(points)
        return Text(
            "The king on {square} has made three moves in a row and may only capture until "
            "another of your pieces moves: `{move}` is a move.",
            square=self.names[points[0]],
            move=self.any_move,
        )


def taken(points: Iterable[int]) -> int:
    """Return a set of points as bits."""
    squares = 0
    for point in points:
        squares |= BITS[point]
    return squares


def _pieces(men: int, kings: int) -> Text:
    men_text = counted("{count} man", "{count} men", men.bit_count())
    kings_text = counted("{count} king", "{count} kings", kings.bit_count())
    if men and kings:
        return Text("{men} and {kings}", men=men_text, kings=kings_text)
    return kings_text if kings else men_text
