"""Positions of Les Alliés: what may be played, who directs what, and how it ends."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, Self

from engine.capabilities.thinking import Thinking
from engine.game import Game, Position
from engine.games.allies import moves, position_text
from engine.games.allies.claiming import AlliesClaiming
from engine.games.allies.display import AlliesDisplay
from engine.games.allies.fights import course, outcomes
from engine.games.allies.map.europe import ARMIES
from engine.games.allies.map.ground import BOARD, bits
from engine.games.allies.moves import Moves
from engine.games.allies.notation.notation import AlliesNotation
from engine.games.allies.rules import Rules
from engine.games.allies.setup import placing
from engine.games.allies.setup.setup import ArmySetUp, HiddenArmies
from engine.games.allies.state import (
    AGREED,
    REPETITION,
    START,
    UNDECIDED,
    Result,
    State,
    alliance_pieces,
)
from engine.text import Text
from engine.values import DRAW, Agreement, Move, Options, Outcome, Piece, Seat

RESTART: Final = Agreement(
    "restart", Text("a new battle, with the armies placed anew"), label=Text("a new battle")
)
"""Two undecided fights leave the battle drawn, unless all agree on this."""

_UNDECIDED: Final = Agreement("undecided", Text("the fight left undecided"), even=True)
_OF_ZONES: Final = (
    Agreement(
        "undecided-west",
        Text("the fight in the west left undecided"),
        (0, 1),
        even=True,
        label=Text("to leave the west undecided"),
    ),
    Agreement(
        "undecided-east",
        Text("the fight in the east left undecided"),
        (2, 3),
        even=True,
        label=Text("to leave the east undecided"),
    ),
)


class AlliesPosition(Position):
    """A position of Les Alliés: its state, under the rules in force."""

    __slots__ = ("_moves", "_notation", "_rules", "state")

    state: State

    board = BOARD

    def __init__(self, rules: Rules, state: State) -> None:
        self._rules = rules
        self.state = state
        self._moves: Moves | None = None
        self._notation: AlliesNotation | None = None

    @property
    def game(self) -> Game:
        """The game this is a position of."""
        return self._rules.game

    @property
    def options(self) -> Options:
        """Every option with the value in force."""
        return self._rules.options

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The directors; one who rests, or whose fight has ended, is inactive."""
        return tuple(
            seat._replace(active=course.is_active(self._rules, self.state, number))
            for number, seat in enumerate(self._rules.seats)
        )

    @property
    def turn(self) -> int:
        """The seat to move; while a forced stroke is owed, the offender."""
        return self.state.turn

    @property
    def key(self) -> Hashable:
        """The pieces, whose turn it is, which fights last, and what may be claimed."""
        state = self.state
        return (
            state.turn,
            alliance_pieces(state, 0),
            alliance_pieces(state, 1),
            state.generals,
            tuple((fight.result, fight.offence) for fight in state.fights),
            state.pending,
            state.decisive,
            state.forced,
            state.setup,
            state.out,
        )

    def with_state(self, state: State) -> Self:
        """Return the position with another state."""
        return type(self)(self._rules, state)

    # Moves

    @property
    def _all(self) -> Moves:
        if self._moves is None:
            self._moves = moves.moves(self._rules, self.state)
        return self._moves

    def legal_moves(self) -> tuple[Move, ...]:
        """Return strokes, moves that take nothing, then claims; or the soldiers to place."""
        return self._all.all

    def play(self, move: Move) -> Self:
        """Return the position after a legal move: fights are judged, and the turn is settled."""
        return self.with_state(moves.after(self._rules, self.state, move, self._all.strokes))

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Return the pieces, army by army, for the seat that directs them now.

        A kind is the code of the army, which never changes, and the rank: ``"FR soldier"``,
        ``"DW general"``.
        """
        for number, points in enumerate(self.state.armies):
            if points:
                seat = course.director(self._rules, self.state, number)
                for point in bits(points):
                    rank = "general" if self.state.generals >> point & 1 else "soldier"
                    yield point, Piece(seat, f"{ARMIES[number].code} {rank}")

    def fen(self) -> str:
        """Return the position as text; ``position_text`` describes it."""
        return position_text.write(self.state)

    # The end

    def outcome(self) -> Outcome | None:
        """Return how it ended: both fights, or the one of a field for two, or the decisive one."""
        return outcomes.outcome(self._rules, self.state)

    def resign(self, seat: int) -> Self:
        """Return it after a director surrendered: their pieces are prisoners."""
        if self.outcome() is not None:
            return self
        surrendered = placing.surrendered if self.state.setup else course.surrendered
        return self.with_state(surrendered(self._rules, self.state, seat))

    def agreements(self) -> tuple[Agreement, ...]:
        """Return the fights that those who direct them now may leave undecided.

        Once two are, the game is over, drawn, and all may agree to begin anew.
        """
        rules, state = self._rules, self.state
        if self.outcome() is not None:
            return (RESTART,) if course.are_both_undecided(state) else ()
        if state.setup or not rules.is_battle:
            return (DRAW,)
        if state.decisive or course.are_joined(rules, state):
            return (_UNDECIDED,)
        return tuple(
            agreement
            for zone, agreement in enumerate(_OF_ZONES)
            if state.fights[zone].result is None
        )

    def agree(self, agreement: Agreement) -> Self:
        """Return the position after the directors agreed."""
        rules, state = self._rules, self.state
        if self.outcome() is not None:
            anew = agreement.name == RESTART.name and course.are_both_undecided(state)
            return self.with_state(START) if anew else self
        if state.setup:
            return self.with_state(state._replace(agreed=True))
        number = course.fight_of(rules, state, state.turn)
        for zone, other in enumerate(_OF_ZONES):
            if agreement.name == other.name:
                number = zone
        return self._left(number, AGREED)

    def repeated(self) -> Self:
        """Return it with the last fight undecided; while two fights last nothing is repeated."""
        rules, state = self._rules, self.state
        two = rules.is_battle and not (state.decisive or course.are_joined(rules, state))
        if self.outcome() is not None or state.setup or two:
            return self
        return self._left(course.fight_of(rules, state, state.turn), REPETITION)

    def _left(self, number: int, why: str) -> Self:
        return self.with_state(
            course.ended(self._rules, self.state, number, Result(UNDECIDED, why))
        )

    # What only some games have

    @property
    def notation(self) -> AlliesNotation:
        """Paths of squares, soldiers to place, and claims."""
        if self._notation is None:
            self._notation = AlliesNotation(self, self._rules, self.state, self._all)
        return self._notation

    @property
    def setup(self) -> ArmySetUp[Self] | None:
        """The armies that are placed."""
        going_on = self.state.setup and self.outcome() is None
        return ArmySetUp(self, self._rules) if going_on else None

    @property
    def secrets(self) -> HiddenArmies[Self] | None:
        """The armies, until all stand."""
        return HiddenArmies(self, self._rules) if self.state.setup else None

    @property
    def claiming(self) -> AlliesClaiming:
        """The huffs and the force, and warnings of what they follow."""
        return AlliesClaiming(self._rules, self.state, self._all, self.write)

    @property
    def display(self) -> AlliesDisplay:
        """Fortresses, the part of the map that is fought on, and how the fights stand."""
        return AlliesDisplay(self._rules, self.state)

    @property
    def thinking(self) -> Thinking:
        """Light states for the search, and armies to place."""
        from engine.games.allies.thinking import AlliesThinking  # noqa: PLC0415 - computers alone need it

        return AlliesThinking(self._rules, self.state, self._all)

    @property
    def pace(self) -> int:
        """The pace of its light states."""
        return 90

    @property
    def lasts(self) -> int:
        """How many moves a seat makes: a duel of two armies is short."""
        is_duel = all(len(forces) == 1 for forces in self._rules.forces)
        return 50 if is_duel else 130
