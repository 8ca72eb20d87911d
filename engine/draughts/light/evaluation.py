"""What a position of draughts is worth."""

from __future__ import annotations


class Evaluation:
    """The value of positions of a variant."""

    __slots__ = ()

    def value(self, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> int:
        """Return the value for the side to move, in points."""
        return 100 * (men.bit_count() - enemy_men.bit_count()) + 300 * (
            kings.bit_count() - enemy_kings.bit_count()
        )
