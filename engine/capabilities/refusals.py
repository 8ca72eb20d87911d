"""Refusals of moves: the reasons common to all games, and the order in which they are tried.

A reason that holds on any board comes before a reason of the present position, so that no answer
teaches something false: "there is a piece on 20 already" is said only of a piece that could go to
20.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.text import EXAMPLES, Text, Words, quoted, some
from engine.values import Move


class Refusals:
    """The refusals of illegal moves in one position; each game overrides its own reasons.

    A reason is None if it does not apply; otherwise it also names a right move. ``points`` are the
    typed points.
    """

    def __init__(
        self, names: Sequence[str], moves: Sequence[Move], write: Callable[[Move], str]
    ) -> None:
        self.names = names
        self.moves = moves
        self.write = write

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Return the reason why no legal move fits these points, with a right move."""
        reasons = self._reasons(points, suffix)
        return next((reason for reason in reasons if reason is not None), None) or self.otherwise(
            points, suffix
        )

    def _reasons(self, points: Sequence[int], suffix: str) -> Iterator[Text | None]:
        """Yield the reasons in their order."""
        yield self.not_now()
        yield self.not_own(points[0])
        yield self.not_chosen(points, suffix)
        yield self.never(points)
        yield self.not_this_time(points)
        yield self.in_the_way(points)
        yield self.capture_first(points)

    def not_now(self) -> Text | None:
        """Return the refusal that nothing can move: the game is over, or something comes first."""
        return None if self.moves else Text("You have no legal move.")

    def not_own(self, start: int) -> Text | None:
        """Return the refusal that the move starts without a piece of the seat to move."""
        return None

    def not_chosen(self, points: Sequence[int], suffix: str) -> Text | None:
        """Return the refusal of a choice with ``=``: there is none, or another one is right."""
        return None

    def never(self, points: Sequence[int]) -> Text | None:
        """Return the reason that bars the move on any board: its direction, its distance."""
        return None

    def not_this_time(self, points: Sequence[int]) -> Text | None:
        """Return the refusal from the course of the game: a closed border, a tired king."""
        return None

    def in_the_way(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that a piece blocks the way, or is missing where one must be."""
        return None

    def capture_first(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that a capture is compulsory, with the capture."""
        return None

    def otherwise(self, points: Sequence[int], suffix: str) -> Text:
        """Return the refusal if no other reason holds."""
        typed = "-".join(self.names[point] for point in points)
        return Text(
            "`{move}` is not legal: you can play {moves}.",
            move=Words(f"{typed}={quoted(suffix)}" if suffix else typed),
            moves=self.named(self.moves_of(points[0]) or self.moves),
        )

    # What would be right

    @property
    def any_move(self) -> str:
        """The text of a legal move."""
        return self.write(self.moves[0])

    def moves_of(self, start: int) -> list[Move]:
        """Return the moves of the piece on a point."""
        return [move for move in self.moves if move.path[0] == start]

    def ends_of(self, start: int) -> list[str]:
        """Return the names of the points that the piece on a point can go to."""
        return [self.names[move.path[-1]] for move in self.moves_of(start)]

    def named(self, moves: Iterable[Move]) -> str | Text:
        """Return moves as a phrase that names the first few. Raises IndexError for none."""
        texts: dict[str, None] = {}
        for move in moves:
            texts[f"`{self.shown(move)}`"] = None
            if len(texts) > EXAMPLES:
                break
        return some(list(texts))

    def shown(self, move: Move) -> str:
        """Return the text of a move as named in a refusal."""
        return self.write(move)
