"""Halma, and its common part with Chinese checkers: options, starting and reading."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.board import members
from engine.errors import InvalidPosition
from engine.game import Game
from engine.games.halma import boards, position_text
from engine.games.halma.boards import Camps
from engine.games.halma.position import JumpingPosition
from engine.games.halma.rules import HalmaRules
from engine.games.halma.state import starting_state
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
        Text("A piece that begins its turn in its target camp also ends it there"),
        Text("A piece that begins its turn in its target camp stays in it with every jump"),
    ),
)
NO_RETURN: Final = Option(
    (False, True),
    False,
    Text("Coming back to one's own camp"),
    (
        Text("A piece may come back to its own camp"),
        Text("A piece that has left its own camp may not end a turn there again"),
    ),
)
FOREIGN: Final = Option(
    ("stop", "pass", "closed"),
    "stop",
    Text("Camps of others"),
    (
        Text("You may stop in any camp"),
        Text("Through camps other than your own and your target you may jump, but not stop there"),
        Text("Camps other than your own and your target are closed to you"),
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
    """Return the option of the seat that begins, for a number of seats."""
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
    """Return the option of Parlett's rule, against players who never leave their camp."""
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

        Raises InvalidPosition for an impossible combination.
        """

    def start(self, seats: int | None = None, **options: OptionValue) -> JumpingPosition:
        """Return the starting position; the seat of option ``first`` begins."""
        rules = self._rules(seats, options)
        return JumpingPosition(starting_state(rules))

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> JumpingPosition:
        """Return the position in a text by ``JumpingPosition.fen``. Raises InvalidPosition."""
        rules = self._rules(seats, options)
        return JumpingPosition(position_text.read(rules, text))

    def _rules(self, seats: int | None, options: Options) -> HalmaRules:
        if seats is None:
            seats = self.seats_for(options)
        seats, settled = self.settle(seats, options)
        return _table(self, seats, tuple(settled.items()))

    def seats_for(self, options: Options) -> int:
        """Return the number of seats if only options are given: four for teams, which are pairs."""
        return 4 if options.get("teams") is True else self.seats[0]

    def check(self, seats: int, options: Mapping[str, OptionValue]) -> None:
        """Raise InvalidPosition for options that need another number of seats."""
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
                    "The option `play_on` is for more than two sides: with two, the loser is "
                    "second."
                )
            )


@lru_cache(maxsize=256)
def _table(
    game: JumpingGame, seats: int, options: tuple[tuple[str, OptionValue], ...]
) -> HalmaRules:
    """Return the rules, cached because positions are read by the thousand."""
    settled = MappingProxyType(dict(options))
    game.check(seats, settled)
    return game.table(seats, settled)


DEADLINES: Final = {8: 30, 10: 50}
"""The turn after which a piece left in its own camp loses, by size of the board."""
_DEADLINES: Final = (0, *DEADLINES.values())
_SIZES: Final = (16, 10, 8)

CAMPS: Final = {
    (8, 2): "e1-h1 f2-h2 g3-h3 h4",
    (10, 2): "f1-j1 g2-j2 h3-j3 i4-j4 j5",
    (16, 2): "l1-p1 l2-p2 m3-p3 n4-p4 o5-p5",
    (16, 4): "a1-d1 a2-d2 a3-c3 a4-b4",
}
"""The first seat's camp by size of the board and number of seats."""

ROUNDS: Final = 60
ROUNDS_ON_THE_LARGEST: Final = 100
"""Rounds without a piece entering its target camp that make a draw, by size of the board."""


