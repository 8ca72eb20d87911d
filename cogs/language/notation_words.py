"""Words of the notation in other languages: ``souffler c6`` is ``huff c6``.

Moves are kept and shown in one notation; its few words may be typed in any language that has a
catalogue, which may know several for one: ``souffler``, ``souffle``. Digits of any script, letters
of full width and all kinds of hyphens are read as plain ones: ``３２‐２８`` is ``32-28``.
"""

from __future__ import annotations

import re
import unicodedata
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

_MINUS = "\N{MINUS SIGN}"
_FULL_WIDTH = frozenset(map(chr, range(0xFF01, 0xFF5F)))
"""The signs of ASCII as wide as those of Chinese."""

_WORD = re.compile(r"[^\W\d_]+")


def to_notation(text: str) -> str:
    """Return what was typed with the words of any language replaced by those of the notation.

    Polite words around a move are left out.
    """
    said = without_courtesy(with_plain_signs(text))
    return _WORD.sub(lambda word: _notation().get(plain(word[0]), word[0]), said)


def with_plain_signs(text: str) -> str:
    """Return a text with the digits, hyphens and letters that a keyboard of ASCII has for its own.

    Signs without a width, such as those that say in which direction is read, are left out.
    """
    return text if text.isascii() else "".join(map(_plain_sign, text))


@lru_cache(maxsize=1024)
def _plain_sign(sign: str) -> str:
    digit = unicodedata.decimal(sign, None)
    if digit is not None:
        return str(digit)
    category = unicodedata.category(sign)
    if category == "Pd" or sign == _MINUS:
        return "-"
    if category == "Cf":
        return ""
    return unicodedata.normalize("NFKC", sign) if sign in _FULL_WIDTH else sign


@lru_cache(maxsize=1)
def _notation() -> dict[str, str]:
    """Return the words of all languages, without accents, with those of the notation."""
    return {known: str(word) for word in _WORDS for known in words_for(word)}
