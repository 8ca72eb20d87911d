"""Positions of Halma and Chinese checkers: what may be played, and whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, Self

from engine.board import Board, points_of
from engine.capabilities.optional import Claiming, Display, GoalPoints, Race
from engine.capabilities.thinking import Thinking
from engine.duel import REPETITION
from engine.game import Game, Position
from engine.games.halma import outcomes, position_text, turns
from engine.games.halma.notation import HalmaNotation
from engine.games.halma.racing import race_of
from engine.games.halma.rules import Rules, State
from engine.pieces import PIECE as NOUN
from engine.text import Text, listed
from engine.values import Move, Options, Outcome, Piece, Seat

PIECE: Final = "piece"

PACE: Final = {8 * 8: 35, 10 * 10: 28, 121: 40, 16 * 16: 22}
"""Thousand nodes that a search visits in a second, by the points of the board."""

LASTS: Final = {8 * 8: 30, 10 * 10: 45, 121: 60, 16 * 16: 90}
"""Moves of each seat in a game of two, by the points of the board."""

TOLD_BEFORE: Final = 10
"""So many turns before the deadline a player is told that pieces have to leave the own camp."""


class JumpingPosition(Position):
    """A position of Halma or Chinese checkers: a state under the rules of its table."""

    __slots__ = ("_moves", "_nobody_can_move", "_rules", "state")

    state: State

    def __init__(self, rules: Rules, state: State, nobody_can_move: bool) -> None:
        self._rules = rules
        self.state = state
        self._nobody_can_move = nobody_can_move
        self._moves: tuple[Move, ...] | None = None

    @classmethod
    def of(cls, rules: Rules, state: State) -> Self:
        """Return the position with that state; who cannot move is skipped."""
        turn, _, nobody_can_move = turns.next_turn(rules, state, state.turn)
        return cls(rules, state._replace(turn=turn), nobody_can_move)

    @property
    def game(self) -> Game:
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
        rules, state = self._rules, self.state
        if not (state.out or (state.home and rules.play_on)):
            return rules.seats
        return tuple(
            seat._replace(active=not self._is_out(number))
            for number, seat in enumerate(rules.seats)
        )

    @property
    def turn(self) -> int:
        """Index of the seat to move."""
        return self.state.turn

    @property
    def key(self) -> Hashable:
        """The pieces, whose turn it is, and who has arrived."""
        return (self.state.turn, self.state.pieces, self.state.home)

    @property
    def result(self) -> str:
        """How the game ended, where nothing else shows it."""
        return self.state.result

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the turns of each piece, one for each point where it can end."""
        if self._moves is None:
            self._moves = tuple(turns.moves_of_seat(self._rules, self.state, self.turn))
        return self._moves

    def play(self, move: Move) -> Self:
        """Return the position after a turn: arrivals are counted, and the next seat moves."""
        rules, state = self._rules, self.state
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
        """Return so many idle turns, as the same number of rounds when fewer seats are playing."""
        rules = self._rules
        before, now = rules.playing(self.state), rules.playing(after)
        if now < before:
            idle = idle * now // before
        return min(idle, rules.idle_limit(now))

    def resign(self, seat: int) -> Self:
        """Return it after a seat gave up: it has lost with its partner, and the others play on."""
        rules, state = self._rules, self.state
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
        """Return whether a seat takes no more part: it gave up, or its side has its place."""
        rules, state = self._rules, self.state
        side = rules.sides[rules.seats[seat].team]
        return seat in state.out or rules.has_arrived(state, side)

    def repeated(self) -> Self:
        """Return it drawn, as it stands for the third time."""
        return self.ended(REPETITION)

    def _with_result(self, result: str) -> Self:
        return type(self)(self._rules, self.state._replace(result=result), False)

    def outcome(self) -> Outcome | None:
        """Return the win of who has filled the opposite camp, or else losses and draws."""
        return outcomes.outcome(self._rules, self.state, self._nobody_can_move)

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Return the pieces, the first seat's first."""
        for seat, points in enumerate(self.state.pieces):
            for point in points_of(points):
                yield point, Piece(seat, PIECE)

    def fen(self) -> str:
        """Return the position as text; ``position_text`` describes it."""
        return position_text.write(self._rules, self.state)

    @property
    def notation(self) -> HalmaNotation:
        """Paths of points: any way to the same end is the same turn."""
        return HalmaNotation(self, self._rules, self.state)

    @property
    def claiming(self) -> DeadlineWarning:
        """Nothing is claimed; the turn that misses the deadline is warned of."""
        return DeadlineWarning(self, self._rules)

    @property
    def goal(self) -> GoalPoints:
        """The camps to be filled."""
        targets = tuple(frozenset(points_of(target)) for target in self._rules.targets)
        return GoalPoints(targets, _arriving, Text("brings a piece closer to the camp"))

    @property
    def race(self) -> Race | None:
        """The race of two."""
        return race_of(self._rules)

    @property
    def thinking(self) -> Thinking:
        """Its light state."""
        from engine.games.halma.light.thinking import HalmaThinking  # noqa: PLC0415 - computers alone need it

        return HalmaThinking(self._rules, self.state, self._nobody_can_move)

    @property
    def pace(self) -> int:
        """The pace of its light states: the more points there are, the slower they are."""
        return PACE[len(self.board)]

    @property
    def lasts(self) -> int:
        """How many moves a seat makes: the more pieces have to go far, the more."""
        return LASTS[len(self.board)]

    @property
    def display(self) -> Camps:
        """The camps, and when they have to be left."""
        return Camps(self, self._rules)


