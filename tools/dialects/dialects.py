"""Dialects of PDN: functions that write a record as some programs or people do.

They follow descriptions of real files: headers missing, empty or in small letters, marks
and comments of every kind, blanks within moves, other names of squares, other results.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from engine.archive import Act, Record, pdn
from engine.archive.pdn_reading import FIRST_NAMED
from engine.draughts.boards import lettered

Write = Callable[[Record], str | bytes]
"""Writes a record; returns an empty text if the dialect does not exist for its game."""


def moves_of(record: Record) -> list[str]:
    """Return the moves of a record in canonical notation."""
    return [action.text for action in record.actions if action.act is Act.MOVE]


def result_of(record: Record, win: str = "2-0", draw: str = "1-1", loss: str = "0-2") -> str:
    """Return the result of a record, written as ``win``, ``draw`` or ``loss``; "*" if unknown."""
    words: dict[tuple[int, ...], str] = {(1, 2): win, (1, 1): draw, (2, 1): loss}
    return words.get(record.ranks, "*")


def _headers(record: Record, **others: str) -> str:
    kind = record.game.pdn
    number = kind.number if kind else 0
    known = {"Event": "Club", "White": "Ann", "Black": "Ben", "Result": result_of(record)}
    known |= {"GameType": str(number)} | others
    return "\n".join(f'[{name} "{value}"]' for name, value in known.items()) + "\n\n"


def _numbered(record: Record, number: str = "{}. ", change: Callable[[str], str] = str) -> str:
    """Return the moves, each changed by ``change``, with a number before the first side's."""
    words = []
    for at, move in enumerate(moves_of(record)):
        words.append(f"{number.format(at // 2 + 1)}{change(move)}" if at % 2 == 0 else change(move))
    return " ".join(words)


def _plain(
    number: str = "{}. ", change: Callable[[str], str] = str, **headers: str
) -> Callable[[Record], str]:
    """Return a dialect with numbers in this format, moves changed by ``change``, and headers."""

    def write(record: Record) -> str:
        moves = _numbered(record, number, change)
        return f"{_headers(record, **headers)}{moves} {result_of(record)}\n"

    return write


def _scored(win: str, draw: str, loss: str) -> Callable[[Record], str]:
    """Return a dialect with results of its own, in the header and at the end."""

    def write(record: Record) -> str:
        result = result_of(record, win, draw, loss)
        return f"{_headers(record, Result=result)}{_numbered(record)} {result}\n"

    return write


def _between(word: str) -> Callable[[Record], str]:
    """Return a dialect with a word after each move."""

    def write(record: Record) -> str:
        moves = f" {word} ".join([*moves_of(record), ""])
        return f"{_headers(record)}{moves}{result_of(record)}\n"

    return write


def _without_headers(record: Record) -> str:
    return f"{_numbered(record)} {result_of(record)}"


def _without_type(record: Record) -> str:
    headers = re.sub(r"\[(?:GameType|Game|FEN|SetUp) .*\n", "", pdn.write(record))
    return headers if FIRST_NAMED not in headers else headers.replace(FIRST_NAMED, "Order")


def _named(record: Record) -> str:
    return re.sub(r"\[GameType .*\n", "", _plain(Game=str(record.game.title))(record))


def _in_small_letters(record: Record) -> str:
    return re.sub(r"^\[\w+", lambda name: name[0].lower(), _plain()(record), flags=re.MULTILINE)


def _with_empty_headers(record: Record) -> str:
    return f'[Site ""]\n[Date "?"]\n[Round "-"]\n{_plain()(record)}'


def _with_blanks_in_names(record: Record) -> str:
    return f'[White Rating "1200"]\n[Black Rating "1300"]\n{_plain()(record)}'


def _with_quotes(record: Record) -> str:
    return _plain(Event='The "open" of the club')(record)


def _in_a_forum(record: Record) -> str:
    return f"[pdn]{_plain()(record)}[/pdn]"


def _by_star(record: Record) -> str:
    return f"{_headers(record)}{_numbered(record)} *\n"


def _with_more_behind(record: Record) -> str:
    return f"{_plain()(record)} and then 99-98 they went home 1. 1-2\n" if record.ranks else ""


