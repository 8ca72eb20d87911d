"""Words as people type them: in any language, with or without accents.

Some words are commands if they stand alone: ``resign``, ``draw``, ``j’abandonne``. Others belong to
the notation. Moves are stored in one notation, whose few words may be typed in any language that
has a catalogue: ``souffler c6`` and ``souffle c6`` are ``huff c6``. Digits of any script,
full-width letters and all kinds of hyphens are read as plain ones: ``３２‐２８`` is ``32-28``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from cogs.language import actions
from cogs.language.catalogues import COMMAND, in_all_languages, without_accents
from engine import Text
from engine.capabilities.notation import LATIN
from engine.text import in_context, term

_HELP = in_context("typed", "help, help?, help me")
"""The words that mean the command for help, which is no action on a match."""

_ANSWERS = {
    "accept": in_context(
        "typed", "yes, yes yes, yeah, yep, yup, ok, okay, sure, agreed, of course, fine, deal"
    ),
    "decline": in_context("typed", "no, no no, nope, nah, never, rather not"),
}
"""The words that agree or disagree with whatever waits for an answer, by command."""

_COURTESY = in_context(
    "typed", "please, pls, plz, thanks, thank you, thx, good luck, your turn, my move"
)
"""The polite words beside a move or a command that are not part of it."""

_PLAYING = in_context("typed", "I play")
"""The words before a move; at the end of a text they belong to its sentence: "how do I play"."""

_SMILEY = r"[:;]-?[)D]|[\U0001F600-\U0001F60A\U0001F642\U0001F64F]"
"""A smiley, of punctuation or a single character."""

READY = in_context("typed", "ready")
"""The word typed in a direct message when a set-up is complete."""

_WORDS = (
    in_context("typed", "huff"),
    in_context("typed", "force"),
    in_context("typed", "auto"),
    in_context("typed", "front"),
    in_context("typed", "mixed"),
    in_context("typed", "deep"),
    in_context("typed", "clear"),
    in_context("typed", "and"),
)

_FROM = in_context("typed", "from")
_TO = in_context("typed", "to")
"""The words before two squares and between them: "from 32 to 28"."""

MARKS: Final = " \u00a0\u202f.,;:!?¡¿…\"'“”„‘’«»‹›()[]*_~`|>/-–—"
"""The characters that may surround a word without being part of it: punctuation, quotation marks,
brackets, Discord's markup.
"""

_OPENED = re.compile(rf"\A[{re.escape(MARKS)}\s]+")
_QUOTED = frozenset("\"'“”„‘’«»‹›()[]*_~`|")
"""The marks on both sides of quoted, emphasised or bracketed text."""
_ENDED = " \u00a0\u202f\t\n.,;:!?…"
"""The marks at the end of a sentence."""
_SAID_ALONE = " \u00a0\u202f\t\n.,;:!…*_`"
"""The marks that may surround a bare command.

