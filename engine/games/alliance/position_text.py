"""Positions of Dames-Alliance as text, in the form of ``engine.position_text``.

``X x`` diagonal men, ``T t`` orthogonal men, ``M m`` men whose cross is not set yet, ``K k``
kings, capitals White's; ``w`` or ``b`` to move; then fields, which may all be missing:

``idle=12``
    turns since a piece was captured or a man changed rank;
``result=agreed``
    how the game ended, where the position does not show it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine import position_text
from engine.duel import WHITE_AND_BLACK, noted_results
from engine.errors import InvalidPosition
from engine.games.alliance.board import BITS, BLACK, BOARD, LAST_RANKS, WHITE, squares_named
from engine.games.alliance.captures import MEN
from engine.text import Text

STARTS: Final = (
    squares_named("a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3"),
    squares_named("b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6"),
)
"""The squares of White's men, and of Black's, before the first move."""

COUNTED: Final = "counted"
"""The result of a count of kings that the players agreed on."""

RESULTS: Final = (*noted_results(WHITE_AND_BLACK), COUNTED)

_LETTERS: Final = ("XTMK", "xtmk")
_ROWS: Final = position_text.rows(BOARD)

Sides = tuple[int, int]
"""White's pieces of a kind, and Black's, as bit sets."""


class State(NamedTuple):
    """All that a position is; ``diagonal`` and ``orthogonal`` are the men with such a cross."""

    turn: int
    diagonal: Sides
    orthogonal: Sides
    kings: Sides
    unset: Sides = (0, 0)
    idle: int = 0
    result: str = ""


def write(state: State) -> str:
    """Return the state as text."""
    pieces = {
        point: letter
        for seat in (WHITE, BLACK)
        for letter, squares in zip(_LETTERS[seat], _by_letter(state), strict=True)
        for point, bit in enumerate(BITS)
        if bit & squares[seat]
    }
    fields: dict[str, str | int] = {"idle": state.idle, "result": state.result}
    return position_text.write(_ROWS, pieces, "wb"[state.turn], fields)


def _by_letter(state: State) -> tuple[Sides, ...]:
    return (state.diagonal, state.orthogonal, state.unset, state.kings)


def read(text: str, most_idle: int, *, sets_crosses: bool) -> State:
    """Return the state that ``write`` wrote. Raises InvalidPosition.

    ``most_idle`` is where the game is drawn; men without a cross are only in games whose
    players set the crosses.
    """
    letters = [letter for side in _LETTERS for letter in side]
    pieces, turn, fields = position_text.read(text, _ROWS, letters, ("w", "b"), ("idle", "result"))
    sides = dict.fromkeys(letters, 0)
    for point, letter in pieces.items():
        sides[letter] |= BITS[point]
    by_kind = [(sides[white], sides[black]) for white, black in zip(*_LETTERS, strict=True)]
    diagonal, orthogonal, unset, kings = by_kind
    state = State(
        turn,
        diagonal,
        orthogonal,
        kings,
        unset,
        position_text.count(fields, "idle", most_idle),
        position_text.chosen(fields, "result", RESULTS),
    )
    _check(state)
    if any(unset):
        _check_setup(state, sets_crosses=sets_crosses)
    if state.result == COUNTED and (_any_man(state) or not all(kings)):
        raise position_text.unfitting(fields, "result")
    return state


def _any_man(state: State) -> bool:
    return any(state.diagonal + state.orthogonal + state.unset)


def _check(state: State) -> None:
    for seat in (WHITE, BLACK):
        men = state.diagonal[seat] | state.orthogonal[seat] | state.unset[seat]
        if (men | state.kings[seat]).bit_count() > MEN:
            raise InvalidPosition(
                Text("A side has {most} pieces at most; here one has more.", most=MEN)
            )
        for point, bit in enumerate(BITS):
            if bit & men & LAST_RANKS[seat]:
                raise InvalidPosition(
                    Text(
                        "On {square} a man stands where it becomes a king.",
                        square=BOARD.names[point],
                    )
                )


def _check_setup(state: State, *, sets_crosses: bool) -> None:
    """Raise InvalidPosition where men do not stand where they begin."""
    for seat in (WHITE, BLACK):
        men = state.diagonal[seat] | state.orthogonal[seat] | state.unset[seat]
        if men != STARTS[seat] or state.kings[seat] or state.idle or not sets_crosses:
            raise InvalidPosition(
                Text(
                    "Only with the option `setup=free`, and before the first move, are there men "
                    "without a cross (`M`, `m`)."
                )
            )
    if not state.unset[state.turn]:
        raise InvalidPosition(
            Text("The side to move has set all its crosses, and the other has not.")
        )
