from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data import Store


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'damier.db'}"


@pytest.fixture
async def store(new_database: Path) -> AsyncIterator[Store]:
    store = await Store.open(str(new_database))
    yield store
    await store.close()
