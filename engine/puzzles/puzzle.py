"""A puzzle: a position, its goal, and the only way to reach it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache, lru_cache
from hashlib import sha256
from math import log2
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
"""The separator of equally good moves in a solution; only the last step can have several."""

_ID_LENGTH: Final = 6

FROM_A_GAME: Final = 3
"""The most puzzles taken from one played game."""


class PuzzleGoal(NamedTuple):
    """The goal of a puzzle.

    ``kind`` is ``"win"`` (win the game), ``"gain"`` (gain ``men`` and ``kings`` against the other
    side), ``"crown"`` (get a king, and gain ``men`` and ``kings`` besides), ``"hold"`` (hold the
    draw), ``"keep"`` (find the only move that loses nothing) or ``"grip"`` (find the only move that
    keeps the upper hand). Men are the game's plain pieces, kings the others. ``men`` is negative if
    the solver gives men for kings.

    In races ``kind`` is ``"reach"`` (bring the piece on the point ``piece`` into the target camp
    within ``turns`` turns of the solver, whatever the replies), ``"cut"`` (stop the other side's
    piece on the point ``piece``, which would enter its camp next turn) or ``"home"`` (bring the
    last ``men`` pieces, alone on the board, into the target camp in ``turns`` turns).
    """

    kind: str
    men: int = 0
    kings: int = 0
    turns: int = 0
    piece: str = ""


RACES: Final = ("reach", "cut", "home")
"""The goals of races, which are proved by trying all turns."""

KEEPING: Final = ("hold", "keep", "grip")
"""The goals that win nothing: every other move gives something up."""

GOALS: Final = ("win", "gain", "crown", "hold", "keep", "grip", *RACES)


class PuzzleTheme(NamedTuple):
    """The theme of a puzzle; ``pieces`` is the number that a shot takes, 0 for most themes."""

    kind: str
    pieces: int = 0


class Verified(NamedTuple):
    """The verification of a puzzle by a search many times as long as the one that found it.

    Each look at a step took at least ``nodes`` nodes, unless it saw the end of the game.
    ``content`` is the ``content`` of the puzzle on that ``day``.
    """

    day: date
    nodes: int
    content: str


class Puzzle(NamedTuple):
    """A position with one way to a goal.

    ``solution`` are the moves of both sides, in notation, from ``position`` on; the seat to move in
    ``position`` is the solver's. ``depth`` is the number of plies that the computer has to look
    ahead to see the solution. ``official`` says, for a game that also has official rules, whether
    the solution is the same under them; it is None for other games. ``verified`` is the last
    verification, or None: races are proved instead.
    """

    game: str
    options: Options
    position: str
    goal: PuzzleGoal
    solution: tuple[str, ...]
    theme: PuzzleTheme
    depth: int
    official: bool | None = None
    verified: Verified | None = None

    @property
    def id(self) -> str:
        """The permanent id of the puzzle, derived from its game, options and position."""
        rules = " ".join(f"{name}={value}" for name, value in self.options)
        digest = sha256(f"{self.game} {rules} {self.position}".encode()).hexdigest()
        return f"{self.game}-{digest[:_ID_LENGTH]}"

    @property
    def rating(self) -> int:
        """A first guess of the puzzle's difficulty, on the scale shown to players.

        Raises InvalidPosition or MoveError if the puzzle cannot be played.
        """
        return _rating(self)

    @property
    def content(self) -> str:
        """A short hash of the verified facts: the id, position, goal and solution."""
        text = " ".join([self.id, self.position, *map(str, self.goal), *self.solution])
        return sha256(text.encode()).hexdigest()[:_ID_LENGTH]

    def is_verified(self, nodes: int = 0) -> bool:
        """Return whether the present content was verified with looks of ``nodes`` nodes or more."""
        verified = self.verified
        return verified is not None and verified.content == self.content and verified.nodes >= nodes

    def begin(self) -> Position:
        """Return the position of the puzzle. Raises InvalidPosition if its text is invalid."""
        return engine.games[self.game].read(self.position, SEATS, **dict(self.options))

    @property
    def solver(self) -> int:
        """The seat that solves the puzzle."""
        return self.begin().turn

    def line(self) -> tuple[Position, ...]:
        """Return the position of the puzzle, then the position after each move of the solution.

        Raises MoveError if the solution cannot be played.
        """
        return tuple(position for position, _ in self._played())

    def moves(self) -> tuple[Move, ...]:
        """Return the moves of the solution, and of equally good moves the first one.

        Raises MoveError if the solution cannot be played.
        """
        return tuple(move for _, move in self._played() if move is not None)

    def steps(self) -> tuple[int, ...]:
        """Return the indices of the solver's moves in the solution. Raises MoveError."""
        line = self.line()
        solver = line[0].turn
        return tuple(place for place in range(len(self.solution)) if line[place].turn == solver)

    def accepted(self, step: int, position: Position) -> tuple[Move, ...]:
        """Return the moves that the solution accepts at index ``step``, where ``position`` is.

        Raises MoveError if ``position`` does not allow one of them.
        """
        return tuple(position.parse(text) for text in self.solution[step].split(EITHER))

    def piece_after(self, moves: Sequence[Move]) -> int | None:
        """Return the point of the goal's piece after ``moves``, or None if the goal names no piece.

        ``moves`` are the first moves of the solution.
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


_EASIEST, _HARDEST = 800, 2_000
"""The lowest and the highest first rating."""

_AT_ONCE, _A_PLY = 620, 140
"""The rating of a puzzle seen at depth 2 without any choice, and the increase per further ply."""

_RACE_AT_ONCE, _RACE_PLY = 400, 100
"""The same for races, from depth 1 on: their moves are many, and their depth is their length."""

_TWICE_THE_CHOICE: Final = 45
"""The increase for each doubling of the moves to choose from, at each step."""

_GIVEN, _MOST_GIVEN = 50, 4
"""The increase for each piece given away before it is regained, and the most pieces that count."""

_QUIET: Final = 60
"""The increase if the first move captures nothing and no piece is given away, and the decrease if
the first move captures.
"""

_WINS_NOTHING: Final = 120
"""The increase for a goal that wins nothing."""

_OTHER_PIECE: Final = 100
"""The increase for a race in which the goal's piece does not move first."""


