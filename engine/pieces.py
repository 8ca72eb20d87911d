"""The kinds of pieces that a game declares: their names, and how they are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from engine.text import Text, counted

Shape = Literal[
    "disc", "small disc", "large disc", "stacked discs",
    "counter", "stacked counters", "octagon", "stacked octagons",
]  # fmt: skip
"""The bodies of pieces. Counters and octagons are flat, with room for a name above them."""

Symbol = Literal[
    "", "seat", "crown", "star", "chevrons", "diagonal cross", "upright cross", "ring", "square",
    "triangle", "two bars", "three bars", "two bands", "iron cross", "quarters", "double cross",
]  # fmt: skip
"""The engraving on a piece. ``"seat"`` is the symbol of its seat; ``""`` means the turned rings of
its seat's other pieces, if they have any.
"""

ColourSet = Literal["draughts", "black-first", "fortress", "camps", "map"]
"""The sets of colours that every theme has: white and black men on a chequered board, the same
where Black is the first seat, besiegers of a fortress, up to six colours on a board with camps,
and two alliances on a map."""


class Noun(NamedTuple):
    """A plain name of a piece, without its army or its cross.

    ``single`` is the name of one piece with its article: "a man".
    """

    one: str
    many: str
    single: Text
    context: str | None = None

    def named(self, count: int) -> Text:
        """Return the name of that many pieces: "a man", "2 men"."""
        if count == 1:
            return self.single
        return counted(self.one, self.many, count, _context=self.context)


MAN: Final = Noun("{count} man", "{count} men", Text("a man"))
KING: Final = Noun("{count} king", "{count} kings", Text("a king"))
PIECE: Final = Noun("{count} piece", "{count} pieces", Text("a piece"))
SOLDIER: Final = Noun("{count} soldier", "{count} soldiers", Text("a soldier"))


class PieceKind(NamedTuple):
    """A kind of piece: its name, counted (``"{count} man"``, ``"{count} men"``), and its look.

    ``becoming`` is the sentence about a piece of another kind that becomes one of this kind.
    ``context`` distinguishes names that other languages translate game by game; see
    ``kind_in_context``. ``noun`` is a plainer name, for texts in which that is enough.
    """

    one: str
    many: str
    shape: Shape = "disc"
    symbol: Symbol = ""
    becoming: Text | None = None
    context: str | None = None
    noun: Noun = PIECE

    def named(self, count: int) -> Text:
        """Return the name of that many pieces."""
        return counted(self.one, self.many, count, _context=self.context)


def kind_in_context(context: str, one: str, many: str, /, kind: PieceKind) -> PieceKind:
    """Return a kind like ``kind`` with another name, which is translated in ``context``."""
    return kind._replace(one=one, many=many, context=context)


_CROWNED: Final = Text("It becomes a king.")

MAN_AND_KING: Final[Mapping[str, PieceKind]] = MappingProxyType(
    {
        "man": PieceKind("{count} man", "{count} men", noun=MAN),
        "king": PieceKind(
            "{count} king", "{count} kings", "stacked discs", "crown", _CROWNED, noun=KING
        ),
    }
)
"""The kinds of most draughts games."""
