"""Reading, writing and refusing turns of Halma and Chinese checkers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from engine.capabilities.notation import Notation, Readable, write_path
from engine.capabilities.refusals import Attempt, Typed, reached
from engine.games.halma.rules import NAMES
from engine.games.halma.state import HalmaState
from engine.games.halma.turns import jumps_from
from engine.games.halma.turns import moves_of as codes_of
from engine.text import Text, some
from engine.values import Move


def moves_of(state: HalmaState, pieces: bytes) -> list[Move]:
    """Return the moves of some pieces of the seat to move, each with its shortest way."""
    jumps: dict[int, dict[int, int]] = {}
    codes = state.moves_of(pieces, jumps)
    steps = state.rules.step_moves
    ways = {start: _ways(start, before) for start, before in jumps.items()}
    moves = [steps.get(code) or _jump(ways[code >> 8][code & 255]) for code in codes]
    if state.rules.swap:
        return [Move("swap", m.path) if state.board[m.path[-1]] else m for m in moves]
    return moves


def move_of(state: HalmaState, code: int) -> Move:
    """Return the move for a code of a state, with its shortest way."""
    start, end = code >> 8, code & 255
    step = state.rules.step_moves.get(code)
    if step is None:
        return Move("move", _ways(start, state.jumps_of(start))[end])
    return Move("swap", step.path) if state.board[end] else step


@lru_cache(maxsize=1 << 13)
def _jump(way: tuple[int, ...]) -> Move:
    """Return the move along a way of jumps, cached: most were also moves in the last position."""
    return Move("move", way)


def _ways(start: int, before: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """Return the way to each point reached by jumps; ``before`` has the point before each."""
    ways: dict[int, tuple[int, ...]] = {start: (start,)}
    for point, last in before.items():
        ways[point] = (*ways[last], point)
    return ways


class HalmaNotation(Notation):
    """Notation by paths of points: any way of a turn is read, the shortest is written."""

    def __init__(self, position: Readable, state: HalmaState) -> None:
        super().__init__(position)
        self._state = state

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the legal turn with that first and last point, if its jumps can pass the others."""
        state = self._state
        start, end = points[0], points[-1]
        if suffix or state.board[start] != state.seat + 1:
            return
        code = start << 8 | end
        if code in state.moves_of(bytes([start])) and (len(points) == 2 or self._can_pass(points)):
            yield move_of(state, code)

    def _can_pass(self, points: Sequence[int]) -> bool:
        """Return whether jumps lead along these points.

        Each jump can be made backward, so jumps that reach all of the points lead along them.
        """
        reached = self._state.jumps_of(points[0])
        return all(point == points[0] or point in reached for point in points)

    def write(self, move: Move) -> str:
        """Return the text of a move: the points of its way."""
        return write_path(self.board, move.path, "-")

    def attempt(self, typed: Typed) -> HalmaAttempt:
        """Return an attempted move with the checks of this game."""
        return HalmaAttempt(typed, self._state)


