"""The two passes: the first finds the tests that reach each place, the second those that fail."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final, TypeAlias

from tools.mutants import probe
from tools.mutants.places import Place, instrument, read

Row: TypeAlias = dict[str, Any]
"""A job (the tests to run for a mutant), or its result, as JSON."""

IMPORT: Final = 0
"""The number, in place of a test's, of places reached while modules were imported."""


@dataclass(frozen=True)
class Reached:
    """The notes of the first pass."""

    seconds: dict[str, float]
    """The processor seconds of each test that passed."""
    failing: list[str]
    """The tests that failed without a mutant, and judge none."""
    by: dict[int, set[str]]
    """The tests that reach each place."""
    imported: set[int]
    """The places that are reached by an import."""

    @classmethod
    def read(cls, notes: Path) -> Reached:
        """Read the notes of all processes in the folder ``notes``."""
        rows = [
            json.loads(row) for row in (notes / "tests").read_text(encoding="utf-8").splitlines()
        ]
        last = {row[1]: row for row in rows}
        failing = {name for name, row in last.items() if row[-1]}
        seconds = {name: row[2] for name, row in last.items() if name not in failing}
        names = {number: name for number, name, *_ in rows}
        by: dict[int, set[str]] = defaultdict(set)
        imported = set()
        with (notes / "reached").open(encoding="utf-8") as reached:
            pairs = [tuple(map(int, row.split())) for row in reached]
        for test, place in pairs:
            if test == IMPORT:
                imported.add(place)
            elif names.get(test) in seconds:
                by[place].add(names[test])
        return cls(seconds, sorted(failing), by, imported)

    def tests(self, number: int, place: Place) -> list[str]:
        """Return the tests to run for a mutant, the likeliest to notice it soon first.

        A place reached by a shared fixture is noted only for the first test that uses it, so the
        other tests of that file are run, too, after those that reach it. A place reached by an
        import is for all tests.
        """
        reaching = self.by.get(number, set())
        files = {file_of(name) for name in reaching}
        everywhere = number in self.imported
        able = [name for name in self.seconds if everywhere or file_of(name) in files]

        def order(name: str) -> tuple[float, ...]:
            keys = name not in reaching, distance(name, place)
            return *(reversed(keys) if everywhere else keys), self.seconds[name]

        return sorted(able, key=order)


def file_of(test: str) -> str:
    """Return the path in a test's id."""
    return test.split("::", maxsplit=1)[0]


def distance(test: str, place: Place) -> int:
    """Return the distance of a test's path from the one that mirrors a place's, in parts."""
    path = PurePosixPath(file_of(test))
    mirrored = (*path.parts[1:-1], path.stem.removeprefix("test_"))
    there = PurePosixPath(place.path).with_suffix("").parts
    common = 0
    for one, other in zip(mirrored, there, strict=False):
        if one != other:
            break
        common += 1
    return len(there) - common


def within(tests: Sequence[str], seconds: dict[str, float], cap: float) -> list[str]:
    """Return the first tests that fit into ``cap`` seconds together, at least one, file by file."""
    spent = 0.0
    chosen: list[str] = []
    for name in tests:
        if not chosen or spent + seconds[name] <= cap:
            chosen.append(name)
            spent += seconds[name]
    files = list(dict.fromkeys(file_of(name) for name in chosen))
    return sorted(chosen, key=lambda name: files.index(file_of(name)))


def copy(root: Path, target: Path, places: list[Place]) -> list[int]:
    """Copy a checkout, and instrument the copy with all places.

    Return the numbers of the places missing in the checkout.
    """
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607
        cwd=root, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        if (root / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, target / name)
    environment = root / ".venv"
    if environment.exists() and not (target / ".venv").exists():
        (target / ".venv").symlink_to(environment.resolve())
    shutil.copy2(probe.__file__, target / "mutants_probe.py")
    return instrument(target, places)


def run(target: Path, log: Path, *arguments: str, **variables: str) -> int:
    """Run pytest with the probe in a copy, with further variables; return its exit status."""
    environment = {name: text for name, text in os.environ.items() if "MUTANTS" not in name}
    with log.open("w", encoding="utf-8") as output:
        return subprocess.run(  # noqa: S603 - our own words
            [sys.executable, "-m", "pytest", "-p", "mutants_probe", "-p", "no:cacheprovider",
             "-q", "--tb=short", *arguments],
            cwd=target, env=environment | {"PYTHONDONTWRITEBYTECODE": ""} | variables,
            stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=False,
        ).returncode  # fmt: skip


def first_pass(folder: Path, jobs: int, paths: Sequence[str]) -> None:
    """Run all tests without a mutant, the failed ones twice; note the places that each reaches.

    The notes are complete once the folder ``first`` exists.
    """
    notes = folder / "noting"
    shutil.rmtree(notes, ignore_errors=True)
    notes.mkdir()
    workers = ["-n", str(jobs), "--dist", "worksteal"] if jobs > 1 else []
    run(folder / "copy", folder / "first.log", *workers, *paths, **{probe.NOTES: str(notes)})
    again = Reached.read(notes).failing
    if again:
        run(folder / "copy", folder / "again.log", *again, **{probe.NOTES: str(notes)})
    notes.rename(folder / "first")


