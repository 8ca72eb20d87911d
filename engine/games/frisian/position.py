"""Positions of Frisian draughts: their moves, refusals and texts, on top of a state.

The text of a position is the field's FEN, then the counters: ``W:W28,K46:BK43 two-kings=3``. That
is the side to move, the men and kings (``K``) of each side, singly or as ranges, and ``key=value``
fields, all optional:

``white-king=46:2``, ``black-king=5:3``
    the king that made that side's last moves, and their number in a row without a capture;
``two-kings=3``
    moves that the side with two kings has made since nothing but these and one king is left;
``idle=12``
    turns since a man moved or a piece was captured;
``result=agreed``
    the result, if the position does not show it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Self

from engine import position_text
from engine.capabilities.captures import Captures, Listing, capture
from engine.capabilities.notation import Readable
from engine.capabilities.refusals import Attempt, Typed
from engine.capabilities.thinking import Thinking
from engine.draughts.boards import DIAGONALLY_FORWARD, opposite
from engine.draughts.notation import (
    DraughtsNotation,
    Format,
    Pieces,
    example_text,
    read_pieces,
    write_pieces,
)
from engine.draughts.refusals import Capture, DraughtsAttempt, Side, Ways
from engine.game import WHITE_AND_BLACK, Duel, Game, draw, noted_results, win
from engine.games.frisian.board import (
    ALPHABETICAL,
    BITS,
    BLACK,
    BOARD,
    DIAGONALS,
    KING_ROWS,
    POINTS,
    SETS,
    SQUARES,
    WHITE,
)
from engine.games.frisian.capture_search import PieceCaptures
from engine.games.frisian.counters import (
    IDLE_TURNS,
    KING_MOVES_ALLOWED,
    NOTHING_COUNTED,
    TWO_KINGS_MOVES,
    Counters,
)
from engine.games.frisian.move_codes import CAPTURE, PLACE_OF, QUIET_MOVES, end_of, start_of
from engine.games.frisian.state import FrisianState
from engine.text import Text, counted
from engine.values import Move, Outcome, Piece

_ALL_WAYS: Final = range(len(BOARD.steps))
_MAN_STEPS: Final = (DIAGONALLY_FORWARD, [opposite(way) for way in DIAGONALLY_FORWARD])
"""``_ALL_WAYS`` are the directions of jumps; ``_MAN_STEPS`` are those of men's steps, by seat."""


