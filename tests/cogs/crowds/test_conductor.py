"""A crowd's decisions are carried out once, whenever the bot is killed or away."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cogs.crowds.conductor import CrowdConductor
from cogs.crowds.controls import CrowdAction
from engine.crowds.record import Kind as Entries
from tests.cogs.computers.conftest import answered
from tests.cogs.conftest import Club
from tests.cogs.crowds.conftest import crowd_of, gathered, played, pressed, typed

pytestmark = pytest.mark.usefixtures("thoughts")


def conductor(club: Club) -> CrowdConductor:
    return club.bot.cog(CrowdConductor)


async def idle(*_: object) -> None:
    """Do nothing, as if the process had been killed before."""


async def test_a_kill_after_any_step_loses_nothing_and_plays_nothing_twice(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await gathered(club, "relay frisian computer 1")
    with monkeypatch.context() as killed:
        killed.setattr(CrowdConductor, "look", idle)
        await club.bob.send(club.channel, "32-28")
        assert (await crowd_of(club, match)).orders
        assert not (await club.reload(match)).moves
    await club.restart()
    await club.wait(seconds=1)
    await answered(club)
    match = await club.reload(match)
    assert len(match.moves) == 2
    with monkeypatch.context() as killed:
        killed.setattr(CrowdConductor, "look", idle)
        await pressed(club, club.bob, CrowdAction.RETRACT)
    for _ in range(2):
        await club.restart()
        await club.wait(seconds=1)
    match = await club.reload(match)
    assert not match.moves
    assert sum(e.kind is Entries.RETRACT for e in (await crowd_of(club, match)).entries) == 0
    match = await typed(club, club.bob, "31-27")
    assert played(match)[0] == "31-27"


async def test_an_outage_over_the_end_of_a_vote_makes_it_longer_and_typed_votes_count(
    club: Club,
) -> None:
    match = await gathered(club, "vote frisian computer 1 1h quorum 5")
    before = (await crowd_of(club, match)).due
    await club.wait(seconds=40)  # the bot notes that it runs
    await club.later(hours=2)
    await club.wait(seconds=1)
    ballot = (await crowd_of(club, match)).open_ballot
    assert ballot is not None
    assert ballot.ends is not None
    assert before is not None
    assert not ballot.extended  # only votes without voters are extended
    assert ballot.ends - before >= timedelta(hours=2)
    await club.away((club.bob, "32-28"))
    await club.wait(hours=2)
    assert played(await club.reload(match))[0] == "32-28"


async def test_no_vote_ends_while_nobody_can_see_the_board(club: Club) -> None:
    match = await gathered(club, "vote frisian computer 1 1h quorum 5")
    await typed(club, club.bob, "32-28")
    await club.forbid("send_messages")
    ballot = (await crowd_of(club, match)).open_ballot
    assert ballot is not None
    assert ballot.standing
    await club.wait(days=3)
    assert played(await club.reload(match)) == []
    await club.forbid()
    await club.wait(seconds=1)
    assert played(await club.reload(match)) == []
    due = (await crowd_of(club, match)).due
    assert due is not None
    assert timedelta(minutes=59) < due - club.env.now() <= timedelta(hours=1)
