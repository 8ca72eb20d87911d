"""What people wrote, as it is said again: on one line, and no longer than there is room for."""

from __future__ import annotations

import unicodedata
from typing import Final, Self

LONGEST: Final = 300
"""Characters that are shown of what somebody wrote, unless there is less room."""

NOTHING: Final = "…"
"""What is shown where nothing can be read."""

ISOLATED, ISOLATED_UNTIL = "\u2068", "\u2069"
"""Around words that are read from right to left, so that what is around them stays in order."""

_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs of which nothing is seen."""

_JOINERS: Final = "\u200c\u200d"
"""What joins letters and emoji, or keeps them apart; all else of its category is left out."""

_LEFT_OUT: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
_MARKS: Final = frozenset({"Mn", "Me"})
_FROM_THE_RIGHT: Final = frozenset({"R", "AL", "AN"})

MOST_MARKS: Final = 3
"""Marks on one letter: some languages have several, none has a heap of them."""


class Words(str):
    """Words that a person wrote, in a text of ours.

    They are shown as they were written, never as markup: ``Text.render`` is told how. Whatever
    would break the line, turn it round or hide in it is taken out as they are made.
    """

    __slots__ = ()

    def __new__(cls, written: str, longest: int = LONGEST) -> Self:
        """Return the words of a text, of which at most so many characters are shown."""
        plain = _readable(written[: 2 * LONGEST + longest])
        if len(plain) > longest:
            plain = f"{plain[: longest - 1].rstrip()}{NOTHING}"
        if any(unicodedata.bidirectional(sign) in _FROM_THE_RIGHT for sign in plain):
            plain = f"{ISOLATED}{plain}{ISOLATED_UNTIL}"
        return super().__new__(cls, plain or NOTHING)


def _readable(written: str) -> str:
    """Return a text on one line, without signs that nobody sees."""
    if written.isascii() and written.isprintable():
        return " ".join(written.split())
    seen: list[str] = []
    marks = 0
    for sign in written:
        category = unicodedata.category(sign)
        blank = sign.isspace() or sign in _BLANK
        if category in _LEFT_OUT and not blank and sign not in _JOINERS:
            continue
        marks = marks + 1 if category in _MARKS else 0
        if marks <= MOST_MARKS:
            seen.append(" " if blank else sign)
    return " ".join("".join(seen).split()).strip(_JOINERS + " ")
