"""Positions of Assaut: a state with its moves as paths, its results and its display."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations
from random import Random
from typing import Final, Self

from engine.capabilities.captures import Captures, Listing, capture
from engine.capabilities.goals import GoalPoints
from engine.capabilities.huffs import HUFF
from engine.capabilities.showing import Display
from engine.capabilities.thinking import State, Thinking
from engine.game import Duel, Game, draw, win
from engine.games.assaut import position_text
from engine.games.assaut.board import (
    ALL_SOLDIERS,
    BOARD,
    FORTRESS,
    NEIGHBOURS,
    OFFICERS,
    OVER,
    PLACES,
    POINTS,
    SETS,
    SOLDIERS,
)
from engine.games.assaut.huffing import HuffClaiming, UnnoticedOffence, huff
from engine.games.assaut.move_codes import (
    CAPTURED,
    CAPTURES,
    CLAIM,
    END,
    OFFENDS,
    SETTING,
    captured_by,
    claim_on,
    end_of,
    setting_on,
    start_of,
)
from engine.games.assaut.notation import AssautNotation
from engine.games.assaut.position_text import SEATS
from engine.games.assaut.state import FEWEST, LOST, AssautState
from engine.pieces import SOLDIER
from engine.text import Text
from engine.values import Move, Options, Outcome, Piece


class Fortress(Display):
    """A display with the fortress marked as the officers'."""

    def zones(self) -> Iterable[tuple[int, int]]:
        """Return the points of the fortress, each with the officers' seat."""
        return _POINTS


def _storming(count: int) -> Text:
    """Return the phrase for soldiers that enter the fortress."""
    return Text("brings {pieces} into the fortress", pieces=SOLDIER.named(count))


class PlacingOfficers(Fortress):
    """The fortress, and the news before the first move."""

    def news(self) -> tuple[Text, ...]:
        """Return the news that the officers are placed first."""
        return (_PLACED_FIRST,)


class Storming(Fortress):
    """The fortress, and the progress of both sides."""

    def __init__(self, soldiers: int, *, may_huff: bool) -> None:
        self._soldiers = soldiers
        self._may_huff = may_huff

    def news(self) -> tuple[Text, ...]:
        """Return the number of soldiers captured and in the fortress, and a text on the huff."""
        return (*self._storm(), *((_HUFFED,) if self._may_huff else ()))

    def _storm(self) -> tuple[Text, ...]:
        """Return the numbers of soldiers captured and in the fortress, nothing if both are zero.

        Nor is anything returned once enough soldiers are captured: the game's result says so.
        """
        captured = ALL_SOLDIERS - self._soldiers.bit_count()
        inside = (self._soldiers & FORTRESS).bit_count()
        if captured >= LOST or not (captured or inside):
            return ()
        return (
            Text(
                "{captured} of {lost} soldiers captured, {inside} of {points} points of the "
                "fortress filled.",
                captured=captured,
                lost=LOST,
                inside=inside,
                points=FORTRESS.bit_count(),
            ),
        )


_PLACED_FIRST: Final = Text("First the officers are placed on two points of the fortress.")
_HUFFED: Final = Text(
    "The soldiers may `huff` before their move: an officer that could have captured in its last "
    "turn and did not is taken off."
)
_GOAL: Final = GoalPoints(
    (frozenset(SETS.points_in(FORTRESS)), frozenset()),
    _storming,
    Text("brings a soldier closer to the fortress"),
)
_POINTS: Final = tuple((point, OFFICERS) for point in SETS.points_in(FORTRESS))
_PLACING: Final = PlacingOfficers()


# The state's moves as moves with paths

_PLACEMENTS: Final = tuple(
    Move("place", pair) for pair in combinations(SETS.points_in(FORTRESS), 2)
)
"""All placements of the officers, on two different points of the fortress."""

_ENDS: Final = (1 << CAPTURED) - 1
"""The mask of a move's first and last places."""

_STEPS: Final = [
    Move("move", (start, end)) for start, ends in enumerate(NEIGHBOURS) for end in ends
]
"""All steps, in the alphabetical order in which they are listed."""

_NUMBERS: Final = {
    PLACES[step.path[0]] | PLACES[step.path[1]] << END: number for number, step in enumerate(_STEPS)
}
"""The index of each step in ``_STEPS``, by its places."""

_JUMPS: Final = {
    PLACES[start] | PLACES[end] << END | 1 << PLACES[over] + CAPTURED: Move(
        "move", (start, end), (over,)
    )
    for (start, end), over in OVER.items()
}
"""The captures of one soldier by their codes; the paths of larger ones depend on the position."""


