"""A puzzle: a position, its goal, and the only way to reach it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple

import engine
from engine.game import Game, Position
from engine.pieces import Noun
from engine.values import Move, OptionValue

Options = tuple[tuple[str, OptionValue], ...]
"""The options of a puzzle's game that differ from the defaults, by name."""

SEATS: Final = 2
"""The number of seats in every puzzle."""

EITHER: Final = "/"
"""The sign between equally good moves of a solution; only its last step has several."""

_ID_LENGTH: Final = 6

_CHOICES: Final = 25
"""More moves to choose from than these make a puzzle no harder."""


class PuzzleGoal(NamedTuple):
    """The goal of a puzzle.

    ``kind`` is ``"win"`` (win the game), ``"gain"`` (gain so many ``men`` and ``kings`` on the
    other side), ``"crown"`` (get a king, and gain so many men and kings besides), ``"hold"`` (hold
    the draw), ``"keep"`` (lose nothing, as every other move does) or ``"grip"`` (keep the better
    game). Men are the game's plain pieces, kings the others.

    In races it is ``"reach"`` (bring the piece on the point ``piece`` into the target camp within
    so many of the solver's ``turns``, whatever is replied), ``"cut"`` (stop the other side's piece
    on that point, which would enter its camp next) or ``"home"`` (bring the last ``men``, alone on
    the board, into the target camp in so many turns).
    """

    kind: str
    men: int = 0
    kings: int = 0
    turns: int = 0
    piece: str = ""


RACES: Final = ("reach", "cut", "home")
"""The goals that are proved by trying everything."""

KEEPING: Final = ("hold", "keep", "grip")
"""The goals that win nothing: every other move loses something."""

GOALS: Final = ("win", "gain", "crown", "hold", "keep", "grip", *RACES)


class PuzzleTheme(NamedTuple):
    """The theme of a puzzle, in the field's terms; ``pieces`` is how many a shot takes."""

    kind: str
    pieces: int = 0


class Puzzle(NamedTuple):
    """A position with one way to a goal.

    ``solution`` are the moves of both sides, in notation, from the position on; the seat to move in
    the position is the solver's. ``depth`` is how many plies the computer has to look ahead to see
    it, ``rating`` a first guess of its difficulty, on the scale shown to players. ``official``
    says, for a game that also has official rules, whether the puzzle is the same under them; None
    for other games.
    """

    game: str
    options: Options
    position: str
    goal: PuzzleGoal
    solution: tuple[str, ...]
    theme: PuzzleTheme
    depth: int
    rating: int
    official: bool | None = None

    @property
    def id(self) -> str:
        """The permanent id of the puzzle: it follows from the position and its rules."""
        rules = " ".join(f"{name}={value}" for name, value in self.options)
        digest = sha256(f"{self.game} {rules} {self.position}".encode()).hexdigest()
        return f"{self.game}-{digest[:_ID_LENGTH]}"

    def begin(self) -> Position:
        """Return the position. Raises InvalidPosition if its text is not valid."""
        return engine.games[self.game].read(self.position, SEATS, **dict(self.options))

    @property
    def solver(self) -> int:
        """The seat that solves the puzzle."""
        return self.begin().turn

    def line(self) -> tuple[Position, ...]:
        """Return the position, and the positions after each move of the solution.

        Raises MoveError if the solution cannot be played.
        """
        return tuple(position for position, _ in self._played())

    def moves(self) -> tuple[Move, ...]:
        """Return the moves of the solution; of equally good ones, the first.

        Raises MoveError.
        """
        return tuple(move for _, move in self._played() if move is not None)

    def steps(self) -> tuple[int, ...]:
        """Return the places of the solver's moves in the solution."""
        line = self.line()
        solver = line[0].turn
        return tuple(place for place in range(len(self.solution)) if line[place].turn == solver)

    def accepted(self, step: int, position: Position) -> tuple[Move, ...]:
        """Return the moves that the solution allows at a step. Raises MoveError."""
        return tuple(position.parse(text) for text in self.solution[step].split(EITHER))

    def piece_after(self, moves: Sequence[Move]) -> int | None:
        """Return the point of the goal's piece after some moves, or None if the goal names none.

        ``moves`` are the first ones of the solution.
        """
        if not self.goal.piece:
            return None
        point = self.begin().board.point[self.goal.piece]
        for move in moves:
            if move.path[0] == point:
                point = move.path[-1]
        return point

    def _played(self) -> Iterator[tuple[Position, Move | None]]:
        position = self.begin()
        for step in range(len(self.solution)):
            move = self.accepted(step, position)[0]
            yield position, move
            position = position.play(move)
        yield position, None


def options_of(position: Position) -> Options:
    """Return the options of a position that differ from the defaults of its game."""
    usual = position.game.options
    return tuple(
        (name, value)
        for name, value in position.options.items()
        if name in usual and value != usual[name].default
    )


def guessed_rating(position: Position, depth: int, decisions: int) -> int:
    """Return a first guess of a puzzle's rating, on the scale shown to players.

    More depth, more decisions and more moves to choose from make it harder.
    """
    choices = min(len(position.legal_moves()), _CHOICES)
    return 850 + 130 * (depth - 1) + 80 * (decisions - 1) + 6 * choices


def plain_noun(game: Game) -> Noun:
    """Return the noun for a game's plain pieces, whatever their army."""
    return next(iter(game.kinds.values())).noun


def strong_noun(game: Game) -> Noun:
    """Return the noun for a game's other pieces, or for its plain ones if there are no others."""
    plain = plain_noun(game)
    return next((kind.noun for kind in game.kinds.values() if kind.noun != plain), plain)


@cache
def plain_kinds(game: Game) -> frozenset[str]:
    """Return the kinds of a game's plain pieces."""
    plain = plain_noun(game)
    return frozenset(name for name, kind in game.kinds.items() if kind.noun == plain)
