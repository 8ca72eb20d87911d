"""Bulletins: messages written together with their cause, and kept until they are posted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from data import Bulletin, PostState, Store, bulletins
from data.asynchronous import AsyncConnection
from tests.data import older
from tests.data.hands import execute
from tests.data.kinds import postgresql_at_night
from tests.data.plans import scanned, watched
from tests.data.tables import CHANNEL, GUILD, START

FIRST = Bulletin("thing", 2**60, 1, GUILD, CHANNEL, START)
SECOND = replace(FIRST, number=2)
NOTE = replace(FIRST, number=3, person=7)
OTHER = replace(FIRST, about=5, guild=GUILD + 1, channel=CHANNEL + 1)


async def within(store: Store, change: Callable[[AsyncConnection], Awaitable[None]]) -> None:
    """Change bulletins within a transaction."""
    await store._database.write(change)


@pytest.fixture
async def stored(store: Store) -> Store:
    await within(store, lambda there: bulletins.add(there, [SECOND, NOTE, FIRST, OTHER]))
    return store


@postgresql_at_night
async def test_they_wait_in_order_until_they_are_shown_or_need_no_post(stored: Store) -> None:
    assert await stored.bulletins.pending() == [OTHER, FIRST, SECOND, NOTE]
    assert await stored.bulletins.waiting("thing", FIRST.about) == [FIRST, SECOND, NOTE]
    assert await stored.bulletins.waiting("another thing", FIRST.about) == []
    await stored.bulletins.mark_shown(FIRST, 2**62)
    await stored.bulletins.mark_joined(NOTE)
    assert await stored.bulletins.waiting("thing", FIRST.about) == [SECOND]
    await stored.bulletins.mark_refused(FIRST, "404 10003")  # too late: the bulletin is shown
    await stored.bulletins.retry()
    assert await stored.bulletins.waiting("thing", FIRST.about) == [SECOND]


@postgresql_at_night
async def test_refused_ones_wait_again_once_something_has_changed_there(stored: Store) -> None:
    box = stored.bulletins
    for one in (SECOND, NOTE, OTHER):
        await box.mark_refused(one, "403 50013")
    assert await box.pending() == [FIRST]
    assert await box.retry(channel=CHANNEL + 2) == []
    assert await box.retry(guild=GUILD + 2) == []
    assert await box.retry(guild=GUILD) == [("thing", FIRST.about)]
    assert await box.pending() == [FIRST, SECOND]
    assert await box.retry(channel=OTHER.channel) == [("thing", OTHER.about)]
    assert await box.pending() == [OTHER, FIRST, SECOND]  # a private note is sent once


@postgresql_at_night
async def test_they_go_to_the_channel_that_their_thing_has_moved_to(stored: Store) -> None:
    await stored.bulletins.mark_shown(FIRST, 1)
    await stored.bulletins.mark_refused(SECOND, "404 10003")
    await within(stored, lambda there: bulletins.forward(there, "thing", FIRST.about, 77))
    assert await stored.bulletins.pending() == [OTHER, replace(SECOND, channel=77), NOTE]
    await stored.bulletins.mark_refused(SECOND, "404 10003")  # late, from the old channel
    assert replace(SECOND, channel=77) in await stored.bulletins.pending()


@postgresql_at_night
async def test_one_is_put_in_the_place_of_another(stored: Store) -> None:
    await stored.bulletins.mark_refused(FIRST, "403 50013")
    anew = replace(FIRST, channel=77)
    await within(stored, lambda there: bulletins.put(there, anew))
    assert await stored.bulletins.waiting("thing", FIRST.about) == [anew, SECOND, NOTE]


@postgresql_at_night
async def test_what_is_asked_often_is_found_by_an_index(stored: Store) -> None:
    with watched(stored) as queries:
        await stored.bulletins.pending()
        await stored.bulletins.waiting("thing", 5)
        await stored.bulletins.retry(channel=CHANNEL)
        await stored.bulletins.retry(guild=GUILD)
        await stored.bulletins.mark_shown(FIRST, 5)
    for statement, parameters in queries:
        assert not await scanned(stored, statement, parameters), statement


@postgresql_at_night
@pytest.mark.usefixtures("without_tables")
async def test_those_of_an_earlier_version_and_its_puzzles_are_kept(url: str) -> None:
    tournament = {
        "id": 3, "guild": GUILD, "channel": CHANNEL, "name": "Cup", "form": "swiss",
        "game": "frisian", "terms": {}, "phase": "over", "version": 2, "players": 0, "due": None,
        "previous": None, "created": START, "started": None, "ended": START, "card_channel": None,
        "card": None, "card_version": 2, "card_due": False,
    }  # fmt: skip
    entry = {"tournament": 3, "kind": "call", "at": START, "person": None, "data": {}}
    bulletin = {"tournament": 3, "channel": 5, "person": None, "why": None}
    shared = {"guild": GUILD, "channel": 6, "puzzle": "p", "opened": START}
    daily = {"guild": GUILD, "puzzle": "p", "game": "frisian", "channel": 8}
    await older.make(
        url,
        "0022",
        {
            "tournaments": [tournament],
            "entries": [entry | {"number": n, "source": None} for n in (1, 2)],
            "bulletins": [
                bulletin | {"entry": 1, "state": "shown", "message": 11},
                bulletin | {"entry": 2, "state": "refused", "message": None, "why": "403 0"},
            ],
            "shared_puzzles": [
                shared | {"id": 1, "message": 12, "line": [], "solver": None},
                shared | {"id": 2, "message": None, "line": ["1-2", "3-4"], "solver": 7},
            ],
            "daily_puzzles": [
                daily | {"day": "2026-01-01", "message": 13},
                daily | {"day": "2026-01-02", "message": None},
            ],
        },
    )
    store = await Store.open(url)
    day = datetime(2026, 1, 2, tzinfo=UTC)
    begins = day.replace(day=1)
    waits = [
        Bulletin("day", GUILD, day.toordinal(), GUILD, 8, begins),
        Bulletin("puzzle", 2, 5, GUILD, 6, START),
    ]
    assert await store.bulletins.pending() == waits
    assert await store.bulletins.retry() == [("tournament", 3)]
    again = Bulletin("tournament", 3, 2, GUILD, 5, START)
    assert await store.bulletins.pending() == [*waits, again]
    await store.close()
    shown = "SELECT kind, about, number, state FROM bulletins WHERE message = 11"
    assert [tuple(row) for row in await execute(url, shown)] == [
        ("tournament", 3, 1, PostState.SHOWN.value)
    ]
