"""The map of Les Alliés: countries, armies and fortresses of 1914, and the fields to play on.

The printed board is lost; this one follows the borders of 1914. It is a checkerboard of 25 rows
(A to Y, from north to south) and 32 columns, laid over the map; ``GRID`` says what every cell
shows. Only dark cells of countries that take part are squares.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

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
margin outside the game."""

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
    """An army: its code for programs and players, its letter in the text of a position."""

    code: str
    letter: str
    name: Text
    zone: int
    alliance: int


ARMIES: Final = (
    Army("FR", "F", Text("French army"), WEST, ENTENTE),
    Army("IT", "I", Text("Italian army"), WEST, ENTENTE),
    Army("DW", "G", Text("German army of the West"), WEST, CENTRAL),
    Army("AW", "A", Text("Austrian army of the West"), WEST, CENTRAL),
    Army("RU", "R", Text("Russian army"), EAST, ENTENTE),
    Army("DE", "D", Text("German army of the East"), EAST, CENTRAL),
    Army("AE", "H", Text("Austrian army of the East"), EAST, CENTRAL),
)
CODES: Final = tuple(army.code for army in ARMIES)

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
"""Names by square. A fortress belongs to the country it lies in, and promotes its enemies."""


class Field(NamedTuple):
    """A part of the map to play on: its armies with their strength and countries, who begins."""

    armies: Mapping[str, tuple[int, str]]
    countries: str
    names: tuple[Text, ...]
    """The directors, seat by seat."""
    first: int
    """The alliance that begins, in a field for two."""
    fortresses: str = ""
    """The squares of those that promote; empty for all in these countries."""


FULL_BATTLE: Final = "battle"
DUEL: Final = "france-germany"
"""What two play who name no field."""

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
