"""The scale as people see it: in the bot, and in ``RESULTS.md``."""

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
"""The figure of level 1 in every game."""

ROUNDED: Final = 50
"""The bot says figures in such steps: the next digit means nothing."""

CERTAIN: Final = 500
"""A figure that may be off by more, in 95 of 100 cases, is not said: it would mean nothing."""

SCALE: Final = Path(__file__).parents[4] / "engine/scale.py"
"""The module of the bot that has the figures."""

RESULTS: Final = Path(__file__).parents[1] / "RESULTS.md"
"""The text that has them with their errors."""


def figures(table: str) -> Mapping[str, Figure]:
    """Return the figures of a table's players."""
    return fit(Series.read(table).meetings(), ANCHOR, AT)


def shown(table: str) -> tuple[int, ...]:
    """Return the figures of a table's levels as the bot says them, from level 1 on.

    They end before the first level that has not been measured, not certainly enough, or not enough
    to stand above the one below it. None stands alone.
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
    """Yield the lines of a table for ``RESULTS.md``: each figure with its error."""
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
    """Yield table rows for ``RESULTS.md``: points between levels ``apart`` levels apart.

    The points are percentages of the higher level, with their interval and the number of games.
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
    """Return the first player's points of a hundred in these meetings; nothing for no game."""
    games = sum(met.games for met in meetings)
    if not games:
        return ""
    share = sum(met.points for met in meetings) / games
    return f"{100 * share:.0f} ({interval(share, games)}) of {games}"


def write() -> None:
    """Put the figures of all tables into the bot's module, and with their errors into the text."""
    entries = []
    for table, game in TABLES.items():
        if found := shown(table):
            entries.append(f'    "{game}": ({", ".join(map(str, found))}),\n')
    _replace(SCALE, r"(?<=\] = )\{.*?\}", f"{{\n{''.join(entries)}}}")
    for lines in map(list, (rows(), pair_rows(1), pair_rows(2))):
        heading = lines[0]
        _replace(RESULTS, rf"(?<=\n){re.escape(heading)}\n.*?(?=\n\n)", "\n".join(lines))


def _replace(path: Path, pattern: str, new: str) -> None:
    """Replace the one place in a file that has a pattern."""
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(pattern, lambda _: new, text, count=1, flags=re.DOTALL), "utf-8")
