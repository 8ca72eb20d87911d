"""What Halma and Chinese checkers are to the rest of the house."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.errors import InvalidPosition
from engine.game import Game
from engine.games.halma import halma_position_text
from engine.games.halma.halma_position import JumpingPosition
from engine.games.halma.halma_rules import HalmaRules
from engine.games.halma.halma_state import starting_state
from engine.pieces import PieceKind
from engine.text import Text, counted
from engine.values import Option, Options, OptionValue

TEAMS: Final = Option(
    (False, True),
    False,
    Text("Teams"),
    (
        Text("Everybody plays for themselves"),
        Text("Partners sit opposite each other and win together"),
    ),
)
LOCK: Final = Option(
    ("end", "hop"),
    "end",
    Text("Pieces in their target camp"),
    (
        Text("A piece that ends its turn in its target camp stays there"),
        Text("A piece that has come into its target camp stays there, even within a turn"),
    ),
)
NO_RETURN: Final = Option(
    (False, True),
    False,
    Text("Coming back to one's own camp"),
    (
        Text("A piece may come back to its own camp"),
        Text("Coming back to one's own camp"),
    ),
)
FOREIGN: Final = Option(
    ("stop", "pass", "closed"),
    "stop",
    Text("Camps of others"),
    (
        Text("You may stop in camps of others"),
        Text("You may jump through camps of others, but not stop there"),
        Text("Camps of others are closed to you"),
    ),
)
PLAY_ON: Final = Option(
    (False, True),
    False,
    Text("When somebody has won"),
    (
        Text("The game is over when somebody has won"),
        Text("When somebody has won, the others play on for places"),
    ),
)


def first(seats: int) -> Option:
    """Return the option of who begins, for so many seats."""
    return Option(
        tuple(range(1, seats + 1)),
        1,
        Text("Who begins"),
        tuple(
            Text("Seat {number} begins, in order of play", number=number)
            for number in range(1, seats + 1)
        ),
    )


def unblock(default: bool) -> Option:
    """Return the option of Parlett's rule, which opens a camp that somebody does not leave."""
    return Option(
        (False, True),
        default,
        Text("When a target camp is full"),
        (
            Text("You win only when all your own pieces are in your target camp"),
            Text("A full target camp counts as filled if at least one piece in it is its player's"),
        ),
    )


class JumpingGame(Game):
    """A race of steps and jumps into the opposite camp."""

    kinds = MappingProxyType({"piece": PieceKind("{count} piece", "{count} pieces", symbol="seat")})
    colours = "camps"

    @abstractmethod
    def table(self, seats: int, options: Mapping[str, OptionValue]) -> HalmaRules:
        """Return the rules with every option settled.

        Raises InvalidPosition for a combination that the game does not have.
        """

    def start(self, seats: int | None = None, **options: OptionValue) -> JumpingPosition:
        """Return the starting position; the seat of option ``first`` begins."""
        rules = self._rules(seats, options)
        return JumpingPosition(starting_state(rules))

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> JumpingPosition:
        """Return the position that ``halma_position_text`` reads."""
        rules = self._rules(seats, options)
        return JumpingPosition(halma_position_text.read(rules, text))

    def _rules(self, seats: int | None, options: Options) -> HalmaRules:
        if seats is None:
            seats = self.seats_for(options)
        seats, settled = self.settle(seats, options)
        return _table(self, seats, tuple(settled.items()))

    def seats_for(self, options: Options) -> int:
        """Return the number of seats where only options are given: teams are two pairs."""
        return 4 if options.get("teams") is True else self.seats[0]

    def check(self, seats: int, options: Mapping[str, OptionValue]) -> None:
        """Raise InvalidPosition for options that need other seats."""
        if options["teams"] and seats not in (4, 6):
            raise InvalidPosition(
                Text("Teams are pairs of partners sitting opposite; {seats} cannot.", seats=seats)
            )
        if int(options["first"]) > seats:
            raise InvalidPosition(
                counted(
                    "Seat {first} cannot begin: there is {count} seat.",
                    "Seat {first} cannot begin: there are {count} seats.",
                    seats,
                    first=int(options["first"]),
                )
            )
        if seats == 2 and options["foreign"] != "stop":
            raise InvalidPosition(
                Text("The option `foreign` is for more than two: two have no camps of others.")
            )
        sides = seats // 2 if options["teams"] else seats
        if sides == 2 and options["play_on"]:
            raise InvalidPosition(
                Text(
                    "The option `play_on` is for more than two sides: of two, the other is second."
                )
            )


@lru_cache(maxsize=256)
def _table(
    game: JumpingGame, seats: int, options: tuple[tuple[str, OptionValue], ...]
) -> HalmaRules:
    """Return the table, made once: positions are read by the thousand."""
    settled = MappingProxyType(dict(options))
    game.check(seats, settled)
    return game.table(seats, settled)
