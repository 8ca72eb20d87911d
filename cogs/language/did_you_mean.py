"""The question "Did you mean…?", which offers known words similar to a typed one.

A misspelt, partial or similar word is understood if only one known word is close. Otherwise
``Unclear`` asks the person, and the command is run again with their choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from engine import Refusal, Text

MATCH: Final = "match"
"""The ``option`` of a choice among matches, although no word of the command names a match."""

GAME: Final = "game"
"""The option of a command that names a game."""

OPPONENT: Final = "opponent"
"""The option of a command that names a person; the choice is among all members."""

SURE: Final = 80.0
"""The least likeness, of 100, with which a word is understood if no other is nearly as close."""

AHEAD: Final = 4.0
"""The least difference in likeness between the understood word and the next one."""

NEAR: Final = 62.0
"""The least likeness, of 100, with which a word is proposed."""

OF_PART: Final = 0.95
"""The factor of a likeness to a part of a name, such as its first word."""

SHORTEST_PART: Final = 4
"""The fewest characters of a word that is compared with parts of names."""

LONGEST: Final = 100
"""The most characters of a text that is compared: no name is half as long, and time would grow."""

T = TypeVar("T")


class Entry(NamedTuple):
    """A choice: the word that stands for it in the command, and its texts in a menu."""

    value: str
    label: Text | str
    description: Text | str | None = None


class Unclear(Refusal):
    """A command is unclear; it can be run again once the person has chosen among ``entries``.

    The choice replaces the word ``said``, or is added to the command if that is empty. ``option``
    is the option of the slash command that gets the choice.
    """

    def __init__(
        self, text: Text, entries: Sequence[Entry], *, option: str, said: str = ""
    ) -> None:
        super().__init__(text)
        self.entries = tuple(entries)
        self.option = option
        self.said = said


class Near(NamedTuple, Generic[T]):
    """The ``proposed`` things with names similar to a word, the closest first.

    ``sure`` is the one that is understood, None if it is not clear enough.
    """

    sure: T | None
    proposed: tuple[T, ...]


def near(said: str, known: Mapping[T, Iterable[str]]) -> Near[T]:
    """Return the things with a name similar to a word; ``known`` has their names in lower case.

    The closest is sure if it is close enough, and clearly closer than the next.
    """
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
    """Return the likeness, of 100, between a word and a name or the closest part of the name.

    It is 0 for a text longer than ``LONGEST``.
    """
    if len(said) > LONGEST:
        return 0.0
    from rapidfuzz import fuzz  # noqa: PLC0415 - only misspelt words need it

    found = [fuzz.ratio(said, name)]
    if len(said) >= SHORTEST_PART:
        found += [OF_PART * fuzz.ratio(said, part) for part in name.split()]
    return max(found)
