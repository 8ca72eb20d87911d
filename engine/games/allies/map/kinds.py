"""What the pieces of Les Alliés are called, and how they are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.pieces import SOLDIER, Noun, PieceKind
from engine.text import Text

_PROMOTED: Final = Text("It becomes a General.")
_GENERAL: Final = Noun("{count} General", "{count} Generals", Text("a General"))

_KINDS: Final[Mapping[str, PieceKind]] = {
    "FR soldier": PieceKind(
        "{count} French soldier", "{count} French soldiers", "counter", "three bars"
    ),
    "FR general": PieceKind(
        "{count} French General", "{count} French Generals", "stacked counters", "three bars"
    ),
    "IT soldier": PieceKind(
        "{count} Italian soldier", "{count} Italian soldiers", "counter", "star"
    ),
    "IT general": PieceKind(
        "{count} Italian General", "{count} Italian Generals", "stacked counters", "star"
    ),
    "DW soldier": PieceKind(
        "{count} German soldier of the West",
        "{count} German soldiers of the West",
        "octagon",
        "iron cross",
    ),
    "DW general": PieceKind(
        "{count} German General of the West",
        "{count} German Generals of the West",
        "stacked octagons",
        "iron cross",
    ),
    "AW soldier": PieceKind(
        "{count} Austrian soldier of the West",
        "{count} Austrian soldiers of the West",
        "octagon",
        "two bands",
    ),
    "AW general": PieceKind(
        "{count} Austrian General of the West",
        "{count} Austrian Generals of the West",
        "stacked octagons",
        "two bands",
    ),
    "RU soldier": PieceKind(
        "{count} Russian soldier", "{count} Russian soldiers", "counter", "diagonal cross"
    ),
    "RU general": PieceKind(
        "{count} Russian General",
        "{count} Russian Generals",
        "stacked counters",
        "diagonal cross",
    ),
    "DE soldier": PieceKind(
        "{count} German soldier of the East",
        "{count} German soldiers of the East",
        "octagon",
        "quarters",
    ),
    "DE general": PieceKind(
        "{count} German General of the East",
        "{count} German Generals of the East",
        "stacked octagons",
        "quarters",
    ),
    "AE soldier": PieceKind(
        "{count} Austrian soldier of the East",
        "{count} Austrian soldiers of the East",
        "octagon",
        "double cross",
    ),
    "AE general": PieceKind(
        "{count} Austrian General of the East",
        "{count} Austrian Generals of the East",
        "stacked octagons",
        "double cross",
    ),
}

KINDS: Final[Mapping[str, PieceKind]] = MappingProxyType(
    {
        name: kind._replace(becoming=_PROMOTED, noun=_GENERAL)
        if name.endswith("general")
        else kind._replace(noun=SOLDIER)
        for name, kind in _KINDS.items()
    }
)
"""By the code of the army and the rank. The Entente's pieces are round, those of the Central
Powers have cut corners; a General is two of them, one upon the other."""
