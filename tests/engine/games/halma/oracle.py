"""Halma and Chinese checkers once more, slowly and simply: on names, columns and rows.

It shares nothing with the engine but the names of the points. Squares are columns and rows from
the bottom left; holes are three coordinates whose sum is zero, and rows from the south.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

Place = tuple[int, ...]
Pieces = Mapping[str, int]
"""Seat by name of the point."""

EIGHT = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
SIX = [(1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1)]


class Ground(NamedTuple):
    """The points of a board by name, its directions, and the camps by seat."""

    places: dict[str, Place]
    directions: list[Place]
    homes: list[set[str]]
    targets: list[set[str]]


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


def turns(
    ground: Ground, pieces: Pieces, seat: int, options: Mapping[str, object]
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
    options: Mapping[str, object]

    def foreign(self, name: str) -> bool:
        camps: set[str] = set().union(*self.ground.homes, *self.ground.targets)
        own = self.ground.homes[self.seat] | self.ground.targets[self.seat]
        return name in camps - own

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
        ground, found = self.ground, {}
        name_at = {place: name for name, place in ground.places.items()}
        for direction in ground.directions:
            name = name_at.get(_moved(ground.places[self.start], direction, 1), self.start)
            owner = self.pieces.get(name)
            swaps = self.options.get("swap") and name in ground.targets[self.seat]
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


def _landings(ground: Ground, rest: Pieces, name: str, longest: int) -> Iterable[str]:
    """Where one jump from a point leads, the other pieces standing as given."""
    name_at = {place: name for name, place in ground.places.items()}
    for direction in ground.directions:
        for distance in range(1, longest + 1):
            over = name_at.get(_moved(ground.places[name], direction, distance))
            landing = name_at.get(_moved(ground.places[name], direction, 2 * distance))
            if over is None or landing is None:
                break
            between = [
                name_at[_moved(ground.places[name], direction, steps)]
                for steps in range(1, 2 * distance + 1)
            ]
            if [point for point in between if point in rest] == [over]:
                yield landing


def _moved(place: Place, direction: Place, steps: int) -> Place:
    return tuple(at + steps * along for at, along in zip(place, direction, strict=True))


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
