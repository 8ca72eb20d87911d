"""The text of PDN as programs and people write it: the games of a file, their headers and words.

Written by hand or by programs of thirty years, it has headers with quotes in their values, comments
that do not end, move numbers of every kind, marks behind moves, and blanks within them. All of that
is read here into headers and words; what the words mean is for ``pdn_reading``.

Source of the format: PDN 3.0, and files of programs that came before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from engine.archive import record_layout
from engine.archive.game_record import InvalidRecord
from engine.capabilities.notation import SIGNS
from engine.text import Text

# Files

_PICTURES: Final = (b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"RIFF", b"BM")
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
"""The marks with which texts in UTF-16 begin."""
_RUNS = re.compile(rb"[\xc0-\xff\xa8\xb8]{3,}")
"""Three letters in a row that are not in ASCII: Cyrillic ones, not the accents of French."""


def decoded(data: bytes) -> str:
    """Return the text of a file: in UTF-8, UTF-16 by its mark, Windows' Cyrillic or Western one.

    Raises InvalidRecord for a file that is empty or no text.
    """
    if not data.strip():
        raise InvalidRecord(Text("The file is empty."))
    if data.startswith(_PICTURES):
        raise InvalidRecord(
            Text("The file is a picture; the record of a game is a text, such as `32-28 19-23`.")
        )
    if data.startswith(_WIDE):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data:
        raise InvalidRecord(
            Text("The file is no text; the record of a game is one, such as `32-28 19-23`.")
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        cyrillic = 2 * sum(map(len, _RUNS.findall(data))) > sum(byte >= 0xC0 for byte in data)
        return data.decode("cp1251" if cyrillic else "cp1252", errors="replace")


# Headers and moves

_Kind = Literal["header", "left out", "text"]

_HEADER = re.compile(r'\[\s*(\w+)\s*"((?:\\.|[^"\\]){0,1000})"\s*\]', re.DOTALL)
_WHOLE_LINE = re.compile(r'\[\s*(\w+)\s*"(.*)"\s*\][^\S\n]*$', re.MULTILINE)
"""A header with quotes in its value, which has a line of its own."""
_TAG = re.compile(r"\[[^\[\]\n]*\]")
"""Anything else in brackets: ``[pdn]``, or a header with blanks in its name."""
_PLAIN = re.compile(r"[^{;\[%]+")
_NEXT_GAME = re.compile(r"\n\s*(?=\[\s*\w+\s*\")")
_ESCAPED = re.compile(r'\\(["\\])')


class _Piece(NamedTuple):
    kind: _Kind
    start: int
    text: str
    name: str = ""


def _pieces(text: str) -> Iterator[_Piece]:
    """Yield the headers and texts, and what is left out, in order; takes time with the length."""
    at, last_end = 0, text.rfind("}")
    lines = "\n" in text.strip()
    while at < len(text):
        kind: _Kind = "left out"
        name = ""
        found: re.Match[str] | None = None
        starts_line = not at or text[at - 1] == "\n"
        match text[at]:
            case "{":
                # Without an end it goes on to the next game.
                following = _NEXT_GAME.search(text, at) if at > last_end else None
                end = text.index("}", at) + 1 if at < last_end else len(text)
                end = following.end() if following else end
            case ";" if lines:
                end = _end_of_line(text, at)
            case "%" if starts_line:
                end = _end_of_line(text, at)
            case "[":
                found = _HEADER.match(text, at)
                if found is None and starts_line:
                    found = _WHOLE_LINE.match(text, at)
                if found is not None:
                    kind, name, end = "header", found[1], found.end()
                else:
                    tag = _TAG.match(text, at)
                    end = tag.end() if tag else at + 1
            case _:
                plain = _PLAIN.match(text, at)
                kind, end = ("text", plain.end()) if plain else ("left out", at + 1)
        yield _Piece(kind, at, found[2] if found else text[at:end], name)
        at = end


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def games_in(text: str) -> list[str]:
    """Return the text of each game in a file, at least one.

    A game begins with the first header after moves, or with the first header once more.
    """
    text = _with_plain_lines(text)
    starts, first, moves = [0], "", False
    for piece in _pieces(text):
        if piece.kind == "text":
            moves = moves or (bool(first) and not piece.text.isspace())
        elif piece.kind == "header":
            if moves or piece.name == first or (not first and piece.start):
                starts.append(piece.start)
            if moves or not first:
                first = piece.name
            moves = False
    games = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    if len(games) > 1 and not _MOVE.search(games[0]):  # what is said before the first
        del games[0]
    return games


def _with_plain_lines(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


_NAMES: Final = MappingProxyType(
    {
        name.lower(): name
        for name in (
            "Event",
            "Site",
            "Date",
            "Round",
            "White",
            "Black",
            "Result",
            "GameType",
            "FEN",
            "Game",
            "Variant",
            "Termination",
            "Reason",
        )
    }
)
"""The headers that are read however they are written."""


def headers_and_moves(text: str) -> tuple[dict[str, str], str]:
    """Return the headers of the first game in a text, and its moves without comments.

    Headers without a value are left out. Raises InvalidRecord for a text that is too long.
    """
    if len(text) > record_layout.LONGEST:
        raise record_layout.too_long()
    headers: dict[str, str] = {}
    moves: list[str] = []
    for piece in _pieces(_with_plain_lines(text)):
        if piece.kind == "text":
            moves.append(piece.text)
        elif piece.kind == "left out":
            moves.append(" ")
        else:
            if "".join(moves).strip():
                break
            value = record_layout.one_line(_ESCAPED.sub(r"\1", piece.text))
            if value:
                headers[_NAMES.get(piece.name.lower(), piece.name)] = value
    return headers, "".join(moves)


# Words


class WordKind(StrEnum):
    """The kinds of words among moves."""

    MOVE = "move"
    SCORE = "score"
    """The result: ``2-0``, ``1/2-1/2``."""
    STAR = "star"
    """No result, or a mark behind a move."""
    STOP = "stop"
    """A null move or a position in the middle of a game."""
    REST = "rest"
    """A variation that does not end."""


class Word(NamedTuple):
    """A word among the moves of a game."""

    kind: WordKind
    text: str


_HALF = r"(?:1/2|[0-9]{0,2}½)"
_DECIMAL = r"[0-9]{1,2}[.,][05]0?"
_BETWEEN = r"\s*[-:]\s*"
_SQUARE = r"(?:[a-h][1-8]|[0-9]{1,2})"
_STEP = r"\s*(?:->|[-x×:>])\s*"

_SCORE = (
    rf"(?:{_HALF}|[0-9]{{1,2}}){_BETWEEN}{_HALF}|{_HALF}{_BETWEEN}[0-9]{{1,2}}"
    rf"|{_DECIMAL}{_BETWEEN}{_DECIMAL}|[0-9]{{1,2}}{_BETWEEN}0|0{_BETWEEN}[0-9]{{1,2}}"
    rf"|1{_BETWEEN}1"
)
_MOVE = re.compile(rf"{_SQUARE}(?:{_STEP}{_SQUARE})+", re.IGNORECASE)
_SHORT_MOVE = r"[a-h][-:x]?[a-h][1-8]"
_TOKEN = re.compile(
    rf"""
    (?P<score>(?:{_SCORE})(?![0-9½/x]))
    |(?P<number>[0-9]{{1,4}}\s*(?:[.…]+|\))|[0-9]{{1,3}}(?=\s+{_SQUARE}{_STEP}[a-h0-9]))
    |(?P<move>{_MOVE.pattern}|{_SHORT_MOVE}(?![^\W_])|[0-9]+(?:[a-z][0-9]*)*|[a-h][0-9]+)
    |(?P<left_out>\$\s?[0-9]+|<[^<>]*>|[^\W\d_]+[.:]?)
    |(?P<stop>--|/[^/\n]{{3,300}}/|@@@@|Z0\b)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<star>\*)
    |(?P<sign>[^\s])
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LONE = re.compile(r"null|pass", re.IGNORECASE)


