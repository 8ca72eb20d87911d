"""Edits of messages, made in parallel with posts, with kept and new files.

Posts never wait for edits of earlier messages: a post overtakes an edit held up by a rate limit. If
several edits of a message wait, only the newest is made; a channel's edits are made one at a time.
Running edits are never cancelled: discord.py would not release the limit it waits for.

An edit names the files that its message keeps by their ids and names. Discord has been reported to
refuse edits with a new picture, with status 400: the message then says that the picture is in the
next message, which is sent.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

import discord
from discord import ui

from cogs.language.catalogues import translate
from cogs.messages.layouts import text_layout
from cogs.timekeeping.keyed_worker import DONE, KeyedWorker, Rest
from cogs.timekeeping.paces import Paces
from data import KeyedLocks
from engine import Text

log = logging.getLogger(__name__)

AT_ONCE: Final = 8
"""The most channels in which messages are edited at the same time."""

WAITING: Final = 1000
"""The most waiting edits; with one more, the oldest is dropped."""

LEAVING: Final = 5.0
"""The most seconds for unfinished edits when the bot shuts down."""

Edit = Callable[[], Coroutine[Any, Any, bool]]
"""Edits a message, and returns whether that is done."""

REMEMBERED: Final = 5000
"""The most messages whose files are known without asking Discord."""

REFUSED: Final = 400
"""The status of an edit that Discord refuses in this form."""

BELOW: Final = Text("The picture is in the next message.")

NOT_SHOWN: Final = Text("Discord does not take this picture now: please try again later.")

E = TypeVar("E")
S = TypeVar("S")


class WaitingEdit(NamedTuple):
    """An edit that has not begun, and the channel of its message.

    The result of ``done`` is whether the edit was made, or left to a newer one.
    """

    channel: int
    edit: Edit
    done: asyncio.Future[bool]


class Edits:
    """Edits and deletions of messages, by the id of the message.

    ``elapsed`` counts seconds.
    """

    def __init__(self, elapsed: Callable[[], float], paces: Paces) -> None:
        self._paces = paces
        self._waiting: OrderedDict[int, WaitingEdit] = OrderedDict()
        self._locks = KeyedLocks[int]()
        self._room = asyncio.Semaphore(AT_ONCE)
        self._urgent: set[asyncio.Task[bool]] = set()
        self._worker = KeyedWorker("edits in channel", self._work, elapsed)

    def put(self, channel: int, message: int, edit: Edit) -> asyncio.Future[bool]:
        """Edit a message when there is time, dropping a waiting edit of the same message.

        The future's result is whether the edit was made, or left to a newer one.
        """
        self._drop(message)
        done = asyncio.get_running_loop().create_future()
        self._waiting[message] = WaitingEdit(channel, edit, done)
        if len(self._waiting) > WAITING:
            dropped, oldest = self._waiting.popitem(last=False)
            oldest.done.set_result(False)
            log.warning("Message %s is not edited: too many edits wait", dropped)
        self._worker.wake(channel)
        return done

    async def now(self, message: int, edit: Edit) -> bool:
        """Edit a message at once; return whether that is done in time.

        A waiting edit of the same message is dropped. Raises the errors of the edit.
        """
        self._drop(message)
        task = asyncio.create_task(self._after_others(message, edit))
        self._urgent.add(task)
        task.add_done_callback(partial(self._end, message))
        done, _ = await asyncio.wait({task}, timeout=self._paces.edited_within)
        if not done:
            log.info("Message %s is not edited in time", message)
            return False
        return await task

    async def unless_waiting(self, message: int, edit: Edit) -> bool:
        """Edit a message as ``now`` does, unless a newer edit of the same message waits."""
        return message not in self._waiting and await self.now(message, edit)

    async def close(self) -> None:
        """Finish the edits for which there is time, and drop the others."""
        urgent = [*self._urgent]
        await asyncio.gather(
            self._worker.close(within=LEAVING),
            *([asyncio.wait(urgent, timeout=LEAVING)] if urgent else []),
        )
        for task in self._urgent:
            task.cancel()
        for waiting in self._waiting.values():
            waiting.done.cancel()
        self._waiting.clear()

    async def _work(self, channel: int) -> Rest:
        """Do the waiting edits of a channel, the oldest first."""
        while (message := self._next_in(channel)) is not None:
            async with self._room, self._locks[message]:
                waiting = self._waiting.pop(message, None)
                if waiting is not None:
                    await _finish(message, waiting)
        return DONE

    def _next_in(self, channel: int) -> int | None:
        """Return the channel's oldest message with a waiting edit and none running."""
        waiting = (message for message, one in self._waiting.items() if one.channel == channel)
        return next((one for one in waiting if not self._locks[one].locked()), None)

    def _drop(self, message: int) -> None:
        """Drop the waiting edit of a message, because of a newer one."""
        older = self._waiting.pop(message, None)
        if older is not None and not older.done.done():
            older.done.set_result(True)

    async def _after_others(self, message: int, edit: Edit) -> bool:
        async with self._locks[message]:
            return await edit()

    def _end(self, message: int, task: asyncio.Task[bool]) -> None:
        self._urgent.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.info("Message %s is not edited: %r", message, error)
        if message in self._waiting:
            self._worker.wake(self._waiting[message].channel)


