"""How moves of Assaut are read and written: paths, the officers' places, and the claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.capabilities.huffs import HuffNotation
from engine.capabilities.notation import Readable, passes, read_path, write_path
from engine.errors import IllegalMove, InvalidMove
from engine.games.assaut import moves as assaut_moves
from engine.games.assaut.board import BOARD, FORTRESS, POINTS, SOLDIERS, mask
from engine.games.assaut.captures import walk
from engine.games.assaut.notation import refusals, words
from engine.games.assaut.notation.refusals import Situation
from engine.games.assaut.state import Rules, State
from engine.text import Text
from engine.values import Move


class AssautNotation(HuffNotation):
    """Paths of points, ``@c6,e6`` for the officers' places and ``huff`` for the claim."""

    no_huff = Text(
        "That is no claim I can read; you claim `{claim}`, `{officer}`, or `{officer} {move}` "
        "together with your move.",
        claim="huff",
        officer="huff c6",
        move="d4-d5",
    )
    most_names = 3

    def __init__(self, position: Readable, rules: Rules, state: State) -> None:
        super().__init__(position)
        self._rules = rules
        self._state = state

    def is_notation(self, text: str) -> bool:
        """Return whether the whole of ``text`` is a move, a placement or a claim, legal or not."""
        try:
            if words.placed(text) or self.huff(text):
                return True
        except InvalidMove:
            return False
        return super().is_notation(text)

    def parse(self, text: str) -> Move:
        """Return the legal move that ``text`` means; raises what the contract says."""
        points = words.placed(text)
        if points is None and self._state.placing:
            points = self._places(text)
        if points is None:
            return super().parse(text)
        if (
            self._state.placing
            and len(set(points)) == len(points) == 2
            and not (mask(points) & ~FORTRESS)
        ):
            return Move("place", tuple(sorted(points)))
        raise IllegalMove(refusals.of_placement(self._situation(), points))

    def _places(self, text: str) -> tuple[int, ...] | None:
        """Return two points of the fortress that are typed without ``@``; None for other text."""
        points = read_path(BOARD, text, self.example)[0] if self.huff(text) is None else ()
        return points if len(points) == 2 and not mask(points) & ~FORTRESS else None

    def check_name(self, name: str) -> None:
        """Raise InvalidMove for a name that is none of the board's."""
        words.point_named(name, "huff c6")

    def claimed(self, word: str, point: int | None) -> Move:
        """Return the huff that is due. Refusals are the same whoever else could be huffed."""
        claims = assaut_moves.claims(self._state)
        huffs = [move for move in claims if point in {None, move.path[0]}]
        if not huffs:
            raise IllegalMove(refusals.of_claim(self._situation(), point))
        return self.one_of(huffs, word)

    def only_alone(self, claim: Move) -> Text:
        """Return that the huff ends the game."""
        return Text("With `{claim}` the game is over: type it alone.", claim=self.write(claim))

    def write(self, move: Move) -> str:
        """Return the text of a legal move."""
        if move.kind == "place":
            return "@" + write_path(BOARD, move.path, ",")
        return super().write(move)

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the legal moves that typed points describe."""
        if suffix or self._state.placing:
            return
        captured = self._walk(points)
        listed = self.moves_by_ends.get((points[0], points[-1]), ())
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
        yield from (move for move in listed if passes(move.path, points))

    def _walk(self, points: Sequence[int]) -> tuple[int, ...]:
        """Return what an officer of the seat to move captures on a path, could they end there."""
        state = self._state
        if state.turn == SOLDIERS or not state.officers >> points[0] & 1:
            return ()
        return walk(points, state.soldiers, POINTS & ~(state.soldiers | state.officers))

    def _capture(self, points: Sequence[int], captured: tuple[int, ...]) -> Move | None:
        """Return the capture along a path, where the search for the list passed it by."""
        move = Move("move", tuple(points), captured)
        if self._rules.capture == "auto":
            return assaut_moves.huffed_at_once(self._state, move)
        forced = self._rules.capture == "forced"
        return None if forced and assaut_moves.offence(self._state, move) else move

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Return why no legal move fits, and what would be right."""
        return refusals.refusal(self._situation(), points, suffix)

    def _situation(self) -> Situation:
        moves = tuple(move for move in self.position.legal_moves() if move.kind != "huff")
        return Situation(self._state, self._rules, moves, self.write)
