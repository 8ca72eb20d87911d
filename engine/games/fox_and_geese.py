"""Fox and Geese."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple, Self

from engine import position_text
from engine.board import COMPASS, NOWHERE, Board, members
from engine.capabilities.captures import STATES, Captures
from engine.capabilities.notation import Notation
from engine.capabilities.refusals import Refusals
from engine.errors import InvalidPosition
from engine.game import Duel, Game, draw, noted_results, win
from engine.pieces import Noun, PieceKind
from engine.text import Text
from engine.values import Move, OptionValue, Outcome, Piece, Seat

GEESE: Final = 0
FOX: Final = 1
SEATS: Final = (Seat(Text("Geese"), team=0), Seat(Text("Fox"), team=1))

FLOCK: Final = 13
"""The geese at the start."""

FEWEST: Final = 6
"""With fewer geese than these the fox has won."""

EVEN_ROOM: Final = 22
"""With this much room for the fox neither side is better."""

QUIET_TURNS: Final = 50
"""Turns without a capture or a goose's step forward after which the game is drawn."""

NAMES: Final = tuple(
    f"{file}{rank}"
    for rank in range(7, 0, -1)
    for file in "abcdefg"
    if file in "cde" or 2 < rank < 6
)


def _board() -> Board:
    """Return the cross, whose lines join each point with those beside, above and below it."""
    places = [("abcdefg".index(name[0]), 7 - int(name[1])) for name in NAMES]
    at = {place: point for point, place in enumerate(places)}

    return Board(
        names=NAMES,
        xy=tuple((x + 0.5, y + 0.5) for x, y in places),
        size=(7, 7),
        steps=tuple(
            tuple(at.get((x + dx, y + dy), NOWHERE) for x, y in places)
            for dx, dy in COMPASS
            if not dx or not dy
        ),
        style="lines",
        labels="edges",
    )


BOARD: Final = _board()
ROWS: Final = position_text.rows(BOARD)

NEAR: Final = tuple(
    tuple(steps[point] for steps in BOARD.steps if steps[point] != NOWHERE)
    for point in range(len(BOARD))
)
"""The points joined by a line to each point."""

FORWARD: Final = tuple(
    tuple(end for end in NEAR[point] if BOARD.xy[end][1] <= BOARD.xy[point][1])
    for point in range(len(BOARD))
)
"""Where a goose may step from each point: forward or sideways."""

JUMPS: Final = tuple(
    tuple(
        (over, BOARD.steps[way][over])
        for way, over in enumerate(steps[point] for steps in BOARD.steps)
        if over != NOWHERE and BOARD.steps[way][over] != NOWHERE
    )
    for point in range(len(BOARD))
)
"""The jumps of the fox from each point: the point passed, and the one behind it."""


ALL: Final = (1 << len(BOARD)) - 1
"""The bits of a set of points."""


class FoxCaptures(Captures):
    """The captures of the fox. A state is the set of geese left, and above it the fox's point.

    A goose is lifted as it is jumped.
    """

    def onward(self, state: int) -> list[int]:
        """Return the states after one more jump."""
        geese = state & ALL
        return [
            end << len(BOARD) | geese ^ 1 << over
            for over, end in JUMPS[self.place(state)]
            if geese >> over & 1 and not geese >> end & 1
        ]

    def place(self, state: int) -> int:
        """Return the point of the fox in a state."""
        return state >> len(BOARD)


class Flock(NamedTuple):
    """The pieces on the board. ``geese`` is a set of points, ``quiet`` counts turns to the draw."""

    geese: int
    fox: int
    turn: int = GEESE
    quiet: int = 0

    def is_free(self, point: int) -> bool:
        """Return whether nothing stands on a point."""
        return point != self.fox and not self.geese >> point & 1

    def room(self) -> int:
        """Return the number of points the fox could walk to if the geese stood still."""
        reached = [self.fox]
        for point in reached:
            reached += [end for end in NEAR[point] if self.is_free(end) and end not in reached]
        return len(reached)

    def steps(self) -> list[Move]:
        """Return the steps of the side to move."""
        if self.turn == FOX:
            return [Move("move", (self.fox, end)) for end in NEAR[self.fox] if self.is_free(end)]
        return [
            Move("move", (goose, end))
            for goose in members(self.geese)
            for end in FORWARD[goose]
            if self.is_free(end)
        ]

    def captures(self) -> list[Move]:
        """Return the captures of the fox, played to their ends, one for each effect."""
        search = FoxCaptures()
        search.search({self.fox << len(BOARD) | self.geese: 0}, STATES)
        found = []
        for state in search.ended:
            states = search.path(state, (self.geese ^ state & ALL).bit_count())
            taken = [(before ^ after) & ALL for before, after in pairwise(states)]
            if taken:
                path = tuple([search.place(one) for one in states])
                captured = tuple([goose.bit_length() - 1 for goose in taken])
                found.append(Move("move", path, captured))
        return found


