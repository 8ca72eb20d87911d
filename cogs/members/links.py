"""Links to the posts of matches."""

from __future__ import annotations

from cogs.language.catalogues import Translate
from data import Store
from engine import Text
from engine.table.match import Match
from engine.table.record import NOWHERE


async def board_link(store: Store, match: Match, translated: Translate) -> str:
    """Return the link to the board of a match, as for ``post_link``."""
    return await post_link(store, match, translated(Text("board")))


async def post_link(store: Store, match: Match, label: str) -> str:
    """Return a link to the last post of a match; before the first one, its channel's mention."""
    posts = await store.outbox.posts(match.id)
    shown = [post for post in posts if post.stands]
    if not shown:
        return f"<#{match.channel}>"
    post = shown[-1]
    where = "@me" if match.guild == NOWHERE else str(match.guild)
    return f"[{label}](https://discord.com/channels/{where}/{post.channel}/{post.message})"
