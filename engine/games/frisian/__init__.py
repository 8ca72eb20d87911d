"""Frisian draughts and Frysk!: the games."""

from __future__ import annotations

from engine.games.frisian.game import GAMES

__all__ = ["GAMES"]