Marks of quotations, questions, struck-out text and spoilers are not among them: such words are no
commands.
"""

_MARKED = re.compile(r"[*_`\"'“”„‘’«»‹›()\[\]>:\u0400-\u04ff]")
_EMPHASIS = re.compile(r"`+|\*\*+|__+")
_BEFORE = re.compile(r"\A[\s:>*_\"'“”„‘’«»‹›()\[\]]+(?=\S)")
_BEHIND = re.compile(r"(?<=\S)[\s.,;!]*[*_\"'“”„‘’«»‹›()\[\]]+[\s.,;!]*\Z")
"""The marks that people put around a move. Marks of struck-out text and spoilers are not among
them: such moves are not played.
"""

_CYRILLIC_WORD = re.compile(r"(?<!\w)(?:[хХ]|(?=\w*[\u0400-\u04ff])(?=\w*[0-9])\w+)(?!\w)")
"""A word with a digit and a Cyrillic letter, or the Cyrillic letter used for a capture alone."""

_MINUS = "\N{MINUS SIGN}"
_FULL_WIDTH = frozenset(map(chr, range(0xFF01, 0xFF5F)))
"""The full-width forms of ASCII characters."""

_WORD = re.compile(r"[^\W\d_]+")


_MATCH = in_context("typed", "in match, match, in game, game, match number, number")
"""The words before the number of a match."""


class Numbered(NamedTuple):
    """A text and the number before or after it, which may be the number of a match.

    It certainly is one if it is ``signed``: after a ``#`` or a word for a match. The number stands
    before the text if ``first``, else after it.
    """

    text: str
    number: int
    signed: bool
    first: bool


def match_named(text: str) -> Numbered | None:
    """Return a text and the number at its beginning or end, None if it has none.

    Examples are ``#5 e4-e5`` and ``resign match 5``.
    """
    for first, pattern in zip((True, False), _numbers(), strict=True):
        if (found := pattern.search(text)) is not None:
            rest = text[found.end() :] if first else text[: found.start()]
            return Numbered(rest.strip(), int(found[2]), bool(found[1]), first)
    return None


@lru_cache(maxsize=1)
def _numbers() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a match's number at the beginning of a text, and at its end."""
    known = {word for said in in_all_languages(_MATCH) for word in said.split(", ")}
    words = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
    number = rf"((?:\b(?:{words})\s+)?#|\b(?:{words})\s+)?([0-9]{{1,18}})"
    return (
        re.compile(rf"\A\s*{number}\s+(?=\S)", re.IGNORECASE),
        re.compile(rf"(?<=\S)\s+{number}[\s.!]*\Z", re.IGNORECASE),
    )


def is_word(typed: str, word: Text) -> bool:
    """Return whether ``typed`` is ``word`` in any language, with or without accents."""
    return plain(typed) in {plain(known) for known in in_all_languages(word)}


def plain(word: str) -> str:
    """Return a word in lower case, without accents and surrounding spaces."""
    return without_accents(word.strip().lower())


def bare_command(text: str) -> str | None:
    """Return the command that a whole text means without the bot's name, None if it means none."""
    said = without_courtesy(text.strip(_SAID_ALONE)).strip(_SAID_ALONE)
    return _bare_commands().get(_spaced(said))


def answer_in(text: str) -> str | None:
    """Return ``accept`` or ``decline`` if a whole text only agrees or disagrees, None otherwise."""
    said = without_courtesy(text.strip(_SAID_ALONE)).strip(_SAID_ALONE)
    return _answers().get(_spaced(said.replace(",", " ")))


def is_phrase_of(text: str, phrases: Text) -> bool:
    """Return whether a whole text is one of ``phrases``, which are separated by commas.

    Polite words around the text, and question marks, are ignored.
    """
    said = without_courtesy(text.strip(_SAID_ALONE)).strip(_SAID_ALONE + "?")
    return _spaced(said) in _spaced_phrases(phrases)


@lru_cache(maxsize=8)
def _spaced_phrases(phrases: Text) -> frozenset[str]:
    return frozenset(
        _spaced(phrase) for known in in_all_languages(phrases) for phrase in known.split(",")
    )


@lru_cache(maxsize=1)
def _answers() -> dict[str, str]:
    return {
        _spaced(word): command
        for command, words in _ANSWERS.items()
        for known in in_all_languages(words)
        for word in known.split(",")
    }


def without_marks(text: str) -> str:
    """Return the words of a text, in plain characters and without the marks around each of them.

    Discord's own ``<…>``, such as a mention, stays whole.
    """
    words = with_plain_signs(text).split()
    return " ".join(bare for word in words if (bare := _bare(word)))


def _bare(word: str) -> str:
    return word.strip(MARKS if "<" not in word else MARKS.replace(">", ""))


def unwrapped(text: str) -> str:
    """Return a text without the marks around the whole of it, such as ``: **rules frysk** !``.

    Marks inside the text stay.
    """
    opened = _OPENED.match(text)
    rest = text[opened.end() :] if opened else text
    closing = "".join(_QUOTED) if opened and not _QUOTED.isdisjoint(opened[0]) else ""
    return rest.rstrip(_ENDED + closing)


def without_courtesy(text: str) -> str:
    """Return a text without the polite words at its ends, in any language: "please", "svp"."""
    before, after = _courtesies()
    rest = after.sub("", before.sub("", text))
    return rest if rest.strip() else text


