"""Orders of a crowd that its match refuses or gets twice."""

from __future__ import annotations

import pytest

from cogs.client.client import Origin
from cogs.crowds.conductor import CrowdConductor
from cogs.moves.play import MoveRequest, Play
from data.crowds.crowd_rows import entries_of
from engine.crowds.record import Kind
from engine.event_log import Repeated
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
    conductor = club.bot.cog(CrowdConductor)
    await conductor.look(match.id)
    crowd = await crowd_of(club, match)
    assert crowd.open_ballot is not None
    assert crowd.open_ballot.event == match.since
    match = await typed(club, club.alice, "28x19")
    assert played(match)[-1] == "28x19"


async def test_a_move_that_was_saved_before_a_kill_is_not_refused_when_it_is_read_again(
    club: Club,
) -> None:
    """A computer has answered, and the move is not legal any more."""
    match = await gathered(club, "relay frisian computer 1")
    match = await typed(club, club.bob, "32-28")
    assert len(match.moves) == 2
    async with club.store._database.reading() as connection:
        record = entries_of(connection, (match.id, match.crowds[0]))
        (moved,) = [entry async for entry in record if entry.kind is Kind.MOVE]
    play = club.bot.cog(Play)
    origin = Origin(now=moved.at, source=str(moved.source))
    with pytest.raises(Repeated):
        await play.play(MoveRequest(club.bob.id, "32-28", origin, late=True), match.id)
