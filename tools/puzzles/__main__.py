"""Make and verify puzzles: ``python -m tools.puzzles make GAME …``, ``… verify [GAME …]``.

``make`` adds puzzles to ``data/puzzles/GAME.txt`` until it has the number wanted: positions of
careless games in which the value jumps, if they hold. It continues where it was stopped: the file
has its seed and the number of games played, and is the same however often it was stopped.
``add FILE`` adds those puzzles of another file, such as puzzles found in matches, that hold.
``rate`` writes the ratings of all puzzles anew. ``doubts`` lists the members' tries that the bot
found as good as a solution. ``verify`` checks puzzles in full: the solution
can be played, nothing else is as good at twice the depth at which the solution is seen (in races:
no other move reaches the goal), and everything in the file about the puzzle is true.

New puzzles are verified in depth before they are added: every step is searched again, at least 20
times as long as when it was found. ``verify --deep`` does this for the puzzles in the files
that were changed since their verification, were verified with fewer nodes, or never. It writes the
day and the nodes beside each one that holds, so it can be stopped and goes on there. With
``--mend``, a puzzle that does not hold is mended (both moves are accepted, or its solution ends
sooner) or removed; ``make`` makes others.

The compiled engine does all this many times as fast: after ``make fast``, run this in
``build/fast`` with ``PYTHONPATH=../..`` and ``--folder ../../data/puzzles``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import partial
from multiprocessing.pool import Pool
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from engine.puzzles.doubts import FILE, read_doubts
from engine.puzzles.files import FOLDER, read, read_all
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.verifying import faults
from tools.puzzles.confirming import FEWEST, TIMES
from tools.puzzles.making import (
    adding,
    games,
    making,
    rate_anew,
    verified_anew,
    verified_puzzles_of,
)
from tools.puzzles.verdicts import deepening, due, verified

WANTED: Final = {"frisian": 120, "alliance": 80, "frysk": 60, "assaut": 50, "allies": 30}
USUAL: Final = 40
"""The number of puzzles wanted for a game that is not in ``WANTED``."""

_WIDTH: Final = 40

T = TypeVar("T")
R = TypeVar("R")


def at_least_one(text: str) -> int:
    """Return the number in an option's text. Raises ArgumentTypeError for other texts and 0."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text} is no number from 1 on")
    return int(text)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    tasks = parser.add_subparsers(dest="task", required=True)
    make = tasks.add_parser("make", help="make puzzles")
    make.add_argument("games", nargs="+", choices=games())
    make.add_argument("--count", type=int, help="so many a game")
    add = tasks.add_parser("add", help="add puzzles from another file, if they hold")
    add.add_argument("file", type=Path)
    tasks.add_parser("rate", help="write the ratings anew, after a change of the formula")
    doubts = tasks.add_parser("doubts", help="list the tries found as good as a solution")
    doubts.add_argument(
        "file", nargs="?", type=Path, default=Path(FILE), help="beside the database"
    )
    verify = tasks.add_parser("verify", help="verify puzzles")
    verify.add_argument("games", nargs="*", default=[])
    verify.add_argument("--sample", type=at_least_one, help="so many a game, chosen by the seed")
    verify.add_argument("--deep", action="store_true", help="in depth, what is not yet verified")
    verify.add_argument("--mend", action="store_true", help="mend or take out what does not hold")
    verify.add_argument("--times", type=int, default=TIMES, help="so many times the nodes")
    for task in (make, add, verify):
        nodes = "at least so many nodes a look"
        task.add_argument("--fewest", type=int, default=FEWEST, help=nodes)
    return parser.parse_args()


@contextmanager
def _cores(cores: int) -> Iterator[Pool | None]:
    """Provide a pool of ``cores`` processes, or None for one core."""
    if cores == 1:
        yield None
        return
    with Pool(cores) as pool:
        yield pool


