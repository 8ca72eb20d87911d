"""Draughts on any board: what the variants share, and the few things that each decides.

A variant is a ``Draughts`` with its names and pages, and a ``DraughtsPosition`` with its board and
what is different in its rules. What only one game knows belongs into that game.
"""

from __future__ import annotations

from engine.draughts.boards import (
    DIAGONAL,
    DIAGONALLY_FORWARD,
    FORWARD_OR_SIDEWAYS,
    ORTHOGONAL,
    all_squares,
    lettered,
    numbered,
)
from engine.draughts.captures import Way
from engine.draughts.game import Draughts
from engine.draughts.geometry import as_set
from engine.draughts.light.evaluation import Worth
from engine.draughts.position import BLACK, WHITE, DraughtsPosition
from engine.draughts.state import KINGS_ONLY, BalanceUnchanged, Limit, State, ending

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
    "DraughtsPosition",
    "Limit",
    "State",
    "Way",
    "Worth",
    "all_squares",
    "as_set",
    "ending",
    "lettered",
    "numbered",
]
