"""tests/README.md: its example passes, and everything that it names exists."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cogs.conftest import SHARED, Club

pytestmark = SHARED

TESTS = Path(__file__).parents[1]
TEXT = (TESTS / "README.md").read_text("utf-8")
(EXAMPLE,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


async def test_the_example_passes(club: Club) -> None:
    names: dict[str, object] = {}
    exec(compile(EXAMPLE, "README.md", "exec"), names)  # noqa: S102 - it is ours
    assert names["pytestmark"] == SHARED
    await names["test_who_is_not_to_move_is_told_so"](club)  # type: ignore[operator] # a test


def test_the_files_and_folders_that_it_names_are_there() -> None:
    named = set(re.findall(r"`([a-z_/]+(?:\.py|\.c)|(?:cogs|engine|data)/[a-z/_]+)`", TEXT))
    assert len(named) > 10
    places = (TESTS, TESTS / "cogs", TESTS.parent)
    assert [
        one for one in sorted(named) if not any((place / one).exists() for place in places)
    ] == []