def _mapped(pool: Pool | None, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
    """Yield the results of the tasks, in their order."""
    return map(work, tasks) if pool is None else pool.imap(work, tasks)


def _bar(name: str, done: int, whole: int, more: str) -> None:
    """Draw a bar that shows the progress."""
    filled = min(done, whole) * _WIDTH // max(whole, 1)
    end = "\r" if sys.stderr.isatty() else "\n"
    print(f"{name:18} [{'#' * filled:{_WIDTH}}] {done}/{whole} {more} ", end=end, file=sys.stderr)


def make(name: str, count: int, seed: int, folder: Path, *, cores: int, fewest: int) -> None:
    """Add puzzles to a game's file until it has ``count`` of them; show the progress."""
    with _cores(cores) as pool:
        mapped = partial(_mapped, pool, partial(verified_puzzles_of, name, seed, _today(), fewest))
        found = making(name, count, seed, folder, mapped)
        for puzzles, played in found:
            _bar(name, puzzles, count, f"in {played} games")
    print(file=sys.stderr)


def add(file: Path, seed: int, folder: Path, *, cores: int, fewest: int) -> None:
    """Add the new puzzles that hold from another file to the game's; show the progress.

    The file's name is the game's.
    """
    with _cores(cores) as pool:
        mapped = partial(_mapped, pool, partial(verified_anew, _today(), fewest))
        others = read(file)
        for puzzles, tried in adding(file.stem, seed, folder, others, mapped):
            _bar(file.stem, tried, len(others), f"tried, {puzzles} puzzles")
    print(file=sys.stderr)


def verify(names: list[str], sample: int | None, seed: int, folder: Path, cores: int) -> bool:
    """Check puzzles in full and print their faults. Return whether there are none."""
    chosen: list[Puzzle] = []
    for file in sorted(folder.glob("*.txt")):
        if not names or file.stem in names:
            puzzles = read(file)
            some = len(puzzles) if sample is None else min(sample, len(puzzles))
            chosen += Random(seed).sample(puzzles, some)
    good = True
    with _cores(cores) as pool:
        checked = zip(chosen, _mapped(pool, faults, chosen), strict=True)
        for done, (puzzle, wrong) in enumerate(checked, 1):
            for fault in wrong:
                good = False
                print(f"{puzzle.id}: {fault}")
            _bar("verify", done, len(chosen), "puzzles")
    print(file=sys.stderr)
    return good


def deepen(
    names: list[str], folder: Path, cores: int, times: int, fewest: int, *, mend: bool
) -> bool:
    """Verify puzzles in depth, and print those that do not hold. Return whether all hold."""
    good = True
    work = partial(verified, day=_today(), times=times, fewest=fewest)
    with _cores(cores) as pool:
        for file in sorted(folder.glob("*.txt")):
            if names and file.stem not in names:
                continue
            mapped, whole = partial(_mapped, pool, work), len(due(read(file), fewest))
            found = deepening(file, mapped, mending=mend, fewest=fewest)
            for done, (puzzle, verdict) in enumerate(found, 1):
                if verdict.fault:
                    good = False
                    print(f"{puzzle.id}: {verdict.fault}")
                _bar(file.stem, done, whole, "puzzles")
    print(file=sys.stderr)
    return good


def _today() -> date:
    return datetime.now(UTC).date()


def list_doubts(file: Path, folder: Path) -> None:
    """Print the tries that the bot found as good as a solution, the most frequent first."""
    known = {puzzle.id: puzzle for puzzles in read_all(folder).values() for puzzle in puzzles}
    found = read_doubts(file)
    if not found:
        print(f"{file} has no doubts. The bot keeps that file beside its database.")
    for doubt in found:
        puzzle, solution = known.get(doubt.puzzle), "not in the files"
        if puzzle is not None and doubt.step < len(puzzle.solution):
            solution = puzzle.solution[doubt.step]
        print(
            f"{doubt.times}x {doubt.puzzle}, move {doubt.step + 1}: {doubt.move} is as good as the "
            f"solution ({solution})"
        )


def main() -> None:
    """Run the task that the command line asks for."""
    asked = _arguments()
    if asked.task == "make":
        asked.folder.mkdir(parents=True, exist_ok=True)
        for name in asked.games:
            count = asked.count or WANTED.get(name, USUAL)
            make(name, count, asked.seed, asked.folder, cores=asked.cores, fewest=asked.fewest)
    elif asked.task == "add":
        add(asked.file, asked.seed, asked.folder, cores=asked.cores, fewest=asked.fewest)
    elif asked.task == "doubts":
        list_doubts(asked.file, asked.folder)
    elif asked.task == "rate":
        for file in sorted(asked.folder.glob("*.txt")):
            rate_anew(file)
    elif asked.deep or asked.mend:
        chosen = (asked.games, asked.folder, asked.cores, asked.times, asked.fewest)
        if not deepen(*chosen, mend=asked.mend):
            sys.exit(1)
    elif not verify(asked.games, asked.sample, asked.seed, asked.folder, asked.cores):
        sys.exit(1)


if __name__ == "__main__":
    main()
