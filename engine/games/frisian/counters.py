"""The counts in Frisian draughts, and their limits."""

from __future__ import annotations

from typing import Final

KING_MOVES_ALLOWED: Final = 3
"""By the official rules, a side with kings and men may move the same king this often in a row."""

TWO_KINGS_MOVES: Final = 7
"""Moves within which two kings must win against one."""

IDLE_TURNS: Final = 50
"""By the rules of ``frisian``, the turns that make a draw: 25 moves a side in which only kings move
and nothing is captured.
"""


class Counters:
    """The counters of the rules, and whether these are the official ones.

    ``king`` is the square, as a bit, of the king that made the last moves of the side to move, 0 if
    none is counted; ``in_a_row`` is the number of these moves. ``enemy_king`` and
    ``enemy_in_a_row`` are the same for the enemy. ``two_kings`` is the number of moves that two
    kings have made against one, ``idle`` the number of turns since a man moved or a piece was
    captured.
    """

    __slots__ = (
        "enemy_in_a_row",
        "enemy_king",
        "idle",
        "in_a_row",
        "king",
        "official",
        "two_kings",
    )

    official: bool
    king: int
    in_a_row: int
    enemy_king: int
    enemy_in_a_row: int
    two_kings: int
    idle: int

    def __init__(
        self,
        official: bool,
        king: int,
        in_a_row: int,
        enemy_king: int,
        enemy_in_a_row: int,
        two_kings: int,
        idle: int,
    ) -> None:
        self.official = official
        self.king = king
        self.in_a_row = in_a_row
        self.enemy_king = enemy_king
        self.enemy_in_a_row = enemy_in_a_row
        self.two_kings = two_kings
        self.idle = idle


NOTHING_COUNTED: Final = [
    Counters(False, 0, 0, 0, 0, 0, 0),
    Counters(True, 0, 0, 0, 0, 0, 0),
]
"""Counters at zero: by the rules of ``frisian``, and by the official ones."""
