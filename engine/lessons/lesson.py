"""Lessons: steps, each a small position with one thing to do, or a question about it."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple, Protocol

from engine.game import Game, Position
from engine.text import Text
from engine.values import NO_OPTIONS, Move, Options

_CROWNED: Final = frozenset({"king", "general"})
"""The last words in the names of promoted pieces."""


class Condition(Protocol):
    """A condition on a move: a goal it must meet, or a mistake it makes."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:
        """Return whether a legal move from ``before`` to ``after`` meets the condition."""
        ...


class Plays(NamedTuple):
    """The move is one of these, in notation."""

    moves: tuple[str, ...]

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return any(before.parse(text) == move for text in self.moves)


class Captures(NamedTuple):
    """The move captures this many pieces, or more."""

    least: int

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return len(move.captured) >= self.least


class Reaches(NamedTuple):
    """The move ends on one of these points."""

    points: tuple[str, ...]

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return before.board.names[move.path[-1]] in self.points


class Starts(NamedTuple):
    """The move is made by the piece on one of these points."""

    points: tuple[str, ...]

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return before.board.names[move.path[0]] in self.points


class Promotes(NamedTuple):
    """The move makes a king, or a General."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        was, now = dict(before.pieces()), dict(after.pieces())
        piece = now.get(move.path[-1])
        return (
            piece is not None
            and move.path[0] in was
            and piece.kind != was[move.path[0]].kind
            and piece.kind.split()[-1] in _CROWNED
        )


class Wins(NamedTuple):
    """The move wins the game, or the fight, for its player."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        outcome = after.outcome()
        return outcome is not None and outcome.ranks[before.turn] == 1 < max(outcome.ranks)


class Survives(NamedTuple):
    """The move leaves the game open."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return after.outcome() is None


class Safe(NamedTuple):
    """The move leaves the opponent nothing to capture."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return after.turn != before.turn and not any(
            reply.captured for reply in after.legal_moves()
        )


class Offers(NamedTuple):
    """The move leaves the opponent something to capture."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return any(reply.captured for reply in after.legal_moves())


class IsKind(NamedTuple):
    """The move is of this kind: a huff, a piece that is placed."""

    kind: str

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return move.kind == self.kind


class Switches(NamedTuple):
    """The move switches the cross of its man."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return bool(move.suffix)


class Legal(NamedTuple):
    """Any legal move will do."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return True


class Both(NamedTuple):
    """The move meets both conditions."""

    one: Condition
    other: Condition

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return self.one.holds(before, move, after) and self.other.holds(before, move, after)


class WrongMove(NamedTuple):
    """The answer to a legal move that does not pass, if the condition holds for it."""

    when: Condition
    says: Text


class LessonGoal(NamedTuple):
    """One thing to do: the condition to pass, and the answers to moves that pass or do not.

    A wrong move gets the first answer in ``wrong`` that fits, or else ``otherwise``. If the rules
    do not allow a move, the game itself says why. ``tries`` are wrong moves, legal or not, that
    newcomers are likely to try. ``reply`` is the opponent's move, played before the next goal.
    """

    passes: Condition
    right: Text
    otherwise: Text
    tries: tuple[str, ...]
    wrong: tuple[WrongMove, ...] = ()
    reply: str = ""

    def judge(self, before: Position, move: Move) -> Text | None:
        """Return the answer to a wrong legal move, None if the move passes."""
        after = before.play(move)
        if self.passes.holds(before, move, after):
            return None
        fitting = (one.says for one in self.wrong if one.when.holds(before, move, after))
        return next(fitting, self.otherwise)

    def solutions(self, before: Position) -> list[Move]:
        """Return the legal moves that pass."""
        return [move for move in before.legal_moves() if self.judge(before, move) is None]


class Answer(NamedTuple):
    """One of the answers to a question: the label of its button, and the reply to it."""

    label: Text
    says: Text
    right: bool = False


FIRST_TITLES: dict[str, str] = {}
"""The first titles of steps, by their present titles. Completed steps are stored by their first
titles: a corrected title gets a line here.
"""


class LessonStep(NamedTuple):
    """A small position with one thing to do, in one move or several, or a question about it.

    If the opponent's move before it matters, ``led`` is that move, and ``position`` the one before
    it. ``omitted`` is the capture that they could have made instead; the board shows it.
    """

    title: Text
    task: Text
    position: str
    goals: tuple[LessonGoal, ...] = ()
    answers: tuple[Answer, ...] = ()
    seats: int | None = None
    options: Options = NO_OPTIONS
    led: str = ""
    omitted: str = ""

    @property
    def name(self) -> str:
        """The name of the step, which never changes: its first title in English."""
        return FIRST_TITLES.get(self.title.template, self.title.template)

    @property
    def key(self) -> int:
        """The key of the step, wherever it is in its lesson: it follows from its name.

        It is less than 2 ** 31.
        """
        return int.from_bytes(sha256(self.name.encode()).digest()[:4]) >> 1

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of moves that the step is about, such as a huff."""
        passing = [goal.passes for goal in self.goals]
        return frozenset(passes.kind for passes in passing if isinstance(passes, IsKind))

    def opening(self, game: Game) -> Position:
        """Return the position in ``game`` that the step is written with."""
        return game.read(self.position, self.seats, **self.options)

    def start(self, game: Game) -> Position:
        """Return the position in ``game`` that the step asks about."""
        opening = self.opening(game)
        return opening.play(opening.parse(self.led)) if self.led else opening

    def omission(self, game: Game) -> Move | None:
        """Return the capture that the opponent omitted, if the step asks about one."""
        return self.opening(game).parse(self.omitted) if self.omitted else None


class Lesson(NamedTuple):
    """The steps of a game, by its key in ``engine.games``.

    ``match`` is the match to play after the last step, as typed after ``play``; if empty, it is the
    game itself.
    """

    game: str
    steps: tuple[LessonStep, ...]
    match: str = ""
