"""Lists too long for one message: cut short, or turned page by page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import ui

from cogs.client.client import Interaction
from cogs.client.replies import answer_to
from cogs.language.catalogues import Translate
from cogs.messages.buttons import ControlKind, TextButton
from engine import Text


def fitting(lines: Sequence[str], room: int) -> list[str]:
    """Return the first lines that fit into ``room`` characters together."""
    for count, line in enumerate(lines):
        room -= len(line)
        if room < 0:
            return list(lines[:count])
    return list(lines)


def more_text(count: int) -> Text:
    """Return the last line of a list with ``count`` more entries than it shows."""
    return Text("… and {count} more.", count=count)


def page_turner(
    use: ControlKind, about: str, number: int, pages: int, translated: Translate
) -> Iterator[ui.Item[Any]]:
    """Yield the buttons to the pages before and after, and this page's number.

    A single page has neither. ``number`` counts from 0. The id of a button contains ``about`` and
    the page that it opens.
    """
    if pages < 2:
        return

    def to(page: int, label: Text, *, enabled: bool) -> TextButton:
        return TextButton(use, f"{about}:{page}", translated(label), disabled=not enabled)

    yield ui.ActionRow(
        to(max(number - 1, 0), Text("Back"), enabled=number > 0),
        to(number + 1, Text("Next"), enabled=number < pages - 1),
    )
    yield ui.TextDisplay(f"-# {min(number, pages - 1) + 1}/{pages}")


def key_turner(
    use: ControlKind, number: int, translated: Translate, *, back: str | None, further: str | None
) -> Iterator[ui.Item[Any]]:
    """Yield the buttons of a list whose pages are found by a key, and this page's number.

    ``back`` and ``further`` are the keys of the neighbouring pages in the buttons' ids, None for no
    page. ``number`` counts from 0. A single page has neither buttons nor number.
    """
    if back is None and further is None:
        return
    yield ui.ActionRow(
        TextButton(use, back or "", translated(Text("Back")), disabled=back is None),
        TextButton(use, further or "-", translated(Text("Next")), disabled=further is None),
    )
    yield ui.TextDisplay(f"-# {number + 1}")


async def show_page(
    interaction: Interaction, layout: ui.LayoutView, files: Sequence[discord.File] = ()
) -> None:
    """Show another page: in place if the list is private, else as a private answer."""
    await answer_to(interaction).put(layout, *files)
