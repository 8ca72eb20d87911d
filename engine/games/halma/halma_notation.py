"""How turns of Halma and Chinese checkers are read, written and refused: by any way to an end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from engine.capabilities.notation import Notation, Readable, write_path
from engine.games.halma.halma_rules import NAMES
from engine.games.halma.halma_state import HalmaState
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
    """Return the move along a way of jumps; most of them were moves in the last position, too."""
    return Move("move", way)


def _ways(start: int, before: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """Return the way to each point that jumps reach, from the point ``before`` each."""
    ways: dict[int, tuple[int, ...]] = {start: (start,)}
    for point, last in before.items():
        ways[point] = (*ways[last], point)
    return ways


class HalmaNotation(Notation):
    """Paths of points; a turn is known by its ends, and written with the shortest way."""

    def __init__(self, position: Readable, state: HalmaState) -> None:
        super().__init__(position)
        self._state = state

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the turn with that first and last point, if its jumps can pass those between."""
        state = self._state
        start, end = points[0], points[-1]
        if suffix or state.board[start] != state.seat + 1:
            return
        code = start << 8 | end
        if code in state.moves_of(bytes([start])) and (len(points) == 2 or self._can_pass(points)):
            yield move_of(state, code)

    def _can_pass(self, points: Sequence[int]) -> bool:
        """Return whether jumps lead along these points.

        Each jump can be made backward, so they do where they lead to all of the points.
        """
        reached = self._state.jumps_of(points[0])
        return all(point == points[0] or point in reached for point in points)

    def write(self, move: Move) -> str:
        """Return the points of a move's way as text."""
        return write_path(self.board, move.path, "-")

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Return why no legal turn fits, and what would be right."""
        return _refusal(self._state, self.position.legal_moves(), points, suffix)


def _refusal(state: HalmaState, moves: Sequence[Move], points: Sequence[int], suffix: str) -> Text:
    """Return why none of the legal moves fits these points, and what would be right."""
    if not moves:
        return Text("You have no legal move.")
    board = state.rules.board
    example = write_path(board, moves[0].path, "-")
    start, end = points[0], points[-1]
    name = board.names[start]
    if suffix:
        return Text("Nothing is chosen with `=` in this game: `{move}` is a move.", move=example)
    owner = _owner(state, start)
    if owner is None:
        return Text("There is no piece on {point}: `{move}` is a move.", point=name, move=example)
    if owner != state.seat:
        return Text(
            "The piece on {point} belongs to {seat}: `{move}` is a move.",
            point=name,
            seat=NAMES[owner],
            move=example,
        )
    can = _can(state, moves, start)
    if start == end:
        return Text("A turn may not end where it began: {can}.", can=can)
    if _owner(state, end) is not None:
        return _occupied(state, end, can)
    stepping = end in state.rules.neighbours[start]
    jumping = end in state.jumps_of(start, state.rules.anywhere)
    if any(move.path[0] == start and move.path[-1] == end for move in moves):
        return _way(state, moves, points)
    if stepping or jumping:
        return _forbidden(state, start, end, can)
    return _unreachable(state, points, can)


def _owner(state: HalmaState, point: int) -> int | None:
    """Return the seat whose piece stands on a point."""
    return state.board[point] - 1 if state.board[point] else None


def _can(state: HalmaState, moves: Sequence[Move], start: int) -> Text:
    """Return the clause that says where the piece on a point can go."""
    names = state.rules.board.names
    ends = [names[move.path[-1]] for move in moves if move.path[0] == start]
    if not ends:
        return Text("the piece on {point} cannot move", point=names[start])
    return Text("the piece on {point} can go to {points}", point=names[start], points=some(ends))


def _occupied(state: HalmaState, end: int, can: Text) -> Text:
    name = state.rules.board.names[end]
    foreign = _owner(state, end) != state.seat
    if state.rules.swap and foreign and state.rules.in_target[state.seat][end]:
        return Text(
            "The piece on {point} changes places only with one that steps there: {can}.",
            point=name,
            can=can,
        )
    return Text("There is a piece on {point} already: {can}.", point=name, can=can)


def _way(state: HalmaState, moves: Sequence[Move], points: Sequence[int]) -> Text:
    """Return the refusal of points on the way that a legal turn cannot pass."""
    board = state.rules.board
    move = next(m for m in moves if m.path[0] == points[0] and m.path[-1] == points[-1])
    text = write_path(board, move.path, "-")
    reached = state.jumps_of(points[0])
    if points[-1] not in reached:
        return Text(
            "{point} is reached by a step, which passes no other point: `{move}`.",
            point=board.names[points[-1]],
            move=text,
        )
    off = next(point for point in points[1:] if point != points[0] and point not in reached)
    return Text(
        "The piece cannot pass {point} in its jumps: `{move}` is the way.",
        point=board.names[off],
        move=text,
    )


def _forbidden(state: HalmaState, start: int, end: int, can: Text) -> Text:
    """Return the refusal of a turn that only the rules of camps forbid."""
    names = state.rules.board.names
    rules, seat = state.rules, state.seat
    target = rules.in_target[seat]
    if target[start] and not target[end]:
        return Text(
            "The piece on {point} stands in its target camp and may not leave it: {can}.",
            point=names[start],
            can=can,
        )
    if rules.ends[seat][start][end]:
        if target[start] and rules.options["lock"] == "hop":
            return Text(
                "The jumps to {point} lead out of the target camp, and every one must stay "
                "inside: {can}.",
                point=names[end],
                can=can,
            )
        return Text(
            "The jumps to {point} lead through a closed camp: {can}.", point=names[end], can=can
        )
    if end in rules.homes[seat]:
        return Text(
            "{point} is in your own camp, where a piece that has left it may not stop: {can}.",
            point=names[end],
            can=can,
        )
    return Text(
        "{point} is in the camp of others, where your pieces may not stop: {can}.",
        point=names[end],
        can=can,
    )


def _unreachable(state: HalmaState, points: Sequence[int], can: Text) -> Text:
    """Return the refusal of a turn to where neither a step nor jumps lead."""
    board = state.rules.board
    names = board.names
    start = points[0]
    if len(points) > 2:
        for one, other in pairwise(points):
            if other in state.rules.neighbours[one]:
                return Text(
                    "{one}-{other} is a step, and a turn is one step or only jumps: {can}.",
                    one=names[one],
                    other=names[other],
                    can=can,
                )
    for one, other in pairwise(points):
        over = _between(state, one, other)
        if over is not None and (over == start or not state.board[over]):
            return Text(
                "There is no piece on {over} to jump over on the way from {one} to {other}: {can}.",
                over=names[over],
                one=names[one],
                other=names[other],
                can=can,
            )
    return Text(
        "Neither a step nor jumps lead from {one} to {other}: {can}.",
        one=names[start],
        other=names[points[-1]],
        can=can,
    )


def _between(state: HalmaState, one: int, other: int) -> int | None:
    """Return the point between two that a jump from one to the other passes, None for none."""
    for over, landing, between in state.rules.jumps[one]:
        if landing == other and not between:
            return over
    return None
