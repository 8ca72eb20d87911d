"""Positions of draughts as text: the field's FEN, then what is counted.

``W:W28,K46:BK43 idle=3``: the side to move, the men and kings (``K``) of each side, numbered
squares also as ranges, and ``key=value`` fields, which may all be missing: the counts of the
game's limits, and ``result=agreed`` where the position does not show how the game ended.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from engine.board import Board
from engine.draughts.state import Limit, State
from engine.errors import InvalidPosition
from engine.position_text import chosen, count, read_fields, unfitting
from engine.text import Text, either, quoted

LONGEST: Final = 500
"""Characters of the longest text that is read; a king on every square is shorter."""

_RANGE_FROM = 3
"""This many pieces of a kind in a row are written as a range."""

_ITEM = re.compile(r"(K?)([A-Z]?[0-9]{1,3})(?:-(K?)([0-9]{1,3}))?")


class Format(NamedTuple):
    """What the text of a variant's positions depends on.

    ``letters`` are those of the seats, ``last_row`` the points where a seat has no men, ``most``
    the pieces that a seat has at most, ``example`` a position of this game.
    """

    board: Board
    letters: tuple[str, str]
    last_row: Sequence[int]
    most: int
    limits: tuple[Limit, ...]
    results: Collection[str]

    @property
    def numbered(self) -> bool:
        """Whether squares are called by numbers."""
        return self.board.names[0].isdigit()


def write(state: State, result: str, form: Format) -> str:
    """Return a state and how the game ended as text."""
    sides = {
        letter: f"{letter}{_side(men, kings, form)}"
        for letter, men, kings in zip(form.letters, state.men, state.kings, strict=True)
    }
    fields = {limit.key: turns for limit, turns in zip(form.limits, state.counts, strict=True)}
    return " ".join(
        [
            f"{form.letters[state.turn]}:{sides['W']}:{sides['B']}",
            *(f"{key}={turns}" for key, turns in fields.items() if turns),
            *([f"result={result}"] if result else []),
        ]
    )


def _side(men: int, kings: int, form: Format) -> str:
    """The pieces of a side in the order of their squares."""
    names = form.board.names
    items: list[str] = []
    point = 0
    while point < len(names):
        kind = men if men >> point & 1 else kings
        end = point
        while end < len(names) and kind >> end & 1:
            end += 1
        prefix = "K" if kind is kings else ""
        if form.numbered and end - point >= _RANGE_FROM:
            items.append(f"{prefix}{names[point]}-{names[end - 1]}")
        else:
            items.extend(f"{prefix}{name}" for name in names[point:end])
        point = max(end, point + 1)
    return ",".join(items)


def read(text: str, form: Format) -> tuple[State, str]:
    """Return the state and the result that ``write`` wrote. Raises InvalidPosition."""
    if len(text) > LONGEST:
        raise InvalidPosition(
            Text(
                "A position has at most {longest} characters; this text is longer.", longest=LONGEST
            )
        )
    placement, *words = text.split() or [""]
    turn, men, kings = _placement(placement, form)
    fields = read_fields(words, {*(limit.key for limit in form.limits), "result"})
    bare = State(turn, men, kings)
    counts = tuple(count(fields, limit.key, limit.turns) for limit in form.limits)
    for limit, turns in zip(form.limits, counts, strict=True):
        if turns and not (any(kings) and limit.condition(bare, bare)):
            raise unfitting(fields, limit.key)
    return State(turn, men, kings, counts), chosen(fields, "result", form.results)


def _placement(text: str, form: Format) -> tuple[int, tuple[int, int], tuple[int, int]]:
    turn, *sides = text.upper().removesuffix(".").split(":")
    if turn not in form.letters or sorted(side[:1] for side in sides) != ["B", "W"]:
        raise InvalidPosition(
            Text(
                "A position gives the side to move and the pieces of both sides, like "
                "`{example}`; `{text}` does not.",
                example=_example(form),
                text=quoted(text),
            )
        )
    men, kings = [0, 0], [0, 0]
    for side in sides:
        seat = form.letters.index(side[0])
        for item in filter(None, side[1:].split(",")):
            for point, king in _pieces(item, form):
                bit = 1 << point
                if bit & (men[0] | men[1] | kings[0] | kings[1]):
                    raise InvalidPosition(
                        Text("In `{item}` a square is taken that has a piece already.", item=item)
                    )
                if not king and bit & form.last_row[seat]:
                    raise InvalidPosition(
                        Text("In `{item}` a man stands where it becomes a king.", item=item)
                    )
                (kings if king else men)[seat] |= bit
        if (men[seat] | kings[seat]).bit_count() > form.most:
            raise InvalidPosition(
                Text("A side has {most} pieces at most; here one has more.", most=form.most)
            )
    return form.letters.index(turn), (men[0], men[1]), (kings[0], kings[1])


def _example(form: Format) -> str:
    if not form.numbered:
        return "W:Wc3,Ke3:Bf6"
    squares = len(form.board)
    return f"{form.letters[0]}:W{squares - form.most + 1}-{squares}:B1-{form.most}"


def _pieces(item: str, form: Format) -> Iterator[tuple[int, bool]]:
    """The points of one item, and whether kings stand there."""
    names = form.board.names
    match = _ITEM.fullmatch(item)
    if match is None or (match[4] and not form.numbered):
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
    start, end = (_point(name, form.board) for name in (first, last or first))
    if start is None or end is None or start > end:
        raise InvalidPosition(
            Text(
                "`{item}` is not on the board, whose squares are {first} to {last}.",
                item=quoted(item),
                first=names[0],
                last=names[-1],
            )
        )
    return ((point, bool(king)) for point in range(start, end + 1))


def _point(name: str, board: Board) -> int | None:
    return board.point.get(name.lower().lstrip("0"))


def _examples(form: Format) -> list[str]:
    if form.numbered:
        return ["`31`", "`K31`", "`31-35`"]
    return ["`c3`", "`Kc3`"]
