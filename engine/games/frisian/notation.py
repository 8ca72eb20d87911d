"""How moves of Frisian draughts are read and refused: by the worth of captures, and tired kings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.capabilities.notation import Readable
from engine.draughts.notation import DraughtsNotation
from engine.draughts.refusals import Refusals, Side
from engine.games.frisian.board import BITS
from engine.games.frisian.captures import value
from engine.text import Text, counted
from engine.values import Move


class Official(NamedTuple):
    """What the official rules have besides."""

    precious: int
    """The enemy kings, which count more than men."""
    tired: int
    """The king that has made its three moves in a row."""


class FrisianNotation(DraughtsNotation):
    """Paths of squares; by the official rules captures are weighed by value."""

    def __init__(
        self, position: Readable, side: Callable[[], Side], official: Official | None
    ) -> None:
        super().__init__(position, side)
        self._official = official

    def takes_enough(self, capture: Move, listed: Move) -> bool:
        """Return whether a capture is worth as much as the listed ones."""
        official = self._official
        if official is None:
            return super().takes_enough(capture, listed)
        best, worth = _worth(listed, official), _worth(capture, official)
        man_for_king = self._is_king(listed) and not self._is_king(capture)
        return worth > best or (worth == best and not man_for_king)

    def _is_king(self, move: Move) -> bool:
        return bool(BITS[move.path[0]] & self.side.kings)

    def refusals(self) -> Refusals:
        """Return the refusals of this position."""
        moves = self.position.legal_moves()
        if self._official is None:
            return Refusals(self.side, moves, self.write)
        return OfficialRefusals(self._official, self.side, moves, self.write)


class OfficialRefusals(Refusals):
    """The refusals by the official rules."""

    def __init__(
        self,
        official: Official,
        side: Side,
        moves: Sequence[Move],
        write: Callable[[Move], str],
    ) -> None:
        super().__init__(side, moves, write)
        self.official = official

    def not_this_capture(self, points: Sequence[int]) -> Text:
        """Return that the capture of the highest value is compulsory, and to make it by a king."""
        moves = self.captures_of(points[0])
        typed = self.side.capture_along(points)
        best = self.moves[0]
        if typed and _worth(typed.move, self.official) == _worth(best, self.official):
            return Text(
                "Where a king and a man can capture the same, the king must: {moves}.", moves=moves
            )
        most = _taken(best)
        taken = _taken(typed.move) if typed else 0
        precious = self.official.precious
        if (taken | most) & precious:
            return Text(
                "You must make the most valuable capture, of {pieces}: {moves}.",
                pieces=_pieces(most & ~precious, most & precious),
                moves=moves,
            )
        return super().not_this_capture(points)

    def not_this_move(self, points: Sequence[int]) -> Text:
        """Return that a king is tired, or else why the piece cannot make that move."""
        if not BITS[points[0]] & self.official.tired:
            return super().not_this_move(points)
        return Text(
            "The king on {square} has made three moves in a row and may only capture until "
            "another of your pieces moves: `{move}` is a move.",
            square=self.names[points[0]],
            move=self.any_move,
        )


def _taken(capture: Move) -> int:
    return sum(BITS[point] for point in capture.captured)


def _worth(capture: Move, official: Official) -> int:
    return value(_taken(capture), official.precious)


def _pieces(men: int, kings: int) -> Text:
    men_text = counted("{count} man", "{count} men", men.bit_count())
    kings_text = counted("{count} king", "{count} kings", kings.bit_count())
    if men and kings:
        return Text("{men} and {kings}", men=men_text, kings=kings_text)
    return kings_text if kings else men_text
