"""The compiled computer: a second copy of the engine, with its search and states compiled.

``python -m engine.computer.compiling`` (``make fast``) makes this copy with mypyc and a C compiler,
in a folder apart from the sources. So outdated compiled code is never run in place of a changed
source: a caller that starts a thinking process asks ``compiled`` for the folder, and puts it first
on the process's path. The copy gives the same moves and node counts, only faster.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "fast"
_STAMP: Final = FOLDER / "sources"

_COMPILED: Final = (
    "engine/capabilities/captures.py",
    "engine/capabilities/thinking.py",
    "engine/computer/state_views.py",
    "engine/computer/transpositions.py",
    "engine/computer/search_result.py",
    "engine/computer/search.py",
    "engine/draughts/capturing.py",
    "engine/draughts/counting.py",
    "engine/draughts/patterns.py",
    "engine/draughts/state.py",
    "engine/draughts/tables.py",
    "engine/endings/following.py",
    "engine/endings/table.py",
    "engine/games/alliance/state.py",
    "engine/games/alliance/steps_and_jumps.py",
    "engine/games/allies/battle/state.py",
    "engine/games/allies/battle/armies.py",
    "engine/games/allies/battle/phases.py",
    "engine/games/allies/battle/strokes.py",
    "engine/games/assaut/state.py",
    "engine/games/assaut/move_codes.py",
    "engine/games/frisian/best_captures.py",
    "engine/games/frisian/board.py",
    "engine/games/frisian/capture_search.py",
    "engine/games/frisian/counters.py",
    "engine/games/frisian/endings.py",
    "engine/games/frisian/state.py",
    "engine/games/frisian/move_codes.py",
    "engine/games/halma/rules.py",
    "engine/games/halma/state.py",
    "engine/games/halma/turns.py",
    "engine/**/evaluation.py",
)
"""The compiled modules: those that run for every node, and the tables that they read most.

Compiled code looks up the names of a module that is not compiled at every use.
"""

_OPTIONS: Final = {"MYPYC_OPT_LEVEL": "2", "MYPYC_DEBUG_LEVEL": "0", "CFLAGS": "-Wno-all"}
"""The settings for mypyc and its C compiler, which the environment may override.

mypyc's default levels, 3 and 1, take a quarter longer for code that is no faster. The C compiler's
warnings about generated code take half a minute.
"""


def compiled() -> Path | None:
    """Return the folder of the compiled engine, None if it was not made from these sources."""
    sources, _, _ = _stamp().partition(" ")
    return FOLDER if sources == _fingerprint() else None


def _stamp() -> str:
    """Return the fingerprint and options of the compiled engine, ``""`` if there is none."""
    try:
        return _STAMP.read_text(encoding="utf-8")
    except OSError:
        return ""


def _fingerprint() -> str:
    """Return a hash of the running Python and of all the engine's sources and tables."""
    digest = sha256(sys.version.encode())
    tables = (ROOT / "engine" / "endings" / "tables").glob("*.bin")
    for path in sorted([*(ROOT / "engine").rglob("*.py"), *tables]):
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def main() -> None:
    """Compile the engine unless it was compiled from these sources with these options."""
    environment = _OPTIONS | os.environ
    stamp = " ".join([_fingerprint(), *(environment[option] for option in _OPTIONS)])
    if _stamp() == stamp:
        return
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(
        ROOT / "engine", FOLDER / "engine", ignore=shutil.ignore_patterns("__pycache__")
    )
    modules = sorted({str(path) for glob in _COMPILED for path in sorted(ROOT.glob(glob))})
    names = [str(Path(module).relative_to(ROOT)) for module in modules]
    mypyc = [sys.executable, "-m", "mypyc", *names]
    subprocess.run(mypyc, cwd=FOLDER, check=True, env=environment)  # noqa: S603 - our own words
    shutil.rmtree(FOLDER / "build", ignore_errors=True)
    _STAMP.write_text(stamp, encoding="utf-8")


if __name__ == "__main__":
    main()
