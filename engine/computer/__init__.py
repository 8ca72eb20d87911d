"""The computer as a player: one search for all games, and its levels.

>>> import engine
>>> from engine.computer import LEVELS, Computer
>>> thought = Computer(level=4, seed=1).think([engine.games["checkers"].start()])
>>> thought.depth > 0
True

What a game adds to it, a state with an evaluation, is in ``engine.capabilities.thinking`` and in
the game's own room.
"""

from __future__ import annotations

from engine.capabilities.thinking import LEVELS
from engine.computer.computer import Computer, Thought

__all__ = ["LEVELS", "Computer", "Thought"]
