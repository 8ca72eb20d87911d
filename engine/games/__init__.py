"""The games, by the key that programs and players know them by."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.game import Game
from engine.games import alliance, allies, assaut, frisian, halma

games: Final[Mapping[str, Game]] = MappingProxyType(
    {
        game.name: game
        for game in (*frisian.GAMES, *alliance.GAMES, *assaut.GAMES, *halma.GAMES, *allies.GAMES)
    }
)
