"""The history of players in games for two: points, opponents, sides, floats and byes.

The terms are those of FIDE's Swiss rules (Handbook C.04.3), in which the side that begins is White.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from engine.tournaments.scores import WIN, How, Score

FIRST: Final = 1
SECOND: Final = -1
DOWN: Final = -1
UP: Final = 1


class Strength(IntEnum):
    """The strength with which a side is due to a player (C.04.3, A.6)."""

    NONE = 0
    """The player has not played yet, so no side is due."""
    MILD = 1
    """The player had both sides equally often; due is the one that they did not have last."""
    STRONG = 2
    """The player had the other side once more often."""
    ABSOLUTE = 3
    """The player had the other side at least twice more often, or twice running."""


class Due(NamedTuple):
    """The side that is due to a player (FIRST, SECOND or 0), and the strength of that."""

    side: int
    strength: Strength


class History:
    """The results and sides of players in the earlier rounds."""

    def __init__(self, scores: Iterable[Score]) -> None:
        self.points: Counter[int] = Counter()
        """The half points of each player, byes and walkovers included."""
        self.met: Counter[frozenset[int]] = Counter()
        """How often each pair has played; a walkover was not played."""
        self.missed: set[frozenset[int]] = set()
        """The pairs that would have met if both had come."""
        self.had_bye: set[int] = set()
        """Players who had the points of a win without playing: they get no bye (C.04.3, C.2)."""
        self.sides: defaultdict[int, list[int]] = defaultdict(list)
        """The sides of each player in the games that were played, in order."""
        self.floats: defaultdict[int, dict[int, int]] = defaultdict(dict)
        """The floats of each player, by round: DOWN for an opponent with fewer points, or for
        points without playing; UP for an opponent with more points.
        """
        rounds: defaultdict[int, list[Score]] = defaultdict(list)
        for score in scores:
            rounds[score.round].append(score)
        for number in sorted(rounds):
            before = Counter(self.points)
            for score in rounds[number]:
                self._add(score, before)

    def _add(self, score: Score, before: Counter[int]) -> None:
        for player, points in zip(score.players, score.points, strict=True):
            self.points[player] += points
            if score.how is not How.PLAYED and points > 0:
                self.floats[player][score.round] = DOWN
            if score.how in {How.BYE, How.WALKOVER} and points >= WIN:
                self.had_bye.add(player)
        if len(score.players) != 2:
            return
        if score.how is not How.PLAYED:
            self.missed.add(frozenset(score.players))
            return
        one, other = score.players
        self.met[frozenset(score.players)] += 1
        self.sides[one].append(FIRST)
        self.sides[other].append(SECOND)
        if before[one] != before[other]:
            ahead, behind = (one, other) if before[one] > before[other] else (other, one)
            self.floats[ahead][score.round] = DOWN
            self.floats[behind][score.round] = UP

    def due(self, player: int) -> Due:
        """Return the side that is due to a player."""
        sides = self.sides[player]
        if not sides:
            return Due(0, Strength.NONE)
        difference = sum(sides)
        if abs(difference) > 1:
            return Due(_other(difference), Strength.ABSOLUTE)
        if len(sides) > 1 and sides[-1] == sides[-2]:
            return Due(-sides[-1], Strength.ABSOLUTE)
        if difference:
            return Due(_other(difference), Strength.STRONG)
        return Due(-sides[-1], Strength.MILD)

    def seat(self, better: int, other: int, *, otherwise: int) -> tuple[int, int]:
        """Return two opponents in the order of their seats (C.04.3, E).

        ``better`` is the one with the higher rank; ``otherwise`` is the side of ``better`` if
        neither player has a side due.
        """
        mine, theirs = self.due(better), self.due(other)
        if mine.side != theirs.side:
            side = mine.side or -theirs.side
        elif not mine.side:
            side = otherwise
        elif self._weight(better, mine) != self._weight(other, theirs):
            stronger = self._weight(better, mine) > self._weight(other, theirs)
            side = mine.side if stronger else -mine.side
        else:
            side = self._alternating(better, other) or mine.side
        return (better, other) if side == FIRST else (other, better)

    def _weight(self, player: int, due: Due) -> tuple[int, int]:
        absolute = due.strength is Strength.ABSOLUTE
        return due.strength, abs(sum(self.sides[player])) if absolute else 0

    def _alternating(self, player: int, other: int) -> int:
        """Return the side that ``other`` had when the two last had different sides, or 0."""
        sides = zip(reversed(self.sides[player]), reversed(self.sides[other]), strict=False)
        return next((theirs for mine, theirs in sides if mine != theirs), 0)


def ranked(players: Sequence[int], points: Counter[int]) -> list[int]:
    """Return the players by points; players with equal points keep the order given."""
    return sorted(players, key=lambda player: -points[player])


def _other(difference: int) -> int:
    return SECOND if difference > 0 else FIRST