class Judge:
    """Runs the tests for the mutants of a folder, and writes the results to the folder."""

    def __init__(self, folder: Path, jobs: int = 1) -> None:
        self.folder = folder
        self.jobs = jobs
        self.places = read(folder / "places")
        self.missing = {
            int(number) for number in (folder / "missing").read_text(encoding="utf-8").split()
        }
        self.reached = Reached.read(folder / "first")

    def results(self) -> dict[int, Row]:
        """Return the result of each mutant, without catches that could not be repeated."""
        doubtful = self._doubtful()
        rows = self._rows("results")
        return {row["place"]: row for row in rows if (row["place"], catcher(row)) not in doubtful}

    def tests(self, number: int) -> list[str]:
        """Return the tests that may judge a mutant, in order; none if no test reaches it."""
        doubtful = self._doubtful()
        tests = self.reached.tests(number, self.places[number])
        return [name for name in tests if (number, name) not in doubtful]

    def judge(self, cap: float) -> None:
        """Judge all mutants not judged yet, and those judged with fewer tests before.

        ``cap`` is the most seconds of tests for a mutant. Raises SystemExit if pytest fails.
        """
        known = self.results()
        jobs = []
        for number in range(len(self.places)):
            able = self.tests(number)
            tests = within(able, self.reached.seconds, cap)
            done = known.get(number, {"failures": [], "tests": 0})
            if number not in self.missing and not done["failures"] and done["tests"] < len(tests):
                jobs.append(self._job(number, tests, {"tests": len(tests), "of": len(able)}))
        self._run("results", jobs[::2] + jobs[1::2])

    def check(self) -> bool:
        """Check that each caught mutant is caught again by its test, which passes without it.

        Return whether all are; the others have to be judged again. Raises SystemExit if pytest
        fails.
        """
        checked = {(row["place"], row["by"]) for row in self._rows("checks")}
        caught = {(number, catcher(row)) for number, row in self.results().items()} - checked
        pairs = sorted(pair for pair in caught if "::" in pair[1])
        if not pairs:
            return True
        tests = sorted({name for _, name in pairs})
        jobs = [self._job(number, [name], {"by": name}) for number, name in pairs]
        control = self._job(probe.NONE, tests, {"by": ""}) | {"maxfail": 0}
        self._run("checks", [control, *jobs])
        return not self._doubtful().intersection(pairs)

    def _doubtful(self) -> set[tuple[int, str]]:
        """Return pairs of a mutant and a test that did not catch it again, or failed without it."""
        rows = self._rows("checks")
        failing = {
            name for row in rows if row["place"] == probe.NONE for name, _ in row["failures"]
        }
        return {
            (row["place"], row["by"])
            for row in rows
            if row["place"] != probe.NONE and (not row["failures"] or row["by"] in failing)
        }

    def _rows(self, name: str) -> list[Row]:
        file = self.folder / name
        return (
            [json.loads(row) for row in file.read_text(encoding="utf-8").splitlines()]
            if file.exists()
            else []
        )

    def _job(self, number: int, tests: list[str], about: Row) -> Row:
        """Return the job that runs tests for a mutant; ``about`` is copied into its result."""
        seconds = sum(self.reached.seconds[name] for name in tests)
        about["seconds"] = round(seconds, 1)
        return {"place": number, "tests": tests, "seconds": seconds, "maxfail": 1, "about": about}

    def _run(self, results: str, jobs: list[Row]) -> None:
        """Run jobs. Mutants reached by an import each get a session of their own."""
        apart = [job for job in jobs if job["place"] in self.reached.imported]
        together = [job for job in jobs if job not in apart]
        if self._session(results, results, together, self.jobs) < len(together):
            raise SystemExit(f"pytest has failed: {self.folder / results}.log")

        def run_apart(job: Row) -> None:
            number = job["place"]
            name = f"mutant-{number}"
            if not self._session(name, results, [job], 1, **{probe.ACTIVE: str(number)}):
                row = {"place": number, "failures": [["import", ""]], **job["about"]}
                with (self.folder / results).open("a") as file:
                    file.write(json.dumps(row) + "\n")

        with ThreadPoolExecutor(self.jobs) as threads:
            list(threads.map(run_apart, apart))

    def _session(
        self, name: str, results: str, jobs: list[Row], at_once: int, **variables: str
    ) -> int:
        """Run a pytest session for the mutants of some jobs; return the number of its results."""
        if not jobs:
            return 0
        plan, told = self.folder / f"{name}.json", self.folder / results
        before = len(self._rows(results))
        plan.write_text(
            json.dumps({"jobs": jobs, "at_once": at_once, "results": str(told)}), encoding="utf-8"
        )
        files = sorted({file_of(test) for job in jobs for test in job["tests"]})
        log = self.folder / f"{name}.log"
        run(self.folder / "copy", log, "-s", "-n0", *files, **{probe.PLAN: str(plan)}, **variables)
        plan.unlink()
        asked = {job["place"] for job in jobs}
        return sum(row["place"] in asked for row in self._rows(results)[before:])


def catcher(row: Row) -> str:
    """Return the first test that failed, or the other end of the tests; "" if all passed."""
    return str(row["failures"][0][0]) if row["failures"] else ""