def _arriving(count: int) -> Text:
    """Return that so many pieces enter their camp."""
    return Text("brings {pieces} into the camp", pieces=NOUN.named(count))


class DeadlineWarning(Claiming):
    """At the deadline a turn that leaves a piece in the own camp loses."""

    def __init__(self, position: JumpingPosition, rules: Rules) -> None:
        self._position = position
        self._rules = rules

    def warning(self, move: Move) -> Text | None:
        """Return that this turn loses."""
        after = self._position.play(move).state
        if self._rules.late(after) != self._position.turn or after.home:
            return None
        return Text(
            "This is your turn {deadline}, and pieces of yours are still in your own camp: this "
            "move loses the game.",
            deadline=self._rules.deadline,
        )


class Camps(Display):
    """The camp in which each seat starts is marked; who has arrived is told, and the deadline."""

    def __init__(self, position: JumpingPosition, rules: Rules) -> None:
        self._position = position
        self._rules = rules

    def zones(self) -> Iterator[tuple[int, int]]:
        """Return the points of the camps."""
        for seat, home in enumerate(self._rules.homes):
            for point in points_of(home):
                yield point, seat

    def news(self) -> tuple[Text, ...]:
        """Return how many pieces have arrived, and in its last turns before the deadline that the
        seat to move has to leave its camp.
        """
        return (*self._arrived(), *self._deadline())

    def _arrived(self) -> Iterator[Text]:
        """Yield how many pieces each seat has in the camp opposite, once anybody has one there."""
        rules, state = self._rules, self._position.state
        arrived = [
            (state.pieces[seat] & rules.targets[seat]).bit_count() for seat in range(rules.count)
        ]
        if any(arrived):
            seats = [
                Text("{seat} {pieces}", seat=rules.seats[seat].name, pieces=pieces)
                for seat, pieces in enumerate(arrived)
                if seat not in state.out
            ]
            yield Text(
                "In the camp opposite, of {all}: {seats}.",
                all=max(map(int.bit_count, state.pieces)),
                seats=listed(seats),
            )

    def _deadline(self) -> Iterator[Text]:
        rules, state = self._rules, self._position.state
        if not rules.deadline or self._position.outcome() is not None:
            return
        waiting = (state.pieces[state.turn] & rules.homes[state.turn]).bit_count()
        turns_left = rules.deadline - state.played[state.turn]
        if waiting and turns_left <= TOLD_BEFORE:
            yield Text(
                "{seat} still has {pieces} in its own camp: after its turn {deadline}, that loses "
                "the game. Turns left: {turns}.",
                seat=rules.seats[state.turn].name,
                pieces=NOUN.named(waiting),
                deadline=rules.deadline,
                turns=turns_left,
            )
