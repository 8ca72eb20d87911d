"""The question "Did you mean…?": words near known ones, and what a person can choose instead.

A word that is misspelt, in part, or for something alike is understood if only one known word is
near. Else ``Unclear`` asks the person, and the command is given again with their choice.
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
"""From this likeness on, of a hundred, a word is understood if no other is nearly as near."""

AHEAD: Final = 4.0
"""How much nearer than the next one the understood word has to be."""

NEAR: Final = 62.0
"""From this likeness on a word is proposed."""

OF_PART: Final = 0.95
"""The factor for a likeness to a part of a name, such as its first word."""

SHORTEST_PART: Final = 4
"""Characters of the shortest word that is compared with parts of names."""

LONGEST: Final = 100
"""Characters of the longest text that is compared: no name is half as long, and the time grows."""

T = TypeVar("T")


class Entry(NamedTuple):
    """One choice: the word for it, and how a menu shows it."""

    value: str
    label: Text | str
    description: Text | str | None = None


class Unclear(Refusal):
    """A command is not clear; it can be given again once the person has chosen among ``entries``.

    The choice takes the place of the word that was ``said``, or is added if that is empty.
    ``option`` is the option of the slash command that the choice is for.
    """

    def __init__(
        self, text: Text, entries: Sequence[Entry], *, option: str, said: str = ""
    ) -> None:
        super().__init__(text)
        self.entries = tuple(entries)
        self.option = option
        self.said = said


class Near(NamedTuple, Generic[T]):
    """The things with names near a word, the nearest first; ``sure`` is the one understood."""

    sure: T | None
    proposed: tuple[T, ...]


def near(said: str, known: Mapping[T, Iterable[str]]) -> Near[T]:
    """Return the things with a name near a word; ``known`` has their names in small letters."""
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
    """Return how alike a name, or a part of it, is to the word said, of a hundred.

    A text longer than ``LONGEST`` is like none.
    """
    if len(said) > LONGEST:
        return 0.0
    from rapidfuzz import fuzz  # noqa: PLC0415 - only what is misspelt needs it

    found = [fuzz.ratio(said, name)]
    if len(said) >= SHORTEST_PART:
        found += [OF_PART * fuzz.ratio(said, part) for part in name.split()]
    return max(found)
