"""Who of those who follow a match is told by a post of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.members.people import members_of
from cogs.members.visibility import may_see
from cogs.messages.pictures import has_board
from engine.table.match import Match
from engine.table.record import Kind, Status

if TYPE_CHECKING:
    from cogs.bot.client import Damier

UNCHANGED = frozenset({Kind.START, Kind.REPOST, Kind.REMIND})
"""Events whose post has a board on which nobody has moved."""


async def followers_told(bot: Damier, match: Match) -> list[int]:
    """The followers whom the post of the match's last event calls.

    At its end they are all who follow it, at a turn those who want to know of each. Players are
    none of them, nor is who does not want to be called, has left, or may not see the channel.
    """
    ended = bool(match.line) and match.status is Status.OVER
    if not ended and (not has_board(match) or match.events[-1].kind in UNCHANGED):
        return []
    followers = await bot.store.followers.of(match.id)
    asked = [who for who, turns in followers.items() if turns or ended]
    wanted = [who.id for who in await bot.pinged(asked) if who.id not in match.people]
    guild = bot.get_guild(match.guild)
    if guild is None or not wanted:
        return []
    members = await members_of(guild, wanted)
    return [who for who in wanted if who in members and await may_see(bot, members[who], match)]
