"""The refusal of a damaged database, and whether its files were left unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from data import Store, StoreError


def newest(file: Path) -> Path:
    return max((file.parent / "backups").iterdir())


async def refusal(file: Path) -> str:
    """Return the sentence that refuses a damaged file."""
    with pytest.raises(StoreError) as raised:
        await (await Store.open(str(file), backups=file.parent / "backups")).close()
    said = str(raised.value)
    assert "\n" not in said
    assert said.endswith(".")
    assert str(file) in said
    return said


def contents(file: Path) -> dict[str, bytes]:
    """Return the contents of the database's files by name, without empty files and shared memory.

    A check may leave an empty log.
    """
    files = [path for path in file.parent.glob("damier.db*") if path.is_file()]
    found = {path.name: path.read_bytes() for path in files if not path.name.endswith("-shm")}
    return {name: data for name, data in found.items() if data}
