"""Playing the series, one game at a time; each is saved before the next begins."""

from __future__ import annotations

from time import process_time

import engine
from engine.game import Position
from tools.benchmarks.computer.games import play, read_options, reason
from tools.benchmarks.computer.scale.players import player
from tools.benchmarks.computer.scale.results import TABLES, Series


def start(table: str) -> Position:
    """Return the starting position of a table."""
    name, *options = TABLES[table].split()
    return engine.games[name].start(2, **read_options(options))


def play_series(table: str, one: str, other: str, games: int) -> None:
    """Play until a pair has met ``games`` times; each player starts half of the games.

    Save and print each result. A game's number is the count of earlier games, so an interrupted
    series continues exactly where it stopped.
    """
    while (number := Series.read(table).games(one, other)) < games:
        began = process_time()
        position = start(table)
        seat = number % 2
        first, second = player(one, number), player(other, number)
        played = play([position], (first, second) if seat == 0 else (second, first))
        points = 0.5 if played.points is None else played.points[seat]
        series = Series.read(table)
        series.add(one, other, str(position.seats[seat].name), points)
        series.write()
        print(
            f"{table:22} {one}-{other} {number + 1:3}: {points:3}; {len(played.line)} turns, "
            f"{process_time() - began:.1f} s; {reason(played)}",
            flush=True,
        )
