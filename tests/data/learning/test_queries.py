"""Queries about puzzles, desks, lessons and reviews use an index."""

from __future__ import annotations

from data import DailyPuzzle, Review, Store, Wait
from data.learning.match_puzzles import Search
from engine.rating import NEW
from tests.data.learning.test_desks import DESK
from tests.data.plans import scanned, watched
from tests.data.tables import CHANNEL, GUILD, HOST, START, live

DAY = START.date()

ALONG_AN_INDEX = "SELECT reviews.updated"
"""The beginning of a query that scans an index, but only of the few reviews kept."""


async def test_all_of_it_is_found_by_an_index(store: Store) -> None:
    match = await live(store)
    with watched(store) as queries:
        desk = await store.desks.add(DESK, START)
        await store.desks.get(desk.id)
        await store.desks.latest(HOST)
        await store.desks.latest(HOST, desk.kind)
        await store.desks.save(desk, START)
        await store.desks.remove(desk.id)
        await store.lessons.add(HOST, "frisian", 1)
        await store.lessons.done(HOST, "frisian")
        await store.live_boards.versions(["frisian", "halma"])
        await store.live_boards.boards([match.id])
        await store.live_boards.of_people([HOST])
        await store.live_boards.guilds_of([HOST])
        await store.puzzles.show(HOST, "one", "frisian", START)
        await store.puzzles.note_try(HOST, "one", "frisian", right=True, first=NEW, at=START)
        await store.puzzles.note_solved(HOST, "one", "frisian", START)
        await store.puzzles.seen(HOST, "frisian")
        await store.puzzles.ratings("frisian")
        await store.puzzles.standing(HOST)
        shared = await store.shared_puzzles.open(GUILD, CHANNEL, "one", START)
        await store.shared_puzzles.get(shared.id)
        await store.shared_puzzles.newest(CHANNEL)
        await store.shared_puzzles.waiting(START)
        await store.shared_puzzles.of_server(GUILD)
        await store.shared_puzzles.play(shared, ["32-28"], HOST, START)
        await store.shared_puzzles.show(shared.id, 1)
        await store.daily_puzzles.put(DailyPuzzle(GUILD, DAY, "one", "frisian", CHANNEL, None))
        await store.daily_puzzles.get(GUILD, DAY)
        await store.daily_puzzles.note(GUILD, DAY, 2)
        await store.daily_puzzles.of_server(GUILD, limit=3)
        await store.daily_puzzles.solve(GUILD, DAY, HOST, START)
        await store.daily_puzzles.solvers(GUILD, DAY)
        await store.match_puzzles.next_search([match.id])
        await store.match_puzzles.note(Search(match.id, GUILD, 0), 1, [], done=True)
        await store.match_puzzles.of_server(GUILD, "frisian")
        await store.match_puzzles.get("one")
        await store.reviews.put(Review(match.id, done=True), START)
        await store.reviews.of(match.id)
        wait = Wait(match.id, 1, HOST, GUILD, "token", "fr", START)
        await store.reviews.wait(wait)
        await store.reviews.waits(START)
        await store.reviews.served(wait)
    asked = dict(queries)
    scans = {
        f"{table}: {statement}"
        for statement, parameters in asked.items()
        if not statement.startswith(("INSERT", ALONG_AN_INDEX))
        for table in await scanned(store, statement, parameters)
    }
    assert scans == set()
