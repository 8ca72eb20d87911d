"""Votes by controls."""

from __future__ import annotations

from cogs.crowds.controls import CrowdAction, CrowdControl
from cogs.messages.buttons import ControlKind
from engine.table.record import crowd
from tests.cogs.conftest import Club
from tests.cogs.lasting import Press, control, use


async def voting(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} vote frisian 12h")
    await club.alice.send(club.channel, "32-28")


@use(ControlKind.CROWD)
async def vote(club: Club) -> Press:
    await voting(club)
    match = (await club.matches())[-1]
    button = CrowdControl(CrowdAction.VOTE, match.id, crowd(), match.since, "0").button("x")
    return await control(club, club.bob, button)
