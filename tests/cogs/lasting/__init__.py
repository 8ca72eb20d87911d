"""Everything lasting that people do by buttons, menus, forms and commands, once each.

A function prepares each act and returns the coroutine that does it, so that a test can have
Discord fail just then.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from simcord import InteractionResult, MemberActor

from cogs.language.actions import Action
from cogs.messages.buttons import ControlKind, MatchButton, Menu, PersonMenu
from cogs.messages.layouts import view_of
from engine.table.match import Match
from engine.table.record import Status
from tests.cogs.conftest import Club
from tests.cogs.results import posted

Press = Coroutine[Any, Any, InteractionResult]
Ready = Callable[[Club], Awaitable[Press]]
"""Prepares an act, and returns the coroutine that does it."""

ACTIONS: dict[Action, Ready] = {}
USES: dict[ControlKind, list[Ready]] = {}
OTHERS: list[Ready] = []


def action(*names: Action) -> Callable[[Ready], Ready]:
    def note(ready: Ready) -> Ready:
        ACTIONS.update(dict.fromkeys(names, ready))
        return ready

    return note


def use(name: ControlKind) -> Callable[[Ready], Ready]:
    def note(ready: Ready) -> Ready:
        USES.setdefault(name, []).append(ready)
        return ready

    return note


def other(ready: Ready) -> Ready:
    OTHERS.append(ready)
    return ready


async def control(club: Club, who: MemberActor, item: Any, value: Any = None) -> Press:  # noqa: ANN401
    """Return the use of a control on a new message of the bot, whose text is a move.

    ``value`` is the value to choose if the control is a menu.
    """
    place = club.bot.get_channel(club.channel.id)
    assert isinstance(place, discord.TextChannel)
    sent = await place.send("`32-28`", view=view_of(item))
    (message,) = [m for m in club.messages if m.id == sent.id]
    if isinstance(item, Menu | PersonMenu):
        return who.select(message, values=[value])
    return who.click(message)


async def of_match(
    club: Club, who: MemberActor, does: Action, match: Match, which: int = 0
) -> Press:
    """Return the press of a button as it stands on the last post of a match."""
    live = match.status is Status.LIVE
    event = match.since if live else match.events[-1].number
    if match.offer is not None:
        event = match.offer.number
    return await control(club, who, MatchButton(does, match.id, event, which, label="x"))


def menu(name: ControlKind, about: str, value: str) -> Menu:
    return Menu(name, about, "Which?", [discord.SelectOption(label=value, value=value)])


async def opened(club: Club, words: str) -> Match:
    await club.alice.send(club.channel, f"{club.me} open {words}")
    return (await club.matches(status=Status.CHALLENGE))[-1]


async def offered(club: Club) -> Match:
    match = await club.under_way()
    async with club.store.match(match.id) as table:
        table.match = table.match.offer_agreement(
            club.alice.id, "draw", now=club.env.now(), source=None
        )
    return await posted_and_loaded(club, match)


async def posted_and_loaded(club: Club, match: Match) -> Match:
    await posted(club)
    return await club.reload(match)


async def over(club: Club) -> Match:
    match = await club.under_way()
    async with club.store.match(match.id) as table:
        table.match = table.match.resign(club.alice.id, now=club.env.now(), source=None)
    return await posted_and_loaded(club, match)


async def setting_up(club: Club) -> Match:
    match = await club.challenge("alliance free white")
    await club.bob.click(club.last, label="Accept")
    return await club.reload(match)


async def practising(club: Club) -> Match:
    await club.alice.send(club.channel, f"{club.me} play frisian white level 1")
    await posted(club)
    return (await club.matches(status=Status.LIVE))[-1]


def officer(club: Club) -> MemberActor:
    """Add a member who may manage messages and the server; return them."""
    may = discord.Permissions(manage_messages=True, manage_guild=True)
    role = club.guild.create_role("Officers", permissions=may)
    return club.guild.add_member(club.env.create_user("olga"), roles=[role])
