"""The players of other servers, as named in matches here."""

from __future__ import annotations

from typing import Final

from cachetools import LRUCache

from engine import Text
from engine.text import Words

REMEMBERED: Final = 10_000
"""Players whose names are kept in memory."""

_names: LRUCache[int, Text] = LRUCache(REMEMBERED)


def name_guest(user: int, name: str, server: str) -> None:
    """Note the name of a player of another server ("" if it is private), and the server's name."""
    if name:
        shown = Text("{name} of {server}", name=Words(name), server=Words(server))
    else:
        shown = Text("a player of {server}", server=Words(server))
    _names[user] = shown


def guest_name(user: int) -> Text:
    """Return the name of a player of another server, or a phrase if the name is unknown."""
    return _names.get(user) or Text("a player of the other server")
