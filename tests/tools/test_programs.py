"""tools/README.md lists every program of tools/, and no others."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "tools" / "README.md").read_text("utf-8")

STARTED = 'if __name__ == "__main__":'

STARTED_BY_OTHERS = "_bot.py"
"""The end of the file names of bots that a program starts to measure them."""


def programs() -> set[str]:
    """Return the names of the modules that start the programs, without ``tools``."""
    files = (path for path in (ROOT / "tools").rglob("*.py") if STARTED in path.read_text("utf-8"))
    return {
        ".".join(path.relative_to(ROOT / "tools").with_suffix("").parts).removesuffix(".__main__")
        for path in files
        if not path.name.endswith(STARTED_BY_OTHERS)
    }


def test_the_page_has_every_program_once() -> None:
    named = re.findall(r"^\| `([\w.]+)", TEXT, re.MULTILINE)
    assert sorted(named) == sorted(programs())


def test_a_program_has_all_cells_of_its_row() -> None:
    for row in re.findall(r"^\| `.*", TEXT, re.MULTILINE):
        assert row.replace("\\|", "").count("|") == 5, row
