"""Notation of draughts: positions as text, and moves, including captures outside the list.

The text of a position is the usual FEN, then the counts: ``W:W28,K46:BK43 idle=3``. That is the
side to move, the men and kings (``K``) of each side, numbered squares also as ranges, and
``key=value`` fields, which may all be missing: the counts of the game's limits, and
``result=agreed`` if the position does not show how the game ended.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.board import Board
from engine.capabilities.notation import DASHES, Notation, Readable, passes
from engine.capabilities.refusals import Typed
from engine.draughts.refusals import DraughtsAttempt, Side
from engine.errors import IllegalMove, InvalidPosition
from engine.position_text import read_fields
from engine.text import Text, either, quoted
from engine.values import Move

# Positions

LONGEST_POSITION: Final = 500
"""Characters of the longest text that is read; a king on every square is shorter."""

_RANGE_FROM = 3
"""The fewest pieces of a kind on consecutive squares that are written as a range."""

_NUMBERED = re.compile(r"(K?)([0-9]{1,3})(?:-(K?)([0-9]{1,3}))?")
_LETTERED = re.compile(r"(K?)([A-J][0-9]{1,3})()()")
"""Pieces of a side: ``K`` for kings, the first square, and in a range the same for the last."""


_QUOTED = re.compile(r'\bFEN\s*"([^"]*)"', re.IGNORECASE)
"""A position as a header of a record."""
_AROUND: Final = "`\"'[]() .\n"
_DASHES = str.maketrans(dict.fromkeys(DASHES, "-"))
_FIELD = re.compile(r"\s[a-z-]+=")
_NEXT_SQUARE = re.compile(r"(?<=[0-9])\s+(?=K?\s*[A-H]?\s*[0-9])", re.IGNORECASE)
"""The blanks between squares without a comma."""
_BEHIND = re.compile(r"(?::[HF][0-9]*)*(?::(\+[0-9]{1,4}\+[0-9]{1,4}))?(?::[HF][0-9]*)*$")
"""The counters that other programs write after the pieces: turns, moves, moves in a row by
kings.
"""
_STREAKS: Final = ("white-king", "black-king")
"""The fields with the king that made a side's last moves and their number, if they are counted."""


class Format(NamedTuple):
    """The format of a variant's positions as text.

    ``letters`` are the letters of the seats. ``last_row`` has by seat the set of points where its
    men become kings. ``most`` is the most pieces of a seat, ``results`` the names of noted results,
    and ``example`` an example of a text. ``bits`` has the bit of each point in a set of points.
    """

    board: Board
    letters: tuple[str, str]
    last_row: Sequence[int]
    most: int
    results: Collection[str]
    example: str
    bits: Sequence[int]

    @property
    def numbered(self) -> bool:
        """Whether squares are named by numbers."""
        return self.board.names[0].isdigit()


class Pieces(NamedTuple):
    """The seat to move, and men and kings by seat as sets of points."""

    turn: int
    men: tuple[int, int]
    kings: tuple[int, int]


def write_pieces(pieces: Pieces, fields: Mapping[str, str | int], form: Format) -> str:
    """Return pieces and fields as text; fields that are empty or zero are left out."""
    sides = {
        letter: f"{letter}{_side(men, kings, form)}"
        for letter, men, kings in zip(form.letters, pieces.men, pieces.kings, strict=True)
    }
    words = [f"{key}={value}" for key, value in fields.items() if value]
    return " ".join([f"{form.letters[pieces.turn]}:{sides['W']}:{sides['B']}", *words])


def _side(men: int, kings: int, form: Format) -> str:
    """Return the text of the pieces of a side, in the order of their squares."""
    names, numbered = form.board.names, form.numbered
    runs: list[tuple[int, int, str]] = []
    for pieces, prefix in ((men, ""), (kings, "K")):
        start = end = -1
        for point in [point for point, bit in enumerate(form.bits) if bit & pieces]:
            if point != end:
                runs.append((start, end, prefix))
                start = point
            end = point + 1
        runs.append((start, end, prefix))
    items: list[str] = []
    for start, end, prefix in sorted(runs):
        if start < 0:  # the run before the first piece is empty
            continue
        if numbered and end - start >= _RANGE_FROM:
            items.append(f"{prefix}{names[start]}-{names[end - 1]}")
        else:
            items += [prefix + name for name in names[start:end]]
    return ",".join(items)


