"""Assaut (Asalto): rules, huff, notation and evaluation."""

from __future__ import annotations

from engine.games.assaut.game import GAMES

__all__ = ["GAMES"]
