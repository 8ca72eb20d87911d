"""Lessons in steps: each step is a small position with a task or a question."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple, Protocol

from engine.game import Game, Position
from engine.text import Text
from engine.values import NO_OPTIONS, Move, Options

_CROWNED: Final = frozenset({"king", "general"})
"""The last words in the names of promoted pieces."""


class Condition(Protocol):
    """A condition on a move, which describes the right moves of a task or a typical mistake."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:
        """Return whether a legal move from ``before`` to ``after`` meets the condition."""
        ...


class Plays(NamedTuple):
    """The move is one of ``moves``, which are in notation."""

    moves: tuple[str, ...]

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return any(before.parse(text) == move for text in self.moves)


class Captures(NamedTuple):
    """The move captures at least ``least`` pieces."""

    least: int

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return len(move.captured) >= self.least


class Reaches(NamedTuple):
    """The move ends on one of ``points``."""

    points: tuple[str, ...]

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return before.board.names[move.path[-1]] in self.points


class Starts(NamedTuple):
    """The move is made by a piece on one of ``points``."""

    points: tuple[str, ...]

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return before.board.names[move.path[0]] in self.points


class Promotes(NamedTuple):
    """The move promotes its piece to a king or a General."""

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
    """The move wins the game for the seat that makes it."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        outcome = after.outcome()
        return outcome is not None and outcome.ranks[before.turn] == 1 < max(outcome.ranks)


class Survives(NamedTuple):
    """The move does not end the game."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return after.outcome() is None


class Safe(NamedTuple):
    """The move passes the turn and leaves the opponent nothing to capture."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return after.turn != before.turn and not any(
            reply.captured for reply in after.legal_moves()
        )


class Offers(NamedTuple):
    """The move leaves the opponent something to capture."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return any(reply.captured for reply in after.legal_moves())


class IsKind(NamedTuple):
    """The move is of this ``kind``, such as a huff or the placing of a piece."""

    kind: str

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return move.kind == self.kind


class Switches(NamedTuple):
    """The move switches the cross of its man."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return bool(move.suffix)


class Legal(NamedTuple):
    """The move is any legal move."""

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return True


class Both(NamedTuple):
    """The move meets both conditions."""

    one: Condition
    other: Condition

    def holds(self, before: Position, move: Move, after: Position) -> bool:  # noqa: D102 - as above
        return self.one.holds(before, move, after) and self.other.holds(before, move, after)


class WrongMove(NamedTuple):
    """The answer ``says`` to a wrong legal move for which the condition ``when`` holds."""

    when: Condition
    says: Text


class LessonGoal(NamedTuple):
    """One move to find: the condition that it must meet, and the answers to right and wrong moves.

    A wrong move gets the first answer in ``wrong`` whose condition holds, or else ``otherwise``.
    The refusal of an illegal move comes from the game itself. ``tries`` are wrong moves, legal or
    not, that newcomers are likely to try. ``reply`` is the opponent's move before the next goal, in
    notation; it is empty if there is none.
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
        """Return the legal moves that pass, in the order of the game."""
        return [move for move in before.legal_moves() if self.judge(before, move) is None]


class Answer(NamedTuple):
    """A possible answer to a question: the label of its button, and the reply ``says`` to it."""

    label: Text
    says: Text
    right: bool = False


FIRST_TITLES: dict[str, str] = {}
"""The first English titles of renamed steps, by their present titles. Completed steps are stored
by their first titles, so a corrected title needs an entry here.
"""


class LessonStep(NamedTuple):
    """A small position with a task of one or more moves, or with a question.

    If the opponent's last move matters, ``led`` is that move, and ``position`` is the position
    before it. ``omitted`` is the capture that the opponent could have made instead of ``led``; the
    board shows it.
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
        """The permanent name of the step: its first English title."""
        return FIRST_TITLES.get(self.title.template, self.title.template)

    @property
    def key(self) -> int:
        """The permanent key of the step: a hash of its name, less than 2 ** 31.

        The key does not depend on the place of the step in its lesson.
        """
        return int.from_bytes(sha256(self.name.encode()).digest()[:4]) >> 1

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of moves that the goals of the step require, such as a huff."""
        passing = [goal.passes for goal in self.goals]
        return frozenset(passes.kind for passes in passing if isinstance(passes, IsKind))

    def opening(self, game: Game) -> Position:
        """Return the ``position`` of the step in ``game``, before the move ``led``."""
        return game.read(self.position, self.seats, **self.options)

    def start(self, game: Game) -> Position:
        """Return the position in ``game`` at the start of the task, after the move ``led``."""
        opening = self.opening(game)
        return opening.play(opening.parse(self.led)) if self.led else opening

    def omission(self, game: Game) -> Move | None:
        """Return the capture that the opponent omitted, or None if the step has none."""
        return self.opening(game).parse(self.omitted) if self.omitted else None


class Lesson(NamedTuple):
    """The lesson on ``game``, which is a key of ``engine.games``.

    ``match`` is the match to play after the last step, as typed after ``play``; if it is empty, the
    match is one of ``game`` with the usual options.
    """

    game: str
    steps: tuple[LessonStep, ...]
    match: str = ""