class FrisianPosition(Duel):
    """A position of Frisian draughts: a state, and the result if the state does not show it."""

    __slots__ = ("_complete", "_moves", "game", "result", "state", "turn")

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
        self._complete = True

    @property
    def key(self) -> object:
        """The pieces, the turn, and each side's count of king moves in a row."""
        state = self.state
        if state.counters.king or state.counters.enemy_king:
            return state.key()
        # A number made of this tuple is stored: keep its order. The search has shorter keys.
        return state.own, state.enemy, state.kings, state.side

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the captures that take the most; quiet moves if nothing can be captured.

        Captures by kings come before those by men, quiet moves by men before those by kings, each
        in the order of their squares.
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

    @property
    def complete(self) -> bool:
        """Whether all captures are listed; if there are too many, the list is a sample."""
        self.legal_moves()
        return self._complete

    def _listed(self, codes: list[int]) -> list[Move]:
        """Return the moves of these codes: captures, or moves among kings."""
        if codes and codes[0] >= CAPTURE:
            state = self.state
            if state.has_many():
                listing = Listing()
                state, codes = state.listed(listing)
                self._complete = listing.complete
            known = dict[int, Captures]()
            moves = [_capture(state, code, known) for code in codes]
            if len(moves) > 1:
                moves.sort(key=self._rank)
            return moves
        kings = self.state.kings
        codes.sort(key=lambda code: CAPTURE if start_of(code) & kings else code)
        return [QUIET_MOVES[code] for code in codes]

    def move(self, code: int) -> Move:
        """Return the move for a code of the state."""
        return QUIET_MOVES[code] if code < CAPTURE else _capture(self.state, code, {})

    def _rank(self, capture: Move) -> tuple[bool, int, list[int]]:
        """Return the sort key of a capture: captures by kings first, then by square and path."""
        start, *path = capture.path
        by_man = not BITS[start] & self.state.kings
        return by_man, start, [ALPHABETICAL[point] for point in path]

    def play(self, move: Move) -> Self:
        """Return the position after a legal move; captured pieces are taken off at its end."""
        _, path, captured, _, _ = move
        code = PLACE_OF[path[0]] << 6 | PLACE_OF[path[-1]]
        state = self.state.after(code, SETS.of(captured)) if captured else self.state.play(code)
        return type(self)(self.game, state, self.result)

    def repeated(self) -> Self:
        """Return the position as a draw by its third occurrence.

        By the official rules the position is unchanged: the draw is left to the players.
        """
        return self if self.state.counters.official else super().repeated()

    def continued(self) -> Self:
        """Return the position without a noted result; only kings' moves in a row still count."""
        state, counters = self.state, self.state.counters
        white, black = state.pieces(WHITE), state.pieces(BLACK)
        kings = state.kings
        streaks = (
            counters.king,
            counters.in_a_row,
            counters.enemy_king,
            counters.enemy_in_a_row,
        )
        kept = FrisianState.of(
            self.turn,
            (white & ~kings, black & ~kings),
            (white & kings, black & kings),
            Counters(counters.official, *streaks, 0, 0),
        )
        return type(self)(self.game, kept)

    def decided(self) -> Outcome | None:
        """Return the loss of a player who cannot move, or a draw, None while the game goes on."""
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
        """Yield men and kings with their points, White's first."""
        kings = self.state.kings
        for seat in (WHITE, BLACK):
            pieces = self.state.pieces(seat)
            for kind, squares in (("man", pieces & ~kings), ("king", pieces & kings)):
                for point in SETS.points_in(squares):
                    yield point, Piece(seat, kind)

    def piece_on(self, point: int) -> Piece | None:
        """Return the piece on a point, None if there is none."""
        state, bit = self.state, BITS[point]
        if not bit & (state.own | state.enemy):
            return None
        seat = self.turn if bit & state.own else 1 - self.turn
        return Piece(seat, "king" if bit & state.kings else "man")

    def fen(self) -> str:
        """Return the field's FEN with the counters."""
        return _written(self.state, self.result)

    @property
    def notation(self) -> FrisianNotation:
        """The reader and writer of its moves; a capture outside the list can be typed in full."""
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
            man=Ways(_MAN_STEPS[self.turn], _ALL_WAYS),
            king=Ways(DIAGONALS, _ALL_WAYS, flying=True),
            takes_most=True,
            along=self._capture_along,
        )

    def _capture_along(self, points: Sequence[int]) -> Capture | None:
        """Return the capture along a whole path, legal or not."""
        state = self.state
        start = BITS[points[0]]
        free = SQUARES ^ state.own ^ state.enemy | start
        jumps = PieceCaptures(start & state.kings != 0, state.enemy, free)
        states = jumps.along(start, [BITS[point] for point in points[1:]])
        if len(states) < len(points):
            return None
        return Capture(capture(SETS, states, free), complete=True)

    @property
    def thinking(self) -> Thinking[FrisianState]:
        """The state, with the meaning of its moves."""
        return Thinking(self.state, self.move)

    @property
    def pace(self) -> int:
        """Measured speed of a search in pure Python, in thousands of nodes a second."""
        return 150

    @property
    def usual_moves(self) -> int:
        """Usual number of a seat's moves: five men a side, as in Frysk!, make a short game."""
        return 30 if self.game.name == "frysk" else super().usual_moves


def _capture(position: FrisianState, code: int, known: dict[int, Captures]) -> Move:
    """Return the capture of a code; ``known`` keeps the searches by the starting square."""
    start, end, taken = start_of(code), end_of(code), position.captured(code)
    if not taken & taken - 1:
        return Move("move", (POINTS[start], POINTS[end]), (POINTS[taken],))
    if start not in known:
        known[start] = position.search_of(start)
    states = known[start].path(taken | end, taken.bit_count())
    return capture(SETS, states, SQUARES ^ position.own ^ position.enemy | start)


# How moves are read and refused


class FrisianNotation(DraughtsNotation):
    """Notation by paths of squares; captures are ranked as in the state."""

    def __init__(self, position: Readable, side: Callable[[], Side], state: FrisianState) -> None:
        super().__init__(position, side)
        self._state = state

    def takes_enough(self, capture: Move, listed: Move) -> bool:
        """Return whether a capture is worth as much as the listed ones."""
        return self._rank(capture) >= self._rank(listed)

    def _rank(self, capture: Move) -> int:
        return self._state.rank(BITS[capture.path[0]], SETS.of(capture.captured))

    def attempt(self, typed: Typed) -> DraughtsAttempt:
        """Return an attempted move with the checks of this game."""
        if self._state.counters.official:
            return OfficialAttempt(typed, self.side, self._state)
        return DraughtsAttempt(typed, self.side)


