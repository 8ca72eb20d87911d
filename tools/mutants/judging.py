"""The two passes: which tests reach which place, and which of those notice the mutant."""

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
from typing import Any, Final

from tools.mutants import probe
from tools.mutants.places import Place, instrument, read

IMPORT: Final = 0
"""The number of no test: a place was reached while modules were imported."""


@dataclass(frozen=True)
class Reached:
    """What the first pass has noted."""

    seconds: dict[str, float]
    """How long the processor worked for each test that passed."""
    failing: list[str]
    """The tests that failed with no mutant: they judge none."""
    by: dict[int, set[str]]
    """The tests that reach each place."""
    imported: set[int]
    """The places that are reached by an import."""

    @classmethod
    def read(cls, notes: Path) -> Reached:
        """Read the notes of all processes."""
        rows = [
            json.loads(row) for row in (notes / "tests").read_text(encoding="utf-8").splitlines()
        ]
        last = {row[1]: row for row in rows}
        failing = {name for name, row in last.items() if row[-1]}
        seconds = {name: row[2] for name, row in last.items() if name not in failing}
        names = {number: name for number, name, *_ in rows}
        by: dict[int, set[str]] = defaultdict(set)
        imported = set()
        for test, place in (map(int, row.split()) for row in (notes / "reached").open()):
            if test == IMPORT:
                imported.add(place)
            elif names.get(test) in seconds:
                by[place].add(names[test])
        return cls(seconds, sorted(failing), by, imported)

    def tests(self, number: int, place: Place) -> list[str]:
        """Return the tests to run for a mutant, those first that are likely to notice it soon.

        What a shared fixture reaches is noted for the first test alone, so that the others of its
        file come after those that reach it; what an import reaches is for all tests.
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
    """Return the file of a test."""
    return test.split("::", maxsplit=1)[0]


def distance(test: str, place: Place) -> int:
    """Return how far a test is from the place in the tree, which tests mirror."""
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
    """Return the first tests that take so long together, file by file; at least one."""
    spent = 0.0
    chosen: list[str] = []
    for name in tests:
        if not chosen or spent + seconds[name] <= cap:
            chosen.append(name)
            spent += seconds[name]
    files = list(dict.fromkeys(file_of(name) for name in chosen))
    return sorted(chosen, key=lambda name: files.index(file_of(name)))


def copy(root: Path, target: Path, places: list[Place]) -> list[int]:
    """Copy a checkout with all places in it; return the numbers of places that it does not have."""
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
    """Run pytest in the copy; return its status."""
    environment = {name: text for name, text in os.environ.items() if "MUTANTS" not in name}
    with log.open("w", encoding="utf-8") as output:
        return subprocess.run(  # noqa: S603 - our own words
            [sys.executable, "-m", "pytest", "-p", "mutants_probe", "-p", "no:cacheprovider",
             "-q", "--tb=short", *arguments],
            cwd=target, env=environment | {"PYTHONDONTWRITEBYTECODE": ""} | variables,
            stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=False,
        ).returncode  # fmt: skip


def first_pass(folder: Path, jobs: int, paths: Sequence[str]) -> None:
    """Run all tests with no mutant, those that fail once more, and note who reaches what."""
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
    """Runs the tests for the mutants of a folder, and keeps what comes of it there."""

    def __init__(self, folder: Path, jobs: int = 1) -> None:
        self.folder = folder
        self.jobs = jobs
        self.places = read(folder / "places")
        self.missing = {
            int(number) for number in (folder / "missing").read_text(encoding="utf-8").split()
        }
        self.reached = Reached.read(folder / "first")
        self._unsteady = folder / "unsteady"
        if self._unsteady.exists():
            for name in self._unsteady.read_text(encoding="utf-8").splitlines():
                self.reached.seconds.pop(name, None)

    def results(self) -> dict[int, dict[str, Any]]:
        """Return what is known of each mutant; what an unsteady test said does not count."""
        file = self.folder / "results"
        rows = [json.loads(row) for row in file.open()] if file.exists() else []
        return {
            row["place"]: row
            for row in rows
            if all("::" not in by or by in self.reached.seconds for by, _ in row["failures"])
        }

    def job(self, number: int, cap: float) -> dict[str, Any]:
        """Return the order to run a mutant's tests."""
        all_tests = self.reached.tests(number, self.places[number])
        tests = within(all_tests, self.reached.seconds, cap)
        seconds = sum(self.reached.seconds[name] for name in tests)
        about = {"tests": len(tests), "of": len(all_tests), "seconds": round(seconds, 1)}
        return {"place": number, "tests": tests, "seconds": seconds, "maxfail": 1, "about": about}

    def judge(self, cap: float) -> None:
        """Judge all mutants that are not yet, and those again that were for less time."""
        known = self.results()
        jobs = []
        for number, place in enumerate(self.places):
            done = known.get(number)
            if number in self.missing or not self.reached.tests(number, place):
                continue
            job = self.job(number, cap)
            if done is None or (not done["failures"] and done["tests"] < job["about"]["tests"]):
                jobs.append(job)
        imported = [job for job in jobs if job["place"] in self.reached.imported]
        others = [job for job in jobs if job not in imported]
        if len(self._session("session", others[::2] + others[1::2], self.jobs)) < len(others):
            raise SystemExit(f"The session has failed: {self.folder / 'session.log'}")
        with ThreadPoolExecutor(self.jobs) as threads:
            list(threads.map(self._imported, imported))

    def check(self) -> bool:
        """Run the tests that noticed a mutant without one; whether all pass, as they should."""
        caught = {by for row in self.results().values() for by, _ in row["failures"] if "::" in by}
        if not caught:
            return True
        seconds = sum(self.reached.seconds[name] for name in caught)
        job = {"place": probe.NONE, "tests": sorted(caught), "seconds": seconds, "maxfail": 0}
        rows = self._session("check", [job | {"about": {}}], 1)
        failed = {by for row in rows for by, _ in row["failures"] if "::" in by}
        with self._unsteady.open("a") as file:
            for name in sorted(failed):
                file.write(f"{name}\n")
                del self.reached.seconds[name]
        return not failed

    def _imported(self, job: dict[str, Any]) -> None:
        """Judge a mutant that is already there when the product is imported."""
        number = job["place"]
        if not self._session(f"mutant-{number}", [job], 1, **{probe.ACTIVE: str(number)}):
            row = {"place": number, "failures": [["import", ""]], **job["about"]}
            with (self.folder / "results").open("a") as file:
                file.write(json.dumps(row) + "\n")

    def _session(
        self, name: str, jobs: list[dict[str, Any]], at_once: int, **variables: str
    ) -> list[dict[str, Any]]:
        """Run a session of pytest for these mutants; return what came of each that was judged."""
        if not jobs:
            return []
        plan = self.folder / f"{name}.json"
        told = self.folder / ("checks" if name == "check" else "results")
        told.touch()
        before = len(told.read_text(encoding="utf-8").splitlines())
        plan.write_text(
            json.dumps({"jobs": jobs, "at_once": at_once, "results": str(told)}), encoding="utf-8"
        )
        files = sorted({file_of(test) for job in jobs for test in job["tests"]})
        run(
            self.folder / "copy",
            self.folder / f"{name}.log",
            "-s",
            "-n",
            "0",
            *files,
            **{probe.PLAN: str(plan)},
            **variables,
        )
        plan.unlink()
        rows = [json.loads(row) for row in told.read_text(encoding="utf-8").splitlines()[before:]]
        return [row for row in rows if row["place"] in {job["place"] for job in jobs}]
