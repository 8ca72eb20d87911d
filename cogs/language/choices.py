"""What a command lacks, or names in a way that is not known: the person is asked to choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine import Refusal, Text

MATCH: Final = "match"
"""What is to be chosen where it is a match, which no word of a command may name."""


GAME: Final = "game"
"""The option of a command that names a game."""


OPPONENT: Final = "opponent"
"""The option of a command that names a person, who is chosen among all."""


class Entry(NamedTuple):
    """One thing to choose: the word for it, and how a menu shows it."""

    value: str
    label: Text | str
    description: Text | str | None = None


class Unclear(Refusal):
    """A command that can be given again once the person has chosen.

    The choice takes the place of the word that was ``said``, or is added where that is empty.
    ``option`` is the option of a slash command that it is for.
    """

    def __init__(
        self, text: Text, entries: Sequence[Entry], *, option: str, said: str = ""
    ) -> None:
        super().__init__(text)
        self.entries = tuple(entries)
        self.option = option
        self.said = said
