"""The bot's queries while people play and look are answered by an index.

The statements are those that the real bot executes, so a new one that reads a whole table is found.
"""

from __future__ import annotations

from data import Store
from tests.cogs.conftest import Club
from tests.cogs.results import decided, ended, posted
from tests.data.plans import Query, scanned, watched

SMALL = frozenset({"servers", "overviews", "facts", "blocked_servers", "blocked_persons"})
"""Tables with at most a row for each server, or with the operator's blocks: the bot reads them
whole when it starts."""


async def read_through(store: Store, queries: list[Query]) -> set[str]:
    """Return the queries that read a table, except ``SMALL`` ones, from end to end."""
    asked = dict(queries)
    return {
        f"{table}: {statement}"
        for statement, parameters in asked.items()
        if not statement.startswith(("INSERT", "PRAGMA", "SAVEPOINT", "RELEASE"))
        for table in await scanned(store, statement, parameters)
        if table not in SMALL
    }


async def test_a_turn_asks_by_an_index(club: Club) -> None:
    await ended(club)
    with watched(club.store) as queries:
        match = await club.start()
        club.store.memory.forget_all()
        mover = club.alice if match.players[match.position.turn] == club.alice.id else club.bob
        await mover.send(club.channel, match.position.write(match.position.legal_moves()[0]))
        await club.press_move(club.bob)
        await club.bob.send(club.channel, "hello")
        await club.alice.send(club.channel, f"{club.me} draw")
        await club.bob.send(club.channel, f"{club.me} accept")
        await decided(club, match)
        await club.bob.send(club.channel, f"{club.me} rematch")
        await posted(club)
    assert (await club.store.load(match.id)).ended
    assert len({statement for statement, _ in queries}) > 20
    assert await read_through(club.store, queries) == set()


async def test_lists_ask_by_an_index(club: Club) -> None:
    await ended(club)
    await club.under_way("frisian white 1d")
    await club.alice.send(club.channel, f"{club.me} open halma")
    with watched(club.store) as queries:
        for command in (
            "games",
            "lobby",
            "mygames",
            "history",
            "profile",
            "match board",
            "match show",
        ):
            await club.alice.slash(club.channel, command)
        await club.alice.slash(club.channel, "leaderboard", game="frisian")
        await club.alice.slash(club.channel, "history", game="frisian", page=3)
        both = {"person": club.alice, "against": club.bob}
        await club.alice.slash(club.channel, "history", **both)
        await club.alice.slash(club.channel, "holiday", days=2)
        for words in ("games", "lobby", "history"):
            await club.alice.send(club.channel, f"{club.me} {words}")
    assert len({statement for statement, _ in queries}) > 20
    assert await read_through(club.store, queries) == set()


async def test_the_start_and_what_is_done_again_and_again_ask_by_an_index(club: Club) -> None:
    await ended(club)
    await club.under_way("frisian white 1d")
    await club.alice.send(club.channel, f"{club.me} open halma")
    with watched(club.store) as queries:
        await club.later(hours=23)
        await club.wait(minutes=2)
    assert len({statement for statement, _ in queries}) > 10
    assert await read_through(club.store, queries) == set()
