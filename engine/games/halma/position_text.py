"""Positions of Halma and Chinese checkers as text, row by row with the letters of the seats.

``4BBBB/…/AAAA4 A idle=3``: the pieces of the seats ``A`` to ``F``, the seat to move, and fields:

``home=BD``
    the seats that have arrived, in that order;
``out=C``
    the seats that gave up, in that order;
``idle=12``
    turns since a piece entered its target camp;
``played=12,11``
    the turns of each seat, where there is a deadline;
``result=agreed``
    how the game ended, where nothing else shows it.
"""

from __future__ import annotations

import re
from typing import Final

from engine import position_text
from engine.board import points_of
from engine.errors import InvalidPosition
from engine.games.halma.outcomes import RESULTS
from engine.games.halma.rules import LETTERS, NAMES, Rules, State
from engine.text import Text

_COUNT: Final = re.compile(r"0|[1-9][0-9]{0,3}")


def write(rules: Rules, state: State) -> str:
    """Return the state as text."""
    pieces = {
        point: letter
        for letter, points in zip(LETTERS, state.pieces, strict=False)
        for point in points_of(points)
    }
    fields: dict[str, str | int] = {
        "home": "".join(LETTERS[seat] for seat in state.home),
        "out": "".join(LETTERS[seat] for seat in state.out),
        "idle": state.idle,
        "played": ",".join(map(str, state.played)) if any(state.played) else "",
        "result": state.result,
    }
    return position_text.write(rules.ground.rows, pieces, LETTERS[state.turn], fields)


def read(rules: Rules, text: str) -> State:
    """Return the state that ``write`` wrote. Raises InvalidPosition."""
    letters = LETTERS[: rules.count]
    keys = ("home", "out", "idle", "result") + (("played",) if rules.deadline else ())
    placed, turn, fields = position_text.read(
        text, rules.ground.rows, letters, tuple(letters.lower()), keys
    )
    pieces = [0] * rules.count
    for point, letter in placed.items():
        pieces[letters.index(letter)] |= 1 << point
    state = State(
        turn,
        tuple(pieces),
        home=_seats(rules, fields, "home"),
        out=_seats(rules, fields, "out"),
        played=_played(rules, fields),
        result=position_text.chosen(fields, "result", RESULTS),
    )
    _check_pieces(rules, state)
    _check_seats(rules, state, fields)
    state = state._replace(home=rules.arrived(state, turn))
    limit = rules.idle_limit(rules.playing(state))
    return state._replace(idle=position_text.count(fields, "idle", limit))


def _seats(rules: Rules, fields: dict[str, str], key: str) -> tuple[int, ...]:
    """Return the seats named in a field, each once."""
    letters = LETTERS[: rules.count]
    value = fields.get(key, "")
    if key in fields and (not value or set(value) - set(letters) or len(set(value)) < len(value)):
        raise position_text.unfitting(fields, key)
    return tuple(map(letters.index, value))


def _played(rules: Rules, fields: dict[str, str]) -> tuple[int, ...]:
    """Return the turns of each seat, counted up to the deadline."""
    if "played" not in fields:
        return rules.start.played
    counts = fields["played"].split(",")
    if len(counts) != rules.count or not all(
        _COUNT.fullmatch(count) and int(count) <= rules.deadline for count in counts
    ):
        raise position_text.unfitting(fields, "played")
    return tuple(map(int, counts))


def _check_pieces(rules: Rules, state: State) -> None:
    """Raise InvalidPosition for more pieces than at the start, or pieces of who gave up."""
    for seat, points in enumerate(state.pieces):
        most = rules.homes[seat].bit_count()
        if points.bit_count() > most:
            raise InvalidPosition(
                Text(
                    "{seat} (`{letter}`) has {given} pieces, and the camp only room for {most}.",
                    seat=NAMES[seat],
                    letter=LETTERS[seat],
                    given=points.bit_count(),
                    most=most,
                )
            )
        if points and seat in state.out and len(rules.sides) > 2:
            raise InvalidPosition(
                Text(
                    "{seat} (`{letter}`) gave up, so its pieces are off the board.",
                    seat=NAMES[seat],
                    letter=LETTERS[seat],
                )
            )


def _check_seats(rules: Rules, state: State, fields: dict[str, str]) -> None:
    """Raise InvalidPosition for seats that cannot have arrived, or gave up without their side."""
    filled = not rules.unblock
    for seat in state.home:
        target, own = rules.targets[seat], state.pieces[seat]
        if seat in state.out or not target & own or (filled and target & ~own):
            raise position_text.unfitting(fields, "home")
    sides = [seats for seats in rules.sides if seats[0] in state.out]
    together = [seat for seats in sides for seat in seats]
    if sorted(together) != sorted(state.out) or len(sides) == len(rules.sides):
        raise position_text.unfitting(fields, "out")