class HalmaAttempt(Attempt[HalmaState]):
    """An attempted step, or jumps."""

    def not_own(self) -> Text | None:
        """Return the refusal that the first point is empty or has another seat's piece."""
        point, owner = self.start, self._owner(self.start)
        if owner is None:
            return self.because("There is no piece on {point}: `{move}` is a move.", point=point)
        if owner == self.state.seat:
            return None
        return self.because(
            "The piece on {point} belongs to {seat}: `{move}` is a move.",
            point=point,
            seat=NAMES[owner],
        )

    def never(self) -> Text | None:
        """Return the refusal that no step or jumps lead to the end, or none by these points."""
        start, end, rules = self.start, self.end, self.state.rules
        if start == end:
            return self.because("A turn may not end where it began: {can}.")
        move = next((move for move in self.own_moves if move.path[-1] == end), None)
        if move is not None:
            return self._way(self.write(move))
        for one, other in self.legs if len(self.points) > 2 else ():
            if other in rules.neighbours[one]:
                return self.because(
                    "{one}-{other} is a step, and a turn is one step or only jumps: {can}.",
                    one=one,
                    other=other,
                )
        jumped_to = reached([start], lambda point: [land for _, land, _ in rules.jumps[point]])
        return None if end in rules.neighbours[start] or end in jumped_to else self.unreached()

    def not_this_time(self) -> Text | None:
        """Return the refusal that only the rules of camps forbid the turn."""
        start, end, rules = self.start, self.end, self.state.rules
        board = self._without_end()
        stepping = end in rules.neighbours[start]
        nothing: list[list[int] | None] = [None] * len(board)
        jumping = end in jumps_from(rules, board, start, rules.anywhere, nothing)
        return None if self._could() or not (stepping or jumping) else self._forbidden()

    def in_the_way(self) -> Text | None:
        """Return the refusal that a piece stands at the end, or is missing where a jump passes."""
        state, end = self.state, self.end
        if state.board[end] and self._could():
            foreign = self._owner(end) != state.seat
            if state.rules.swap and foreign and state.rules.in_target[state.seat][end]:
                return self.because(
                    "The piece on {point} swaps places only with a piece that steps there: {can}.",
                    point=end,
                )
            return self.because("There is a piece on {point} already: {can}.", point=end)
        for one, other in self.legs:
            over = self._between(one, other)
            if over is not None and (over == self.start or not state.board[over]):
                return self.because(
                    "There is no piece on {over} to jump over on the way from {one} to {other}: "
                    "{can}.",
                    over=over,
                    one=one,
                    other=other,
                )
        return None

    def unreached(self) -> Text:
        """Return the refusal that neither a step nor jumps lead to the end."""
        return self.because(
            "Neither a step nor jumps lead from {one} to {other}: {can}.",
            one=self.start,
            other=self.end,
        )

    checks = (
        Attempt.no_move,
        not_own,
        Attempt.nothing_chosen,
        never,
        not_this_time,
        in_the_way,
        unreached,
    )

    def _without_end(self) -> bytes:
        """Return the board as it would be with nothing on the last point."""
        board = self.state.board
        return board[: self.end] + bytes([0]) + board[self.end + 1 :]

    def _could(self) -> bool:
        """Return whether the turn would be legal if its end were empty."""
        state, start = self.state, bytes([self.start])
        codes = codes_of(
            state.rules, self._without_end(), start, state.seat, state.rules.unranked_points
        )
        return self.start << 8 | self.end in codes

    @property
    def can(self) -> Text:
        """A clause with the ends of the piece's moves."""
        point, ends = self.start, self.ends
        if not ends:
            return self.because("the piece on {point} cannot move", point=point)
        points = some(ends)
        return self.because("the piece on {point} can go to {points}", point=point, points=points)

    def _way(self, move: str) -> Text:
        """Return the refusal of a point that a legal turn cannot pass; ``move`` is that turn."""
        jumped_to = self.state.jumps_of(self.start)
        if self.end not in jumped_to:
            return self.because(
                "{point} is reached by a step, which passes no other point: `{move}`.",
                point=self.end,
                move=move,
            )
        off = next(point for point in self.points if point not in {self.start, *jumped_to})
        return self.because(
            "The piece cannot pass {point} in its jumps: `{move}` is the way.",
            point=off,
            move=move,
        )

    def _forbidden(self) -> Text:
        """Return the refusal of a turn forbidden only by the rules of camps."""
        start, end, rules, seat = self.start, self.end, self.state.rules, self.state.seat
        target = rules.in_target[seat]
        if target[start] and not target[end]:
            return self.because(
                "The piece on {point} stands in its target camp and may not leave it: {can}.",
                point=start,
            )
        if rules.ends[seat][start][end]:
            if target[start] and rules.options["lock"] == "hop":
                return self.because(
                    "The jumps to {point} lead out of the target camp, and every one must stay "
                    "inside: {can}.",
                    point=end,
                )
            return self.because(
                "The jumps to {point} lead through a closed camp: {can}.", point=end
            )
        if end in rules.homes[seat]:
            return self.because(
                "{point} is in your own camp, where a piece that has left it may not stop: {can}.",
                point=end,
            )
        return self.because(
            "{point} is in the camp of others, where your pieces may not stop: {can}.", point=end
        )

    def _owner(self, point: int) -> int | None:
        """Return the seat that owns the piece on a point, None for an empty point."""
        return self.state.board[point] - 1 if self.state.board[point] else None

    def _between(self, one: int, other: int) -> int | None:
        """Return the point passed by a jump over a neighbour, None if there is no such jump."""
        for over, landing, between in self.state.rules.jumps[one]:
            if landing == other and not between:
                return over
        return None
