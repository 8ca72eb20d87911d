"""The trial in a channel: all kinds of requests that a match needs, with posts deleted again."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import discord
from discord import ui

import engine
import render
from cogs.delivery.edits import REFUSED, KeptFiles
from cogs.delivery.match_messages import history
from cogs.messages.layouts import board_layout, picture_file
from cogs.operating.checking.channel import MatchChannel, has_threads
from cogs.operating.checking.findings import Finding, Refused, ask, bad, good, unchecked

T = TypeVar("T")

UNKNOWN: Final = frozenset({10003, 10008})
"""Discord's errors for a channel or a message that no longer exists."""

FORBIDDEN: Final = "see the permissions above"

DELETED: Final = "somebody or another bot has deleted it meanwhile: try another channel"

LOOKED_THROUGH: Final = 100
"""The number of a channel's newest messages searched for posts that Discord did not confirm."""

ARCHIVED_AFTER: Final = 60
"""Minutes until Discord archives the thread by itself."""


class Trial:
    """A trial in a channel. A unique mark in its messages allows finding them again.

    ``findings`` has a finding for each step.
    """

    def __init__(self, client: discord.Client, channel: MatchChannel) -> None:
        self._client = client
        self._channel = channel
        self._mark = secrets.token_hex(6)
        self._text = (
            f"`python bot.py --check` tries this channel, and deletes this at once. {self._mark}"
        )
        self._posted: list[discord.Message] = []
        self._thread: discord.Thread | None = None
        self._alt = ""
        self._files = KeptFiles()
        self._lost = False
        """Whether Discord may have posted messages that it did not confirm."""
        self.findings: list[Finding] = []

    async def run(self, *, threads: bool) -> None:
        """Try everything, with or without a thread, and delete the posts again."""
        try:
            board = await self._board()
            if board is None:
                self.findings.append(unchecked("the rest", "not tried without a board"))
            else:
                await self._edits(board)
                await self._new_picture(board)
                await self._in_thread(board, wanted=threads and has_threads(self._channel))
                await self._replies(board)
        finally:
            await self._clean()

    # The requests of a match

    async def _board(self) -> discord.Message | None:
        position = engine.games["frisian"].start()
        picture = await asyncio.to_thread(render.picture, position)
        self._alt = str(picture.alt)
        board = await self._send(
            "post a board",
            self._channel,
            view=self._layout(buttons=True),
            file=picture_file(picture),
        )
        if board is not None and not self._pictures(board):
            self._fail("picture", "Discord has posted the board without it", "try again")
        return board

    async def _edits(self, board: discord.Message) -> None:
        before = self._pictures(board)
        for name, buttons in (("edit it", True), ("take its buttons off", False)):
            view = self._layout(buttons=buttons)
            kept = await self._files.of(self._partial(board), view)
            edited = await self._step(name, board.edit(view=view, attachments=kept))
            if edited is None:
                return
            self._files.note(edited)
            if self._pictures(edited) != before:
                self._fail(name, "the picture is not the same any more", "tell Damier's makers")
            if not buttons and _has_buttons(edited):
                self._fail(name, "they are still there", "tell Damier's makers")

    async def _new_picture(self, board: discord.Message) -> None:
        """Edit a new picture into the board; it is no failure if Discord refuses that."""
        name, before = "edit a new picture in", self._pictures(board)
        picture = await asyncio.to_thread(render.picture, engine.games["frisian"].start())
        file, view = picture_file(picture), self._layout(buttons=False)
        try:
            answer = await ask(board.edit(view=view, attachments=[file]))
        except Refused as refused:
            if refused.status == REFUSED:
                said = f"refused; such pictures are sent in messages of their own ({refused})"
                self.findings.append(unchecked(name, said))
            else:
                advice = refused.advice(forbidden=FORBIDDEN, missing=DELETED)
                self.findings.append(bad(name, str(refused), advice, refused.seconds))
            return
        if self._pictures(answer.value) in ([], before):
            self._fail(name, "the board shows the old picture, or none", "tell Damier's makers")
        else:
            self.findings.append(good(name, "done", answer.seconds))

    async def _in_thread(self, board: discord.Message, *, wanted: bool) -> None:
        if not wanted:
            said = "the server has threads off (`/settings` turns them on)"
            if not has_threads(self._channel):
                said = "matches have threads only in text channels"
            self.findings.append(unchecked("open a thread", said))
            return
        opening = board.create_thread(name="Damier", auto_archive_duration=ARCHIVED_AFTER)
        self._thread = await self._step("open a thread", opening)
        if self._thread is not None:
            await self._send("post in the thread", self._thread, self._text)

    async def _replies(self, board: discord.Message) -> None:
        reference = board.to_reference(fail_if_not_exists=False)
        reply = await self._send("reply", self._channel, self._text, reference=reference)
        if reply is None:
            return
        read = await self._step("read it back", self._channel.fetch_message(reply.id))
        if read is not None:
            answered = read.reference.message_id if read.reference else None
            if self._mark not in read.content or answered != board.id:
                self._fail("read it back", "it is not what was sent", "tell Damier's makers")

    # Steps

    async def _send(
        self,
        name: str,
        where: discord.abc.Messageable,
        *content: str,
        **options: Any,  # noqa: ANN401 - passed on
    ) -> discord.Message | None:
        sending = where.send(*content, allowed_mentions=discord.AllowedMentions.none(), **options)
        message = await self._step(name, sending)
        if message is not None:
            self._posted.append(message)
            self._files.note(message)
        return message

    async def _step(self, name: str, request: Awaitable[T]) -> T | None:
        """Return the answer to a request, None if Discord refuses it; add the finding."""
        try:
            answer = await ask(request)
        except Refused as refused:
            self._lost = self._lost or refused.status is None or refused.status >= 500
            advice = refused.advice(forbidden=FORBIDDEN, missing=DELETED)
            self.findings.append(bad(name, str(refused), advice, refused.seconds))
            return None
        except asyncio.CancelledError:
            self._lost = True
            raise
        self.findings.append(good(name, "done", answer.seconds))
        return answer.value

    def _fail(self, name: str, said: str, advice: str) -> None:
        self.findings.append(bad(name, said, advice))

    # Cleaning up

    async def _clean(self) -> None:
        """Delete all posts, including those that Discord did not confirm; add the findings."""
        if self._lost:
            await self._look_for_lost()
        left = [message for message in reversed(self._posted) if not await self._deleted(message)]
        if self._thread is not None:
            self.findings.append(await self._close_thread(self._thread))
        if left:
            links = " ".join(message.jump_url for message in left)
            self._fail("delete it all", f"still there: {links}", "delete it by hand")
        elif self._posted:
            self.findings.append(good("delete it all", "done"))

    async def _look_for_lost(self) -> None:
        known = {message.id for message in self._posted}

        async def look(where: MatchChannel) -> None:
            async for message in history(self._client, where, LOOKED_THROUGH):
                is_ours = message.author == self._client.user and message.id not in known
                if is_ours and self._mark in _text(message):
                    self._posted.append(message)

        async def look_for_thread() -> discord.Thread | None:
            for message in self._posted:
                try:
                    found = await self._client.fetch_channel(message.id)
                except discord.NotFound:
                    continue
                if isinstance(found, discord.Thread):
                    return found
            return None

        try:
            await ask(look(self._channel))
            self._thread = self._thread or (await ask(look_for_thread())).value
            if self._thread is not None:
                await ask(look(self._thread))
        except Refused as refused:
            said = f"an answer was missing, and what was posted cannot be looked for: {refused}"
            self._fail("delete it all", said, f"look for {self._mark} in the channel")

    async def _deleted(self, message: discord.Message) -> bool:
        return await self._gone(message.delete)

    async def _close_thread(self, thread: discord.Thread) -> Finding:
        """Delete the thread, or archive it if the bot may not delete it; return the finding."""
        if await self._gone(thread.delete):
            return good("delete the thread", "done")
        try:
            answer = await ask(thread.edit(archived=True))
        except Refused as refused:
            return bad("delete the thread", str(refused), f"delete it by hand: {thread.jump_url}")
        said = "archived, as deleting it takes the permission Manage Threads; it is empty"
        return good("delete the thread", said, answer.seconds)

    async def _gone(self, delete: Callable[[], Awaitable[object]]) -> bool:
        try:
            await ask(delete())
        except Refused as refused:
            return getattr(refused.__cause__, "code", None) in UNKNOWN
        return True

    # The content of messages

    def _layout(self, *, buttons: bool) -> ui.LayoutView:
        layout = board_layout(self._text, self._alt)
        if buttons:  # disabled: a running bot would answer a press
            button: ui.Button[Any] = ui.Button(label="Move", custom_id=self._mark, disabled=True)
            layout.add_item(ui.ActionRow(button))
        return layout

    def _partial(self, message: discord.Message) -> discord.PartialMessage:
        return self._channel.get_partial_message(message.id)

    @staticmethod
    def _pictures(message: discord.Message) -> list[int | None]:
        """Return the ids of the pictures in a message."""
        return [
            item.media.attachment_id
            for component in message.components
            if isinstance(component, discord.MediaGalleryComponent)
            for item in component.items
        ]


def _has_buttons(message: discord.Message) -> bool:
    return any(isinstance(component, discord.ActionRow) for component in message.components)


def _text(message: discord.Message) -> str:
    """Return the content of a message and the texts of its components, one per line."""
    parts = [c.content for c in message.components if isinstance(c, discord.TextDisplay)]
    return "\n".join([message.content, *parts])
