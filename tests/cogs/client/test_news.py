"""Changes by another process are read here, too."""

from __future__ import annotations

import pytest

from cogs.timekeeping.keyed_worker import FIRST_PAUSE
from data import StoreError
from tests.cogs.conftest import OWN, SHARED, Club
from tests.cogs.events.hall import as_bot

pytestmark = SHARED


@OWN
async def test_news_that_the_database_refuses_is_read_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, refresh = list[int](), club.bot.preferences.refresh

    async def changed(number: int) -> None:
        heard.append(number)

    async def failing(*_: object) -> None:
        monkeypatch.setattr(club.bot.preferences, "refresh", refresh)
        raise StoreError("It fails.")

    club.bot.add_listener(changed, "on_tournament_changed")
    monkeypatch.setattr(club.bot.preferences, "refresh", failing)
    with as_bot(club.env):
        for _ in range(2):  # read together
            club.store.heard("tournament", 99)
    await club.env.settle()
    assert heard == []
    await club.env.advance_time(2 * FIRST_PAUSE)
    assert heard == [99]