def _with_line_comments(record: Record) -> str:
    lines = [f"{move} ; a move, 1-2" for move in moves_of(record)]
    return f"{_headers(record)}% exported\n" + "\n".join([*lines, result_of(record)])


def _in_one_line(record: Record) -> str:
    return "; ".join(moves_of(record)) + f" {result_of(record)}"


def _line_for_each_move(record: Record) -> str:
    lines = [f"{at // 2 + 1}. {move}\n" for at, move in enumerate(moves_of(record))]
    return f"{_headers(record)}{''.join(lines)}{result_of(record)}"


def _with_dots_alone(record: Record) -> str:
    words = []
    for at, move in enumerate(moves_of(record)):
        words.append(f"{at // 2 + 1}. {move}" if at % 2 == 0 else f"{at // 2 + 1}. ... {move}")
    return f"{_headers(record)}{' '.join(words)} {result_of(record)}"


def _by_dos(record: Record) -> str:
    return _plain()(record).replace("\n", "\r\n")


def _wide(record: Record) -> bytes:
    return _plain(White="Änne", Black="Бен")(record).encode("utf-16")


def _cyrillic(record: Record) -> bytes:
    return _plain(White="Петров Иван", Black="Борис", Event="Первенство")(record).encode("cp1251")


def _western(record: Record) -> bytes:
    return _plain(White="Ünal Çelik", Black="Éric Günther")(record).encode("cp1252")


def _with_paths(record: Record) -> str:
    """Return a record whose captures have all squares on the way."""
    words = []
    for step in record.positions()[1:]:
        if step.move is not None:
            names = [step.position.board.names[point] for point in step.move.path]
            words.append(("x" if step.move.captured else "-").join(names))
    return f"{_headers(record)}{' '.join(words)} {result_of(record)}"


_NUMBERS: Final = MappingProxyType(
    {name: str(number) for number, name in enumerate(lettered(8).names, 1)}
)
_LETTERS: Final = MappingProxyType({number: name for name, number in _NUMBERS.items()})


def _renamed(names: Mapping[str, str]) -> Callable[[str], str]:
    def rename(move: str) -> str:
        return re.sub(r"[a-h]?[0-9]+", lambda square: names[square[0]], move)

    return rename


def _by_numbers(record: Record) -> str:
    if record.game.name not in {"russian", "brazilian"}:
        return ""
    return _plain("{}. ", _renamed(_NUMBERS))(record)


def _by_letters(record: Record) -> str:
    return _plain("{}. ", _renamed(_LETTERS))(record) if record.game.name == "checkers" else ""


def _short(record: Record) -> str:
    """Return a Russian record whose moves omit the rank of their start if it is not needed."""
    if record.game.name != "russian":
        return ""
    steps = record.positions()
    words = []
    for before, step in pairwise(steps):
        if step.move is None:
            continue
        names = before.position.board.names
        start, end = step.move.path[0], step.move.path[-1]
        same = [
            move
            for move in before.position.legal_moves()
            if names[move.path[0]][0] == names[start][0] and move.path[-1] == end
        ]
        between = ":" if step.move.captured else ""
        whole = before.position.write(step.move)
        words.append(f"{names[start][0]}{between}{names[end]}" if len(same) == 1 else whole)
    return f"{_headers(record)}{' '.join(words)} {result_of(record)}"


def _with_replies(record: Record) -> str:
    """Return a record with replies in parentheses, as in solutions of problems."""
    words = [f"({move})" if at % 2 else move for at, move in enumerate(moves_of(record))]
    return f"{_headers(record)}{' '.join(words)} {result_of(record)}"


def _in_a_table(record: Record) -> str:
    moves = moves_of(record)
    pairs = [" | ".join(moves[at : at + 2]) for at in range(0, len(moves), 2)]
    rows = [f"| {number} | {pair} |" for number, pair in enumerate(pairs, 1)]
    return f"{_headers(record)}" + "\n".join([*rows, f"| {result_of(record)} |"])


def _under_a_headline(record: Record) -> str:
    """Return a record without headers, under a line with a date, numbers and the result."""
    game = f"{_numbered(record)} {result_of(record)}"
    return f"Round 3 of 12-10-2023, board 1: Ann (1200) - Ben {result_of(record)}\n\n{game}"


