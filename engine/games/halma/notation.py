"""How turns of Halma and Chinese checkers are read, written and refused: by any way to an end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.capabilities.notation import Notation, Readable, write_path
from engine.games.halma import turns
from engine.games.halma.rules import NAMES, Rules, State
from engine.text import Text, some
from engine.values import Move


class HalmaNotation(Notation):
    """Paths of points; a turn is known by its ends, and written with the shortest way."""

    def __init__(self, position: Readable, rules: Rules, state: State) -> None:
        super().__init__(position)
        self._rules = rules
        self._state = state

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the turn with that first and last point, if its jumps can pass those between."""
        rules, state = self._rules, self._state
        if suffix or not 1 << points[0] & state.pieces[state.turn]:
            return
        for move in turns.moves_of(rules, state, state.turn, points[0]):
            if move.path[-1] == points[-1] and (len(points) == 2 or self._can_pass(points)):
                yield move

    def _can_pass(self, points: Sequence[int]) -> bool:
        """Return whether jumps lead along these points.

        Each jump can be made backward, so they do where they lead to all of the points.
        """
        landings = self._rules.bounds_of(self._state.turn, 1 << points[0]).landings
        reached = turns.reached(self._rules, self._state, points[0], landings)
        return all(1 << point & reached for point in points)

    def write(self, move: Move) -> str:
        """Return the points of the shortest way."""
        return write_path(self.board, move.path, "-")

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Return why no legal turn fits, and what would be right."""
        moves = self.position.legal_moves()
        return _refusal(self._rules, self._state, moves, points, suffix)


def _refusal(
    rules: Rules, state: State, moves: Sequence[Move], points: Sequence[int], suffix: str
) -> Text:
    """Return why none of the legal moves fits these points, and what would be right."""
    if not moves:
        return Text("You have no legal move.")
    board = rules.ground.board
    example = write_path(board, moves[0].path, "-")
    start, end = points[0], points[-1]
    name = board.names[start]
    if suffix:
        return Text("Nothing is chosen with `=` in this game: `{move}` is a move.", move=example)
    owner = _owner(state, start)
    if owner is None:
        return Text("There is no piece on {point}: `{move}` is a move.", point=name, move=example)
    if owner != state.turn:
        return Text(
            "The piece on {point} belongs to {seat}: `{move}` is a move.",
            point=name,
            seat=NAMES[owner],
            move=example,
        )
    can = _can(rules, moves, start)
    if start == end:
        return Text("A turn may not end where it began: {can}.", can=can)
    if _owner(state, end) is not None:
        return _occupied(rules, state, end, can)
    everywhere = rules.ground.everywhere
    stepping = bool(1 << end & rules.ground.around[start])
    jumping = bool(1 << end & turns.reached(rules, state, start, everywhere))
    if any(move.path[0] == start and move.path[-1] == end for move in moves):
        return _way(rules, state, moves, points)
    if stepping or jumping:
        return _forbidden(rules, state, start, end, can)
    return _unreachable(rules, state, points, can)


def _owner(state: State, point: int) -> int | None:
    """Return the seat whose piece stands on a point."""
    return next((seat for seat, own in enumerate(state.pieces) if 1 << point & own), None)


def _can(rules: Rules, moves: Sequence[Move], start: int) -> Text:
    """Return where the piece on a point can go."""
    names = rules.ground.board.names
    ends = [names[move.path[-1]] for move in moves if move.path[0] == start]
    if not ends:
        return Text("the piece on {point} cannot move", point=names[start])
    return Text("the piece on {point} can go to {points}", point=names[start], points=some(ends))


def _occupied(rules: Rules, state: State, end: int, can: Text) -> Text:
    name = rules.ground.board.names[end]
    own = 1 << end & state.pieces[state.turn]
    if rules.swap and not own and 1 << end & rules.targets[state.turn]:
        return Text(
            "The piece on {point} changes places only with one that steps there: {can}.",
            point=name,
            can=can,
        )
    return Text("There is a piece on {point} already: {can}.", point=name, can=can)


def _way(rules: Rules, state: State, moves: Sequence[Move], points: Sequence[int]) -> Text:
    """Return that the turn is legal, and that the points between cannot be passed."""
    board = rules.ground.board
    move = next(m for m in moves if m.path[0] == points[0] and m.path[-1] == points[-1])
    text = write_path(board, move.path, "-")
    landings = rules.bounds_of(state.turn, 1 << points[0]).landings
    reached = turns.reached(rules, state, points[0], landings)
    if not 1 << points[-1] & reached:
        return Text(
            "{point} is reached by a step, which passes no other point: `{move}`.",
            point=board.names[points[-1]],
            move=text,
        )
    off = next(point for point in points if not 1 << point & reached)
    return Text(
        "The piece cannot pass {point} in its jumps: `{move}` is the way.",
        point=board.names[off],
        move=text,
    )


def _forbidden(rules: Rules, state: State, start: int, end: int, can: Text) -> Text:
    """Return that the piece could go there, were no camp in the way."""
    names = rules.ground.board.names
    seat = state.turn
    here, there = 1 << start, 1 << end
    bounds = rules.bounds_of(seat, here)
    if here & rules.targets[seat] and not there & rules.targets[seat]:
        return Text(
            "The piece on {point} stands in its target camp and may not leave it: {can}.",
            point=names[start],
            can=can,
        )
    if there & bounds.ends:
        if here & rules.targets[seat] and rules.options["lock"] == "hop":
            return Text(
                "The jumps to {point} lead out of the target camp, and every one must stay "
                "inside: {can}.",
                point=names[end],
                can=can,
            )
        return Text(
            "The jumps to {point} lead through a closed camp: {can}.", point=names[end], can=can
        )
    if there & rules.homes[seat]:
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


def _unreachable(rules: Rules, state: State, points: Sequence[int], can: Text) -> Text:
    """Return that neither a step nor jumps lead there."""
    board = rules.ground.board
    names = board.names
    start = points[0]
    occupied = sum(state.pieces) & ~(1 << start)
    if len(points) > 2:
        for one, other in pairwise(points):
            if 1 << other & rules.ground.around[one]:
                return Text(
                    "{one}-{other} is a step, and a turn is one step or only jumps: {can}.",
                    one=names[one],
                    other=names[other],
                    can=can,
                )
    for one, other in pairwise(points):
        over = _between(rules, one, other)
        if over is not None and not 1 << over & occupied:
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


def _between(rules: Rules, one: int, other: int) -> int | None:
    """Return the point between two that a jump from one to the other passes, None for none."""
    for _, over, landing, _ in rules.ground.jumps[one]:
        if landing == other:
            return over.bit_length() - 1
    return None
