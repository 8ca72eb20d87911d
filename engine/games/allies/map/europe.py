"""Europe in 1914: countries, armies with their pieces, fortresses, and the fields to play on.

The printed board is lost; this one follows the borders of 1914. It is a checkerboard of 25 rows (A
to Y, from north to south) and 32 columns, laid over the map; ``GRID`` has the contents of every
cell. Only dark cells of countries that take part are squares.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.pieces import SOLDIER, Noun, PieceKind
from engine.text import Text, in_context

ENTENTE: Final = 0
CENTRAL: Final = 1

WEST: Final = 0
EAST: Final = 1

ROWS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXY"
COLUMNS: Final = 32

GRID: Final = (
    "..EE.......xx..xxx.....RRRR_____",
    "..EE.......xx.xx........RRR_____",
    ".EEE.......GG.........DDRRR_____",
    "x.EE.......GGGGD.DDDDDDDRRR_____",
    "..EE.....GGGGGGDDDDDDDDDRRRR____",
    ".EEEE..NNGGGGGGDDDDDDRRRRRRRRRRR",
    ".EEEE..NNGGGGGGDDDDDDRRRRRRRRRRR",
    "EEEE.~NNGGGGGGGDDDDDDRRRRRRRRRRR",
    "..~.FBBBGGGGGGGDDDDDDRRRRRRRRRRR",
    "...~FFBBGGGGGGGDAAADDDRRHHHHRRRR",
    "..FFFFFBGGGGGGGAAAAAAAHHHHHHRRRR",
    "FFFFFFFFGGGGGGGAAAAAAAHHHHHHHRRR",
    "FFFFFFFFGGGGGGGGAAAAAHHHHHHHHRRR",
    ".FFFFFFFGGGGGGGGAAAAHHHHHHHHHMRR",
    ".FFFFFFFFSSGGGGAAAAAHHHHHHHHHMRR",
    ".FFFFFFFSSSAAAAAAAAHHHHHHHHHHMR.",
    ".FFFFFFFSSSSAAAAAAAHHHHHHHHHMMM.",
    ".FFFFFFFIIIIAAIIAAAAAHHHHHMMMMM.",
    "xFFFFFFFIIIIIII.AAAAHHHHHYMMMU..",
    "xxFFFFFFFIIIIII..AAHHHHYYYUUUU..",
    "xxxxF..FF...III...AHHHHYYYUUUTTT",
    "xxxxx.......IIII....HHYYYYUUUT.T",
    "xxx.......xx.IIII.....xxYYxx.xxx",
    "xx............IIIIII...xxx...xxx",
    "xx........xx.....IIII..xxx......",
)
"""A letter a cell: a country (``COUNTRIES``), ``N`` Holland, ``.`` sea, ``x`` and ``_`` land and
margin outside the game.
"""

HOLLAND: Final = "N"
SEA: Final = "."
SWITZERLAND: Final = "S"
BELGIUM: Final = "B"
NOBODY: Final = -1


class Country(NamedTuple):
    """A country: its zone, and the alliance it belongs to (``NOBODY`` for none)."""

    name: Text
    zone: int
    alliance: int


COUNTRIES: Final[Mapping[str, Country]] = {
    "F": Country(Text("France"), WEST, ENTENTE),
    "B": Country(Text("Belgium"), WEST, ENTENTE),
    "E": Country(Text("England"), WEST, ENTENTE),
    "I": Country(Text("Italy"), WEST, ENTENTE),
    "S": Country(Text("Switzerland"), WEST, NOBODY),
    "~": Country(Text("the Channel"), WEST, NOBODY),
    "G": Country(Text("western Germany"), WEST, CENTRAL),
    "A": Country(Text("western Austria"), WEST, CENTRAL),
    "D": Country(Text("eastern Germany"), EAST, CENTRAL),
    "H": Country(Text("Austria-Hungary"), EAST, CENTRAL),
    "U": Country(Text("Bulgaria"), EAST, CENTRAL),
    "T": Country(Text("Turkey"), EAST, CENTRAL),
    "R": Country(Text("Russia"), EAST, ENTENTE),
    "M": Country(Text("Romania"), EAST, ENTENTE),
    "Y": Country(Text("Serbia"), EAST, ENTENTE),
}


class Army(NamedTuple):
    """An army: its code for programs and players, its letter in the text of a position.

    ``sign`` is the character that looks most like the symbol on its pieces.
    """

    code: str
    letter: str
    name: Text
    zone: int
    alliance: int
    nation: Text
    sign: str


_FRENCH: Final = in_context("army", "French")
_ITALIAN: Final = in_context("army", "Italian")
_RUSSIAN: Final = in_context("army", "Russian")
_GERMAN: Final = in_context("army", "German")
_AUSTRIAN: Final = in_context("army", "Austrian")

ARMIES: Final = (
    Army("FR", "F", Text("French army"), WEST, ENTENTE, _FRENCH, "❙❙❙"),
    Army("IT", "I", Text("Italian army"), WEST, ENTENTE, _ITALIAN, "★"),
    Army("DW", "G", Text("German army of the West"), WEST, CENTRAL, _GERMAN, "✠"),
    Army("AW", "A", Text("Austrian army of the West"), WEST, CENTRAL, _AUSTRIAN, "="),
    Army("RU", "R", Text("Russian army"), EAST, ENTENTE, _RUSSIAN, "✕"),
    Army("DE", "D", Text("German army of the East"), EAST, CENTRAL, _GERMAN, "▚"),
    Army("AE", "H", Text("Austrian army of the East"), EAST, CENTRAL, _AUSTRIAN, "‡"),
)
CODES: Final = tuple(army.code for army in ARMIES)

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
"""Kinds by the code of the army and the rank. The Entente's pieces are round, those of the Central
Powers have cut corners; a General is two stacked pieces.
"""

FORTRESSES: Final[Mapping[str, Text]] = {
    "M7": in_context("fortress", "Verdun"),
    "P8": in_context("fortress", "Belfort"),
    "I7": in_context("fortress", "Antwerp"),
    "H4": in_context("fortress", "London"),
    "T12": in_context("fortress", "La Spezia"),
    "W15": in_context("fortress", "Rome"),
    "L10": in_context("fortress", "Metz"),
    "M11": in_context("fortress", "Strasbourg"),
    "P14": in_context("fortress", "Franzensfeste"),
    "T18": in_context("fortress", "Pola"),
    "C23": in_context("fortress", "Königsberg"),
    "F20": in_context("fortress", "Posen"),
    "L24": in_context("fortress", "Kraków"),
    "K27": in_context("fortress", "Przemyśl"),
    "U29": in_context("fortress", "Philippopolis"),
    "V30": in_context("fortress", "Adrianople"),
    "G23": in_context("fortress", "Novogeorgievsk"),
    "I31": in_context("fortress", "Kiev"),
    "R30": in_context("fortress", "Bucharest"),
    "U25": in_context("fortress", "Niš"),
}
"""Names of fortresses by square. A fortress belongs to its country, and promotes enemies."""


class Field(NamedTuple):
    """A part of the map to play on, with its armies."""

    armies: Mapping[str, tuple[int, str]]
    """By code, the number of an army's soldiers and the letters of its countries."""
    countries: str
    names: tuple[Text, ...]
    """The names of the directors, seat by seat."""
    first: int
    """The alliance that begins, in a field for two."""
    fortresses: str = ""
    """The squares of the promoting fortresses; empty for all in these countries."""


