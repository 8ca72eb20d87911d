"""Dames-Alliance: rules, set-up, notation and evaluation."""

from __future__ import annotations

from engine.games.alliance.game import GAMES

__all__ = ["GAMES"]
