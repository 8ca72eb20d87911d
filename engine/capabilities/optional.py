"""Features that only some games have: claims, things to show, a goal, a race, secrets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from math import dist
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from engine.board import Board
from engine.text import Text
from engine.values import Move


class Claim(NamedTuple):
    """A claim open to a player: ``text`` is typed, ``label`` stands on its button."""

    text: str
    label: Text


class Claiming:
    """The claims and warnings of a position: none, by default."""

    def claims(self) -> tuple[Claim, ...]:
        """Return the claims open to the seat to move: on every turn, whether or not one is due."""
        return ()

    def explanation(self) -> Text | None:
        """Return an explanation of the claims for a first reader, or None."""
        return None

    def warning(self, move: Move) -> Text | None:
        """Return a warning to give before a legal move counts, or None."""
        return None

    def cause(self, move: Move, last: Move | None) -> Text | None:
        """Return the reason why a claim was right or a move lifted a piece, and the consequence.

        ``last`` is the move before it, or None if unknown. Return None for other moves.
        """
        return None


class Display:
    """Marks, views and news of a position besides its pieces: none, by default."""

    def zones(self) -> Iterable[tuple[int, int]]:
        """Return the points marked as a seat's own, such as its camp, each with that seat."""
        return ()

    def view(self, seat: int | None = None) -> frozenset[int] | None:
        """Return the points that a picture of a map shows to a seat, or None for all.

        Without ``seat`` it is the seat to move. Positions that show the same part return the same
        object: pictures are kept by it.
        """
        return None

    def news(self) -> tuple[Text, ...]:
        """Return sentences for everybody, beside whose turn it is: fights, claims, borders."""
        return ()


class GoalPoints(NamedTuple):
    """Points that seats want to fill with their pieces: a camp, a fortress.

    The subject of both texts is a move: ``entering`` tells how many pieces it brings in ("brings 2
    pieces into the camp"), ``nearing`` that a piece comes closer.
    """

    seats: tuple[frozenset[int], ...]
    entering: Callable[[int], Text]
    nearing: Text

    def points(self, seat: int) -> frozenset[int]:
        """Return the points that a seat wants to fill, none for a seat with another aim."""
        return self.seats[seat]

    def away(self, board: Board, seat: int, point: int) -> float:
        """Return how far a point is from the nearest of a seat's, in squares; 0 for no points."""
        here, xy = board.xy[point], board.xy
        return min((dist(here, xy[other]) for other in self.seats[seat]), default=0.0)


class Race(ABC):
    """A race of two from camp to camp: nothing is captured, and a turn moves one piece.

    ``homes`` are the camps where the seats begin, ``targets`` those that they have to fill. A set
    of points is an integer with the bit ``1 << point`` for each.
    """

    board: Board
    homes: tuple[int, ...]
    targets: tuple[int, ...]

    @abstractmethod
    def ends(self, seat: int, occupied: int, start: int) -> int:
        """Return the set of points that the piece of a seat on a point can reach in a turn.

        ``occupied`` is the set of points of all pieces.
        """

    @abstractmethod
    def text(self, seat: int, pieces: tuple[int, int]) -> str:
        """Return the position text of pieces by seat, with a seat to move and nothing before it."""


P_co = TypeVar("P_co", covariant=True)
"""The class of positions."""

S = TypeVar("S")
"""The class of states."""


class Secrets(ABC, Generic[P_co]):
    """The secrets of a position: what it hides from a seat, or from the public."""

    @abstractmethod
    def seen_by(self, seat: int | None) -> P_co:
        """Return the position as that seat may see it; None is the public."""


class Stateful(Protocol[S]):
    """A position that can be made again from its state, which holds secrets and set-ups too."""

    @property
    def state(self) -> S:
        """The state of the position."""
        ...

    def with_state(self, state: S) -> Self:
        """Return the position with another state."""
        ...
