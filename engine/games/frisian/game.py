"""Frisian draughts and Frysk!: the games."""

from __future__ import annotations

from typing import Final

from engine.game import Game
from engine.games.frisian import pages as frisian_pages
from engine.games.frisian.board import BITS, WHITE
from engine.games.frisian.counters import NOTHING_COUNTED
from engine.games.frisian.frisian_state import FrisianState
from engine.games.frisian.position import FrisianPosition, read_position
from engine.text import Text, in_context, joined
from engine.values import TWO_POINTS, OptionValue, Page, PdnType


class FrisianDraughts(Game):
    """Frisian draughts, and Frysk! with five men a side.

    10x10 board, twenty men a side. A man moves one square diagonally forward, a king any distance
    along its diagonals. Both capture in all eight directions, the king from afar; along rows and
    files the next square is the next dark one. Capturing is compulsory, and so is the capture that
    takes the most. A side that cannot move has lost.

    Source: a rule page "Frisian 10x10 checkers" (``frisian``), and the *Official Rules for Frisian
    Draughts (2011)* (``frisian-official``, ``frysk``), if ``official`` is set: captures are weighed
    by value, a king must capture rather than a man if both take as much, and beside men a king may
    make three moves in a row.

    No options: each choice of rules is a game of its own.
    """

    example = "32-28"

    def __init__(
        self,
        name: str,
        title: Text,
        tagline: Text,
        summary: Text,
        pages: tuple[Page, ...],
        *,
        first_words: Text,
        men: int,
        official: bool,
        pdn: PdnType,
        aliases: Text | None = None,
    ) -> None:
        self.name = name
        self.title = title
        self.tagline = tagline
        self.aliases = aliases
        self.first_words = first_words
        self.summary = summary
        self.pages = pages
        self.official = official
        self.pdn = pdn
        men_by_seat = (sum(BITS[-men:]), sum(BITS[:men]))
        self._first = FrisianState.of(WHITE, men_by_seat, (0, 0), NOTHING_COUNTED[official])

    def start(self, seats: int | None = None, **options: OptionValue) -> FrisianPosition:
        """Return the starting position: White, on the side of the high numbers, begins."""
        self.settle(seats, options)
        return FrisianPosition(self, self._first)

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> FrisianPosition:
        """Return the position written in the field's FEN, with the counters."""
        self.settle(seats, options)
        return FrisianPosition(self, *read_position(text, self.official))


_FIRST_MOVES: Final = Text(
    "A man steps diagonally forward, and captures by jumping over an enemy in all eight "
    "directions, straight ahead and sideways too."
)
_FIRST_CAPTURES: Final = Text("If you can capture you must, and you must take the most.")
_FIRST_VALUES: Final = Text(
    "If you can capture you must, and you must take what is worth most: a king counts a little "
    "less than two men."
)
_BOARD_AND_MOVES: Final = Text(
    "A man moves one square diagonally forward, a king any distance along its diagonals. All "
    "pieces capture forward, backward and sideways, along diagonals, rows and columns, by jumping "
    "over an enemy onto an empty dark square behind it; a king does so from afar. A capture goes "
    "on as long as it can, and the pieces are taken off at its end."
)
_NOTATION: Final = Text(
    "Type the squares of a move: `32-28`, or `32x23` for a capture, and more squares where "
    "several captures fit: `32x23x14`."
)
_OFFICIAL: Final = Text(
    "You must make the capture of the highest value, where a king counts a little less than two "
    "men, and make it with a king if you can choose. While you still have men, the same king may "
    "move three times in a row without capturing, no more. If you cannot move, you lose. It is a "
    "draw with one king against one, and when two kings have not beaten one in seven moves."
)
_MOST_PIECES: Final = Text(
    "You must make the capture that takes the most pieces. If you cannot move, you lose. It is a "
    "draw with one king against one, and when two kings have not beaten one in seven moves. House "
    "rules, so that games end: it is also a draw when a position stands for the third time, and "
    "after 25 moves by each side in which only kings moved and nothing was captured."
)
_FIVE_MEN: Final = Text("Frisian draughts with five men a side, each on its own first row.")

_PDN: Final = PdnType(40, "W,10,10,N2,0", TWO_POINTS)

GAMES: Final = (
    FrisianDraughts(
        "frisian",
        Text("Frisian draughts"),
        Text("Men and kings capture in all eight directions"),
        joined([_BOARD_AND_MOVES, _MOST_PIECES, _NOTATION]),
        frisian_pages.PAGES,
        first_words=joined([_FIRST_MOVES, _FIRST_CAPTURES]),
        men=20,
        official=False,
        pdn=_PDN._replace(usual=False),
        aliases=in_context("typed", "Frisian checkers, Friesian draughts, Friesian"),
    ),
    FrisianDraughts(
        "frisian-official",
        Text("Frisian draughts (official rules)"),
        Text("The same by the federation's rules: captures are weighed by their value"),
        joined([_BOARD_AND_MOVES, _OFFICIAL, _NOTATION]),
        frisian_pages.OFFICIAL_PAGES,
        first_words=joined([_FIRST_MOVES, _FIRST_VALUES]),
        men=20,
        official=True,
        pdn=_PDN,
    ),
    FrisianDraughts(
        "frysk",
        Text("Frysk!"),
        Text("Frisian draughts with five men a side: quick, and a good start"),
        joined([_FIVE_MEN, _BOARD_AND_MOVES, _OFFICIAL, _NOTATION]),
        frisian_pages.FRYSK_PAGES,
        first_words=joined([_FIRST_MOVES, _FIRST_VALUES]),
        men=5,
        official=True,
        pdn=_PDN._replace(usual=False, others=(97,)),
    ),
)
