"""The question "Did you mean…?": words similar to known ones, and a person's choice among them.

A misspelt, partial or similar word is understood if only one known word is close. Otherwise
``Unclear`` asks the person, and the command is run again with their choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from engine import Refusal, Text

MATCH: Final = "match"
"""Stands for a match, which is chosen although no word of the command names it."""

GAME: Final = "game"
"""The option of a command that names a game."""

OPPONENT: Final = "opponent"
"""The option of a command that names a person; everybody can be chosen."""

SURE: Final = 80.0
"""Likeness, out of a hundred, at which a word is understood if no other is nearly as close."""

AHEAD: Final = 4.0
"""How much closer than the next one the understood word has to be."""

NEAR: Final = 62.0
"""From this likeness on a word is proposed."""

OF_PART: Final = 0.95
"""The factor for a likeness to a part of a name, such as its first word."""

SHORTEST_PART: Final = 4
"""Characters of the shortest word compared with parts of names."""

LONGEST: Final = 100
"""Characters of the longest text compared: no name is half as long, and the time grows."""

T = TypeVar("T")


class Entry(NamedTuple):
    """One choice: the word for it, and its text in a menu."""

    value: str
    label: Text | str
    description: Text | str | None = None


class Unclear(Refusal):
    """A command is not clear; it can be run again once the person has chosen among ``entries``.

    The choice replaces the word ``said``, or is added if that is empty. ``option`` is the option of
    the slash command that the choice is for.
    """

    def __init__(
        self, text: Text, entries: Sequence[Entry], *, option: str, said: str = ""
    ) -> None:
        super().__init__(text)
        self.entries = tuple(entries)
        self.option = option
        self.said = said


class Near(NamedTuple, Generic[T]):
    """The things with names similar to a word, the closest first; ``sure`` is the one
    understood.
    """

    sure: T | None
    proposed: tuple[T, ...]


def near(said: str, known: Mapping[T, Iterable[str]]) -> Near[T]:
    """Return the things with a name similar to a word; ``known`` has their names in lower case."""
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
    """Return the likeness, out of a hundred, of a name or a part of it to the word said.

    A text longer than ``LONGEST`` is like none.
    """
    if len(said) > LONGEST:
        return 0.0
    from rapidfuzz import fuzz  # noqa: PLC0415 - only what is misspelt needs it

    found = [fuzz.ratio(said, name)]
    if len(said) >= SHORTEST_PART:
        found += [OF_PART * fuzz.ratio(said, part) for part in name.split()]
    return max(found)
