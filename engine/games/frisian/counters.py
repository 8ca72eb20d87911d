"""The counts in Frisian draughts, and their limits."""

from __future__ import annotations

from typing import Final

KING_MOVES_ALLOWED: Final = 3
"""A player with kings and men may make three moves in a row with the same king."""

TWO_KINGS_MOVES: Final = 7
"""Moves within which two kings must win against one."""

IDLE_TURNS: Final = 50
"""After 25 moves a side with kings only moving and nothing captured the game is drawn."""


class Counters:
    """The counters of the rules, and whether these are the official ones.

    ``king`` is the king that made the last moves of the side to move, 0 if no count goes on, and
    ``in_a_row`` how many they were; the enemy's are the same. ``two_kings`` are the moves that two
    kings have made against one, ``idle`` the turns since a man moved or a piece was captured.
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
