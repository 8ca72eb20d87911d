"""The check of a server and a channel: membership, permissions, and causes of missing ones.

The cause may be the bot's roles, the channel, or the channel's category.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import discord

from cogs.members.match_channels import permissions_needed
from cogs.operating.checking.findings import Finding, Refused, ask, bad, good, unchecked

IMPLIED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
}
"""The permissions without which Discord also withholds others."""

LEFT_IN_TIME_OUT = {"view_channel", "read_message_history"}
"""The permissions that a member keeps during a time-out."""


class Missing(NamedTuple):
    """The place where a permission is missing, and the advice for the operator."""

    where: str
    advice: str


def missing(
    channel: discord.abc.GuildChannel,
    category: discord.CategoryChannel | None,
    me: discord.Member,
    name: str,
) -> Missing:
    """Return the place where the bot's permission called ``name`` for a channel is missing.

    In a channel the bot's own entry counts most, then the entries of its roles, of which a single
    one can allow the permission, then that of @everyone. The server's permissions come last.
    """
    if me.is_timed_out() and name not in LEFT_IN_TIME_OUT:
        return Missing("the bot is in a time-out", "end the bot's time-out")
    place: Any = channel
    everyone, roles = me.guild.default_role, me.roles[1:]
    own, by_all = (getattr(place.overwrites_for(who), name) for who in (me, everyone))
    by_role = {role: getattr(place.overwrites_for(role), name) for role in roles}
    if own is False:
        return _denied(channel, category, "the bot itself")
    if own is None and True not in by_role.values():
        if False in by_role.values():
            denied = ", ".join(role.name for role, value in by_role.items() if value is False)
            return _denied(channel, category, f"the role {denied}")
        if by_all is False:
            return _denied(channel, category, "@everyone")
        if by_all is None and not any(getattr(r.permissions, name) for r in (everyone, *roles)):
            names = ", ".join(role.name for role in (everyone, *roles))
            managed = next((role.name for role in roles if role.is_bot_managed()), me.name)
            return Missing(
                f"the server gives it to none of {names}",
                f"switch it on for the role {managed} in the settings of the server, page Roles",
            )
    given = place.permissions_for(me)
    first = next((title for other, title in IMPLIED.items() if not getattr(given, other)), "others")
    return Missing(f"Discord gives it with {first} only", f"give {first} first")


def _denied(
    channel: discord.abc.GuildChannel, category: discord.CategoryChannel | None, who: str
) -> Missing:
    """Return the place, a channel or its category, that denies a permission to ``who``."""
    if category is not None and category.overwrites == channel.overwrites:
        return Missing(
            f"the category {category.name}, whose permissions the channel has, denies it to {who}",
            f"allow it to {who} in the settings of the category, page Permissions",
        )
    return Missing(
        f"the channel denies it to {who}",
        f"allow it to {who} in the settings of the channel, page Permissions",
    )


FOR_THREADS: Final = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
"""The permissions needed if the server has a thread for each match."""

FOR_CROWDS: Final = {"create_private_threads": "Create Private Threads"}
"""The permissions needed if crowds play each other, since each crowd talks in private."""

OPTIONAL: Final = {
    "pin_messages": "Pin Messages",
    "manage_messages": "Manage Messages",
    "manage_threads": "Manage Threads",
}
"""The permissions that the bot uses if it has them, but does not need."""


INVITED: Final = "is the id right, and the bot invited to that server (README.md has the link)?"


MatchChannel = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread


class TrialChannel(NamedTuple):
    """A channel in which messages can be tried, with the sources of its permissions."""

    channel: MatchChannel
    above: discord.abc.GuildChannel
    """The channel itself, or the parent of a thread, which determines the permissions."""
    category: discord.CategoryChannel | None
    me: discord.Member

    @property
    def given(self) -> discord.Permissions:
        """The bot's permissions in the channel."""
        return self.above.permissions_for(self.me)


