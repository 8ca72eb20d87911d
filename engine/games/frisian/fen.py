"""Positions of Frisian draughts as text: the field's FEN, then the counters.

``W:W28,K46:BK43 two-kings=3``: the side to move, the men and kings (``K``) of each side, singly
or as ranges, and ``key=value`` fields, which may all be missing:

``white-king=46:2``, ``black-king=5:3``
    the king that made that side's last moves, and how many in a row without capturing;
``two-kings=3``
    moves that the side with two kings against one has made since the material stands so;
``idle=12``
    turns since a man moved or a piece was captured;
``result=agreed``
    how the game ended, where the position does not show it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.duel import WHITE_AND_BLACK, noted_results
from engine.errors import InvalidPosition
from engine.games.frisian.board import BITS, BOARD, KING_ROWS
from engine.text import Text, quoted

KING_MOVES_ALLOWED: Final = 3
"""A player with kings and men may make three moves in a row with the same king."""

TWO_KINGS_MOVES: Final = 7
"""Two kings must win against one within seven moves."""

IDLE_TURNS: Final = 50
"""After 25 moves a side with kings only moving and nothing captured the game is drawn."""

LONGEST: Final = 500
"""Characters of the longest text that is read; a king on every square is shorter."""

_RANGE_FROM = 3
"""This many pieces of a kind in a row are written as a range."""

_ITEM = re.compile(r"(K?)([0-9]{1,3})(?:-(K?)([0-9]{1,3}))?")
_COUNT = re.compile(r"[0-9]{1,3}")
_STREAK = re.compile(r"([0-9]{1,3}):([0-9]{1,3})")

Streak = tuple[int, int]
"""The point of the king that a side moved last, and its moves in a row without capturing."""

NO_STREAK: Final[Streak] = (-1, 0)


class Counters(NamedTuple):
    """What the rules count, and the result where the position does not show it."""

    streaks: tuple[Streak, Streak] = (NO_STREAK, NO_STREAK)
    two_kings: int = 0
    idle: int = 0
    result: str = ""


class State(NamedTuple):
    """All that a position is: the seat to move, men and kings by seat as bit sets, counters."""

    turn: int
    men: tuple[int, int]
    kings: tuple[int, int]
    counters: Counters


def write(state: State) -> str:
    """Return the state as text."""
    sides = (_side(men, kings) for men, kings in zip(state.men, state.kings, strict=True))
    white, black = sides
    counters = state.counters
    fields = [
        f"{key}={BOARD.names[point]}:{moves}"
        for key, (point, moves) in zip(("white-king", "black-king"), counters.streaks, strict=True)
        if moves
    ]
    if counters.two_kings:
        fields.append(f"two-kings={counters.two_kings}")
    if counters.idle:
        fields.append(f"idle={counters.idle}")
    if counters.result:
        fields.append(f"result={counters.result}")
    return " ".join([f"{'WB'[state.turn]}:W{white}:B{black}", *fields])


def _side(men: int, kings: int) -> str:
    """Return the pieces of a side in the order of their squares."""
    items: list[str] = []
    point = 0
    while point < len(BITS):
        kind = men if BITS[point] & men else kings
        end = point
        while end < len(BITS) and BITS[end] & kind:
            end += 1
        prefix = "K" if kind is kings else ""
        if end - point >= _RANGE_FROM:
            items.append(f"{prefix}{BOARD.names[point]}-{BOARD.names[end - 1]}")
        else:
            items.extend(f"{prefix}{name}" for name in BOARD.names[point:end])
        point = max(end, point + 1)
    return ",".join(items)


def read(text: str, official: bool) -> State:
    """Return the state that ``write`` wrote. Raises InvalidPosition.

    ``official`` tells which counters the game has.
    """
    if len(text) > LONGEST:
        raise InvalidPosition(
            Text(
                "A position has at most {longest} characters; this text is longer.", longest=LONGEST
            )
        )
    placement, *fields = text.split() or [""]
    turn, men, kings = _placement(placement)
    return State(turn, men, kings, _counters(fields, official, men, kings))


def _placement(text: str) -> tuple[int, tuple[int, int], tuple[int, int]]:
    turn, *sides = text.upper().removesuffix(".").split(":")
    if turn not in ("W", "B") or sorted(side[:1] for side in sides) != ["B", "W"]:
        raise InvalidPosition(
            Text(
                "A position gives the side to move and the pieces of both sides, like "
                "`{example}`; `{text}` does not.",
                example="W:W31-50:B1-20",
                text=quoted(text),
            )
        )
    men, kings = [0, 0], [0, 0]
    for side in sides:
        seat = "WB".index(side[0])
        for item in filter(None, side[1:].split(",")):
            for bit, king in _pieces(item):
                if bit & (men[0] | men[1] | kings[0] | kings[1]):
                    raise InvalidPosition(
                        Text("In `{item}` a square is taken that has a piece already.", item=item)
                    )
                if not king and bit & KING_ROWS[seat]:
                    raise InvalidPosition(
                        Text("In `{item}` a man stands where it becomes a king.", item=item)
                    )
                (kings if king else men)[seat] |= bit
    return "WB".index(turn), (men[0], men[1]), (kings[0], kings[1])


def _pieces(item: str) -> list[tuple[int, bool]]:
    """Return the squares of one item, and whether kings stand there."""
    match = _ITEM.fullmatch(item)
    if match is None:
        raise InvalidPosition(
            Text(
                "`{item}` does not name pieces; they are written `31`, `K31` or `31-35`.",
                item=quoted(item),
            )
        )
    king, first, king_too, last = match.groups()
    start, end = int(first), int(last or first)
    if king_too and not king:
        raise InvalidPosition(Text("`{item}` goes from a man to a king.", item=item))
    if not 1 <= start <= end <= len(BITS):
        raise InvalidPosition(
            Text("`{item}` is not on the board, whose squares are 1 to 50.", item=item)
        )
    return [(bit, bool(king)) for bit in BITS[start - 1 : end]]


def _counters(
    fields: list[str], official: bool, men: tuple[int, int], kings: tuple[int, int]
) -> Counters:
    counters = Counters()
    known = (
        ("white-king", "black-king", "two-kings", "result")
        if official
        else ("two-kings", "idle", "result")
    )
    seen = set()
    for field in fields:
        key, _, value = field.partition("=")
        if key not in known or key in seen:
            raise InvalidPosition(
                Text(
                    "`{field}` is not a field of this position, or comes twice.",
                    field=quoted(field),
                )
            )
        seen.add(key)
        if key == "result":
            fits = value in noted_results(WHITE_AND_BLACK)
            counters = counters._replace(result=value)
        elif key == "two-kings":
            material = sorted(side.bit_count() for side in kings)
            fits = _count(value, TWO_KINGS_MOVES) and not any(men) and material == [1, 2]
            counters = counters._replace(two_kings=int(value) if fits else 0)
        elif key == "idle":
            fits = _count(value, IDLE_TURNS) and any(kings)
            counters = counters._replace(idle=int(value) if fits else 0)
        else:
            seat = 0 if key == "white-king" else 1
            streak = _streak(value, men[seat], kings[seat])
            fits = streak is not None
            streaks = list(counters.streaks)
            streaks[seat] = streak or NO_STREAK
            counters = counters._replace(streaks=(streaks[0], streaks[1]))
        if not fits:
            raise InvalidPosition(
                Text("`{field}` does not fit this position.", field=quoted(field))
            )
    return counters


def _count(value: str, highest: int) -> bool:
    return _COUNT.fullmatch(value) is not None and int(value) <= highest


def _streak(value: str, men: int, kings: int) -> Streak | None:
    """Return a king of a side with men, and its moves in a row."""
    match = _STREAK.fullmatch(value)
    if match is None:
        return None
    point, moves = int(match[1]) - 1, int(match[2])
    stands = 0 <= point < len(BITS) and BITS[point] & kings
    return (point, moves) if stands and men and 1 <= moves <= KING_MOVES_ALLOWED else None