async def _finish(message: int, waiting: WaitingEdit) -> None:
    """Make an edit, and set the result of its future; log its errors."""
    is_done = False
    try:
        is_done = await waiting.edit()
    except asyncio.CancelledError:
        waiting.done.cancel()
        raise
    except Exception:
        log.exception("Message %s is not edited", message)
    if not waiting.done.done():
        waiting.done.set_result(is_done)


class KeptFile(discord.Attachment):
    """A file that a message already has, in the form for an edit that keeps it."""

    __slots__ = ()

    def __init__(self, number: int, filename: str) -> None:
        self.id = number
        self.filename = filename

    def to_dict(self) -> Any:  # noqa: ANN401 - the payload of an edit: all else stays as it is
        """Return the id and the name of the file, for the payload of an edit."""
        return {"id": self.id, "filename": self.filename}


class KeptFiles:
    """The files of the messages sent, edited or read last."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, dict[int, str]] = OrderedDict()

    def note(self, message: discord.Message) -> None:
        """Remember the files of a message as it is now."""
        found = {attachment.id: attachment.filename for attachment in message.attachments}
        found.update(_inside(message.components))
        self._known.pop(message.id, None)
        self._known[message.id] = found
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    async def of(self, message: discord.PartialMessage, view: ui.LayoutView) -> Sequence[KeptFile]:
        """Return the files that a message keeps when it is edited to show ``view``.

        Raises Discord's errors if Discord has to be asked.
        """
        if not any(isinstance(item, ui.MediaGallery | ui.File) for item in view.walk_children()):
            return []
        if message.id not in self._known:
            self.note(await message.fetch())
        return [KeptFile(*file) for file in self._known[message.id].items()]


def _inside(components: Iterable[Any]) -> Iterator[tuple[int, str]]:
    """Yield the ids and the names of the files shown by a message's components."""
    for component in components:
        if isinstance(component, discord.components.MediaGalleryComponent):
            media = [item.media for item in component.items]
        elif isinstance(component, discord.components.FileComponent):
            media = [component.media]
        else:
            media = []
            yield from _inside(getattr(component, "children", ()))
        for one in media:
            if one.attachment_id is not None:
                yield one.attachment_id, PurePosixPath(urlsplit(one.url).path).name


async def edit_in(
    edit: Callable[..., Awaitable[E]],
    send: Callable[..., Awaitable[S]],
    files: Sequence[discord.File],
    locale: discord.Locale,
    **content: Any,  # noqa: ANN401 - what an edit takes
) -> E | S:
    """Edit new files into a message, or send them in another one if Discord refuses the edit.

    Return the message that has the files. Raises Discord's other errors.
    """
    spare = [_copy(file) for file in files]
    try:
        return await edit(attachments=files, **content)
    except discord.HTTPException as error:
        if error.status != REFUSED or not files:
            raise
        log.info("A picture is sent in a message of its own: %s", error)
    await edit(**_saying(BELOW, content, locale))
    try:
        return await send(files=spare, **content)
    except discord.HTTPException:
        await edit(**_saying(NOT_SHOWN, content, locale))
        raise


def _saying(text: Text, content: dict[str, Any], locale: discord.Locale) -> dict[str, Any]:
    """Return the fields of an edit that leave a message with nothing but a text."""
    said = translate(text, locale)
    if isinstance(content.get("view"), ui.LayoutView):
        return {"view": text_layout(said), "attachments": []}
    return {"content": said, "view": None, "attachments": []}


def _copy(file: discord.File) -> discord.File:
    """Return a copy of a file, since sending a file closes it."""
    data = file.fp.read()
    file.reset()
    return discord.File(
        io.BytesIO(data), file.filename, spoiler=file.spoiler, description=file.description
    )