def _padded(move: str) -> str:
    return re.sub(r"(?<![0-9a-h])([0-9])(?![0-9])", r"0\1", move)


def _joined(move: str) -> str:
    return re.sub(r"(?<=[a-h][1-8])[-x](?=[a-h])", "", move)


def _replaced(*pairs: tuple[str, str]) -> Callable[[str], str]:
    def change(move: str) -> str:
        for old, new in pairs:
            move = move.replace(old, new)
        return move

    return change


def dialects() -> Iterator[tuple[str, Write]]:
    """Yield the names of the dialects and their functions."""
    yield "ours", pdn.write
    yield "by its type", _plain()
    yield "without type", _without_type
    yield "without headers", _without_headers
    yield "named by its title", _named
    yield "headers in small letters", _in_small_letters
    yield "empty headers", _with_empty_headers
    yield "blanks in headers' names", _with_blanks_in_names
    yield "quotes in headers", _with_quotes
    yield "in a forum", _in_a_forum
    yield "lines of DOS", _by_dos
    yield "UTF-16", _wide
    yield "CP1251", _cyrillic
    yield "CP1252", _western
    yield "1)", _plain("{}) ")
    yield "1 without a dot", _plain("{} ")
    yield "1.32-28", _plain("{}.")
    yield "1 .", _plain("{} . ")
    yield "1. ... 19-23", _with_dots_alone
    yield "a number for each side", _line_for_each_move
    yield "blanks around hyphens", _plain(change=_replaced(("-", " - "), ("x", " x ")))
    yield "a blank behind hyphens", _plain(change=_replaced(("-", "- "), ("x", "x ")))
    yield "colons", _plain(change=_replaced(("x", ":")))
    yield "crosses", _plain(change=_replaced(("x", "×")))
    yield "Cyrillic crosses", _plain(change=_replaced(("x", "х")))
    for dash in "‐‑‒–—―−":
        yield f"dash U+{ord(dash):04X}", _plain(change=_replaced(("-", dash)))
    yield "zeros before digits", _plain(change=_padded)
    yield "captures in full", _with_paths
    for mark in ("!", "?", "!?", "*", "$1", " $1", " $ 12", "+=", "□", " (!)", " +", "…", " ..."):
        yield f"marked {mark}", _plain(change=f"{{}}{mark}".format)
    yield "comments", _between("{a {comment, 1-2; and (more) [%clk 0:12:34]}")
    yield "clocks", _between("[%clk 0:12:34]")
    yield "variations", _between("(1-2 (3-4 {no} 5-6) 7-8 $3)")
    yield "comments to the end of the line", _with_line_comments
    yield "semicolons in one line", _in_one_line
    yield "2:0", _scored("2:0", "1:1", "0:2")
    yield "1-0", _scored("1-0", "1/2-1/2", "0-1")
    yield "½-½", _scored("1-0", "½-½", "0-1")
    yield "0.5-0.5", _scored("1.0-0.0", "0.5-0.5", "0.0-1.0")
    yield "12-0", _scored("12-0", "6-6", "0-12")
    yield "6-4", _scored("6-4", "5-5", "4-6")
    yield "1.5-0.5", _scored("1.5-0.5", "1.0-1.0", "0.5-1.5")
    yield "2 - 0", _scored("2 - 0", "1 - 1", "0 - 2")
    yield "result in the header only", _by_star
    yield "more behind the result", _with_more_behind
    yield "numbers on lettered boards", _by_numbers
    yield "letters on numbered boards", _by_letters
    yield "Russian short moves", _short
    yield from _by_hand()


def _by_hand() -> Iterator[tuple[str, Write]]:
    """Yield the dialects of bulletins, tables and score sheets typed by people."""
    for word in ("0:07", "1:05:09", "+/-", "-/+", ":-(", "So it stands,"):
        yield f"{word} behind moves", _between(word)
    yield "replies in parentheses", _with_replies
    yield "a table", _in_a_table
    yield "a headline", _under_a_headline
    yield "two hyphens", _plain(change=_replaced(("-", "--")))
    yield "squares joined", _plain(change=_joined)
