"""Lessons in the database: a person's completed steps, game by game."""

from __future__ import annotations

from data import Store
from tests.data.kinds import postgresql_at_night
from tests.data.tables import HOST, OPPONENT


@postgresql_at_night
async def test_steps_that_are_done_are_kept_for_each_person_and_game(store: Store) -> None:
    lessons = store.lessons
    await lessons.add(HOST, "halma", 3)
    await lessons.add(HOST, "halma", 3)  # again
    await lessons.add(HOST, "halma", 0)
    await lessons.add(HOST, "assaut", 7)
    await lessons.add(OPPONENT, "halma", 5)
    assert await lessons.done(HOST, "halma") == {0, 3}
    assert await lessons.done(HOST, "assaut") == {7}
    assert await lessons.done(OPPONENT, "frisian") == frozenset()
