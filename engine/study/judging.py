"""Marks of turns: what a turn lost of its side's winning chances, and which one deserves praise.

A turn is judged by winning chances (``chances``), not by points: a man lost in a position that is
won by far is no mistake, and a missed win is one though no piece is lost. The bounds were chosen by
looking at reviewed games of the levels 2 to 4 against themselves:

- ``?`` from ``MISTAKE`` on. In most games a man is worth about twice as much in an even position;
  the search's uncertainty from one ply to the next is below half of it.
- ``??`` from ``BLUNDER`` on: the turn makes an even position a lost one, or a won one an even one.
  A game between players of equal levels has none to three of them for each side.
- ``!`` for the only good move: the second best loses ``ONLY`` or more, the game is not lost even
  with the move (``HOPE``), it is not forced, and a first look (``GLANCE``) does not show it: an
  obvious capture is not praised.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

METHOD: Final = 2
"""The version of this way of judging: raised whenever anything of it changes."""

MISTAKE: Final = 0.10
BLUNDER: Final = 0.25
"""The loss of winning chances from which on a turn has the mark."""

ONLY: Final = 0.25
"""The winning chances that every other move has to lose if a turn is the only good one."""

HOPE: Final = 0.25
"""The least winning chances after a turn that is praised."""

DOUBTFUL: Final = 0.07
"""The loss of winning chances from which on a turn gets a closer look."""

GLANCE: Final = 0.02
"""The part of the thought about a position that shows what anybody sees at once."""

WORST: Final = 3
"""The most moments that are told of a side."""

MOST: Final = 6
"""The most moments that are told of a match."""


class Mark(StrEnum):
    """The mark behind the notation of a turn."""

    BLUNDER = "??"
    MISTAKE = "?"
    ONLY = "!"


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn that was thought about.

    ``event`` is the number of its event, ``seat`` the seat that played it. ``chance`` is the
    winning chance of that seat before the turn, ``lost`` the part of it that the turn lost.
    ``line`` is how the computer would have gone on from the position before it, in notation; it is
    empty if there was no choice, or if nothing could be thought.
    """

    event: int
    seat: int
    chance: float
    lost: float = 0.0
    line: tuple[str, ...] = ()
    mark: Mark | None = None


def mark_of(lost: float) -> Mark | None:
    """Return the mark of a turn that lost so much of its side's winning chances, or None."""
    if lost >= BLUNDER:
        return Mark.BLUNDER
    return Mark.MISTAKE if lost >= MISTAKE else None


def is_only(after: float, second: float) -> bool:
    """Return whether a move was the only good one, by the chances with it and with the next best.

    Whether it was seen at first sight is judged elsewhere.
    """
    return after >= HOPE and after - second >= ONLY


def worst_of(judged: Iterable[Judged], sides: Sequence[int]) -> tuple[Judged, ...]:
    """Return the worst moments of each side, in the order of play.

    They are turns with a bad mark. ``sides`` are the sides of the seats, in their order. If there
    are more than two sides, each has fewer moments: there are ``MOST`` in all.
    """
    each = min(WORST, max(1, MOST // len(set(sides))))
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
