"""Positions of Dames-Alliance: what may be played, and how the game ends."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, Self

from engine.capabilities.thinking import Thinking
from engine.draughts.refusals import Side
from engine.duel import WHITE_AND_BLACK, Duel, draw, win
from engine.game import Game
from engine.games.alliance import position_text
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
from engine.games.alliance.captures import longest
from engine.games.alliance.notation import AllianceNotation
from engine.games.alliance.position_text import COUNTED, State
from engine.games.alliance.refusals import Crosses
from engine.games.alliance.setup import CrossSetUp, HiddenCrosses, by_turn, with_crosses
from engine.text import Text, counted, joined
from engine.values import Agreement, Move, Options, Outcome, Piece

COUNT: Final = Agreement("count", Text("a count of the kings"))
"""Once both sides have only kings the players may agree that more kings win."""


class AlliancePosition(Duel):
    """A position: bit sets of who moves and of the enemy, men by their cross and kings.

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

    game: Game
    options: Options
    turn: int
    board = BOARD
    seats = WHITE_AND_BLACK

    def __init__(self, game: Game, options: Options, state: State) -> None:
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

    def with_state(self, state: State) -> Self:
        """Return the position with another state."""
        return type(self)(self.game, self.options, state)

    @property
    def key(self) -> Hashable:
        """The pieces with their crosses, and whose turn it is."""
        return self.state._replace(idle=0, result="")

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
        """Return the captures that take the most; other moves where nothing can be captured."""
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
        """Return the captures that take the most; a man may be turned at the end of its capture."""
        found = longest(self._own, self._enemy_men, self._enemy_kings, self._empty)
        return tuple(
            Move("move", move.path, move.captured, (), suffix) if suffix else move
            for cross, move in found
            for suffix in (forms(self.turn, cross, move.path[-1]) if cross else ("",))
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
        """Return the position after a legal move; jumped pieces are lifted at its end."""
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

    def agreements(self) -> tuple[Agreement, ...]:
        """Return a draw, and with kings only a count of them, as long as the game goes on."""
        agreements = super().agreements()
        may_count = self._only_kings and self.options["kings_only"] == "agree"
        return (*agreements, COUNT) if agreements and may_count else agreements

    def agree(self, agreement: Agreement) -> Self:
        """Return the position after the players agreed on a draw or on a count of kings."""
        return self.ended(COUNTED) if agreement == COUNT else super().agree(agreement)

    @property
    def result(self) -> str:
        """The result that was noted."""
        return self._result

    def _with_result(self, result: str) -> Self:
        return self.with_state(self.state._replace(result=result))

    def outcome(self) -> Outcome | None:
        """Return the count of kings, where the players agreed on it, or as for every game."""
        return self._counted() if self._result == COUNTED else super().outcome()

    def decided(self) -> Outcome | None:
        """Return the loss of who cannot move, the count of kings, or a draw."""
        if not self._is_set_up:
            return None
        moves = self.legal_moves()
        if not moves:
            return self._lost()
        if self.options["kings_only"] == "auto" and self._only_kings and not moves[0].captured:
            return self._counted()
        if self._idle >= self._most_idle:
            return draw(
                Text(
                    "{count} turns without a capture and without a man changing rank: {kings}.",
                    count=self._idle,
                    kings=self._kings_of_both(),
                )
            )
        return None

    def _lost(self) -> Outcome:
        name = self.seats[self.turn].name
        if self._diagonal | self._orthogonal | self._kings:
            return win(1 - self.turn, Text("{seat} cannot move.", seat=name))
        return win(1 - self.turn, Text("{seat} has no pieces left.", seat=name))

    def _counted(self) -> Outcome:
        """Return the outcome: more kings win, and equal numbers are a draw."""
        white, black = (side.bit_count() for side in self.state.kings)
        reason = Text("The kings were counted: {kings}.", kings=self._kings_of_both())
        if white == black:
            return draw(reason)
        return win(WHITE if white > black else BLACK, reason)

    def _kings_of_both(self) -> Text:
        return joined(
            [
                counted(
                    "{seat} has {count} king",
                    "{seat} has {count} kings",
                    side.bit_count(),
                    seat=seat.name,
                )
                for seat, side in zip(self.seats, self.state.kings, strict=True)
            ],
            ", ",
        )

    # Setting the crosses

    @property
    def _is_set_up(self) -> bool:
        return self._unset == (0, 0)

    def _placed(self, man: int, cross: str) -> Self:
        """Return it with one cross set; the seat goes on until all its crosses are set."""
        return self.with_state(with_crosses(self.state, self.turn, {man: cross}))

    @property
    def setup(self) -> CrossSetUp[Self] | None:
        """The set-up of crosses, until all are set."""
        return None if self._is_set_up or self._result else CrossSetUp(self)

    @property
    def secrets(self) -> HiddenCrosses[Self] | None:
        """The crosses, until all are set."""
        return None if self._is_set_up else HiddenCrosses(self)

    # Notation

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Return men by their cross, men without one and kings, White's first."""
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
        """Return the position as one line; ``position_text`` describes it."""
        return position_text.write(self.state)

    @property
    def notation(self) -> AllianceNotation:
        """Paths of squares with the cross that is chosen, and crosses that are set."""
        men, enemy = self._diagonal | self._orthogonal, self._enemy_men | self._enemy_kings
        upward = self.turn == WHITE
        side = Side(BOARD, BITS, upward, men, self._kings, enemy, self._empty)
        crosses = Crosses(self._own, self._enemy_kings)
        return AllianceNotation(self, side, crosses, self._unset[self.turn])

    @property
    def thinking(self) -> Thinking:
        """Bit sets and moves as integers; crosses that suit each other, while they are set."""
        from engine.games.alliance.thinking import AllianceThinking  # noqa: PLC0415 - computers alone need it

        return AllianceThinking(self)

    @property
    def pace(self) -> int:
        """The pace of its light states."""
        return 120

    @property
    def lasts(self) -> int:
        """How many moves a seat makes: kings chase each other for long."""
        return 115
