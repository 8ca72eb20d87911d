"""The games, by their keys for programs and players."""

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

_MODULES: Final = (
    frisian,
    international,
    checkers,
    italian,
    russian,
    brazilian,
    turkish,
    alliance,
    assaut,
    halma,
    allies,
    fox_and_geese,
)

games: Final[Mapping[str, Game]] = MappingProxyType(
    {game.name: game for module in _MODULES for game in module.GAMES}
)
