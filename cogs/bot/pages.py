"""Lists of several pages, whose buttons carry all that the next page needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import ui

from cogs.bot.client import Interaction
from cogs.bot.replies import private
from cogs.language.catalogues import Say
from cogs.messages.buttons import TextButton, Use
from engine import Text


def page_turner(use: Use, about: str, number: int, pages: int, tell: Say) -> Iterator[ui.Item[Any]]:
    """The buttons to the pages before and after, and the number of this one; none for one page.

    The id of a button is ``about`` and its page.
    """
    if pages < 2:
        return

    def to(page: int, label: Text, *, enabled: bool) -> TextButton:
        return TextButton(use, f"{about}:{page}", tell(label), disabled=not enabled)

    yield ui.ActionRow(
        to(max(number - 1, 0), Text("Back"), enabled=number > 0),
        to(number + 1, Text("Next"), enabled=number < pages - 1),
    )
    yield ui.TextDisplay(f"-# {min(number, pages - 1) + 1}/{pages}")


async def show_page(interaction: Interaction, layout: ui.LayoutView) -> None:
    """Shows another page: in place for who asked in private, else privately."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await interaction.response.edit_message(view=layout)
    else:
        await private(interaction, view=layout)
