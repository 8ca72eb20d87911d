"""Reasons for refusing a move: checks of an attempt, of which the first that applies is given.

A game lists its checks in its ``Attempt``. A reason that holds in every position is checked before
one of the present position, so that no answer teaches something false: "there is a piece on 20
already" is said only of a piece that could go to 20.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar

from engine.text import EXAMPLES, Text, Words, quoted, some, with_fields
from engine.values import Move

S = TypeVar("S")
T = TypeVar("T", bound=Hashable)

Checks: TypeAlias = Sequence[Callable[[Any], Text | None]]
"""Methods of an attempt: each returns the refusal for one reason, None if it does not apply."""


class Typed(NamedTuple):
    """Typed points that fit no legal move, the choice typed after ``=``, and the legal moves.

    ``names`` are those of the board's points; ``write`` returns the text of a move.
    """

    names: Sequence[str]
    moves: Sequence[Move]
    write: Callable[[Move], str]
    points: Sequence[int]
    suffix: str


class Attempt(Generic[S]):
    """An attempted move in a state of its game: the reasons against it, and the legal choices."""

    def __init__(self, typed: Typed, state: S) -> None:
        self.names, self.moves, self.write, self.points, self.suffix = typed
        self.state = state
        self.start, self.end = self.points[0], self.points[-1]
        self.legs: Final = tuple(pairwise(self.points))

    def refusal(self, checks: Checks | None = None) -> Text:
        """Return the refusal by the first of ``checks`` that applies, by default the game's."""
        return self.first(checks or self.checks) or self.not_legal()

    def first(self, checks: Checks) -> Text | None:
        """Return the refusal by the first of ``checks`` that applies, None if none does."""
        return next(filter(None, (check(self) for check in checks)), None)

    def because(self, template: str, /, **values: int | str | Text) -> Text:
        """Return a refusal made of a template and its values.

        Integers are points, which are named. ``{can}`` is the property ``can``; ``{move}`` is
        ``any_move`` unless given.
        """
        fields = {
            name: self.names[value] if isinstance(value, int) else value
            for name, value in values.items()
        }
        if "{can}" in template:
            fields["can"] = self.can
        if "{move}" in template:
            fields.setdefault("move", self.any_move)
        return with_fields(template, fields)

    # Checks of several games

    def no_move(self) -> Text | None:
        """Return the refusal that the player has no legal move, if that is so."""
        return None if self.moves else Text("You have no legal move.")

    def nothing_chosen(self) -> Text | None:
        """Return the refusal of a choice with ``=`` in a game without such choices."""
        if not self.suffix:
            return None
        return self.because("Nothing is chosen with `=` in this game: `{move}` is a move.")

    def not_legal(self) -> Text:
        """Return the refusal without a reason, which names legal moves instead."""
        typed = "-".join(self.names[point] for point in self.points)
        return Text(
            "`{move}` is not legal: you can play {moves}.",
            move=Words(f"{typed}={quoted(self.suffix)}" if self.suffix else typed),
            moves=self.named(self.own_moves or self.moves),
        )

    checks: ClassVar[Checks] = (no_move, not_legal)
    """The checks of the game in their order, of which the last always applies."""

    # The legal choices

    @property
    def any_move(self) -> str | Text:
        """The text of a legal move, or a clause with it."""
        return self.write(self.moves[0])

    @property
    def can(self) -> Text:
        """A clause with the legal moves of the attempted piece."""
        point = self.start
        if not self.own_moves:
            return self.because("the piece on {point} cannot move", point=point)
        moves = self.named(self.own_moves)
        return self.because("the piece on {point} can play {moves}", point=point, moves=moves)

    @property
    def own_moves(self) -> list[Move]:
        """The legal moves of the attempted piece."""
        return [move for move in self.moves if move.path[0] == self.start]

    @property
    def ends(self) -> list[str]:
        """The names of the points to which the attempted piece can go."""
        return [self.names[move.path[-1]] for move in self.own_moves]

    def named(self, moves: Iterable[Move]) -> str | Text:
        """Return a phrase that names the first few of ``moves``. Raises IndexError for none."""
        texts: dict[str, None] = {}
        for move in moves:
            texts[f"`{self.shown(move)}`"] = None
            if len(texts) > EXAMPLES:
                break
        return some(list(texts))

    def shown(self, move: Move) -> str:
        """Return the text of a move as named in a refusal."""
        return self.write(move)


def reached(first: Iterable[T], onward: Callable[[T], Iterable[T]]) -> set[T]:
    """Return everything that one or more ``onward`` steps from ``first`` lead to."""
    found: set[T] = set()
    waiting = list(first)
    for one in waiting:
        new = set(onward(one)) - found
        found |= new
        waiting += new
    return found
