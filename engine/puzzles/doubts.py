"""Doubts about puzzles: tries that the computer found as good as the solution.

The bot keeps doubts in a small text file for those who run it; ``python -m tools.puzzles doubts``
lists them. The file has nothing about people. A line has the puzzle's id, the index of the move in
the solution, the move, and the number of times that it was tried::

    frisian-18828b 0 1-6 3
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from engine.puzzles.files import rewrite

FILE: Final = "puzzle-doubts.txt"
"""The name of the file, which the bot keeps beside its database."""


class Doubt(NamedTuple):
    """A doubt: a ``move`` at a ``step`` of a ``puzzle``, by its id, and how often it was tried."""

    puzzle: str
    step: int
    move: str
    times: int = 1


def read_doubts(file: Path) -> list[Doubt]:
    """Return the doubts in a file, the most frequent first; an empty list if there is no file.

    Lines that are no doubts are skipped. Raises OSError.
    """
    if not file.exists():
        return []
    found = []
    for line in file.read_text("utf-8", "replace").splitlines():
        puzzle, *words = line.split(" ")
        if len(words) == 3 and words[0].isdecimal() and words[2].isdecimal():
            step, move, count = words
            found.append(Doubt(puzzle, int(step), move.replace("_", " "), int(count)))
    return sorted(found, key=lambda doubt: -doubt.times)


def note_doubt(file: Path, doubt: Doubt) -> None:
    """Add a doubt to a file, or add its ``times`` to those in the file.

    Raises OSError, and then leaves the file as it was. Only one process at a time may write.
    """
    counts = {(one.puzzle, one.step, one.move): one.times for one in read_doubts(file)}
    key = (doubt.puzzle, doubt.step, doubt.move)
    counts[key] = counts.get(key, 0) + doubt.times
    lines = (
        f"{puzzle} {step} {move.replace(' ', '_')} {count}\n"
        for (puzzle, step, move), count in counts.items()
    )
    rewrite(file, "".join(lines))
