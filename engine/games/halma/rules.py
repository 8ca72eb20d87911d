"""The rules of one match: board, camps and options, as tables for its states.

All tables are made once. Points are small integers; a set of points is an
integer with one bit a point, or bytes with a 1 at each of its points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Final, NamedTuple

from engine.board import Board, members
from engine.game import Game
from engine.games.halma.boards import Camps, Jump, JumpingBoard
from engine.games.halma.evaluation import HalmaValues
from engine.position_text import Rows
from engine.text import Text
from engine.values import Move, Options, Seat

LETTERS: Final = "ABCDEF"
"""The letters of the seats in the text of a position."""

NAMES: Final = (
    Text("Red"),
    Text("Blue"),
    Text("Yellow"),
    Text("Green"),
    Text("Violet"),
    Text("White"),
)
"""The seats by the colours of their pieces, in order of play."""

KEY_BITS: Final = 60
"""The length of a Zobrist key."""


class Bounds(NamedTuple):
    """The bounds of a piece, as sets of points: where it may land, and where its turn may end."""

    landings: int
    ends: int


class HalmaRules:
    """The rules that follow from a game's options and number of seats."""

    __slots__ = (
        "anywhere",
        "arriving",
        "board",
        "camps",
        "count",
        "deadline",
        "ends",
        "first",
        "game",
        "home_keys",
        "homes",
        "in_target",
        "jumps",
        "landings",
        "long_jumps",
        "neighbours",
        "options",
        "play_on",
        "point_keys",
        "ranked_points",
        "rounds",
        "rows",
        "seats",
        "sides",
        "step_moves",
        "steps",
        "swap",
        "targets",
        "team",
        "turn_keys",
        "unblock",
        "unranked_points",
        "values",
    )

    game: Game
    options: Options
    board: Board
    rows: Rows
    """The points of the board by row."""

    count: int
    """The number of seats."""
    first: int
    """The seat that begins."""
    seats: tuple[Seat, ...]
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side: partners sit opposite each other."""
    team: tuple[int, ...]
    """By seat: its side."""

    camps: Camps
    homes: tuple[tuple[int, ...], ...]
    targets: tuple[tuple[int, ...], ...]
    """By seat: the points of the camp where it starts, and of its target camp."""
    in_target: tuple[bytes, ...]
    arriving: bytes
    """All targets in one set: only a turn that ends there can complete a camp."""

    neighbours: tuple[tuple[int, ...], ...]
    """By point: the points beside it."""
    steps: tuple[tuple[tuple[int, ...], ...], ...]
    """By seat and point: the points where a step from there may end."""
    step_moves: Mapping[int, Move]
    """The moves that are steps, by ``start << 8 | end``."""
    ends: tuple[tuple[bytes, ...], ...]
    landings: tuple[tuple[bytes, ...], ...]
    """By seat and starting point: the points where the turn may end, and where jumps may land."""
    anywhere: bytes
    """The set of all points."""
    jumps: tuple[tuple[Jump, ...], ...]
    """By point: the jumps from there; only long jumps have points between."""
    long_jumps: bool

    deadline: int
    """The turn after which a piece in its own camp loses; 0 for none."""
    rounds: int
    """Rounds without a piece entering its target camp after which the game is drawn."""
    unblock: bool
    play_on: bool
    swap: bool

    values: HalmaValues
    ranked_points: tuple[tuple[int, ...], ...]
    """By seat and point: the point, with its value from bit 16 on, as in a ranked move."""
    unranked_points: tuple[int, ...]
    """By point: the point alone, for moves that are not ranked."""

    point_keys: tuple[tuple[int, ...], ...]
    turn_keys: tuple[int, ...]
    home_keys: tuple[tuple[int, ...], ...]
    """Zobrist keys: of a seat's piece on a point, of the turn, of a seat by place of arrival."""

    def __init__(
        self, game: Game, options: Options, board: JumpingBoard, camps: Camps, rounds: int
    ) -> None:
        self.game = game
        self.options = options
        self.board = board.board
        self.rows = board.rows
        self.camps = camps
        self._seat_players(bool(options["teams"]))
        self.first = int(options["first"]) - 1
        self.deadline = int(options.get("deadline", 0))
        self.rounds = rounds
        self.unblock = bool(options["unblock"])
        self.play_on = bool(options["play_on"])
        self.swap = bool(options.get("swap", False))
        self._lay_out_camps(board)
        self._compute_values(board)

    def _seat_players(self, teams: bool) -> None:
        """Seat the players, partners opposite each other."""
        count = len(self.camps.homes)
        sides = count // 2 if teams else count
        self.count = count
        self.team = tuple(seat % sides for seat in range(count))
        self.seats = tuple(Seat(NAMES[seat], self.team[seat]) for seat in range(count))
        self.sides = tuple(tuple(range(side, count, sides)) for side in range(sides))

    def _lay_out_camps(self, board: JumpingBoard) -> None:
        """Lay out the camps, and the reach of each seat's steps and jumps."""
        size = len(board.board)
        homes, targets = self.camps
        self.homes = tuple(tuple(members(home)) for home in homes)
        self.targets = tuple(tuple(members(target)) for target in targets)
        self.in_target = _sets(targets, size)
        self.arriving = bytes(
            any(target >> point & 1 for target in targets) for point in range(size)
        )
        self.neighbours = board.neighbours
        self.step_moves = board.step_moves
        bounds = [self._bounds(seat) for seat in range(self.count)]
        self.ends = tuple(_sets([bound.ends for bound in by_point], size) for by_point in bounds)
        self.landings = tuple(
            _sets([bound.landings for bound in by_point], size) for by_point in bounds
        )
        self.anywhere = bytes([1]) * size
        self.steps = tuple(
            tuple(
                tuple(end for end in neighbours if ends[end])
                for neighbours, ends in zip(board.neighbours, by_point, strict=True)
            )
            for by_point in self.ends
        )
        self.long_jumps = bool(self.options.get("long_jump", False))
        self.jumps = board.long_jumps if self.long_jumps else board.jumps

    def _compute_values(self, board: JumpingBoard) -> None:
        """Compute the values and the Zobrist keys."""
        self.values = HalmaValues(board, self.camps)
        self.ranked_points = tuple(
            tuple((value << 16) + point for point, value in enumerate(values))
            for values in self.values.points
        )
        self.unranked_points = tuple(range(len(self.board)))
        seats, points = range(self.count), range(len(self.board))
        chance = Random("Zobrist")
        self.point_keys = tuple(tuple(chance.getrandbits(KEY_BITS) for _ in points) for _ in seats)
        self.turn_keys = tuple(chance.getrandbits(KEY_BITS) for _ in seats)
        self.home_keys = tuple(tuple(chance.getrandbits(KEY_BITS) for _ in seats) for _ in seats)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HalmaRules):
            return NotImplemented
        return self is other or (
            self.game is other.game and self.count == other.count and self.options == other.options
        )

    def __hash__(self) -> int:
        return hash((self.game.name, self.count))

    def foreign(self, seat: int) -> int:
        """Return the points of camps where other seats start or arrive, and this seat does not."""
        camps = 0
        for points in (*self.camps.homes, *self.camps.targets):
            camps |= points
        return camps & ~(self.camps.homes[seat] | self.camps.targets[seat])

    def _bounds(self, seat: int) -> list[Bounds]:
        """Return, by point, the bounds of a seat's piece that starts its turn there."""
        size = len(self.board)
        everywhere = (1 << size) - 1
        home, target = self.camps.homes[seat], self.camps.targets[seat]
        # Camps of others may be stopped in, only be passed, or are closed.
        foreign, kept_out = self.options["foreign"], self.foreign(seat)
        landings = everywhere & ~(kept_out if foreign == "closed" else 0)
        ends = everywhere & ~(0 if foreign == "stop" else kept_out)
        # A piece in its target camp must be in it at the end of the turn, or after every jump.
        locked = Bounds(target if self.options["lock"] == "hop" else landings, target)
        inside = Bounds(landings, ends)
        # A piece outside its own camp may come back to it, or only pass through.
        outside = Bounds(landings, ends & ~(home if self.options["no_return"] else 0))
        return [
            locked if target >> point & 1 else inside if home >> point & 1 else outside
            for point in range(size)
        ]


def _sets(sets: Iterable[int], size: int) -> tuple[bytes, ...]:
    """Return sets of points as bytes; equal ones are one object."""
    made: dict[int, bytes] = {}
    found: list[bytes] = []
    for points in sets:
        if points not in made:
            made[points] = bytes(points >> point & 1 for point in range(size))
        found.append(made[points])
    return tuple(found)
