"""Where a permission of the bot is missing: its roles, the channel, or the category of that."""

from __future__ import annotations

from typing import Any, NamedTuple

import discord

IMPLIED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
}
"""Permissions without which Discord takes others away, too."""

LEFT_IN_TIME_OUT = {"view_channel", "read_message_history"}
"""What a member may do during a time-out."""


class Missing(NamedTuple):
    """Where a permission is missing, and what to do about it."""

    where: str
    advice: str


def missing(
    channel: discord.abc.GuildChannel,
    category: discord.CategoryChannel | None,
    me: discord.Member,
    name: str,
) -> Missing:
    """Return where the bot's permission of that name is missing in a channel.

    The bot's own entry in the settings of a channel counts most there, then those of its roles, of
    which one that allows is enough, then that of @everyone, and last what the server allows.
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
    """Return that a channel denies it, or the category whose permissions the channel has."""
    if category is not None and category.overwrites == channel.overwrites:
        return Missing(
            f"the category {category.name}, whose permissions the channel has, denies it to {who}",
            f"allow it to {who} in the settings of the category, page Permissions",
        )
    return Missing(
        f"the channel denies it to {who}",
        f"allow it to {who} in the settings of the channel, page Permissions",
    )
