"""Refusals of moves of Les Alliés: each is one sentence with a legal move."""

from __future__ import annotations

from collections.abc import Sequence

from engine.capabilities.refusals import Attempt, Typed
from engine.capabilities.set_ups import typed_example
from engine.games.allies import setup
from engine.games.allies.battle.state import AlliesState
from engine.games.allies.battle.strokes import StrokeCaptures, code, quiet_moves
from engine.games.allies.map.europe import ARMIES
from engine.games.allies.map.squares import (
    BOARD,
    FORTRESS_AT,
    SETS,
    SQUARE,
    crosses,
    lines_from,
)
from engine.text import EXAMPLES, Text, either
from engine.values import Move


class AlliesAttempt(Attempt[AlliesState]):
    """An attempted move of a soldier or a General."""

    def __init__(self, typed: Typed, state: AlliesState, claims: Sequence[Move]) -> None:
        super().__init__(typed, state)
        self.claims = claims
        self.strokes = [move for move in self.moves if move.captured]

    @property
    def general(self) -> bool:
        """Whether the piece is a General."""
        return SETS.has(self.state.generals, self.start)

    def not_now(self) -> Text | None:
        """Return the refusal that the game is over, or that the armies are placed first."""
        if self.state.phase.is_over:
            return Text("The game is over.")
        if not self.state.phase.setup:
            return None
        return Text(
            "First the armies are placed, one soldier a square: `{example}`.",
            example=typed_example(BOARD, setup.placeable(self.state, self.state.turn)),
        )

    def not_own(self) -> Text | None:
        """Return the refusal that the seat to move has no piece on the first square."""
        state, square = self.state, self.start
        if SETS.has(state.own, square):
            return None
        armies = range(len(ARMIES))
        army = next((number for number in armies if SETS.has(state.army(number), square)), None)
        if army is None:
            return self.because("There is no piece on {square}: `{move}` is a move.", square=square)
        if SETS.has(state.enemy, square):
            return self.because(
                "The piece on {square} belongs to the {army}, your enemy: `{move}` is a move.",
                square=square,
                army=ARMIES[army].name,
            )
        return self.because(
            "The piece on {square} belongs to the {army}, which {seat} directs: `{move}` is a "
            "move.",
            square=square,
            army=ARMIES[army].name,
            seat=state.phase.rules.seats[state.phase.director(army)].name,
        )

    def nothing_chosen(self) -> Text | None:
        """Return the refusal of a choice with ``=``."""
        if not self.suffix:
            return None
        return fallen_fortress(self.state, self.end) or Text(
            "Nothing is chosen with `=` here: a soldier becomes a General when its turn ends on an "
            "enemy fortress."
        )

    def never(self) -> Text | None:
        """Return the refusal of a move that no soldier, or no General, makes on any map."""
        if len(self.points) == 2:
            if self.start == self.end:
                if self.strokes:  # one of these may end where it began
                    return None
                return self.because("A move ends on another square: {can}.")
            strokes = [move for move in self._own_strokes if self.end in move.path]
            if any(move.path[-1] == self.end for move in strokes):
                return self.because(
                    "There are too many strokes to tell which you mean: name every square where "
                    "the piece lands, as in `{move}`.",
                    move="x".join(self.names[point] for point in strokes[0].path),
                )
            if strokes or self.end in _near(self.start):
                return None
        return next(filter(None, (self._never(*leg) for leg in self.legs)), None)

    def _never(self, here: int, there: int) -> Text | None:
        """Return the refusal of one leg of a path that the piece can never take."""
        line = _line(here, there)
        if self.general:
            if line:
                return None
            return self.because(
                "A General moves along a diagonal line of squares, and none joins {start} and "
                "{end}: {can}.",
                start=here,
                end=there,
            )
        if len(line) == 2:
            return None
        if len(self.points) == 2:
            return self.how()
        return self.because(
            "A soldier takes a neighbour and lands right behind it, and {here} to {there} is no "
            "such jump: {can}.",
            here=here,
            there=there,
        )

    def not_this_time(self) -> Text | None:
        """Return the refusal of a move off the field or across the closed border."""
        phase, claim = self.state.phase, self.state.claim
        was_closed = self.state.forced and claim is not None and claim.closed
        closed = not phase.duel and (was_closed or not phase.border_is_open)
        border = next((leg for leg in self.legs if closed and crosses(*leg)), None)
        if border is not None and phase.first_fight_is_over:
            return self.because(
                "The border of the zones stays closed between {one} and {other}, because the "
                "first fight was left undecided: {can}.",
                one=border[0],
                other=border[1],
            )
        if border is not None:
            return self.because(
                "The border of the zones is closed between {one} and {other}: it opens once one of "
                "the two fights has been won, and {can}.",
                one=border[0],
                other=border[1],
            )
        outside = next((point for point in self.points if not SETS.has(phase.field, point)), None)
        return None if outside is None else self._closed(outside)

    def _closed(self, square: int) -> Text:
        return self.because("{square} is closed in this field: {can}.", square=square)

    def in_the_way(self) -> Text | None:
        """Return the refusal that a piece blocks the way, or is missing where the move takes."""
        taken: list[int] = []
        for here, there in self.legs:
            line = _line(here, there)
            met = self._met(here, line, taken) if line else None
            if not isinstance(met, int):
                return met
            taken.append(met)
        return None

    def _met(self, here: int, line: Sequence[int], taken: list[int]) -> Text | int | None:
        """Return the piece taken along a line, or the refusal; None for a free line."""
        there, (_, empty) = line[-1], self.state.reach()
        steps = len(self.points) == 2 and (self.general or len(line) == 1)
        free = empty | 1 << SQUARE[self.start]
        between = [point for point in line[:-1] if not SETS.has(free, point)]
        blocked = next(filter(None, (self._not_taken(one, taken) for one in between)), None)
        if blocked is not None:
            return blocked
        if len(between) > 1:
            if between[1] not in _near(between[0]):
                return None
            return self.because(
                "Two pieces in a row cannot be jumped between {here} and {there}: {can}.",
                here=here,
                there=there,
            )
        if not between and not steps:
            return self.because(
                "There is no enemy to take between {here} and {there}: {can}.",
                here=here,
                there=there,
            )
        if not SETS.has(free, there):
            return self.because("There is a piece on {square} already: {can}.", square=there)
        return between[0] if between else None

    def _not_taken(self, point: int, taken: list[int]) -> Text | None:
        """Return the reason why a piece on the way cannot be taken."""
        if point in taken:
            return self.because(
                "The piece on {over} has been taken in this stroke, and cannot be jumped twice: "
                "{can}.",
                over=point,
            )
        if SETS.has(self.state.own, point):
            if self.general:
                return self.because(
                    "Your own piece on {square} is in the way: {can}.", square=point
                )
            return self.because("The piece on {over} is your own: {can}.", over=point)
        return None if SETS.has(self.state.enemy, point) else self._closed(point)

    def take_first(self) -> Text | None:
        """Return the refusal that taking is compulsory."""
        moves = self.named(self.strokes) if self.strokes else ""
        if self.state.forced and (not self._own_strokes or self._is_quiet()):
            return Text("You are forced to take: {moves}.", moves=moves)
        if self._is_quiet():
            return Text("In this game you must take if you can: {moves}.", moves=moves)
        return None

    def not_this_stroke(self) -> Text | None:
        """Return the refusal that a stroke goes on, or another takes more."""
        state = self.state
        start, *rest = [SQUARE[point] for point in self.points]
        jumps = StrokeCaptures(*state.reach(), state.generals)
        states = jumps.along(jumps.first(start), rest)
        if len(states) < len(self.points):
            return None
        if jumps.onward(states[-1]):
            return self.because(
                "A stroke is played to its end: from {square} the piece must go on taking: {can}.",
                square=self.end,
            )
        best = max((len(move.captured) for move in self.strokes), default=0)
        if state.phase.rules.majority and len(rest) < best:
            return Text(
                "In this game you must play the stroke that takes the most, {best} pieces: "
                "{moves}.",
                best=best,
                moves=self.named(self.strokes),
            )
        return self.because("That stroke cannot be played now: {can}.")

    def how(self) -> Text:
        """Return the refusal that describes the piece's moves."""
        if len(self.points) > 2 or self.general:
            return self.because(
                "No taking leads from {here} to {there}: {can}.", here=self.start, there=self.end
            )
        return self.because(
            "A soldier makes one step to a neighbouring empty square, or takes over an enemy "
            "beside it: {can}."
        )

    checks = (
        not_now,
        not_own,
        nothing_chosen,
        never,
        not_this_time,
        in_the_way,
        take_first,
        not_this_stroke,
        how,
    )

    def _is_quiet(self) -> bool:
        """Return whether a move takes nothing and would be legal if taking were not compulsory."""
        if len(self.points) > 2:
            return False
        start, end = (SQUARE[point] for point in self.points)
        _, empty = self.state.reach()
        return code(start, end) in quiet_moves(1 << start, empty, self.state.generals)

    @property
    def _own_strokes(self) -> list[Move]:
        return [move for move in self.own_moves if move.captured]

    @property
    def any_move(self) -> str | Text:
        """The text of a legal move, or of a claim."""
        return self.write((*self.moves, *self.claims)[0])

    @property
    def can(self) -> Text:
        """A clause with the moves of the piece."""
        square, moves = self.start, self.own_moves
        if not moves:
            return self.because("the piece on {square} cannot move now", square=square)
        return self.because(
            "the piece on {square} can play {moves}", square=square, moves=self.named(moves)
        )


