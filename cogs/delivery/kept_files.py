"""The files of messages that an edit keeps: Discord wants them named by their ids and names."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any, Final
from urllib.parse import urlsplit

import discord
from discord import ui

REMEMBERED: Final = 5000
"""Messages whose files are known without asking Discord."""


class KeptFile(discord.Attachment):
    """A file that a message has already."""

    __slots__ = ()

    def __init__(self, number: int, filename: str) -> None:
        self.id = number
        self.filename = filename

    def to_dict(self) -> Any:  # noqa: ANN401 - the payload of an edit: all else stays as it is
        """Return the file as an edit names it."""
        return {"id": self.id, "filename": self.filename}


class KeptFiles:
    """The files of messages that were sent, edited or read, the last ones."""

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
        """Return the files that a message keeps when ``view`` takes the place of what it shows.

        Raises what Discord raises where it has to be asked.
        """
        if not any(isinstance(item, ui.MediaGallery | ui.File) for item in view.walk_children()):
            return []
        if message.id not in self._known:
            self.note(await message.fetch())
        return [KeptFile(*file) for file in self._known[message.id].items()]


def _inside(components: Iterable[Any]) -> Iterator[tuple[int, str]]:
    """Yield the ids and the names of the files that the components of a message show."""
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
