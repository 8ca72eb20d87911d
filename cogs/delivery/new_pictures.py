"""Edits that bring a new picture. Discord has been reported to refuse them with 400.

The message then says that the picture is in the next one, and that is sent.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

import discord
from discord import ui

from cogs.language.catalogues import translate
from cogs.messages.layouts import text_layout
from engine import Text

log = logging.getLogger(__name__)

REFUSED: Final = 400
"""The status of an edit that Discord does not take as it is."""

BELOW: Final = Text("The picture is in the next message.")

NOT_SHOWN: Final = Text("Discord does not take this picture now: please try again later.")

E = TypeVar("E")
S = TypeVar("S")


async def edit_in(
    edit: Callable[..., Awaitable[E]],
    send: Callable[..., Awaitable[S]],
    files: Sequence[discord.File],
    locale: discord.Locale,
    **content: Any,  # noqa: ANN401 - what an edit takes
) -> E | S:
    """Edit new files into a message, or send them in another one if Discord refuses the edit.

    Return the message that has them. Raises what else Discord answers.
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
    """Return the fields of an edit that leave a message nothing but a text."""
    said = translate(text, locale)
    if isinstance(content.get("view"), ui.LayoutView):
        return {"view": text_layout(said), "attachments": []}
    return {"content": said, "view": None, "attachments": []}


def _copy(file: discord.File) -> discord.File:
    """Return the same file once more: sending one closes it."""
    data = file.fp.read()
    file.reset()
    return discord.File(
        io.BytesIO(data), file.filename, spoiler=file.spoiler, description=file.description
    )
