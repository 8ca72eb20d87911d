r"""The layout that both formats share: headers in brackets, then words and comments.

``[Name "value"]`` is a header; in its value ``\"`` stands for ``"`` and ``\\`` for ``\``. After the
headers come words separated by spaces or line breaks. ``{...}`` is a comment. So is the rest of a
line after ``;``, or after ``%`` at the beginning of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.archive.game_record import InvalidRecord
from engine.text import Text, quoted

LONGEST_RECORD: Final = 1_000_000
"""Characters of the longest text that is read; long games of six have some hundred thousand."""

LONGEST_VALUE: Final = 500
"""Characters of the longest value of a header; longer ones are cut."""

LONGEST_WORD: Final = 500
"""Characters of the longest word: moves and words in angle brackets are shorter."""

WIDTH: Final = 79
"""The most columns of a line of moves. Each header has its own line, however long."""

NEW_LINE: Final = "\n"
"""A word that stands for the end of a line."""

_COMMENT = re.compile(r"\{[^{}]*\}|;[^\n]*|(?<![^\n])%[^\n]*")
_BLANK = re.compile(rf"(?:\s|{_COMMENT.pattern})+")
_HEADER = re.compile(r'\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]')
_BETWEEN_WORDS = re.compile(rf"(?:\s|[0-9]+\.+|{_COMMENT.pattern})+")
_WORD = re.compile(r"<[^<>]*>|[^\s{};<>]+")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def read(text: str) -> tuple[dict[str, str], str]:
    """Return the headers of a text, and the text after them. Raises InvalidRecord."""
    if len(text) > LONGEST_RECORD:
        raise too_long()
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    headers: dict[str, str] = {}
    at = _skipped(text, 0)
    while text.startswith("[", at):
        header = _HEADER.match(text, at)
        if header is None:
            raise InvalidRecord(
                Text(
                    "`{text}` is not a header; a header looks like `{example}`.",
                    text=quoted(text[at:].partition("\n")[0]),
                    example='[Game "halma"]',
                )
            )
        headers[header[1]] = one_line(_ESCAPED.sub(r"\1", header[2]))
        at = _skipped(text, header.end())
    return headers, text[at:]


def too_long() -> InvalidRecord:
    """Return the error for a text longer than ``LONGEST_RECORD``."""
    return InvalidRecord(
        Text(
            "A record has at most {longest} characters; this text is longer.",
            longest=LONGEST_RECORD,
        )
    )


def words(text: str) -> Iterator[str]:
    """Yield the words of a text: ``<...>`` is one; comments and numbers with a dot are skipped.

    Raises InvalidRecord for an unpaired bracket and for a word longer than ``LONGEST_WORD``.
    """
    at = _skipped(text, 0, _BETWEEN_WORDS)
    while at < len(text):
        word = _WORD.match(text, at)
        if word is None:
            raise InvalidRecord(
                Text(
                    "`{text}` cannot be read: a bracket is opened and not closed, or closed and "
                    "not opened.",
                    text=quoted(text[at:].partition("\n")[0]),
                )
            )
        if len(word[0]) > LONGEST_WORD:
            raise InvalidRecord(Text("`{word}` is too long for a move.", word=quoted(word[0])))
        yield word[0]
        at = _skipped(text, word.end(), _BETWEEN_WORDS)


def _skipped(text: str, at: int, between: re.Pattern[str] = _BLANK) -> int:
    """Return the index at which the next word or header begins."""
    blank = between.match(text, at)
    return blank.end() if blank else at


def write(headers: Mapping[str, str], words: Iterable[str]) -> str:
    """Return a text with headers, an empty line, and words in lines of at most ``WIDTH`` columns.

    ``NEW_LINE`` among the words ends a line. A word is never broken.
    """
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in headers.items()]
    lines.append("")
    line = ""
    for word in words:
        if line and (word == NEW_LINE or len(line) + 1 + len(word) > WIDTH):
            lines.append(line)
            line = word.strip()
        else:
            line = f"{line} {word}" if line else word.strip()
    return "\n".join([*lines, line, ""])


def one_line(value: str) -> str:
    """Return a header's value as one short line, since people may choose any text as a name."""
    shown = "".join(letter if letter.isprintable() else " " for letter in value)
    return " ".join(shown.split())[:LONGEST_VALUE].rstrip()


def _escaped(value: str) -> str:
    return one_line(value).replace("\\", "\\\\").replace('"', '\\"')
