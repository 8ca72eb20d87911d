"""Refusals of moves of Les Alliés, each with a right move: one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from engine.capabilities.refusals import Refusals
from engine.capabilities.set_ups import typed_example
from engine.games.allies import setup
from engine.games.allies.battle.state import AlliesState
from engine.games.allies.battle.strokes import StrokeCaptures, code, quiet_moves
from engine.games.allies.legal_moves import LegalMoves
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


class AlliesRefusals(Refusals):
    """The refusals of claims and moves."""

    def __init__(self, state: AlliesState, moves: LegalMoves, write: Callable[[Move], str]) -> None:
        super().__init__(BOARD.names, [*moves.strokes, *moves.quiet], write)
        self.state = state
        self.listed = moves

    def of_claim(self, word: str) -> Text:
        """Return the refusal of a claim, or of a claim on that piece."""
        state = self.state
        if state.phase.setup:
            return Text("Nothing can be claimed before the armies stand.")
        if state.phase.strict:
            return Text(
                "With the option `strict` you must take if you can, so there is nothing to claim."
            )
        if state.forced:
            return Text("You have to take now, and that can neither be huffed nor forced.")
        if not self.listed.claims:
            return Text(
                "There is nothing to `{word}`: your opponent omitted no taking in their last "
                "move, or it has been claimed already.",
                word=word,
            )
        claims = [f"`{self.write(move)}`" for move in self.listed.claims[: EXAMPLES + 1]]
        return Text(
            "That piece could not have taken: you can claim {claims}.", claims=either(claims)
        )

    def not_now(self) -> Text | None:
        """Return the refusal that the game is over, or that the armies are placed first."""
        if self.state.phase.is_over:
            return Text("The game is over.")
        if self.state.phase.setup:
            places = setup.placeable(self.state, self.state.turn)
            return Text(
                "First the armies are placed, one soldier a square: `{example}`.",
                example=typed_example(BOARD, places),
            )
        return None

    def not_own(self, start: int) -> Text | None:
        """Return the refusal if the seat to move has no piece on the square, otherwise None."""
        state = self.state
        if SETS.has(state.own, start):
            return None
        name = self.names[start]
        some = self.write((*self.moves, *self.listed.claims)[0])
        armies = range(len(ARMIES))
        army = next((number for number in armies if SETS.has(state.army(number), start)), None)
        if army is None:
            return Text(
                "There is no piece on {square}: `{move}` is a move.", square=name, move=some
            )
        if SETS.has(state.enemy, start):
            return Text(
                "The piece on {square} belongs to the {army}, your enemy: `{move}` is a move.",
                square=name,
                army=ARMIES[army].name,
                move=some,
            )
        owner = state.phase.rules.seats[state.phase.director(army)].name
        return Text(
            "The piece on {square} belongs to the {army}, which {seat} directs: `{move}` is a "
            "move.",
            square=name,
            army=ARMIES[army].name,
            seat=owner,
            move=some,
        )

    def not_chosen(self, points: Sequence[int], suffix: str) -> Text | None:
        """Return the refusal that nothing is chosen with ``=``, None without a suffix."""
        if not suffix:
            return None
        fallen = fallen_fortress(self.state, points[-1])
        if fallen is not None:
            return fallen
        return Text(
            "Nothing is chosen with `=` here: a soldier becomes a General when its turn ends on an "
            "enemy fortress."
        )

    def never(self, points: Sequence[int]) -> Text | None:
        """Return the refusal of a move that no soldier, or no General, makes on any map."""
        start, end = points[0], points[-1]
        if len(points) == 2:
            if start == end:
                if self.listed.strokes:  # which may be one that ends where it began
                    return None
                return Text("A move ends on another square: {can}.", can=self._can(start))
            strokes = [move for move in self._strokes_from(start) if end in move.path]
            if any(move.path[-1] == end for move in strokes):
                return Text(
                    "There are too many strokes to tell which you mean: name every square where "
                    "the piece lands, as in `{move}`.",
                    move="x".join(self.names[point] for point in strokes[0].path),
                )
            if strokes or end in _near(start):
                return None
        return next(filter(None, (self._never(*leg, points) for leg in pairwise(points))), None)

    def _never(self, here: int, there: int, points: Sequence[int]) -> Text | None:
        """Return the refusal of a part of a move that the piece can never make."""
        line, start = _line(here, there), points[0]
        can = self._can(start)
        if SETS.has(self.state.generals, start):
            if line:
                return None
            return Text(
                "A General moves along a diagonal line of squares, and none joins {start} and "
                "{end}: {can}.",
                start=self.names[here],
                end=self.names[there],
                can=can,
            )
        if len(line) == 2:
            return None
        if len(points) == 2:
            return self.otherwise(points, "")
        return Text(
            "A soldier takes a neighbour and lands right behind it, and {here} to {there} is no "
            "such jump: {can}.",
            here=self.names[here],
            there=self.names[there],
            can=can,
        )

    def not_this_time(self, points: Sequence[int]) -> Text | None:
        """Return the refusal of a move off the field or across the closed border, or None."""
        phase, can = self.state.phase, self._can(points[0])
        claim = self.state.claim
        was_closed = self.state.forced and claim is not None and claim.closed
        if not phase.duel and (was_closed or not phase.border_is_open):
            for one, other in pairwise(points):
                if crosses(one, other):
                    if phase.joined:
                        return Text(
                            "The border of the zones stays closed between {one} and {other}, "
                            "because the first fight was left undecided: {can}.",
                            one=self.names[one],
                            other=self.names[other],
                            can=can,
                        )
                    return Text(
                        "The border of the zones is closed between {one} and {other}: it opens "
                        "once one of the two fights has been won, and {can}.",
                        one=self.names[one],
                        other=self.names[other],
                        can=can,
                    )
        outside = next((point for point in points if not SETS.has(phase.field, point)), None)
        if outside is None:
            return None
        return Text("{square} is closed in this field: {can}.", square=self.names[outside], can=can)

    def in_the_way(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that a piece blocks the way, or is missing where the move takes."""
        taken: list[int] = []
        for here, there in pairwise(points):
            line = _line(here, there)
            met = self._met(line, points, taken) if line else None
            if not isinstance(met, int):
                return met
            taken.append(met)
        return None

    def _met(
        self, line: Sequence[int], points: Sequence[int], taken: list[int]
    ) -> Text | int | None:
        """Return the piece taken along a line, or why there is none; None for a free line."""
        state, start, there = self.state, points[0], line[-1]
        general, can, names = SETS.has(state.generals, start), self._can(start), self.names
        steps = len(points) == 2 and (general or len(line) == 1)
        here = next(one for one, other in pairwise(points) if other == there)
        _, empty = state.reach()
        free = empty | 1 << SQUARE[start]
        between = [point for point in line[:-1] if not SETS.has(free, point)]
        for point in between:
            if point in taken:
                return Text(
                    "The piece on {over} has been taken in this stroke, and cannot be jumped "
                    "twice: {can}.",
                    over=names[point],
                    can=can,
                )
            if SETS.has(state.own, point):
                if general:
                    return Text(
                        "Your own piece on {square} is in the way: {can}.",
                        square=names[point],
                        can=can,
                    )
                return Text("The piece on {over} is your own: {can}.", over=names[point], can=can)
            if not SETS.has(state.enemy, point):
                return Text(
                    "{square} is closed in this field: {can}.", square=names[point], can=can
                )
        if len(between) > 1:
            one, other = between[:2]
            if other not in _near(one):
                return None
            return Text(
                "Two pieces in a row cannot be jumped between {here} and {there}: {can}.",
                here=names[here],
                there=names[there],
                can=can,
            )
        if not between and not steps:
            return Text(
                "There is no enemy to take between {here} and {there}: {can}.",
                here=names[here],
                there=names[there],
                can=can,
            )
        if not SETS.has(free, there):
            return Text(
                "There is a piece on {square} already: {can}.", square=names[there], can=can
            )
        return between[0] if between else None

    def capture_first(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that taking is compulsory, or that a stroke goes on."""
        if self.state.forced and not self._strokes_from(points[0]):
            return Text("You are forced to take: {moves}.", moves=self.named(self.listed.strokes))
        if len(points) == 2 and self._is_quiet(points):
            return self._must_take()
        return self._of_stroke(points)

    def _of_stroke(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that a stroke goes on, or another takes more; None for no stroke."""
        state, can = self.state, self._can(points[0])
        start, *rest = [SQUARE[point] for point in points]
        jumps = StrokeCaptures(*state.reach(), state.generals)
        states = jumps.along(jumps.first(start), rest)
        if len(states) < len(points):
            return None
        end = points[-1]
        if jumps.onward(states[-1]):
            return Text(
                "A stroke is played to its end: from {square} the piece must go on taking: {can}.",
                square=self.names[end],
                can=can,
            )
        best = max((len(move.captured) for move in self.listed.strokes), default=0)
        if state.phase.rules.majority and len(rest) < best:
            return Text(
                "In this game the stroke that takes the most is played, {best} pieces: {moves}.",
                best=best,
                moves=self.named(self.listed.strokes),
            )
        return Text("That stroke cannot be played now: {can}.", can=can)

    def otherwise(self, points: Sequence[int], suffix: str) -> Text:
        """Return the refusal with a description of the piece's moves."""
        start, end = points[0], points[-1]
        if len(points) > 2 or SETS.has(self.state.generals, start):
            return Text(
                "No taking leads from {here} to {there}: {can}.",
                here=self.names[start],
                there=self.names[end],
                can=self._can(start),
            )
        return Text(
            "A soldier makes one step to a neighbouring empty square, or takes over an enemy "
            "beside it: {can}.",
            can=self._can(start),
        )

    def _is_quiet(self, points: Sequence[int]) -> bool:
        """Return whether a move takes nothing and would be legal if nobody had to take."""
        start, end = (SQUARE[point] for point in points)
        _, empty = self.state.reach()
        return code(start, end) in quiet_moves(1 << start, empty, self.state.generals)

    def _strokes_from(self, start: int) -> list[Move]:
        return [move for move in self.listed.strokes if move.path[0] == start]

    def _can(self, start: int) -> Text:
        """Return a clause with the moves of the piece on a square."""
        moves, name = self.moves_of(start), self.names[start]
        if not moves:
            return Text("the piece on {square} cannot move now", square=name)
        return Text("the piece on {square} can play {moves}", square=name, moves=self.named(moves))

    def _must_take(self) -> Text:
        moves = self.named(self.listed.strokes)
        if self.state.forced:
            return Text("You are forced to take: {moves}.", moves=moves)
        return Text("In this game you must take if you can: {moves}.", moves=moves)


def fallen_fortress(state: AlliesState, point: int) -> Text | None:
    """Return the refusal that an enemy fortress has fallen; None for other squares."""
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
    """Return the squares from one to another along a line, without the first; none off it."""
    lines = (line for line in lines_from(start) if end in line)
    return next((line[: line.index(end) + 1] for line in lines), [])
