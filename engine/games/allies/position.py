"""Positions of Les Alliés: a state with its moves, directors and results."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, Self

from engine.game import Game, Position
from engine.games.allies import position_text
from engine.games.allies.battle.phases import AGREED, REPETITION, UNDECIDED, Result
from engine.games.allies.battle.state import AlliesState, start
from engine.games.allies.claiming import AlliesClaiming
from engine.games.allies.display import AlliesDisplay, outcome
from engine.games.allies.legal_moves import LegalMoves, number_of
from engine.games.allies.map.europe import ARMIES
from engine.games.allies.map.squares import BOARD, SETS
from engine.games.allies.notation import AlliesNotation
from engine.games.allies.setup import ArmySetUp, HiddenArmies
from engine.games.allies.thinking import AlliesThinking
from engine.text import Text
from engine.values import DRAW, Agreement, Move, Options, Outcome, Piece, Seat

RESTART: Final = Agreement(
    "restart", Text("a new battle, with the armies placed again"), label=Text("a new battle")
)
"""The agreement to begin again once two undecided fights have left the battle drawn."""

_UNDECIDED: Final = Agreement("undecided", Text("an undecided end to the fight"), even=True)
_OF_ZONES: Final = (
    Agreement(
        "undecided-west",
        Text("an undecided end to the fight in the west"),
        (0, 1),
        even=True,
        label=Text("to leave the west undecided"),
    ),
    Agreement(
        "undecided-east",
        Text("an undecided end to the fight in the east"),
        (2, 3),
        even=True,
        label=Text("to leave the east undecided"),
    ),
)


class AlliesPosition(Position):
    """A position of Les Alliés: a state, which also has the rules in force."""

    __slots__ = ("_moves", "_notation", "state")

    state: AlliesState

    board = BOARD

    def __init__(self, state: AlliesState) -> None:
        self.state = state
        self._moves: LegalMoves | None = None
        self._notation: AlliesNotation | None = None

    @property
    def game(self) -> Game:
        """The game of the position."""
        return self.state.phase.rules.game

    @property
    def options(self) -> Options:
        """Every option of the game with the value in force."""
        return self.state.phase.rules.options

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The directors; a director who rests, or whose fight has ended, is inactive."""
        return tuple(
            seat._replace(active=self.state.is_active(number))
            for number, seat in enumerate(self.state.phase.rules.seats)
        )

    @property
    def turn(self) -> int:
        """Index of the seat to move; while a forced stroke is owed, that of the offender."""
        return self.state.turn

    @property
    def key(self) -> Hashable:
        """The pieces, the seat to move, the fights, and the claims that are due.

        All are plain values: databases store a number made from their text.
        """
        state, phase = self.state, self.state.phase
        return (
            state.turn,
            (state.entente, state.central, state.generals),
            (phase.results, phase.pending, phase.decisive, phase.setup, phase.out, phase.agreed),
            (state.claim, state.other_claim, state.forced),
        )

    def with_state(self, state: AlliesState) -> Self:
        """Return the position with another state."""
        return type(self)(state)

    # Moves

    @property
    def _legal(self) -> LegalMoves:
        if self._moves is None:
            self._moves = LegalMoves(self.state)
        return self._moves

    @property
    def complete(self) -> bool:
        """Whether all strokes are listed; if there are too many, the list is a sample."""
        return self._legal.complete

    def legal_moves(self) -> tuple[Move, ...]:
        """Return strokes, moves that take nothing, then claims; or the soldiers to place."""
        return self._legal.all

    def play(self, move: Move) -> Self:
        """Return the position after a legal move, with the results that fights then have."""
        state = self.state
        return self.with_state(state.play(number_of(state.phase.rules, state.turn, move)))

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Yield the pieces with their points, army by army, for the seat that directs them now.

        A kind is the code of the army, which never changes, and the rank: ``"FR soldier"``, ``"DW
        general"``.
        """
        for number, army in enumerate(ARMIES):
            points = SETS.points_in(self.state.army(number))
            if points:
                seat = self.state.phase.director(number)
                for point in points:
                    rank = "general" if SETS.has(self.state.generals, point) else "soldier"
                    yield point, Piece(seat, f"{army.code} {rank}")

    def fen(self) -> str:
        """Return the position as text, in the format of ``position_text``."""
        return position_text.write(self.state)

    # The end

    def outcome(self) -> Outcome | None:
        """Return the outcome of the game, None while it goes on."""
        return outcome(self.state.phase)

    def resign(self, seat: int) -> Self:
        """Return the position after a director surrendered: their pieces leave the board."""
        if self.outcome() is not None:
            return self
        return self.with_state(self.state.resigned(seat))

    def agreements(self) -> tuple[Agreement, ...]:
        """Return the agreements on an undecided end of each current fight.

        In a duel, and while armies are placed, the agreement is a draw of the game. Once two fights
        are undecided, the game is over and drawn, and all may agree to begin again.
        """
        phase = self.state.phase
        if phase.is_over:
            return (RESTART,) if phase.both_undecided() else ()
        if phase.setup or phase.duel:
            return (DRAW,)
        if not phase.alternating:
            return (_UNDECIDED,)
        return tuple(
            agreement for zone, agreement in enumerate(_OF_ZONES) if phase.results[zone] is None
        )

    def agree(self, agreement: Agreement) -> Self:
        """Return the position after the directors agreed on one of ``agreements()``."""
        state, phase = self.state, self.state.phase
        if phase.is_over:
            anew = agreement.name == RESTART.name and phase.both_undecided()
            return self.with_state(start(phase.rules)) if anew else self
        if phase.setup:
            return self.with_state(state.at(phase.placing(True, phase.out, True), state.turn))
        fight = phase.fight[state.turn]
        for zone, other in enumerate(_OF_ZONES):
            if agreement.name == other.name:
                fight = zone
        return self.with_state(state.ended(fight, Result(UNDECIDED, AGREED)))

    def repeated(self) -> Self:
        """Return the position with its fight undecided by the third occurrence.

        While the turns of two fights alternate, the position is unchanged.
        """
        state, phase = self.state, self.state.phase
        if phase.is_over or phase.setup or phase.alternating:
            return self
        fight = phase.fight[state.turn]
        return self.with_state(state.ended(fight, Result(UNDECIDED, REPETITION)))

    # What only some games have

    @property
    def notation(self) -> AlliesNotation:
        """The reader and writer of the position's moves."""
        if self._notation is None:
            self._notation = AlliesNotation(self, self.state, self._legal)
        return self._notation

    @property
    def setup(self) -> ArmySetUp[Self] | None:
        """The set-up of the armies, None once all are placed or the game is over."""
        phase = self.state.phase
        return ArmySetUp(self) if phase.setup and not phase.is_over else None

    @property
    def secrets(self) -> HiddenArmies[Self] | None:
        """The hidden armies, None once all are placed."""
        return HiddenArmies(self) if self.state.phase.setup else None

    @property
    def claiming(self) -> AlliesClaiming:
        """The huffs and the force, and the warnings before a move."""
        return AlliesClaiming(self.state, self._legal, self.write)

    @property
    def display(self) -> AlliesDisplay:
        """The fortresses, the part of the map in use, and the news of the fights."""
        return AlliesDisplay(self.state)

    @property
    def thinking(self) -> AlliesThinking:
        """The state with the meaning of its moves; in the set-up it also places soldiers."""
        return AlliesThinking(self.state, self._legal.move)

    @property
    def pace(self) -> int:
        """Measured speed of a search in pure Python, in thousands of nodes a second."""
        return 90

    @property
    def usual_moves(self) -> int:
        """Usual number of a seat's moves: a duel of two armies is short."""
        is_duel = all(len(forces) == 1 for forces in self.state.phase.rules.forces)
        return 50 if is_duel else 130
