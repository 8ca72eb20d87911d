"""The store alone knows SQL."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SQL = {"sqlalchemy", "alembic", "aiosqlite", "sqlite3"}
HOUSE = [
    path
    for folder in ("engine", "render", "cogs", ".")
    for path in (ROOT / folder).glob("*.py" if folder == "." else "**/*.py")
]


@pytest.mark.parametrize("path", HOUSE, ids=lambda path: str(path.relative_to(ROOT)))
def test_nobody_else_imports_a_database(path: Path) -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported.add(node.module.partition(".")[0])
    assert not imported & SQL
