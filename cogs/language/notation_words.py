"""Words of the notation in other languages: ``souffler c6`` is ``huff c6``.

Moves are kept and shown in one notation; its few words may be typed in any language that has a
catalogue.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cogs.language.catalogues import in_all_languages, without_accents
from engine import Text
from engine.text import in_context

READY = in_context("typed", "ready")
"""What is typed in a direct message when the set-up is complete."""

_WORDS = (
    in_context("typed", "huff"),
    in_context("typed", "force"),
    in_context("typed", "auto"),
    in_context("typed", "front"),
    in_context("typed", "mixed"),
    in_context("typed", "deep"),
    in_context("typed", "clear"),
)

_WORD = re.compile(r"[^\W\d_]+")


def to_notation(text: str) -> str:
    """Return what was typed with the words of any language replaced by those of the notation."""
    return _WORD.sub(lambda word: _notation().get(_plain(word[0]), word[0]), text)


def is_word(text: str, word: Text) -> bool:
    """Return whether a text is that word, in any language."""
    return _plain(text) in {_plain(known) for known in in_all_languages(word)}


@lru_cache(maxsize=1)
def _notation() -> dict[str, str]:
    """Return the words of all languages, without accents, with those of the notation."""
    return {_plain(known): str(word) for word in _WORDS for known in in_all_languages(word)}


def _plain(word: str) -> str:
    return without_accents(word.strip().lower())
