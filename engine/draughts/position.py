"""Positions and games of draughts, to which a variant adds the differences in its rules.

A position is the public face of a ``DraughtsState``, which has the rules. It presents the state's
moves as paths of points, reads and writes positions, and explains refusals.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import ClassVar, NamedTuple, Self

from engine.board import Board
from engine.capabilities.captures import Captures, Listing
from engine.capabilities.thinking import Thinking
from engine.draughts.boards import DIAGONAL, DIAGONALLY_FORWARD, opposite
from engine.draughts.counting import Limit
from engine.draughts.evaluation import Worth
from engine.draughts.notation import (
    DraughtsNotation,
    Format,
    Pieces,
    example_text,
    read_pieces,
    write_pieces,
)
from engine.draughts.refusals import Capture, DraughtsAttempt, Side, Ways
from engine.draughts.state import DraughtsCaptures, DraughtsState, EveryJump
from engine.draughts.tables import CAPTURED, END, PLACE, Tables
from engine.game import WHITE_AND_BLACK, Duel, Game, draw, noted_results, win
from engine.position_text import chosen, count, unfitting
from engine.text import Text
from engine.values import Move, OptionValue, Outcome, Piece

WHITE, BLACK = WHITE_AND_BLACK


class _Step(NamedTuple):
    """A move without capture, and the key by which a list of moves is sorted."""

    order: tuple[int, int]
    move: Move


class DraughtsPosition(Duel):
    """A position of draughts for two, on any board of squares.

    Directions are those of the first seat, which sits at the bottom and whose men move up; the
    other seat's are the opposites.
    """

    __slots__ = ("_complete", "_moves", "game", "result", "state", "turn")

    game: Game
    board: Board
    turn: int
    state: DraughtsState
    result: str

    # The attributes that a variant sets

    seats = WHITE_AND_BLACK
    men: ClassVar[int]
    """Number of men with which a seat begins, on the squares nearest to it; no seat has more."""
    free_behind: ClassVar[int] = 0
    """Number of free squares behind the men at the beginning."""
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
    """Whether a man that reaches the last row in a capture goes on as a king, not as a man."""
    one_piece_each: ClassVar[Text | None] = None
    """Why one piece each is a draw if the side to move cannot capture; None if it is no draw."""
    limits: ClassVar[tuple[Limit, ...]] = ()
    """The limits of turns after which the game is drawn."""
    worth: ClassVar[Worth] = Worth(
        king=300, advance=range(0, 60, 3), centre=2, back_row=10, turn=5, drawish=3
    )
    """The weights of the computer's evaluation."""
    endings: ClassVar[tuple[str, int]] = ("", 0)
    """The name of the endgame tables, and the most pieces of the positions that they cover.

    Tables hold for the rules of the class that names them alone: they are not inherited.
    """
    rules: ClassVar[type[DraughtsState]] = DraughtsState
    """The class of states; override it for rules that the attributes above cannot express."""
    attempt: ClassVar[type[DraughtsAttempt]] = DraughtsAttempt
    """The class of attempted moves, which has the reasons for refusals."""

    # The parts that are the same for all variants

    _tables: ClassVar[Tables]
    _form: ClassVar[Format]
    _steps: ClassVar[tuple[dict[int, _Step], ...]]
    """All moves without capture by their codes: of the men of each side, and of kings."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "endings" not in cls.__dict__:
            cls.endings = DraughtsPosition.endings
        tables = cls._tables = Tables(
            cls.board,
            men=cls.men,
            free_behind=cls.free_behind,
            man_steps=cls.man_steps,
            man_jumps=cls.man_jumps,
            king_lines=cls.king_lines,
            flying=cls.flying,
            freely=not cls.takes_most,
            lifted=cls.lifted_at_once,
            turns_back=cls.turns_back,
            crowned_on_the_way=cls.crowned_on_the_way,
            one_piece_each=cls.one_piece_each is not None,
            overridden=cls.rules is not DraughtsState,
            limits=cls.limits,
            worth=cls.worth,
            endings=cls.endings,
        )
        first, second = (str(seat.name)[0] for seat in cls.seats)
        cls._form = Format(
            cls.board,
            (first, second),
            tables.last_row,
            cls.men,
            noted_results(cls.seats).keys(),
            example_text(cls.board, first, cls.men),
            tables.layout.bits,
        )
        kings = [
            [bit.bit_length() - 1 for line in lines for bit in line] for lines in tables.king_steps
        ]
        cls._steps = tuple(_known_steps(tables, ends) for ends in (*tables.man_ends, kings))

    def __init__(self, game: Game, state: DraughtsState, result: str = "") -> None:
        self.game = game
        self.state = state
        self.turn = state.side
        self.result = result
        self._moves: tuple[Move, ...] | None = None
        self._complete = True

    @classmethod
    def first(cls, game: Game) -> Self:
        """Return the position at the beginning of a game."""
        men = cls._tables.first_men
        return cls(game, cls.rules(cls._tables, 0, men[0], 0, men[1], 0, 0))

    @classmethod
    def read(cls, game: Game, text: str) -> Self:
        """Return the position with that text. Raises InvalidPosition."""
        keys = {*(limit.key for limit in cls.limits), "result"}
        (turn, men, kings), fields = read_pieces(text, keys, cls._form)
        tables = cls._tables
        own, enemy = ((men[seat], kings[seat]) for seat in (turn, 1 - turn))
        counting = tables.counting
        counts = [count(fields, limit.key, limit.turns) for limit in cls.limits]
        fits = counting.unpack(counting.after(0, *own, *enemy, *own, *enemy))
        for limit, turns, fitting in zip(cls.limits, counts, fits, strict=True):
            if turns and not (any(kings) and fitting):
                raise unfitting(fields, limit.key)
        state = cls.rules(tables, turn, *own, *enemy, counting.pack(counts))
        return cls(game, state, chosen(fields, "result", cls._form.results))

    @property
    def key(self) -> Hashable:
        """The pieces and the side to move, without the counts."""
        return self.state.key()

    # Moves

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the captures, of which one is compulsory, or else the moves without capture.

        They are in the order of the points where they start, captures by men before those by kings.
        """
        moves = self._moves
        if moves is None:
            moves = self._moves = self._listed()
        return moves

    @property
    def complete(self) -> bool:
        """Whether all captures are listed; of too many, only a sample is."""
        self.legal_moves()
        return self._complete

    def _listed(self) -> tuple[Move, ...]:
        state = self.state
        kings = state.kings
        listing, searches = Listing(), dict[int, Captures]()
        captures = state.captures(listing, searches)
        self._complete = listing.complete
        if captures:
            if len(captures) > 1:
                points = self._tables.layout.points
                captures.sort(key=lambda move: (kings >> (move & PLACE) & 1, points[move & PLACE]))
            return tuple(self._captures(captures, searches))
        steps = [self._step(code) for code in state.steps()]
        steps.sort()
        return tuple([step.move for step in steps])

    def _step(self, code: int) -> _Step:
        """Return the move without capture that a ``code`` of the state means."""
        known = self._steps[-1 if self.state.kings >> (code & PLACE) & 1 else self.turn]
        step = known.get(code)
        return _new_step(self._tables, code, len(self.board)) if step is None else step

    def _captures(self, codes: list[int], searches: Mapping[int, Captures]) -> list[Move]:
        """Return the captures with these codes, found by these searches.

        Raises LookupError for a capture that they did not find.
        """
        last: dict[int, int] = {}
        for start, search in searches.items():
            for way in self.state.complete(search):
                last.setdefault(way & ~PLACE | start, way)
        return [
            self._capture(searches[code & PLACE].path(last[code], (code >> CAPTURED).bit_count()))
            for code in codes
        ]

    def _capture(self, ways: Sequence[int]) -> Move:
        """Return the capture along these ways."""
        points = self._tables.layout.points
        taken = [(after ^ way) >> CAPTURED for way, after in pairwise(ways)]
        return Move(
            "move",
            tuple([points[way >> END & PLACE] for way in ways]),
            tuple([points[bit.bit_length() - 1] for bit in taken]),
        )

    def move(self, code: int) -> Move:
        """Return the move that a ``code`` of the state means. Raises LookupError if it has none."""
        if not code >> CAPTURED:
            return self._step(code).move
        for listing in (Listing(), None):  # of too many captures, each finds a different sample
            searches = dict[int, Captures]()
            self.state.captures(listing, searches)
            with suppress(LookupError):
                return self._captures([code], searches)[0]
        raise LookupError(code)

    def code(self, move: Move) -> int:
        """Return the code of a move in the state."""
        places = self._tables.layout.places
        path = move.path
        code = places[path[0]] | places[path[-1]] << END
        return code | self._tables.layout.of(move.captured) << CAPTURED

    def play(self, move: Move) -> Self:
        """Return the position after a legal move."""
        after = object.__new__(type(self))
        after.game = self.game
        after.state = self.state.play(self.code(move))
        after.turn = 1 - self.turn
        after.result = self.result
        after._moves = None
        after._complete = True
        return after

    def continued(self) -> Self:
        """Return the position without a noted result, and with all counts at zero."""
        turn, men, kings = self.sets()
        own, enemy = ((men[seat], kings[seat]) for seat in (turn, 1 - turn))
        return type(self)(self.game, self.rules(self._tables, turn, *own, *enemy, 0))

    # The result and the pieces

    def decided(self) -> Outcome | None:
        """Return the loss of a player who cannot move, or a draw; None while the game goes on."""
        state = self.state
        name = self.seats[self.turn].name
        if not state.men | state.kings:
            return win(1 - self.turn, Text("{seat} has no pieces left.", seat=name))
        if not self.legal_moves():
            return win(1 - self.turn, Text("{seat} cannot move.", seat=name))
        return draw(self.why_drawn()) if state.over() else None

    def why_drawn(self) -> Text:
        """Return the reason for a draw on the board.

        A variant whose games end in other draws overrides this; if it does not, NotImplementedError
        is raised.
        """
        counts = self._tables.counting.unpack(self.state.counts)
        for limit, turns in zip(self.limits, counts, strict=True):
            if turns >= limit.turns:
                return self.game.document.draws[limit.key]
        if self.one_piece_each is None:
            raise NotImplementedError(
                "A variant whose games end otherwise says why they are drawn."
            )
        return self.one_piece_each

    def sets(self) -> Pieces:
        """Return the seat to move, and men and kings by seat as sets."""
        state = self.state
        own, enemy = (state.men, state.kings), (state.enemy_men, state.enemy_kings)
        first, second = (enemy, own) if self.turn else (own, enemy)
        return Pieces(self.turn, (first[0], second[0]), (first[1], second[1]))

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Yield men and kings, the first seat's first."""
        _, men, kings = self.sets()
        for seat in (0, 1):
            for kind, points in (("man", men[seat]), ("king", kings[seat])):
                for point in self._tables.layout.points_in(points):
                    yield point, Piece(seat, kind)

    def piece_on(self, point: int) -> Piece | None:
        """Return the piece on a point, None if there is none."""
        state, bit = self.state, self._tables.layout.bits[point]
        if bit & (state.men | state.kings):
            return Piece(self.turn, "king" if bit & state.kings else "man")
        if bit & (state.enemy_men | state.enemy_kings):
            return Piece(1 - self.turn, "king" if bit & state.enemy_kings else "man")
        return None

    def fen(self) -> str:
        """Return the usual FEN, with fields for the counts and a noted result."""
        counts = self._tables.counting.unpack(self.state.counts)
        fields: dict[str, str | int] = {
            limit.key: turns for limit, turns in zip(self.limits, counts, strict=True)
        }
        return write_pieces(self.sets(), fields | {"result": self.result}, self._form)

    # Capabilities

    @property
    def notation(self) -> DraughtsNotation:
        """Paths of squares; a capture that is not listed can be typed as a whole."""
        return DraughtsNotation(self, self._side, self.attempt)

    @property
    def thinking(self) -> Thinking[DraughtsState]:
        """The state, which the computer searches."""
        return Thinking(self.state, self.move)

    @property
    def pace(self) -> int:
        """The pace of a search of ``DraughtsState``, in thousands of nodes a second."""
        return 110

    def _side(self) -> Side:
        state = self.state
        return Side(
            board=self.board,
            bits=self._form.bits,
            upward=not self.turn,
            men=state.men,
            kings=state.kings,
            enemy=state.enemy_men | state.enemy_kings,
            empty=state.empty,
            man=self._man_ways(),
            king=Ways(self.king_lines, self.king_lines, self.flying),
            crowned_on_the_way=self.crowned_on_the_way,
            lifted_at_once=self.lifted_at_once,
            takes_most=self.takes_most,
            along=self._capture_along,
            enemy_kings=state.enemy_kings,
            takeable=state.takeable(False, state.enemy_men, state.enemy_kings),
            prefers=self._prefers,
        )

    def _man_ways(self) -> Ways:
        steps, jumps = self.man_steps, self.man_jumps
        if self.turn:
            return Ways([opposite(way) for way in steps], [opposite(way) for way in jumps])
        return Ways(steps, jumps)

    def _capture_along(self, points: Sequence[int]) -> Capture | None:
        """Return the capture of an own piece with that path, complete or not; None for none."""
        state = self.state
        start, *rest = (self._tables.layout.places[point] for point in points)
        king = state.kings >> start & 1 != 0
        enemy = state.takeable(king, state.enemy_men, state.enemy_kings)
        free = state.empty | 1 << start
        jumps = EveryJump(state, enemy, free)
        ways = jumps.along(state.way(start), rest)
        if len(ways) < len(points):
            return None
        *_, before, last = ways
        chosen = last in DraughtsCaptures(state, enemy, free).onward(before)
        return Capture(self._capture(ways), chosen and not jumps.onward(last))

    def _prefers(self, capture: Move, other: Move) -> bool:
        """Return whether a complete capture is legal beside another legal capture."""
        code = self.code(capture)
        return code in self.state.preferred([self.code(other), code])


def _known_steps(tables: Tables, ends: Sequence[Sequence[int]]) -> dict[int, _Step]:
    """Return moves without capture by their codes; ``ends`` has the final places by first place."""
    return {
        place | end << END: _new_step(tables, place | end << END, order)
        for place in tables.layout.places
        for order, end in enumerate(ends[place])
    }


def _new_step(tables: Tables, code: int, order: int) -> _Step:
    """Return a step with its rank, ``order``, among the steps from its point."""
    points = tables.layout.points
    start, end = points[code & PLACE], points[code >> END & PLACE]
    return _Step((start, order), Move("move", (start, end)))


class Draughts(Game):
    """A draughts game for two, without options; the rules belong to its positions."""

    position: type[DraughtsPosition]
    """The class of its positions, which define how pieces move and capture."""

    def start(self, seats: int | None = None, **options: OptionValue) -> DraughtsPosition:
        """Return the starting position."""
        self.settle(seats, options)
        return self.position.first(self)

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> DraughtsPosition:
        """Return the position written in the usual FEN. Raises InvalidPosition."""
        self.settle(seats, options)
        return self.position.read(self, text)
