"""Checks before a match is opened or a seat is taken: roles, limits and blocks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Final

import discord

from cogs.client.client import Damier
from cogs.members.match_channels import home_of
from cogs.members.mentions import people, person
from data import EVERYBODY, ComputerMatches, ServerSettings
from engine import Game, Refusal, Text
from engine.table.match import Match
from engine.table.record import Status
from engine.text import Words, counted, either

BEGUN_TWICE = timedelta(minutes=1)
"""The time within which beginning the same match again counts as a double press."""


WATCHED: Final = 3
"""The most matches between computers that a person may watch at a time: nobody follows more."""


def is_organiser(settings: ServerSettings, member: discord.abc.User) -> bool:
    """Return whether a member organises all events of a server.

    They do if they manage the server or have the organisers' role.
    """
    if not isinstance(member, discord.Member):
        return False
    has_role = settings.organiser is not None and member.get_role(settings.organiser) is not None
    return has_role or member.guild_permissions.manage_guild


def check_opener(settings: ServerSettings, member: discord.abc.User) -> None:
    """Raise Refusal if a member may not open matches on a server with these settings."""
    if settings.opener is None or not isinstance(member, discord.Member):
        return
    if member.get_role(settings.opener) or member.guild_permissions.manage_guild:
        return
    role = member.guild.get_role(settings.opener)
    if role is None:
        raise Refusal(
            Text(
                "The role that may open matches is gone; those who manage the server can choose "
                "another with `/settings`."
            )
        )
    raise Refusal(
        Text(
            "On this server, only members with the role {role} open matches; you can join theirs.",
            role=Words(role.name),
        )
    )


def check_creator(settings: ServerSettings, member: discord.abc.User) -> None:
    """Raise Refusal if a member may not create tournaments on a server with these settings."""
    if is_organiser(settings, member):
        return
    if settings.tournaments == "managers":
        guild = member.guild if isinstance(member, discord.Member) else None
        role = guild.get_role(settings.organiser or 0) if guild is not None else None
        if role is None:
            raise Refusal(
                Text(
                    "On this server, only those who manage it create tournaments; you can "
                    "join them."
                )
            )
        raise Refusal(
            Text(
                "On this server, only members with the role {role} create tournaments; you can "
                "join theirs.",
                role=Words(role.name),
            )
        )
    check_opener(settings, member)


def may_create(settings: ServerSettings, member: discord.abc.User) -> bool:
    """Return whether a member may create tournaments on a server with these settings."""
    try:
        check_creator(settings, member)
    except Refusal:
        return False
    return True


def check_game(bot: Damier, guild: int, game: Game) -> None:
    """Raise Refusal, naming the games allowed, if a game may not be opened on a server.

    This is checked for every proposal: menus and suggestions merely leave other games out.
    """
    games = bot.preferences.games_of(guild)
    if game not in games:
        raise Refusal(
            Text(
                "{game} is not played on this server; choose {games}.",
                game=game.title,
                games=either([one.title for one in games]),
            )
        )


async def check_proposal(bot: Damier, match: Match) -> None:
    """Raise Refusal if a new match exceeds a limit, or if its host cannot play with somebody in it.

    That is so if one of the two has blocked the other, or the operator has blocked the person.
    """
    host = match.host
    if match.status is Status.CHALLENGE:
        await _check_challenges(bot, match)
    else:
        await _check_begun(bot, match)
    await _check_limits(bot, match, [host], host)
    blocks = await bot.store.blocks.among(match.persons)
    for other in sorted(set(match.persons) - {host}):
        if not bot.admits(other):
            raise Refusal(
                Text("{person} cannot play: my operator has blocked them.", person=person(other))
            )
        if (host, other) in blocks:
            raise Refusal(_blocked_by_you(other))
        if (other, host) in blocks or (other, EVERYBODY) in blocks:
            raise Refusal(
                Text(
                    "{person} does not take challenges from you at present; look for others with "
                    "`/open`.",
                    person=person(other),
                )
            )


async def _check_challenges(bot: Damier, match: Match) -> None:
    """Raise Refusal if the host has too many open challenges, or already has this one."""
    settings, host = bot.preferences.server(match.guild), match.host
    mine = [
        other
        for other in await bot.store.matches(
            status=Status.CHALLENGE, guild=match.guild, person=host
        )
        if other.host == host and other.timing.expires > match.events[0].at
    ]
    if any(_same(match, other) for other in mine):
        raise Refusal(_repeated(match))
    if len(mine) >= settings.open_challenges:
        raise Refusal(
            counted(
                "You have {count} open challenge, the most that is allowed here: withdraw it "
                "first.",
                "You have {count} open challenges, the most that is allowed here: withdraw one "
                "first.",
                len(mine),
            )
        )


async def _check_begun(bot: Damier, match: Match) -> None:
    """Raise Refusal if a match that begins at once repeats another one in its channel.

    Two matches without people are never played in a channel at a time. Any other match repeats the
    host's own if that has just begun and nobody has moved in it.
    """
    for other in await bot.store.matches(status=Status.LIVE, channel=match.channel):
        if not (match.persons or match.crowds or other.persons or other.crowds):
            raise Refusal(
                Text(
                    "Computers are playing each other here already, in match {match}.",
                    match=f"#{other.id}",
                )
            )
        people = {*other.persons, *other.crowds}
        untouched = not any(event.person in people for event in other.turns)
        twice = other.host == match.host and _same(match, other) and untouched
        if twice and match.events[0].at - other.events[0].at < BEGUN_TWICE:
            begun = Text(
                "You already have this match, {match}, just begun: no second one was opened. It "
                "waits for a move.",
                match=f"#{other.id}",
            )
            if other.setting_up:
                begun = Text(
                    "You already have this match, {match}, just begun: no second one was opened. "
                    "The pieces are set up first, by the buttons below the board.",
                    match=f"#{other.id}",
                )
            raise Refusal(begun)


def check_computers(bot: Damier, match: Match, has: ComputerMatches) -> None:
    """Raise Refusal if ``match``, with computers alone, is one too many for the person it is for.

    ``has`` counts the matches that they have already. Matches between computers, which they only
    watch, count as well, and have a lower limit of their own.
    """
    if not (match.persons or match.crowds) and has.watched >= WATCHED:
        raise Refusal(
            Text(
                "You are watching {count} matches between computers, the most at a time: end one "
                "first; `/mygames` lists them.",
                count=has.watched,
            )
        )
    if sum(has) >= bot.preferences.server(match.guild).computer_matches:
        raise Refusal(
            counted(
                "You have {count} match with computers alone, the most that is allowed: end it "
                "first; `/mygames` lists it.",
                "You have {count} matches with computers alone, the most that is allowed: end one "
                "first; `/mygames` lists them.",
                sum(has),
            )
        )


async def check_seat(bot: Damier, match: Match, who: int) -> None:
    """Raise Refusal if a person may not take their seat; ``match`` already has them in it."""
    otherwise = Text("You cannot play in this match; `/lobby` lists others.")
    await check_blocks(bot, who, match.accepted - {who}, otherwise)
    seated = set(match.persons) if match.status is Status.LIVE else {who}
    await _check_limits(bot, match, seated, who)


async def check_blocks(bot: Damier, who: int, others: Collection[int], otherwise: Text) -> None:
    """Raise Refusal if a block stands between ``who`` and one of ``others``.

    If one of the others has blocked the person, the refusal says ``otherwise``, which does not
    reveal who it is.
    """
    blocks = await bot.store.blocks.among({who, *others})
    for other in sorted(others):
        if (who, other) in blocks:
            raise Refusal(_blocked_by_you(other))
        if (other, who) in blocks:
            raise Refusal(otherwise)


async def _check_limits(bot: Damier, match: Match, users: Iterable[int], who: int) -> None:
    """Raise Refusal, addressed to ``who``, if ``users`` or the channel have too many matches."""
    settings = bot.preferences.server(match.guild)
    for user in sorted(users):
        live = (await bot.store.live_in(match.guild, person=user)).total()
        if live < settings.person_matches:
            continue
        if user != who:
            raise Refusal(
                Text(
                    "{person} plays as many matches as are allowed here; one of them has to end "
                    "first.",
                    person=person(user),
                )
            )
        raise Refusal(
            counted(
                "You are playing {count} match, the most that is allowed here: end it first.",
                "You are playing {count} matches, the most that is allowed here: end one first.",
                live,
            )
        )
    home = await _home_of_match(bot, match)
    live = sum(
        count
        for channel, count in (await bot.store.live_in(match.guild)).items()
        if _parent(bot, match.guild, channel) == home
    )
    if live >= settings.channel_matches:
        raise Refusal(
            counted(
                "{count} match is being played in this channel, the most that is allowed: it has "
                "to end first, or begin yours in another channel.",
                "{count} matches are being played in this channel, the most that is allowed: one "
                "has to end first, or begin yours in another channel.",
                live,
            )
        )


async def _home_of_match(bot: Damier, match: Match) -> int:
    """Return the channel of a match, or the parent channel of its thread."""
    guild = bot.get_guild(match.guild)
    if guild and guild.get_channel(match.channel):
        return match.channel  # not a thread
    card = await bot.store.outbox.post_of_message(match.channel)
    return card.channel if card else _parent(bot, match.guild, match.channel)


def _parent(bot: Damier, guild_id: int, channel_id: int) -> int:
    guild = bot.get_guild(guild_id)
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    return home_of(channel) if channel else channel_id


def _same(match: Match, other: Match) -> bool:
    """Return whether both matches are the same game with the same options and people."""
    return (
        sorted(other.people) == sorted(match.people)
        and other.game is match.game
        and other.options == match.options
    )


def _repeated(match: Match) -> Text:
    named = [user for user in match.persons if user != match.host]
    if not named:
        return Text(
            "You are looking for players of {game} already; the invitation is still open.",
            game=match.game.title,
        )
    return Text(
        "You have challenged {people} to {game} already; it waits for an answer.",
        people=people(named),
        game=match.game.title,
    )


def _blocked_by_you(other: int) -> Text:
    return Text(
        "You have blocked {person}; to play together, use `/people unblock` first.",
        person=person(other),
    )
