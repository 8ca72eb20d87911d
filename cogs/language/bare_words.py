"""Words that are commands where they stand alone: ``resign``, ``draw``, ``j’abandonne``."""

from __future__ import annotations

from functools import lru_cache

from cogs.language.catalogues import COMMAND, in_all_languages
from cogs.language.typed_words import plain
from engine.text import in_context, term

_WORDS = {
    "resign": in_context("typed", "resign, I resign, surrender"),
    "draw": in_context("typed", "draw, draw?, offer a draw"),
    "takeback": in_context("typed", "takeback, take back, undo"),
    "accept": in_context("typed", "accept, I accept"),
    "decline": in_context("typed", "decline, I decline"),
    "join": in_context("typed", "join, I join"),
}
"""What is typed for a command without the bot's mention, with commas between."""


def bare_command(text: str) -> str | None:
    """Return the name of the command that a whole text means, in any language; None for others."""
    return _commands().get(_plain(text.strip().rstrip(" .!\u202f\xa0")))


@lru_cache(maxsize=1)
def _commands() -> dict[str, str]:
    return {
        _plain(word): command
        for command, words in _WORDS.items()
        for known in (*in_all_languages(words), *in_all_languages(term(COMMAND, command)))
        for word in known.split(",")
    }


def _plain(text: str) -> str:
    return " ".join(plain(text.replace("’", "'").replace("?", " ?")).split())
