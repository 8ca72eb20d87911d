"""Break the product in random places, one at a time: ``python -m tools.mutants FOLDER --seed 1``.

FOLDER keeps the list of places, a copy of the checkout, the tests that reach each place, and the
result of each mutant; the same command goes on where it was stopped. ``--places`` uses the list of
another folder, so that other tests judge the same mutants. ``--compare A B`` prints the mutants
that only the tests of one of two folders catch.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections import Counter, defaultdict
from pathlib import Path

from tools.mutants.judging import Judge, copy, first_pass
from tools.mutants.places import choose, read, write

ROOT = Path(__file__).parents[2]
OUTCOMES = "caught", "survived", "not caught within the cap", "never reached", "left out"
CAUGHT, SURVIVED, CAPPED, UNREACHED, LEFT_OUT = OUTCOMES


def outcomes(judge: Judge) -> dict[int, str]:
    """Return the outcome of each mutant judged so far, by number."""
    told = {}
    results = judge.results()
    for number in range(len(judge.places)):
        row = results.get(number)
        if number in judge.missing:
            told[number] = LEFT_OUT
        elif row is not None:
            whole = row["tests"] == row["of"]
            told[number] = CAUGHT if row["failures"] else SURVIVED if whole else CAPPED
        elif not judge.tests(number):
            told[number] = UNREACHED
    return told


def report(judge: Judge) -> None:
    """Print the outcomes by room, the mutants not caught, and the tests that fail without one."""
    told = outcomes(judge)
    rooms: dict[str, Counter[str]] = defaultdict(Counter)
    for number, outcome in told.items():
        for room in (judge.places[number].room, "all"):
            rooms[room][outcome] += 1
    for room, counts in sorted(rooms.items(), key=lambda item: item[0] == "all"):
        parts = (f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome])
        print(f"{room}: {', '.join(parts)}")
    for outcome in OUTCOMES[1:]:
        for number, other in told.items():
            if other == outcome:
                print(f"{outcome}: {judge.places[number]}")
    for name in judge.reached.failing:
        print(f"fails with no mutant: {name}")


def compare(one: Judge, other: Judge) -> int:
    """Print the mutants that the tests of ``one`` catch and those of ``other`` do not.

    Return their number.
    """
    told, others = ({str(j.places[n]): o for n, o in outcomes(j).items()} for j in (one, other))
    lost = [place for place in told if told[place] == CAUGHT != others.get(place)]
    for place in lost:
        print(f"caught in {one.folder} alone, {others.get(place, 'not judged')}: {place}")
    return len(lost)


def main() -> None:
    """Choose places, run the tests, judge the mutants and report, or compare two folders."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path, nargs="?")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--count", type=int, default=100)
    arguments.add_argument("--places", type=Path, help="a list of places, instead of a seed")
    arguments.add_argument("--root", type=Path, default=ROOT, help="the checkout")
    arguments.add_argument("--jobs", type=int, default=2, help="at a time")
    arguments.add_argument("--cap", type=float, default=60, help="seconds of tests for a mutant")
    arguments.add_argument("--tests", nargs="*", default=[], help="paths, if not all tests")
    arguments.add_argument("--compare", type=Path, nargs=2, metavar=("A", "B"))
    asked = arguments.parse_args()
    if asked.compare:
        one, other = map(Judge, asked.compare)
        compare(other, one)
        sys.exit(bool(compare(one, other)))
    folder: Path = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "places").exists():
        given = asked.places
        write(
            read(given) if given else choose(asked.root, asked.seed, asked.count), folder / "places"
        )
    if not (folder / "missing").exists():
        shutil.rmtree(folder / "copy", ignore_errors=True)
        missing = copy(asked.root.resolve(), folder / "copy", read(folder / "places"))
        (folder / "missing").write_text(
            "".join(f"{number}\n" for number in missing), encoding="utf-8"
        )
    if not (folder / "first").exists():
        first_pass(folder, asked.jobs, asked.tests)
    judge = Judge(folder, asked.jobs)
    judge.judge(asked.cap)
    while not judge.check():
        judge.judge(asked.cap)
    report(judge)


if __name__ == "__main__":
    main()
