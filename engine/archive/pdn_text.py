"""The text of PDN as programs and people write it: the games of a file, their headers and words.

Files are written by hand, or by the programs of thirty years. They have quotes in the values of
headers, unclosed comments, move numbers of every kind, marks after moves, and blanks within moves.
This module reads them into headers and words; ``pdn_reading`` interprets the words.

Source of the format: PDN 3.0, and files of earlier programs.
"""

from __future__ import annotations

import html
import re
from collections import Counter
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
"""The byte order marks of UTF-16."""
_RUNS = re.compile(rb"[\xc0-\xff\xa8\xb8]{3,}")
"""Three or more consecutive letters outside ASCII: Cyrillic, not the accents of French."""


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16, or Windows' Cyrillic or Western encoding.

    UTF-16 needs a byte order mark. Raises InvalidRecord for a file that is empty or not a text.
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
            Text("The file is not a text; the record of a game is one, such as `32-28 19-23`.")
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        cyrillic = 2 * sum(map(len, _RUNS.findall(data))) > sum(byte >= 0xC0 for byte in data)
        return data.decode("cp1251" if cyrillic else "cp1252", errors="replace")


# Records among other texts

_ANY_MOVE = r"[a-h]?[0-9]{1,2}\s?[-x:×]\s?[a-h]?[0-9]{1,2}"
_NUMBERED = re.compile(
    rf"(?<!\S)1\s?\.{{1,3}}\s*{_ANY_MOVE}.{{0,1000}}?(?<!\S)2\s?\.{{1,3}}\s*{_ANY_MOVE}",
    re.DOTALL | re.IGNORECASE,
)
"""The first and the second move of a game, with their numbers."""
_TAGGED = re.compile(r'^\s*\[\s*[A-Za-z]+\s+"[^"\n]*"\s*\]', re.MULTILINE)
"""A header on a line of its own."""


def is_record(text: str) -> bool:
    """Return whether a typed text is certainly the record of a game, as PDN or plain.

    A record has a header, or both a first and a second move with their numbers.
    """
    return _TAGGED.search(text) is not None or _NUMBERED.search(text) is not None


# Headers and moves

_Kind = Literal["header", "left out", "text"]

_HEADER = re.compile(r'\[\s*(\w+)\s*"((?:\\.|[^"\\]){0,1000})"\s*\]', re.DOTALL)
_WHOLE_LINE = re.compile(r'\[\s*(\w+)\s*"(.*)"\s*\][^\S\n]*$', re.MULTILINE)
"""A header with quotes in its value, on its own line."""
_TAG = re.compile(r"\[[^\[\]\n]*\]")
"""Anything else in brackets: ``[pdn]``, or a header with blanks in its name."""
_OPENED = re.compile(r"\[+(?=\[)")
"""Brackets before another one, which begin neither a header nor a tag."""
_PLAIN = re.compile(r"[^{;\[%]+")
_ESCAPES = re.compile(r"%[^\n]*(?:\n%[^\n]*)*")
"""Lines that are for programs, from the sign ``%`` at the beginning of the first."""
_NEXT_GAME = re.compile(r"\n[^\S\n]*(?=\[[^\S\n]*\w+[^\S\n]*\")")
_ESCAPED = re.compile(r'\\(["\\])')
_ONCE: Final = frozenset({"Event", "White", "Black", "Result", "FEN"})
"""Headers that a game has only once, so that a repetition begins the next game."""


class _Piece(NamedTuple):
    kind: _Kind
    start: int
    text: str
    name: str = ""


def _pieces(text: str) -> Iterator[_Piece]:
    """Yield headers, texts and parts to leave out, in order, in time linear in the length."""
    at, last_end = 0, text.rfind("}")
    lines = "\n" in text.strip()
    while at < len(text):
        kind: _Kind = "left out"
        name = ""
        found: re.Match[str] | None = None
        starts_line = not at or text[at - 1] == "\n"
        match text[at]:
            case "{":
                # The next game ends a comment: this one may be unclosed.
                end = text.index("}", at) + 1 if at < last_end else len(text)
                following = _NEXT_GAME.search(text, at, end)
                end = following.end() if following else end
            case ";" if lines:
                end = _end_of_line(text, at)
            case "%" if starts_line and (escapes := _ESCAPES.match(text, at)):
                end = escapes.end()
            case "[" if opened := _OPENED.match(text, at):
                end = opened.end()
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

    A game begins with the first header after moves, or with a repeated header. In a file without
    headers, a game begins with move 1 at the beginning of a line, or with the headline before it.
    """
    text = _with_plain_lines(text)
    starts, first, moves = [0], "", False
    names: set[str] = set()
    apart = False
    for piece in _pieces(text):
        if piece.kind == "text":
            apart = "\n\n" in piece.text
            moves = moves or (bool(first) and not piece.text.isspace())
        elif piece.kind == "header":
            again = piece.name == first or (apart and piece.name in names & _ONCE)
            if moves or again or (not first and piece.start):
                starts.append(piece.start)
                names.clear()
            if moves or again or not first:
                first = piece.name
            names.add(piece.name)
            moves = apart = False
    if not first:
        starts += _first_moves(text)
    games = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    is_said = first and len(games) > 1 and not games[0].startswith("[")
    if is_said and not _HAS_MOVES.search(games[0]):  # before the first game
        del games[0]
    return games


def _first_moves(text: str) -> Iterator[int]:
    """Yield the indices at which games without headers begin, except the first game's."""
    depth, moves, since = 0, 0, 0
    for piece in _pieces(text):
        if piece.kind != "text":
            continue
        for found in _OF_GAMES.finditer(piece.text):
            at = piece.start + found.start()
            if found["open"]:
                depth += 1
            elif found["close"]:
                depth = max(0, depth - 1)
            elif found["move"]:
                moves, since = moves + (not depth), piece.start + found.end()
            elif found["one"] and depth == 0 and (at == 0 or text[at - 1] == "\n"):
                if moves > 1:
                    headline = text.find("\n\n", since, at - 1)
                    yield headline + 2 if headline >= 0 else at
                moves = 0


