"""Bots that conduct tournaments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.bot.client import Damier
from tests.cogs.events.hall import direct

load_cogs = Damier.load_cogs


@pytest.fixture(scope="package", autouse=True)
def directed() -> Iterator[None]:
    """Have every bot conduct its tournaments."""

    async def load(bot: Damier) -> None:
        await load_cogs(bot)
        await direct(bot)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Damier, "load_cogs", load)
        yield
