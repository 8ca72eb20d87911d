"""Fox and Geese."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple, Self

from engine import position_text
from engine.board import COMPASS, NOWHERE, Board, members
from engine.capabilities.captures import STATES, Captures
from engine.capabilities.notation import Notation
from engine.capabilities.refusals import Attempt, Typed, reached
from engine.errors import InvalidPosition
from engine.game import Duel, Game, draw, noted_results, win
from engine.pieces import Noun, PieceKind
from engine.text import Text
from engine.values import Move, OptionValue, Outcome, Piece, Seat

GEESE: Final = 0
FOX: Final = 1
SEATS: Final = (Seat(Text("Geese"), team=0), Seat(Text("Fox"), team=1))

FLOCK: Final = 13
"""The number of geese at the start."""

FEWEST: Final = 6
"""The fewest geese that can win: with fewer left the fox has won."""

EVEN_ROOM: Final = 22
"""The fox's room, in points of the board, at which neither side is better."""

QUIET_TURNS: Final = 50
"""Turns without a capture or a goose's step forward after which the game is drawn."""

NAMES: Final = tuple(
    f"{file}{rank}"
    for rank in range(7, 0, -1)
    for file in "abcdefg"
    if file in "cde" or 2 < rank < 6
)


def _board() -> Board:
    """Return the cross, whose lines join each point with the points beside, above and below it."""
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
"""The points to which a goose may step from each point: forward or sideways."""

JUMPS: Final = tuple(
    tuple(
        (over, BOARD.steps[way][over])
        for way, over in enumerate(steps[point] for steps in BOARD.steps)
        if over != NOWHERE and BOARD.steps[way][over] != NOWHERE
    )
    for point in range(len(BOARD))
)
"""The fox's jumps from each point: the point passed, and the landing point behind it."""


GEESE_BITS: Final = len(BOARD)
"""The number of bits of a state that hold geese; those above them hold the fox's point."""

ALL: Final = (1 << GEESE_BITS) - 1
"""The set of all points: the bits of a state that hold geese."""


class FoxCaptures(Captures):
    """The captures of the fox, which lifts each goose as it jumps over it.

    A state is the set of geese left and, in the bits above this set, the fox's point.
    """

    def onward(self, state: int) -> list[int]:
        """Return the states after one more jump."""
        geese = state & ALL
        return [
            end << GEESE_BITS | geese ^ 1 << over
            for over, end in JUMPS[self.place(state)]
            if geese >> over & 1 and not geese >> end & 1
        ]

    def place(self, state: int) -> int:
        """Return the point of the fox in a state."""
        return state >> GEESE_BITS


class Flock(NamedTuple):
    """The pieces, the side to move and the count of turns towards a draw.

    ``geese`` is a set of points, ``quiet`` the number of turns without a capture or a goose's step
    forward.
    """

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
        """Return the complete captures of the fox, one for each effect."""
        search, start = FoxCaptures(), self.fox << GEESE_BITS | self.geese
        if not search.onward(start):
            return []
        search.search({start: 0}, STATES)
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
    """A position of Fox and Geese: a flock, and the result if the flock does not show it."""

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
        """Return the outcome on the board, None while the game goes on."""
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
        """The pieces and the side to move."""
        return self.state[:3]

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Yield the geese and the fox with their points."""
        for goose in members(self.state.geese):
            yield goose, Piece(GEESE, "goose")
        yield self.state.fox, Piece(FOX, "fox")

    def fen(self) -> str:
        """Return the position as text: rows from the top, side to move, count, result."""
        pieces = dict.fromkeys(members(self.state.geese), "G") | {self.state.fox: "F"}
        fields: dict[str, str | int] = {"quiet": self.state.quiet, "result": self.result}
        return position_text.write(ROWS, pieces, "gf"[self.turn], fields)

    def worth_of(self, seat: int) -> int:
        """Return a seat's value in points: the fox's room and captures, or the geese's advance."""
        if seat == FOX:
            taken = FLOCK - self.state.geese.bit_count()
            return 100 * taken + 25 * (self.state.room() - EVEN_ROOM)
        return 3 * sum(round(6.5 - BOARD.xy[goose][1]) for goose in members(self.state.geese))

    @property
    def notation(self) -> FoxNotation:
        """The reader and writer of the position's moves."""
        return FoxNotation(self)


