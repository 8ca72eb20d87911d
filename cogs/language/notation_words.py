"""Words of the notation in other languages: ``souffler c6`` is ``huff c6``.

Moves are kept and shown in one notation; its few words may be typed in any language that has a
catalogue, which may know several for one: ``souffler``, ``souffle``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cogs.language.game_names import words_for
from cogs.language.typed_words import plain, without_courtesy
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
    """Return what was typed with the words of any language replaced by those of the notation.

    Polite words around a move are left out.
    """
    return _WORD.sub(lambda word: _notation().get(plain(word[0]), word[0]), without_courtesy(text))


@lru_cache(maxsize=1)
def _notation() -> dict[str, str]:
    """Return the words of all languages, without accents, with those of the notation."""
    return {known: str(word) for word in _WORDS for known in words_for(word)}