async def find(
    client: discord.Client, server: int | None, channel: int | None
) -> tuple[list[Finding], TrialChannel | None]:
    """Return the findings about the server and the channel with these ids, and the channel.

    The server may be left out if the channel is given. The channel is None if it was not given, or
    cannot be used.
    """
    found: list[Finding] = []
    try:
        if channel is not None and server is None:
            server = await _server_of(client, channel)
        if server is None:
            return [unchecked("channel", "none is named: --channel ID has it tried")], None
        guild = (await ask(client.fetch_guild(server, with_counts=False))).value
    except Refused as refused:
        advice = refused.advice(forbidden=INVITED, missing=INVITED)
        return [bad("server", str(refused), advice, refused.seconds)], None
    found.append(good("server", guild.name))
    if channel is None:
        return [*found, unchecked("channel", "none is named: --channel ID has it tried")], None
    if client.user is None:
        raise ValueError("Whoever looks for a channel has logged in.")
    try:
        me = (await ask(guild.fetch_member(client.user.id))).value
        channels = (await ask(guild.fetch_channels())).value
    except Refused as refused:
        advice = refused.advice(forbidden=INVITED, missing=INVITED)
        return [*found, bad("channel", str(refused), advice, refused.seconds)], None
    place: object = discord.utils.get(channels, id=channel)
    above = place
    if place is None:
        place = await _thread(client, channel)
        above = discord.utils.get(channels, id=getattr(place, "parent_id", None))
    if isinstance(place, discord.ForumChannel):
        said = f"#{place.name} is a forum: matches are played in its posts"
        return [*found, bad("channel", said, "name one of its posts")], None
    if not isinstance(place, MatchChannel) or not isinstance(above, discord.abc.GuildChannel):
        said = f"there is no channel {channel} in {guild.name} where people write"
        return [*found, bad("channel", said, "name another: its menu has *Copy Channel ID*")], None
    found.append(good("channel", f"#{place.name}"))
    category = discord.utils.get(channels, id=above.category_id)
    return found, TrialChannel(
        place, above, category if isinstance(category, discord.CategoryChannel) else None, me
    )


async def _thread(client: discord.Client, channel: int) -> discord.Thread | None:
    """Return the thread with the id ``channel``, None if there is none or Discord refuses."""
    try:
        found = (await ask(client.fetch_channel(channel))).value
    except Refused:
        return None
    return found if isinstance(found, discord.Thread) else None


async def _server_of(client: discord.Client, channel: int) -> int | None:
    found = (await ask(client.fetch_channel(channel))).value
    if isinstance(found, discord.abc.GuildChannel | discord.Thread):
        return found.guild.id
    return None


def has_threads(channel: MatchChannel) -> bool:
    """Return whether matches in a channel can have threads."""
    return isinstance(channel, discord.TextChannel)


def permissions(place: TrialChannel, *, threads: bool) -> Iterator[Finding]:
    """Yield a finding for each permission; some are needed only with ``threads`` for matches."""
    needed = permissions_needed(place.channel)
    for name, title in needed.items():
        yield _permission(place, name, str(title), needed=True)
    for name, label in FOR_THREADS.items():
        if name not in needed:
            yield _permission(place, name, label, needed=threads and has_threads(place.channel))
    for name, label in FOR_CROWDS.items():
        without = "no; needed only where crowds play each other"
        yield _permission(place, name, label, needed=False, without=without)
    for name, label in OPTIONAL.items():
        yield _permission(place, name, label, needed=False)


def _permission(
    place: TrialChannel, name: str, title: str, *, needed: bool, without: str = "no, and not needed"
) -> Finding:
    """Return the finding about a permission.

    ``without`` is the result shown if a permission that is not ``needed`` is missing.
    """
    line = f"may {title}"
    if getattr(place.given, name):
        return good(line, "yes")
    if not needed:
        return unchecked(line, without)
    where, advice = missing(place.above, place.category, place.me, name)
    return bad(line, f"no: {where}", advice)
