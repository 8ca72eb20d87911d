"""The rules of one table: ground, camps and options, settled once for all its positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.game import Game
from engine.games.halma.ground import Ground
from engine.text import Text
from engine.values import Options, Seat

LETTERS: Final = "ABCDEF"
"""The seats in the text of a position."""

NAMES: Final = (
    Text("Red"),
    Text("Blue"),
    Text("Yellow"),
    Text("Green"),
    Text("Violet"),
    Text("White"),
)
"""The seats by the colours of their pieces, in order of play."""


class Camps(NamedTuple):
    """By seat: the camp where it starts, and the one it has to fill."""

    homes: tuple[int, ...]
    targets: tuple[int, ...]


class Bounds(NamedTuple):
    """Where a piece may land during its turn, and where the turn may end, as sets of points."""

    landings: int
    ends: int


class State(NamedTuple):
    """All that a position is.

    ``home`` are the seats that have arrived, in that order, ``out`` those that gave up;
    ``idle`` counts turns since a piece entered its target camp, ``played`` each seat's turns
    where there is a deadline; ``result`` says how the game ended where nothing else shows it.
    """

    turn: int
    pieces: tuple[int, ...]
    home: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    idle: int = 0
    played: tuple[int, ...] = ()
    result: str = ""


class Rules:
    """What a game's options come to at a table with so many seats."""

    def __init__(
        self, game: Game, options: Options, ground: Ground, camps: Camps, rounds: int
    ) -> None:
        self.game = game
        self.options = options
        self.ground = ground
        self.homes, self.targets = camps
        self.count = len(self.homes)
        teams = self.count // 2 if options["teams"] else self.count
        self.seats = tuple(
            Seat(name, team=number % teams) for number, name in enumerate(NAMES[: self.count])
        )
        # Partners sit opposite each other.
        self.sides = tuple(tuple(range(team, self.count, teams)) for team in range(teams))
        self.rounds = rounds
        self.deadline = int(options.get("deadline", 0))
        self.unblock = bool(options["unblock"])
        self.play_on = bool(options["play_on"])
        self.swap = bool(options.get("swap", False))
        self.jumps = ground.long_jumps if options.get("long_jump") else ground.jumps
        self.bounds = tuple(self._bounds(seat) for seat in range(self.count))
        played = (0,) * self.count if self.deadline else ()
        self.start = State(int(options["first"]) - 1, self.homes, played=played)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self is other or (
            self.game is other.game and self.count == other.count and self.options == other.options
        )

    def __hash__(self) -> int:
        return hash((self.game.name, self.count))

    def bounds_of(self, seat: int, piece: int) -> Bounds:
        """Return the bounds of a piece, a bit, by where it stands at the start of its turn."""
        in_target, in_home, elsewhere = self.bounds[seat]
        if piece & self.targets[seat]:
            return in_target
        return in_home if piece & self.homes[seat] else elsewhere

    def foreign(self, seat: int) -> int:
        """Return the camps of others: where they start or arrive, and this seat does not."""
        camps = 0
        for points in (*self.homes, *self.targets):
            camps |= points
        return camps & ~(self.homes[seat] | self.targets[seat])

    def _bounds(self, seat: int) -> tuple[Bounds, Bounds, Bounds]:
        """Return the bounds for a piece in its target camp, in its own camp, and elsewhere."""
        everywhere, target = self.ground.everywhere, self.targets[seat]
        foreign = self.options["foreign"]
        # Camps of others may be stopped in, only be passed, or are closed.
        landings = everywhere & ~(self.foreign(seat) if foreign == "closed" else 0)
        ends = everywhere & ~(0 if foreign == "stop" else self.foreign(seat))
        # What stands in its target camp must stand in it at the end, or after every jump.
        locked = Bounds(target if self.options["lock"] == "hop" else landings, target)
        # What has left its own camp may come back, or only pass.
        outside = ends & ~(self.homes[seat] if self.options["no_return"] else 0)
        return locked, Bounds(landings, ends), Bounds(landings, outside)

    def is_playing(self, state: State, seat: int) -> bool:
        """Return whether a seat still has turns: it has not arrived and not given up."""
        return seat not in state.home and seat not in state.out

    def playing(self, state: State) -> int:
        """Return how many seats still have turns."""
        return self.count - len(state.home) - len(state.out)

    def idle_limit(self, playing: int) -> int:
        """Return the turns after which the game is drawn if no piece enters its target camp."""
        return self.rounds * max(playing, 1)

    def arrived(self, state: State, first: int) -> tuple[int, ...]:
        """Return the seats that have arrived, those of now included, ``first`` before others.

        A seat has arrived when its pieces fill its target camp; by Parlett's rule also when
        the camp is full and one of the pieces is its own.
        """
        home = state.home
        occupied = sum(state.pieces)
        for number in range(first, first + self.count):
            seat = number % self.count
            target, own = self.targets[seat], state.pieces[seat]
            filled = target & ~own == 0
            blocked = self.unblock and target & ~occupied == 0 and target & own
            if (filled or blocked) and self.is_playing(state, seat):
                home = (*home, seat)
        return home

    def has_arrived(self, state: State, side: Sequence[int]) -> bool:
        """Return whether all seats of a side have."""
        return all(seat in state.home for seat in side)

    def late(self, state: State) -> int | None:
        """Return the seat that has a piece in its own camp after the deadline."""
        if self.deadline:
            for seat, home in enumerate(self.homes):
                if state.played[seat] >= self.deadline and state.pieces[seat] & home:
                    return seat
        return None
