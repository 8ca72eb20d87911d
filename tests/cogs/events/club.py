"""Tournaments of a club, stored without presses, and the use of single controls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
from simcord import InteractionResult, MemberActor

from cogs.events.card import card_of
from cogs.messages.buttons import ControlKind, Menu, TextButton
from cogs.messages.layouts import view_of
from engine.tournaments.record import Kind
from engine.tournaments.scores import How
from engine.tournaments.terms import Form
from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import Club
from tests.cogs.lasting.tournaments import new_tournament, terms_of

ENGLISH = discord.Locale.american_english


async def only(club: Club) -> Tournament:
    """Return the server's only running tournament."""
    (number,) = await club.store.tournaments.in_server(club.guild.id)
    return await club.store.tournaments.load(number)


async def change(
    club: Club, tournament: Tournament, do: Callable[[Tournament], Tournament]
) -> Tournament:
    async with club.store.tournaments.open(tournament.id) as table:
        table.tournament = do(table.tournament)
    return table.tournament


async def post(club: Club, view: discord.ui.View | discord.ui.LayoutView) -> discord.Message:
    """Post a view in the club's channel, and return its message."""
    place = club.bot.get_channel(club.channel.id)
    assert isinstance(place, discord.TextChannel)
    sent = await place.send(view=view)
    return next(message for message in club.messages if message.id == sent.id)


async def card(club: Club, tournament: Tournament) -> discord.Message:
    """Post the card of a tournament's present state, and return its message."""
    now = await club.store.tournaments.load(tournament.id)
    layout = card_of(now, ENGLISH)
    return await post(club, layout)


async def pressed(
    club: Club, who: MemberActor, use: ControlKind, about: str, value: str | None = None
) -> InteractionResult:
    """Return the result of using a control, posted for this: a button, or a menu with one value."""
    if value is None:
        return await who.click(await post(club, view_of(TextButton(use, about, "x"))))
    options = [discord.SelectOption(label="x", value=value)]
    shown = await post(club, view_of(Menu(use, about, "x", options)))
    return await who.select(shown, values=[value])


async def fill(member: MemberActor, form: InteractionResult, *typed: str) -> InteractionResult:
    """Submit a form with the ``typed`` texts in its fields, in order; return the result."""
    assert form.modal is not None
    ids = [label["component"]["custom_id"] for label in form.modal["components"]]
    return await member.submit_modal(form, dict(zip(ids, typed, strict=True)))


def values(form: InteractionResult) -> dict[str, str]:
    """Return the values of a form's fields, by their ids."""
    assert form.modal is not None
    fields = [label["component"] for label in form.modal["components"]]
    return {field["custom_id"]: field.get("value", "") for field in fields}


def menus(message: discord.Message) -> list[discord.SelectMenu]:
    """Return the menus of a message."""
    return [
        part
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for part in row.children
        if isinstance(part, discord.SelectMenu)
    ]


async def signed_up(club: Club, form: Form, **more: Any) -> Tournament:  # noqa: ANN401 - terms
    """Return a tournament for which Alice, Bob and Carol have signed up."""
    now = club.env.now()
    terms = terms_of(form, starts=now + timedelta(days=9), **more)
    tournament = await new_tournament(club, terms)

    def joined(one: Tournament) -> Tournament:
        for who in (club.alice, club.bob, club.carol):
            one = one.join(who.id, every=False, now=now, source=None)
        return one

    return await change(club, tournament, joined)


async def begun(club: Club, form: Form, **more: Any) -> Tournament:  # noqa: ANN401 - terms
    """Return a running tournament of Alice, Bob and Carol."""
    tournament = await signed_up(club, form, **more)
    now, people = club.env.now(), (club.alice, club.bob, club.carol)

    def started(one: Tournament) -> Tournament:
        starts = one.terms.starts
        assert starts is not None
        at = max(now, starts - timedelta(hours=1))
        one = one.tick(now=at, strengths={})
        for who in people if form is not Form.LADDER else ():
            one = one.check_in(who.id, now=at, source=None)
        one = one.tick(now=starts, strengths={})
        return one.tick(now=starts, strengths={})

    return await change(club, tournament, started)


async def finished(
    club: Club,
    places: Sequence[tuple[int, MemberActor]],
    *,
    form: Form = Form.SWISS,
    name: str = "Club cup",
    channel: int | None = None,
    **more: Any,  # noqa: ANN401 - terms
) -> Tournament:
    """Return a tournament that has just ended with the given final places."""
    now = club.env.now()
    starts = now + timedelta(days=2)
    people = [who.id for _, who in places]
    terms = replace(terms_of(form, starts=starts, **more), name=name)
    tournament = await new_tournament(club, terms, channel=channel)

    def end(one: Tournament) -> Tournament:
        for who in people:
            one = one.join(who, every=False, now=now, source=None)
        one = one.tick(now=starts - timedelta(days=1), strengths={})
        for who in people:
            one = one.check_in(who, now=starts - timedelta(hours=1), source=None)
        one = one.tick(now=starts, strengths={}).tick(now=starts, strengths={})
        pairs = zip(people, [*people[1:], people[0]], strict=True)
        one = one._pair([{"players": pair} for pair in pairs], starts)
        for table in one.state.rounds[-1].tables:
            one = one.score_table(table, [1, 1], How.PLAYED, game=1, now=starts)
        rows = [[place, who.id, 0, 0] for place, who in places]
        return one.add(Kind.END, starts, standings=rows, reason="")

    return await change(club, tournament, end)