class FoxNotation(Notation):
    """Notation by paths of points: a step ``d3-d4``, a capture ``d4xd2``."""

    position: FoxAndGeesePosition

    def attempt(self, typed: Typed) -> FoxAttempt:
        """Return an attempted move with the checks of this game."""
        return FoxAttempt(typed, self.position.state)


class FoxAttempt(Attempt[Flock]):
    """An attempted move of a goose or the fox."""

    def not_own(self) -> Text | None:
        """Return the refusal that the first point is empty or has the other side's piece."""
        point = self.start
        if self.state.is_free(point):
            return self.because("There is no piece on {point}: `{move}` is a move.", point=point)
        if (point == self.state.fox) == (self.state.turn == FOX):
            return None
        return self.because(
            "The piece on {point} is your opponent's: `{move}` is a move.", point=point
        )

    def never(self) -> Text | None:
        """Return the refusal that geese never go back, or that no step or jumps lead to the end."""
        start, *between, end = self.points
        if self.state.turn == GEESE:
            if BOARD.xy[end][1] > BOARD.xy[start][1]:
                return self.because("Geese never go back: {can}.")
            if between or end not in FORWARD[start]:
                return self.because("A goose goes one step along a line: {can}.")
        elif between or end not in NEAR[start]:
            at = {start}
            for point in self.points[1:]:
                at = reached(at, _landings)
                at &= {point}
            if not at:
                return self.because(
                    "The fox goes one step along a line, or jumps over a goose beside it: {can}."
                )
        return None

    def in_the_way(self) -> Text | None:
        """Return the refusal that a point on the path is taken, or that a jump passes no goose."""
        flock = self.state
        for one, other in self.legs:
            over = next((over for over, end in JUMPS[one] if end == other), None)
            if over is None and other not in NEAR[one]:
                return None
            if over is not None and not flock.geese >> over & 1:
                return self.because("There is no goose to jump over on {point}: {can}.", point=over)
            if not flock.is_free(other) and (other, flock.turn) != (flock.fox, FOX):
                return self.because("There is a piece on {point} already: {can}.", point=other)
            if over is not None:
                flock = flock._replace(geese=flock.geese ^ 1 << over)
        return None

    def capture_first(self) -> Text | None:
        """Return the refusal that the fox must capture."""
        if not self.moves[0].captured:
            return None
        moves = self.named(self.moves)
        return Text("The fox must capture, as far as it can: {moves}.", moves=moves)

    checks = (Attempt.no_move, not_own, never, in_the_way, capture_first, Attempt.not_legal)


def _landings(point: int) -> list[int]:
    """Return the landing points of the fox's jumps from a point."""
    return [end for _, end in JUMPS[point]]


_GOOSE: Final = Noun("{count} goose", "{count} geese", Text("a goose"))
_FOX: Final = Noun("{count} fox", "{count} foxes", Text("a fox"))


_START: Final = "3/3/7/3F3/GGGGGGG/GGG/GGG g"


class FoxAndGeese(Game):
    """Fox and Geese: thirteen geese on a cross of 33 points try to trap one fox.

    The geese begin and stand on the three lower rows, the fox in the middle. All move along the
    lines, which are not diagonal: a goose one step forward or sideways, never back, the fox one
    step in any direction. The fox alone captures, by jumping over a goose onto the empty point
    behind. It must capture if it can, and goes on as long as it can, with free choice among
    captures. A goose is lifted as it is jumped. The geese win by leaving the fox without a move.
    The fox wins when fewer than six geese are left, or no goose can move. A game is drawn when a
    position occurs for the third time, and after 50 turns without a capture or a goose's step
    forward.

    Source: J. Strutt, *The Sports and Pastimes of the People of England* (1801), for the board
    without diagonals and the geese that only go forward or sideways, and H. J. R. Murray, *A
    History of Board-Games other than Chess* (1951), for thirteen geese, both as the Ludii
    database has them. They leave open which side begins, whether the fox must capture, and when an
    endless game is drawn: these are house rules. No options.
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
