"""A second, slow and plain implementation of Halma and Chinese checkers, on names of points.

It shares only those names with the engine. A square is a column and a row, counted from the bottom
left; a hole is three coordinates whose sum is zero, and rows are counted from the south.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import NamedTuple

Place = tuple[int, ...]
Pieces = Mapping[str, int]
"""Each piece's seat, by the name of its point."""

Options = Mapping[str, int | bool | str]

EIGHT = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
SIX = [(1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1)]


class Ground:
    """A board: its points by name, its directions, and each seat's home and target camp."""

    def __init__(
        self,
        places: dict[str, Place],
        directions: list[Place],
        homes: list[set[str]],
        targets: list[set[str]],
    ) -> None:
        self.places = places
        self.homes = homes
        self.targets = targets
        name_at = {place: name for name, place in places.items()}
        self.rays = {
            name: [_ray(name_at, place, direction) for direction in directions]
            for name, place in places.items()
        }
        """The points in each direction from a point, nearest first, by the point's name."""
        camps: set[str] = set().union(*homes, *targets)
        self.foreign = [camps - home - target for home, target in zip(homes, targets, strict=True)]
        """The points of other seats' camps, by seat."""


def _ray(name_at: Mapping[Place, str], place: Place, direction: Place) -> list[str]:
    names: list[str] = []
    while True:
        place = tuple(at + along for at, along in zip(place, direction, strict=True))
        if place not in name_at:
            return names
        names.append(name_at[place])


@cache
def squares(size: int, seats: int) -> Ground:
    """Return a board of Halma, with ``size`` squares a side."""
    places: dict[str, Place] = {
        f"{'abcdefghijklmnop'[x]}{y + 1}": (x, y) for x in range(size) for y in range(size)
    }
    # A camp has the squares near its corner, in rows of 5, 5, 4, 3, 2, of 4, 4, 3, 2 or of n to 1.
    near = {(16, 2): (5, 4), (16, 4): (4, 3), (10, 2): (4, 4), (8, 2): (3, 3)}
    total, each = near[size, seats]

    def camp(right: bool, top: bool) -> set[str]:
        found = set()
        for name, (x, y) in places.items():
            across = size - 1 - x if right else x
            along = size - 1 - y if top else y
            if across + along <= total and max(across, along) <= each:
                found.add(name)
        return found

    if seats == 2:
        homes = [camp(True, False), camp(False, True)]
    else:
        homes = [camp(False, False), camp(False, True), camp(True, True), camp(True, False)]
    half = seats // 2
    return Ground(places, list(EIGHT), homes, homes[half:] + homes[:half])


@cache
def star(seats: int, men: int = 10) -> Ground:
    """Return the star of Chinese checkers: two large triangles, one upon the other.

    ``men`` is the number of pieces of a seat.
    """
    holes: list[Place] = [
        (x, y, -x - y)
        for x in range(-8, 9)
        for y in range(-8, 9)
        if min(x, y, -x - y) >= -4 or max(x, y, -x - y) <= 4
    ]
    rows: dict[int, list[Place]] = {}
    for hole in holes:
        rows.setdefault(hole[2], []).append(hole)
    places = {}
    for letter, row in zip("abcdefghijklmnopq", sorted(rows), strict=True):
        for number, hole in enumerate(sorted(rows[row]), 1):
            places[f"{letter}{number}"] = hole
    # A point of the star beyond the hexagon has one coordinate more than 4 from 0. The third
    # coordinate grows to the north, the first to the east.
    more = 4 if men == 10 else 3
    beyond: dict[str, Callable[[Place], bool]] = {
        "S": lambda p: p[2] < -more and max(p) <= 4,
        "N": lambda p: p[2] > more and min(p) >= -4,
        "NW": lambda p: p[0] < -4,
        "SE": lambda p: p[0] > 4,
        "NE": lambda p: p[1] < -4,
        "SW": lambda p: p[1] > 4,
    }
    camps = {key: {n for n, p in places.items() if test(p)} for key, test in beyond.items()}
    sitting = {
        2: "S N",
        3: "S NW NE",
        4: "SW NW NE SE",
        5: "SW NW N NE SE",
        6: "S SW NW N NE SE",
    }[seats].split()
    opposite = {"S": "N", "N": "S", "NW": "SE", "SE": "NW", "NE": "SW", "SW": "NE"}
    return Ground(
        places, list(SIX), [camps[c] for c in sitting], [camps[opposite[c]] for c in sitting]
    )


# One turn


def turns(
    ground: Ground, pieces: Pieces, seat: int, options: Options
) -> dict[tuple[str, str], str]:
    """Return the shortest ways, as text, of the legal turns of a seat, by first and last point."""
    found: dict[tuple[str, str], str] = {}
    for start in pieces:
        if pieces[start] == seat:
            piece = Piece(ground, pieces, seat, start, options)
            for ways in (piece.steps(), piece.jumps()):
                for end, way in ways.items():
                    if piece.may_end(end):
                        found.setdefault((start, end), way)
    return found


