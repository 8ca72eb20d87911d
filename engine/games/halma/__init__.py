"""Halma and Chinese checkers: the same game on a square and on a star."""

from __future__ import annotations

from typing import Final

from engine.game import Game
from engine.games.halma.chinese_checkers import ChineseCheckers
from engine.games.halma.game import Halma

GAMES: Final[tuple[Game, ...]] = (Halma(), ChineseCheckers())