class Halma(JumpingGame):
    """Halma for two or four, on 16x16, 10x10 or 8x8 squares.

    Every player has a camp in a corner and races into the one opposite. A turn moves one piece:
    a step to one of the eight neighbours, or any number of jumps, each over one adjacent piece
    of any colour; nothing is captured. A piece that stands in its target camp stays in it. The
    first player whose pieces fill the target camp has won.

    Camps have 19 pieces for two on 16x16, 13 for four, 15 on 10x10, 10 on 8x8. Two sit in the
    south-east and the north-west; four in the south-west, north-west, north-east and
    south-east, and play in this order.

    Source: the common description of Monks's game of 1883/84. House rules: a turn may not end
    where it began; a game is drawn when a position occurs for the third time, when no piece
    enters its target camp for 60 rounds (100 on 16x16), and when nobody can move. On the
    smaller boards a player must have left their camp after their 30th (8x8) or 50th turn
    (10x10), as some sites have it.

    Options:

    ``size``
        squares a side.
    ``teams``
        four players as two teams, partners opposite; a team must fill both its target camps, a
        player who has done so is skipped, and a resignation counts for the team.
    ``first``
        number of the seat that begins.
    ``lock``
        a piece in its target camp must stand there at the ``end`` of the turn, or after every
        ``hop``.
    ``no_return``
        a piece that began its turn outside its own camp may not end it there; it may jump
        through.
    ``foreign``
        camps in which others start may be stopped in (``stop``), only be jumped through
        (``pass``), or are ``closed``. They stay so when their player is out.
    ``deadline``
        the turn after which a piece in its own camp loses, 0 for none: 30 on 8x8 and 50 on
        10x10 unless 0 is given, and none on 16x16.
    ``unblock``
        Parlett's rule: a player has also arrived when their target camp is full after any turn
        and they have a piece in it.
    ``play_on``
        four players without teams play on for places.
    """

    name = "halma"
    seats = (2, 4)
    options: Mapping[str, Option] = MappingProxyType(
        {
            "size": Option(
                _SIZES,
                16,
                Text("Size of the board"),
                tuple(Text("The board has {size}×{size} squares", size=size) for size in _SIZES),
            ),
            "teams": TEAMS,
            "first": first(4),
            "lock": LOCK,
            "no_return": NO_RETURN,
            "foreign": FOREIGN,
            "deadline": Option(
                _DEADLINES,
                0,
                Text("Deadline for leaving home"),
                (
                    Text("There is no deadline for leaving home"),
                    *(
                        Text(
                            "A player with pieces still at home after turn {turn} loses", turn=turn
                        )
                        for turn in DEADLINES.values()
                    ),
                ),
            ),
            "unblock": unblock(False),
            "play_on": PLAY_ON,
        }
    )
    example = "e4-f5"

    def settle(
        self, seats: int | None, options: Mapping[str, OptionValue]
    ) -> tuple[int, dict[str, OptionValue]]:
        """Return the number of seats and every option; the default deadline depends on the size."""
        seats, settled = super().settle(seats, options)
        if "deadline" not in options:
            settled["deadline"] = DEADLINES.get(int(settled["size"]), 0)
        return seats, settled

    def table(self, seats: int, options: Mapping[str, OptionValue]) -> HalmaRules:
        """Return the rules on a square board.

        Raises InvalidPosition if the size does not go with the seats or the deadline.
        """
        size, deadline = int(options["size"]), int(options["deadline"])
        if (size, seats) not in CAMPS:
            raise InvalidPosition(
                Text("Four play Halma on 16×16 squares; {size}×{size} is for two.", size=size)
            )
        if deadline not in {0, DEADLINES.get(size, 0)}:
            raise InvalidPosition(
                Text(
                    "The deadline is turn 30 on 8×8 and turn 50 on 10×10, and there is none on "
                    "16×16; {deadline} does not go with {size}×{size}.",
                    deadline=deadline,
                    size=size,
                )
            )
        squares = boards.square(size)
        camp = boards.camp(squares.board, CAMPS[size, seats])
        corners = [camp, _mirrored(camp, size, flip=True), 0, 0]
        corners[2] = _mirrored(_mirrored(camp, size, flip=True), size, flip=False)
        corners[3] = _mirrored(camp, size, flip=False)
        # Clockwise from the first seat: every second corner for two.
        homes = tuple(corners[:: 4 // seats])
        targets = homes[seats // 2 :] + homes[: seats // 2]
        rounds = ROUNDS_ON_THE_LARGEST if size == max(self.options["size"].choices) else ROUNDS
        return HalmaRules(self, options, squares, Camps(homes, targets), rounds)


def _mirrored(points: int, size: int, *, flip: bool) -> int:
    """Return a set of squares mirrored top to bottom (``flip``) or left to right."""
    mirrored = 0
    for point in members(points):
        y, x = divmod(point, size)
        x, y = (x, size - 1 - y) if flip else (size - 1 - x, y)
        mirrored |= 1 << y * size + x
    return mirrored
