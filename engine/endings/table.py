"""The endgame tables of a game, read when first needed.

A file begins with a line of JSON: by class (``KKM-K``, the side to move first) the start and length
of its values. They are compressed by LZMA, a byte a position: 0 if it is drawn, 255 if a limit may
draw it before it is won, else one more than the plies until the end. The side to move wins in an
odd number of plies, and loses in an even one. Positions with a capture are undefined, and classes
in which the side to move has fewer pieces are left out: their results follow from the positions
after the next move.

The number of a position in its class comes from the squares of each kind of pieces, numbered from
the row where men of the side to move become kings, in the combinatorial number system (D. H.
Lehmer). So it is computed without a search or a list.
"""

from __future__ import annotations

import json
import logging
from lzma import LZMADecompressor, LZMAError
from math import comb
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

FOLDER: Final = Path(__file__).parent / "tables"

DRAWN: Final = 0
"""The value of a drawn position."""

NOT_SURE: Final = 255
"""The value of a position that a limit may draw before it is won."""

_BITS: Final = 3
"""Number of bits for the number of pieces of a kind."""


def class_name(men: int, kings: int, enemy_men: int, enemy_kings: int) -> str:
    """Return the name of a class of endings: ``KKM-K``."""
    return f"{'K' * kings}{'M' * men}-{'K' * enemy_kings}{'M' * enemy_men}"


class EndgameTables:
    """The tables of a game for positions of at most ``pieces`` pieces.

    Pieces are sets of places. The rows in which men become kings have ``row`` squares each.
    """

    __slots__ = ("_begins", "_choose", "_file", "_loaded", "_ranks", "_sizes", "_where", "pieces")

    pieces: int
    _file: Path
    _begins: int
    """The start of the first table in the file, 0 before its first line is read."""
    _where: dict[str, list[int]]
    _loaded: dict[int, bytes]
    """The loaded tables, by class."""
    _ranks: list[list[int]]
    """The numbers of squares by place: by side to move, for own men, own kings, enemy men, enemy
    kings.
    """
    _choose: list[list[int]]
    """The binomial coefficients, by the lower number and the upper one."""
    _sizes: list[list[int]]
    """For men and for kings, by their number, the number of ways to place them."""

    def __init__(self, name: str, pieces: int, places: list[int], row: int) -> None:
        """Prepare the tables in the file of that ``name``, which is not read yet.

        ``places`` are those of the squares, row by row from the last row of side 0.
        """
        self.pieces = pieces
        self._file = FOLDER / f"{name}.bin"
        self._begins = 0
        self._where = {}
        self._loaded = {}
        squares = len(places)
        self._choose = [[comb(above, below) for above in range(squares)] for below in range(5)]
        self._sizes = [
            [comb(squares - row, count) for count in range(5)],
            [comb(squares, count) for count in range(5)],
        ]
        self._ranks = []
        for side in (0, 1):
            for first in (row, 0, 0, 0):  # own men, own kings, enemy men, enemy kings
                ranks = [0] * (max(places) + 1)
                for number, place in enumerate(places):
                    ranks[place] = (squares - 1 - number if side else number) - first
                self._ranks.append(ranks)

    def value(
        self, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int, layer: int = 0
    ) -> int:
        """Return the stored value of a position with ``side`` to move, and keep its class's table.

        A class may have several layers, for different states of a count. If the file cannot be
        read, an error is logged, and values of tables not loaded are ``NOT_SURE`` from then on.
        """
        counts = men.bit_count(), kings.bit_count(), enemy_men.bit_count(), enemy_kings.bit_count()
        code = ((counts[0] << _BITS | counts[1]) << _BITS | counts[2]) << _BITS | counts[3]
        code = code << _BITS | layer
        table = self._loaded.get(code)
        if table is None:
            if not self.pieces:
                return NOT_SURE
            try:
                table = self._load(f"{class_name(*counts)}{layer or ''}")
            except (OSError, LZMAError, ValueError, KeyError) as error:
                log.error("The endings of %s are not known: %r", self._file, error)
                self.pieces = 0
                return NOT_SURE
            self._loaded[code] = table
        first = 4 * side
        of_men, of_kings = self._sizes
        number = self._number(first, men, side)
        number = number * of_kings[counts[1]] + self._number(first + 1, kings, side)
        number = number * of_men[counts[2]] + self._number(first + 2, enemy_men, side)
        number = number * of_kings[counts[3]] + self._number(first + 3, enemy_kings, side)
        return table[number]

    def _number(self, kind: int, pieces: int, side: int) -> int:
        """Return the number of a placement of a kind of pieces."""
        ranks = self._ranks[kind]
        # Seen from the other side of the board, the last place is the first.
        order = pieces.bit_count() if side else 1
        step = -1 if side else 1
        number = 0
        while pieces:
            bit = pieces & -pieces
            pieces ^= bit
            number += self._choose[order][ranks[bit.bit_length() - 1]]
            order += step
        return number

    def _load(self, name: str) -> bytes:
        """Return the table of a class, or of a layer of it.

        Raises OSError, LZMAError, ValueError or KeyError if the file is missing or damaged.
        """
        with self._file.open("rb") as file:
            if not self._begins:
                self._where = json.loads(file.readline())
                self._begins = file.tell()
            start, length = self._where[name]
            file.seek(self._begins + start)
            return LZMADecompressor().decompress(file.read(length))
