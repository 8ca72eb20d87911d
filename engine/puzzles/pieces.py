"""The plain pieces of a game, and its stronger ones: men and kings, soldiers and officers."""

from __future__ import annotations

from functools import cache

from engine.game import Game
from engine.pieces import Noun


def plain_noun(game: Game) -> Noun:
    """Return what a game's plain pieces are called, whatever their army."""
    return next(iter(game.kinds.values())).noun


def strong_noun(game: Game) -> Noun:
    """Return what a game's other pieces are called; its plain ones where there are no others."""
    plain = plain_noun(game)
    return next((kind.noun for kind in game.kinds.values() if kind.noun != plain), plain)


@cache
def plain_kinds(game: Game) -> frozenset[str]:
    """Return the kinds of a game's plain pieces."""
    plain = plain_noun(game)
    return frozenset(name for name, kind in game.kinds.items() if kind.noun == plain)