def _legal_moves(state: AssautState, listing: Listing) -> tuple[Move, ...]:
    """Return the state's moves: steps and then claims, or captures and then steps.

    Steps and claims are in the alphabetical order of their points, captures in that of their first
    points.
    """
    if state.placing:
        return _PLACEMENTS
    if state.side == SOLDIERS:
        steps = state.soldiers_steps()
        moves = tuple([_STEPS[number] for number in sorted([_NUMBERS[step] for step in steps])])
        return (*moves, *map(huff, SETS.points_in(state.offence))) if state.offence else moves
    searches = dict[int, Captures]()
    codes = state.listed(listing, searches)
    captures = [code for code in codes if code & CAPTURES] if searches else []
    if not captures:
        return tuple(_listed(codes))
    if len(searches) > 1:
        captures.sort(key=lambda code: POINTS[start_of(code)])
    steps = codes[len(captures) :]
    if state.rules.huffed_at_once:
        steps.sort(key=lambda step: _NUMBERS[step & _ENDS])
        taking = [_lifting(state, code, _capture(state, code, searches)) for code in captures]
        return (*taking, *[_step(state, step) for step in steps])
    return (*[_capture(state, code, searches) for code in captures], *_listed(steps))


def _listed(steps: Sequence[int]) -> list[Move]:
    """Return steps as moves, in alphabetical order."""
    return [_STEPS[number] for number in sorted([_NUMBERS[step & _ENDS] for step in steps])]


def _step(state: AssautState, code: int) -> Move:
    return _lifting(state, code, _STEPS[_NUMBERS[code & _ENDS]])


def _capture(state: AssautState, code: int, searches: Mapping[int, Captures]) -> Move:
    """Return a capture by its first path. Raises LookupError if the searches did not find it."""
    move = _JUMPS.get(code & ~OFFENDS)
    if move is not None:
        return move
    taken = captured_by(code)
    search = searches[start_of(code)]
    states = search.path(taken | 1 << end_of(code), taken.bit_count())
    return capture(SETS, states, ~state.soldiers)


def _lifting(state: AssautState, code: int, move: Move) -> Move:
    """Return the move with the officer that it lifts, if any."""
    lifted = state.lifted(code)
    if not lifted:
        return move
    return Move("move", move.path, move.captured, (POINTS[lifted.bit_length() - 1],))


def _move(state: AssautState, code: int) -> Move:
    """Return the move for a code of a state. Raises LookupError if no search finds it."""
    start, end = start_of(code), end_of(code)
    if code & SETTING:
        return Move("place", tuple(sorted((POINTS[start], POINTS[end]))))
    if code & CLAIM:
        return huff(POINTS[start])
    if not captured_by(code):
        return _step(state, code)
    for listing in (Listing(), None):  # if there are too many captures, each search finds only some
        searches = dict[int, Captures]()
        state.listed(listing, searches)
        with suppress(LookupError):
            return _lifting(state, code, _capture(state, code, searches))
    raise LookupError(code)


def _code(state: AssautState, move: Move) -> int:
    """Return the state's code of a legal move."""
    start, end = PLACES[move.path[0]], PLACES[move.path[-1]]
    if move.kind == "place":
        return setting_on([start, end])
    if move.kind == HUFF:
        return claim_on(start)
    return state.move_between(start, end, SETS.of(move.captured) if move.captured else 0)


_CENTRE: Final = BOARD.point["d6"]
"""The middle of the fortress: a search prefers placements with an officer there."""


