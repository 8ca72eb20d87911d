"""A slow, simple oracle of draughts: it follows every path of every capture.

Squares are columns and rows; the oracle shares nothing with the engine but their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Place = tuple[int, int]
"""The column and row, from 0 at White's bottom left."""

Pieces = dict[Place, tuple[str, bool]]
"""The colour (``"W"`` or ``"B"``) of each piece and whether it is a king, by place."""

Effect = tuple[str, str, frozenset[str]]

DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
STRAIGHT = [(-1, 0), (1, 0), (0, -1), (0, 1)]


class TooManyPaths(Exception):
    """The position has too many captures for every path to be followed."""


class Rules(NamedTuple):
    """The rules of one game, in the order of its rule book."""

    side: int
    numbers: str
    """``"far"`` if squares are numbered from White's far left, ``""`` if they have letters."""
    straight: bool
    """Whether pieces move along rows and columns, not diagonals."""
    flying: bool
    backward: bool
    """Whether men also capture backward."""
    most: bool
    crowned: str
    """A man on the last row during a capture: goes ``"on"``, on as a ``"king"``, or ``"stops"``."""
    lifted: bool
    """Whether captured pieces leave the board at once; then no jump may turn back."""


RULES = {
    "international": Rules(10, "far", False, True, True, True, "on", False),
    "checkers": Rules(8, "far", False, False, False, False, "stops", False),
    "russian": Rules(8, "", False, True, True, False, "king", False),
    "brazilian": Rules(8, "", False, True, True, True, "on", False),
    "turkish": Rules(8, "", True, True, False, True, "on", True),
}


class Way(NamedTuple):
    """A capture in progress: the piece's place and kind, the pieces taken, and the last step."""

    at: Place
    king: bool
    taken: frozenset[Place] = frozenset()
    last: Place | None = None


class Oracle:
    """The legal moves of a game."""

    def __init__(self, game: str) -> None:
        self.rules = RULES[game]
        side = self.rules.side
        dark = [(x, y) for y in range(side) for x in range(side) if (x + y) % 2 == 0]
        if self.rules.numbers:
            dark.sort(key=lambda place: (-place[1], place[0]))
            self.places = {str(number): place for number, place in enumerate(dark, 1)}
        else:
            self.places = {f"{'abcdefgh'[x]}{y + 1}": (x, y) for x in range(8) for y in range(8)}
        self.names = {place: name for name, place in self.places.items()}

    def read(self, fen: str) -> tuple[str, Pieces]:
        """Return the side to move and the pieces of a FEN."""
        turn, *sides = fen.partition(" ")[0].split(":")
        pieces = {}
        for side in sides:
            for item in filter(None, side[1:].split(",")):
                king = item.startswith("K")
                first, _, last = item.removeprefix("K").partition("-")
                many = range(int(first), int(last) + 1) if last else [first]
                for name in map(str, many):
                    pieces[self.places[name]] = (side[0], king)
        return turn, pieces

    def moves(self, fen: str, limit: int = 20_000) -> set[Effect]:
        """Return the legal moves: start, end and captured squares.

        Raises TooManyPaths if there are more than ``limit`` captures, counted by their paths.
        """
        turn, pieces = self.read(fen)
        captures: list[tuple[Place, Place, frozenset[Place]]] = []
        for start, (colour, king) in pieces.items():
            if colour == turn:
                others = {at: piece for at, piece in pieces.items() if at != start}
                for end, taken in self._captures(others, turn, Way(start, king)):
                    if taken:
                        captures.append((start, end, taken))
                    if len(captures) > limit:
                        raise TooManyPaths
        if captures and self.rules.most:
            most = max(len(taken) for _, _, taken in captures)
            captures = [capture for capture in captures if len(capture[2]) == most]
        if not captures:
            captures = [
                (start, end, frozenset())
                for start, (colour, king) in pieces.items()
                if colour == turn
                for end in self._steps(pieces, turn, start, king)
            ]
        return {
            (self.names[start], self.names[end], frozenset(self.names[at] for at in taken))
            for start, end, taken in captures
        }

    def _on(self, at: Place) -> bool:
        return 0 <= at[0] < self.rules.side and 0 <= at[1] < self.rules.side

    def _ray(self, at: Place, step: Place) -> Iterator[Place]:
        while self._on(at := (at[0] + step[0], at[1] + step[1])):
            yield at

    def _forward(self, turn: str) -> int:
        return 1 if turn == "W" else -1

    def _steps(self, pieces: Pieces, turn: str, start: Place, king: bool) -> Iterator[Place]:
        for step in STRAIGHT if self.rules.straight else DIAGONAL:
            if not king and step[1] == -self._forward(turn):
                continue
            for count, end in enumerate(self._ray(start, step)):
                if end in pieces or (count and not (king and self.rules.flying)):
                    break
                yield end

    def _captures(
        self, others: Pieces, turn: str, way: Way
    ) -> Iterator[tuple[Place, frozenset[Place]]]:
        """Yield the end and captures of every way on; ``others`` excludes the capturing piece."""
        rules = self.rules
        at, king, taken, _ = way
        row = rules.side - 1 if turn == "W" else 0
        if not king and at[1] == row and taken:
            if rules.crowned == "stops":
                yield at, taken
                return
            king = rules.crowned == "king"
        standing = {p: piece for p, piece in others.items() if not (rules.lifted and p in taken)}
        jumps = list(self._jumps(standing, turn, way._replace(king=king)))
        if not jumps:
            yield at, taken
        for over, landings, step in jumps:
            onward = []
            for landing in landings:
                ways = list(self._captures(others, turn, Way(landing, king, taken | {over}, step)))
                onward.append((landing, ways))
            going = [ways for landing, ways in onward if ways != [(landing, taken | {over})]]
            for ways in going or [ways for _, ways in onward]:
                yield from ways

    def _jumps(
        self, standing: Pieces, turn: str, way: Way
    ) -> Iterator[tuple[Place, list[Place], Place]]:
        at, king, taken, last = way
        for step in STRAIGHT if self.rules.straight else DIAGONAL:
            if self.rules.lifted and last == (-step[0], -step[1]):
                continue
            backward = step[1] == -self._forward(turn)
            if not king and backward and not self.rules.backward:
                continue
            ray = list(self._ray(at, step))
            reach = len(ray) if king and self.rules.flying else 2
            ray = ray[:reach]
            if reach == 2 and ray and ray[0] not in standing:
                continue
            while ray and ray[0] not in standing:
                ray = ray[1:]
            if len(ray) < 2 or standing[ray[0]][0] == turn or ray[0] in taken:
                continue
            landings = []
            for landing in ray[1:]:
                if landing in standing:
                    break
                landings.append(landing)
            if landings:
                yield ray[0], landings, step
