"""Positions of draughts: a variant overrides what is different, as data or as a method."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from typing import ClassVar, Self

from engine.board import Board
from engine.captures import STATES
from engine.draughts import fen
from engine.draughts.boards import DIAGONAL, DIAGONALLY_FORWARD, opposite
from engine.draughts.captures import ANYWHERE, Captures, Way
from engine.draughts.geometry import Geometry, as_set
from engine.draughts.light.counting import Counting
from engine.draughts.light.evaluation import Evaluation, Worth
from engine.draughts.light.layout import Layout
from engine.draughts.light.rules import LightRules
from engine.draughts.light.thinking import DraughtsThinking
from engine.draughts.notation import DraughtsNotation
from engine.draughts.refusals import Side
from engine.draughts.state import Limit, State, bits
from engine.duel import WHITE_AND_BLACK, Duel, draw, noted_results, win
from engine.game import Game
from engine.text import Text
from engine.values import Move, Outcome, Piece

WHITE, BLACK = WHITE_AND_BLACK


class DraughtsPosition(Duel):
    """A position of draughts for two, on any board of squares.

    Directions are those of the first seat, which sits at the bottom and whose men move up; the
    other seat's are the opposites. Sets of points are integers with one bit a point.
    """

    __slots__ = (
        "_counts",
        "_enemy_kings",
        "_enemy_men",
        "_kings",
        "_men",
        "_moves",
        "game",
        "result",
        "turn",
    )

    game: Game
    board: Board
    turn: int
    result: str

    # What a variant decides.

    seats = WHITE_AND_BLACK
    men: ClassVar[int]
    """The men a seat begins with, on the squares nearest to it; it never has more pieces."""
    free_behind: ClassVar[int] = 0
    """The squares behind the men that are free at the beginning."""
    man_steps: ClassVar[Sequence[int]] = DIAGONALLY_FORWARD
    man_jumps: ClassVar[Sequence[int]] = DIAGONAL
    king_lines: ClassVar[Sequence[int]] = DIAGONAL
    """The directions in which men step, in which men jump, and in which kings do both."""
    flying: ClassVar[bool] = True
    """Whether a king goes any distance, not one square like a man."""
    takes_most: ClassVar[bool] = True
    """Whether only the captures that take the most are legal, not all that go on to the end."""
    lifted_at_once: ClassVar[bool] = False
    """Whether a captured piece is lifted when it is jumped, not when the capture ends."""
    turns_back: ClassVar[bool] = True
    """Whether a jump may go back in the direction that the last one came from."""
    crowned_on_the_way: ClassVar[bool] = False
    """Whether a man that comes to the last row in a capture goes on as a king, not as a man."""
    one_piece_each: ClassVar[Text | None] = None
    """Why one piece each is a draw, unless the side to move can capture; None where it is not."""
    limits: ClassVar[tuple[Limit, ...]] = ()
    """What is counted towards a draw."""
    worth: ClassVar[Worth] = Worth(
        king=300, advance=range(0, 60, 3), centre=2, back_row=10, turn=5, drawish=3
    )
    """What counts for the computer."""

    def steps(self, start: int) -> Iterator[int]:
        """Yield the points to which the piece on ``start``, of the seat to move, may step."""
        empty = self._empty
        if not self._kings >> start & 1:
            for end in self._geometry.man_ends[self.turn][start]:
                if empty >> end & 1:
                    yield end
            return
        for ray in self._geometry.king_rays[start]:
            for end in ray:
                if not empty >> end & 1:
                    break
                yield end

    def jumps(self, start: int, way: Way) -> Iterator[Way]:
        """Yield the ways that are one jump longer than the way of the piece from ``start``."""
        point, captured, king, last = way
        geometry, last_row = self._geometry, self._geometry.last_row[self.turn]
        enemy = (self._enemy_men | self._enemy_kings) & ~captured
        free = self._empty | 1 << start
        if self.lifted_at_once:
            free |= captured
        back = ANYWHERE if last == ANYWHERE else opposite(last)
        lines = geometry.king_lines[point] if king else geometry.man_lines[self.turn][point]
        for direction, ray in lines:
            if direction == back:
                continue
            over = 0
            for there in ray:
                bit = 1 << there
                if over:
                    if not bit & free:
                        break
                    crowned = king or (self.crowned_on_the_way and bool(bit & last_row))
                    came = ANYWHERE if self.turns_back else direction
                    yield Way(there, captured | over, crowned, came)
                elif bit & enemy:
                    over = bit
                elif not bit & free:
                    break

    # The rest is the same for all.

    _geometry: ClassVar[Geometry]
    _form: ClassVar[fen.Format]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._geometry = Geometry(
            cls.board,
            men=cls.men,
            free_behind=cls.free_behind,
            man_steps=cls.man_steps,
            man_jumps=cls.man_jumps,
            king_lines=cls.king_lines,
            flying=cls.flying,
        )
        first, second = (str(seat.name)[0] for seat in cls.seats)
        cls._form = fen.Format(
            cls.board,
            (first, second),
            cls._geometry.last_row,
            cls.men,
            cls.limits,
            noted_results(cls.seats).keys(),
            fen.example(cls.board, first, cls.men),
            [1 << point for point in range(len(cls.board))],
        )

    @classmethod
    @cache
    def light(cls) -> tuple[LightRules, Layout]:
        """Return the tables that the search needs; they are made when it first asks for them."""
        layout = Layout(cls.board, diagonal=set(cls.king_lines) == set(DIAGONAL))
        rules = LightRules(
            layout,
            cls._geometry,
            flying=cls.flying,
            freely=not cls.takes_most,
            lifted=cls.lifted_at_once,
            turns_back=cls.turns_back,
            crowned_on_the_way=cls.crowned_on_the_way,
            one_piece_each=cls.one_piece_each is not None,
            counting=Counting(cls.limits, layout),
            evaluation=Evaluation(layout, cls.worth, cls.men),
        )
        return rules, layout

    def __init__(self, game: Game, state: State, result: str = "") -> None:
        own, enemy = state.turn, 1 - state.turn
        self.game = game
        self.turn = own
        self._men, self._kings = state.men[own], state.kings[own]
        self._enemy_men, self._enemy_kings = state.men[enemy], state.kings[enemy]
        self._counts = state.counts
        self.result = result
        self._moves: tuple[Move, ...] | None = None

    @classmethod
    def first(cls, game: Game) -> Self:
        """Return the position at the beginning of a game."""
        men = cls._geometry.first_men
        return cls(game, State(0, (men[0], men[1]), (0, 0), (0,) * len(cls.limits)))

    @classmethod
    def read(cls, game: Game, text: str) -> Self:
        """Return the position with that text. Raises InvalidPosition."""
        return cls(game, *fen.read(text, cls._form))

    @property
    def state(self) -> State:
        """All that the position is."""
        men, kings = (self._men, self._enemy_men), (self._kings, self._enemy_kings)
        if self.turn:
            men, kings = men[::-1], kings[::-1]
        return State(self.turn, men, kings, self._counts)

    @property
    def key(self) -> Hashable:
        """The pieces and whose turn it is."""
        return (self.turn, self._men, self._kings, self._enemy_men, self._enemy_kings)

    @property
    def _empty(self) -> int:
        return self._geometry.squares & ~(
            self._men | self._kings | self._enemy_men | self._enemy_kings
        )

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the captures, of which one must be made, or else the other moves."""
        moves = self._moves
        if moves is None:
            moves = self._moves = self._captures() or self._quiet_moves()
        return moves

    def _captures(self) -> tuple[Move, ...]:
        enemy = self._enemy_men | self._enemy_kings
        to_take = enemy.bit_count()
        starts = list(self._capturing(enemy))
        most = 0
        moves: list[Move] = []
        for start in starts:
            captures = self._captures_from(start)
            found = captures.search(to_take, STATES // len(starts))
            taken = found[0].captured.bit_count()
            if self.takes_most and taken != most:
                if taken < most:
                    continue
                most, moves = taken, []
            moves += map(captures.to, found)
        return tuple(moves)

    def _capturing(self, enemy: int) -> Iterator[int]:
        """Yield the points of the pieces that can capture."""
        geometry = self._geometry
        for pieces, within, king in (
            (self._men, geometry.beside, False),
            (self._kings, geometry.in_line if self.flying else geometry.beside, True),
        ):
            for bit in bits(pieces):
                start = bit.bit_length() - 1
                if enemy & within[start]:
                    for _ in self.jumps(start, Way(start, 0, king)):
                        yield start
                        break

    def _captures_from(self, start: int) -> Captures:
        return Captures(
            Way(start, 0, bool(self._kings >> start & 1)),
            lambda way: self.jumps(start, way),
            lying=not self.lifted_at_once,
            freely=not self.takes_most,
        )

    def _quiet_moves(self) -> tuple[Move, ...]:
        moves = []
        for bit in bits(self._men | self._kings):
            start = bit.bit_length() - 1
            moves += [_quiet(start, end) for end in self.steps(start)]
        return tuple(moves)

    def play(self, move: Move) -> Self:
        """Return the position after a legal move."""
        path = move.path
        start, end = 1 << path[0], 1 << path[-1]
        men, kings = self._men, self._kings
        enemy_men, enemy_kings = self._enemy_men, self._enemy_kings
        if start & kings:
            kings ^= start ^ end
        elif self._crowns(path):
            men ^= start
            kings |= end
        else:
            men ^= start ^ end
        if move.captured:
            left = ~as_set(move.captured)
            enemy_men &= left
            enemy_kings &= left
        after = object.__new__(type(self))
        after.game = self.game
        after.turn = 1 - self.turn
        after._men, after._kings = enemy_men, enemy_kings
        after._enemy_men, after._enemy_kings = men, kings
        after._counts = self._counts
        after.result = self.result
        after._moves = None
        if self.limits and (self._kings or self._enemy_kings):
            after._counts = self._counted(after)
        return after

    def _crowns(self, path: Sequence[int]) -> bool:
        """Return whether a man with that path becomes a king."""
        last_row = self._geometry.last_row[self.turn]
        if self.crowned_on_the_way:
            return any(last_row >> point & 1 for point in path)
        return bool(last_row >> path[-1] & 1)

    def _counted(self, after: Self) -> tuple[int, ...]:
        """Return the counts after a turn, none above its limit."""
        old, new = self.state, after.state
        return tuple(
            min(turns + 1, limit.turns) if limit.condition.holds(old, new) else 0
            for limit, turns in zip(self.limits, self._counts, strict=True)
        )

    def decided(self) -> Outcome | None:
        """Return the loss of who cannot move, or a draw."""
        name = self.seats[self.turn].name
        if not self._men | self._kings:
            return win(1 - self.turn, Text("{seat} has no pieces left.", seat=name))
        if not self.legal_moves():
            return win(1 - self.turn, Text("{seat} cannot move.", seat=name))
        for limit, turns in zip(self.limits, self._counts, strict=True):
            if turns >= limit.turns:
                return draw(limit.reason)
        reason = self.one_piece_each
        if reason and self.state.pieces == (1, 1) and not self.legal_moves()[0].captured:
            return draw(reason)
        return None

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Yield men and kings, the first seat's first."""
        state = self.state
        for seat in (0, 1):
            for kind, points in (("man", state.men[seat]), ("king", state.kings[seat])):
                for bit in bits(points):
                    yield bit.bit_length() - 1, Piece(seat, kind)

    def fen(self) -> str:
        """Return the field's FEN with what is counted; ``engine.draughts.fen`` describes it."""
        return fen.write(self.state, self.result, self._form)

    @property
    def notation(self) -> DraughtsNotation:
        """Paths of squares; a capture that is not listed can be typed as a whole."""
        return DraughtsNotation(self, self._side)

    @property
    def thinking(self) -> DraughtsThinking:
        """The light state."""
        return DraughtsThinking(self.state, self.legal_moves, *self.light())

    @property
    def pace(self) -> int:
        """The pace of its light states."""
        return 110

    def _side(self) -> Side:
        return Side(
            board=self.board,
            bits=self._form.bits,
            upward=not self.turn,
            men=self._men,
            kings=self._kings,
            enemy=self._enemy_men | self._enemy_kings,
            empty=self._empty,
            lines=self.king_lines,
            jumps=self.king_lines,
            flying=self.flying,
            takes_most=self.takes_most,
            along=lambda points: self._captures_from(points[0]).along(points),
        )


@cache
def _quiet(start: int, end: int) -> Move:
    """Return a move without capture; there are few, and each is played often."""
    return Move("move", (start, end))
