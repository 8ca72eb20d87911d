"""Positions of Frisian draughts: the public face of a state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from engine.capabilities.thinking import Thinking
from engine.draughts.refusals import Capture, Side
from engine.duel import WHITE_AND_BLACK, Duel, draw, win
from engine.game import Game
from engine.games.frisian import frisian_fen
from engine.games.frisian.board import (
    ALPHABETICAL,
    BITS,
    BLACK,
    BOARD,
    DIAGONALS,
    POINTS,
    SQUARES,
    WHITE,
    bits,
)
from engine.games.frisian.capture_search import first_steps, walk
from engine.games.frisian.frisian_state import IDLE_TURNS, TWO_KINGS_MOVES, FrisianState
from engine.games.frisian.move_codes import CAPTURE, PLACE_OF, QUIET_MOVES, end_of, start_of
from engine.games.frisian.notation import FrisianNotation, taken
from engine.text import Text
from engine.values import Move, Outcome, Piece


class FrisianPosition(Duel):
    """A position of Frisian draughts: a state, and the result if that does not show it."""

    __slots__ = ("_moves", "game", "result", "state", "turn")

    game: Game
    state: FrisianState
    turn: int
    result: str
    board = BOARD
    seats = WHITE_AND_BLACK

    def __init__(self, game: Game, state: FrisianState, result: str = "") -> None:
        self.game = game
        self.state = state
        self.turn = state.side
        self.result = result
        self._moves: tuple[Move, ...] | None = None

    @property
    def key(self) -> object:
        """The pieces, whose turn it is, and how often each side may still move its king."""
        return self.state.key()

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the captures that take the most; quiet moves if nothing can be captured.

        Captures by kings come first, quiet moves by men, in the order of their squares.
        """
        moves = self._moves
        if moves is None:
            codes = self.state.moves()
            if self.state.kings or (codes and codes[0] >= CAPTURE):
                moves = tuple(self._listed(codes))
            else:
                codes.sort()
                moves = tuple([QUIET_MOVES[code] for code in codes])
            self._moves = moves
        return moves

    def _listed(self, codes: list[int]) -> list[Move]:
        """Return the moves of these codes: captures, or moves among kings."""
        if codes and codes[0] >= CAPTURE:
            known = dict[int, dict[int, int]]()
            moves = [self._capture(code, known) for code in codes]
            if len(moves) > 1:
                moves.sort(key=self._rank)
            return moves
        kings = self.state.kings
        codes.sort(key=lambda code: CAPTURE if start_of(code) & kings else code)
        return [QUIET_MOVES[code] for code in codes]

    def move(self, code: int) -> Move:
        """Return the move that a code of the state means."""
        return QUIET_MOVES[code] if code < CAPTURE else self._capture(code, {})

    def _capture(self, code: int, known: dict[int, dict[int, int]]) -> Move:
        """Return the capture of a code; ``known`` are the first steps of captures by square."""
        position = self.state
        start, end, taken = start_of(code), end_of(code), position.captured(code)
        if not taken & taken - 1:
            return Move("move", (POINTS[start], POINTS[end]), (POINTS[taken],))
        free = SQUARES ^ position.own ^ position.enemy | start
        if start not in known:
            levels = position.search_of(start)
            king = start & position.kings != 0
            known[start] = first_steps(start, king, levels, position.enemy, free)
        path, captured = [POINTS[end]], []
        state = taken | end
        while taken:
            before = known[start][state]
            over = taken & ~before
            taken ^= over
            captured.append(POINTS[over])
            path.append(POINTS[before & free])
            state = before
        return Move("move", tuple(path[::-1]), tuple(captured[::-1]))

    def _rank(self, capture: Move) -> tuple[bool, int, list[int]]:
        """Return the place of a capture among others: by kings first, then by square and path."""
        start, *path = capture.path
        by_man = not BITS[start] & self.state.kings
        return by_man, start, [ALPHABETICAL[point] for point in path]

    def play(self, move: Move) -> Self:
        """Return the position after a legal move; captured pieces are taken off at its end."""
        _, path, captured, _, _ = move
        code = PLACE_OF[path[0]] << 6 | PLACE_OF[path[-1]]
        state = self.state.after(code, taken(captured)) if captured else self.state.play(code)
        return type(self)(self.game, state, self.result)

    def repeated(self) -> Self:
        """Return the position as drawn, when it stands for the third time.

        By the official rules it stays as it is: the draw is left to the players.
        """
        return self if self.state.counters.official else super().repeated()

    def decided(self) -> Outcome | None:
        """Return the loss of a player who cannot move, or a draw, or None."""
        state = self.state
        if not self.legal_moves():
            return self._lost()
        if not state.over():
            return None
        if state.counters.idle == IDLE_TURNS:
            return draw(
                Text("25 moves by each side in which only kings moved and nothing was captured.")
            )
        if state.counters.two_kings == TWO_KINGS_MOVES:
            return draw(Text("Two kings had seven moves to win against one."))
        return draw(Text("One king against one."))

    def _lost(self) -> Outcome:
        """Return the loss of the player who cannot move."""
        name = self.seats[self.turn].name
        if not self.state.own:
            reason = Text("{seat} has no pieces left.", seat=name)
        elif self.state.tired():
            reason = Text("{seat} has no move left: the king has made three in a row.", seat=name)
        else:
            reason = Text("{seat} cannot move.", seat=name)
        return win(1 - self.turn, reason)

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Return men and kings, White's first."""
        kings = self.state.kings
        for seat in (WHITE, BLACK):
            pieces = self.state.pieces(seat)
            for kind, squares in (("man", pieces & ~kings), ("king", pieces & kings)):
                for bit in bits(squares):
                    yield POINTS[bit], Piece(seat, kind)

    def fen(self) -> str:
        """Return the field's FEN with the counters; ``frisian_fen`` describes it."""
        return frisian_fen.write(self.state, self.result)

    @property
    def notation(self) -> FrisianNotation:
        """Paths of squares; a capture that is not listed can be typed as a whole."""
        return FrisianNotation(self, self._side, self.state)

    def _side(self) -> Side:
        state = self.state
        return Side(
            board=BOARD,
            bits=BITS,
            upward=self.turn == WHITE,
            men=state.own & ~state.kings,
            kings=state.own & state.kings,
            enemy=state.enemy,
            empty=SQUARES ^ state.own ^ state.enemy,
            lines=DIAGONALS,
            jumps=range(len(BOARD.steps)),
            flying=True,
            takes_most=True,
            along=self._capture_along,
        )

    def _capture_along(self, points: Sequence[int]) -> Capture | None:
        """Return the capture whose whole path the points are, legal or not."""
        state = self.state
        start = BITS[points[0]]
        free = SQUARES ^ state.own ^ state.enemy | start
        squares = [BITS[point] for point in points]
        captured = walk(squares, start & state.kings != 0, state.enemy, free)
        if not captured:
            return None
        pieces = tuple(POINTS[piece] for piece in captured)
        return Capture(Move("move", tuple(points), pieces), complete=True)

    @property
    def thinking(self) -> Thinking:
        """The state, and what its moves mean."""
        return FrisianThinking(self)

    @property
    def pace(self) -> int:
        """The pace of its states."""
        return 150


class FrisianThinking(Thinking):
    """How the computer thinks about a position: by its state."""

    def __init__(self, position: FrisianPosition) -> None:
        self._position = position

    def state(self) -> FrisianState:
        """Return the state of the position."""
        return self._position.state

    def move(self, code: int) -> Move:
        """Return the legal move of a code."""
        return self._position.move(code)
