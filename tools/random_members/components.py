"""The contents of a message, read from its components."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from simcord import InteractionResult, ResponseMessage
from simcord.components import walk_components

from cogs.language.actions import Action
from cogs.members.mentions import FIRST_ID

TEXT, GALLERY, BUTTON = 10, 12, 2
"""Types of components."""

Components = Iterable[dict[str, Any]]

_MARKER = re.compile(r"#([0-9]+)$")


class Marker(NamedTuple):
    """The numbers of the match and the event that a post shows, by its last line."""

    match: int
    event: int


def controls(components: Components) -> list[str]:
    """Return the ``custom_id`` of each enabled button and menu."""
    return [
        part["custom_id"]
        for part in walk_components(components)
        if part.get("custom_id") and not part.get("disabled")
    ]


def control(components: Components, start: str) -> str | None:
    """Return the first ``custom_id`` of an enabled control that begins with ``start``, or None."""
    return next((found for found in controls(components) if found.startswith(start)), None)


def values(components: Components) -> set[str]:
    """Return the values of the options of all menus."""
    parts = walk_components(components)
    return {option["value"] for part in parts for option in part.get("options") or ()}


def button(components: Components, action: Action) -> str | None:
    """Return the ``custom_id`` of the button with this action, or None."""
    return control(components, f"damier:{action}:")


def texts(content: str, components: Components) -> Iterator[str]:
    """Yield all texts of a message: content, labels, options, descriptions of pictures."""
    if content:
        yield content
    for part in walk_components(components):
        if part.get("type") == TEXT:
            yield part["content"]
        if part.get("type") == GALLERY:
            yield from (item.get("description") or "" for item in part["items"])
        for named in (part, *part.get("options", ())):
            for field in ("label", "placeholder", "description"):
                if isinstance(named.get(field), str):
                    yield named[field]


def marker(components: Components) -> Marker | None:
    """Return the match and the event that a post shows; None for other messages."""
    for part in walk_components(components):
        if part.get("type") != TEXT or part.get("id", 0) <= FIRST_ID:
            continue
        if found := _MARKER.search(part["content"]):
            return Marker(int(found[1]), part["id"] - FIRST_ID)
    return None


def answers(result: InteractionResult) -> list[ResponseMessage]:
    """Return the messages that answer an interaction."""
    return [shown for shown in (result.response, *result.followups) if shown is not None]
