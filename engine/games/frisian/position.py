"""Positions of Frisian draughts: what may be played, and how the game ends."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Self

from engine.capabilities.thinking import Thinking
from engine.captures import STATES
from engine.draughts.refusals import Capture, Side
from engine.duel import WHITE_AND_BLACK, Duel, draw, win
from engine.game import Game
from engine.games.frisian import fen as frisian_fen
from engine.games.frisian.board import (
    BITS,
    BLACK,
    BOARD,
    DIAGONALS,
    KING_MOVES,
    KING_ROWS,
    MAN_JUMPS,
    MAN_MOVES,
    POINTS,
    SOUTH_EAST,
    SOUTH_WEST,
    SQUARES,
    WHITE,
    bits,
)
from engine.games.frisian.captures import Captures, KingCaptures
from engine.games.frisian.fen import (
    IDLE_TURNS,
    KING_MOVES_ALLOWED,
    NO_STREAK,
    NOTHING_COUNTED,
    TWO_KINGS_MOVES,
    Counters,
    State,
)
from engine.games.frisian.light.attacks import capturing_kings, jumping
from engine.games.frisian.notation import FrisianNotation, Official
from engine.text import Text
from engine.values import Move, Outcome, Piece


class Variant(Game):
    """One of the games: by the official rules or not."""

    official: bool


class FrisianPosition(Duel):
    """A position of Frisian draughts: bit sets of men and kings, of who moves and of the enemy."""

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

    game: Variant
    turn: int
    board = BOARD
    seats = WHITE_AND_BLACK

    def __init__(  # noqa: PLR0917 - made a million times a minute, and by position faster
        self,
        game: Variant,
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
    def of(cls, game: Variant, state: State) -> Self:
        """Return the position of a game in that state."""
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
        return (*self.state[:3], self._counters.streaks)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the captures that take the most; quiet moves where nothing can be captured."""
        moves = self._moves
        if moves is None:
            moves = self._moves = self._captures() or self._quiet_moves()
        return moves

    def _captures(self) -> tuple[Move, ...]:
        """Return the captures that take the most; among equals in value a king must capture."""
        enemy = self._enemy_men | self._enemy_kings
        empty = SQUARES ^ (self._men | self._kings | enemy)
        men = self._men & jumping(enemy, empty)
        kings = capturing_kings(self._kings, enemy, empty)
        if not men | kings:
            return ()
        official = self.game.official
        precious = self._enemy_kings if official else 0
        states = STATES // (men | kings).bit_count()
        best = (0, False)
        moves: list[Move] = []
        for pieces, king, kind in ((kings, True, KingCaptures), (men, False, Captures)):
            for piece in bits(pieces):
                worth, captures = kind(piece, MAN_JUMPS, enemy, empty).best(precious, states)
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
            men &= empty << SOUTH_WEST | empty << SOUTH_EAST
        else:
            men &= empty >> SOUTH_WEST | empty >> SOUTH_EAST
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
        """Return the position after a legal move; captured pieces are taken off at its end."""
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
        """Return the counters after a move; ``after`` has the pieces as they stand then."""
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

    def repeated(self) -> Self:
        """Return it drawn for the third time; the official rules leave that to the players."""
        return self if self.game.official else super().repeated()

    @property
    def result(self) -> str:
        """The result that was noted."""
        return self._counters.result

    def _with_result(self, result: str) -> Self:
        counters = self._counters._replace(result=result)
        return self.of(self.game, self.state._replace(counters=counters))

    def decided(self) -> Outcome | None:
        """Return the loss of who cannot move, or a draw."""
        counters = self._counters
        if not self.legal_moves():
            return self._lost()
        if counters.idle == IDLE_TURNS:
            return draw(
                Text("25 moves by each side in which only kings moved and nothing was captured.")
            )
        if self._men or self._enemy_men:
            return None
        if counters.two_kings == TWO_KINGS_MOVES:
            return draw(Text("Two kings had seven moves to win against one."))
        if self._one_king_each_is_drawn():
            return draw(Text("One king against one."))
        return None

    def _lost(self) -> Outcome:
        """Return the loss of the player who cannot move."""
        name = self.seats[self.turn].name
        if not self._men | self._kings:
            reason = Text("{seat} has no pieces left.", seat=name)
        elif self._counters.streaks[self.turn][1] == KING_MOVES_ALLOWED:
            reason = Text("{seat} has no move left: the king has made three in a row.", seat=name)
        else:
            reason = Text("{seat} cannot move.", seat=name)
        return win(1 - self.turn, reason)

    def _one_king_each_is_drawn(self) -> bool:
        """Return whether one king against one is drawn: unless the side to move can capture.

        By the official rules the game goes on, too, while every move lets the enemy capture.
        """
        if self._kings.bit_count() != 1 or self._enemy_kings.bit_count() != 1:
            return False
        if self._can_capture():
            return False
        return not self.game.official or not all(
            self.play(move)._can_capture() for move in self.legal_moves()
        )

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Return men and kings, White's first."""
        state = self.state
        for seat in (WHITE, BLACK):
            for kind, squares in (("man", state.men[seat]), ("king", state.kings[seat])):
                for bit in bits(squares):
                    yield POINTS[bit], Piece(seat, kind)

    @property
    def notation(self) -> FrisianNotation:
        """Paths of squares; a capture that is not listed can be typed as a whole."""
        official = None
        if self.game.official:
            point, in_a_row = self._counters.streaks[self.turn]
            tired = BITS[point] if in_a_row == KING_MOVES_ALLOWED else 0
            official = Official(self._enemy_kings, tired)
        return FrisianNotation(self, self._side, official)

    @property
    def thinking(self) -> Thinking:
        """Bit sets and moves as integers."""
        from engine.games.frisian.light.thinking import FrisianThinking  # noqa: PLC0415 - computers alone need it

        return FrisianThinking(self.state, self.game.official, self.legal_moves)

    @property
    def pace(self) -> int:
        """The pace of its light states."""
        return 150

    def _side(self) -> Side:
        enemy = self._enemy_men | self._enemy_kings
        return Side(
            board=BOARD,
            bits=BITS,
            upward=self.turn == WHITE,
            men=self._men,
            kings=self._kings,
            enemy=enemy,
            empty=SQUARES ^ (self._men | self._kings | enemy),
            lines=DIAGONALS,
            jumps=range(len(BOARD.steps)),
            flying=True,
            takes_most=True,
            along=self._capture_along,
        )

    def _capture_along(self, points: Sequence[int]) -> Capture | None:
        """Return the capture whose whole path the points are, legal or not."""
        start = BITS[points[0]]
        enemy = self._enemy_men | self._enemy_kings
        empty = SQUARES ^ (self._men | self._kings | enemy)
        kind = KingCaptures if start & self._kings else Captures
        captured = kind(start, MAN_JUMPS, enemy, empty).walk(points)
        return Capture(Move("move", tuple(points), captured), complete=True) if captured else None

    def fen(self) -> str:
        """Return the field's FEN with the counters; ``frisian_fen`` describes it."""
        return frisian_fen.write(self.state)
