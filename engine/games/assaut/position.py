"""Positions of Assaut: what may be played, who sees what, and how the game ends."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Final, Self

from engine.capabilities.optional import Display, GoalPoints
from engine.capabilities.thinking import Thinking
from engine.duel import Duel, draw, win
from engine.game import Game
from engine.games.assaut import moves as assaut_moves
from engine.games.assaut import state as assaut_state
from engine.games.assaut.board import BOARD, FORTRESS, OFFICERS, SOLDIERS, bits
from engine.games.assaut.huffing import HuffClaiming, UnnoticedOffence
from engine.games.assaut.moves import LOST, fills_the_fortress
from engine.games.assaut.notation.notation import AssautNotation
from engine.games.assaut.state import ALL_SOLDIERS, IDLE_PLIES, SEATS, Rules, State
from engine.pieces import SOLDIER
from engine.text import Text
from engine.values import Move, Options, Outcome, Piece


class Fortress(Display):
    """The fortress is marked as the officers'."""

    def zones(self) -> Iterable[tuple[int, int]]:
        """Return the points of the fortress."""
        return _POINTS


def _storming(count: int) -> Text:
    """Return that so many soldiers enter the fortress."""
    return Text("brings {pieces} into the fortress", pieces=SOLDIER.named(count))


class PlacingOfficers(Fortress):
    """The fortress, and what comes before the first move."""

    def news(self) -> tuple[Text, ...]:
        """Return that the officers are placed first."""
        return (_PLACED_FIRST,)


class Storming(Fortress):
    """The fortress, and how far both sides are from winning."""

    def __init__(self, soldiers: int) -> None:
        self._soldiers = soldiers

    def news(self) -> tuple[Text, ...]:
        """Return how many soldiers are captured and in the fortress, once any is."""
        captured = ALL_SOLDIERS - self._soldiers.bit_count()
        inside = (self._soldiers & FORTRESS).bit_count()
        if not captured and not inside:
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
_GOAL: Final = GoalPoints(
    (frozenset(bits(FORTRESS)), frozenset()),
    _storming,
    Text("brings a soldier closer to the fortress"),
)
_POINTS: Final = tuple((point, OFFICERS) for point in bits(FORTRESS))
_PLACING: Final = PlacingOfficers()


class AssautPosition(Duel):
    """A position of Assaut: its state, under the rules in force."""

    __slots__ = ("_moves", "_notation", "_rules", "game", "state")

    game: Game
    state: State
    board = BOARD
    seats = SEATS

    def __init__(self, game: Game, rules: Rules, state: State) -> None:
        self.game = game
        self._rules = rules
        self.state = state
        self._moves: tuple[Move, ...] | None = None
        self._notation: AssautNotation | None = None

    @property
    def options(self) -> Options:
        """Every option with the value in force."""
        return self._rules.options

    @property
    def turn(self) -> int:
        """The soldiers (0) or the officers (1), who also begin by being placed."""
        return self.state.turn

    @property
    def key(self) -> Hashable:
        """The pieces, whose turn it is, and whom the soldiers may huff."""
        state = self.state
        return (state.turn, state.soldiers, state.officers, state.placing, state.offence)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return what may be played now, with the huffs that may be claimed at the end."""
        if self._moves is None:
            self._moves = assaut_moves.legal_moves(self.state, self._rules)
        return self._moves

    def play(self, move: Move) -> Self:
        """Return the position after a legal move. A huff leaves the turn with the soldiers."""
        return self.with_state(assaut_moves.after(self.state, move, self._rules))

    def with_state(self, state: State) -> Self:
        """Return the position with another state."""
        return type(self)(self.game, self._rules, state)

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Return the soldiers, then the officers."""
        for point in bits(self.state.soldiers):
            yield point, Piece(SOLDIERS, "soldier")
        for point in bits(self.state.officers):
            yield point, Piece(OFFICERS, "officer")

    def fen(self) -> str:
        """Return the position as text, an offence included; ``assaut_state`` describes it."""
        return assaut_state.write(self.state)

    # How it ends

    @property
    def result(self) -> str:
        """The result that was noted."""
        return self.state.result

    def _with_result(self, result: str) -> Self:
        return self.with_state(self.state._replace(result=result))

    def decided(self) -> Outcome | None:
        """Return how the game ended: the fortress filled, the officers gone, sixteen soldiers
        captured, a side blocked; or a draw.
        """
        state = self.state
        if state.placing:
            return None
        if not state.officers:
            return win(SOLDIERS, Text("Both officers were huffed: each omitted a capture."))
        if fills_the_fortress(state):
            return win(SOLDIERS, Text("Nine soldiers fill the fortress."))
        if state.soldiers.bit_count() <= ALL_SOLDIERS - LOST:
            return win(OFFICERS, Text("Sixteen soldiers have been captured."))
        if not self.legal_moves():
            return self._blocked()
        if state.idle == IDLE_PLIES:
            return draw(
                Text(
                    "100 turns, 50 by each side, without a capture, a huff or a soldier "
                    "getting ahead."
                )
            )
        return None

    def _blocked(self) -> Outcome:
        """Return the loss of the side that cannot move, unless blocking the officers loses."""
        if self.state.turn == SOLDIERS:
            return win(OFFICERS, Text("The soldiers cannot move."))
        if self._rules.no_block:
            return win(OFFICERS, Text("The soldiers have blocked the officers, which loses."))
        return win(SOLDIERS, Text("The officers cannot move."))

    # What only some games have

    @property
    def notation(self) -> AssautNotation:
        """Paths of points, the officers' places and the claim."""
        if self._notation is None:
            self._notation = AssautNotation(self, self._rules, self.state)
        return self._notation

    @property
    def secrets(self) -> UnnoticedOffence[Self] | None:
        """An offence, until it is claimed."""
        return UnnoticedOffence(self, self._rules) if self.state.offence else None

    @property
    def claiming(self) -> HuffClaiming:
        """The huff, and the warning of a step that blocks the officers."""
        return HuffClaiming(self, self._rules, self.state)

    @property
    def goal(self) -> GoalPoints:
        """The fortress, which the soldiers storm."""
        return _GOAL

    @property
    def thinking(self) -> Thinking:
        """The light state, and what can be noticed."""
        from engine.games.assaut.thinking import AssautThinking  # noqa: PLC0415 - computers alone need it

        return AssautThinking(self.state, self._rules)

    @property
    def pace(self) -> int:
        """The pace of its light states."""
        return 100

    @property
    def easier(self) -> int | None:
        """The soldiers, at the higher levels; it was not measured where a block loses."""
        return None if self._rules.no_block else SOLDIERS

    @property
    def display(self) -> Display:
        """The fortress, which the officers hold, and how it is stormed."""
        return _PLACING if self.state.placing else Storming(self.state.soldiers)
