"""The programs in `docs/simcord.md` print the output given there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.nightly import NIGHTLY

PAGE = Path(__file__).parent.parent / "docs" / "simcord.md"
CASES = re.findall(
    r"^## (.*?)\n.*?```python\n(.*?)```\n\n```text\n(.*?)```",
    PAGE.read_text("utf-8"),
    re.DOTALL | re.MULTILINE,
)

RUN = """
import sys
for program in sys.stdin.read().split(chr(0)):
    print("##", flush=True)
    exec(compile(program, "<program>", "exec"), {"__name__": "__main__"})
"""
"""Code that runs programs one after another, with a line of ## before the output of each."""


def test_each_section_has_a_program() -> None:
    assert (
        len(CASES)
        == PAGE.read_text("utf-8").count("\n## ")
        == PAGE.read_text("utf-8").count("```text")
    )


@NIGHTLY  # most of them wait, and only another version changes what they print
def test_the_programs_print_what_is_said() -> None:
    done = subprocess.run(  # noqa: S603 - our own page
        [sys.executable, "-c", RUN],
        input="\0".join(program for _, program, _ in CASES),
        capture_output=True,
        text=True,
        check=False,
    )
    printed = done.stdout.split("##\n")[1:]
    said = {name: text for name, _, text in CASES}
    assert dict(zip(said, printed, strict=False)) == said, done.stderr