def read_pieces(text: str, keys: Collection[str], form: Format) -> tuple[Pieces, Mapping[str, str]]:
    """Return the pieces and the fields of a text; ``keys`` are the known keys of fields.

    Raises InvalidPosition. The caller has to check the values of the fields.
    """
    if len(text) > LONGEST_POSITION:
        raise InvalidPosition(
            Text(
                "A position has at most {longest} characters; this text is longer.",
                longest=LONGEST_POSITION,
            )
        )
    written = _QUOTED.search(text)
    whole = (written[1] if written else text).translate(_DASHES).strip(_AROUND)
    first = _FIELD.search(whole)
    words: list[str] = whole[first.start() :].split() if first else []
    listed = _NEXT_SQUARE.sub(",", whole[: first.start() if first else None])
    placement = "".join(listed.split()).rstrip(".:").replace(";", ",").upper()
    behind = _BEHIND.search(placement)
    pieces = _placement(placement[: behind.start()] if behind else placement, form)
    if behind and behind[1] and _STREAKS[0] in keys:
        words += _streaks(behind[1], pieces, form)
    return pieces, read_fields(words, keys)


def _streaks(written: str, pieces: Pieces, form: Format) -> Iterator[str]:
    """Yield the fields for kings' moves in a row, which other programs write as ``+2+0``.

    These programs do not name the king, so a side has a field only if it has men and one king.
    """
    for seat, moves in enumerate(map(int, written.split("+")[1:])):
        king = pieces.kings[seat]
        if moves and pieces.men[seat] and king.bit_count() == 1:
            yield f"{_STREAKS[seat]}={form.board.names[form.bits.index(king)]}:{min(moves, 3)}"


def _placement(text: str, form: Format) -> Pieces:
    turn, *sides = text.split(":")
    if len(sides) > 2 and sides[0] == turn:  # some programs repeat it: W:W:W31-50:B1-20
        del sides[0]
    if turn not in form.letters or sorted(side[:1] for side in sides) != ["B", "W"]:
        raise InvalidPosition(
            Text(
                "A position gives the side to move and the pieces of both sides, like "
                "`{example}`; `{text}` does not.",
                example=form.example,
                text=quoted(text),
            )
        )
    men, kings, taken = [0, 0], [0, 0], 0
    for side in sides:
        seat = form.letters.index(side[0])
        for item in filter(None, side[1:].split(",")):
            king, squares = _pieces(item, form)
            for bit in squares:
                if bit & taken:
                    raise InvalidPosition(
                        Text("`{item}`: that square has a piece already.", item=item)
                    )
                if not king and bit & form.last_row[seat]:
                    raise InvalidPosition(
                        Text(
                            "In `{item}` the man stands on the king row: it would be a king.",
                            item=item,
                        )
                    )
                taken |= bit
                (kings if king else men)[seat] |= bit
        if (men[seat] | kings[seat]).bit_count() > form.most:
            raise InvalidPosition(
                Text("A side has {most} pieces at most; here one has more.", most=form.most)
            )
    return Pieces(form.letters.index(turn), (men[0], men[1]), (kings[0], kings[1]))


def example_text(board: Board, letter: str, men: int) -> str:
    """Return the text of an example: the starting position if squares have numbers."""
    squares = len(board)
    if not board.names[0].isdigit():
        return "W:Wc3,Ke3:Bf6"
    return f"{letter}:W{squares - men + 1}-{squares}:B1-{men}"


