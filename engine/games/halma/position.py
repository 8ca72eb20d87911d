"""Positions of Halma and Chinese checkers: what may be played, and whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Self

from engine import notation
from engine.board import Board
from engine.game import Agreement, Move, Options, Outcome, Piece, Position, Seat
from engine.games.halma import fen, outcomes, refusals, turns
from engine.games.halma.ground import points_of
from engine.games.halma.rules import Rules, State
from engine.text import Text

if TYPE_CHECKING:
    from engine.games.halma.game import JumpingGame

PIECE: Final = "piece"


class JumpingPosition(Position):
    """A position of Halma or Chinese checkers: a state under the rules of its table."""

    __slots__ = ("_moves", "_nobody_can_move", "_rules", "_state")

    def __init__(self, rules: Rules, state: State, nobody_can_move: bool) -> None:
        self._rules = rules
        self._state = state
        self._nobody_can_move = nobody_can_move
        self._moves: tuple[Move, ...] | None = None

    @classmethod
    def of(cls, rules: Rules, state: State) -> Self:
        """The position with that state; who cannot move is skipped."""
        turn, _, nobody_can_move = turns.next_turn(rules, state, state.turn)
        return cls(rules, state._replace(turn=turn), nobody_can_move)

    @property
    def game(self) -> JumpingGame:
        """The game this is a position of."""
        return self._rules.game

    @property
    def options(self) -> Options:
        """Every option of the game with the value in force."""
        return self._rules.options

    @property
    def board(self) -> Board:
        """The board it stands on."""
        return self._rules.ground.board

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats by their colours; out is who gave up, or has its place already."""
        rules, state = self._rules, self._state
        if not (state.out or (state.home and rules.play_on)):
            return rules.seats
        return tuple(
            seat._replace(active=not self._is_out(number))
            for number, seat in enumerate(rules.seats)
        )

    @property
    def turn(self) -> int:
        """Index of the seat to move."""
        return self._state.turn

    @property
    def key(self) -> Hashable:
        """The pieces, whose turn it is, and who has arrived."""
        return (self._state.turn, self._state.pieces, self._state.home)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, JumpingPosition):
            return NotImplemented
        return self._state == other._state and self._rules == other._rules

    def __hash__(self) -> int:
        return hash(self._state)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.fen()}>"

    def legal_moves(self) -> tuple[Move, ...]:
        """The turns of each piece, one for each point where it can end."""
        if self._moves is None:
            self._moves = tuple(turns.moves_of_seat(self._rules, self._state, self.turn))
        return self._moves

    def play(self, move: Move) -> Self:
        """The position after a turn: pieces that have arrived are counted, the next seat moves."""
        rules, state = self._rules, self._state
        seat = state.turn
        start, end = 1 << move.path[0], 1 << move.path[-1]
        pieces = list(state.pieces)
        if move.kind == "swap":
            other = next(number for number, points in enumerate(pieces) if points & end)
            pieces[other] ^= start | end
        pieces[seat] ^= start | end
        played = state.played
        if rules.deadline:
            number = min(played[seat] + 1, rules.deadline)
            played = (*played[:seat], number, *played[seat + 1 :])
        after = State(seat, tuple(pieces), state.home, state.out, 0, played, state.result)
        home = rules.arrived(after, seat)
        if home != state.home:
            after = after._replace(home=home)
        turn, skipped, nobody_can_move = turns.next_turn(rules, after, (seat + 1) % rules.count)
        target = rules.targets[seat]
        entered = end & target and not start & target
        idle = 0 if entered else self._idle(state.idle + 1 + skipped, after)
        return type(self)(rules, after._replace(turn=turn, idle=idle), nobody_can_move)

    def _idle(self, idle: int, after: State) -> int:
        """So many idle turns, as the same number of rounds when fewer seats are playing."""
        rules = self._rules
        before, now = rules.playing(self._state), rules.playing(after)
        if now < before:
            idle = idle * now // before
        return min(idle, rules.idle_limit(now))

    def resign(self, seat: int) -> Self:
        """Who gives up has lost, with his partner; the others play on, and his pieces are off."""
        rules, state = self._rules, self._state
        if self.outcome() is not None or self._is_out(seat):
            return self
        side = rules.sides[rules.seats[seat].team]
        pieces = state.pieces
        if len(rules.sides) > 2:
            pieces = tuple(0 if n in side else points for n, points in enumerate(pieces))
        home = tuple(n for n in state.home if n not in side)
        after = state._replace(pieces=pieces, home=home, out=(*state.out, *side))
        return type(self).of(rules, after._replace(idle=self._idle(state.idle, after)))

    def _is_out(self, seat: int) -> bool:
        """Whether a seat takes no more part: it gave up, or its side has its place."""
        rules, state = self._rules, self._state
        side = rules.sides[rules.seats[seat].team]
        return seat in state.out or rules.has_arrived(state, side)

    def agreements(self) -> tuple[Agreement, ...]:
        """A draw between those still playing, as long as the game goes on."""
        return () if self.outcome() else super().agreements()

    def agree(self, agreement: Agreement) -> Self:
        """Those who are still playing may agree on a draw at any time."""
        return self._ended(outcomes.AGREED)

    def repeated(self) -> Self:
        """The third time is a draw."""
        return self._ended(outcomes.REPETITION)

    def _ended(self, result: str) -> Self:
        if self.outcome() is not None:
            return self
        return type(self)(self._rules, self._state._replace(result=result), False)

    def outcome(self) -> Outcome | None:
        """Who has filled the opposite camp has won; then come losses and draws."""
        return outcomes.outcome(self._rules, self._state, self._nobody_can_move)

    def warning(self, move: Move) -> Text | None:
        """At the deadline a turn that leaves a piece in the own camp loses."""
        after = self.play(move)
        if self._rules.late(after._state) != self.turn or after._state.home:
            return None
        return Text(
            "That is your turn {deadline} and leaves pieces in your own camp: it loses the game.",
            deadline=self._rules.deadline,
        )

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """The pieces, the first seat's first."""
        for seat, points in enumerate(self._state.pieces):
            for point in points_of(points):
                yield point, Piece(seat, PIECE)

    def zones(self) -> Iterator[tuple[int, int]]:
        """The camp in which each seat starts."""
        for seat, home in enumerate(self._rules.homes):
            for point in points_of(home):
                yield point, seat

    def fen(self) -> str:
        """The position as text; ``fen`` describes it."""
        return fen.write(self._rules, self._state)

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """The turn with that first and last point, if its jumps can pass those between."""
        if suffix or not 1 << points[0] & self._state.pieces[self.turn]:
            return
        for move in turns.moves_of(self._rules, self._state, self.turn, points[0]):
            if move.path[-1] == points[-1] and (len(points) == 2 or self._can_pass(points)):
                yield move

    def _can_pass(self, points: Sequence[int]) -> bool:
        """Whether jumps lead along these points: each can be jumped back, so if to all of them."""
        landings = self._rules.bounds_of(self.turn, 1 << points[0]).landings
        reached = turns.reached(self._rules, self._state, points[0], landings)
        return all(1 << point & reached for point in points)

    def write(self, move: Move) -> str:
        """The points of the shortest way."""
        return notation.write(self.board, move.path, "-")

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Why no legal turn fits, and what would be right."""
        return refusals.refusal(self._rules, self._state, self.legal_moves(), points, suffix)
