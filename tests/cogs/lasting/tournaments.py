"""What people do by the controls of tournaments."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from cogs.messages.buttons import TextButton, Use
from engine import games
from engine.table.clock import TimeControl
from engine.tournaments.conduct import Tournament
from engine.tournaments.terms import Form, Terms
from tests.cogs.conftest import Club
from tests.cogs.lasting import Press, control, use


def terms_of(form: Form = Form.LEAGUE, **more: Any) -> Terms:  # noqa: ANN401 - each has its type
    """Return the terms of a tournament of Frisian draughts."""
    return Terms("Winter", form, games["frisian"], {}, 2, TimeControl.read("1d"), **more)


async def new_tournament(
    club: Club, terms: Terms | None = None, *, channel: int | None = None
) -> Tournament:
    """Create a tournament of Alice's without the panel."""
    new = Tournament.create(
        guild=club.guild.id,
        channel=channel or club.channel.id,
        terms=terms or terms_of(),
        person=club.alice.id,
        now=club.env.now(),
        source=None,
    )
    return await club.store.tournaments.create(new)


@use(Use.EVENT)
async def join(club: Club) -> Press:
    tournament = await new_tournament(club)
    return await control(club, club.bob, TextButton(Use.EVENT, f"join:{tournament.id}", "x"))


@use(Use.NEW_EVENT)
async def create(club: Club) -> Press:
    panel = await club.alice.slash(club.channel, "tournament create")
    assert panel.response is not None
    return club.alice.click(panel.response, label="Create")


@use(Use.ORGANISE)
async def resume(club: Club) -> Press:
    starts = club.env.now() + timedelta(days=9)
    tournament = await new_tournament(club, terms_of(starts=starts))
    async with club.store.tournaments.open(tournament.id) as table:
        table.tournament = table.tournament.pause(
            club.alice.id, "a holiday", now=club.env.now(), source=None
        )
    return await control(club, club.alice, TextButton(Use.ORGANISE, f"resume:{tournament.id}", "x"))
