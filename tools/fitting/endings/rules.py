"""The rules by which endings are solved, with squares as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

import engine
from engine.board import members
from engine.draughts.boards import DIAGONALLY_FORWARD
from engine.draughts.counting import BalanceUnchanged, Ending, KingsOnly
from engine.draughts.position import DraughtsPosition
from engine.games.frisian.board import BITS, BOARD, DIAGONALS, PLACES, SQUARES_A_ROW, WHITE
from engine.games.frisian.counters import IDLE_TURNS, NOTHING_COUNTED, TWO_KINGS_MOVES
from engine.games.frisian.state import FrisianState

Class = tuple[int, int, int, int]
"""The numbers of men and kings of the side to move, then of its enemy."""

Squares = NDArray[np.int16]
"""The square of each piece in each position; the first axis is the piece."""

Scores = NDArray[np.int16]

MOST: Final = 253
"""The most plies that fit into a byte beside the special values."""


def classes(pieces: int) -> Iterator[Class]:
    """Yield the classes of at most ``pieces`` pieces, each after the classes it leads to."""
    found = [
        (men, kings, enemy_men, enemy_kings)
        for men, kings, enemy_men, enemy_kings in product(range(pieces), repeat=4)
        if men + kings and enemy_men + enemy_kings
        if men + kings + enemy_men + enemy_kings <= pieces
    ]
    yield from sorted(found, key=lambda each: (sum(each), each[0] + each[2], each))


class Row(NamedTuple):
    """A limit on turns in a row without a capture or a new king.

    Moves of men restart the count if ``men_restart``.
    """

    turns: int
    men_restart: bool


class Rules(Protocol):
    """The rules of a game, with squares numbered in the order of their places."""

    places: list[int]
    number: dict[int, int]
    """The number of the square at each place."""
    squares: int
    row: int
    """The number of squares in the row on which men become kings."""
    man_rays: list[list[list[int]]]
    king_rays: list[list[list[int]]]
    """The lines on which a man of side 0, and a king, moves without a capture, by square."""
    tires: bool
    """Whether a king beside a man may make only a limited number of moves in a row."""

    def captures(
        self, men: int, kings: int, enemy_men: int, enemy_kings: int
    ) -> list[tuple[int, int, int, int]] | None:
        """Return the pieces of both sides, as bits of places, after each capture.

        Those of the side that then moves come first. Returns None if there is no capture and the
        game goes on, an empty list if it is drawn.
        """

    def caps(self, material: Class, squares: Squares) -> Scores:
        """Return the most plies of a win within the limits, for each position of a class."""

    def rows(self, material: Class) -> Iterable[Row]:
        """Return the limits that a move of the class can restart."""


class FrisianRules:
    """The rules of Frisian draughts, official or not."""

    def __init__(self, official: bool) -> None:
        self.tires = official
        self._nothing = NOTHING_COUNTED[official]
        self.places = [PLACES[bit] for bit in BITS]
        self.number = {place: number for number, place in enumerate(self.places)}
        self.squares = len(self.places)
        self.row = SQUARES_A_ROW
        rays = [[BOARD.ray(point, at) for at in DIAGONALS] for point in range(len(BOARD))]
        self.king_rays = [[list(ray) for ray in lines if ray] for lines in rays]
        forward = [DIAGONALS.index(direction) for direction in DIAGONALLY_FORWARD]
        self.man_rays = [[list(lines[at][:1]) for at in forward if lines[at]] for lines in rays]

    def captures(
        self, men: int, kings: int, enemy_men: int, enemy_kings: int
    ) -> list[tuple[int, int, int, int]] | None:
        """Return the pieces after each capture, None or an empty list: see `Rules`."""
        state = FrisianState.of(WHITE, (men, enemy_men), (kings, enemy_kings), self._nothing)
        found = state.tactical()
        if not found:
            return [] if state.over() else None
        after = [state.play(move) for move in found]
        return [
            (
                one.own & ~one.kings,
                one.own & one.kings,
                one.enemy & ~one.kings,
                one.enemy & one.kings,
            )
            for one in after
        ]

    def caps(self, material: Class, squares: Squares) -> Scores:
        """Return the most plies of a win, limited only for two kings against one."""
        cap = MOST
        if material == (0, 2, 0, 1):
            cap = 2 * TWO_KINGS_MOVES - 1
        elif material == (0, 1, 0, 2):
            cap = 2 * TWO_KINGS_MOVES
        return np.full(squares.shape[1], cap, np.int16)

    def rows(self, _material: Class) -> Iterator[Row]:
        """Yield the limit on turns of kings alone, which the official rules do not have."""
        if not self.tires:
            yield Row(IDLE_TURNS, men_restart=True)


class DraughtsRules:
    """The rules of a variant of draughts. Raises TypeError for other games."""

    tires = False

    def __init__(self, name: str) -> None:
        position = engine.games[name].start()
        if not isinstance(position, DraughtsPosition):
            raise TypeError(f"{name} is no variant of draughts.")
        self._state = position.state
        tables = self._tables = position.state.tables
        self._limits = position.limits
        self.places = sorted(tables.layout.points)
        self.number = {place: number for number, place in enumerate(self.places)}
        self.squares = len(self.places)
        self.row = tables.last_row[0].bit_count()
        self.king_rays = [
            [[self.number[bit.bit_length() - 1] for bit in line] for line in tables.king_steps[at]]
            for at in self.places
        ]
        self.man_rays = [
            [[self.number[end]] for end in tables.man_ends[0][place]] for place in self.places
        ]

    def captures(
        self, men: int, kings: int, enemy_men: int, enemy_kings: int
    ) -> list[tuple[int, int, int, int]] | None:
        """Return the pieces after each capture, None or an empty list: see `Rules`."""
        state = type(self._state)(self._tables, 0, men, kings, enemy_men, enemy_kings, 0)
        found = state.tactical()
        if not found:
            return [] if state.over() else None
        after = [state.play(move) for move in found]
        return [(one.men, one.kings, one.enemy_men, one.enemy_kings) for one in after]

    def caps(self, material: Class, squares: Squares) -> Scores:
        """Return the smallest limit on an ending or on kings alone, for each position."""
        men, kings, enemy_men, enemy_kings = material
        own, enemy = (men, kings), (enemy_men, enemy_kings)
        caps = np.full(squares.shape[1], MOST, np.int16)
        for limit in self._limits:
            condition = limit.condition
            if isinstance(condition, Ending):
                for stronger, weaker in ((own, enemy), (enemy, own)):
                    if (stronger, weaker) not in condition.balances:
                        continue
                    counts = np.ones(squares.shape[1], bool)
                    if condition.on is not None:
                        # The weaker side, if to move, may leave the squares, and then the limit
                        # does not count.
                        enemy_is_on = self._on(condition.on)[squares[sum(own)]]
                        counts = enemy_is_on if weaker is enemy else ~counts
                    caps[counts] = np.minimum(caps[counts], limit.turns)
            elif isinstance(condition, KingsOnly) and not men and not enemy_men:
                caps = np.minimum(caps, limit.turns)
        return caps

    def _on(self, points: int) -> NDArray[np.bool_]:
        """Return whether each square is among some points, which are given as bits."""
        places = self._tables.layout.of(members(points))
        return np.array([places >> place & 1 == 1 for place in self.places])

    def rows(self, material: Class) -> Iterator[Row]:
        """Yield the limits on turns of kings alone, and on turns without capture or new king."""
        for limit in self._limits:
            condition = limit.condition
            if isinstance(condition, KingsOnly):
                yield Row(limit.turns, men_restart=True)
            elif (
                isinstance(condition, BalanceUnchanged)
                and material[1]
                and material[3]
                and sum(material) in condition.pieces
            ):
                yield Row(limit.turns, men_restart=False)


def rules_of(name: str) -> Rules:
    """Return the rules of a game."""
    if isinstance(engine.games[name].start(), DraughtsPosition):
        return DraughtsRules(name)
    return FrisianRules(official=name != "frisian")