class AssautPosition(Duel):
    """A position of Assaut: a state and a noted result."""

    __slots__ = ("_complete", "_moves", "_notation", "game", "result", "state")

    game: Game
    state: AssautState
    result: str
    board = BOARD
    seats = SEATS

    def __init__(self, game: Game, state: AssautState, result: str = "") -> None:
        self.game = game
        self.state = state
        self.result = result
        self._moves: tuple[Move, ...] | None = None
        self._complete = True
        self._notation: AssautNotation | None = None

    @property
    def options(self) -> Options:
        """Every option of the game with the value in force."""
        return self.state.rules.options

    @property
    def turn(self) -> int:
        """Index of the seat to move: soldiers (0), or officers (1), who are placed first."""
        return self.state.side

    @property
    def key(self) -> Hashable:
        """The pieces, the side to move, and the officers open to a huff."""
        return self.state.key()

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves, with the huffs that are due at the end."""
        if self._moves is None:
            listing = Listing()
            self._moves = _legal_moves(self.state, listing)
            self._complete = listing.complete
        return self._moves

    @property
    def complete(self) -> bool:
        """Whether all captures are listed; if there are too many, the list is a sample."""
        self.legal_moves()
        return self._complete

    def play(self, move: Move) -> Self:
        """Return the position after a legal move. A huff leaves the turn with the soldiers."""
        state = self.state
        return type(self)(self.game, state.play(_code(state, move)), self.result)

    def with_state(self, state: AssautState) -> Self:
        """Return the position with another state."""
        return type(self)(self.game, state, self.result)

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Yield the soldiers, then the officers, with their points."""
        for point in SETS.points_in(self.state.soldiers):
            yield point, Piece(SOLDIERS, "soldier")
        for point in SETS.points_in(self.state.officers):
            yield point, Piece(OFFICERS, "officer")

    def fen(self) -> str:
        """Return the position as text, including an offence, in the format of ``position_text``."""
        return position_text.write(self.state, self.result)

    # The end

    def decided(self) -> Outcome | None:
        """Return the outcome on the board, None while the game goes on.

        A game ends with the fortress filled, no officers left, sixteen soldiers captured or a side
        blocked; or as a draw after too many idle plies.
        """
        state = self.state
        if not state.over():
            return None if self.legal_moves() else self._blocked()
        if not state.officers:
            return win(SOLDIERS, Text("Both officers were huffed: each omitted a capture."))
        if state.fortress_is_filled():
            return win(SOLDIERS, Text("Nine soldiers fill the fortress."))
        if state.soldiers.bit_count() <= FEWEST:
            return win(OFFICERS, Text("Sixteen soldiers have been captured."))
        if not self.legal_moves():
            return self._blocked()
        return draw(
            Text(
                "100 turns, 50 by each side, without a capture, a huff or a soldier getting ahead."
            )
        )

    def _blocked(self) -> Outcome:
        """Return the loss of the side that cannot move, or of soldiers that may not block."""
        if self.state.side == SOLDIERS:
            return win(OFFICERS, Text("The soldiers cannot move."))
        if self.state.rules.no_block:
            return win(OFFICERS, Text("The soldiers have blocked the officers, which loses."))
        return win(SOLDIERS, Text("The officers cannot move."))

    # What only some games have

    @property
    def notation(self) -> AssautNotation:
        """The reader and writer of the position's moves."""
        if self._notation is None:
            self._notation = AssautNotation(self, self.state)
        return self._notation

    @property
    def secrets(self) -> UnnoticedOffence[Self] | None:
        """The secrecy of an offence, None if there is no offence."""
        return UnnoticedOffence(self) if self.state.offence else None

    @property
    def claiming(self) -> HuffClaiming:
        """The huff, and the warnings to both sides."""
        return HuffClaiming(self)

    @property
    def goal(self) -> GoalPoints:
        """The fortress, which the soldiers storm."""
        return _GOAL

    @property
    def thinking(self) -> Thinking[AssautState]:
        """The state with the meaning of its moves; a player can notice offences in it."""
        return AssautThinking(self.state)

    @property
    def pace(self) -> int:
        """Measured speed of a search in pure Python, in thousands of nodes a second."""
        return 100

    @property
    def easier(self) -> int | None:
        """The soldiers; None with the option ``no_block``, which was not measured."""
        return None if self.state.rules.no_block else SOLDIERS

    def _storming(self) -> Storming:
        return Storming(self.state.soldiers, may_huff=bool(self.claiming.claims()))

    @property
    def display(self) -> Display:
        """The fortress, held by the officers, and the progress of the storm."""
        return _PLACING if self.state.placing else self._storming()


class AssautThinking(Thinking[AssautState]):
    """A state of Assaut with the meaning of its moves; a player can notice offences in it."""

    def __init__(self, state: AssautState) -> None:
        super().__init__(state, partial(_move, state))

    def noticed(self, before: Thinking[State]) -> Self:
        """Return the thinking about the state with the offence that the pieces show."""
        if not isinstance(before, AssautThinking):
            return self
        state = self.state().noticing(before.state())
        return self if state is self.state() else type(self)(state)

    def place(self, chance: Random) -> Move | None:
        """Return a random placement with an officer in the middle, None if none is due."""
        if not self.state().placing:
            return None
        return chance.choice(
            [move for move in _legal_moves(self.state(), Listing()) if _CENTRE in move.path]
        )
