"""The rules of Halma and Chinese checkers once more, slowly and plainly: on names of points.

They share nothing with the engine but those names. Squares are columns and rows from the bottom
left; holes are three coordinates whose sum is zero, and rows from the south.
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
"""Seat by name of the point."""

Options = Mapping[str, int | bool | str]

EIGHT = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
SIX = [(1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1)]


class Ground:
    """The points of a board by name, its directions, and the camps by seat."""

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
        """By point: the points in each direction, from the nearest on."""
        camps: set[str] = set().union(*homes, *targets)
        self.foreign = [camps - home - target for home, target in zip(homes, targets, strict=True)]
        """By seat: the camps of others."""


def _ray(name_at: Mapping[Place, str], place: Place, direction: Place) -> list[str]:
    names: list[str] = []
    while True:
        place = tuple(at + along for at, along in zip(place, direction, strict=True))
        if place not in name_at:
            return names
        names.append(name_at[place])


@cache
def squares(size: int, seats: int) -> Ground:
    """A board of Halma."""
    places: dict[str, Place] = {
        f"{'abcdefghijklmnop'[x]}{y + 1}": (x, y) for x in range(size) for y in range(size)
    }
    # A camp is what lies near its corner: in rows of 5, 5, 4, 3, 2, of 4, 4, 3, 2, or of n to 1.
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
    """The star of Chinese checkers: two large triangles that cover each other."""
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
    # Beyond the hexagon one coordinate is more than 4 away from the centre. The third grows
    # northward, the first eastward.
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
    """The legal turns of a seat: first and last point, and the shortest way as text."""
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
        """The points around it that are empty, or where it changes places, with the text."""
        found = {}
        for name in (ray[0] for ray in self.ground.rays[self.start] if ray):
            owner = self.pieces.get(name)
            swaps = self.options.get("swap") and name in self.ground.targets[self.seat]
            if owner is None or (swaps and owner != self.seat):
                found[name] = f"{self.start}-{name}"
        return found

    def jumps(self) -> dict[str, str]:
        """The points where jumps lead, with the shortest way, the first in the alphabet."""
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
    """The points where one jump from a point lands, with the other pieces as given."""
    for ray in ground.rays[name]:
        for distance in range(1, min(longest, len(ray) // 2) + 1):
            passed = ray[: 2 * distance]
            if [point for point in passed if point in rest] == [ray[distance - 1]]:
                yield passed[-1]


# A game


class SlowPosition(NamedTuple):
    """A position: where the pieces stand, whose turn it is, who has arrived or given up, and the
    counts of turns, those without an entry and each seat's.
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
        """The side of a seat: partners sit opposite each other."""
        return seat % (len(self.played) // 2) if self.options["teams"] else seat

    def teams(self) -> set[int]:
        return {self.team(seat) for seat in range(len(self.played))}

    def playing(self) -> list[int]:
        """The seats that still have turns."""
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
        """The seats that have arrived: the camp is filled, or by Parlett's rule full."""
        home = self.home
        for seat in [*range(first, len(self.played)), *range(first)]:
            owners = [self.pieces.get(name) for name in self.ground.targets[seat]]
            full = None not in owners and seat in owners and self.options["unblock"]
            if seat in self.playing() and (full or set(owners) == {seat}):
                home = (*home, seat)
        return home

    def next(self, first: int) -> tuple[SlowPosition, int]:
        """It with the next seat from ``first`` on that can move, and how many could not."""
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
        """The number of rounds without an entry after which the game is drawn."""
        return 100 if len(self.ground.places) == 256 else 60

    def places(self) -> list[int]:
        """The sides that have arrived, in the order of the last seat of each; where places are not
        played for, only the first.
        """
        last: dict[int, int] = {}
        for seat in self.home:
            last[self.team(seat)] = last.pop(self.team(seat), 0) + 1
        each = len(self.played) // len(self.teams())
        sides = [side for side, seats in last.items() if seats == each]
        return sides if self.options["play_on"] else sides[:1]

    def late(self) -> list[int]:
        """The seats with a piece in their camp after the deadline."""
        deadline = int(self.options.get("deadline", 0))
        return [
            seat
            for seat, home in enumerate(self.ground.homes)
            if deadline and self.played[seat] >= deadline and seat in map(self.pieces.get, home)
        ]

    def ended(self) -> str:
        """How the game ended, ``""`` while it goes on."""
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
        """The ranks of the seats once the game has ended."""
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
    """Pieces on some points of the board, many of them close together."""
    centre = rng.choice(list(ground.places.values()))
    names = sorted(ground.places, key=lambda n: math.dist(ground.places[n], centre))
    crowd = names[: rng.choice([20, 40, 80, len(names)])]
    pieces = {}
    for seat, home in enumerate(ground.homes):
        for _ in range(rng.randint(1, len(home))):
            pieces[rng.choice(crowd)] = seat
    # A piece taken for another's leaves that seat with fewer.
    return pieces


def written(ground: Ground, pieces: Pieces, turn: int) -> str:
    """The position as text."""
    rows: dict[int, list[str]] = {}
    for name, place in ground.places.items():
        rows.setdefault(place[-1], []).append(name)
    texts = []
    for row in sorted(rows, reverse=True):
        names = sorted(rows[row], key=lambda name: ground.places[name][0])
        text = "".join("ABCDEF"[pieces[n]] if n in pieces else "." for n in names)
        texts.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), text))
    return f"{'/'.join(texts)} {'ABCDEF'[turn]}"
