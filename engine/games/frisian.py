"""Frisian draughts and Frysk!: the games and their positions."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final, Self

from engine.board import Board
from engine.errors import InvalidPosition
from engine.game import (
    Agreement,
    Game,
    Move,
    Option,
    Options,
    OptionValue,
    Outcome,
    Piece,
    Position,
    Seat,
)
from engine.games import frisian_fen
from engine.games.frisian_board import (
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
from engine.games.frisian_captures import Captures, capturing_kings, capturing_men
from engine.games.frisian_fen import (
    IDLE_TURNS,
    KING_MOVES_ALLOWED,
    NO_STREAK,
    TWO_KINGS_MOVES,
    Counters,
    State,
)
from engine.text import Text

SEATS: Final = (Seat(Text("White"), team=WHITE), Seat(Text("Black"), team=BLACK))
NOTHING_COUNTED: Final = Counters()


class FrisianPosition(Position):
    """A position of Frisian draughts: bit sets of men and kings of who moves and his enemy."""

    __slots__ = (
        "_counters",
        "_enemy_kings",
        "_enemy_men",
        "_game",
        "_kings",
        "_men",
        "_moves",
        "_turn",
    )

    def __init__(
        self,
        game: FrisianDraughts,
        turn: int,
        men: int,
        kings: int,
        enemy_men: int,
        enemy_kings: int,
        counters: Counters,
    ) -> None:
        self._game = game
        self._turn = turn
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
    def game(self) -> FrisianDraughts:
        return self._game

    @property
    def options(self) -> Options:
        return MappingProxyType({})

    @property
    def board(self) -> Board:
        return BOARD

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    @property
    def turn(self) -> int:
        return self._turn

    @property
    def state(self) -> State:
        """Men and kings by seat, whose turn it is, and what is counted."""
        men, kings = (self._men, self._enemy_men), (self._kings, self._enemy_kings)
        if self._turn == BLACK:
            men, kings = men[::-1], kings[::-1]
        return State(self._turn, men, kings, self._counters)

    @property
    def key(self) -> Hashable:
        """The pieces, whose turn it is, and how often each side may still move its king."""
        return (
            self._turn,
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
            self._game is other._game
            and self._men == other._men
            and self._enemy_men == other._enemy_men
            and self._kings == other._kings
            and self._enemy_kings == other._enemy_kings
            and self._turn == other._turn
            and self._counters == other._counters
        )

    def __hash__(self) -> int:
        return hash((self._men, self._enemy_men, self._kings, self._enemy_kings, self._turn))

    def __repr__(self) -> str:
        return f"<{self._game.name} {self.fen()}>"

    def legal_moves(self) -> tuple[Move, ...]:
        moves = self._moves
        if moves is None:
            # Capturing is compulsory.
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
        official = self._game.official
        precious = self._enemy_kings if official else 0
        best = 0
        moves: list[Move] = []
        for pieces, king in ((kings, True), (men, False)):
            if official and not king and moves:
                best += 1
            for piece in bits(pieces):
                value, captures = Captures(piece, king, enemy, empty, precious).best()
                if value > best:
                    best, moves = value, captures
                elif value == best:
                    moves += captures
        return tuple(moves)

    def _quiet_moves(self) -> tuple[Move, ...]:
        men, kings = self._men, self._kings
        empty = SQUARES ^ (men | kings | self._enemy_men | self._enemy_kings)
        moves: list[Move] = []
        if self._turn == WHITE:
            men &= empty << 6 | empty << 7
        else:
            men &= empty >> 6 | empty >> 7
        man_moves = MAN_MOVES[self._turn]
        while men:
            man = men & -men
            men ^= man
            before, by_empty = man_moves[man]
            moves += by_empty[empty & before]
        if kings:
            point, in_a_row = self._counters.streaks[self._turn]
            if in_a_row == KING_MOVES_ALLOWED:
                kings &= ~BITS[point]
            for king in bits(kings):
                for mask, diagonal in KING_MOVES[king]:
                    moves += diagonal[empty & mask]
        return tuple(moves)

    def play(self, move: Move) -> Self:
        _, path, captured, _, _ = move
        start, end = BITS[path[0]], BITS[path[-1]]
        men, kings = self._men, self._kings
        enemy_men, enemy_kings = self._enemy_men, self._enemy_kings
        king_moves = start & kings
        if king_moves:
            kings ^= start ^ end
        elif end & KING_ROWS[self._turn]:
            # A man that stops on the last row becomes a king.
            men ^= start
            kings |= end
        else:
            men ^= start ^ end
        for point in captured:
            enemy_men &= ~BITS[point]
            enemy_kings &= ~BITS[point]
        counters = self._counters
        after = type(self)(self._game, 1 - self._turn, enemy_men, enemy_kings, men, kings, counters)
        if kings or enemy_kings or counters is not NOTHING_COUNTED:
            after._counters = self._counted(move, bool(king_moves), after)
        return after

    def _counted(self, move: Move, king_moves: bool, after: Self) -> Counters:
        """The counters after a move; ``after`` has the pieces as they stand then."""
        turn, old = self._turn, self._counters
        quiet_king = king_moves and not move.captured
        two_kings = idle = 0
        if quiet_king and self._two_kings_against_one():
            two_kings = old.two_kings + (self._kings.bit_count() == 2)
        streaks = old.streaks
        if not self._game.official:
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
        return self._ended(("white-resigned", "black-resigned")[seat])

    def agree(self, agreement: Agreement) -> Self:
        return self._ended("agreed")

    def repeated(self) -> Self:
        """The third time is a draw; the official rules leave that to the players."""
        return self if self._game.official else self._ended("repetition")

    def _ended(self, result: str) -> Self:
        """This position with that result, unless the game is over already."""
        if self.outcome() is not None:
            return self
        return type(self).of(
            self._game, self.state._replace(counters=self._counters._replace(result=result))
        )

    def outcome(self) -> Outcome | None:
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
        name = SEATS[self._turn].name
        if not self._men | self._kings:
            reason = Text("{seat} has no pieces left.", seat=name)
        elif self._counters.streaks[self._turn][1] == KING_MOVES_ALLOWED:
            reason = Text("{seat} has no move left: the king has made three in a row.", seat=name)
        else:
            reason = Text("{seat} cannot move.", seat=name)
        return _win(1 - self._turn, reason)

    def _one_king_each_is_drawn(self) -> bool:
        """One king against one is drawn unless the side to move can capture.

        By the official rules the game goes on, too, while every move lets the enemy capture.
        """
        if self._kings.bit_count() != 1 or self._enemy_kings.bit_count() != 1:
            return False
        if self._can_capture():
            return False
        return not self._game.official or not all(
            self.play(move)._can_capture() for move in self.legal_moves()
        )

    def agreements(self) -> tuple[Agreement, ...]:
        return () if self.outcome() else super().agreements()

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        state = self.state
        for seat in (WHITE, BLACK):
            for kind, squares in (("man", state.men[seat]), ("king", state.kings[seat])):
                for bit in bits(squares):
                    yield POINTS[bit], Piece(seat, kind)

    def fen(self) -> str:
        return frisian_fen.write(self.state)

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        if suffix:
            return
        moves = [
            m for m in self.legal_moves() if (m.path[0], m.path[-1]) == (points[0], points[-1])
        ]
        whole = self._walked(points)
        for move in moves:
            if move.path == tuple(points) or set(move.captured) == whole:
                yield move
                return
        for move in moves:
            path = iter(move.path)
            if all(point in path for point in points):
                yield move

    def _walked(self, points: Sequence[int]) -> set[int] | None:
        """The pieces captured on a path, where it is one."""
        enemy = self._enemy_men | self._enemy_kings
        empty = SQUARES ^ (self._men | self._kings | enemy)
        start = BITS[points[0]]
        if not start & (self._men | self._kings):
            return None
        jumps = Captures(start, bool(start & self._kings), enemy, empty, 0)
        state = start
        for first, second in pairwise(points):
            for _, over, change in jumps.arcs(BITS[first]):
                if change == BITS[first] | over | BITS[second] and not over & state:
                    state ^= change
                    break
            else:
                return None
        return {POINTS[bit] for bit in bits(state & enemy)}

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        return Text("That move is not legal.")


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


class FrisianDraughts(Game):
    """Frisian draughts."""

    seats = (2,)
    options: Mapping[str, Option] = MappingProxyType({})
    example = "32-28"

    def __init__(self, name: str, title: Text, summary: Text, men: int, official: bool) -> None:
        self.name = name
        self.title = title
        self.summary = summary
        self.official = official
        self._start = State(
            WHITE,
            (sum(BITS[-men:]), sum(BITS[:men])),
            (0, 0),
            NOTHING_COUNTED,
        )

    def start(self, seats: int | None = None, **options: OptionValue) -> FrisianPosition:
        self._check(seats, options)
        return FrisianPosition.of(self, self._start)

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> FrisianPosition:
        self._check(seats, options)
        return FrisianPosition.of(self, frisian_fen.read(text, self.official))

    def _check(self, seats: int | None, options: Options) -> None:
        if options or seats not in (None, 2):
            raise InvalidPosition(Text("This game is for two and has no options."))


GAMES: Final = (
    FrisianDraughts("frisian", Text("Frisian draughts"), Text("TODO"), men=20, official=False),
    FrisianDraughts(
        "frisian-official",
        Text("Frisian draughts (official rules)"),
        Text("TODO"),
        men=20,
        official=True,
    ),
    FrisianDraughts("frysk", Text("Frysk!"), Text("TODO"), men=5, official=True),
)
