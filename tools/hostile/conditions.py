"""The ways in which a machine can differ, each a named condition."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from tests.loopback.rest import SLOW
from tests.nightly import OTHER_EXAMPLES
from tests.patience import LATE
from tests.postgres import NOBODY
from tools.hostile import shuffling

ODD_ZONES: Final = (
    "Africa/Casablanca", "Africa/Monrovia", "America/Nuuk", "America/St_Johns", "Asia/Kathmandu",
    "Asia/Tehran", "Australia/Eucla", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham",
    "Pacific/Kiritimati", "Pacific/Marquesas", "Pacific/Niue",
)  # fmt: skip

CHANGING_ZONES: Final = (
    "Africa/Cairo", "America/Havana", "America/Nuuk", "America/Santiago", "America/St_Johns",
    "Asia/Beirut", "Australia/Lord_Howe", "Europe/Amsterdam", "Europe/London", "Pacific/Chatham",
)  # fmt: skip
"""Time zones with summer time: some change at midnight, one by half an hour."""

ODD_MOMENTS: Final = (
    datetime(2028, 2, 29, tzinfo=UTC),
    datetime(2028, 2, 29, 23, 59, 30, tzinfo=UTC),
    datetime(2027, 12, 31, 23, 59, tzinfo=UTC),
    datetime(2038, 1, 19, 3, 14, 7, tzinfo=UTC),  # seconds need more than 31 bits
)

ZONES: Final = Path("/usr/share/zoneinfo")
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - only a mount point here


class Impossible(Exception):
    """A condition is impossible on this machine, for the reason in its message."""


@dataclass
class Run:
    """The way in which the tests are started."""

    tests: list[str]
    outer: list[str] = field(default_factory=list)
    """The words of wrapper commands before the command of the tests, outermost first."""
    environment: dict[str, str] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)
    """Further options of pytest."""
    files: int = 0
    """The most files of tests to run, each in a process of its own; 0 for all in one run."""
    busy: int = 0
    """The number of processes that keep a core busy beside the tests."""
    hidden: list[str] = field(default_factory=list)
    """Patterns of the names of programs to hide from the tests."""
    preloaded: bool = False
    """Whether ``machine.c`` is compiled and loaded."""
    copied: str = ""
    """The name of the folder with a copy of the tree in which the tests run; "" for no copy."""
    owner: int | None = None
    """The id of the user who owns the copy, if changed."""
    compiled: bool = True
    """Whether the copy has the engine compiled by `make fast`."""
    python: str = ""
    """The interpreter, if it differs from the environment's, else ""."""


class Condition(NamedTuple):
    """A property of a machine under which tests are run."""

    name: str
    kind: str
    """The kind of the condition; a run has at most one of each."""
    impose: Callable[[Run, Random], str]
    """Changes a run, and returns a description of the change. Raises Impossible."""
    slow: bool = False
    """Whether a run takes several times as long under the condition."""


def need(*programs: str, root: bool = False) -> None:
    """Raise Impossible if one of these programs is missing or, if ``root``, this is not root."""
    if root and os.geteuid():
        raise Impossible("only root can do that")
    for program in programs:
        if shutil.which(program) is None:
            raise Impossible(f"there is no {program}")


def try_out(*command: str) -> None:
    """Raise Impossible unless a command succeeds."""
    done = subprocess.run(  # noqa: S603 - the commands are our own
        command,
        check=False,
        stdout=subprocess.DEVNULL,  # a file of ours, which not every locale can read
        stderr=subprocess.PIPE,
        text=True,
        errors="backslashreplace",
    )
    if done.returncode:
        raise Impossible(done.stderr.strip().splitlines()[-1] if done.stderr else "it fails")


def clock(run: Run, chance: Random) -> str:
    """Shift the monotonic clock: to right after a boot, before a power of two, or any late time."""
    need("unshare", root=True)
    reading = chance.choice([
        chance.randint(1, 60), chance.randint(60, 2100), 2 ** chance.randint(12, 24) - 60,
        chance.randint(10_000, 10_000_000),
    ])  # fmt: skip
    offset = str(int(reading - time.clock_gettime(time.CLOCK_BOOTTIME)))
    command = ["unshare", "--time", "--fork", "--kill-child", "--monotonic", offset]
    command += ["--boottime", offset]
    try_out(*command, "true")
    run.outer += command
    return f"begins at {reading} s"


