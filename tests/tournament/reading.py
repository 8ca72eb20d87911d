"""What a person can read in a message, from the components that Discord keeps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from simcord import InteractionResult, ResponseMessage
from simcord.components import walk_components

from cogs.messages.buttons import Action

TEXT, GALLERY, BUTTON = 10, 12, 2
"""Types of components."""

Components = Iterable[dict[str, Any]]

_MARKER = re.compile(r"#([0-9]+)\.([0-9]+)$")


class Marker(NamedTuple):
    """What a post says it shows."""

    match: int
    event: int


def controls(components: Components) -> list[str]:
    """The ``custom_id`` of each button and menu that can be used."""
    return [
        part["custom_id"]
        for part in walk_components(components)
        if part.get("custom_id") and not part.get("disabled")
    ]


def control(components: Components, start: str) -> str | None:
    """The first control whose ``custom_id`` begins so."""
    return next((found for found in controls(components) if found.startswith(start)), None)


def button(components: Components, action: Action) -> str | None:
    """The button with that action."""
    return control(components, f"damier:{action}:")


def texts(content: str, components: Components) -> Iterator[str]:
    """Everything that a message says: text, labels, entries, pictures in words."""
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
    """What a post shows, by its last line; None for other messages."""
    for part in walk_components(components):
        found = _MARKER.search(part["content"]) if part.get("type") == TEXT else None
        if found and part["content"].startswith("-# "):
            return Marker(int(found[1]), int(found[2]))
    return None


def answers(result: InteractionResult) -> list[ResponseMessage]:
    """The messages that an interaction was answered with."""
    return [shown for shown in (result.response, *result.followups) if shown is not None]
