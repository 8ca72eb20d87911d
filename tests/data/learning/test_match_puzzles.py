"""Matches are searched for puzzles if their players agree, and the puzzles are kept."""

from __future__ import annotations

import pytest

from data import PersonSettings, Search, Store
from data.learning import match_puzzles
from engine.puzzles import FOLDER, Puzzle, read
from engine.table.record import computer
from tests.data.kinds import postgresql_at_night
from tests.data.results import ANN, BEN, CID, begun, decided, ended
from tests.data.tables import GUILD, START

FOUND = read(FOLDER / "checkers.txt")


async def agree(store: Store, *people: int, puzzles: bool = True) -> None:
    for person in people:
        await store.preferences.set_person(person, PersonSettings(puzzles=puzzles))


async def searched(store: Store) -> set[int]:
    """Return the ids of the matches to be searched."""
    found: set[int] = set()
    while (search := await store.match_puzzles.next_search(found)) is not None:
        found.add(search.match)
    return found


async def kept(store: Store) -> list[tuple[int, Puzzle]]:
    found = await store.match_puzzles.of_server(GUILD, "checkers")
    return [(one.match, one.puzzle) for one in found]


async def note(store: Store, looked: int, *found: Puzzle, done: bool = False) -> Search | None:
    search = await store.match_puzzles.next_search()
    assert search is not None
    return await store.match_puzzles.note(search, looked, found, done=done)


@postgresql_at_night
async def test_all_who_played_have_to_agree(store: Store) -> None:
    first = await ended(store)
    await agree(store, ANN)
    assert await searched(store) == set()
    await agree(store, BEN)
    assert await searched(store) == {first.id}
    second = await ended(store, (BEN, ANN))
    await ended(store, (ANN, CID))
    against_computer = await ended(store, (ANN, computer(3)))
    live = await begun(store)
    assert await searched(store) == {first.id, second.id, against_computer.id}
    await decided(store, live, (), START)  # without a result
    await agree(store, ANN)  # once more
    assert await searched(store) == {first.id, second.id, against_computer.id}


@postgresql_at_night
async def test_what_is_found_is_kept_once(store: Store) -> None:
    await agree(store, ANN, BEN)
    match = await ended(store)
    before = await store.match_puzzles.next_search()
    assert before == Search(match.id, GUILD, 0)
    assert await note(store, 10, FOUND[0]) == before._replace(looked=10)
    again = await store.match_puzzles.note(before, 10, FOUND[:1], done=False)
    assert again is None  # already noted, by another process or before a restart
    assert await note(store, 20, FOUND[1], done=True)
    assert await searched(store) == set()
    assert sorted(await kept(store)) == sorted([(match.id, FOUND[0]), (match.id, FOUND[1])])
    (one,) = await store.match_puzzles.get(FOUND[0].id)
    assert one.guild == GUILD


@postgresql_at_night
@pytest.mark.parametrize("deleted", [False, True])
async def test_who_withdraws_takes_everything_back(store: Store, *, deleted: bool) -> None:
    await agree(store, ANN, BEN, CID)
    others = await ended(store, (BEN, CID))
    await note(store, 1, FOUND[0], done=True)
    await ended(store)
    await note(store, 1, FOUND[1], done=True)
    await ended(store)
    search = await store.match_puzzles.next_search()
    assert search is not None
    if deleted:
        assert FOUND[1].id in str(await store.kept_about(ANN))
        await store.forget(ANN)
    else:
        await agree(store, ANN, puzzles=False)
    assert await kept(store) == [(others.id, FOUND[0])]
    assert await store.match_puzzles.note(search, 5, FOUND[2:3], done=True) is None
    assert await kept(store) == [(others.id, FOUND[0])]
    assert await searched(store) == set()


async def test_the_newest_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_puzzles, "KEPT", 2)
    await agree(store, ANN, BEN)
    matches = []
    for puzzle in FOUND[:3]:
        matches.append(await ended(store))
        await note(store, 1, puzzle, done=True)
    assert await kept(store) == [(matches[2].id, FOUND[2]), (matches[1].id, FOUND[1])]