def shuffled(run: Run, chance: Random) -> str:
    seed = str(chance.randrange(10**6))
    run.environment[shuffling.SEED] = seed
    run.options += ["-p", shuffling.__name__]
    return f"by {seed}"


def alone(run: Run, _: Random) -> str:
    run.files = 40
    return f"each of {run.files} files, or of all there are"


def hashes(run: Run, chance: Random) -> str:
    run.environment["PYTHONHASHSEED"] = seed = str(chance.randrange(2**32))
    return seed


def examples(run: Run, chance: Random) -> str:
    seed = str(chance.randrange(2**32))
    run.options += [f"--hypothesis-profile={OTHER_EXAMPLES}", f"--hypothesis-seed={seed}"]
    return f"others, by {seed}"


def one_core(run: Run, _: Random) -> str:
    need("taskset")
    run.outer += ["taskset", "--cpu-list", "0"]
    run.busy = 3
    return "beside three busy processes"


def late_looks(run: Run, chance: Random) -> str:
    """Delay the looks at what tests wait for, so that passing states are missed."""
    run.environment[LATE] = late = str(chance.choice([0.1, 0.3, 0.6, 1.1]))
    return f"by {late} s"


def slow_discord(run: Run, chance: Random) -> str:
    """Delay the bots' requests at random, so that they arrive in another order."""
    run.environment[SLOW] = most = str(chance.choice([0.02, 0.1, 0.3]))
    return f"{most} s at most for each way"


def zone(run: Run, chance: Random) -> str:
    run.environment["TZ"] = name = chance.choice(ODD_ZONES)
    if not (ZONES / name).exists():
        raise Impossible(f"the system does not know {name}")
    return name


def summer_time(run: Run, chance: Random) -> str:
    """Set the date to a little before the clocks of a zone change."""
    name = chance.choice(CHANGING_ZONES)
    return _date(run, chance, chance.choice(changes(name, 2027, 2030)), name)


def moment(run: Run, chance: Random) -> str:
    return _date(run, chance, chance.choice(ODD_MOMENTS), "UTC")


def changes(name: str, first: int, end: int) -> list[datetime]:
    """Return the times at which a zone's clocks change, from year ``first`` to before ``end``."""
    there = ZoneInfo(name)
    hours = (datetime(end, 1, 1, tzinfo=UTC) - datetime(first, 1, 1, tzinfo=UTC)) // timedelta(
        hours=1
    )
    times = [datetime(first, 1, 1, tzinfo=UTC) + timedelta(hours=hour) for hour in range(hours)]
    offsets = [when.astimezone(there).utcoffset() for when in times]
    return [times[i] for i in range(1, hours) if offsets[i] != offsets[i - 1]]


def _date(run: Run, chance: Random, when: datetime, zone_name: str) -> str:
    begin = when - timedelta(seconds=chance.randint(10, 300))
    preload(run)
    shift = begin - datetime.now(UTC)
    run.environment |= {"DATE_SHIFT": str(int(shift.total_seconds())), "TZ": zone_name}
    return f"{begin:%Y-%m-%d %H:%M:%S} UTC, {zone_name}"


def preload(run: Run) -> None:
    """Have ``machine.c`` compiled and preloaded."""
    need("cc")
    run.preloaded = True


