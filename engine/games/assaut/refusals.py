"""Refusals of moves of Assaut: each is one sentence with a legal move.

A refusal for the soldiers reveals no unclaimed offence.
"""

from __future__ import annotations

from typing import ClassVar, Final

from engine.capabilities.refusals import Attempt, Checks
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

PLACEMENT: Final = "c6 e6"
"""An example of a placement of the officers."""


class AssautAttempt(Attempt[AssautState]):
    """An attempted placement or move."""

    # Placements

    def placed_already(self) -> Text | None:
        """Return the refusal that the officers have been placed."""
        if self.state.placing:
            return None
        return self.because("The officers have been placed already: {move}.")

    def outside(self) -> Text | None:
        """Return the refusal that a point is not in the fortress."""
        outside = next((point for point in self.points if not SETS.has(FORTRESS, point)), None)
        if outside is None:
            return None
        return self.because(
            "The fortress has nine points, from {first} to {last}, and {point} is not one of "
            "them: the officers' player names two of them, like `{example}`.",
            first="c5",
            last="e7",
            point=outside,
            example=PLACEMENT,
        )

    def not_two(self) -> Text:
        """Return the refusal that two different points must be named."""
        if len(self.points) == 2:
            return Text("Two officers need two different points: `{example}`.", example=PLACEMENT)
        return Text("Both officers are placed in one move, like `{example}`.", example=PLACEMENT)

    placing: ClassVar[Checks] = (placed_already, outside, not_two)
    """The checks of a placement."""

    # Moves

    @property
    def are_soldiers(self) -> bool:
        """Whether soldiers are to move."""
        return self.state.side == SOLDIERS

    def not_now(self) -> Text | None:
        """Return the refusal that the officers are placed first, or that no soldier can move."""
        if self.state.placing:
            return Text(
                "First the officers are placed, both in one move, on two points of the fortress: "
                "`{example}`.",
                example=PLACEMENT,
            )
        if self.moves or not self.state.offence:
            return None
        return Text("No soldier can move: only `{claim}` is left.", claim="huff")

    def not_own(self) -> Text | None:
        """Return the refusal that the first point is empty or has an opponent's piece."""
        point, soldiers, officers = self.start, self.state.soldiers, self.state.officers
        own, other = (soldiers, officers) if self.are_soldiers else (officers, soldiers)
        if SETS.has(own, point):
            return None
        if SETS.has(other, point):
            return self.because(
                "The piece on {point} is your opponent's: {move}.", point=self.start
            )
        return self.because("There is no piece on {point}: {move}.", point=self.start)

    def nothing_chosen(self) -> Text | None:
        """Return the refusal of a choice with ``=``."""
        if not self.suffix:
            return None
        return self.because("Nothing is chosen with `=` in this game: {move}.")

    def never(self) -> Text | None:
        """Return the refusal of a move that no soldier, or no officer, makes."""
        start, *between, end = self.points
        if start == end and not between:
            return self.because("A step ends on another point: {can}.")
        if self.are_soldiers:
            return self._never_a_soldier()
        if not between:
            return self._unconnected()
        off = next((leg for leg in self.legs if leg not in OVER), None)
        if off is None:
            return None
        return self.because(
            "From {here} no jump along a line lands on {onto}: {can}.", here=off[0], onto=off[1]
        )

    def _never_a_soldier(self) -> Text | None:
        start, end, manner = self.start, self.end, self.state.rules.manner
        over = OVER.get((start, end))
        if over is not None and SETS.has(self.state.officers, over):
            return self.because("Soldiers do not capture: {can}.")
        if len(self.points) > 2:
            return self.because("A soldier makes one step in a turn: {can}.")
        if (unconnected := self._unconnected()) is not None:
            return unconnected
        if end not in NEIGHBOURS[start]:
            return self.because("A soldier goes one step along a line: {can}.")
        if soldier_may(manner, start, end):
            return None
        if SETS.has(FORTRESS, start):
            return self.because("A soldier never leaves the fortress: {can}.")
        if RANK[end] < RANK[start]:
            return self.because("A soldier cannot go back: {can}.")
        if manner == "shortest":
            return self.because("A soldier takes the shortest way to the fortress: {can}.")
        return self.because(
            "A soldier goes forward; it goes sideways only beside the fortress, and only towards "
            "it: {can}."
        )

    def _unconnected(self) -> Text | None:
        """Return the refusal that no line joins two points beside each other."""
        start, end = self.start, self.end
        (x, y), (to_x, to_y) = BOARD.xy[start], BOARD.xy[end]
        if max(abs(x - to_x), abs(y - to_y)) != 1 or end in NEIGHBOURS[start]:
            return None
        return self.because("No line joins {start} and {point}: {can}.", start=start, point=end)

    @property
    def jumps(self) -> bool:
        """Whether the points are far enough from each other for jumps."""
        return len(self.points) > 2 or (self.start, self.end) in OVER

    def in_the_way(self) -> Text | None:
        """Return the refusal that a piece blocks the move, or that there is none to jump over."""
        point = self.end
        if self.are_soldiers:
            return self.because("There is a piece on {point} already: {can}.", point=point)
        if self.jumps:
            return self._jumps_wrong()
        if point not in NEIGHBOURS[self.start]:
            return None
        if SETS.has(self.state.officers, point):
            return self.because("Your other officer stands on {point}: {can}.", point=point)
        if SETS.has(self.state.soldiers, point):
            return self.because(
                "To capture the soldier on {point}, jump over it: {can}.", point=point
            )
        return None

    def _jumps_wrong(self) -> Text | None:
        """Return the refusal of the first jump that an officer cannot make."""
        state = self.state
        captured: list[int] = []
        for here, there in self.legs:
            over = OVER[here, there]
            if SETS.has(state.officers, over) and over != self.start:
                return self.because(
                    "An officer does not jump over an officer ({over}): {can}.", over=over
                )
            if over in captured:
                return self.because(
                    "The soldier on {over} cannot be jumped twice: {can}.", over=over
                )
            if not SETS.has(state.soldiers, over):
                return self.because("There is no soldier to capture on {over}: {can}.", over=over)
            if there != self.start and not SETS.has(state.empty(), there):
                return self.because("There is a piece on {point} already: {can}.", point=there)
            captured.append(over)
        return None

    def capture_first(self) -> Text | None:
        """Return the refusal that a capture must go on, or that captures come first."""
        if self.jumps:
            return self.because(
                "The officer must go on jumping from {point}: {can}.", point=self.end
            )
        if not self.state.rules.forced or not self.moves[0].captured:
            return None
        return Text("You must capture: {moves}.", moves=self.named(self.moves))

    def how(self) -> Text:
        """Return the refusal that describes an officer's moves."""
        return self.because(
            "An officer goes one step along a line, or jumps over a soldier beside it: {can}."
        )

    checks = (
        not_now,
        Attempt.no_move,
        not_own,
        nothing_chosen,
        never,
        in_the_way,
        capture_first,
        how,
    )

    # What would be right

    @property
    def any_move(self) -> str | Text:
        """A clause with a legal move."""
        if not self.moves:
            return Text("you have no move now")
        return Text("`{move}` is a move", move=super().any_move)

    @property
    def can(self) -> Text:
        """A clause with the moves of the piece."""
        point, moves = self.start, self.own_moves
        if not moves:
            if self.are_soldiers:
                return self.because("the soldier on {point} cannot move now", point=point)
            return self.because("the officer on {point} cannot move now", point=point)
        named = self.named(moves)
        if self.are_soldiers:
            return self.because("the soldier on {point} can play {moves}", point=point, moves=named)
        return self.because("the officer on {point} can play {moves}", point=point, moves=named)


def refusal_of_claim(state: AssautState, officer: int | None) -> Text:
    """Return the refusal of a huff, from public facts and the named officer, None for any."""
    if state.rules.forced:
        return Text("There is nothing to huff in this game: officers that can capture must.")
    if state.rules.huffed_at_once:
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
        officers=either(SETS.names_in(state.officers)),
    )
