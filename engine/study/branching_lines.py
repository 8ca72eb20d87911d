"""Lines of moves that branch, and a cursor in them.

The start has the number 0; the moves are numbered from 1 in the order in which they were first
played. A move that was played stays, so that a number always means the same move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Self

from engine.errors import Refusal
from engine.text import Text

MOST_MOVES: Final = 1_000
"""The most moves kept, in all lines together."""


class Branch(NamedTuple):
    """A move in notation, and the number of the move before it."""

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """The moves of all lines, and ``at``: the number of the move just before the cursor."""

    branches: tuple[Branch, ...] = ()
    at: int = 0

    @classmethod
    def of(cls, moves: Iterable[str], at: int | None = None) -> Self:
        """Return a single line of moves, with the cursor after the move ``at``, or at the end."""
        branches = tuple(Branch(number, text) for number, text in enumerate(moves))
        return cls(branches, len(branches) if at is None else at)

    @classmethod
    def read(cls, written: Sequence[Sequence[int | str]], at: int) -> Self:
        """Return the lines from the data that ``write`` returned, with the cursor ``at``."""
        return cls(tuple(Branch(int(after), str(text)) for after, text in written), at)

    def write(self) -> list[list[int | str]]:
        """Return the moves of all lines as JSON data, without the cursor."""
        return [[branch.after, branch.text] for branch in self.branches]

    @property
    def path(self) -> tuple[int, ...]:
        """The numbers of the moves from the start to the cursor."""
        return self.path_to(self.at)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves from the start to the cursor."""
        return tuple(self.text(number) for number in self.path)

    def path_to(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the moves from the start up to and including ``number``."""
        found = []
        while number:
            found.append(number)
            number = self.branches[number - 1].after
        return tuple(reversed(found))

    def text(self, number: int) -> str:
        """Return the notation of the move ``number``, which is not 0."""
        return self.branches[number - 1].text

    def after(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the moves right after ``number``, in the order of their adding."""
        return tuple(
            of for of, branch in enumerate(self.branches, start=1) if branch.after == number
        )

    @property
    def continuations(self) -> tuple[int, ...]:
        """The numbers of the moves right after the cursor, in the order of their adding."""
        return self.after(self.at)

    def played(self, *moves: str) -> Self:
        """Return the lines with these moves added and the cursor after them.

        A move that is already there is not added again. Raises Refusal if there would be more than
        ``MOST_MOVES`` moves.
        """
        lines = self
        for text in moves:
            known = next((of for of in lines.continuations if lines.text(of) == text), None)
            if known is not None:
                lines = replace(lines, at=known)
                continue
            if len(lines.branches) >= MOST_MOVES:
                raise Refusal(Text("This board is full: begin a new one for more moves."))
            branches = (*lines.branches, Branch(lines.at, text))
            lines = replace(lines, branches=branches, at=len(branches))
        return lines

    def to(self, number: int) -> Self:
        """Return the lines with the cursor after the move ``number``, or at the start for 0.

        Raises ValueError if no move has this number.
        """
        if not 0 <= number <= len(self.branches):
            raise ValueError(f"There is no move {number} of {len(self.branches)}.")
        return replace(self, at=number)

    def back(self) -> Self:
        """Return the lines with the cursor one move earlier; unchanged at the start."""
        return self.to(self.path[-2] if len(self.path) > 1 else 0)

    def forward(self) -> Self:
        """Return the lines with the cursor one move further, in the line that was added first.

        The lines are unchanged at an end.
        """
        return self.to(next(iter(self.continuations), self.at))

    def last(self) -> Self:
        """Return the lines with the cursor at the end of the line that ``forward`` follows."""
        first: dict[int, int] = {}
        for number, branch in enumerate(self.branches, start=1):
            first.setdefault(branch.after, number)
        at = self.at
        while at in first:
            at = first[at]
        return self.to(at)


NO_LINES: Final = Lines()
