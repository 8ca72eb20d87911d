"""Relays: whoever comes first moves."""

from __future__ import annotations

import pytest

from engine.table.record import computer, crowd
from tests.cogs.conftest import SHARED, Club
from tests.cogs.crowds.conftest import crowd_of, gathered, played, typed

pytestmark = [SHARED, pytest.mark.usefixtures("thoughts")]


async def test_whoever_comes_first_moves_and_wrong_moves_are_answered(club: Club) -> None:
    match = await gathered(club, "relay frisian computer 1")
    assert match.people == (crowd(), computer(1))
    match = await typed(club, club.bob, "32-28")
    assert played(match)[0] == "32-28"
    before = club.newest
    match = await typed(club, club.carol, "see you at 11:15", "31-27")
    assert played(match)[2] == "31-27"
    assert {one.person for one in match.moves} == {crowd(), computer(1)}
    await club.alice.send(club.channel, "32-28")
    assert "not a legal move" in club.text() or "32" in club.text()
    assert len(match.moves) == 4
    assert club.newest > before
    crowd_now = await crowd_of(club, match)
    assert crowd_now.people == {club.bob.id, club.carol.id}