class OfficialAttempt(DraughtsAttempt):
    """An attempted move by the official rules."""

    def __init__(self, typed: Typed, side: Side, position: FrisianState) -> None:
        super().__init__(typed, side)
        self._position = position

    def not_best(self) -> Text | None:
        """Return the refusal that another capture is more valuable, or that a king must make it."""
        most, moves = SETS.of(self.moves[0].captured), self.captures
        captured = SETS.of(self.capture.move.captured) if self.capture else 0
        if captured and self._position.value(captured) == self._position.value(most):
            return Text(
                "Where a king and a man can capture the same, the king must: {moves}.", moves=moves
            )
        precious = self._position.precious()
        if not (captured | most) & precious:
            return None
        return Text(
            "You must make the most valuable capture, of {pieces}: {moves}.",
            pieces=_pieces(most & ~precious, most & precious),
            moves=moves,
        )

    def tired(self) -> Text | None:
        """Return the refusal that a king is tired and may only capture."""
        if self.must_capture or not BITS[self.start] & self._position.tired():
            return None
        return self.because(
            "The king on {square} has made three moves in a row and may only capture until "
            "another of your pieces moves: `{move}` is a move.",
            square=self.start,
        )

    compulsory = (not_best, *DraughtsAttempt.compulsory)
    checks = (
        Attempt.no_move,
        DraughtsAttempt.not_own,
        Attempt.nothing_chosen,
        DraughtsAttempt.never,
        tired,
        DraughtsAttempt.in_the_way,
        DraughtsAttempt.capture_first,
        DraughtsAttempt.no_capture,
    )


def _pieces(men: int, kings: int) -> Text:
    men_text = counted("{count} man", "{count} men", men.bit_count())
    kings_text = counted("{count} king", "{count} kings", kings.bit_count())
    if men and kings:
        return Text("{men} and {kings}", men=men_text, kings=kings_text)
    return kings_text if kings else men_text


# Texts of positions

_STREAK = re.compile(r"([0-9]{1,3}):([0-9]{1,3})")
_STREAKS = ("white-king", "black-king")

_FORMAT: Final = Format(
    BOARD,
    ("W", "B"),
    KING_ROWS,
    len(BOARD),
    noted_results(WHITE_AND_BLACK).keys(),
    example_text(BOARD, "W", 20),
    BITS,
)

Streak = tuple[int, int]
"""The king that a side moved last, and its moves in a row without capturing; zeros if none."""


def _written(state: FrisianState, result: str) -> str:
    """Return the text of a position: a state, and the noted result if there is one."""
    counters = state.counters
    mine = (counters.king, counters.in_a_row)
    theirs = (counters.enemy_king, counters.enemy_in_a_row)
    streaks = (mine, theirs) if state.side == WHITE else (theirs, mine)
    fields: dict[str, str | int] = {
        key: f"{BOARD.names[POINTS[king]]}:{moves}" if king else ""
        for key, (king, moves) in zip(_STREAKS, streaks, strict=True)
    }
    fields |= {"two-kings": counters.two_kings, "idle": counters.idle, "result": result}
    white, black = state.pieces(WHITE), state.pieces(BLACK)
    kings = state.kings
    pieces = Pieces(state.side, (white & ~kings, black & ~kings), (white & kings, black & kings))
    return write_pieces(pieces, fields, _FORMAT)


def read_position(text: str, official: bool) -> tuple[FrisianState, str]:
    """Return the state and the result in a position's text. Raises InvalidPosition.

    ``official`` selects the rules, and with them the counters that the text may have.
    """
    keys = ("two-kings", "result", *(_STREAKS if official else ("idle",)))
    pieces, fields = read_pieces(text, keys, _FORMAT)
    turn, men, kings = pieces
    if not fields:
        return FrisianState.of(turn, men, kings, NOTHING_COUNTED[official]), ""
    streaks = (_streak(fields, WHITE, pieces), _streak(fields, BLACK, pieces))
    two_kings = position_text.count(fields, "two-kings", TWO_KINGS_MOVES)
    idle = position_text.count(fields, "idle", IDLE_TURNS)
    result = position_text.chosen(fields, "result", _FORMAT.results)
    if "two-kings" in fields and (any(men) or sorted(map(int.bit_count, kings)) != [1, 2]):
        raise position_text.unfitting(fields, "two-kings")
    if "idle" in fields and not any(kings):
        raise position_text.unfitting(fields, "idle")
    counters = Counters(official, *streaks[turn], *streaks[1 - turn], two_kings, idle)
    return FrisianState.of(turn, men, kings, counters), result


def _streak(fields: Mapping[str, str], seat: int, pieces: Pieces) -> Streak:
    """Return a side's streak in the fields, zeros if they have none. Raises InvalidPosition."""
    key = _STREAKS[seat]
    if key not in fields:
        return 0, 0
    match = _STREAK.fullmatch(fields[key])
    point, moves = (int(match[1]) - 1, int(match[2])) if match else (-1, 0)
    king = BITS[point] & pieces.kings[seat] if 0 <= point < len(BITS) else 0
    if not king or not pieces.men[seat] or not 1 <= moves <= KING_MOVES_ALLOWED:
        raise position_text.unfitting(fields, key)
    return king, moves
