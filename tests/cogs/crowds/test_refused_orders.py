"""What a match does not take from a crowd is no end of its turn."""

from __future__ import annotations

import pytest

from cogs.crowds.conductor import Conductor
from tests.cogs.conftest import SHARED, Club
from tests.cogs.crowds.conftest import crowd_of, gathered, played, typed

pytestmark = [SHARED, pytest.mark.usefixtures("thoughts")]


async def test_a_move_taken_back_while_the_opponent_answers_leaves_the_turn_open(
    club: Club,
) -> None:
    match = await gathered(club, f"relay frisian {club.bob.mention}")
    await club.bob.click(club.last, label="Accept")
    await typed(club, club.carol, "32-28")
    match = await typed(club, club.bob, "19-23")
    async with club.store.crowds.open(match.id, match.crowds[0]) as table:
        now = table.crowd.since
        table.crowd = table.crowd.retract(club.carol.id, now=now, source="interaction:1")
    conductor = club.bot.get_cog("Conductor")
    assert isinstance(conductor, Conductor)
    await conductor.look(match.id)
    crowd = await crowd_of(club, match)
    assert crowd.open_ballot is not None
    assert crowd.open_ballot.event == match.since
    match = await typed(club, club.alice, "28x19")
    assert played(match)[-1] == "28x19"