def _with_plain_lines(text: str) -> str:
    """Return a text with line feeds as its only line ends, and with the intended characters.

    HTML entities and UTF-8 that was read in a Windows encoding are replaced by what they stand for.
    """
    if "&" in text:
        text = html.unescape(text)
    text = _MISREAD.sub(_as_utf8, text)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


_MISREAD = re.compile(r"[\u00c2-\u00ef][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]{1,2}")
"""One character in UTF-8 that was read as two or three characters in a Windows encoding."""


def _as_utf8(signs: re.Match[str]) -> str:
    try:
        return signs[0].encode("cp1252").decode()
    except UnicodeError:
        return signs[0]


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
"""The headers that are recognised whatever the case of their letters."""


def headers_and_moves(text: str) -> tuple[dict[str, str], str]:
    """Return the headers of the first game in a text, and its moves without comments.

    Headers without a value are left out. Raises InvalidRecord for a text that is too long.
    """
    if len(text) > record_layout.LONGEST_RECORD:
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
    """``*``: no result, or a mark after a move."""
    STOP = "stop"
    """A null move or a position in the middle of a game."""
    REST = "rest"
    """The parenthesis of an unclosed variation, after all other words."""
    SAID = "said"
    """A word in a human language, or of a headline."""


class Word(NamedTuple):
    """A word among the moves of a game."""

    kind: WordKind
    text: str


_HALF = r"(?:1/2|[0-9]{0,2}½)"
_DECIMAL = r"[0-9]{1,2}[.,][05]0?"
_BETWEEN = r"\s*[-:]\s*"
_SQUARE = r"(?:[a-h][1-8]|[0-9]{1,2})"
_STEP = r"(?:--|\s*(?:->|[-x×:>])\s*)"

