"""Lines of moves that branch, and where one stands among them.

The start has the number 0; the moves are numbered from 1 in the order in which they were first
played. What was played once stays, so that a number always means the same move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Self

from engine.errors import Refusal
from engine.text import Text

MOST: Final = 1_000
"""Moves that are kept at most, in all lines together."""


class Branch(NamedTuple):
    """A move in notation, and the number of the one that it was played after."""

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """The moves of all lines, and the number of the one ``at`` whose position one stands."""

    branches: tuple[Branch, ...] = ()
    at: int = 0

    @classmethod
    def of(cls, moves: Iterable[str], at: int | None = None) -> Self:
        """Return one line of moves, with one standing at its end, or ``at`` a move of it."""
        branches = tuple(Branch(number, text) for number, text in enumerate(moves))
        return cls(branches, len(branches) if at is None else at)

    @classmethod
    def read(cls, written: Sequence[Sequence[int | str]], at: int) -> Self:
        """Return the lines that ``write`` has written."""
        return cls(tuple(Branch(int(after), str(text)) for after, text in written), at)

    def write(self) -> list[list[int | str]]:
        """Return the moves of all lines as JSON data."""
        return [[branch.after, branch.text] for branch in self.branches]

    @property
    def path(self) -> tuple[int, ...]:
        """The numbers of the moves from the start to where one stands."""
        return self.path_to(self.at)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves from the start to where one stands."""
        return tuple(self.text(number) for number in self.path)

    def path_to(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the moves from the start to one of them."""
        found = []
        while number:
            found.append(number)
            number = self.branches[number - 1].after
        return tuple(reversed(found))

    def text(self, number: int) -> str:
        """Return the move of a number."""
        return self.branches[number - 1].text

    def after(self, number: int) -> tuple[int, ...]:
        """Return the numbers of what was played after a move, the first line's first."""
        return tuple(
            of for of, branch in enumerate(self.branches, start=1) if branch.after == number
        )

    @property
    def continuations(self) -> tuple[int, ...]:
        """The numbers of what was played from where one stands, the first line's first."""
        return self.after(self.at)

    def played(self, *moves: str) -> Self:
        """Return the lines with one standing after these moves, each of which is new or known.

        Raises Refusal where there are too many.
        """
        lines = self
        for text in moves:
            known = next((of for of in lines.continuations if lines.text(of) == text), None)
            if known is not None:
                lines = replace(lines, at=known)
                continue
            if len(lines.branches) >= MOST:
                raise Refusal(Text("This board is full: begin a new one for more moves."))
            branches = (*lines.branches, Branch(lines.at, text))
            lines = replace(lines, branches=branches, at=len(branches))
        return lines

    def to(self, number: int) -> Self:
        """Return the lines with one standing after the move of a number, 0 for the start.

        Raises ValueError for a number that no move has.
        """
        if not 0 <= number <= len(self.branches):
            raise ValueError(f"There is no move {number} of {len(self.branches)}.")
        return replace(self, at=number)

    def back(self) -> Self:
        """Return the lines with one standing a move earlier; at the start, there."""
        return self.to(self.path[-2] if len(self.path) > 1 else 0)

    def forward(self) -> Self:
        """Return the lines with one standing a move further in the first line there is."""
        return self.to(next(iter(self.continuations), self.at))

    def last(self) -> Self:
        """Return the lines with one standing at the end of the first line there is."""
        first: dict[int, int] = {}
        for number, branch in enumerate(self.branches, start=1):
            first.setdefault(branch.after, number)
        at = self.at
        while at in first:
            at = first[at]
        return self.to(at)


NO_LINES: Final = Lines()