def words(moves: str) -> Iterator[Word]:
    """Yield the words of a game's main line: moves as typed, and what may end it.

    Numbers, marks, words of people, and variations, which are in parentheses, are left out.
    """
    depth = 0
    for token in _TOKEN.finditer(moves.translate(SIGNS)):
        kind, text = token.lastgroup, token[0]
        if kind == "open":
            depth += 1
        elif kind == "close" or (depth and kind == "number" and text.endswith(")")):
            depth = max(0, depth - 1)
        elif depth:
            continue
        elif kind == "move":
            yield Word(WordKind.MOVE, "".join(text.split()))
        elif kind == "score":
            yield Word(WordKind.SCORE, "".join(text.split()))
        elif kind == "star":
            yield Word(WordKind.STAR, text)
        elif kind == "stop" or (kind == "left_out" and _LONE.fullmatch(text)):
            yield Word(WordKind.STOP, text)
    if depth:
        yield Word(WordKind.REST, "(")


def score(text: str) -> tuple[float, float] | None:
    """Return the points of both sides in a result: ``½-½``, ``2:0``, ``1.5-0.5``; None for none."""
    sides = re.split(r"(?<=.)[-:]", "".join(text.translate(SIGNS).split()), maxsplit=1)
    points = [_points(side) for side in sides]
    if len(points) != 2 or points[0] is None or points[1] is None:
        return None
    return points[0], points[1]


def _points(text: str) -> float | None:
    if text == "1/2":
        return 0.5
    found = re.fullmatch(r"([0-9]{0,2})(½)?|([0-9]{1,2})[.,]([05])0?", text)
    if found is None or not text:
        return None
    if found[3]:
        return int(found[3]) + int(found[4]) / 10
    return int(found[1] or 0) + (0.5 if found[2] else 0)
