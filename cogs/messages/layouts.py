"""Layouts of messages: texts, pictures, and rows of buttons and menus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from discord import ui

BUTTONS_IN_A_ROW = 5
"""Discord's limit. An action without a button can be typed."""

LONGEST_ALT = 1024
"""Characters that Discord allows for the description of a picture."""

B = TypeVar("B")


def text_layout(text: str) -> ui.LayoutView:
    """Return the layout of a message that begins with a text."""
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(text))
    return layout


def picture_layout(text: str, file: str, alt: str) -> ui.LayoutView:
    """Return the layout of a text above an attached picture; ``alt`` describes the picture."""
    layout = text_layout(text)
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    gallery.add_item(media=f"attachment://{file}", description=alt[:LONGEST_ALT])
    layout.add_item(gallery)
    return layout


def rows_of(buttons: Sequence[B]) -> Iterator[list[B]]:
    """Yield the buttons in as few rows as they need, of lengths as equal as can be."""
    count = -(-len(buttons) // BUTTONS_IN_A_ROW)
    start = 0
    for left in range(count, 0, -1):
        length = -(-(len(buttons) - start) // left)
        yield list(buttons[start : start + length])
        start += length


def add_button_rows(layout: ui.LayoutView, buttons: Sequence[ui.Item[Any]]) -> None:
    """Add buttons in as few rows as they need."""
    for row in rows_of(buttons):
        layout.add_item(ui.ActionRow(*row))


def view_of(*controls: ui.Item[Any]) -> ui.View:
    """Return the view of buttons or menus below the content of a message."""
    view = ui.View(timeout=None)
    for control in controls:
        view.add_item(control)
    return view