@dataclass(frozen=True, eq=False, repr=False)
class FoxAndGeesePosition(Duel):
    """Thirteen geese that never go back, and one fox that jumps them."""

    game: Game
    state: Flock
    result: str = ""
    board = BOARD
    seats = SEATS

    @property
    def turn(self) -> int:
        """Index of the seat to move."""
        return self.state.turn

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the captures of the fox if it has any, and otherwise the steps."""
        return self._moves

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        captures = self.state.captures() if self.turn == FOX else []
        return tuple(captures or self.state.steps())

    def play(self, move: Move) -> Self:
        """Return the position after a legal move."""
        geese, fox, turn, quiet = self.state
        start, end = move.path[0], move.path[-1]
        if turn == FOX:
            fox = end
            for goose in move.captured:
                geese ^= 1 << goose
        else:
            geese ^= 1 << start | 1 << end
        forward = turn == GEESE and BOARD.xy[end][1] < BOARD.xy[start][1]
        quiet = 0 if move.captured or forward else min(quiet + 1, QUIET_TURNS)
        return type(self)(self.game, Flock(geese, fox, 1 - turn, quiet))

    def decided(self) -> Outcome | None:
        """Return how the game ended on the board, None while it goes on."""
        if self.state.geese.bit_count() < FEWEST:
            return win(FOX, Text("Fewer than six geese are left."))
        if not self.legal_moves():
            if self.turn == FOX:
                return win(GEESE, Text("The fox is trapped: it has no move."))
            return win(FOX, Text("The geese have no move."))
        if self.state.quiet == QUIET_TURNS:
            return draw(Text("50 turns without a capture or a goose that went forward."))
        return None

    @property
    def key(self) -> tuple[int, int, int]:
        """The pieces and whose turn it is."""
        return self.state[:3]

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Yield the geese and the fox with their points."""
        for goose in members(self.state.geese):
            yield goose, Piece(GEESE, "goose")
        yield self.state.fox, Piece(FOX, "fox")

    def fen(self) -> str:
        """Return the position as text: rows from the top, side to move, counts."""
        pieces = dict.fromkeys(members(self.state.geese), "G") | {self.state.fox: "F"}
        fields: dict[str, str | int] = {"quiet": self.state.quiet, "result": self.result}
        return position_text.write(ROWS, pieces, "gf"[self.turn], fields)

    def worth_of(self, seat: int) -> int:
        """Return the fox's room and captured geese, or how far the geese have come, in points."""
        if seat == FOX:
            taken = FLOCK - self.state.geese.bit_count()
            return 100 * taken + 25 * (self.state.room() - EVEN_ROOM)
        return 3 * sum(round(6.5 - BOARD.xy[goose][1]) for goose in members(self.state.geese))

    @property
    def notation(self) -> FoxNotation:
        """Paths of points, with refusals of its own."""
        return FoxNotation(self)


class FoxNotation(Notation):
    """Paths of points: a step ``d3-d4``, a capture ``d4xd2``."""

    position: FoxAndGeesePosition

    def refusals(self) -> FoxRefusals:
        """Return the refusals of this position."""
        return FoxRefusals(self.position, self.write)


