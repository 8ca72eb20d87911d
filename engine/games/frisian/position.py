"""Positions of Frisian draughts: what may be played, and how the game ends."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Self

from engine.game import Agreement, Move, Options, Outcome, Piece, Position, Seat
from engine.games.frisian import fen as frisian_fen
from engine.games.frisian import refusals as frisian_refusals
from engine.games.frisian.board import (
    BITS,
    BLACK,
    BOARD,
    KING_MOVES,
    KING_ROWS,
    MAN_MOVES,
    POINTS,
    SQUARES,
    WHITE,
    bits,
)
from engine.games.frisian.captures import STATES, Captures, capturing_kings, capturing_men, value
from engine.games.frisian.fen import (
    IDLE_TURNS,
    KING_MOVES_ALLOWED,
    NO_STREAK,
    TWO_KINGS_MOVES,
    Counters,
    State,
)
from engine.text import Text

if TYPE_CHECKING:
    from engine.games.frisian.game import FrisianDraughts

SEATS: Final = (Seat(Text("White"), team=WHITE), Seat(Text("Black"), team=BLACK))
NOTHING_COUNTED: Final = Counters()


class FrisianPosition(Position):
    """A position of Frisian draughts: bit sets of men and kings, of who moves and of his enemy."""

    __slots__ = (
        "_counters",
        "_enemy_kings",
        "_enemy_men",
        "_kings",
        "_men",
        "_moves",
        "game",
        "turn",
    )

    game: FrisianDraughts
    turn: int
    board = BOARD
    options: Options = MappingProxyType({})
    seats = SEATS

    def __init__(  # noqa: PLR0917 - made a million times a minute, and by position faster
        self,
        game: FrisianDraughts,
        turn: int,
        men: int,
        kings: int,
        enemy_men: int,
        enemy_kings: int,
        counters: Counters,
    ) -> None:
        self.game = game
        self.turn = turn
        self._men = men
        self._kings = kings
        self._enemy_men = enemy_men
        self._enemy_kings = enemy_kings
        self._counters = counters
        self._moves: tuple[Move, ...] | None = None

    @classmethod
    def of(cls, game: FrisianDraughts, state: State) -> Self:
        """The position of a game in that state."""
        own, enemy = state.turn, 1 - state.turn
        men, kings = state.men, state.kings
        return cls(game, own, men[own], kings[own], men[enemy], kings[enemy], state.counters)

    @property
    def state(self) -> State:
        """Men and kings by seat, whose turn it is, and what is counted."""
        men, kings = (self._men, self._enemy_men), (self._kings, self._enemy_kings)
        if self.turn == BLACK:
            men, kings = men[::-1], kings[::-1]
        return State(self.turn, men, kings, self._counters)

    @property
    def key(self) -> Hashable:
        """The pieces, whose turn it is, and how often each side may still move its king."""
        return (
            self.turn,
            self._men,
            self._kings,
            self._enemy_men,
            self._enemy_kings,
            self._counters.streaks,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FrisianPosition):
            return NotImplemented
        return (
            self.game is other.game
            and self._men == other._men
            and self._enemy_men == other._enemy_men
            and self._kings == other._kings
            and self._enemy_kings == other._enemy_kings
            and self.turn == other.turn
            and self._counters == other._counters
        )

    def __hash__(self) -> int:
        return hash((self._men, self._enemy_men, self._kings, self._enemy_kings, self.turn))

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.fen()}>"

    def legal_moves(self) -> tuple[Move, ...]:
        """The captures that take the most; quiet moves where nothing can be captured."""
        moves = self._moves
        if moves is None:
            moves = self._moves = self._captures() or self._quiet_moves()
        return moves

    def _captures(self) -> tuple[Move, ...]:
        """The captures that take the most; among equals in value a king must capture."""
        enemy = self._enemy_men | self._enemy_kings
        empty = SQUARES ^ (self._men | self._kings | enemy)
        men = capturing_men(self._men, enemy, empty)
        kings = capturing_kings(self._kings, enemy, empty)
        if not men | kings:
            return ()
        official = self.game.official
        precious = self._enemy_kings if official else 0
        states = STATES // (men | kings).bit_count()
        best = (0, False)
        moves: list[Move] = []
        for pieces, king in ((kings, True), (men, False)):
            for piece in bits(pieces):
                worth, captures = Captures(piece, king, enemy, empty).best(precious, states)
                rank = (worth, official and king)
                if rank > best:
                    best, moves = rank, captures
                elif rank == best:
                    moves += captures
        return tuple(moves)

    def _quiet_moves(self) -> tuple[Move, ...]:
        men, kings = self._men, self._kings
        empty = SQUARES ^ (men | kings | self._enemy_men | self._enemy_kings)
        moves: list[Move] = []
        if self.turn == WHITE:
            men &= empty << 6 | empty << 7
        else:
            men &= empty >> 6 | empty >> 7
        man_moves = MAN_MOVES[self.turn]
        while men:
            man = men & -men
            men ^= man
            before, by_empty = man_moves[man]
            moves += by_empty[empty & before]
        if kings:
            point, in_a_row = self._counters.streaks[self.turn]
            if in_a_row == KING_MOVES_ALLOWED:
                kings &= ~BITS[point]
            for king in bits(kings):
                for mask, diagonal in KING_MOVES[king]:
                    moves += diagonal[empty & mask]
        return tuple(moves)

    def play(self, move: Move) -> Self:
        """The position after a legal move; captured pieces are taken off at its end."""
        _, path, captured, _, _ = move
        start, end = BITS[path[0]], BITS[path[-1]]
        men, kings = self._men, self._kings
        enemy_men, enemy_kings = self._enemy_men, self._enemy_kings
        king_moves = start & kings
        if king_moves:
            kings ^= start ^ end
        elif end & KING_ROWS[self.turn]:
            # A man that stops on the last row becomes a king.
            men ^= start
            kings |= end
        else:
            men ^= start ^ end
        for point in captured:
            enemy_men &= ~BITS[point]
            enemy_kings &= ~BITS[point]
        counters = self._counters
        after = type(self)(self.game, 1 - self.turn, enemy_men, enemy_kings, men, kings, counters)
        if kings or enemy_kings or counters is not NOTHING_COUNTED:
            after._counters = self._counted(move, bool(king_moves), after)
        return after

    def _counted(self, move: Move, king_moves: bool, after: Self) -> Counters:
        """The counters after a move; ``after`` has the pieces as they stand then."""
        turn, old = self.turn, self._counters
        quiet_king = king_moves and not move.captured
        two_kings = idle = 0
        if quiet_king and self._two_kings_against_one():
            two_kings = old.two_kings + (self._kings.bit_count() == 2)
        streaks = old.streaks
        if not self.game.official:
            idle = min(old.idle + 1, IDLE_TURNS) if quiet_king else 0
        elif quiet_king or streaks != NOTHING_COUNTED.streaks:
            mine, theirs = streaks[turn], streaks[1 - turn]
            if not (quiet_king and self._men):
                mine = NO_STREAK
            elif mine[0] == move.path[0]:
                mine = (move.path[-1], min(mine[1] + 1, KING_MOVES_ALLOWED))
            else:
                mine = (move.path[-1], 1)
            if theirs[0] in move.captured or not after._men:
                theirs = NO_STREAK
            streaks = (mine, theirs) if turn == WHITE else (theirs, mine)
        return Counters(streaks, min(two_kings, TWO_KINGS_MOVES), idle, old.result)

    def _two_kings_against_one(self) -> bool:
        return not (self._men or self._enemy_men) and sorted(
            (self._kings.bit_count(), self._enemy_kings.bit_count())
        ) == [1, 2]

    def _can_capture(self) -> bool:
        moves = self.legal_moves()
        return bool(moves) and bool(moves[0].captured)

    def resign(self, seat: int) -> Self:
        """Who gives up has lost."""
        return self._ended(("white-resigned", "black-resigned")[seat])

    def agree(self, agreement: Agreement) -> Self:
        """The players may agree on a draw at any time."""
        return self._ended("agreed")

    def repeated(self) -> Self:
        """The third time is a draw; the official rules leave that to the players."""
        return self if self.game.official else self._ended("repetition")

    def _ended(self, result: str) -> Self:
        """The same position with that result, unless the game is over already."""
        if self.outcome() is not None:
            return self
        return type(self).of(
            self.game, self.state._replace(counters=self._counters._replace(result=result))
        )

    def outcome(self) -> Outcome | None:
        """The player who cannot move has lost; then come the draws."""
        counters = self._counters
        if counters.result:
            return _RESULTS[counters.result]
        if not self.legal_moves():
            return self._lost()
        if counters.idle == IDLE_TURNS:
            return _draw(Text("25 moves a side with kings only and without a capture."))
        if self._men or self._enemy_men:
            return None
        if counters.two_kings == TWO_KINGS_MOVES:
            return _draw(Text("Two kings had seven moves to win against one."))
        if self._one_king_each_is_drawn():
            return _draw(Text("One king against one."))
        return None

    def _lost(self) -> Outcome:
        """The player who cannot move has lost."""
        name = SEATS[self.turn].name
        if not self._men | self._kings:
            reason = Text("{seat} has no pieces left.", seat=name)
        elif self._counters.streaks[self.turn][1] == KING_MOVES_ALLOWED:
            reason = Text("{seat} has no move left: the king has made three in a row.", seat=name)
        else:
            reason = Text("{seat} cannot move.", seat=name)
        return _win(1 - self.turn, reason)

    def _one_king_each_is_drawn(self) -> bool:
        """One king against one is drawn unless the side to move can capture.

        By the official rules the game goes on, too, while every move lets the enemy capture.
        """
        if self._kings.bit_count() != 1 or self._enemy_kings.bit_count() != 1:
            return False
        if self._can_capture():
            return False
        return not self.game.official or not all(
            self.play(move)._can_capture() for move in self.legal_moves()
        )

    def agreements(self) -> tuple[Agreement, ...]:
        """A draw, as long as the game goes on."""
        return () if self.outcome() else super().agreements()

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Men and kings, White's first."""
        state = self.state
        for seat in (WHITE, BLACK):
            for kind, squares in (("man", state.men[seat]), ("king", state.kings[seat])):
                for bit in bits(squares):
                    yield POINTS[bit], Piece(seat, kind)

    def fen(self) -> str:
        """The field's FEN with the counters; ``frisian_fen`` describes it."""
        return frisian_fen.write(self.state)

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """The legal moves that typed squares describe. All captures have equally many squares."""
        if suffix:
            return
        moves = self.legal_moves()
        capture = self._capture_along(points) if moves and moves[0].captured else None
        fitting = []
        for move in moves:
            path = move.path
            if path[0] == points[0] and path[-1] == points[-1]:
                if capture and set(capture.captured) == set(move.captured):
                    yield move
                    return
                passed = iter(path)
                if all(point in passed for point in points):
                    fitting.append(move)
        if capture and self._takes_enough(capture):
            yield capture
        else:
            yield from fitting

    def _capture_along(self, points: Sequence[int]) -> Move | None:
        """The capture whose whole path was typed, legal or not."""
        start = BITS[points[0]]
        if not start & (self._men | self._kings):
            return None
        enemy = self._enemy_men | self._enemy_kings
        empty = SQUARES ^ (self._men | self._kings | enemy)
        jumps = Captures(start, bool(start & self._kings), enemy, empty)
        captured = jumps.walk(points)
        return Move("move", tuple(points), captured) if captured else None

    def _takes_enough(self, capture: Move) -> bool:
        """Whether a capture that is not listed takes as much as those that are.

        That happens only where the search came to its limit.
        """
        listed = self.legal_moves()[0]
        best, worth = self._worth(listed), self._worth(capture)
        man_for_king = self.game.official and self._is_king(listed) and not self._is_king(capture)
        return worth > best or (worth == best and not man_for_king)

    def _worth(self, capture: Move) -> int:
        captured = sum(BITS[point] for point in capture.captured)
        return value(captured, self._enemy_kings if self.game.official else 0)

    def _is_king(self, move: Move) -> bool:
        return bool(BITS[move.path[0]] & self._kings)

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Why no legal move fits, and what would be right."""
        point, in_a_row = self._counters.streaks[self.turn]
        enemy = self._enemy_men | self._enemy_kings
        situation = frisian_refusals.Situation(
            turn=self.turn,
            men=self._men,
            kings=self._kings,
            enemy=enemy,
            empty=SQUARES ^ (self._men | self._kings | enemy),
            precious=self._enemy_kings if self.game.official else 0,
            tired=BITS[point] if in_a_row == KING_MOVES_ALLOWED else 0,
            moves=self.legal_moves(),
            write=self.write,
        )
        return frisian_refusals.refusal(situation, points, suffix)


def _win(seat: int, reason: Text) -> Outcome:
    return Outcome((1, 2) if seat == WHITE else (2, 1), reason)


def _draw(reason: Text) -> Outcome:
    return Outcome((1, 1), reason)


_RESULTS: Final = {
    "white-resigned": _win(BLACK, Text("{seat} gave up.", seat=SEATS[WHITE].name)),
    "black-resigned": _win(WHITE, Text("{seat} gave up.", seat=SEATS[BLACK].name)),
    "agreed": _draw(Text("The players agreed on it.")),
    "repetition": _draw(Text("The same position stood for the third time.")),
}
