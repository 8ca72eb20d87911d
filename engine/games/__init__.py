"""The games, by the key that programs and players know them by."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.game import Game
from engine.games import (
    alliance,
    allies,
    assaut,
    brazilian,
    checkers,
    fox_and_geese,
    frisian,
    halma,
    international,
    italian,
    russian,
    turkish,
)

games: Final[Mapping[str, Game]] = MappingProxyType(
    {
        game.name: game
        for game in (
            *frisian.GAMES,
            international.GAME,
            checkers.GAME,
            italian.GAME,
            russian.GAME,
            brazilian.GAME,
            turkish.GAME,
            *alliance.GAMES,
            *assaut.GAMES,
            *halma.GAMES,
            *allies.GAMES,
            fox_and_geese.GAME,
        )
    }
)
