"""What a puzzle is: a position, what is to be reached in it, and the only way to reach it."""

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
"""The options that a puzzle's game is played with where they are not the usual ones, by name."""

SEATS: Final = 2
"""The seats of every puzzle."""

EITHER: Final = "/"
"""Between moves of a solution that are equally good: only its last step has several."""

_ID_LENGTH: Final = 6

_CHOICES: Final = 25
"""More moves to choose from than these make nothing harder."""


class PuzzleGoal(NamedTuple):
    """What is to be reached.

    ``kind`` is ``"win"`` (the game), ``"gain"`` (so many ``men`` and ``kings`` more than the other
    side), ``"crown"`` (a king, and so many men and kings besides), ``"hold"`` (the draw),
    ``"keep"`` (all that every other move loses) or ``"grip"`` (the better game). Men are the game's
    plain pieces, kings the others.

    In races it is ``"reach"`` (the target camp, with the piece on the point ``piece``, within so
    many of the solver's ``turns``, whatever is replied), ``"cut"`` (the way of the other side's
    piece on that point, which would enter its camp next) or ``"home"`` (the target camp, with the
    last ``men``, alone on the board, in so many turns).
    """

    kind: str
    men: int = 0
    kings: int = 0
    turns: int = 0
    piece: str = ""


RACES: Final = ("reach", "cut", "home")
"""The goals that are proved by trying everything."""

KEEPING: Final = ("hold", "keep", "grip")
"""The goals with which nothing is won: everything else loses something."""

GOALS: Final = ("win", "gain", "crown", "hold", "keep", "grip", *RACES)


class PuzzleTheme(NamedTuple):
    """What a puzzle is about, in the field's terms; ``pieces`` are those of a shot."""

    kind: str
    pieces: int = 0


class Puzzle(NamedTuple):
    """A position with one way to a goal.

    ``solution`` are the moves of both sides, in notation, from the position on; the seat to move
    in the position is the solver's. ``depth`` is how many plies the computer looks ahead before it
    sees it, ``rating`` how hard it is thought to be at first, as ratings of players are shown.
    ``official`` says, of a game that has official rules besides, whether the puzzle is the same
    under those; None for other games.
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
        """What the puzzle is known by for ever: it follows from the position and its rules."""
        rules = " ".join(f"{name}={value}" for name, value in self.options)
        digest = sha256(f"{self.game} {rules} {self.position}".encode()).hexdigest()
        return f"{self.game}-{digest[:_ID_LENGTH]}"

    def begin(self) -> Position:
        """Return the position. Raises InvalidPosition for a text that is none."""
        return engine.games[self.game].read(self.position, SEATS, **dict(self.options))

    @property
    def solver(self) -> int:
        """The seat that solves it."""
        return self.begin().turn

    def line(self) -> tuple[Position, ...]:
        """Return the position, and the positions after each move of the solution.

        Raises MoveError for a solution that cannot be played.
        """
        return tuple(position for position, _ in self._played())

    def moves(self) -> tuple[Move, ...]:
        """Return the moves of the solution, the first of those that are equally good.

        Raises MoveError.
        """
        return tuple(move for _, move in self._played() if move is not None)

    def steps(self) -> tuple[int, ...]:
        """Return which moves of the solution are the solver's, as places in it."""
        line = self.line()
        solver = line[0].turn
        return tuple(place for place in range(len(self.solution)) if line[place].turn == solver)

    def accepted(self, step: int, position: Position) -> tuple[Move, ...]:
        """Return the moves that are the solution's at a step. Raises MoveError."""
        return tuple(position.parse(text) for text in self.solution[step].split(EITHER))

    def piece_after(self, moves: Sequence[Move]) -> int | None:
        """Return where the piece that the goal names stands after moves, None where it names none.

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
    """Return the options of a position that are not the usual ones of its game."""
    usual = position.game.options
    return tuple(
        (name, value)
        for name, value in position.options.items()
        if name in usual and value != usual[name].default
    )


def guessed_rating(position: Position, depth: int, decisions: int) -> int:
    """Return how hard a puzzle is at first sight, as a rating is shown.

    Deeper and longer is harder, as is choosing from more.
    """
    choices = min(len(position.legal_moves()), _CHOICES)
    return 850 + 130 * (depth - 1) + 80 * (decisions - 1) + 6 * choices


def plain_noun(game: Game) -> Noun:
    """Return what a game's plain pieces are called, whatever their army."""
    return next(iter(game.kinds.values())).noun


def strong_noun(game: Game) -> Noun:
    """Return what a game's other pieces are called; its plain ones where there are no others."""
    plain = plain_noun(game)
    return next((kind.noun for kind in game.kinds.values() if kind.noun != plain), plain)


@cache
def plain_kinds(game: Game) -> frozenset[str]:
    """Return the kinds of a game's plain pieces."""
    plain = plain_noun(game)
    return frozenset(name for name, kind in game.kinds.items() if kind.noun == plain)
