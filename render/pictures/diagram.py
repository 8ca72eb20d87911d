"""Diagrams: the contents and the look of a picture, in one value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property, wraps
from typing import Final, Literal, ParamSpec, TypeVar

from engine.game import Position
from engine.text import ENGLISH, Text, Translator
from engine.values import Move, Piece
from render.pictures.arrows import Arrow
from render.pictures.trail import Way
from render.view.board_view import BoardView, view_of

P = ParamSpec("P")
T = TypeVar("T")

WHOLE_MAP: Final[Literal["all"]] = "all"
Region = Collection[int] | Literal["all"] | None
"""The points of a map to show, or ``WHOLE_MAP``; None means the front of a seat."""


@dataclass(frozen=True)
class Diagram:
    """A position with the turn that led to it, its marks, and the way it is viewed.

    Positions are drawn as they are: for a member who may not see all of one, pass the result of
    ``seen_by``.
    """

    position: Position
    moves: Sequence[Move] = ()
    """The moves of the turn that led to the position."""
    before: Position | None = None
    """The position in which the turn began. If it is None, the trail is drawn, but captured pieces
    are not, and the turn is not described.
    """
    marks: Sequence[Move] = ()
    """The legal moves to show."""
    ways: Sequence[Way] = ()
    """Moves to draw that were played in the position, or would have been better."""
    _: KW_ONLY
    arrows: Sequence[Arrow] = ()
    """Proposed moves."""
    state: Text | None = None
    """The first sentence of the description; None: it says whose turn it is."""
    blind: bool = False
    """Whether the picture and its description show no piece; the trail of the moves is still shown.
    Of a map, all fronts are shown then.
    """
    viewer: int = 0
    """The seat at the bottom of the picture."""
    size: int = 900
    """The length of the picture's longer side, in pixels."""
    theme: str = "wood"
    coordinates: bool = True
    """Whether numbers or names of squares are written; pieces are larger without them."""
    translator: Translator = ENGLISH
    region: Region = None
    """The points of a map to show, or ``WHOLE_MAP``. If a move crosses the region's edge, the whole
    map is shown; moves outside the region are left out.
    """
    front: int | None = None
    """The seat whose front of a map is shown, None for the seat to move: the part in its
    ``Display.view``, cut out around the pieces, with the moves played elsewhere below it. While no
    piece is visible, None means all fronts, one below the other.
    """
    quarter: int | None = None
    """The quarter of all fronts of a map to show, enlarged: 0 is the north-west, 1 the north-east,
    2 the south-west, 3 the south-east. None means no quarter.
    """

    def view(self, region: frozenset[int] | None = None, *, larger: float = 1) -> BoardView:
        """Return the view of the board, or of a region of it, ``larger`` times as large."""
        return view_of(
            self.position,
            round(self.size * larger),
            self.viewer,
            self.theme,
            region,
            coordinates=self.coordinates,
            translator=self.translator,
        )

    @cached_property
    def standing(self) -> Mapping[int, Piece]:
        """The painted pieces that stand on the board, by their points."""
        return {} if self.blind else dict(self.position.pieces())

    @cached_property
    def removed(self) -> Mapping[int, Piece]:
        """The pieces that the turn removed from the board, by the points on which they stood."""
        hidden = self.blind or self.before is None
        return {} if hidden else dict(_removed_pieces(self._played))

    @cached_property
    def seats(self) -> Sequence[int]:
        """The seat of each move; the seat to move if ``before`` is None."""
        if self.before is None:
            return [self.position.turn] * len(self.moves)
        return [position.turn for position, _ in self._played]

    @property
    def shown(self) -> tuple[Move, ...]:
        """The moves shown besides those of the turn: marks, ways and arrows."""
        return (*self.marks, *self.drawn)

    @property
    def drawn(self) -> tuple[Move, ...]:
        """The moves drawn as ways or arrows."""
        return (*(way.move for way in self.ways), *(arrow.move for arrow in self.arrows))

    @cached_property
    def _played(self) -> Sequence[tuple[Position, Move]]:
        """The moves, each with the position in which it was played; empty if that is unknown."""
        position, played = self.before, list[tuple[Position, Move]]()
        if position is None:
            return played
        for number, move in enumerate(self.moves):
            if number:
                position = position.play(self.moves[number - 1])
            played.append((position, move))
        return played


def _removed_pieces(played: Sequence[tuple[Position, Move]]) -> Iterator[tuple[int, Piece]]:
    """Yield the pieces that moves removed from the board, with the points to show them on."""
    for position, move in played:
        gone = move.captured + move.removed
        pieces = dict(position.pieces()) if gone else {}
        for point in gone:
            # A moved piece may itself be removed, at the point where its move ended.
            stood = move.path[0] if point == move.path[-1] and point not in pieces else point
            if stood in pieces:
                yield point, pieces[stood]


def _made_by(
    make: Callable[P, Diagram],
) -> Callable[[Callable[[Diagram], T]], Callable[P, T]]:
    def decorate(use: Callable[[Diagram], T]) -> Callable[P, T]:
        @wraps(use)
        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            return use(make(*args, **kwargs))

        return call

    return decorate


of_diagram = _made_by(Diagram)
"""Decorates a function of a diagram to be called with the fields of a ``Diagram`` instead."""
