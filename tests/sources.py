"""The bot's own source files for tests that read them: searched as text, and parsed once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent


@cache
def text(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return the syntax nodes of a file, the module first."""
    return tuple(ast.walk(ast.parse(text(path))))


@cache
def calls(path: Path) -> tuple[tuple[str, ast.Call], ...]:
    """Return the calls in a file, each after its function's name."""
    return tuple(_calls(path))


def _calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    for node in nodes(path):
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name):
                yield function.id, node
            elif isinstance(function, ast.Attribute):
                yield function.attr, node


def calling(functions: Iterable[str], *places: str) -> Iterator[Path]:
    """Yield the files that have a call, or a definition, of one of these functions."""
    return having(rf"\b(?:{'|'.join(functions)})\(", *places)


def having(pattern: str, *places: str) -> Iterator[Path]:
    """Yield the files in whose text a regular expression is found.

    ``places`` are files and folders. Parsing all files takes seconds, and few have what a test
    looks for.
    """
    search = re.compile(pattern).search
    for place in (ROOT / place for place in places):
        files = [place] if place.is_file() else sorted(place.rglob("*.py"))
        yield from (path for path in files if search(text(path)))
