"""The process ends between the two twins: nothing is lost, and nothing is played twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from cogs.server_matches.couriers import Couriers
from cogs.timekeeping.keyed_worker import DONE, KeyedWorker
from data.database.backend import Shards
from data.servers.servers import Servers
from engine.server_matches.server_match import Phase, ServerMatch
from engine.table.record import Kind
from tests.cogs.conftest import UNSEEN
from tests.cogs.server_matches.two_clubs import Clubs, own_clubs

__all__ = ["own_clubs"]

pytestmark = UNSEEN


class Killed(Exception):
    """Stands for the end of the bot's process."""


async def test_a_move_that_was_on_its_way_arrives_once_after_a_restart(own_clubs: Clubs) -> None:
    clubs, (home, away) = own_clubs, own_clubs.both
    await clubs.begun()
    await clubs.play()
    with pytest.MonkeyPatch.context() as patch:

        def lost(_: Couriers, matches: Iterable[int]) -> None:
            del matches

        patch.setattr(Couriers, "wake", lost)
        await clubs.play()
        (here,), (there,) = await clubs.matches(home), await clubs.matches(away)
        assert {len(here.moves), len(there.moves)} == {1, 2}
    for _ in range(2):
        await home.restart()
        await clubs.settle()
    (here,), (there,) = await clubs.matches(home), await clubs.matches(away)
    assert len(here.moves) == len(there.moves) == 2
    assert here.position == there.position
    assert any("alice of Club" in home.text(message) for message in home.messages)


async def test_a_board_that_was_being_made_is_made_once(own_clubs: Clubs) -> None:
    clubs, (home, away) = own_clubs, own_clubs.both
    with pytest.MonkeyPatch.context() as patch:
        change = Servers.change

        async def broken(
            self: Servers, number: int, work: Callable[[ServerMatch], ServerMatch]
        ) -> ServerMatch | None:
            match = await self.load(number)
            if match is not None and match.phase is Phase.PLAYING:
                raise Killed
            return await change(self, number, work)

        patch.setattr(Servers, "change", broken)
        patch.setattr(KeyedWorker, "_pause", lambda *_: DONE)  # a killed process does not try again
        await clubs.begun()
        match = await clubs.only()
        assert match.boards[0].matches == (None, None)
        assert len(await home.matches()) + len(await away.matches()) > 0
    await home.restart()
    await clubs.settle()
    await clubs.play()
    for club in clubs.both:
        (made,) = await club.matches()
        assert len(made.moves) == 1
        assert [event.kind for event in made.events].count(Kind.START) == 1


async def test_other_processes_look_at_once_after_the_start_of_one_that_was_killed(
    own_clubs: Clubs,
) -> None:
    """They would look by themselves within a minute. Another process has the other server."""
    clubs, (home, away) = own_clubs, own_clubs.both
    await clubs.begun()
    (there,) = await clubs.matches(away)
    told: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        have = Shards.have

        def without(self: Shards, guild: int) -> bool:
            return guild != away.guild.id and have(self, guild)

        async def tell(_: Servers, match: int) -> None:
            told.append(match)

        patch.setattr(Shards, "have", without)
        patch.setattr(Servers, "tell_of_twin", tell)
        await home.restart()
        await clubs.settle()
    assert set(told) == {there.id}
