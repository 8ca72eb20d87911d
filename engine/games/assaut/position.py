"""Positions of Assaut: what may be played, who sees what, and how the game ends."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Self

from engine import notation
from engine.errors import AmbiguousMove, IllegalMove, InvalidMove
from engine.game import Agreement, Claim, Move, Options, Outcome, Piece, Position, Seat
from engine.games.assaut import moves as assaut_moves
from engine.games.assaut import notation as assaut_notation
from engine.games.assaut import refusals as assaut_refusals
from engine.games.assaut import state as assaut_state
from engine.games.assaut.board import BOARD, FORTRESS, OFFICERS, POINTS, SOLDIERS, bits, mask
from engine.games.assaut.captures import walk
from engine.games.assaut.moves import LOST
from engine.games.assaut.notation import Claimed
from engine.games.assaut.state import ALL_SOLDIERS, IDLE_PLIES, Rules, State
from engine.text import Text, either

if TYPE_CHECKING:
    from engine.games.assaut.game import Assaut

SEATS: Final = (Seat(Text("Soldiers"), team=SOLDIERS), Seat(Text("Officers"), team=OFFICERS))
_SEATS_OF_FORTRESS: Final = tuple((point, OFFICERS) for point in bits(FORTRESS))
_HUFF: Final = (Claim("huff", Text("Huff")),)


class AssautPosition(Position):
    """A position of Assaut: its state, under the rules in force."""

    __slots__ = ("_by_ends", "_moves", "_rules", "_state", "game")

    game: Assaut
    board = BOARD
    seats = SEATS

    def __init__(self, game: Assaut, rules: Rules, state: State) -> None:
        self.game = game
        self._rules = rules
        self._state = state
        self._moves: tuple[Move, ...] | None = None
        self._by_ends: dict[tuple[int, int], list[Move]] | None = None

    @property
    def options(self) -> Options:
        """Every option with the value in force."""
        return self._rules.options

    @property
    def turn(self) -> int:
        """The soldiers (0) or the officers (1), who also begin by being placed."""
        return self._state.turn

    @property
    def key(self) -> Hashable:
        """The pieces, whose turn it is, and whom the soldiers may huff."""
        state = self._state
        return (state.turn, state.soldiers, state.officers, state.placing, state.offence)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AssautPosition):
            return NotImplemented
        return self._state == other._state and self._rules is other._rules

    def __hash__(self) -> int:
        return hash(self._state)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.fen()}>"

    def legal_moves(self) -> tuple[Move, ...]:
        """What may be played now, with the huffs that may be claimed at the end."""
        if self._moves is None:
            self._moves = assaut_moves.legal_moves(self._state, self._rules)
        return self._moves

    def play(self, move: Move) -> Self:
        """The position after a legal move. A huff leaves the turn with the soldiers."""
        return self._with(assaut_moves.after(self._state, move, self._rules))

    def _with(self, state: State) -> Self:
        return type(self)(self.game, self._rules, state)

    def seen_by(self, seat: int | None) -> Self:
        """The position without an offence, whoever looks, the soldiers' player too.

        He has to notice for himself what the officers omitted: nothing that is made from what
        he sees may tell him. Only where no soldier can step is there nothing to hide: that the
        game goes on tells everybody.
        """
        if self._state.offence and self._steps_of_soldiers():
            return self._with(self._state._replace(offence=0))
        return self

    def _steps_of_soldiers(self) -> bool:
        return any(move.kind == "move" for move in self.legal_moves())

    def claims(self) -> tuple[Claim, ...]:
        """The huff, on every turn of the soldiers, where offences are theirs to notice."""
        theirs = self._state.turn == SOLDIERS and self._rules.capture == "huff"
        return _HUFF if theirs and self.outcome() is None else ()

    def warning(self, move: Move) -> Text | None:
        """Where blocking the officers loses, a step that blocks them."""
        state = self._state
        if not self._rules.no_block or state.turn == OFFICERS or move.kind != "move":
            return None
        after = self.play(move)
        if after._fills_the_fortress() or after.legal_moves():
            return None
        return Text(
            "After `{move}` the officers cannot move, and in this game blocking them loses.",
            move=self.write(move),
        )

    def zones(self) -> Iterator[tuple[int, int]]:
        """The fortress, which the officers hold."""
        return iter(_SEATS_OF_FORTRESS)

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """The soldiers, then the officers."""
        for point in bits(self._state.soldiers):
            yield point, Piece(SOLDIERS, "soldier")
        for point in bits(self._state.officers):
            yield point, Piece(OFFICERS, "officer")

    def fen(self) -> str:
        """The position as text, an offence included; ``assaut_state`` describes it."""
        return assaut_state.write(self._state)

    # How it ends

    def resign(self, seat: int) -> Self:
        """Who gives up has lost."""
        return self._ended(("soldiers-resigned", "officers-resigned")[seat])

    def agreements(self) -> tuple[Agreement, ...]:
        """A draw, as long as the game goes on."""
        return () if self.outcome() else super().agreements()

    def agree(self, agreement: Agreement) -> Self:
        """The players may agree on a draw at any time."""
        return self._ended("agreed")

    def repeated(self) -> Self:
        """The third time is a draw."""
        return self._ended("repetition")

    def _ended(self, result: str) -> Self:
        """The same position with that result, unless the game is over already."""
        if self.outcome() is not None:
            return self
        return self._with(self._state._replace(result=result))

    def outcome(self) -> Outcome | None:
        """The fortress filled, the officers gone, sixteen soldiers captured, a side blocked; or
        a draw.
        """
        state = self._state
        if state.result:
            return _RESULTS[state.result]
        if state.placing:
            return None
        if not state.officers:
            return _win(SOLDIERS, Text("Both officers have been huffed."))
        if self._fills_the_fortress():
            return _win(SOLDIERS, Text("Nine soldiers fill the fortress."))
        if state.soldiers.bit_count() <= ALL_SOLDIERS - LOST:
            return _win(OFFICERS, Text("Sixteen soldiers have been captured."))
        if not self.legal_moves():
            return self._blocked()
        if state.idle == IDLE_PLIES:
            return _draw(Text("100 turns without a capture, a huff or a soldier getting ahead."))
        return None

    def _fills_the_fortress(self) -> bool:
        return not FORTRESS & ~self._state.soldiers

    def _blocked(self) -> Outcome:
        """A side that cannot move has lost, unless blocking the officers loses."""
        if self._state.turn == SOLDIERS:
            return _win(OFFICERS, Text("The soldiers cannot move."))
        if self._rules.no_block:
            return _win(OFFICERS, Text("The soldiers have blocked the officers, which loses."))
        return _win(SOLDIERS, Text("The officers cannot move."))

    # Notation

    def reads(self, text: str) -> bool:
        """Whether the whole of ``text`` is a move, a placement or a claim, legal or not."""
        try:
            if assaut_notation.placed(text) or assaut_notation.claimed(text):
                return True
        except InvalidMove:
            return False
        return super().reads(text)

    def parse(self, text: str) -> Move:
        """The legal move that ``text`` means; raises what the contract says."""
        claimed = assaut_notation.claimed(text)
        if claimed is not None:
            if claimed.move:
                raise InvalidMove(
                    Text(
                        "A huff and a move are two moves: `{claim}`, then `{move}`.",
                        claim="huff",
                        move=claimed.move,
                    )
                )
            return self._claim(claimed)
        points = assaut_notation.placed(text)
        if points is None:
            return super().parse(text)
        if (
            self._state.placing
            and len(set(points)) == len(points) == 2
            and not (mask(points) & ~FORTRESS)
        ):
            return Move("place", tuple(sorted(points)))
        raise IllegalMove(assaut_refusals.of_placement(self._situation(), points))

    def parse_all(self, text: str) -> tuple[Move, ...]:
        """The move of a message, or a huff and the soldier's move behind it."""
        claimed = assaut_notation.claimed(text)
        if claimed is None or not claimed.move:
            return (self.parse(text),)
        claim = self._claim(claimed)
        after = self.play(claim)
        if after.outcome() is not None:
            raise IllegalMove(
                Text("With `{claim}` the game is over: type it alone.", claim=self.write(claim))
            )
        return (claim, after.parse(claimed.move))

    def _claim(self, claimed: Claimed) -> Move:
        """The huff that is due. What the refusals say is the same whoever else could be huffed."""
        huffs = [
            move
            for move in (assaut_moves.claims(self._state))
            if claimed.officer in (None, move.path[0])
        ]
        if not huffs:
            raise IllegalMove(assaut_refusals.of_claim(self._situation(), claimed.officer))
        if len(huffs) > 1:
            choices = either([f"`{self.write(move)}`" for move in huffs])
            raise AmbiguousMove(
                Text("`{move}` could be {choices}.", move="huff", choices=choices), tuple(huffs)
            )
        return huffs[0]

    def write(self, move: Move) -> str:
        """The canonical text of a legal move: the points between only where they are needed."""
        if move.kind == "place":
            return "@" + notation.write(BOARD, move.path, ",")
        if move.kind == "huff":
            return "huff " + notation.write(BOARD, move.path, "")
        ends = (move.path[0], move.path[-1])
        fits = self.fitting(ends, "")
        short = next(fits, None) == move and next(fits, None) is None
        between = "x" if move.captured else "-"
        return notation.write(BOARD, ends if short else move.path, between)

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """The legal moves that typed points describe."""
        if suffix or self._state.placing:
            return
        captured = self._walk(points)
        listed = self._between(points[0], points[-1])
        if captured:
            typed = set(captured)
            for move in listed:
                if len(move.captured) == len(typed) and typed.issuperset(move.captured):
                    yield move
                    return
            capture = self._capture(points, captured)
            if capture is not None:
                yield capture
                return
        for move in listed:
            passed = iter(move.path)
            if all(point in passed for point in points):
                yield move

    def _between(self, start: int, end: int) -> list[Move]:
        """The listed moves from a point to another."""
        if self._by_ends is None:
            self._by_ends = {}
            for move in self.legal_moves():
                if move.kind == "move":
                    self._by_ends.setdefault((move.path[0], move.path[-1]), []).append(move)
        return self._by_ends.get((start, end), [])

    def _walk(self, points: Sequence[int]) -> tuple[int, ...]:
        """What an officer of the seat to move captures on a path, were he free to end there."""
        state = self._state
        if state.turn == SOLDIERS or not state.officers >> points[0] & 1:
            return ()
        return walk(points, state.soldiers, POINTS & ~(state.soldiers | state.officers))

    def _capture(self, points: Sequence[int], captured: tuple[int, ...]) -> Move | None:
        """The capture along a path, where the search for the list passed it by."""
        move = Move("move", tuple(points), captured)
        if self._rules.capture == "auto":
            return assaut_moves.huffed_at_once(self._state, move)
        forced = self._rules.capture == "forced"
        return None if forced and assaut_moves.offence(self._state, move) else move

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Why no legal move fits, and what would be right."""
        return assaut_refusals.refusal(self._situation(), points, suffix)

    def _situation(self) -> assaut_refusals.Situation:
        moves = tuple(move for move in self.legal_moves() if move.kind != "huff")
        return assaut_refusals.Situation(self._state, self._rules, moves, self.write)


def _win(seat: int, reason: Text) -> Outcome:
    return Outcome((1, 2) if seat == SOLDIERS else (2, 1), reason)


def _draw(reason: Text) -> Outcome:
    return Outcome((1, 1), reason)


_RESULTS: Final = {
    "soldiers-resigned": _win(OFFICERS, Text("{seat} gave up.", seat=SEATS[SOLDIERS].name)),
    "officers-resigned": _win(SOLDIERS, Text("{seat} gave up.", seat=SEATS[OFFICERS].name)),
    "agreed": _draw(Text("The players agreed on it.")),
    "repetition": _draw(Text("The same position stood for the third time.")),
}
