"""What a position of Assaut is made of, and its text; the rules in force.

``3/3/SS3SS/SSSSSSS/SSSSSSS/SSS/SSS o place=2``: the rows from the top, ``S`` a soldier and ``O``
an officer; the seat to move, ``s`` or ``o``; and fields, which may all be missing:

``place=2``
    the officers are still to be placed;
``offence=c6`` or ``offence=c6,e6``
    the officers of whom the soldiers may now huff one, where they stand;
``huffed=1``
    the soldiers have huffed on this turn and are to move;
``idle=12``
    plies since a capture, a huff, or a soldier's step that cannot be undone;
``result=agreed``
    how the game ended, where the position does not show it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from engine import position_text
from engine.duel import noted_results
from engine.errors import InvalidPosition
from engine.games.assaut.board import (
    BOARD,
    FORTRESS,
    OFFICERS,
    POINTS,
    ROWS,
    SOLDIERS,
    bits,
    mask,
)
from engine.text import Text
from engine.values import Options, Seat

ALL_SOLDIERS: Final = 24
ALL_OFFICERS: Final = 2

IDLE_PLIES: Final = 100
"""So many plies without a capture, a huff, or a soldier's step that cannot be undone: a draw."""

SEATS: Final = (Seat(Text("Soldiers"), team=SOLDIERS), Seat(Text("Officers"), team=OFFICERS))

Capture = Literal["huff", "forced", "auto"]
"""What follows where an officer omits a capture: the soldiers may huff it; it may not; the bot
huffs at once."""

_TURNS: Final = ("s", "o")
_LETTERS: Final = ("S", "O")


@dataclass(frozen=True, eq=False)
class Rules:
    """The options in force. One object for each choice of them, compared by identity."""

    options: Options
    manner: str
    first: int
    capture: Capture
    no_block: bool


class State(NamedTuple):
    """All that a position is; sets of points are integers with bit ``point`` set."""

    turn: int
    soldiers: int
    officers: int
    placing: bool = False
    """The officers are still to be placed."""
    offence: int = 0
    """The officers of whom the soldiers may now huff one."""
    huffed: bool = False
    """The soldiers have huffed on this turn and are to move."""
    idle: int = 0
    result: str = ""


START: Final = State(OFFICERS, POINTS & ~FORTRESS, 0, placing=True)
"""The soldiers stand on all points outside the fortress; the officers are to be placed."""


def write(state: State) -> str:
    """Return the state as text."""
    pieces = dict.fromkeys(bits(state.soldiers), _LETTERS[SOLDIERS])
    pieces |= dict.fromkeys(bits(state.officers), _LETTERS[OFFICERS])
    fields: dict[str, str | int] = {
        "place": ALL_OFFICERS if state.placing else 0,
        "offence": ",".join(BOARD.names[point] for point in bits(state.offence)),
        "huffed": int(state.huffed),
        "idle": state.idle,
        "result": state.result,
    }
    return position_text.write(ROWS, pieces, _TURNS[state.turn], fields)


def read(text: str, *, huffing: bool) -> State:
    """Return the state that ``write`` wrote. Raises InvalidPosition.

    ``huffing`` tells whether the soldiers huff in this game.
    """
    keys = ("place", "idle", "result", *(("offence", "huffed") if huffing else ()))
    placed = position_text.read(text, ROWS, _LETTERS, _TURNS, keys)
    soldiers, officers = (
        mask(tuple(point for point, piece in placed.pieces.items() if piece == letter))
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
    state = State(
        placed.turn,
        soldiers,
        officers,
        placing=bool(position_text.count(fields, "place", ALL_OFFICERS)),
        offence=_offence(fields),
        huffed=bool(position_text.count(fields, "huffed", 1)),
        idle=position_text.count(fields, "idle", IDLE_PLIES),
        result=position_text.chosen(fields, "result", noted_results(SEATS)),
    )
    if state.placing:
        _check_placing(state, fields)
    soldiers_move = state.turn == SOLDIERS
    if state.offence and not (soldiers_move and not state.offence & ~officers):
        raise position_text.unfitting(fields, "offence")
    claimed = soldiers_move and not state.offence and officers.bit_count() < ALL_OFFICERS
    if state.huffed and not claimed:
        raise position_text.unfitting(fields, "huffed")
    return state


def _offence(fields: Mapping[str, str]) -> int:
    """Return the points named in the field; that officers stand there is for the caller to see."""
    if "offence" not in fields:
        return 0
    points = [BOARD.point.get(name) for name in fields["offence"].split(",")]
    known = tuple(point for point in points if point is not None)
    if len(known) != len(points) or len(set(known)) != len(known):
        raise position_text.unfitting(fields, "offence")
    return mask(known)


def _check_placing(state: State, fields: Mapping[str, str]) -> None:
    """Raise InvalidPosition where officers are to be placed and something has been played."""
    if fields["place"] != str(ALL_OFFICERS) or state.turn != OFFICERS:
        raise position_text.unfitting(fields, "place")
    if state.officers or state.soldiers & FORTRESS or state.idle:
        raise InvalidPosition(
            Text(
                "While the officers are still to be placed (`{field}`), the fortress is empty "
                "and nothing has been played.",
                field=f"place={ALL_OFFICERS}",
            )
        )
