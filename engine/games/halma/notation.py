"""Reading, writing and refusing turns of Halma and Chinese checkers: by any way to an end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from engine.capabilities.notation import Notation, Readable, write_path
from engine.capabilities.refusals import Refusals
from engine.games.halma.rules import NAMES, HalmaRules
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
    """Return the move from a state's integer, with its shortest way."""
    start, end = code >> 8, code & 255
    step = state.rules.step_moves.get(code)
    if step is None:
        return Move("move", _ways(start, state.jumps_of(start))[end])
    return Move("swap", step.path) if state.board[end] else step


@lru_cache(maxsize=1 << 13)
def _jump(way: tuple[int, ...]) -> Move:
    """Return the move along a way of jumps; most of them were also moves in the last position."""
    return Move("move", way)


def _ways(start: int, before: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """Return the way to each point reached by jumps, given the point ``before`` each."""
    ways: dict[int, tuple[int, ...]] = {start: (start,)}
    for point, last in before.items():
        ways[point] = (*ways[last], point)
    return ways


class HalmaNotation(Notation):
    """Paths of points; a turn is identified by its ends, and written with the shortest way."""

    def __init__(self, position: Readable, state: HalmaState) -> None:
        super().__init__(position)
        self._state = state

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the turn with that first and last point, if its jumps can pass the others."""
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
        """Return the points of a move's way as text."""
        return write_path(self.board, move.path, "-")

    def refusals(self) -> HalmaRefusals:
        """Return the refusals of this position."""
        return HalmaRefusals(self._state, self.position.legal_moves(), self.write)


class HalmaRefusals(Refusals):
    """The refusals of steps and jumps."""

    def __init__(
        self, state: HalmaState, moves: Sequence[Move], write: Callable[[Move], str]
    ) -> None:
        super().__init__(state.rules.board.names, moves, write)
        self.state = state

    def not_own(self, start: int) -> Text | None:
        """Return the refusal that a point is empty or has another seat's piece, or None."""
        owner = _owner(self.state, start)
        if owner is None:
            return Text(
                "There is no piece on {point}: `{move}` is a move.",
                point=self.names[start],
                move=self.any_move,
            )
        if owner != self.state.seat:
            return Text(
                "The piece on {point} belongs to {seat}: `{move}` is a move.",
                point=self.names[start],
                seat=NAMES[owner],
                move=self.any_move,
            )
        return None

    def not_chosen(self, points: Sequence[int], suffix: str) -> Text | None:
        """Return the refusal that nothing is chosen with ``=``, None without a suffix."""
        if not suffix:
            return None
        return Text(
            "Nothing is chosen with `=` in this game: `{move}` is a move.", move=self.any_move
        )

    def never(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that no step or jumps lead there, or that they pass other points."""
        start, end, rules = points[0], points[-1], self.state.rules
        can = self._can(start)
        if start == end:
            return Text("A turn may not end where it began: {can}.", can=can)
        if any(move.path[0] == start and move.path[-1] == end for move in self.moves):
            return self._way(points)
        for one, other in pairwise(points if len(points) > 2 else ()):
            if other in rules.neighbours[one]:
                return Text(
                    "{one}-{other} is a step, and a turn is one step or only jumps: {can}.",
                    one=self.names[one],
                    other=self.names[other],
                    can=can,
                )
        if end in rules.neighbours[start] or end in _jumped_to(rules, start):
            return None
        return self.otherwise(points, "")

    def not_this_time(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that only the rules of camps forbid the turn."""
        start, end, rules = points[0], points[-1], self.state.rules
        board = self._without(end)
        stepping = end in rules.neighbours[start]
        nothing: list[list[int] | None] = [None] * len(board)
        jumping = end in jumps_from(rules, board, start, rules.anywhere, nothing)
        if self._could(start, end) or not (stepping or jumping):
            return None
        return self._forbidden(start, end, self._can(start))

    def in_the_way(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that a piece stands at the end, or is missing where a jump passes."""
        state, start, end = self.state, points[0], points[-1]
        can = self._can(start)
        if state.board[end] and self._could(start, end):
            return self._occupied(end, can)
        for one, other in pairwise(points):
            over = _between(state, one, other)
            if over is not None and (over == start or not state.board[over]):
                return Text(
                    "There is no piece on {over} to jump over on the way from {one} to {other}: "
                    "{can}.",
                    over=self.names[over],
                    one=self.names[one],
                    other=self.names[other],
                    can=can,
                )
        return None

    def otherwise(self, points: Sequence[int], suffix: str) -> Text:
        """Return the refusal that neither a step nor jumps lead there."""
        return Text(
            "Neither a step nor jumps lead from {one} to {other}: {can}.",
            one=self.names[points[0]],
            other=self.names[points[-1]],
            can=self._can(points[0]),
        )

    def _without(self, point: int) -> bytes:
        """Return the board as if nothing stood on a point."""
        board = self.state.board
        return board[:point] + bytes([0]) + board[point + 1 :]

    def _could(self, start: int, end: int) -> bool:
        """Return whether the turn would be legal if its end were empty."""
        state, board = self.state, self._without(end)
        codes = codes_of(state.rules, board, bytes([start]), state.seat, state.rules.unranked)
        return start << 8 | end in codes

    def _can(self, start: int) -> Text:
        """Return a clause with the reach of the piece on a point."""
        ends, name = self.ends_of(start), self.names[start]
        if not ends:
            return Text("the piece on {point} cannot move", point=name)
        return Text("the piece on {point} can go to {points}", point=name, points=some(ends))

    def _occupied(self, end: int, can: Text) -> Text:
        name = self.names[end]
        foreign = _owner(self.state, end) != self.state.seat
        if self.state.rules.swap and foreign and self.state.rules.in_target[self.state.seat][end]:
            return Text(
                "The piece on {point} swaps places only with a piece that steps there: {can}.",
                point=name,
                can=can,
            )
        return Text("There is a piece on {point} already: {can}.", point=name, can=can)

    def _way(self, points: Sequence[int]) -> Text:
        """Return the refusal of points on the way that a legal turn cannot pass."""
        move = next(m for m in self.moves if m.path[0] == points[0] and m.path[-1] == points[-1])
        text = self.write(move)
        reached = self.state.jumps_of(points[0])
        if points[-1] not in reached:
            return Text(
                "{point} is reached by a step, which passes no other point: `{move}`.",
                point=self.names[points[-1]],
                move=text,
            )
        off = next(point for point in points[1:] if point != points[0] and point not in reached)
        return Text(
            "The piece cannot pass {point} in its jumps: `{move}` is the way.",
            point=self.names[off],
            move=text,
        )

    def _forbidden(self, start: int, end: int, can: Text) -> Text:
        """Return the refusal of a turn forbidden only by the rules of camps."""
        rules, seat = self.state.rules, self.state.seat
        target = rules.in_target[seat]
        if target[start] and not target[end]:
            return Text(
                "The piece on {point} stands in its target camp and may not leave it: {can}.",
                point=self.names[start],
                can=can,
            )
        if rules.ends[seat][start][end]:
            if target[start] and rules.options["lock"] == "hop":
                return Text(
                    "The jumps to {point} lead out of the target camp, and every one must stay "
                    "inside: {can}.",
                    point=self.names[end],
                    can=can,
                )
            return Text(
                "The jumps to {point} lead through a closed camp: {can}.",
                point=self.names[end],
                can=can,
            )
        if end in rules.homes[seat]:
            return Text(
                "{point} is in your own camp, where a piece that has left it may not stop: {can}.",
                point=self.names[end],
                can=can,
            )
        return Text(
            "{point} is in the camp of others, where your pieces may not stop: {can}.",
            point=self.names[end],
            can=can,
        )


def _jumped_to(rules: HalmaRules, start: int) -> set[int]:
    """Return the points that jumps reach from a point, wherever the pieces stand."""
    found = {start}
    waiting = [start]
    for point in waiting:
        for _, landing, _ in rules.jumps[point]:
            if landing not in found:
                found.add(landing)
                waiting.append(landing)
    return found


def _owner(state: HalmaState, point: int) -> int | None:
    """Return the seat that owns the piece on a point."""
    return state.board[point] - 1 if state.board[point] else None


def _between(state: HalmaState, one: int, other: int) -> int | None:
    """Return the point that a jump between two points passes, None for no such point."""
    for over, landing, between in state.rules.jumps[one]:
        if landing == other and not between:
            return over
    return None
