"""Marks of turns: the winning chances that a turn lost, and turns that deserve praise.

A turn is judged by winning chances (``chances``), not by points: the loss of a man in a position
that is won by far is no mistake, and a missed win is one even if no piece is lost. The worth of a
man differs: its loss in an even position costs .29 of the chances in checkers and .08 in Turkish
draughts. So a loss is measured by the number of men that cost as much in an even position:

- ``?`` from ``MISTAKE`` on: two thirds of a man. The search's uncertainty from one ply to the next
  is below half of it.
- ``??`` from ``BLUNDER`` on: a man and a half. A drawn game that is lost, or a won one that is
  drawn, loses as much in every game.
- ``!`` for the only good move: every other move would be a blunder, the game is not lost after the
  move (``HOPE``), the move is not forced, and a first look (``GLANCE``) does not show it: an
  obvious capture is not praised.

A turn has no bad mark if the game was already lost before it, or is still won after it (``WON``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.game import Game
from engine.study.chances import men_lost

METHOD: Final = 7
"""The version of this method of judging: raised whenever anything in it changes."""

MISTAKE: Final = 0.67
BLUNDER: Final = 1.5
"""The losses, in men, from which on a turn has the mark."""

WARNED: Final = 1.25
"""The loss, in men, from which on a person is warned: a little less than ``BLUNDER``, since a
review, which looks further, may find a greater loss."""

DOUBTFUL: Final = 0.4
"""The loss, in men, from which on a turn gets a closer look."""

WON: Final = 0.85
"""The winning chance from which on a game counts as won for a side, and as lost for the others."""

HOPE: Final = 0.25
"""The least winning chance after a turn that is praised."""

GLANCE: Final = 0.02
"""The share of a turn's nodes that counts as a first look."""

WORST: Final = 3
"""The most moments listed for a side."""

MOST_MOMENTS: Final = 6
"""The most moments listed for a match."""


class Mark(StrEnum):
    """The mark after the notation of a turn."""

    BLUNDER = "??"
    MISTAKE = "?"
    ONLY = "!"


@dataclass(frozen=True, slots=True)
class Judged:
    """A judged turn.

    ``event`` is the number of its event, ``seat`` the seat that played it. ``chance`` is the
    winning chance of that seat before the turn, ``lost`` the part of it that the turn lost.
    ``line`` is the computer's own line from the position before the turn, in notation; it is empty
    if there was no choice, or if the computer could not think.
    """

    event: int
    seat: int
    chance: float
    lost: float = 0.0
    line: tuple[str, ...] = ()
    mark: Mark | None = None


def loss(game: Game, before: float, after: float, teams: Sequence[int] = (0, 1)) -> float:
    """Return the loss of a turn, in men, by the winning chances ``before`` and ``after`` it.

    The loss is 0 if the game was already lost, or is still won. ``teams`` are the teams of the
    seats.
    """
    if before <= 1 - WON or after >= WON:
        return 0.0
    return men_lost(game, before - after, teams)


def mark_of(game: Game, before: float, after: float, teams: Sequence[int] = (0, 1)) -> Mark | None:
    """Return the mark of a turn by the chances of its side before and after it, or None."""
    men = loss(game, before, after, teams)
    if men >= BLUNDER:
        return Mark.BLUNDER
    return Mark.MISTAKE if men >= MISTAKE else None


def is_only(game: Game, after: float, second: float, teams: Sequence[int] = (0, 1)) -> bool:
    """Return whether a move was the only good one.

    ``after`` is the winning chance after the move, ``second`` that after the next best move. A move
    that was obvious or forced is not excluded here.
    """
    return after >= HOPE and loss(game, after, second, teams) >= BLUNDER


def worst_of(judged: Iterable[Judged], sides: Sequence[int]) -> tuple[Judged, ...]:
    """Return the worst moments of each side, in the order of play.

    They are turns with a bad mark. ``sides`` are the sides of the seats, in their order. If there
    are more than two sides, each has fewer moments: there are ``MOST_MOMENTS`` in all.
    """
    each = min(WORST, max(1, MOST_MOMENTS // len(set(sides))))
    found: dict[int, list[Judged]] = {}
    for turn in judged:
        if turn.mark in {Mark.MISTAKE, Mark.BLUNDER}:
            found.setdefault(sides[turn.seat], []).append(turn)
    worst = [
        turn
        for turns in found.values()
        for turn in sorted(turns, key=lambda one: (-one.lost, one.event))[:each]
    ]
    return tuple(sorted(worst, key=lambda turn: turn.event))
