from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

import playground
from cogs.client.client import Damier
from data import Store
from playground import Playground, world
from tests.patience import PATIENCE

Open = Callable[..., AbstractAsyncContextManager[Playground]]
"""Opens a playground; its option ``language`` is the members' language as Discord names it."""


@pytest.fixture
def database(new_database: Path) -> Path:
    return new_database


@pytest.fixture
def open_playground(database: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """A function that opens a new playground in this process, always on the same database.

    The playground waits long for a slow bot, instead of taking it for one that thinks.
    """
    monkeypatch.setattr(world, "LULL", timedelta(seconds=PATIENCE))

    @asynccontextmanager
    async def opened(language: str = "en-US") -> AsyncIterator[Playground]:
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        try:
            bot = Damier(store, shard_count=1)
            async with playground.opened(bot, port=0, language=language) as opened:
                yield opened
        finally:
            await store.close()

    return opened