class Piece(NamedTuple):
    """A piece at the start of its turn."""

    ground: Ground
    pieces: Pieces
    seat: int
    start: str
    options: Options

    def foreign(self, name: str) -> bool:
        return name in self.ground.foreign[self.seat]

    def may_land(self, name: str) -> bool:
        target = self.ground.targets[self.seat]
        if self.start in target and self.options["lock"] == "hop" and name not in target:
            return False
        return not (self.options["foreign"] == "closed" and self.foreign(name))

    def may_end(self, name: str) -> bool:
        home, target = self.ground.homes[self.seat], self.ground.targets[self.seat]
        if self.start in target:
            return name in target
        if self.options["no_return"] and self.start not in home and name in home:
            return False
        return not (self.options["foreign"] != "stop" and self.foreign(name))

    def steps(self) -> dict[str, str]:
        """Return the neighbouring points it can step to or swap with, each with the turn's text."""
        found = {}
        for name in (ray[0] for ray in self.ground.rays[self.start] if ray):
            owner = self.pieces.get(name)
            swaps = self.options.get("swap") and name in self.ground.targets[self.seat]
            if owner is None or (swaps and owner != self.seat):
                found[name] = f"{self.start}-{name}"
        return found

    def jumps(self) -> dict[str, str]:
        """Return the points that jumps lead to, each with the shortest way as text.

        Of equally short ways, it is the first in the alphabet.
        """
        rest = {name: owner for name, owner in self.pieces.items() if name != self.start}
        longest = len(self.ground.places) if self.options.get("long_jump") else 1
        ways = {self.start: self.start}
        level = dict(ways)
        while level:
            further: dict[str, str] = {}
            for name, way in level.items():
                for landing in _landings(self.ground, rest, name, longest):
                    if landing not in ways and self.may_land(landing):
                        text = f"{way}-{landing}"
                        further[landing] = min(text, further.get(landing, text))
            ways |= further
            level = further
        del ways[self.start]
        return ways

    def can_move(self) -> bool:
        return any(map(self.may_end, self.steps())) or any(map(self.may_end, self.jumps()))


