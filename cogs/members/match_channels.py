"""The channels for matches: the server's choice, and the bot's permissions."""

from __future__ import annotations

import discord

from cogs.members.visibility import channels_seen
from data import ServerSettings
from engine import Refusal, Text
from engine.text import joined

GuildChannel = discord.abc.GuildChannel | discord.Thread

NEEDED = {
    "view_channel": Text("View Channel"),
    "send_messages": Text("Send Messages"),
    "embed_links": Text("Embed Links"),
    "attach_files": Text("Attach Files"),
    "read_message_history": Text("Read Message History"),
}
"""The permissions needed in a channel with matches: discord.py's names and Discord's."""


def check_permissions(channel: GuildChannel) -> None:
    """Raise Refusal, naming the permissions, if the bot lacks any that a match needs."""
    if missing := missing_permissions(channel):
        raise Refusal(
            Text(
                "I cannot host a match here: I am missing the permission {permissions}.",
                permissions=joined(missing, ", "),
            )
        )


async def check_writer(member: discord.Member, channel: GuildChannel) -> None:
    """Raise Refusal unless a member may read and write in the channel that they chose for posts.

    Otherwise they could have the bot write in channels closed to them, such as announcements.
    """
    given = channel.permissions_for(member)
    in_thread = isinstance(channel, discord.Thread)
    may_write = given.send_messages_in_threads if in_thread else given.send_messages
    if not may_write or not await channels_seen(member, [channel.id]):
        raise Refusal(
            Text(
                "You may not write in {channel} yourself; choose a channel in which you may.",
                channel=channel.mention,
            )
        )


def missing_permissions(channel: GuildChannel) -> list[Text]:
    """Return Discord's names of the permissions that a match needs and the bot lacks."""
    given = channel.permissions_for(channel.guild.me)
    needed = permissions_needed(channel)
    return [text for name, text in needed.items() if not getattr(given, name)]


def permissions_needed(channel: GuildChannel) -> dict[str, Text]:
    """Return Discord's names of the permissions that a match needs, by those in discord.py."""
    needed = dict(NEEDED)
    if isinstance(channel, discord.Thread):
        del needed["send_messages"]
        needed["send_messages_in_threads"] = Text("Send Messages in Threads")
    return needed


def check_channel(settings: ServerSettings, channel: GuildChannel) -> None:
    """Raise Refusal if the server has chosen channels for its matches and this is none of them.

    The refusal names the chosen channels that exist.
    """
    if not settings.channels or home_of(channel) in settings.channels:
        return
    there = [c for c in settings.channels if channel.guild.get_channel(c) is not None]
    if not there:
        raise Refusal(
            Text(
                "The channels for matches are gone; those who manage the server can choose others "
                "with `/settings`."
            )
        )
    channels = ", ".join(f"<#{channel}>" for channel in there)
    raise Refusal(Text("On this server matches are played in {channels}.", channels=channels))


def home_of(channel: GuildChannel) -> int:
    """Return the id of a thread's parent channel, or of any other channel itself."""
    return channel.parent_id if isinstance(channel, discord.Thread) else channel.id
