"""Reading and writing the moves of Assaut: paths, the officers' places, and the claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.capabilities.huffs import HuffNotation
from engine.capabilities.notation import LONGEST_MOVE, Readable, passes, read_path, write_path
from engine.capabilities.refusals import Typed
from engine.errors import IllegalMove, InvalidMove
from engine.games.assaut.board import BOARD, FORTRESS, OVER, PLACES, SETS
from engine.games.assaut.huffing import huff
from engine.games.assaut.move_codes import captured_by
from engine.games.assaut.refusals import PLACEMENT, AssautAttempt, refusal_of_claim
from engine.games.assaut.state import AssautState
from engine.text import Text
from engine.values import Move

_NAME = re.compile(r"[a-z][0-9]+")
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_BETWEEN = re.compile(rf"[\s,;@–—-]+|{_AND.pattern}")


class AssautNotation(HuffNotation):
    """Notation by paths of points, with ``@c6,e6`` for a placement and ``huff`` for a claim."""

    no_huff = Text(
        "That is no claim I can read; you claim `{claim}`, `{officer}`, or `{officer} {move}` "
        "together with your move.",
        claim="huff",
        officer="huff c6",
        move="d4-d5",
    )
    most_names = 3

    def __init__(self, position: Readable, state: AssautState) -> None:
        super().__init__(position)
        self._state = state

    def is_notation(self, text: str) -> bool:
        """Return whether the whole of ``text`` is a move, a placement or a claim, legal or not."""
        try:
            if _placed(text) or self.huff(text):
                return True
        except InvalidMove:
            return False
        return super().is_notation(text)

    def parse(self, text: str) -> Move:
        """Return the legal move meant by ``text``. Raises what ``Position.parse`` raises."""
        points = _placed(text)
        if points is None and self._state.placing:
            points = self._places(text)
        if points is None:
            return super().parse(text)
        if (
            self._state.placing
            and len(set(points)) == len(points) == 2
            and not SETS.of(points) & ~FORTRESS
        ):
            return Move("place", tuple(sorted(points)))
        tried = self.attempt(self.typed(points))
        raise IllegalMove(tried.refusal(tried.placing))

    def _places(self, text: str) -> tuple[int, ...] | None:
        """Return two points of the fortress typed without ``@``, None for other text."""
        if self.huff(text) is not None:
            return None
        points = read_path(BOARD, _AND.sub(" ", text), self.example)[0]
        return points if len(points) == 2 and not SETS.of(points) & ~FORTRESS else None

    def check_name(self, name: str) -> None:
        """Raise InvalidMove for a name that is not on the board."""
        _point_named(name, "huff c6")

    def claimed(self, word: str, point: int | None) -> Move:
        """Return the huff that is claimed. Raises IllegalMove if it is not due.

        The refusal does not reveal whether another officer could be huffed.
        """
        huffs = [
            huff(other) for other in SETS.points_in(self._state.offence) if point in {None, other}
        ]
        if not huffs:
            raise IllegalMove(refusal_of_claim(self._state, point))
        return self.one_of(huffs, word)

    def only_alone(self, claim: Move) -> Text:
        """Return the refusal of a move typed after a claim that ends the game."""
        return Text("With `{claim}` the game is over: type it alone.", claim=self.write(claim))

    def write(self, move: Move) -> str:
        """Return the text of a legal move."""
        if move.kind == "place":
            return "@" + write_path(BOARD, move.path, ",")
        return super().write(move)

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the legal moves described by typed points."""
        if suffix or self._state.placing:
            return
        listed = self.moves_by_ends.get((points[0], points[-1]), ())
        capture = self._state.capture_along([PLACES[point] for point in points])
        if capture:
            captured = captured_by(capture)
            same = (move for move in listed if SETS.of(move.captured) == captured)
            yield next(same, None) or self._capture(capture, points)
        else:
            yield from (move for move in listed if passes(move.path, points))

    def _capture(self, capture: int, points: Sequence[int]) -> Move:
        """Return a capture that is missing from the list, with its typed path."""
        captured = tuple(OVER[jump] for jump in pairwise(points))
        removed = tuple(SETS.points_in(self._state.lifted(capture)))
        return Move("move", tuple(points), captured, removed)

    def attempt(self, typed: Typed) -> AssautAttempt:
        """Return an attempted move or placement with the checks of this game."""
        return AssautAttempt(typed, self._state)


def _placed(text: str) -> tuple[int, ...] | None:
    """Return the points of a placement, one or more; None for other text.

    Raises InvalidMove if the text begins as a placement but does not name points of the board.
    """
    text = text.strip().lower()
    if len(text) > LONGEST_MOVE or not text.startswith("@"):
        return None
    names = _NAME.findall(text)
    first, *between = _NAME.split(text[1:])
    last = between.pop() if between else ""
    if not names or first.strip() or last or not all(map(_BETWEEN.fullmatch, between)):
        raise InvalidMove(
            Text(
                "I find no officers to place in your text; place them like `{example}`.",
                example=PLACEMENT,
            )
        )
    return tuple(_point_named(name, PLACEMENT) for name in names)


def _point_named(name: str, example: str) -> int:
    """Return the point of a name. Raises InvalidMove, with the example, for an unknown name."""
    point = BOARD.point.get(name)
    if point is None:
        raise InvalidMove(
            Text(
                "There is no {name} on this board; type it like `{example}`.",
                name=name,
                example=example,
            )
        )
    return point
