"""Positions of Dames-Alliance as text, in the form of ``engine.position_text``.

``X x`` diagonal men, ``T t`` orthogonal men, ``M m`` men whose cross is not set yet, ``K k`` kings,
capitals White's; ``w`` or ``b`` to move; then fields, all optional:

``idle=12`` turns since a piece was captured or a man changed rank; ``result=agreed`` the result, if
the position does not show it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine import position_text
from engine.errors import InvalidPosition
from engine.game import WHITE_AND_BLACK, noted_results
from engine.games.alliance.board import (
    BITS,
    BLACK,
    BOARD,
    LAST_RANKS,
    MEN,
    SETS,
    STARTS,
    WHITE,
)
from engine.games.alliance.state import AllianceState
from engine.text import Text
from engine.values import Options

COUNTED: Final = "counted"
"""The result of a count of kings by agreement."""

RESULTS: Final = (*noted_results(WHITE_AND_BLACK), COUNTED)

_LETTERS: Final = ("XTMK", "xtmk")
_ROWS: Final = position_text.rows(BOARD)


class _Pieces(NamedTuple):
    """The pieces of a seat by their letters."""

    diagonal: int
    orthogonal: int
    unset: int
    kings: int

    @property
    def men(self) -> int:
        return self.diagonal | self.orthogonal | self.unset


def write(state: AllianceState, result: str) -> str:
    """Return the text of a state and a noted result, ``""`` for none."""
    pieces: dict[int, str] = {}
    for seat in (WHITE, BLACK):
        diagonal, orthogonal, kings = state.pieces_of(seat)
        sets = (diagonal, orthogonal, state.unset_of(seat), kings)
        for letter, squares in zip(_LETTERS[seat], sets, strict=True):
            pieces |= dict.fromkeys(SETS.points_in(squares), letter)
    fields: dict[str, str | int] = {"idle": state.idle, "result": result}
    return position_text.write(_ROWS, pieces, "wb"[state.side], fields)


def read(text: str, options: Options) -> tuple[AllianceState, str]:
    """Return the state and the result in a text by ``write``, with these options in force.

    Raises InvalidPosition.
    """
    letters = [letter for side in _LETTERS for letter in side]
    pieces, turn, fields = position_text.read(text, _ROWS, letters, ("w", "b"), ("idle", "result"))
    of = dict.fromkeys(letters, 0)
    for point, letter in pieces.items():
        of[letter] |= BITS[point]
    white, black = (_Pieces(*(of[letter] for letter in side)) for side in _LETTERS)
    idle = position_text.count(fields, "idle", int(options["no_progress"]))
    result = position_text.chosen(fields, "result", RESULTS)
    unset = white.unset | black.unset
    _check(white, black)
    if unset:
        _check_setup(white, black, turn=turn, may_set=options["setup"] == "free" and not idle)
    own, foe = (white, black) if turn == WHITE else (black, white)
    state = AllianceState(
        turn,
        own.diagonal,
        own.orthogonal,
        own.kings,
        foe.diagonal,
        foe.orthogonal,
        foe.kings,
        unset,
        idle,
        int(options["no_progress"]),
        options["kings_only"] == "auto",
    )
    if result == COUNTED and not state.only_kings():
        raise position_text.unfitting(fields, "result")
    return state, result


def _check(*sides: _Pieces) -> None:
    """Raise InvalidPosition for too many pieces, or a man where it becomes a king."""
    for side, last_rank in zip(sides, LAST_RANKS, strict=True):
        if (side.men | side.kings).bit_count() > MEN:
            raise InvalidPosition(
                Text("A side has {most} pieces at most; here one has more.", most=MEN)
            )
        for point, bit in enumerate(BITS):
            if bit & side.men & last_rank:
                raise InvalidPosition(
                    Text(
                        "The man on {square} stands on a square where it would be a king.",
                        square=BOARD.names[point],
                    )
                )


def _check_setup(*sides: _Pieces, turn: int, may_set: bool) -> None:
    """Raise InvalidPosition unless this is a set-up in progress.

    All men must be on their starting squares, and the side to move must have men without a cross.
    """
    for side, start in zip(sides, STARTS, strict=True):
        if side.men != start or side.kings or not may_set:
            raise InvalidPosition(
                Text(
                    "Men without a cross (`M`, `m`) exist only with the option `setup=free`, "
                    "before the first move."
                )
            )
    if not sides[turn].unset:
        raise InvalidPosition(
            Text("The side to move has set all its crosses, and the other has not.")
        )
