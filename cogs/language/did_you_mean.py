"""The question "Did you mean…?": words near known ones, and what a person can choose instead.

A word that is misspelt, in part, or for something alike is understood if only one known word is
near. Else ``Unclear`` asks the person, and the command is given again with their choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from engine import Refusal, Text

MATCH: Final = "match"
"""What is to be chosen where it is a match, which no word of a command may name."""


GAME: Final = "game"
"""The option of a command that names a game."""


OPPONENT: Final = "opponent"
"""The option of a command that names a person, who is chosen among all."""

SURE: Final = 80.0
"""So alike, of a hundred, a word is understood as another if no other is nearly as near."""

AHEAD: Final = 4.0
"""So much nearer than the next has to be what is understood."""

NEAR: Final = 62.0
"""So alike, a word is proposed."""

OF_PART: Final = 0.95
"""What counts a word that is like a part of a name, such as its first word."""

SHORTEST_PART: Final = 4
"""Characters of what may be a part of a name."""

LONGEST: Final = 100
"""Characters of the longest text that is compared: no name is half as long, and the time grows."""

T = TypeVar("T")


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


class Near(NamedTuple, Generic[T]):
    """What is near a word, the nearest first; ``sure`` is what it is understood as."""

    sure: T | None
    proposed: tuple[T, ...]


def near(said: str, known: Mapping[T, Iterable[str]]) -> Near[T]:
    """Return what is near a word, of things with all their names, in small letters."""
    alike = {
        thing: max((likeness(said, name) for name in names), default=0.0)
        for thing, names in known.items()
    }
    ranked = sorted(alike, key=lambda thing: -alike[thing])
    proposed = tuple(thing for thing in ranked if alike[thing] >= NEAR)
    if not proposed or alike[proposed[0]] < SURE:
        return Near(None, proposed)
    second = alike[ranked[1]] if len(ranked) > 1 else 0
    ahead = alike[proposed[0]] - second >= AHEAD
    return Near(proposed[0] if ahead else None, proposed)


def likeness(said: str, name: str) -> float:
    """Return how alike a name, or a part of it, is to what was said, of a hundred.

    What is longer than ``LONGEST`` is like none.
    """
    if len(said) > LONGEST:
        return 0.0
    from rapidfuzz import fuzz  # noqa: PLC0415 - only what is misspelt needs it

    found = [fuzz.ratio(said, name)]
    if len(said) >= SHORTEST_PART:
        found += [OF_PART * fuzz.ratio(said, part) for part in name.split()]
    return max(found)
