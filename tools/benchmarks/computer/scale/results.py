"""The results of series between players of a game, kept as tables of text.

A table has a file of its own, with a line for each pair of players and each side of the first. A
player is a level, ``1`` to ``8``, or the name of a program. ``earlier.tsv`` has the series that
were played before the sides were noted: pair by pair with points.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import engine

SERIES: Final = Path(__file__).parent / "series"
"""The folder of the tables."""

EARLIER: Final = Path(__file__).parent / "earlier.tsv"

TABLES: Final[Mapping[str, str]] = {
    **{name: name for name, game in engine.games.items() if len(game.start().seats) == 2},
    "halma-10": "halma size=10",
    "halma-8": "halma size=8",
    "allies-france-germany": "allies field=france-germany",
    "allies-russia-germany": "allies field=russia-germany",
    "allies-russia-austria": "allies field=russia-austria",
    "allies-west": "allies field=west",
}
"""The tables for two: the name of the file, and the game with the options that are not the usual
ones."""


@dataclass(slots=True)
class Tally:
    """Games of a player against another, as the player saw them."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many they are."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """The player's points, a draw being half of one."""
        return self.won + self.drawn / 2

    def add(self, points: float) -> None:
        """Count a game that gave the player ``points``."""
        self.won += points == 1
        self.lost += points == 0
        self.drawn += 0 < points < 1


class Meeting(NamedTuple):
    """Games between a pair, with the first player's points."""

    player: str
    other: str
    points: float
    games: int


def earlier(table: str) -> list[Meeting]:
    """Return the series at a table that were played before the sides were noted."""
    with EARLIER.open(newline="", encoding="utf-8") as file:
        return [
            Meeting(row["player"], row["other"], float(row["points"]), int(row["games"]))
            for row in csv.DictReader(file, delimiter="\t")
            if row["table"] == table
        ]


Key = tuple[str, str, str]
"""A player, the other, and the side of the first."""


@dataclass(slots=True)
class Series:
    """The results at a table, pair by pair and side by side."""

    name: str
    tallies: dict[Key, Tally] = field(default_factory=dict)

    @classmethod
    def read(cls, name: str) -> Series:
        """Return the results of a table so far."""
        path = SERIES / f"{name}.tsv"
        if not path.exists():
            return cls(name)
        with path.open(newline="", encoding="utf-8") as file:
            rows = csv.DictReader(file, delimiter="\t")
            return cls(
                name,
                {
                    (row["player"], row["other"], row["side"]): Tally(
                        int(row["won"]), int(row["drawn"]), int(row["lost"])
                    )
                    for row in rows
                },
            )

    def write(self) -> None:
        """Write them to the table's file, which is replaced as a whole."""
        lines = ["player\tother\tside\twon\tdrawn\tlost"]
        for key, tally in sorted(self.tallies.items()):
            lines.append("\t".join([*key, str(tally.won), str(tally.drawn), str(tally.lost)]))
        path = SERIES / f"{self.name}.tsv"
        new = path.with_suffix(".new")
        new.write_text("\n".join(lines) + "\n", encoding="utf-8")
        new.replace(path)

    def meetings(self) -> list[Meeting]:
        """Return all games at the table, including earlier series."""
        return earlier(self.name) + [
            Meeting(player, other, tally.points, tally.games)
            for (player, other, _side), tally in self.tallies.items()
        ]

    def games(self, player: str, other: str) -> int:
        """Return how many games a pair has played, including earlier series."""
        return sum(met.games for met in self.meetings() if met[:2] == (player, other))

    def add(self, player: str, other: str, side: str, points: float) -> None:
        """Count a game."""
        self.tallies.setdefault((player, other, side), Tally()).add(points)
