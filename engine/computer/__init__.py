"""The computer as a player: one search for all games, and its levels.

>>> import engine
>>> from engine.computer import LEVELS, Computer
>>> thought = Computer(level=4, seed=1).think([engine.games["checkers"].start()])
>>> thought.depth > 0
True

A game adds a state with an evaluation, in its own package; ``engine.capabilities.thinking`` defines
what such a state has to offer.
"""

from __future__ import annotations

from engine.capabilities.thinking import LEVELS
from engine.computer.computer import Computer, Thought

__all__ = ["LEVELS", "Computer", "Thought"]
