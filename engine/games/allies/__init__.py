"""Les Alliés: draughts on the map of Europe."""

from __future__ import annotations

from typing import Final

from engine.game import Game
from engine.games.allies.game import LesAllies

GAMES: Final[tuple[Game, ...]] = (LesAllies(),)
