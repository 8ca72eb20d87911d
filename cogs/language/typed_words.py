"""Words as people type them: in any language, with their accents or without."""

from __future__ import annotations

from cogs.language.catalogues import in_all_languages, without_accents
from engine import Text

LONGEST_QUOTE = 50
"""Characters of a word that is shown to who typed it."""


def is_word(typed: str, word: Text) -> bool:
    """Return whether that word was typed, in any language."""
    return plain(typed) in {plain(known) for known in in_all_languages(word)}


def plain(word: str) -> str:
    """Return a word in small letters without accents."""
    return without_accents(word.strip().lower())


def quotable(typed: str) -> str:
    """Return what was typed so that it can be shown between backquotes."""
    return typed[:LONGEST_QUOTE].replace("`", "")