@lru_cache(maxsize=4096)
def _rating(puzzle: Puzzle) -> int:
    """Return a first guess of a puzzle's difficulty, from the moves that the solver has to find.

    The guess grows with the depth and with the number of moves to choose from at each step. It also
    counts what makes a move hard to think of: a sacrifice, a quiet first move, a goal that wins
    nothing.
    """
    line, moves, steps = puzzle.line(), puzzle.moves(), puzzle.steps()
    choice = sum(log2(different_moves(line[step])) for step in steps)
    first = moves[0]
    if puzzle.goal.kind in RACES:
        piece = puzzle.piece_after(())
        guess = _RACE_AT_ONCE + _RACE_PLY * (puzzle.depth - 1) + _TWICE_THE_CHOICE * choice
        guess += _OTHER_PIECE * (piece is not None and piece != first.path[0])
    else:
        given = _most_given(moves, steps)
        guess = _AT_ONCE + _A_PLY * (puzzle.depth - 2) + _TWICE_THE_CHOICE * choice
        guess += _GIVEN * min(given, _MOST_GIVEN)
        guess += _QUIET * ((not first.captured and not given) - bool(first.captured))
        guess += _WINS_NOTHING * (puzzle.goal.kind in KEEPING)
    return round(max(_EASIEST, min(guess, _HARDEST)) / 10) * 10


def different_moves(position: Position) -> int:
    """Return the number of legal moves that differ in their start, end or captures."""
    return len({(move.path[0], move.path[-1], move.captured) for move in position.legal_moves()})


def _most_given(moves: Sequence[Move], steps: Sequence[int]) -> int:
    """Return the largest number of pieces by which the solver is behind during a solution."""
    behind = most = 0
    for place, move in enumerate(moves):
        behind += -len(move.captured) if place in steps else len(move.captured)
        most = max(most, behind)
    return most


@lru_cache(maxsize=4096)
def biggest_capture(puzzle: Puzzle) -> int:
    """Return the number of pieces in the solver's largest capture. Raises MoveError.

    It is 0 if the solver captures nothing.
    """
    moves = puzzle.moves()
    return max(len(moves[step].captured) for step in puzzle.steps())


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