FULL_BATTLE: Final = "battle"
DUEL: Final = "france-germany"
"""The default field for two players."""

_WEST: Final = {"FR": (24, "FBE"), "IT": (12, "I"), "DW": (24, "G"), "AW": (12, "A")}
_EAST: Final = {"RU": (24, "RMY"), "DE": (12, "D"), "AE": (12, "HUT")}
_OF_WEST: Final = "FBEIS~GA"
_OF_EAST: Final = "RMYDHUT"
_ALLIANCES: Final = (Text("Entente"), Text("Central Powers"))

FIELDS: Final[Mapping[str, Field]] = {
    FULL_BATTLE: Field(
        _WEST | _EAST,
        _OF_WEST + _OF_EAST,
        (
            Text("Entente West"),
            Text("Central West"),
            Text("Entente East"),
            Text("Central East"),
        ),
        ENTENTE,
    ),
    "west": Field(_WEST, _OF_WEST, _ALLIANCES, ENTENTE),
    "east": Field(_EAST, _OF_EAST, _ALLIANCES, CENTRAL),
    DUEL: Field(
        {"FR": (12, "FB"), "DW": (12, "G")},
        "FBG",
        (in_context("seat", "France"), in_context("seat", "Germany")),
        ENTENTE,
        "L10 M11 M7 P8",
    ),
    "russia-germany": Field(
        {"RU": (12, "R"), "DE": (12, "D")},
        "RD",
        (in_context("seat", "Russia"), in_context("seat", "Germany")),
        CENTRAL,
        "C23 F20 G23",
    ),
    "russia-austria": Field(
        {"RU": (12, "R"), "AE": (12, "H")},
        "RH",
        (in_context("seat", "Russia"), in_context("seat", "Austria")),
        CENTRAL,
        "K27 I31",
    ),
}