def refusal_of_claim(state: AlliesState, word: str, claims: Sequence[str]) -> Text:
    """Return the refusal of a claim; ``claims`` are the texts of the claims that are due."""
    if state.phase.setup:
        return Text("Nothing can be claimed before the armies stand.")
    if state.phase.must_take:
        return Text(
            "With the option `strict` you must take if you can, so there is nothing to claim."
        )
    if state.forced:
        return Text("You have to take now, and that can neither be huffed nor forced.")
    if not claims:
        return Text(
            "There is nothing to `{word}`: your opponent omitted no taking in their last "
            "move, or it has been claimed already.",
            word=word,
        )
    able = either([f"`{claim}`" for claim in claims[: EXAMPLES + 1]])
    return Text("That piece could not have taken: you can claim {claims}.", claims=able)


def fallen_fortress(state: AlliesState, point: int) -> Text | None:
    """Return the sentence that an enemy fortress has fallen, None for other squares."""
    phase = state.phase
    of_enemy = any(SETS.has(zone[1 - state.side], point) for zone in phase.rules.fortresses)
    if not of_enemy or SETS.has(phase.fortresses[state.side], point):
        return None
    return Text(
        "{fortress} has fallen with its side's fight: no soldier becomes a General there any more.",
        fortress=FORTRESS_AT[point],
    )


def _near(point: int) -> list[int]:
    """Return the neighbours of a square."""
    return [line[0] for line in lines_from(point) if line]


def _line(start: int, end: int) -> list[int]:
    """Return the squares after ``start`` up to ``end`` along a line, none if no line joins them."""
    lines = (line for line in lines_from(start) if end in line)
    return next((line[: line.index(end) + 1] for line in lines), [])
