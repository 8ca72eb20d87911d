"""The line of play: its positions, and the rule for one that occurs for the third time.

The positions of a stored match are read only when somebody asks for them. The seat to move and a
key for comparison are kept beside each position's text, so they are known without reading it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple, TypeVar, overload

from engine.game import Position
from engine.table.record import Event, Known
from engine.values import Move

THIRD_TIME = 3
"""A position that occurs this many times is a repetition."""

KEY_BYTES = 8
"""Bytes of the number by which positions are compared: as many as a database holds."""

P = TypeVar("P", bound=Position)


def after_repetition(position: P, move: Move, times: int) -> P:
    """Return a position with the rule for the third occurrence applied after the move to it.

    ``times`` is how often it has occurred in the line of play, this time included. Positions with
    the same ``Position.key`` count as the same. Moves that only set up pieces repeat nothing.
    """
    if times < THIRD_TIME or move.kind == "place" or position.outcome() is not None:
        return position
    return position.repeated()


def known_of(position: Position) -> Known:
    """Return the facts that are kept beside a position's text."""
    turn = position.turn if position.setup is None else None
    key = blake2b(repr(position.key).encode(), digest_size=KEY_BYTES).digest()
    return Known(turn, int.from_bytes(key, signed=True))


class LinePosition:
    """A position of a line, read only when somebody asks for it."""

    __slots__ = ("_known", "_position", "_read")

    def __init__(
        self,
        position: Position | None = None,
        *,
        known: Known | None = None,
        read: Callable[[], Position] | None = None,
    ) -> None:
        self._position = position
        self._known = known
        self._read = read

    @property
    def is_read(self) -> bool:
        """Whether the position is held already."""
        return self._position is not None

    @property
    def position(self) -> Position:
        """The position, which is held from now on. Raises ValueError if it cannot be read."""
        if self._position is None:
            self._position = self.read()
        return self._position

    def read(self) -> Position:
        """Return the position without holding it, since lines are long. Raises ValueError."""
        if self._position is not None:
            return self._position
        if self._read is None:
            raise ValueError("There is no text of that position.")
        return self._read()

    @property
    def turn(self) -> int | None:
        """The seat to move, None while pieces are set up."""
        return self._knowing.turn

    @property
    def key(self) -> int:
        """A number for comparison: positions with different keys are not the same."""
        return self._knowing.key

    @property
    def _knowing(self) -> Known:
        if self._known is None:
            self._known = known_of(self.read())
        return self._known


class Line(Sequence[Position]):
    """The positions of a match, in order; ``places`` gives them without reading them."""

    __slots__ = ("places",)

    def __init__(self, places: Iterable[LinePosition] = ()) -> None:
        self.places = tuple(places)

    @classmethod
    def of(cls, positions: Iterable[Position]) -> Line:
        """Return the line of these positions."""
        return cls(map(LinePosition, positions))

    def then(self, position: Position, known: Known) -> Line:
        """Return the line with one more position."""
        return Line((*self.places, LinePosition(position, known=known)))

    @overload
    def __getitem__(self, index: int) -> Position: ...

    @overload
    def __getitem__(self, index: slice) -> Line: ...

    def __getitem__(self, index: int | slice) -> Position | Line:
        if isinstance(index, slice):
            return Line(self.places[index])
        return self.places[index].position

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[Position]:
        return (place.read() for place in self.places)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        return len(self) == len(other) and all(
            mine is theirs or mine.read() == theirs.read()
            for mine, theirs in zip(self.places, other.places, strict=True)
        )

    def __hash__(self) -> int:
        return hash(len(self))

    def __repr__(self) -> str:
        return f"<line of {len(self)}>"


class Reached(NamedTuple):
    """An event of the line of play, and the position after it."""

    event: Event
    place: LinePosition
