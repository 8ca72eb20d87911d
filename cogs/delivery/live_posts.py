"""Edits of the board that shows a match now, while additions to it change."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import discord

from cogs.delivery.edits import REFUSED, Edits, KeptFiles
from cogs.delivery.match_messages import channel_of, shows_board
from cogs.delivery.post_contents import PostContent, PostContents
from cogs.messages.layouts import Addition
from data import DONE, Outgoing, Post, Store
from render import Arrow

log = logging.getLogger(__name__)

REMEMBERED: Final = 1000
"""The most boards whose drawn arrows are remembered."""


class LivePosts:
    """Edits the newest boards of matches."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        contents: PostContents,
        *,
        files: KeptFiles,
        edits: Edits,
    ) -> None:
        self._client = client
        self._store = store
        self._contents = contents
        self._files = files
        self._edits = edits
        self._drawn: OrderedDict[tuple[int, int], Sequence[Arrow]] = OrderedDict()
        """The arrows drawn on boards, by their messages and the events that they show."""
        self._frozen_pictures: set[int] = set()
        """The messages whose pictures Discord does not let the bot change."""

    async def post_of(self, match_id: int) -> tuple[Outgoing, Post] | None:
        """Return a match with the post of its present board.

        Return None if the match has no board, or a newer board is on its way.
        """
        outgoing = await self._store.outgoing(match_id)
        for post in reversed(outgoing.posts):
            if shows_board(outgoing.match, post):
                return (outgoing, post) if post.stands else None
            if post.state not in DONE:
                return None
        return None

    async def edit(self, outgoing: Outgoing, post: Post, added: Addition) -> bool:
        """Edit a board to show its additions, with a new picture if the arrows change.

        Return whether that is done: a newer post may take the board's place. If Discord refuses to
        change a picture, it stays as it is from then on. Raises Discord's errors.
        """
        message = post.message or 0
        match = outgoing.match.until(post.event)
        known = self._drawn.get((message, post.event), ())
        drawn = message not in self._frozen_pictures and known != added.arrows
        content = await self._contents.again(match, outgoing.match, added, drawn=drawn)

        async def edit() -> bool:
            found = await self.post_of(match.id)
            if found is None or found[1] != post:
                return False
            await self._write(post, outgoing, content, drawn=drawn)
            return True

        try:
            done = await self._edits.unless_waiting(message, edit)
        except discord.HTTPException as error:
            if not drawn or error.status != REFUSED:
                raise
            log.info("The picture of match %s stays as it is: %r", match.id, error)
            self._frozen_pictures.add(message)
            return await self.edit(outgoing, post, added)
        if done and drawn:
            self._note((message, post.event), added.arrows)
        return done

    def _note(self, board: tuple[int, int], arrows: Sequence[Arrow]) -> None:
        """Remember which arrows are drawn on a board."""
        self._drawn.pop(board, None)
        self._drawn[board] = arrows
        if len(self._drawn) > REMEMBERED:
            (message, _), _ = self._drawn.popitem(last=False)
            self._frozen_pictures.discard(message)

    async def _write(
        self, post: Post, outgoing: Outgoing, content: PostContent, *, drawn: bool
    ) -> None:
        channel = channel_of(self._client, post, outgoing.match)
        message = channel.get_partial_message(post.message or 0)
        kept = () if drawn and content.files else await self._files.of(message, content.view)
        edited = await message.edit(
            view=content.view,
            attachments=[*content.files, *kept],
            allowed_mentions=content.allowed,
        )
        self._files.note(edited)
