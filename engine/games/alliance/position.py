"""Positions of Dames-Alliance: what may be played, and how the game ends."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Self

from engine import drafts
from engine.errors import InvalidMove
from engine.game import Agreement, Draft, Move, Options, Outcome, Piece, Position, Seat
from engine.games.alliance import fen, refusals
from engine.games.alliance.board import (
    BITS,
    BLACK,
    BOARD,
    CROSSES,
    KING_MOVES,
    MAN_MOVES,
    POINTS,
    PROMOTED,
    RANKS,
    SQUARES,
    WHITE,
    bits,
    forms,
)
from engine.games.alliance.captures import Captures, longest, takeable_by
from engine.games.alliance.fen import State
from engine.games.alliance.setup import TYPED, by_turn, hidden, with_crosses
from engine.text import Text, counted, joined

if TYPE_CHECKING:
    from engine.games.alliance.game import DamesAlliance

SEATS: Final = (Seat(Text("White"), team=WHITE), Seat(Text("Black"), team=BLACK))

COUNT: Final = Agreement("count", Text("a count of the kings"))
"""Once both sides have only kings the players may agree that more kings win."""


class AlliancePosition(Position):
    """A position: bit sets of who moves and of his enemy, men by their cross and kings.

    While the players set the crosses, the men without one are ``_unset``, White's and Black's.
    """

    __slots__ = (
        "_diagonal",
        "_enemy_diagonal",
        "_enemy_kings",
        "_enemy_orthogonal",
        "_idle",
        "_kings",
        "_moves",
        "_orthogonal",
        "_result",
        "_unset",
        "game",
        "options",
        "turn",
    )

    game: DamesAlliance
    options: Options
    turn: int
    board = BOARD
    seats = SEATS

    def __init__(self, game: DamesAlliance, options: Options, state: State) -> None:
        self.game = game
        self.options = options
        self.turn = turn = state.turn
        self._diagonal, self._enemy_diagonal = by_turn(state.diagonal, turn)
        self._orthogonal, self._enemy_orthogonal = by_turn(state.orthogonal, turn)
        self._kings, self._enemy_kings = by_turn(state.kings, turn)
        self._unset = state.unset
        self._idle = state.idle
        self._result = state.result
        self._moves: tuple[Move, ...] | None = None

    @property
    def state(self) -> State:
        """The pieces by seat, whose turn it is, and what is counted."""
        turn = self.turn
        return State(
            turn,
            by_turn((self._diagonal, self._enemy_diagonal), turn),
            by_turn((self._orthogonal, self._enemy_orthogonal), turn),
            by_turn((self._kings, self._enemy_kings), turn),
            self._unset,
            self._idle,
            self._result,
        )

    def _with(self, state: State) -> Self:
        return type(self)(self.game, self.options, state)

    @property
    def key(self) -> Hashable:
        """The pieces with their crosses, and whose turn it is."""
        return (
            self.turn,
            self._diagonal,
            self._orthogonal,
            self._kings,
            self._enemy_diagonal,
            self._enemy_orthogonal,
            self._enemy_kings,
            self._unset,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AlliancePosition):
            return NotImplemented
        return (
            self.game is other.game
            and self.key == other.key
            and self._idle == other._idle
            and self._result == other._result
            and self.options == other.options
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.fen()}>"

    # Moves

    @property
    def _own(self) -> dict[str, int]:
        """The pieces of who moves: men by their cross, kings as ``""``."""
        return {"x": self._diagonal, "+": self._orthogonal, "": self._kings}

    @property
    def _enemy_men(self) -> int:
        return self._enemy_diagonal | self._enemy_orthogonal

    @property
    def _empty(self) -> int:
        own = self._diagonal | self._orthogonal | self._kings | self._unset[self.turn]
        enemy = self._enemy_men | self._enemy_kings | self._unset[1 - self.turn]
        return SQUARES ^ (own | enemy)

    def legal_moves(self) -> tuple[Move, ...]:
        """The captures that take the most pieces; other moves where nothing can be captured."""
        moves = self._moves
        if moves is None:
            if self._is_set_up:
                moves = self._captures() or self._quiet_moves()
            else:
                moves = self._crosses_to_set()
            self._moves = moves
        return moves

    def _crosses_to_set(self) -> tuple[Move, ...]:
        return tuple(
            Move("place", (POINTS[man],), suffix=cross)
            for man in bits(self._unset[self.turn])
            for cross in CROSSES
        )

    def _captures(self) -> tuple[Move, ...]:
        """The captures that take the most; a man may be turned at the end of his."""
        return tuple(
            Move("move", path, captured, suffix=suffix)
            for cross, (path, captured) in longest(
                self._own, self._enemy_men, self._enemy_kings, self._empty
            )
            for suffix in (forms(self.turn, cross, path[-1]) if cross else ("",))
        )

    def _quiet_moves(self) -> tuple[Move, ...]:
        empty = self._empty
        moves: list[Move] = []
        tables = MAN_MOVES[self.turn]
        for pieces, table in (
            (self._diagonal, tables["x"]),
            (self._orthogonal, tables["+"]),
            (self._kings, KING_MOVES),
        ):
            for piece in bits(pieces):
                around, by_empty = table[piece]
                moves += by_empty[empty & around]
        return tuple(moves)

    def play(self, move: Move) -> Self:
        """The position after a legal move; jumped pieces are lifted at its end."""
        kind, path, captured, _, suffix = move
        start, end = BITS[path[0]], BITS[path[-1]]
        if kind == "place":
            return self._placed(start, suffix)
        left = ~sum(BITS[point] for point in captured)
        diagonal, orthogonal, kings = self._diagonal, self._orthogonal, self._kings
        changes_rank = path[0] // RANKS != path[-1] // RANKS
        if start & kings:
            changes_rank = False
            kings ^= start ^ end
        else:
            cross = "x" if start & diagonal else "+"
            diagonal &= ~start
            orthogonal &= ~start
            if suffix == PROMOTED:
                kings |= end
            elif (suffix or cross) == "x":
                diagonal |= end
            else:
                orthogonal |= end
        idle = 0 if captured or changes_rank else min(self._idle + 1, self._most_idle)
        after = object.__new__(type(self))
        after.game = self.game
        after.options = self.options
        after.turn = 1 - self.turn
        after._diagonal = self._enemy_diagonal & left
        after._orthogonal = self._enemy_orthogonal & left
        after._kings = self._enemy_kings & left
        after._enemy_diagonal = diagonal
        after._enemy_orthogonal = orthogonal
        after._enemy_kings = kings
        after._unset = self._unset
        after._idle = idle
        after._result = self._result
        after._moves = None
        return after

    # The end

    @property
    def _most_idle(self) -> int:
        return int(self.options["no_progress"])

    @property
    def _only_kings(self) -> bool:
        men = self._diagonal | self._orthogonal | self._enemy_men
        return bool(not men and self._is_set_up and self._kings and self._enemy_kings)

    def resign(self, seat: int) -> Self:
        """Who gives up has lost."""
        return self._ended(("white-resigned", "black-resigned")[seat])

    def agreements(self) -> tuple[Agreement, ...]:
        """A draw, and with kings only a count of them, as long as the game goes on."""
        if self.outcome():
            return ()
        may_count = self._only_kings and self.options["kings_only"] == "agree"
        return (*super().agreements(), COUNT) if may_count else super().agreements()

    def agree(self, agreement: Agreement) -> Self:
        """The players may agree on a draw, and with kings only on a count of them."""
        return self._ended("counted" if agreement == COUNT else "agreed")

    def repeated(self) -> Self:
        """The third time is a draw."""
        return self._ended("repetition")

    def _ended(self, result: str) -> Self:
        """The same position with that result, unless the game is over already."""
        return self if self.outcome() else self._with(self.state._replace(result=result))

    def outcome(self) -> Outcome | None:
        """The player who cannot move has lost; then come the count of kings and the draws."""
        if self._result == "counted":
            return self._counted()
        if self._result:
            return _RESULTS[self._result]
        if not self._is_set_up:
            return None
        moves = self.legal_moves()
        if not moves:
            return self._lost()
        if self.options["kings_only"] == "auto" and self._only_kings and not moves[0].captured:
            return self._counted()
        if self._idle >= self._most_idle:
            return _draw(
                Text(
                    "{count} turns without a capture and without a man changing rank: {kings}.",
                    count=self._idle,
                    kings=self._kings_of_both(),
                )
            )
        return None

    def _lost(self) -> Outcome:
        name = SEATS[self.turn].name
        if self._diagonal | self._orthogonal | self._kings:
            return _win(1 - self.turn, Text("{seat} cannot move.", seat=name))
        return _win(1 - self.turn, Text("{seat} has no pieces left.", seat=name))

    def _counted(self) -> Outcome:
        """More kings win, and equal numbers are a draw."""
        white, black = (side.bit_count() for side in self.state.kings)
        reason = Text("The kings were counted: {kings}.", kings=self._kings_of_both())
        if white == black:
            return _draw(reason)
        return _win(WHITE if white > black else BLACK, reason)

    def _kings_of_both(self) -> Text:
        return joined(
            [
                counted(
                    "{seat} has {count} king",
                    "{seat} has {count} kings",
                    side.bit_count(),
                    seat=seat.name,
                )
                for seat, side in zip(SEATS, self.state.kings, strict=True)
            ],
            ", ",
        )

    # Setting the crosses

    @property
    def _is_set_up(self) -> bool:
        return self._unset == (0, 0)

    def _placed(self, man: int, cross: str) -> Self:
        """With one cross set; the seat goes on until all its crosses are set."""
        return self._with(with_crosses(self.state, self.turn, {man: cross}))

    def drafting(self) -> tuple[int, ...]:
        """The seats that have crosses to set."""
        if self._result:
            return ()
        return tuple(seat for seat in (WHITE, BLACK) if self._unset[seat])

    def placeable(self, seat: int) -> Mapping[int, tuple[str, ...]]:
        """The men whose cross is to be set."""
        return {POINTS[man]: CROSSES for man in bits(self._unset[seat])}

    def draft(self, seat: int, text: str, draft: Draft, chance: random.Random) -> Draft:
        """``@a1=x c1=+`` sets crosses, ``@x`` or ``@+`` all that are left, ``clear`` none."""
        return drafts.read(BOARD, text, self.placeable(seat), draft, TYPED)

    def completion(self) -> str:
        """All crosses that are left are diagonal."""
        return "@x"

    def undrafted(self, seat: int, draft: Draft) -> Text | None:
        """Every man needs a cross."""
        left = [BOARD.names[point] for point in self.placeable(seat) if point not in draft]
        if not left:
            return None
        return counted(
            "{count} man has no cross yet ({squares}): `@x` or `@+` sets it.",
            "{count} men have no cross yet ({squares}): `@x` or `@+` sets them all.",
            len(left),
            squares=" ".join(left),
        )

    def drafted(self, seat: int, draft: Draft) -> Self:
        """The seat's own crosses, as far as they are set; the other's stay hidden."""
        crosses = {BITS[point]: cross for point, cross in draft.items()}
        return self._with(with_crosses(self.seen_by(seat).state, seat, crosses))

    def seen_by(self, seat: int | None) -> Self:
        """Until all crosses are set nobody sees the other's."""
        if self._is_set_up:
            return self
        state = self.state
        for other in (WHITE, BLACK):
            if other != seat:
                state = hidden(state, other)
        return self._with(state)

    # Notation

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Men by their cross, men without one and kings, White's first."""
        state = self.state
        kinds = (
            ("x", state.diagonal),
            ("+", state.orthogonal),
            ("unset", state.unset),
            ("king", state.kings),
        )
        for seat in (WHITE, BLACK):
            for kind, sides in kinds:
                for bit in bits(sides[seat]):
                    yield POINTS[bit], Piece(seat, kind)

    def fen(self) -> str:
        """The position as one line; ``fen`` describes it."""
        return fen.write(self.state)

    def reads(self, text: str) -> bool:
        """Squares, crosses that are set (``@a1=x``), and a man that is to turn (``c3=+``)."""
        if drafts.opens(text):
            return self._reads_crosses(text)
        return super().reads(text) or refusals.turns_only(text)

    def _reads_crosses(self, text: str) -> bool:
        everything = dict.fromkeys(range(len(BOARD)), CROSSES)
        try:
            drafts.read(BOARD, text, everything, {}, TYPED)
        except InvalidMove:
            return False
        return True

    def parse(self, text: str) -> Move:
        """A move, or a cross to set: ``@a1=x``."""
        if drafts.opens(text):
            crosses = drafts.moves(drafts.read(BOARD, text, self.placeable(self.turn), {}, TYPED))
            if len(crosses) != 1:
                raise InvalidMove(Text("Crosses are set one by one here: `@a1=x`."))
            return crosses[0]
        if refusals.turns_only(text):
            raise InvalidMove(
                Text("A man is turned as he moves: `{example}`.", example=self.game.example)
            )
        return super().parse(text)

    def write(self, move: Move) -> str:
        """The canonical text of a legal move."""
        return drafts.write(BOARD, move) if move.kind == "place" else super().write(move)

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """The legal moves that typed squares describe. All captures have equally many squares."""
        if not self._is_set_up:
            return
        start = BITS[points[0]]
        chosen = _suffixes(suffix, self._cross(start))
        captured: frozenset[int] | None = None
        fitting = []
        for move in self.legal_moves():
            path = move.path
            if path[0] == points[0] and path[-1] == points[-1] and move.suffix in chosen:
                if move.captured:
                    if captured is None:
                        captured = frozenset(self._captured_along(points))
                    if captured == frozenset(move.captured):
                        yield move
                        return
                passed = iter(path)
                if all(point in passed for point in points):
                    fitting.append(move)
        yield from fitting

    def _captured_along(self, points: Sequence[int]) -> tuple[int, ...]:
        """The pieces captured where the typed points are the whole path of a capture."""
        start = BITS[points[0]]
        cross = self._cross(start)
        takeable = takeable_by(cross, self._enemy_men, self._enemy_kings)
        return Captures(start, cross, takeable, self._empty).walk(points)

    def _cross(self, piece: int) -> str:
        """The cross of a piece of who moves, ``""`` for a king."""
        return next((cross for cross, pieces in self._own.items() if piece & pieces), "")

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Why no legal move fits, and what would be right."""
        return refusals.refusal(
            refusals.Situation(
                turn=self.turn,
                own=self._own,
                enemy_men=self._enemy_men,
                enemy_kings=self._enemy_kings,
                empty=self._empty,
                moves=self.legal_moves(),
                fitting=self.fitting,
                write=self.write,
            ),
            points,
            suffix,
        )


def _suffixes(typed: str, cross: str) -> tuple[str, ...]:
    """The suffixes of moves that a typed one means, for a piece with that cross.

    Nothing typed leaves the cross as it is; so does the name of the present cross.
    """
    if not typed:
        return ("", PROMOTED)
    if typed.upper() == PROMOTED:
        return (PROMOTED,)
    if typed not in TYPED:
        return ()
    return ("",) if TYPED[typed] == cross else (TYPED[typed],)


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