@lru_cache(maxsize=1)
def _courtesies() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of polite words at the beginning of a text, and at its end."""
    before, behind = _any_of(_COURTESY, _PLAYING), _any_of(_COURTESY)
    return (
        re.compile(rf"\A(?:\s*(?:{before})\b[\s,:.!]*)+", re.IGNORECASE),
        re.compile(
            rf"(?<![\s,;.!])(?:[\s,;.!]*(?:\b(?:{behind})\b|(?<!\w)(?:{_SMILEY})))+[\s.!]*\Z",
            re.IGNORECASE,
        ),
    )


def _any_of(*texts: Text) -> str:
    """Return the pattern that matches any phrase of texts in any language, the longest first."""
    known = {word for text in texts for said in in_all_languages(text) for word in said.split(", ")}
    return "|".join(
        re.escape(word).replace(r"\ ", r"\s+").replace("’", "['’]")
        for word in sorted(known, key=lambda word: (-len(word), word))
    )


@lru_cache(maxsize=1)
def _bare_commands() -> dict[str, str]:
    alone = {one.name: one.alone for one in actions.commands() if one.alone is not None}
    alone["help"] = _HELP
    return {
        _spaced(word): command
        for command, words in alone.items()
        for known in (*in_all_languages(words), *in_all_languages(term(COMMAND, command)))
        for word in known.split(",")
    }


def _spaced(text: str) -> str:
    return " ".join(plain(text.replace("’", "'").replace("?", " ?")).split())


@lru_cache(maxsize=64)
def words_for(text: Text) -> frozenset[str]:
    """Return the words of a text in all languages, in lower case, without accents."""
    return frozenset(
        without_accents(word.lower()).replace("’", "'")
        for words in in_all_languages(text)
        for word in words.split()
    )


def to_notation(text: str) -> str:
    """Return a typed move in the words of the notation, without marks and polite words around it.

    ``from 32 to 28`` becomes ``32 28``.
    """
    said = without_courtesy(unmarked_move(without_courtesy(with_plain_signs(text))))
    if (squares := _squares().fullmatch(said)) is not None:
        return " ".join(squares.groups())
    return _WORD.sub(lambda word: _notation().get(plain(word[0]), word[0]), said)


def from_notation(text: str, translated: Callable[[Text], str]) -> str:
    """Return a move with its first word in another language, if that belongs to the notation."""
    word, space, rest = text.partition(" ")
    own = next((own for own in _WORDS if own.template == word), None)
    return text if own is None else f"{translated(own).split()[0]}{space}{rest}"


@lru_cache(maxsize=1)
def _squares() -> re.Pattern[str]:
    """Return the pattern of two squares with a word for *to* between them."""
    before, between = (
        "|".join(sorted({one for said in in_all_languages(word) for one in said.split()}))
        for word in (_FROM, _TO)
    )
    name = "([a-z]?[0-9]{1,3})"
    return re.compile(
        rf"\s*(?:(?:{before})\s+)?{name}\s+(?:{between})\s+{name}[\s.!]*", re.IGNORECASE
    )


def unmarked_move(text: str) -> str:
    """Return a move typed in chat without bold, backquotes, quotation marks or brackets around it.

    ``:`` and ``>`` before the move are removed, too, and Cyrillic letters in the names of squares
    become the Latin letters that look alike: ``> **с3хе5**`` is ``c3xe5``.
    """
    if _MARKED.search(text) is None:
        return text
    return _unquoted(_CYRILLIC_WORD.sub(_in_latin, text))


def is_marked(text: str) -> bool:
    """Return whether a text has marks around it, so that it may quote somebody else's move."""
    return _MARKED.search(text) is not None and _unquoted(text).strip() != text.strip()


def _unquoted(text: str) -> str:
    return _BEHIND.sub("", _BEFORE.sub("", _EMPHASIS.sub("", text)))


def _in_latin(word: re.Match[str]) -> str:
    return word[0].translate(LATIN)


def with_plain_signs(text: str) -> str:
    """Return a text with the digits of other scripts, full-width letters and hyphens made plain.

    Invisible format characters, such as marks of writing direction, are removed.
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
    """Return the notation's words, by the words for them in all languages without accents."""
    return {known: str(word) for word in _WORDS for known in words_for(word)}
