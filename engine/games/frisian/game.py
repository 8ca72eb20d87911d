"""Frisian draughts and Frysk!: the games."""

from __future__ import annotations

from typing import Final

from engine.game import Game
from engine.games.frisian.board import BITS, WHITE
from engine.games.frisian.counters import NOTHING_COUNTED
from engine.games.frisian.position import FrisianPosition, read_position
from engine.games.frisian.state import FrisianState
from engine.values import TWO_POINTS, OptionValue, PdnType


class FrisianDraughts(Game):
    """Frisian draughts, and Frysk! with five men a side.

    10x10 board, twenty men a side. A man moves one square diagonally forward, a king any distance
    along its diagonals. Both capture in all eight directions, the king over any distance; along
    rows and files the next square is the next dark one. Capturing is compulsory, and so is the
    capture that takes the most. A side that cannot move has lost.

    Sources: a rule page "Frisian 10x10 checkers" for ``frisian``; the *Official Rules for Frisian
    Draughts (2011)* for ``frisian-official`` and ``frysk``. By the official rules captures are
    weighed by value, a king must capture rather than a man if both captures have the same value,
    and a king beside men may make three moves in a row.

    No options: each choice of rules is a game of its own.
    """

    example = "32-28"

    def __init__(self, name: str, *, men: int, official: bool, pdn: PdnType) -> None:
        self.name = name
        self.official = official
        self.pdn = pdn
        men_by_seat = (sum(BITS[-men:]), sum(BITS[:men]))
        self._first = FrisianState.of(WHITE, men_by_seat, (0, 0), NOTHING_COUNTED[official])

    def start(self, seats: int | None = None, **options: OptionValue) -> FrisianPosition:
        """Return the starting position: White, on the side of the high numbers, begins."""
        self.settle(seats, options)
        return FrisianPosition(self, self._first)

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> FrisianPosition:
        """Return the position in a text by ``FrisianPosition.fen``. Raises InvalidPosition."""
        self.settle(seats, options)
        return FrisianPosition(self, *read_position(text, self.official))


_PDN: Final = PdnType(40, "W,10,10,N2,0", TWO_POINTS)

GAMES: Final = (
    FrisianDraughts("frisian", men=20, official=False, pdn=_PDN._replace(usual=False)),
    FrisianDraughts("frisian-official", men=20, official=True, pdn=_PDN),
    FrisianDraughts("frysk", men=5, official=True, pdn=_PDN._replace(usual=False, others=(97,))),
)
