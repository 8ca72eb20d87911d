"""What a puzzle is: a position, what is to be reached in it, and the only way to reach it."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final, NamedTuple

import engine
from engine.game import Position
from engine.values import Move, OptionValue

Options = tuple[tuple[str, OptionValue], ...]
"""The options that a puzzle's game is played with where they are not the usual ones, by name."""

SEATS: Final = 2
"""The seats of every puzzle."""

EITHER: Final = "/"
"""Between moves of a solution that are equally good: only its last step has several."""

_ID_LENGTH: Final = 6


class Goal(NamedTuple):
    """What is to be reached.

    ``kind`` is ``"win"`` (the game), ``"gain"`` (so many ``men`` and ``kings`` more than the other
    side), ``"crown"`` (a king, and so many men and kings besides), ``"hold"`` (the draw),
    ``"keep"`` (all that every other move loses), ``"grip"`` (the better game) or ``"advance"`` (the
    most ground). Men are the game's plain pieces, kings the others.
    """

    kind: str
    men: int = 0
    kings: int = 0


GOALS: Final = ("win", "gain", "crown", "hold", "keep", "grip", "advance")


class Theme(NamedTuple):
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
    goal: Goal
    solution: tuple[str, ...]
    theme: Theme
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

    def _played(self) -> Iterator[tuple[Position, Move | None]]:
        position = self.begin()
        for step in range(len(self.solution)):
            move = self.accepted(step, position)[0]
            yield position, move
            position = position.play(move)
        yield position, None
