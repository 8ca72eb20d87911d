"""What people do by the controls of tournaments."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord

from cogs.messages.buttons import ControlKind, Menu, TextButton
from engine import games
from engine.table.clock import TimeControl
from engine.tournaments.terms import Form, Terms
from engine.tournaments.tournament import Tournament
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


@use(ControlKind.EVENT)
async def join(club: Club) -> Press:
    tournament = await new_tournament(club)
    return await control(
        club, club.bob, TextButton(ControlKind.EVENT, f"join:{tournament.id}", "x")
    )


@use(ControlKind.NEW_EVENT)
async def create(club: Club) -> Press:
    panel = await club.alice.slash(club.channel, "tournament create")
    assert panel.response is not None
    return club.alice.click(panel.response, label="Create")


@use(ControlKind.SIDES)
async def join_a_side(club: Club) -> Press:
    await club.alice.send(club.channel, f"{club.me} simul frisian")
    (number,) = await club.store.tournaments.in_server(club.guild.id)
    return await control(club, club.bob, TextButton(ControlKind.SIDES, f"join:{number}", "x"))


@use(ControlKind.ORGANISE)
async def resume(club: Club) -> Press:
    starts = club.env.now() + timedelta(days=9)
    tournament = await new_tournament(club, terms_of(starts=starts))
    async with club.store.tournaments.open(tournament.id) as table:
        table.tournament = table.tournament.organising.pause(
            club.alice.id, "a holiday", now=club.env.now(), source=None
        )
    return await control(
        club, club.alice, TextButton(ControlKind.ORGANISE, f"resume:{tournament.id}", "x")
    )


@use(ControlKind.INTERVENE)
async def close_entries(club: Club) -> Press:
    starts = club.env.now() + timedelta(days=9)
    tournament = await new_tournament(club, terms_of(starts=starts))
    return await control(
        club, club.alice, TextButton(ControlKind.INTERVENE, f"close:{tournament.id}", "x")
    )


@use(ControlKind.INTERVENE)
async def add_player(club: Club) -> Press:
    starts = club.env.now() + timedelta(days=9)
    tournament = await new_tournament(club, terms_of(starts=starts))
    options = [discord.SelectOption(label="x", value=str(club.bob.id))]
    menu = Menu(ControlKind.INTERVENE, f"add:{tournament.id}", "x", options)
    return await control(club, club.alice, menu, str(club.bob.id))


@use(ControlKind.APPOINTMENT)
async def accept(club: Club) -> Press:
    now = club.env.now()
    starts = now + timedelta(days=9)
    live = replace(terms_of(Form.SWISS, starts=starts), time=TimeControl.read("10+5"))
    tournament = await new_tournament(club, live)
    async with club.store.tournaments.open(tournament.id) as table:
        one = table.tournament
        for who in (club.alice, club.bob, club.carol):
            one = one.join(who.id, every=False, now=now, source=None)
        one = one.tick(now=starts - timedelta(hours=1), strengths={})
        for who in (club.alice, club.bob, club.carol):
            one = one.check_in(who.id, now=starts - timedelta(hours=1), source=None)
        for _ in range(2):
            one = one.tick(now=starts, strengths={})
        first, second = one.state.rounds[0].tables[0].players
        at = (starts + timedelta(days=1)).replace(second=0, microsecond=0)
        table.tournament = one.appointments.propose(first, 1, 1, [at], now=starts, source=None)
    who = next(one for one in (club.alice, club.bob, club.carol) if one.id == second)
    about = f"accept:{tournament.id}.1.1.{int(at.timestamp())}"
    return await control(club, who, TextButton(ControlKind.APPOINTMENT, about, "x"))