def ascii_locale(run: Run, _: Random) -> str:
    run.environment |= {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    return "LC_ALL=C, and what Python does to get UTF-8 nevertheless is off"


def turkish(run: Run, chance: Random) -> str:
    """Set a Turkish locale, in which the lower case of I is ı, perhaps with an 8-bit charset."""
    need("localedef")
    charset = chance.choice(["UTF-8", "ISO-8859-9"])
    folder = Path("build", "hostile", "locales").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    name = f"tr_TR.{charset}"
    try_out("localedef", "--inputfile=tr_TR", f"--charmap={charset}", str(folder / name))
    run.environment |= {"LOCPATH": str(folder), "LANG": name, "LC_ALL": name, "PYTHONUTF8": "0"}
    return name


def no_memory(run: Run, _: Random) -> str:
    """Mount an empty, read-only folder over the folder in memory."""
    need("unshare", "mount", root=True)
    mounted = f'mount -t tmpfs -o ro,size=4k tmpfs {MEMORY} && exec "$@"'
    command = ["unshare", "--mount", "sh", "-c", mounted, "sh"]
    try_out(*command, "true")
    run.outer += command
    run.environment["PYTEST_DEBUG_TEMPROOT"] = "/tmp"  # noqa: S108 - as without a folder in memory
    return f"{MEMORY} is empty and read-only"


def slow_disk(run: Run, chance: Random) -> str:
    preload(run)
    pause = chance.choice([5, 30, 100])
    run.environment |= {
        "SYNC_MILLISECONDS": str(pause),
        "LOCK_MICROSECONDS": str(100 * pause),
        "PYTEST_DEBUG_TEMPROOT": "/tmp",  # noqa: S108 - on the disk
    }
    return f"{pause} ms longer for each fsync, up to {pause / 10} ms for each lock"


def no_chromium(run: Run, _: Random) -> str:
    run.hidden += ["chrom*", "google-chrome*"]
    return "it is not found"


def no_compiler(run: Run, _: Random) -> str:
    run.hidden += ["cc", "c++", "c[89]9", "gcc*", "g++*", "clang*", "*-linux-gnu*-g[c+][c+]*"]
    run.copied, run.compiled = run.copied or "copy", False
    return "neither it nor what it has compiled"


def _python(version: str) -> Callable[[Run, Random], str]:
    def impose(run: Run, _: Random) -> str:
        name = f"python{version}"
        places = map(str, Path.home().glob(f".pyenv/versions/{version}*/bin/{name}"))
        for found in filter(None, (shutil.which(name), *places)):
            if not subprocess.run([found, "-V"], check=False, capture_output=True).returncode:  # noqa: S603 - an interpreter
                run.python = found
                return f"{found}, in an environment of its own"
        raise Impossible(f"there is no {name}")

    return impose


def blank(run: Run, _: Random) -> str:
    run.copied = "a path with blanks"
    return f"{run.copied!r}"


def nobody(run: Run, _: Random) -> str:
    """Run the tests as the user nobody, who has no rights of root and no home."""
    need("setpriv", root=True)
    number = str(NOBODY)
    command = ["setpriv", "--reuid", number, "--regid", number, "--clear-groups"]
    try_out(*command, "cat", __file__)  # the tree may be in a folder that only root may enter
    begin = [*command, "sh", "-c", '"$0" -c "import sys; sys.exit(sys.version_info < (3, 11))"']
    try:
        try_out(*begin, run.python or sys.executable)
    except Impossible as error:
        if run.python:
            raise Impossible(f"nobody may not run {run.python}") from error
        run.python = "/usr/bin/python3"  # the environment's interpreter is in a folder of root's
        try_out(*begin, run.python)
    run.owner, run.copied = NOBODY, run.copied or "copy"
    run.outer += command
    run.environment |= {"HOME": "/nonexistent", "USER": "nobody", "LOGNAME": "nobody"}
    return f"nobody, by {run.python or 'the same Python'}"


CONDITIONS: Final = (
    Condition("clock", "clock", clock),
    Condition("shuffled", "order", shuffled),
    Condition("alone", "order", alone),
    Condition("hashes", "hashes", hashes),
    Condition("examples", "examples", examples),
    Condition("one-core", "cores", one_core, slow=True),
    Condition("late-looks", "looks", late_looks),
    Condition("slow-discord", "discord", slow_discord),
    Condition("zone", "date", zone),
    Condition("summer-time", "date", summer_time),
    Condition("moment", "date", moment),
    Condition("ascii", "locale", ascii_locale),
    Condition("turkish", "locale", turkish),
    Condition("no-memory", "memory", no_memory),
    Condition("slow-disk", "disk", slow_disk),
    Condition("no-chromium", "chromium", no_chromium),
    Condition("no-compiler", "compiler", no_compiler),
    Condition("python3.12", "python", _python("3.12")),
    Condition("python3.13", "python", _python("3.13")),
    Condition("blank", "path", blank),
    Condition("nobody", "user", nobody),  # the last: those before may need root
)
"""All conditions, in the order in which they are imposed."""
