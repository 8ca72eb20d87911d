"""The operator's orders are kept, and read again."""

from __future__ import annotations

from datetime import timedelta

from data import Notice, Orders, Store
from tests.data.kinds import postgresql_at_night
from tests.data.tables import GUILD, HOST, OPPONENT, START


@postgresql_at_night
async def test_orders_are_read_as_they_were_given(store: Store, url: str) -> None:
    assert await store.operator.orders() == Orders()
    for _ in range(2):  # a repeated order changes nothing
        await store.operator.block_server(GUILD, START)
        await store.operator.block_person(HOST, START)
    await store.operator.set_notice(Notice("New version", START))
    await store.operator.set_notice(Notice("Back **soon**", START + timedelta(hours=1)))
    given = Orders(
        frozenset({GUILD}),
        frozenset({HOST}),
        Notice("Back **soon**", START + timedelta(hours=1)),
    )
    await store.close()
    again = await Store.open(url)
    assert await again.operator.orders() == given
    await again.close()


async def test_orders_are_lifted(store: Store) -> None:
    await store.operator.block_server(GUILD, START)
    await store.operator.block_person(HOST, START)
    await store.operator.set_notice(Notice("Back soon"))
    assert not await store.operator.unblock_person(OPPONENT)
    assert await store.operator.unblock_person(HOST)
    assert await store.operator.unblock_server(GUILD)
    assert not await store.operator.unblock_server(GUILD)
    await store.operator.set_notice(None)
    assert await store.operator.orders() == Orders()


@postgresql_at_night
async def test_a_block_outlasts_what_is_kept_about_a_person(store: Store) -> None:
    await store.operator.block_person(HOST, START)
    assert await store.forget(HOST)
    assert (await store.operator.orders()).persons == {HOST}
    kept = await store.kept_about(HOST)
    assert kept["blocked by the operator since"] == START.isoformat()


def test_a_notice_is_past_when_its_time_is() -> None:
    assert not Notice("Back soon").is_past(START)
    assert not Notice("Back soon", START + timedelta(seconds=1)).is_past(START)
    assert Notice("Back soon", START).is_past(START)
