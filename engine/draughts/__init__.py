"""Draughts on any board: the rules that variants share, and the choices that each of them makes.

A variant is a ``Draughts`` with its names and pages, and a ``DraughtsPosition`` with its board and
the differences in its rules. Rules of only one game belong in that game.
"""

from __future__ import annotations

from engine.draughts.boards import (
    DIAGONAL,
    DIAGONALLY_FORWARD,
    FORWARD_OR_SIDEWAYS,
    ORTHOGONAL,
    all_squares,
    as_set,
    lettered,
    numbered,
)
from engine.draughts.counting import KINGS_ONLY, BalanceUnchanged, Limit, ending
from engine.draughts.evaluation import Worth
from engine.draughts.position import BLACK, WHITE, Draughts, DraughtsPosition
from engine.draughts.refusals import DraughtsAttempt
from engine.draughts.state import DraughtsState

__all__ = [
    "BLACK",
    "DIAGONAL",
    "DIAGONALLY_FORWARD",
    "FORWARD_OR_SIDEWAYS",
    "KINGS_ONLY",
    "ORTHOGONAL",
    "WHITE",
    "BalanceUnchanged",
    "Draughts",
    "DraughtsAttempt",
    "DraughtsPosition",
    "DraughtsState",
    "Limit",
    "Worth",
    "all_squares",
    "as_set",
    "ending",
    "lettered",
    "numbered",
]
