"""The names of computers and of their levels, and the words that people type for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.language.typed_words import words_for
from engine import Refusal, Text
from engine.capabilities.thinking import LEVELS
from engine.table.record import level_of
from engine.text import in_context

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
"""The descriptions of the levels, by which people choose one."""

COMPUTER = in_context("typed", "computer bot ai cpu")
"""The words for one computer; a number after it is its level."""

COMPUTERS = in_context("typed", "computers bots")
"""The words for several computers; their number may stand before or after."""

LEVEL = in_context("typed", "level lvl")
"""The words before a level."""

MEDIUM: Final = 4
"""The level that is neither easy nor hard."""

BY_WORD: Final = {
    1: in_context("typed", "easy easiest beginner novice"),
    MEDIUM: in_context("typed", "medium intermediate"),
    6: in_context("typed", "hard difficult strong"),
    8: in_context("typed", "expert hardest"),
}
"""The words that mean a level, by level: people who say "easy" want to win."""


def level_named(word: str) -> int | None:
    """Return the level named by a simplified word, such as "easy"; None for other words."""
    return next((level for level, known in BY_WORD.items() if word in words_for(known)), None)


def level_text(level: int, figure: int | None = None) -> Text:
    """Return a level with its description, such as ``3 – knows a trick or two``.

    The ``figure`` of the level's strength is added if given: ``3, about 1200 – knows a…``.
    """
    if figure is None:
        return Text("{level} – {words}", level=level, words=IN_WORDS[level])
    return Text(
        "{level}, about {figure} – {words}", level=level, figure=figure, words=IN_WORDS[level]
    )


def computer_name(user: int) -> Text:
    """Return the name of a computer by its user id, such as ``computer, level 3``.

    Raises ValueError for the id of a person.
    """
    return of_level(level_of(user))


def of_level(level: int, figure: int | None = None) -> Text:
    """Return the name of the computer of a level, such as ``computer, level 3``.

    The ``figure`` of the level's strength is added if given: ``computer, level 3, about 1200``.
    """
    return Text("computer, level {level}", level=with_figure(level, figure))


def with_figure(level: int, figure: int | None) -> Text | int:
    """Return a level, with the figure of its strength if given, such as ``3, about 1200``."""
    return level if figure is None else Text("{level}, about {figure}", level=level, figure=figure)


def find_computers(found: Sequence[str]) -> tuple[int, tuple[int, ...], list[str]]:
    """Return the number of computers that words name, their levels, and the other words.

    Examples are ``computer``, ``computer level 3``, ``computers 2``, ``2 computers`` and ``easy``.
    Levels may be fewer or more than computers. Raises Refusal for an unknown level.
    """
    computers, levels = 0, list[int]()
    rest: list[str] = []
    words = list(found)
    while words:
        word, equals, value = words.pop(0).partition("=")
        number = value if equals else (words[0] if words else "")
        if word in words_for(LEVEL):
            levels.append(known_level(number))
            del words[: not equals]
        elif (named := level_named(word)) is not None and not equals:
            levels.append(named)
        elif word in words_for(COMPUTER):
            computers += 1
            if number.isdecimal():
                levels.append(known_level(number))
                del words[: not equals]
        elif word in words_for(COMPUTERS):
            if not number.isdecimal() and rest and rest[-1].isdecimal():
                number = rest.pop()
            elif number.isdecimal():
                del words[: not equals]
            computers += int(number[:3]) if number.isdecimal() else 1
        else:
            rest.append(word + equals + value)
    return computers, tuple(levels), rest


def known_level(level: str | int) -> int:
    """Return a level as a number. Raises Refusal for an unknown level."""
    for known in LEVELS:
        if str(level) == str(known):
            return known
    raise Refusal(
        Text(
            "A computer has a level from `1` to `8`: {first} … {last}.",
            first=level_text(LEVELS[0]),
            last=level_text(LEVELS[-1]),
        )
    )
