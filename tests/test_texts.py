"""The translators' tools can find every sentence for people."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.each import for_each

ROOT = Path(__file__).parent.parent
MAKE_THEM = {ROOT / "engine" / file for file in ("text.py", "pieces.py", "documents/__init__.py")}
SOURCES = sorted(
    path
    for folder in ("engine", "cogs", "render", "data")
    for path in (ROOT / folder).rglob("*.py")
    if path not in MAKE_THEM
)
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

FOR_PEOPLE = re.compile(rf"\b({'|'.join([*MAKERS, *SHOWN])})\(")


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return the syntax nodes of a file; none if it has no texts and shows nothing.

    Parsing all files takes seconds, and half of them have nothing for people.
    """
    source = path.read_text(encoding="utf-8")
    return tuple(ast.walk(ast.parse(source))) if FOR_PEOPLE.search(source) else ()


@cache
def calls(path: Path) -> tuple[tuple[str, ast.Call], ...]:
    """Return the calls in a file, each after its function's name; none as in `nodes`."""
    return tuple(_calls(path))


def _calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    for node in nodes(path):
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name):
                yield function.id, node
            elif isinstance(function, ast.Attribute):
                yield function.attr, node


@for_each(SOURCES)
def test_templates_are_literals_whose_fields_are_given(path: Path) -> None:
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


@for_each(path for path in SOURCES if path.is_relative_to(ROOT / "cogs"))
def test_nothing_is_shown_that_is_not_a_text(path: Path) -> None:
    for name, call in calls(path):
        if name in SHOWN:
            for shown in call.args:
                assert not isinstance(shown, ast.Constant | ast.JoinedStr), f"{path}:{call.lineno}"
