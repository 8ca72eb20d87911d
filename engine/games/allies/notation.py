"""Reading and writing the moves of Les Alliés: paths of squares, soldiers to place, and claims."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from engine.board import Board
from engine.capabilities import notation
from engine.capabilities.captures import capture
from engine.capabilities.huffs import HuffNotation
from engine.capabilities.notation import Readable, passes, write_path
from engine.capabilities.refusals import Typed
from engine.capabilities.set_ups import (
    LONGEST_PLACING,
    is_placing,
    placing_moves,
    typed_example,
    write_placing,
)
from engine.errors import IllegalMove, InvalidMove
from engine.games.allies import setup
from engine.games.allies.battle.state import AlliesState
from engine.games.allies.battle.strokes import StrokeCaptures
from engine.games.allies.legal_moves import FORCED, LegalMoves
from engine.games.allies.map.europe import COLUMNS, ROWS
from engine.games.allies.map.squares import BOARD, CELL, NAME, SETS, SQUARE, no_square
from engine.games.allies.refusals import AlliesAttempt, refusal_of_claim
from engine.text import EXAMPLES, Text
from engine.values import Move

SURRENDER: Final = "surrender"

_CELLS: Final = Board(
    names=tuple(f"{row}{column + 1}" for row in ROWS for column in range(COLUMNS)),
    xy=((0.0, 0.0),) * (len(ROWS) * COLUMNS),
    size=(COLUMNS, len(ROWS)),
    steps=(),
)
"""Every cell of the checkerboard by name, whether or not a piece can stand there."""


class AlliesNotation(HuffNotation):
    """Notation by paths of squares, with ``@K11`` for a placement, ``huff`` and ``force``."""

    no_huff = Text(
        "That is no claim I can read; it looks like `{claim}`, or `{both}` together with your "
        "move.",
        claim="huff N8",
        both="huff N8 K5-L6",
    )

    def __init__(self, position: Readable, state: AlliesState, moves: LegalMoves) -> None:
        super().__init__(position)
        self._state = state
        self._moves = moves

    def is_notation(self, text: str) -> bool:
        """Return whether a text is a path, a claim, or an order to place an army."""
        if setup.is_order(text) or _word(text) in {FORCED, SURRENDER}:
            return True
        if notation.is_path(_CELLS, text):
            return True
        try:
            return self.huff(text) is not None
        except InvalidMove:
            return False

    def parse(self, text: str) -> Move:
        """Return the legal move meant by ``text``. Raises what ``Position.parse`` raises."""
        if is_placing(text) or (self._state.phase.setup and CELL.fullmatch(_word(text))):
            return self._placement(text)
        if _word(text) == FORCED:
            return self.claimed(FORCED, None)
        if _word(text) == SURRENDER:
            raise IllegalMove(
                Text("To surrender is to resign: press *Resign*, and you are asked once more.")
            )
        _check_cells(text)
        return super().parse(text)

    def check_name(self, name: str) -> None:
        """Raise InvalidMove for a name that is not on the board."""
        why = no_square(name)
        if why is not None:
            raise InvalidMove(why)
        if name not in BOARD.point:  # too long to be repeated
            raise InvalidMove(self.no_huff)

    def claimed(self, word: str, point: int | None) -> Move:
        """Return the claim meant by a word, on a piece if one is named. Raises MoveError."""
        claims = self._moves.claims
        found = [move for move in claims if move.kind == word and point in {None, move.path[0]}]
        if not found:
            able = [self.write(move) for move in claims]
            raise IllegalMove(refusal_of_claim(self._state, word, able))
        return self.one_of(found[:EXAMPLES], word)

    def only_alone(self, claim: Move) -> Text:
        """Return the refusal of a move typed after a huff that ends the fight."""
        return Text("`{claim}` ends the fight: type it alone.", claim=self.write(claim))

    def _placement(self, text: str) -> Move:
        """Return the single placement given in a text. Raises MoveError for none or several."""
        if not self._state.phase.setup or self.position.outcome() is not None:
            raise IllegalMove(Text("The armies stand already: none can be placed now."))
        state = self._state
        arrangement = setup.read(state, state.turn, text, {}, chance=random.Random(0))
        placed = placing_moves(arrangement)
        if len(placed) != 1:
            places = setup.placeable(state, state.turn)
            raise InvalidMove(
                Text(
                    "Soldiers are placed one by one here: `{example}`.",
                    example=typed_example(BOARD, places),
                )
            )
        return placed[0]

    def write(self, move: Move) -> str:
        """Return the canonical text of a legal move."""
        if move.kind == "place":
            return write_placing(BOARD, move)
        if move.kind == FORCED:
            return FORCED
        if move.captured and not self._moves.complete:
            # A short form might fit a stroke that is not in the list.
            return write_path(BOARD, move.path, "x")
        return super().write(move)

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the legal moves described by typed squares."""
        if suffix or self._state.phase.setup or self.position.outcome() is not None:
            return
        listed = self.moves_by_ends.get((points[0], points[-1]), ())
        exact = next((m for m in listed if m.path == tuple(points)), None)
        if exact is None:
            exact = self._other_way(points, listed)
        if exact is not None:
            yield exact
            return
        fits = [move for move in listed if passes(move.path, points)]
        if len(fits) > 1 or self._moves.complete or not any(m.captured for m in fits):
            yield from fits

    def _other_way(self, points: Sequence[int], listed: Sequence[Move]) -> Move | None:
        """Return the stroke along a path that is listed with another path, or not in the sample.

        Returns None if the path is no legal stroke.
        """
        captured = self._captured(points)
        if not captured:
            return None
        taken = frozenset(captured)
        for move in listed:
            if frozenset(move.captured) == taken:
                return move
        if self._moves.complete:
            return None
        state = self._state
        best = max(len(move.captured) for move in self._moves.strokes)
        is_able = state.claim is None or not state.forced or SETS.has(state.claim.able, points[0])
        if not is_able or (state.phase.rules.majority and len(captured) < best):
            return None
        return Move("move", tuple(points), captured)

    def _captured(self, points: Sequence[int]) -> tuple[int, ...]:
        """Return the pieces taken by a stroke along a path; none if the stroke is not complete."""
        state = self._state
        if not SETS.has(state.own, points[0]):
            return ()
        start, *rest = [SQUARE[point] for point in points]
        enemy, empty = state.reach()
        jumps = StrokeCaptures(enemy, empty, state.generals)
        states = jumps.along(jumps.first(start), rest)
        if len(states) < len(points) or jumps.onward(states[-1]):
            return ()
        return capture(SETS, states, empty | 1 << start).captured

    def attempt(self, typed: Typed) -> AlliesAttempt:
        """Return an attempted move with the checks of this game."""
        return AlliesAttempt(typed, self._state, self._moves.claims)


def _check_cells(text: str) -> None:
    """Raise InvalidMove if a move names a cell on which nothing can stand."""
    if not notation.is_path(_CELLS, text):
        return
    for name in NAME.findall(text.lower()):
        why = no_square(name)
        if why is not None:
            raise InvalidMove(why)


def _word(text: str) -> str:
    """Return a text stripped and in lower case, to compare with words; empty if it is too long."""
    return text.strip().lower() if len(text) <= LONGEST_PLACING else ""
