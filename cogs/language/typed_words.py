"""Words as people type them: in any language, with their accents or without.

Some are commands where they stand alone: ``resign``, ``draw``, ``j’abandonne``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cogs.language.catalogues import COMMAND, in_all_languages, without_accents
from engine import Text
from engine.text import in_context, term

_ALONE = {
    "resign": in_context("typed", "resign, I resign, surrender"),
    "draw": in_context("typed", "draw, draw?, offer a draw"),
    "takeback": in_context("typed", "takeback, take back, undo"),
    "accept": in_context("typed", "accept, I accept"),
    "decline": in_context("typed", "decline, I decline"),
    "join": in_context("typed", "join, I join"),
}
"""What is typed for a command without the bot's mention, with commas between."""

_COURTESY = in_context(
    "typed", "please, pls, plz, thanks, thank you, thx, good luck, your turn, I play, my move"
)
"""What people say with a move or a command and do not mean as a part of it."""

_SMILEY = r"[:;]-?[)D]|[\U0001F600-\U0001F60A\U0001F642\U0001F64F]"
"""A smile, of letters or a character."""


def is_word(typed: str, word: Text) -> bool:
    """Return whether that word was typed, in any language."""
    return plain(typed) in {plain(known) for known in in_all_languages(word)}


def plain(word: str) -> str:
    """Return a word in small letters without accents."""
    return without_accents(word.strip().lower())


def bare_command(text: str) -> str | None:
    """Return the name of the command that a whole text means, in any language; None for others."""
    said = without_courtesy(text).strip().rstrip(" .!\u202f\xa0")
    return _bare_commands().get(_spaced(said))


def without_courtesy(text: str) -> str:
    """Return a text without the polite words at its ends, in any language: "please", "svp"."""
    before, after = _courtesies()
    rest = after.sub("", before.sub("", text))
    return rest if rest.strip() else text


@lru_cache(maxsize=1)
def _courtesies() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what finds polite words at the beginning of a text, and at its end."""
    known = {word for said in in_all_languages(_COURTESY) for word in said.split(", ")}
    words = "|".join(
        re.escape(word).replace(r"\ ", r"\s+").replace("’", "['’]")
        for word in sorted(known, key=lambda word: (-len(word), word))
    )
    return (
        re.compile(rf"\A(?:\s*(?:{words})\b[\s,:.!]*)+", re.IGNORECASE),
        re.compile(
            rf"(?<![\s,;.!])(?:[\s,;.!]*(?:\b(?:{words})\b|(?<!\w)(?:{_SMILEY})))+[\s.!]*\Z",
            re.IGNORECASE,
        ),
    )


@lru_cache(maxsize=1)
def _bare_commands() -> dict[str, str]:
    return {
        _spaced(word): command
        for command, words in _ALONE.items()
        for known in (*in_all_languages(words), *in_all_languages(term(COMMAND, command)))
        for word in known.split(",")
    }


def _spaced(text: str) -> str:
    return " ".join(plain(text.replace("’", "'").replace("?", " ?")).split())
