"""Runs the tests once under some conditions, and reads their results."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tools.hostile.conditions import CONDITIONS, Condition, Impossible, Run

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "hostile"

FAILED: Final = re.compile(
    r"^(?:\[gw\d+\] \[ *\d+%\] )?(?:FAILED|ERROR) (\S.*?)(?: - .*)? *$", re.MULTILINE
)
"""A failed test in pytest's output: in the summary, or in a worker's line, as a run that was cut
off has no summary."""
SUMMARY: Final = re.compile(r"^=+ (\d.*) in [\d.]+s.* =+$", re.MULTILINE)
"""The line with the counts; warnings follow it if objects are destroyed at the exit."""
COUNT: Final = re.compile(r"(\d+) (passed|failed|skipped|deselected|errors?)\b")

SELDOM: Final = 0.15
"""The chance of a slow condition in a mix."""

NOT_COPIED: Final = (".git", ".venv", "build", "__pycache__", ".*cache", ".hypothesis")


class Result(NamedTuple):
    """The result of a run."""

    seed: int
    conditions: dict[str, str]
    """The descriptions of the imposed conditions, by name."""
    left_out: dict[str, str]
    """The reasons of the impossible conditions, by name."""
    counts: Counter[str]
    failed: list[str]
    seconds: float

    @property
    def is_green(self) -> bool:
        """Whether at least one test passed, and none failed."""
        return not self.failed and self.counts["passed"] > 0


def mix(seed: int) -> list[Condition]:
    """Return conditions drawn by a seed: one of about every second kind, slow ones less often."""
    chance = Random(seed)
    kinds = dict.fromkeys(condition.kind for condition in CONDITIONS)
    drawn = []
    for kind in kinds:
        one = chance.choice([condition for condition in CONDITIONS if condition.kind == kind])
        if chance.random() < (SELDOM if one.slow else 0.5):
            drawn.append(one)
    return drawn


def run_once(
    seed: int, conditions: Sequence[Condition], tests: Sequence[str], processes: int, minutes: float
) -> Result:
    """Run the tests once under the conditions, and return the result.

    The scripts and logs of the run are kept in a folder below FOLDER. ``minutes`` is the most time
    for each command.
    """
    run, imposed, left_out = Run([*tests]), {}, {}
    for condition in conditions:
        try:
            imposed[condition.name] = condition.impose(run, Random(f"{seed} {condition.name}"))
        except Impossible as error:
            left_out[condition.name] = str(error)
    folder = FOLDER / f"{seed}-{'-'.join(imposed) or 'as-it-is'}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    begin = time.perf_counter()
    with tree_of(run) as tree, beside(run.busy):
        environment = environment_of(run, folder)
        parts = parts_of(run, Random(seed))
        for number, part in enumerate(parts):
            command = command_of(run, part, processes if len(parts) == 1 else 0)
            write_script(folder / f"{number}.sh", tree, environment, command, imposed)
            with (folder / f"{number}.log").open("wb") as log:
                execute(command, tree, environment, log.fileno(), minutes * 60)
    counts, failed = read_all(folder.glob("*.log"))
    seconds = time.perf_counter() - begin
    return Result(seed, imposed, left_out, counts, failed, seconds)


def parts_of(run: Run, chance: Random) -> list[list[str]]:
    """Return the tests for each process of pytest: all of them, or single random files."""
    if not run.files:
        return [run.tests]
    files = set()
    for test in run.tests:
        path = ROOT / test
        files |= {*path.rglob("test_*.py")} if path.is_dir() else {path}
    found = sorted(str(file.relative_to(ROOT)) for file in files)
    return [[file] for file in chance.sample(found, min(run.files, len(found)))]


def command_of(run: Run, tests: Sequence[str], processes: int) -> list[str]:
    """Return the command that runs tests, in ``processes`` workers (0: in one process)."""
    python = str(own_environment(run) / "bin" / "python") if run.python else sys.executable
    parallel = ["-n", str(processes), "--dist", "worksteal"] if processes else []
    return [*run.outer, python, "-m", "pytest", *parallel, "-v", "-rfE", *run.options, *tests]


def environment_of(run: Run, folder: Path) -> dict[str, str]:
    """Return the additional environment variables, and make the files they name in a folder."""
    environment = {"PYTHONDONTWRITEBYTECODE": ""} | run.environment
    if run.hidden:
        environment["PATH"] = str(hide(run.hidden, folder / "bin"))
    if run.preloaded:
        library = folder / "machine.so"
        source = Path(__file__).with_name("machine.c")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)  # noqa: S603, S607 - the compiler that is there
        environment["LD_PRELOAD"] = str(library)
    return environment


def hide(patterns: Sequence[str], folder: Path) -> Path:
    """Fill a folder with links to all programs on the PATH but those matching ``patterns``."""
    folder.mkdir(exist_ok=True)
    for place in map(Path, os.get_exec_path()):
        for program in place.glob("*"):
            link = folder / program.name
            if not any(fnmatch(program.name, pattern) for pattern in patterns):
                with contextlib.suppress(FileExistsError):
                    link.symlink_to(program)
    return folder


def own_environment(run: Run) -> Path:
    """Return the folder of the virtual environment for the run's own interpreter."""
    return FOLDER / run.python.strip("/").replace("/", "-")


