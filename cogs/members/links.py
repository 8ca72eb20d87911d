"""Links to the posts of matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogs.language.catalogues import Translate
from data import Post, Store
from engine import Text
from engine.table.match import Match
from engine.table.record import NOWHERE


async def board_link(store: Store, match: Match, translated: Translate) -> str:
    """Return the link to the board of a match, as for ``post_links``."""
    return (await board_links(store, [match], translated))[match.id]


async def board_links(
    store: Store, matches: Sequence[Match], translated: Translate
) -> dict[int, str]:
    """Return the links to the boards of matches, as for ``post_links``."""
    return await post_links(store, matches, lambda _: translated(Text("board")))


async def post_links(
    store: Store, matches: Sequence[Match], label: Callable[[Match], str]
) -> dict[int, str]:
    """Return a link to the last post of each match, by the matches' ids.

    Before the first one it is the mention of the match's channel.
    """
    shown = await store.outbox.last_shown([match.id for match in matches])
    return {match.id: _link(match, shown.get(match.id), label(match)) for match in matches}


def _link(match: Match, post: Post | None, label: str) -> str:
    if post is None:
        return f"<#{match.channel}>"
    where = "@me" if match.guild == NOWHERE else str(match.guild)
    return f"[{label}](https://discord.com/channels/{where}/{post.channel}/{post.message})"
