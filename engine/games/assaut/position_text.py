"""Positions of Assaut as text, in the form of ``engine.position_text``.

``3/3/SS3SS/SSSSSSS/SSSSSSS/SSS/SSS o place=2``: the rows from the top, ``S`` a soldier and ``O`` an
officer; the seat to move, ``s`` or ``o``; and fields, all optional:

``place=2`` the officers are still to be placed; ``offence=c6`` or ``offence=c6,e6`` the points of
the officers of which the soldiers may now huff one; ``huffed=1`` the soldiers have huffed on this
turn and are to move; ``idle=12`` plies since a capture, a huff, or a soldier's step that cannot be
undone; ``result=agreed`` the result, if the position does not show it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine import position_text
from engine.errors import InvalidPosition
from engine.game import noted_results
from engine.games.assaut.board import (
    ALL_OFFICERS,
    ALL_SOLDIERS,
    BOARD,
    FORTRESS,
    OFFICERS,
    ROWS,
    SETS,
    SOLDIERS,
)
from engine.games.assaut.state import IDLE_PLIES, AssautRules, AssautState
from engine.text import Text
from engine.values import Seat

SEATS: Final = (Seat(Text("Soldiers"), team=SOLDIERS), Seat(Text("Officers"), team=OFFICERS))

_TURNS: Final = ("s", "o")
_LETTERS: Final = ("S", "O")


def write(state: AssautState, result: str) -> str:
    """Return the text of a state and a noted result, ``""`` for none."""
    pieces = dict.fromkeys(SETS.points_in(state.soldiers), _LETTERS[SOLDIERS])
    pieces |= dict.fromkeys(SETS.points_in(state.officers), _LETTERS[OFFICERS])
    fields: dict[str, str | int] = {
        "place": ALL_OFFICERS if state.placing else 0,
        "offence": ",".join(BOARD.names[point] for point in SETS.points_in(state.offence)),
        "huffed": int(state.huffed),
        "idle": state.idle,
        "result": result,
    }
    return position_text.write(ROWS, pieces, _TURNS[state.side], fields)


def read(text: str, rules: AssautRules) -> tuple[AssautState, str]:
    """Return the state and the result in a text by ``write``. Raises InvalidPosition."""
    keys = ("place", "idle", "result", *(("offence", "huffed") if rules.huffs else ()))
    placed = position_text.read(text, ROWS, _LETTERS, _TURNS, keys)
    soldiers, officers = (
        SETS.of(point for point, piece in placed.pieces.items() if piece == letter)
        for letter in _LETTERS
    )
    if soldiers.bit_count() > ALL_SOLDIERS or officers.bit_count() > ALL_OFFICERS:
        raise InvalidPosition(
            Text(
                "There are {soldiers} soldiers and {officers} officers on this board; at most "
                "{all_soldiers} and {all_officers} take part.",
                soldiers=soldiers.bit_count(),
                officers=officers.bit_count(),
                all_soldiers=ALL_SOLDIERS,
                all_officers=ALL_OFFICERS,
            )
        )
    fields = placed.fields
    state = AssautState(
        rules,
        placed.turn,
        soldiers,
        officers,
        bool(position_text.count(fields, "place", ALL_OFFICERS)),
        _offence(fields),
        bool(position_text.count(fields, "huffed", 1)),
        position_text.count(fields, "idle", IDLE_PLIES),
    )
    result = position_text.chosen(fields, "result", noted_results(SEATS))
    if state.placing:
        _check_placing(state, fields)
    soldiers_move = state.side == SOLDIERS
    if state.offence and not (soldiers_move and not state.offence & ~officers):
        raise position_text.unfitting(fields, "offence")
    claimed = soldiers_move and not state.offence and officers.bit_count() < ALL_OFFICERS
    if state.huffed and not claimed:
        raise position_text.unfitting(fields, "huffed")
    return state, result


def _offence(fields: Mapping[str, str]) -> int:
    """Return the points in the field ``offence``, even if no officers stand there.

    Raises InvalidPosition for unknown or repeated names.
    """
    if "offence" not in fields:
        return 0
    points = [BOARD.point.get(name) for name in fields["offence"].split(",")]
    known = tuple(point for point in points if point is not None)
    if len(known) != len(points) or len(set(known)) != len(known):
        raise position_text.unfitting(fields, "offence")
    return SETS.of(known)


def _check_placing(state: AssautState, fields: Mapping[str, str]) -> None:
    """Raise InvalidPosition if officers are to be placed in a game that has begun."""
    if fields["place"] != str(ALL_OFFICERS) or state.side != OFFICERS:
        raise position_text.unfitting(fields, "place")
    if state.officers or state.soldiers & FORTRESS or state.idle:
        raise InvalidPosition(
            Text(
                "While the officers are still to be placed (`{field}`), the fortress is empty "
                "and nothing has been played.",
                field=f"place={ALL_OFFICERS}",
            )
        )
