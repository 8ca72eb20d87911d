"""Frisian draughts and Frysk!: rules, notation, evaluation and endgame tables."""

from __future__ import annotations

from engine.games.frisian.game import GAMES

__all__ = ["GAMES"]