@contextlib.contextmanager
def tree_of(run: Run) -> Iterator[Path]:
    """Provide the folder in which the tests run, and make an environment for their own Python."""
    if run.python:
        environment = own_environment(run)
        subprocess.run(  # noqa: S603 - as the environment of all else is made
            ["make", "--silent", f"VENV={environment}", f"PYTHON={run.python}",  # noqa: S607 - the system's
             f"{environment}/ready"], cwd=ROOT, check=False,
        )  # fmt: skip
    if not run.copied:
        yield ROOT
        return
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        tree = Path(folder) / run.copied
        shutil.copytree(ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED))
        (tree / ".venv").symlink_to(ROOT / ".venv")
        if run.compiled and (ROOT / "build" / "fast").exists():
            shutil.copytree(ROOT / "build" / "fast", tree / "build" / "fast")
        if run.owner is not None:
            for path in (tree, *tree.rglob("*")):
                os.chown(path, run.owner, run.owner, follow_symlinks=False)
        yield tree


@contextlib.contextmanager
def beside(busy: int) -> Iterator[None]:
    """Keep the first core busy with ``busy`` processes during the block."""
    command = ["taskset", "--cpu-list", "0", sys.executable, "-c", "while True: pass"]
    running = [subprocess.Popen(command) for _ in range(busy)]  # noqa: S603 - ours
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def write_script(
    file: Path,
    tree: Path,
    environment: dict[str, str],
    command: Sequence[str],
    imposed: dict[str, str],
) -> None:
    """Write a script that starts the tests in the same way again."""
    facts = [f"{name}: {how}" for name, how in imposed.items()]
    facts += [f"up for {time.clock_gettime(time.CLOCK_BOOTTIME)} s", f"started at {time.ctime()}"]
    settings = [f"{name}={value}" for name, value in environment.items()]
    lines = [*(f"# {fact}" for fact in facts), f"cd {shlex.quote(str(tree))}"]
    file.write_text(
        "\n".join([*lines, shlex.join(["exec", "env", *settings, *command])]) + "\n",
        encoding="utf-8",
    )


def execute(
    command: Sequence[str], tree: Path, environment: dict[str, str], log: int, seconds: float
) -> None:
    """Run a command for at most ``seconds``, then kill its session; write output to ``log``."""
    try:
        process = subprocess.Popen(  # noqa: S603 - ours
            command, cwd=tree, env=os.environ | environment, stdin=subprocess.DEVNULL,
            stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        os.write(log, str(error).encode())
        return
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.write(log, b"\nIt takes too long, and is ended.\n")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def read_all(logs: Iterable[Path]) -> tuple[Counter[str], list[str]]:
    """Return the numbers of tests by result and the failed tests, also from cut-off logs."""
    counts: Counter[str] = Counter()
    failed: list[str] = []
    for log in logs:
        text = log.read_text(encoding="utf-8", errors="replace")
        failed += dict.fromkeys(FAILED.findall(text))
        last = SUMMARY.findall(text)[-1:]
        found = [(what, int(count)) for line in last for count, what in COUNT.findall(line)]
        if not found:
            failed.append(f"all: see {log}")
        for what, count in found:
            counts[what.removesuffix("s")] += count
    return counts, failed
