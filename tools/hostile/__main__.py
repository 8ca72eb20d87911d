"""Run the tests under hostile conditions: ``python -m tools.hostile --runs 20``.

Each run has a mix of conditions drawn by its seed, or those that ``--only`` names; ``--list``
prints all conditions, and which are impossible on this machine. The commands of each run, as
scripts, and their output, in the order in which tests ended, are kept in ``build/hostile``. The
status is 1 if a run was not green, or if a condition named by ``--only`` was impossible.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from random import Random

from tools.hostile.conditions import CONDITIONS, Impossible, Run
from tools.hostile.running import Result, mix, run_once


def catalogue() -> str:
    """Return a line for each condition, with the reason if it is impossible on this machine."""
    lines = []
    for condition in CONDITIONS:
        try:
            told = condition.impose(Run([]), Random())
        except Impossible as error:
            told = f"NOT HERE: {error}"
        lines.append(f"{condition.name:<12} {told}")
    return "\n".join(lines)


def report(results: list[Result]) -> str:
    """Return a table of the runs, and the commands that repeat each failure."""
    lines = ["| seed | conditions | left out | passed | failed | errors | skipped | seconds |"]
    lines.append("|---" * 8 + "|")
    again = []
    for result in results:
        imposed, left_out = (
            "; ".join(f"{name} ({told})" for name, told in each.items()) or "none"
            for each in (result.conditions, result.left_out)
        )
        counts = [result.counts[key] for key in ("passed", "failed", "error", "skipped")]
        cells = [result.seed, imposed, left_out, *counts, f"{result.seconds:.0f}"]
        lines.append(f"| {' | '.join(map(str, cells))} |")
        if not result.is_green:
            names = ",".join(result.conditions)
            again += ["", f'make hostile ARGS="--seed {result.seed} --only {names} --tests ...":']
            again += [f"    {test}" for test in result.failed or ["none ran"]]
    return "\n".join([*lines, *again])


def main() -> None:
    """Run the tests as asked, and print the report."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--runs", type=int, default=1)
    arguments.add_argument("--seed", type=int, help="of the first run; each next one has the next")
    arguments.add_argument("--only", help="conditions, with commas between them")
    arguments.add_argument("--tests", nargs="+", default=["tests"])
    arguments.add_argument("--processes", type=int, default=(os.cpu_count() or 1) + 1)
    arguments.add_argument("--minutes", type=float, default=90, help="for each run at most")
    arguments.add_argument("--list", action="store_true")
    asked = arguments.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that child processes end, too
    if asked.list:
        print(catalogue())
        return
    known = {condition.name: condition for condition in CONDITIONS}
    named = None if asked.only is None else asked.only.split(",") if asked.only else []
    if unknown := {*(named or [])} - known.keys():
        arguments.error(f"there is no condition {', '.join(sorted(unknown))}")
    first = Random().randrange(10**6) if asked.seed is None else asked.seed
    results = []
    for seed in range(first, first + asked.runs):
        conditions = mix(seed) if named is None else [c for c in CONDITIONS if c.name in named]
        results.append(run_once(seed, conditions, asked.tests, asked.processes, asked.minutes))
        print(report(results[-1:]), flush=True)
    if asked.runs > 1:
        print(report(results))
    missed = named and any(result.left_out for result in results)
    sys.exit(bool(missed) or not all(result.is_green for result in results))


if __name__ == "__main__":
    main()
