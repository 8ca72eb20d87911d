"""The results of series between players of a game, stored as text files.

Each table has its own file, with a line for each pair of players and each side of the first. A
player is a level, ``1`` to ``8``, or the name of a program. ``earlier.tsv`` has the points of the
series that were played before sides were recorded, pair by pair.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import engine

SERIES: Final = Path(__file__).parent / "series"
"""The folder with the tables' files."""

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
"""The tables for two players: the game and its options other than the defaults, by file name."""


@dataclass(slots=True)
class Tally:
    """The results of a player against another, from the player's point of view."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """The player's points; a draw is half a point."""
        return self.won + self.drawn / 2

    def add(self, points: float) -> None:
        """Count a game in which the player got ``points``, from 0 to 1."""
        self.won += points == 1
        self.lost += points == 0
        self.drawn += 0 < points < 1


class Meeting(NamedTuple):
    """The games between a pair, with the points of the first."""

    player: str
    other: str
    points: float
    games: int


def earlier(table: str) -> list[Meeting]:
    """Return the series at a table that were played before sides were recorded."""
    with EARLIER.open(newline="", encoding="utf-8") as file:
        return [
            Meeting(row["player"], row["other"], float(row["points"]), int(row["games"]))
            for row in csv.DictReader(file, delimiter="\t")
            if row["table"] == table
        ]


Key = tuple[str, str, str]
"""A player, the other player, and the side of the first."""


@dataclass(slots=True)
class Series:
    """The results at a table, by pair and side."""

    name: str
    tallies: dict[Key, Tally] = field(default_factory=dict)

    @classmethod
    def read(cls, name: str) -> Series:
        """Return the results so far of the table ``name``."""
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
        """Write the results to the table's file, which is replaced as a whole."""
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
        """Count a game of ``player`` on ``side``, with that player's points."""
        self.tallies.setdefault((player, other, side), Tally()).add(points)
