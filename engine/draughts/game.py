"""Games of draughts: what they have in common."""

from __future__ import annotations

from engine.draughts.position import DraughtsPosition
from engine.game import Game
from engine.values import OptionValue


class Draughts(Game):
    """Some draughts for two, without options; the rules are those of its positions."""

    position: type[DraughtsPosition]
    """Its positions, which say how pieces move and capture."""

    def start(self, seats: int | None = None, **options: OptionValue) -> DraughtsPosition:
        """Return the starting position."""
        self.settle(seats, options)
        return self.position.first(self)

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> DraughtsPosition:
        """Return the position written in the field's FEN; ``engine.draughts.fen`` describes it."""
        self.settle(seats, options)
        return self.position.read(self, text)