def _pieces(item: str, form: Format) -> tuple[bool, Sequence[int]]:
    """Return whether an item names kings, and the bits of their squares.

    Squares may also have the names that other programs use on such a board. Raises InvalidPosition.
    """
    written, other = (_NUMBERED, _LETTERED) if form.numbered else (_LETTERED, _NUMBERED)
    match = written.fullmatch(item) or (other.fullmatch(item) if form.board.also else None)
    if match is None:
        raise InvalidPosition(
            Text(
                "`{item}` does not name pieces; they are written {examples}.",
                item=quoted(item),
                examples=either(_examples(form)),
            )
        )
    king, first, king_too, last = match.groups()
    if king_too and not king:
        raise InvalidPosition(Text("`{item}` goes from a man to a king.", item=item))
    point = {**form.board.also, **form.board.point}
    start = point.get(first.lower().lstrip("0"))
    end = point.get(last.lstrip("0")) if last else start
    if start is None or end is None or start > end:
        raise InvalidPosition(
            Text(
                "`{item}` is not on the board, whose squares are {first} to {last}.",
                item=quoted(item),
                first=form.board.names[0],
                last=form.board.names[-1],
            )
        )
    return bool(king), form.bits[start : end + 1]


def _examples(form: Format) -> list[str]:
    if form.numbered:
        return ["`31`", "`K31`", "`31-35`"]
    return ["`c3`", "`Kc3`"]


# Moves


_SHORT = re.compile(r"\s*([a-h])[-:x]?([a-h][1-8])[\s.!]*", re.IGNORECASE)


class DraughtsNotation(Notation):
    """Paths of squares. The whole path of a capture is read even if the capture is not listed."""

    def __init__(
        self,
        position: Readable,
        side: Callable[[], Side],
        attempt: type[DraughtsAttempt] = DraughtsAttempt,
    ) -> None:
        super().__init__(position)
        self._side = side
        self._attempt = attempt

    @property
    def side(self) -> Side:
        """The pieces as the side to move sees them, and the rules of their moves."""
        return self._side()

    def is_notation(self, text: str) -> bool:
        """Return whether the whole of ``text`` is notation of this game, legal or not.

        Short moves are notation only if they are legal: ``be4`` may be chat.
        """
        if super().is_notation(text):
            return True
        short = self._without_rank(text)
        return short is not None and bool(self._between(*short))

    def parse(self, text: str) -> Move:
        """Return the legal move meant by ``text``, which may be short: ``cd4``, ``c:e5``.

        Raises what ``Notation.parse`` raises.
        """
        short = self._without_rank(text)
        if short is None:
            return super().parse(text)
        moves = self._between(*short)
        if len(moves) > 1:
            raise self.ambiguous(quoted(text), moves)
        if moves:
            return moves[0]
        file, end = short
        points = [point for point, name in enumerate(self.board.names) if name[0] == file]
        side = self.side
        own = side.men | side.kings
        start = next((point for point in points if own & side.bits[point]), points[0])
        raise IllegalMove(self.refusal((start, end)))

    def _between(self, file: str, end: int) -> list[Move]:
        """Return the legal moves from a file to a square."""
        names, moves = self.board.names, self.position.legal_moves()
        return [m for m in moves if names[m.path[0]][0] == file and m.path[-1] == end]

    def _without_rank(self, text: str) -> tuple[str, int] | None:
        """Return the file and the last square of a Russian short move: ``cd4``, ``c:e5``."""
        short = _SHORT.fullmatch(text) if self.board.names[0][0].isalpha() else None
        end = self.board.point.get(short[2].lower()) if short else None
        return (short[1].lower(), end) if short and end is not None else None

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the legal moves described by typed squares, even a capture that is not listed."""
        if suffix:
            return
        moves = self.position.legal_moves()
        typed = self.side.capture_along(points) if moves and moves[0].captured else None
        fitting = []
        for move in moves:
            path = move.path
            if path[0] == points[0] and path[-1] == points[-1]:
                if typed and set(typed.move.captured) == set(move.captured):
                    yield move
                    return
                if passes(path, points):
                    fitting.append(move)
        if typed and typed.complete and self.takes_enough(typed.move, moves[0]):
            yield typed.move
        else:
            yield from fitting

    def takes_enough(self, capture: Move, listed: Move) -> bool:
        """Return whether a complete capture that is not listed is as legal as a listed one.

        Such captures exist only if the search reached its limit.
        """
        if self.side.prefers is not None:
            return self.side.prefers(capture, listed)
        return not self.side.takes_most or len(capture.captured) >= len(listed.captured)

    def attempt(self, typed: Typed) -> DraughtsAttempt:
        """Return an attempted move with the checks of this game."""
        return self._attempt(typed, self.side)
