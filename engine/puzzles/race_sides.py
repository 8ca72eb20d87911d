"""One side of a race as sets of points: its pieces, their reach and their progress.

A set of points is a number with a bit for each point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import dist
from typing import NamedTuple, Self

from engine.board import members
from engine.capabilities.goals import Race
from engine.game import Game, Position
from engine.values import OptionValue

Turn = tuple[int, int]
"""A turn: the points where it begins and ends; the way between them does not matter."""


class RaceRules(NamedTuple):
    """The rules that all positions of one race have in common."""

    game: Game
    options: Mapping[str, OptionValue]
    race: Race


class RaceSide(NamedTuple):
    """The side to move in a race of two: its pieces and its opponent's, a bit for each point."""

    rules: RaceRules
    seat: int
    own: int
    others: int

    @classmethod
    def of(cls, position: Position) -> RaceSide | None:
        """Return the side to move, or None if the position is no race of two."""
        race = position.race
        if race is None:
            return None
        rules = RaceRules(position.game, position.options, race)
        pieces = [0, 0]
        for point, piece in position.pieces():
            pieces[piece.seat] |= 1 << point
        return cls(rules, position.turn, pieces[position.turn], pieces[1 - position.turn])

    @property
    def target(self) -> int:
        """The set of points of the camp to be filled."""
        return self.rules.race.targets[self.seat]

    def ends(self, start: int) -> int:
        """Return the set of points that the piece on a point can reach in a turn."""
        return self.rules.race.ends(self.seat, self.own | self.others, start)

    def turns(self) -> Iterator[Turn]:
        """Yield all turns of this side."""
        for start in members(self.own):
            for end in members(self.ends(start)):
                yield start, end

    def entries(self, piece: int) -> int:
        """Return the points of the target camp that a piece outside it can reach in a turn."""
        return self.ends(piece) & self.target

    def moved(self, turn: Turn) -> Self:
        """Return this side after a turn, still to move, as if the other side had passed."""
        start, end = turn
        return self._replace(own=self.own ^ (1 << start | 1 << end))

    def other(self) -> Self:
        """Return the other side, to move."""
        return self._replace(seat=1 - self.seat, own=self.others, others=self.own)

    def played(self, turn: Turn) -> Self:
        """Return the side to move after a turn: this one if it is alone on the board."""
        after = self.moved(turn)
        return after.other() if self.others else after

    def alone(self) -> Self:
        """Return this side without the pieces of the other."""
        return self._replace(others=0)

    def gain(self, turn: Turn) -> float:
        """Return the steps that a turn comes nearer to the far end of the target camp."""
        away = _distances(self.rules.race, self.seat)
        return away[turn[0]] - away[turn[1]]

    def steps_left(self, piece: int) -> float:
        """Return the distance of a piece from the nearest point of its target camp, in steps."""
        return _distances_to_camp(self.rules.race, self.seat)[piece]

    def position(self) -> Position:
        """Return this side to move as a position without history."""
        pieces = (self.own, self.others) if self.seat == 0 else (self.others, self.own)
        game, options, race = self.rules
        return game.read(race.text(self.seat, pieces), len(pieces), **options)


@cache
def _distances(race: Race, seat: int) -> list[float]:
    """Return the distance of each point from the point of the target camp farthest from home."""
    xy = race.board.xy
    home = [xy[point] for point in members(race.homes[seat])]
    farthest = max(
        members(race.targets[seat]),
        key=lambda point: sum(dist(xy[point], other) for other in home),
    )
    return [dist(place, xy[farthest]) for place in xy]


@cache
def _distances_to_camp(race: Race, seat: int) -> list[float]:
    """Return the distance of each point from the nearest point of the target camp."""
    xy = race.board.xy
    camp = [xy[point] for point in members(race.targets[seat])]
    return [min(dist(place, other) for other in camp) for place in xy]