_SCORE = (
    rf"(?:{_HALF}|[0-9]{{1,2}}){_BETWEEN}{_HALF}|{_HALF}{_BETWEEN}[0-9]{{1,2}}"
    rf"|{_DECIMAL}{_BETWEEN}(?:{_DECIMAL}|0(?![0-9.,]))|[0-9]{{1,2}}{_BETWEEN}0|0{_BETWEEN}[0-9]{{1,2}}"
    rf"|1{_BETWEEN}1"
)
_CLOCK = (
    r"0{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[.,][0-9]+)?|[0-9]{1,2}(?::[0-5][0-9])?:00"
    r"|[0-9]:0[0-9](?::[0-5][0-9])?|[0-9]:[0-5][0-9]:0[0-9]"
)
"""A clock time. It is not taken for a capture with a colon: squares rarely have leading zeros."""
_MOVE = re.compile(rf"{_SQUARE}(?:{_STEP}{_SQUARE})+", re.IGNORECASE)
_SHORT_MOVE = r"[a-h][-:x]?[a-h][1-8]"
_TOKEN = re.compile(
    rf"""
    (?P<clock>(?:{_CLOCK})(?![0-9:]))
    |(?P<score>(?:{_SCORE})(?![0-9½/x])|(?<![0-9/])(?:1/2|½)(?![0-9/]))
    |(?P<number>[0-9]{{1,4}}\s*(?:[.…]+|\))|[0-9]{{1,3}}(?=[\s|]+{_SQUARE}{_STEP}[a-h0-9]))
    |(?P<move>{_MOVE.pattern}|{_SHORT_MOVE}(?![^\W_])|(?:[a-h][1-8]){{2,}}(?![^\W_])
        |[0-9]+(?:[a-z][0-9]*)*|[a-h][0-9]+)
    |(?P<left_out>[:;]-[()]|[:;][()](?!\S)|\$\s?[0-9]+|<[^<>]*>)
    |(?P<said>[^\W\d_]+[.:]?)
    |(?P<stop>--|/\s*[WB?]\s*:[^/\n]{{2,300}}/|@@@@|Z0\b)
    |(?P<open>\(+)
    |(?P<close>\)+)
    |(?P<star>\*)
    |(?P<sign>[^\s\w():;$<\-/@*]+|\S)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LONE: Final = frozenset({"null", "pass"})
"""The words that mean a null move."""
_ENDED = re.compile(r"[0-9]\s*\)")
"""The end of a number or of a variation: which of them, the whole text tells."""

_NUMBER_ONE = rf"^[^\S\n]*1\s?(?:\.(?!\s?\.)|\))\s*(?={_SQUARE}{_STEP}{_SQUARE}|{_SHORT_MOVE})"
_FIRST_MOVE = re.compile(_NUMBER_ONE, re.IGNORECASE | re.MULTILINE)
"""The number of the first move, at the beginning of a line."""
_HAS_MOVES = re.compile(
    rf"{_NUMBER_ONE}|{_SQUARE}{_STEP}{_SQUARE}\s+{_SQUARE}{_STEP}{_SQUARE}",
    re.IGNORECASE | re.MULTILINE,
)
"""The beginning of moves; a date such as 12-10-2020 is not one."""
_OF_GAMES = re.compile(
    rf"(?P<one>{_NUMBER_ONE})|(?P<score>{_SCORE})(?![0-9½/x])"
    rf"|(?P<move>{_MOVE.pattern}|{_SHORT_MOVE})|(?P<open>\()|(?P<close>\))",
    re.IGNORECASE | re.MULTILINE,
)
"""The signs by which the beginnings of games without headers are found."""


def words(moves: str) -> Iterator[Word]:
    """Yield the words of a game's main line: moves as typed, possible ends, and people's remarks.

    Of consecutive words of a remark only the first is yielded. Numbers, times, marks, and
    variations, which are in parentheses, are left out.
    """
    before = None
    for kind, text in _main_line(moves):
        if kind is not WordKind.SAID or before is not kind:
            yield Word(kind, text if kind is WordKind.STOP else "".join(text.split()))
        before = kind


_KINDS: Final = MappingProxyType(
    {
        "move": WordKind.MOVE,
        "score": WordKind.SCORE,
        "star": WordKind.STAR,
        "stop": WordKind.STOP,
    }
)
"""The kinds of words by the groups of the pattern of tokens."""


def _main_line(moves: str) -> Iterator[tuple[WordKind, str]]:
    """Yield the words outside of variations as written, with their kinds."""
    depth = 0
    plain = moves.translate(SIGNS)
    # In ``(1) 32-28)`` the first ``)`` belongs to a number; in ``(32-28 19)`` it ends a variation.
    lacking = "(" in plain and _ENDED.search(plain) is not None and _lacks_ends(plain)
    start = _FIRST_MOVE.search(moves)
    headline = start.start() if start and not _HAS_MOVES.search(moves, 0, start.start()) else 0
    for token in _TOKEN.finditer(plain):
        group, text = token.lastgroup or "", token[0]
        if headline and token.start() < headline:
            yield WordKind.SCORE if group == "score" else WordKind.SAID, text
        elif group == "open":
            depth += len(text)
        elif group == "close":
            depth = max(0, depth - len(text))
        elif depth:
            depth -= lacking and group == "number" and text.endswith(")")
        elif group == "said":
            if text[0].isalpha():
                yield WordKind.STOP if text.lower() in _LONE else WordKind.SAID, text
        elif group in _KINDS:
            yield _KINDS[group], text
    if depth:
        yield WordKind.REST, "("


def _lacks_ends(moves: str) -> bool:
    """Return whether more variations begin than end."""
    lengths: Counter[str | None] = Counter()
    for token in _TOKEN.finditer(moves):
        lengths[token.lastgroup] += len(token[0])
    return lengths["open"] > lengths["close"]


def score(text: str) -> tuple[float, float] | None:
    """Return the points of both sides in a result: ``½-½``, ``2:0``, ``1.5-0.5``.

    Half a point alone is a draw. Words after a result are ignored: ``2-0 FF``. None for any other
    text.
    """
    bare = "".join(text.translate(SIGNS).split())
    if bare in {"1/2", "½"}:
        return 0.5, 0.5
    found = re.match(_SCORE, bare)
    if found is not None and re.match(r"[^\W\d_]|\(", bare[found.end() :]):
        bare = found[0]
    sides = re.split(r"(?<=.)[-:]", bare, maxsplit=1)
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


_LONGEST_BY_HAND: Final = 20_000
"""Characters of the longest record that is read in other ways if it is not valid."""

_REPLY = re.compile(
    rf"\(\s*(?:[0-9]{{1,3}}\s*\.)?[\s.…]*({_MOVE.pattern}|{_SHORT_MOVE})[\s!?]*\)",
    re.IGNORECASE,
)


def otherwise(text: str) -> Iterator[str]:
    """Yield other readings of a text that is not valid PDN.

    In solutions of problems, replies are in parentheses, and some people separate moves with
    semicolons. Longer texts have no other readings, because records written by hand are short.
    """
    if len(text) > _LONGEST_BY_HAND:
        return
    if (replied := _REPLY.sub(r" \1 ", text)) != text:
        yield replied
    if ";" in text:
        yield text.replace(";", " ")
