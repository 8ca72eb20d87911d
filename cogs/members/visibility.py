"""The right to see a match: it belongs to the players, the importer, and all who see the channel.

An answer in a channel shows only matches that all readers of the channel may see.

Discord does not tell the bot about archived threads. A thread made from a message has the message's
id, so its parent channel is found by the noted posts.
"""

from __future__ import annotations

from collections.abc import Iterable

import discord

from data import Listed, Store
from engine.table.match import Match
from engine.table.record import NOWHERE, Status

Channel = discord.abc.GuildChannel | discord.Thread


def is_private(match: Match) -> bool:
    """Return whether a match belongs to no server, such as one in direct messages."""
    return match.guild == NOWHERE


async def may_see(store: Store, person: discord.abc.User, match: Match, here: int = 0) -> bool:
    """Return whether a person may see a match that they ask for in the channel ``here``.

    Players may see it everywhere, even if its channel is deleted or hidden from them.
    """
    if person.id in match.people:
        return True
    if is_private(match):
        return person.id == match.host
    if not isinstance(person, discord.Member) or match.guild != person.guild.id:
        return False
    if match.channel == here:
        return True
    channel = await channel_of(store, person.guild, match)
    return channel is not None and await _sees(channel, person)


async def seen_among(
    store: Store, member: discord.Member, listed: Iterable[Listed], here: int = 0
) -> list[Listed]:
    """Return the matches that a member may see among the ``listed`` ones of their server.

    The order is kept, and each channel is checked once.
    """
    own = {
        one.id
        for status in (Status.LIVE, Status.CHALLENGE)
        for one, _ in await store.lists.of_person(member.id, status)
    }
    known = {here: True}
    found = []
    for one in listed:
        if one.id not in own and one.channel not in known:
            channel = await channel_of(store, member.guild, one)
            known[one.channel] = channel is not None and await _sees(channel, member)
        if one.id in own or known[one.channel]:
            found.append(one)
    return found


async def all_see_among(store: Store, here: object, listed: Iterable[Listed]) -> list[Listed]:
    """Return the ``listed`` matches of a server that all readers of the channel ``here`` see."""
    if not isinstance(here, Channel):
        return []
    known = {here.id: True}
    found = []
    for one in listed:
        if one.channel not in known:
            channel = await channel_of(store, here.guild, one)
            known[one.channel] = channel is not None and all_see(channel, here)
        if known[one.channel]:
            found.append(one)
    return found


async def all_may_see(store: Store, here: object, match: Match) -> bool:
    """Return whether all readers of the channel ``here`` may see a match.

    Imported matches may be shown everywhere, and any match in a direct message.
    """
    if match.imported or isinstance(here, discord.DMChannel):
        return True
    if is_private(match) or not isinstance(here, Channel) or here.guild.id != match.guild:
        return False
    channel = await channel_of(store, here.guild, match)
    return match.channel == here.id or (channel is not None and all_see(channel, here))


def all_see(channel: Channel, here: Channel) -> bool:
    """Return whether all readers of the channel ``here`` see another ``channel`` of the server."""
    if channel.id == here.id:
        return True
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    above, above_here = _above(channel), _above(here)
    if above is None or above_here is None:
        return False
    if above.id == above_here.id:
        return True
    return is_public(channel) and _hidden_from(above) <= _hidden_from(above_here)


def is_public(channel: Channel) -> bool:
    """Return whether a channel is open to all members but those it is explicitly hidden from."""
    above = _above(channel)
    if above is None or (isinstance(channel, discord.Thread) and channel.is_private()):
        return False
    return above.permissions_for(channel.guild.default_role).view_channel


def channels_all_see(here: Channel, channels: Iterable[int]) -> frozenset[int]:
    """Return the ids of the ``channels`` that all readers of the channel ``here`` see."""
    return frozenset(one.id for one in _known(here.guild, channels) if all_see(one, here))


async def channels_seen(member: discord.Member, channels: Iterable[int]) -> frozenset[int]:
    """Return the ids of the ``channels`` that a member may see."""
    known = _known(member.guild, channels)
    return frozenset([channel.id for channel in known if await _sees(channel, member)])


async def channel_of(store: Store, guild: discord.Guild, match: Match | Listed) -> Channel | None:
    """Return the channel of a match, or the parent channel if its thread is not known.

    None if neither is known.
    """
    found = guild.get_channel_or_thread(match.channel)
    if found is None:
        card = await store.outbox.post_of_message(match.channel)
        found = guild.get_channel_or_thread(card.channel) if card else None
    return found


def _known(guild: discord.Guild, channels: Iterable[int]) -> list[Channel]:
    return [found for one in channels if (found := guild.get_channel_or_thread(one)) is not None]


def _above(channel: Channel) -> discord.abc.GuildChannel | None:
    """Return the parent channel of a thread; any other channel itself."""
    return channel.parent if isinstance(channel, discord.Thread) else channel


def _hidden_from(channel: discord.abc.GuildChannel) -> frozenset[int]:
    """Return the ids of the roles and members from whom a channel is hidden explicitly."""
    found = channel.overwrites.items()
    return frozenset(target.id for target, given in found if given.view_channel is False)


async def _sees(channel: Channel, member: discord.Member) -> bool:
    """Return whether a member may see a channel."""
    if isinstance(channel, discord.Thread) and channel.is_private():
        return await _in_private_thread(channel, member)
    return channel.permissions_for(member).view_channel


async def _in_private_thread(thread: discord.Thread, member: discord.Member) -> bool:
    if thread.permissions_for(member).manage_threads:
        return True
    try:
        await thread.fetch_member(member.id)
    except discord.HTTPException:
        return False
    return True
