"""Options that several commands have: each description is declared once, and shared."""

from __future__ import annotations

import ast
from collections import Counter

from tests.sources import calling, calls


def descriptions() -> Counter[str]:
    """Return how many times each description of an option or a command is written out."""
    found = Counter[str]()
    for path in calling(["locale_str"], "cogs"):
        for name, call in calls(path):
            if name == "locale_str":
                said = call.args[0]
                if isinstance(said, ast.Constant) and " " in str(said.value):
                    found[str(said.value)] += 1
    return found


def test_no_description_is_written_out_twice() -> None:
    counts = descriptions()
    assert counts["Which game"] == 1
    assert [said for said, times in counts.items() if times > 1] == []
