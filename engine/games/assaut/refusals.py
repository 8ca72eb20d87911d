"""Refusals of moves of Assaut, each with a right move: one sentence.

A refusal for the soldiers reveals no unclaimed offence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from engine.capabilities.refusals import Refusals
from engine.games.assaut.board import (
    BOARD,
    FORTRESS,
    NEIGHBOURS,
    OVER,
    RANK,
    SETS,
    SOLDIERS,
    soldier_may,
)
from engine.games.assaut.state import AssautState
from engine.text import Text, either
from engine.values import Move

PLACEMENT: Final = "c6 e6"
"""An example of placing the officers."""


class AssautRefusals(Refusals):
    """The refusals of placements, claims and moves. ``moves`` are the legal ones without huffs."""

    def __init__(
        self, state: AssautState, moves: Sequence[Move], write: Callable[[Move], str]
    ) -> None:
        super().__init__(BOARD.names, moves, write)
        self.state = state

    def of_placement(self, points: Sequence[int]) -> Text:
        """Return the refusal to place the officers on these points."""
        if not self.state.placing:
            return Text("The officers have been placed already: {move}.", move=self._any())
        outside = next((point for point in points if not SETS.has(FORTRESS, point)), None)
        if outside is not None:
            return Text(
                "The fortress has nine points, from {first} to {last}, and {point} is not one of "
                "them: the officers' player names two of them, like `{example}`.",
                first="c5",
                last="e7",
                point=BOARD.names[outside],
                example=PLACEMENT,
            )
        if len(points) == 2:
            return Text("Two officers need two different points: `{example}`.", example=PLACEMENT)
        return Text("Both officers are placed in one move, like `{example}`.", example=PLACEMENT)

    def of_claim(self, officer: int | None) -> Text:
        """Return the refusal of a huff, by public facts and the named officer."""
        state = self.state
        if self.state.rules.forced:
            return Text("There is nothing to huff in this game: officers that can capture must.")
        if self.state.rules.huffed_at_once:
            return Text("Nobody needs to claim in this game: officers are huffed at once.")
        if state.side != SOLDIERS:
            return Text("Only the soldiers huff, before their move.")
        if state.huffed:
            return Text("You have huffed on this turn: now make your move.")
        if officer is None or not state.officers:
            return Text(
                "There is nothing to huff: no officer omitted a capture in its last turn. Asking "
                "cost you nothing: make your move."
            )
        name = BOARD.names[officer]
        if SETS.has(state.officers, officer):
            return Text(
                "The officer on {point} omitted no capture in the last turn. Asking cost you "
                "nothing: make your move.",
                point=name,
            )
        return Text(
            "There is no officer on {point}: name it by where it stands now, {officers}.",
            point=name,
            officers=either([BOARD.names[point] for point in SETS.points_in(state.officers)]),
        )

    # Moves

    def not_now(self) -> Text | None:
        """Return the refusal that the officers are placed first, or that nobody can move."""
        if self.state.placing:
            return Text(
                "First the officers are placed, both in one move, on two points of the fortress: "
                "`{example}`.",
                example=PLACEMENT,
            )
        if not self.moves and self.state.offence:
            return Text("No soldier can move: only `{claim}` is left.", claim="huff")
        return super().not_now()

    def not_own(self, start: int) -> Text | None:
        """Return the refusal that a point is empty or has an opponent's piece, None otherwise."""
        state, name = self.state, self.names[start]
        own, other = state.soldiers, state.officers
        if state.side != SOLDIERS:
            own, other = other, own
        if SETS.has(own, start):
            return None
        if SETS.has(other, start):
            return Text(
                "The piece on {point} is your opponent's: {move}.", point=name, move=self._any()
            )
        return Text("There is no piece on {point}: {move}.", point=name, move=self._any())

    def not_chosen(self, points: Sequence[int], suffix: str) -> Text | None:
        """Return the refusal that nothing is chosen with ``=``, None without a suffix."""
        if not suffix:
            return None
        return Text("Nothing is chosen with `=` in this game: {move}.", move=self._any())

    def never(self, points: Sequence[int]) -> Text | None:
        """Return the refusal of a move that no soldier, or no officer, makes."""
        start, *between, end = points
        can = self._can(start)
        if start == end and not between:
            return Text("A step ends on another point: {can}.", can=can)
        if self.state.side == SOLDIERS:
            return self._never_a_soldier(points, can)
        if between:
            off = next((leg for leg in pairwise(points) if leg not in OVER), None)
            if off is None:
                return None
            here, there = off
            return Text(
                "From {here} no jump along a line lands on {onto}: {can}.",
                here=self.names[here],
                onto=self.names[there],
                can=can,
            )
        return self._unconnected(start, end, can)

    def _never_a_soldier(self, points: Sequence[int], can: Text) -> Text | None:
        start, *between, end = points
        manner = self.state.rules.manner
        over = OVER.get((start, end))
        if over is not None and SETS.has(self.state.officers, over):
            return Text("Soldiers do not capture: {can}.", can=can)
        if between:
            return Text("A soldier makes one step in a turn: {can}.", can=can)
        unconnected = self._unconnected(start, end, can)
        if unconnected is not None:
            return unconnected
        if end not in NEIGHBOURS[start]:
            return Text("A soldier goes one step along a line: {can}.", can=can)
        if soldier_may(manner, start, end):
            return None
        if SETS.has(FORTRESS, start):
            return Text("A soldier never leaves the fortress: {can}.", can=can)
        if RANK[end] < RANK[start]:
            return Text("A soldier cannot go back: {can}.", can=can)
        if manner == "shortest":
            return Text("A soldier takes the shortest way to the fortress: {can}.", can=can)
        return Text(
            "A soldier goes forward; it goes sideways only beside the fortress, and only towards "
            "it: {can}.",
            can=can,
        )

    def _unconnected(self, start: int, end: int, can: Text) -> Text | None:
        """Return the refusal that no line joins two points beside each other, or None."""
        (x, y), (to_x, to_y) = BOARD.xy[start], BOARD.xy[end]
        if max(abs(x - to_x), abs(y - to_y)) != 1 or end in NEIGHBOURS[start]:
            return None
        return Text(
            "No line joins {start} and {point}: {can}.",
            start=self.names[start],
            point=self.names[end],
            can=can,
        )

    def in_the_way(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that a piece blocks the move, or that there is none to jump over."""
        start, *between, end = points
        can, name = self._can(start), self.names[end]
        if self.state.side == SOLDIERS:
            return Text("There is a piece on {point} already: {can}.", point=name, can=can)
        if between or (start, end) in OVER:
            return self._jumps_wrong(points, can)
        if end not in NEIGHBOURS[start]:
            return None
        if SETS.has(self.state.officers, end):
            return Text("Your other officer stands on {point}: {can}.", point=name, can=can)
        if SETS.has(self.state.soldiers, end):
            return Text(
                "To capture the soldier on {point}, jump over it: {can}.", point=name, can=can
            )
        return None

    def _jumps_wrong(self, points: Sequence[int], can: Text) -> Text | None:
        """Return the refusal of the first jump that an officer cannot make."""
        state = self.state
        captured: list[int] = []
        for here, there in pairwise(points):
            onto, passed = self.names[there], OVER[here, there]
            over = self.names[passed]
            if SETS.has(state.officers, passed) and passed != points[0]:
                return Text(
                    "An officer does not jump over an officer ({over}): {can}.", over=over, can=can
                )
            if passed in captured:
                return Text(
                    "The soldier on {over} cannot be jumped twice: {can}.", over=over, can=can
                )
            if not SETS.has(state.soldiers, passed):
                return Text("There is no soldier to capture on {over}: {can}.", over=over, can=can)
            if there != points[0] and not SETS.has(state.empty(), there):
                return Text("There is a piece on {point} already: {can}.", point=onto, can=can)
            captured.append(passed)
        return None

    def capture_first(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that a capture goes on, or that a capture is compulsory."""
        if self.state.side == SOLDIERS:
            return None
        if len(points) > 2 or (points[0], points[-1]) in OVER:
            return Text(
                "The officer must go on jumping from {point}: {can}.",
                point=self.names[points[-1]],
                can=self._can(points[0]),
            )
        if not self.state.rules.forced or not self.moves[0].captured:
            return None
        return Text("You must capture: {moves}.", moves=self.named(self.moves))

    def otherwise(self, points: Sequence[int], suffix: str) -> Text:
        """Return the refusal with a description of an officer's moves."""
        return Text(
            "An officer goes one step along a line, or jumps over a soldier beside it: {can}.",
            can=self._can(points[0]),
        )

    def _any(self) -> Text:
        if not self.moves:
            return Text("you have no move now")
        return Text("`{move}` is a move", move=self.any_move)

    def _can(self, point: int) -> Text:
        """Return a clause with the moves of the piece on a point."""
        moves, name = self.moves_of(point), self.names[point]
        if self.state.side == SOLDIERS:
            if not moves:
                return Text("the soldier on {point} cannot move now", point=name)
            return Text(
                "the soldier on {point} can play {moves}", point=name, moves=self.named(moves)
            )
        if not moves:
            return Text("the officer on {point} cannot move now", point=name)
        return Text("the officer on {point} can play {moves}", point=name, moves=self.named(moves))
