"""The published scale: in the bot, and in ``RESULTS.md``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from engine.capabilities.thinking import LEVELS
from tools.benchmarks.computer.games import interval
from tools.benchmarks.computer.scale.fit import Figure, fit
from tools.benchmarks.computer.scale.players import PROGRAMS
from tools.benchmarks.computer.scale.results import TABLES, Meeting, Series

ANCHOR: Final = "1"
AT: Final = 800
"""The rating of level 1 in every game."""

ROUNDED: Final = 50
"""The bot rounds ratings to multiples of this: further digits would mean nothing."""

CERTAIN: Final = 500
"""The bot shows no rating with a larger error (95 %), because it would mean nothing."""

SCALE: Final = Path(__file__).parents[4] / "engine/scale.py"
"""The module with the ratings that the bot shows."""

RESULTS: Final = Path(__file__).parents[1] / "RESULTS.md"
"""The page with the ratings and their errors."""


def figures(table: str) -> Mapping[str, Figure]:
    """Return the ratings of a table's players."""
    return fit(Series.read(table).meetings(), ANCHOR, AT)


def shown(table: str) -> tuple[int, ...]:
    """Return the rounded ratings of a table's levels, from level 1 on.

    They end before the first level that is not measured, whose error is too large, or whose rating
    is not above that of the level below. There are at least two, or none.
    """
    found = figures(table)
    known: list[int] = []
    for level in map(str, LEVELS):
        if level not in found or found[level].error > CERTAIN:
            break
        figure = ROUNDED * round(found[level].value / ROUNDED)
        if known and figure <= known[-1]:
            break
        known.append(figure)
    return tuple(known) if len(known) > 1 else ()


def rows() -> Iterator[str]:
    """Yield the lines of a table for ``RESULTS.md``: each rating with its error."""
    columns = [*map(str, LEVELS), *PROGRAMS]
    yield f"| table | {' | '.join(columns)} |"
    yield "|---|" + "---|" * len(columns)
    for table in TABLES:
        found = figures(table)
        if found.keys() == {ANCHOR}:
            continue  # nothing was played
        cells = [
            f"{found[name].value:.0f} ± {found[name].error:.0f}"
            if name in found and name != ANCHOR
            else str(AT) * (name == ANCHOR)
            for name in columns
        ]
        yield f"| {table} | {' | '.join(cells)} |"


def pair_rows(apart: int) -> Iterator[str]:
    """Yield the lines of a table for ``RESULTS.md``: results between levels ``apart`` apart.

    Each is the higher level's percentage of points, its interval and the number of games.
    """
    pairs = [(str(level), str(level - apart)) for level in LEVELS if level > apart]
    yield f"| table | {' | '.join(f'{one} against {other}' for one, other in pairs)} |"
    yield "|---|" + "---|" * len(pairs)
    for table in TABLES:
        meetings = Series.read(table).meetings()
        cells = [_points([met for met in meetings if met[:2] == pair]) for pair in pairs]
        if any(cells):
            yield f"| {table} | {' | '.join(cells)} |"


def _points(meetings: Sequence[Meeting]) -> str:
    """Return the first player's percentage of points in meetings, as text; "" without games."""
    games = sum(met.games for met in meetings)
    if not games:
        return ""
    share = sum(met.points for met in meetings) / games
    return f"{100 * share:.0f} ({interval(share, games)}) of {games}"


def write() -> None:
    """Write the ratings of all tables to the bot's module, and with their errors to RESULTS.md."""
    entries = []
    for table, game in TABLES.items():
        if found := shown(table):
            entries.append(f'    "{game}": ({", ".join(map(str, found))}),\n')
    _replace(SCALE, r"(?<=\] = )\{.*?\}", f"{{\n{''.join(entries)}}}")
    for lines in map(list, (rows(), pair_rows(1), pair_rows(2))):
        heading = lines[0]
        _replace(RESULTS, rf"(?<=\n){re.escape(heading)}\n.*?(?=\n\n)", "\n".join(lines))


def _replace(path: Path, pattern: str, new: str) -> None:
    """Replace the first match of a pattern in a file."""
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(pattern, lambda _: new, text, count=1, flags=re.DOTALL), "utf-8")
