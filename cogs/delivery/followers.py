"""Which followers of a match a post pings."""

from __future__ import annotations

import discord

from cogs.members.people import members_of
from cogs.members.preferences import Preferences
from cogs.members.visibility import may_see
from cogs.messages.pictures import has_board
from data import Store
from engine.table.match import Match
from engine.table.record import Kind, Status

UNCHANGED = frozenset({Kind.START, Kind.REPOST, Kind.REMIND})
"""Events whose post has a board on which nobody has moved."""


async def followers_pinged(
    store: Store, preferences: Preferences, guild: discord.Guild | None, match: Match
) -> list[int]:
    """Return the followers whom the post of the match's last event pings.

    The end of a match pings all of its followers, a turn those who asked for each turn. A follower
    is left out who plays in the match, wants no pings, has left the server, or may not see the
    channel.
    """
    ended = bool(match.line) and match.status is Status.OVER
    if not ended and (not has_board(match) or match.events[-1].kind in UNCHANGED):
        return []
    followers = await store.followers.of(match.id)
    asked = [who for who, turns in followers.items() if turns or ended]
    wanted = [who.id for who in await preferences.pinged(asked) if who.id not in match.people]
    if guild is None or not wanted:
        return []
    members = await members_of(guild, wanted)
    return [who for who in wanted if who in members and await may_see(store, members[who], match)]
