"""Scores: the games at the tables of a tournament, and their points there.

A player is a number: a person's id, or that of a computer. Points are counted in halves, so that
all of them are whole numbers: a win at a table of two is 2, a draw is 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

WIN: Final = 2
DRAW: Final = 1
"""The half points for a won and for a drawn game of two."""


class How(StrEnum):
    """The ways in which points are scored."""

    PLAYED = "played"
    """The match was played, including matches decided by the organiser or out of time."""
    WALKOVER = "walkover"
    """Somebody did not come: the others get the points without playing."""
    BYE = "bye"
    """There was nobody to be paired with: the points of a win."""
    HALF_BYE = "half bye"
    """The player asked not to be paired in this round, or came later: the points of a draw."""
    ABSENT = "absent"
    """The player was not paired: no points."""


@dataclass(frozen=True, slots=True)
class Score:
    """The result of one table of a round.

    ``players`` are in the order of the seats: the first one begins. ``points`` are half points, one
    number for each player, for all ``games`` of the table together. A score without an opponent has
    one player.
    """

    round: int
    players: tuple[int, ...]
    points: tuple[int, ...]
    how: How = How.PLAYED
    games: int = 1

    @property
    def leaders(self) -> list[int]:
        """The players with the most points, in the order of the seats."""
        best = max(self.points)
        return [player for player, n in zip(self.players, self.points, strict=True) if n == best]

    def of(self, player: int) -> int:
        """Return the half points of a player. Raises ValueError unless they sat at the table."""
        return self.points[self.players.index(player)]


def points_of_ranks(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the half points of a game for the ranks of its seats, 1 for the best.

    At a table of two, they are those of a win, a draw or a loss. At a larger table, each seat gets
    a point for every seat with a worse rank, and half a point for every other seat with its rank.
    """
    return tuple(
        sum(DRAW * (other == rank) + WIN * (other > rank) for other in ranks) - DRAW
        for rank in ranks
    )
