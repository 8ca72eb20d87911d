"""Words near those that are known: misspelt, in part, or for something alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Generic, NamedTuple, TypeVar

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