def _landings(ground: Ground, rest: Pieces, name: str, longest: int) -> Iterable[str]:
    """Yield the points where one jump from a point can land; ``rest`` are the other pieces."""
    for ray in ground.rays[name]:
        for distance in range(1, min(longest, len(ray) // 2) + 1):
            passed = ray[: 2 * distance]
            if [point for point in passed if point in rest] == [ray[distance - 1]]:
                yield passed[-1]


# A game


class SlowPosition(NamedTuple):
    """A position.

    ``home`` are the seats that have arrived, and ``out`` those that have given up, in order.
    ``idle`` counts the turns in which no piece entered its target, ``played`` each seat's turns.
    """

    ground: Ground
    options: Options
    pieces: Pieces
    turn: int
    home: tuple[int, ...]
    out: tuple[int, ...]
    idle: int
    played: tuple[int, ...]

    @classmethod
    def start(cls, ground: Ground, options: Options) -> SlowPosition:
        pieces = {name: seat for seat, home in enumerate(ground.homes) for name in home}
        played = (0,) * len(ground.homes)
        return cls(ground, options, pieces, int(options["first"]) - 1, (), (), 0, played)

    def team(self, seat: int) -> int:
        """Return the side of a seat. Partners sit opposite each other."""
        return seat % (len(self.played) // 2) if self.options["teams"] else seat

    def teams(self) -> set[int]:
        return {self.team(seat) for seat in range(len(self.played))}

    def playing(self) -> list[int]:
        """Return the seats that still have turns."""
        return [n for n in range(len(self.played)) if n not in self.home and n not in self.out]

    def play(self, start: str, end: str) -> SlowPosition:
        seat, target = self.turn, self.ground.targets[self.turn]
        pieces = dict(self.pieces)
        del pieces[start]
        if end in pieces:
            pieces[start] = pieces[end]
        pieces[end] = seat
        played = (*self.played[:seat], self.played[seat] + 1, *self.played[seat + 1 :])
        after = self._replace(pieces=pieces, played=played)
        after = after._replace(home=after.arrivals(seat))
        following, skipped = after.next((seat + 1) % len(played))
        if start not in target and end in target:
            return following._replace(idle=0)
        return following._replace(idle=self.rescaled(self.idle + 1 + skipped, after))

    def resign(self, seat: int) -> SlowPosition:
        side = [n for n in range(len(self.played)) if self.team(n) == self.team(seat)]
        pieces = self.pieces
        if len(self.teams()) > 2:
            pieces = {name: n for name, n in pieces.items() if n not in side}
        home = tuple(n for n in self.home if n not in side)
        after = self._replace(pieces=pieces, home=home, out=(*self.out, *side))
        return after.next(self.turn)[0]._replace(idle=self.rescaled(self.idle, after))

    def rescaled(self, idle: int, after: SlowPosition) -> int:
        """Convert idle turns to the same number of rounds with fewer seats playing."""
        before, now = len(self.playing()), len(after.playing())
        return idle * now // before if now < before else idle

    def arrivals(self, first: int) -> tuple[int, ...]:
        """Return the seats that have arrived, in order; new ones are checked from ``first`` on.

        A seat has arrived if its pieces fill its target. With Parlett's rule (`unblock`), any
        pieces may fill it, if one of them is the seat's.
        """
        home = self.home
        for seat in [*range(first, len(self.played)), *range(first)]:
            owners = [self.pieces.get(name) for name in self.ground.targets[seat]]
            full = None not in owners and seat in owners and self.options["unblock"]
            if seat in self.playing() and (full or set(owners) == {seat}):
                home = (*home, seat)
        return home

    def next(self, first: int) -> tuple[SlowPosition, int]:
        """Return the position with the next seat from ``first`` on that can move to move.

        Also return the number of seats skipped because they could not.
        """
        able = [*range(first, len(self.played)), *range(first)]
        for skipped, seat in enumerate(seat for seat in able if seat in self.playing()):
            if self.can_move(seat):
                return self._replace(turn=seat), skipped
        return self._replace(turn=first), 0

    def can_move(self, seat: int) -> bool:
        own = (name for name, owner in self.pieces.items() if owner == seat)
        return any(
            Piece(self.ground, self.pieces, seat, name, self.options).can_move() for name in own
        )

    def turns(self) -> dict[tuple[str, str], str]:
        return turns(self.ground, self.pieces, self.turn, self.options)

    def rounds(self) -> int:
        """Return the number of rounds without a piece entering its target that draws the game."""
        return 100 if len(self.ground.places) == 256 else 60

    def places(self) -> list[int]:
        """Return the sides with all their seats arrived, in the order of the last seat of each.

        Unless places are played for (`play_on`), only the first side counts.
        """
        last: dict[int, int] = {}
        for seat in self.home:
            last[self.team(seat)] = last.pop(self.team(seat), 0) + 1
        each = len(self.played) // len(self.teams())
        sides = [side for side, seats in last.items() if seats == each]
        return sides if self.options["play_on"] else sides[:1]

    def late(self) -> list[int]:
        """Return the seats with a piece in their own home after the deadline for leaving it."""
        deadline = int(self.options.get("deadline", 0))
        return [
            seat
            for seat, home in enumerate(self.ground.homes)
            if deadline and self.played[seat] >= deadline and seat in map(self.pieces.get, home)
        ]

    def ended(self) -> str:
        """Return how the game ended, ``""`` while it goes on."""
        gone = {self.team(seat) for seat in self.out}
        arrived = self.places()
        if (arrived and not self.options["play_on"]) or len(self.teams() - gone - {*arrived}) <= 1:
            return "places"
        if self.late():
            return "late"
        if not any(map(self.can_move, self.playing())):
            return "blocked"
        limit = self.rounds() * max(len(self.playing()), 1)
        return "idle" if self.idle >= limit else ""

    def ranks(self) -> tuple[int, ...]:
        """Return the ranks of the seats once the game has ended."""
        if self.ended() == "late":
            lost = self.team(self.late()[0])
            return tuple(1 + (self.team(seat) == lost) for seat in range(len(self.played)))
        arrived = self.places()
        gone = list(dict.fromkeys(map(self.team, self.out)))
        ranks = dict.fromkeys(self.teams(), 1 + len(arrived))
        ranks |= {side: len(ranks) - place for place, side in enumerate(gone)}
        ranks |= {side: 1 + place for place, side in enumerate(arrived)}
        return tuple(ranks[self.team(seat)] for seat in range(len(self.played)))


# Random positions


def scattered(ground: Ground, rng: random.Random) -> dict[str, int]:
    """Return random pieces of all seats, most often close together."""
    centre = rng.choice(list(ground.places.values()))
    names = sorted(ground.places, key=lambda n: math.dist(ground.places[n], centre))
    crowd = names[: rng.choice([20, 40, 80, len(names)])]
    pieces = {}
    for seat, home in enumerate(ground.homes):
        for _ in range(rng.randint(1, len(home))):
            pieces[rng.choice(crowd)] = seat
    # A point drawn twice goes to the later seat, so that the earlier one has fewer pieces.
    return pieces


def written(ground: Ground, pieces: Pieces, turn: int) -> str:
    """Return the text of a position."""
    rows: dict[int, list[str]] = {}
    for name, place in ground.places.items():
        rows.setdefault(place[-1], []).append(name)
    texts = []
    for row in sorted(rows, reverse=True):
        names = sorted(rows[row], key=lambda name: ground.places[name][0])
        text = "".join("ABCDEF"[pieces[n]] if n in pieces else "." for n in names)
        texts.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), text))
    return f"{'/'.join(texts)} {'ABCDEF'[turn]}"
