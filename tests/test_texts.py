"""The translators' tools can find every sentence for people."""

from __future__ import annotations

import ast
import string
from functools import cache
from pathlib import Path

from tests.each import check_each
from tests.sources import ROOT, calling, calls

MAKE_THEM = {ROOT / "engine" / file for file in ("text.py", "pieces.py", "documents/__init__.py")}
MAKERS = {
    "Text": 1,
    "because": 1,
    "counted": 2,
    "conjugated": 2,
    "in_context": 2,
    "locale_str": 1,
    "PieceKind": 2,
    "kind_in_context": 3,
}
"""The functions that take templates, with the number of their first arguments that are such."""

RIGHT = {"can", "move"}
"""The fields that ``because`` fills in itself."""

SHOWN = {"send_message", "send", "reply", "private", "briefly"}
"""The functions that show their arguments to people."""


@cache
def sources() -> list[Path]:
    """Return the files that may have texts, or show something to people."""
    found = calling([*MAKERS, *SHOWN], "engine", "cogs", "render", "data")
    return [path for path in found if path not in MAKE_THEM]


def test_templates_are_literals_whose_fields_are_given() -> None:
    check_each(_check_templates, {str(path): path for path in sources()})


def _check_templates(path: Path) -> None:
    for name, call in calls(path):
        if name not in MAKERS:
            continue
        given = {keyword.arg for keyword in call.keywords} | {"count"}
        given |= RIGHT if name == "because" else set()
        for template in call.args[: MAKERS[name]]:
            assert isinstance(template, ast.Constant), f"{path}:{call.lineno}"
            assert isinstance(template.value, str), f"{path}:{call.lineno}"
            assert template.value, f"{path}:{call.lineno}"  # stands for a catalogue's header
            fields = {field for _, field, _, _ in string.Formatter().parse(template.value)}
            assert fields - {None} <= given, f"{path}:{call.lineno}"


def test_nothing_is_shown_that_is_not_a_text() -> None:
    cogs = [path for path in sources() if path.is_relative_to(ROOT / "cogs")]
    check_each(_check_shown, {str(path): path for path in cogs})


def _check_shown(path: Path) -> None:
    for name, call in calls(path):
        if name in SHOWN:
            for shown in call.args:
                assert not isinstance(shown, ast.Constant | ast.JoinedStr), f"{path}:{call.lineno}"
