"""Where a match is to be found."""

from __future__ import annotations

from cogs.language.catalogues import Say
from data import Store
from engine import Text
from engine.table.match import Match


async def board_link(store: Store, match: Match, tell: Say) -> str:
    """A link to the last post of a match; its channel's mention where nothing is posted yet."""
    posts = await store.outbox.posts(match.id)
    shown = [post for post in posts if post.message is not None]
    if not shown:
        return f"<#{match.channel}>"
    post = shown[-1]
    url = f"https://discord.com/channels/{match.guild}/{post.channel}/{post.message}"
    board = tell(Text("board"))
    return f"[{board}]({url})"
