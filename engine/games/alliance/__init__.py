"""Dames-Alliance: the game."""

from __future__ import annotations

from engine.games.alliance.game import GAMES

__all__ = ["GAMES"]