class FoxRefusals(Refusals):
    """The refusals of moves of a goose or the fox."""

    def __init__(self, position: FoxAndGeesePosition, write: Callable[[Move], str]) -> None:
        super().__init__(BOARD.names, position.legal_moves(), write)
        self.state = position.state

    def not_own(self, start: int) -> Text | None:
        """Return the refusal that a point is empty or has the other side's piece, or None."""
        if self.state.is_free(start):
            return Text(
                "There is no piece on {point}: `{move}` is a move.",
                point=self.names[start],
                move=self.any_move,
            )
        if (start == self.state.fox) != (self.state.turn == FOX):
            return Text(
                "The piece on {point} is your opponent's: `{move}` is a move.",
                point=self.names[start],
                move=self.any_move,
            )
        return None

    def never(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that geese never go back, or that no step or jumps lead there."""
        start, *between, end = points
        if self.state.turn == GEESE:
            if BOARD.xy[end][1] > BOARD.xy[start][1]:
                return Text("Geese never go back: {can}.", can=self.can(start))
            if between or end not in FORWARD[start]:
                return Text("A goose goes one step along a line: {can}.", can=self.can(start))
        elif between or end not in NEAR[start]:
            at = {start}
            for point in points[1:]:
                at = {point} & _lead(at)
            if not at:
                return Text(
                    "The fox goes one step along a line, or jumps over a goose beside it: {can}.",
                    can=self.can(start),
                )
        return None

    def in_the_way(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that a piece stands at the end, or is missing where a jump passes."""
        geese, can = self.state.geese, self.can(points[0])
        for one, other in pairwise(points):
            over = next((over for over, end in JUMPS[one] if end == other), None)
            if over is None and other not in NEAR[one]:
                return None
            if over is not None and not geese >> over & 1:
                return Text(
                    "There is no goose to jump over on {point}: {can}.",
                    point=self.names[over],
                    can=can,
                )
            if geese >> other & 1 or (self.state.turn == GEESE and other == self.state.fox):
                return Text(
                    "There is a piece on {point} already: {can}.",
                    point=self.names[other],
                    can=can,
                )
            geese ^= 1 << over if over is not None else 0
        return None

    def capture_first(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that the fox must capture."""
        if not self.moves[0].captured:
            return None
        return Text(
            "The fox must capture, as far as it can: {moves}.", moves=self.named(self.moves)
        )

    def can(self, start: int) -> Text:
        """Return a clause with the moves of the piece on a point."""
        moves, name = self.moves_of(start), self.names[start]
        if not moves:
            return Text("the piece on {point} cannot move", point=name)
        return Text("the piece on {point} can play {moves}", point=name, moves=self.named(moves))


def _lead(at: set[int]) -> set[int]:
    """Return the points that jumps reach from some points, wherever the geese stand."""
    found: set[int] = set()
    waiting = list(at)
    for point in waiting:
        for _, end in JUMPS[point]:
            if end not in found:
                found.add(end)
                waiting.append(end)
    return found


_GOOSE: Final = Noun("{count} goose", "{count} geese", Text("a goose"))
_FOX: Final = Noun("{count} fox", "{count} foxes", Text("a fox"))


_START: Final = "3/3/7/3F3/GGGGGGG/GGG/GGG g"


class FoxAndGeese(Game):
    """Fox and Geese: thirteen geese on a cross of 33 points try to trap one fox.

    The geese begin and stand on the three lower rows, the fox in the middle. All move along the
    lines, which are not diagonal: a goose one step forward or sideways, never back, the fox one
    step in any direction. The fox alone captures, by jumping over a goose onto the empty point
    behind; it must, and goes on as long as it can, with free choice among captures. A goose is
    lifted as it is jumped. The geese win by leaving the fox without a move. The fox wins when
    fewer than six geese are left, or no goose can move. Drawn are the third time of a position
    and 50 turns without a capture or a goose that goes forward.

    Source: J. Strutt, *The Sports and Pastimes of the People of England* (1801), for the board
    without diagonals and the geese that only go forward or sideways, and H. J. R. Murray, *A
    History of Board-Games other than Chess* (1951), for thirteen geese, both as the Ludii
    database has them. They leave open who begins, whether the fox must capture and what ends a
    game that does not: these are house rules. No options.
    """

    name = "fox-and-geese"
    example = "d2-d3"
    kinds = MappingProxyType(
        {
            "goose": PieceKind("{count} goose", "{count} geese", "small disc", noun=_GOOSE),
            "fox": PieceKind("{count} fox", "{count} foxes", "large disc", "star", noun=_FOX),
        }
    )

    def start(self, seats: int | None = None, **options: OptionValue) -> FoxAndGeesePosition:
        """Return the geese on the three lower rows, and the fox in the middle."""
        return self.read(_START, seats, **options)

    def read(
        self, text: str, seats: int | None = None, **options: OptionValue
    ) -> FoxAndGeesePosition:
        """Return the position in a text by ``FoxAndGeesePosition.fen``. Raises InvalidPosition."""
        self.settle(seats, options)
        placed, turn, fields = position_text.read(text, ROWS, "GF", "gf", ("quiet", "result"))
        foxes = [point for point, letter in placed.items() if letter == "F"]
        geese = sum(1 << point for point, letter in placed.items() if letter == "G")
        if len(foxes) != 1 or geese.bit_count() > FLOCK:
            raise InvalidPosition(
                Text("There is one fox, and there are {most} geese at most.", most=FLOCK)
            )
        state = Flock(geese, foxes[0], turn, position_text.count(fields, "quiet", QUIET_TURNS))
        result = position_text.chosen(fields, "result", noted_results(SEATS))
        return FoxAndGeesePosition(self, state, result)


GAMES: Final = (FoxAndGeese(),)
