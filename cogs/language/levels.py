"""The levels of the computer in words, and what it is called at a table."""

from __future__ import annotations

from typing import Final

from engine import Text
from engine.table.computers import level_of

IN_WORDS: Final = {
    1: Text("learns the rules"),
    2: Text("plays for fun"),
    3: Text("knows a trick or two"),
    4: Text("looks ahead"),
    5: Text("thinks twice"),
    6: Text("sets traps"),
    7: Text("misses little"),
    8: Text("does not forgive"),
}
"""How the computer plays at each level, for people to choose by."""


def level_text(level: int) -> Text:
    """Return a level with its words: ``3 – knows a trick or two``."""
    return Text("{level} – {words}", level=level, words=IN_WORDS[level])


def computer_name(user: int) -> Text:
    """Return the name of a computer: ``Computer 3``. Raises ValueError for anybody else."""
    return Text("Computer {level}", level=level_of(user))


def introduced(user: int) -> Text:
    """Return the name of a computer and how it plays. Raises ValueError for anybody else."""
    return Text(
        "{computer} ({words})", computer=computer_name(user), words=IN_WORDS[level_of(user)]
    )
