"""Positions of Halma and Chinese checkers as text, row by row with the letters of the seats.

``4BBBB/…/AAAA4 A idle=3``: the pieces of the seats ``A`` to ``F``, the seat to move, and optional
fields:

``home=BD`` the seats that have arrived, in that order; ``out=C`` the seats that gave up, in that
order; ``idle=12`` turns since a piece entered its target camp; ``played=12,11`` the turns of each
seat, if there is a deadline; ``result=agreed`` the result, if nothing else shows it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine import position_text
from engine.errors import InvalidPosition
from engine.game import AGREED, REPETITION
from engine.games.halma.rules import LETTERS, NAMES, HalmaRules
from engine.games.halma.state import HalmaState, state_of
from engine.games.halma.turns import AGREED_DRAW, GOES_ON, REPEATED, arrived, idle_limit
from engine.text import Text

RESULTS: Final = {AGREED: AGREED_DRAW, REPETITION: REPEATED}
"""The ends by agreement and repetition, by the names of these results."""

_COUNT: Final = re.compile(r"0|[1-9][0-9]{0,3}")


def write(state: HalmaState) -> str:
    """Return the state as text."""
    fields: dict[str, str | int] = {
        "home": "".join(LETTERS[seat] for seat in state.home),
        "out": "".join(LETTERS[seat] for seat in state.out),
        "idle": state.idle,
        "played": ",".join(map(str, state.played)) if any(state.played) else "",
        "result": result_of(state),
    }
    return write_board(state.rules, state.board, state.seat, fields)


def write_board(rules: HalmaRules, board: bytes, seat: int, fields: dict[str, str | int]) -> str:
    """Return a board with a seat to move as text."""
    pieces = {point: LETTERS[owner - 1] for point, owner in enumerate(board) if owner}
    return position_text.write(rules.rows, pieces, LETTERS[seat], fields)


def result_of(state: HalmaState) -> str:
    """Return ``agreed`` or ``repetition`` for a game drawn in that way, else ``""``."""
    return next((name for name, end in RESULTS.items() if end == state.end), "")


def read(rules: HalmaRules, text: str) -> HalmaState:
    """Return the state of a text by ``write``; a seat to move that cannot move is skipped.

    Raises InvalidPosition.
    """
    letters = LETTERS[: rules.count]
    keys = ("home", "out", "idle", "result") + (("played",) if rules.deadline else ())
    placed, turn, fields = position_text.read(
        text, rules.rows, letters, tuple(letters.lower()), keys
    )
    places = bytearray(len(rules.board))
    for point, letter in placed.items():
        places[point] = letters.index(letter) + 1
    board = bytes(places)
    home, out = _seats(rules, fields, "home"), _seats(rules, fields, "out")
    played = _played(rules, fields)
    result = position_text.chosen(fields, "result", tuple(RESULTS))
    _check_pieces(rules, board, out)
    _check_seats(rules, board, home, out, fields)
    home = arrived(rules, board, home, out, turn)
    idle = position_text.count(fields, "idle", idle_limit(rules, home, out))
    return state_of(rules, turn, board, home, out, idle, played, RESULTS.get(result, GOES_ON))


def _seats(rules: HalmaRules, fields: dict[str, str], key: str) -> list[int]:
    """Return the seats in a field, in its order. Raises InvalidPosition."""
    letters = LETTERS[: rules.count]
    value = fields.get(key, "")
    if key in fields and (not value or set(value) - set(letters) or len(set(value)) < len(value)):
        raise position_text.unfitting(fields, key)
    return [letters.index(letter) for letter in value]


def _played(rules: HalmaRules, fields: dict[str, str]) -> list[int]:
    """Return each seat's number of turns, none without a deadline. Raises InvalidPosition."""
    if "played" not in fields:
        return [0] * rules.count if rules.deadline else []
    counts = fields["played"].split(",")
    if len(counts) != rules.count or not all(
        _COUNT.fullmatch(count) and int(count) <= rules.deadline for count in counts
    ):
        raise position_text.unfitting(fields, "played")
    return list(map(int, counts))


def _check_pieces(rules: HalmaRules, board: bytes, out: Sequence[int]) -> None:
    """Raise InvalidPosition for more pieces than at the start, or pieces of seats that gave up.

    With two sides, the pieces of a seat that gave up stay on the board.
    """
    for seat, camp in enumerate(rules.homes):
        given, most = board.count(seat + 1), len(camp)
        if given > most:
            raise InvalidPosition(
                Text(
                    "{seat} (`{letter}`) has {given} pieces, and the camp only room for {most}.",
                    seat=NAMES[seat],
                    letter=LETTERS[seat],
                    given=given,
                    most=most,
                )
            )
        if given and seat in out and len(rules.sides) > 2:
            raise InvalidPosition(
                Text(
                    "{seat} (`{letter}`) is out of the game, so its pieces are off the board.",
                    seat=NAMES[seat],
                    letter=LETTERS[seat],
                )
            )


def _check_seats(
    rules: HalmaRules,
    board: bytes,
    home: Sequence[int],
    out: Sequence[int],
    fields: dict[str, str],
) -> None:
    """Raise InvalidPosition for seats that cannot have arrived or given up."""
    for seat in home:
        own = sum(board[point] == seat + 1 for point in rules.targets[seat])
        filled = own == len(rules.targets[seat])
        if seat in out or not own or not (filled or rules.unblock):
            raise position_text.unfitting(fields, "home")
    sides = [seats for seats in rules.sides if seats[0] in out]
    together = [seat for seats in sides for seat in seats]
    if sorted(together) != sorted(out) or len(sides) == len(rules.sides):
        raise position_text.unfitting(fields, "out")
