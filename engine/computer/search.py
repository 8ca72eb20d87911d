"""The search for two sides: principal variation search with iterative deepening.

The likely move is searched with an open window, the others with one that only tests whether they
are better (J. Pearl's scout). Moves are ordered by the transposition table, killer moves and the
history heuristic (J. Schaeffer). Late quiet moves are searched less deeply; forced replies cost no
depth, and captures are followed to their end. No clock is used: a budget is a number of nodes, or a
function that returns whether they are enough. The same state and budget in nodes give the same
result.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable
from typing import Final

from engine.capabilities.thinking import DECIDED, UNKNOWN, State
from engine.computer.search_result import Iteration, SearchResult
from engine.computer.transpositions import AT_LEAST, AT_MOST, EXACT, NO_MOVE, TranspositionTable
from engine.endings.following import known_line

INFINITE: Final = 2 * DECIDED
SURE: Final = DECIDED - 500
"""A value beyond this is that of a decided game; it differs from ``DECIDED`` by the plies to the
end.
"""

DEEPEST: Final = 64
"""The deepest that the search goes, in plies of full width."""

_LAST_PLY: Final = 128
"""The last ply to which forced replies and captures are followed."""

_ASPIRATION: Final = 40
"""Half the width of the window around the value of the last iteration."""

_MOVES: Final = 1 << 12
"""More than the moves of any state. Scores of moves are multiples of this number, so that a move's
place in its list can be packed with its score.
"""

_COMMON: Final = 1 << 12
"""Moves with codes below this have their history scores in a list, which is faster."""

_KILLER: Final = 1 << 52
_FIRST: Final = 1 << 60
"""The scores of killer moves, and of the move from the table. Together with a place they fit into a
machine word, with which compiled code counts best.
"""

_ANSWER: Final = 2
"""The ply of the first reply, whose repetitions are seen even at the horizon."""

_ASKED_EVERY: Final = 1 << 7
"""The caller is asked once in so many nodes whether those searched are enough."""

_STILL: Final = 16
"""The score of a drawn ending includes its usual value divided by this: some draws are harder to
hold.
"""

_FIRST_PLY: Final = 3_000
"""The nodes that the first iteration may take whatever the budget.

Otherwise a search might choose a move at random, without having looked at all of them.
"""


class OutOfBudgetError(Exception):
    """The budget is used up; the iteration in progress is abandoned."""


class Search:
    """One search from one state, within a budget."""

    __slots__ = (
        "_contempt",
        "_drawn_too",
        "_earlier",
        "_endings",
        "_enough",
        "_followed",
        "_history",
        "_killers",
        "_knows",
        "_limit",
        "_path",
        "_rare",
        "_repeats",
        "_side",
        "_stands_pat",
        "_table",
        "nodes",
    )

    nodes: int
    _limit: int
    _enough: Callable[[int], bool] | None
    _table: TranspositionTable
    _history: list[list[int]]
    """The history scores of common moves, by side and move: more for each cut, by its depth."""
    _rare: list[dict[int, int]]
    """The history scores of all other moves, by side."""
    _killers: list[int]
    _path: set[Hashable]
    """The keys of the states on the path to the present one, and of earlier ones of the line."""
    _earlier: set[Hashable]
    _repeats: bool
    _side: int
    _contempt: int
    _stands_pat: bool
    _followed: int
    _endings: bool
    _knows: bool
    """Whether states are looked up in tables of endings: not if none can be reached."""
    _drawn_too: bool
    """Whether draws by the tables count: not in a drawn root, to find the line hardest to hold."""

    def __init__(
        self,
        earlier: list[Hashable],
        nodes: int,
        enough: Callable[[int], bool] | None = None,
        followed: int = _LAST_PLY,
        endings: bool = False,
    ) -> None:
        """Make a search of at most ``nodes`` nodes.

        ``enough`` is called with the number of nodes searched, and ends the search by returning
        True. ``earlier`` has the keys of the earlier states of the line. Captures beyond the
        horizon are followed for ``followed`` plies, by default to their end. ``endings`` is whether
        the search uses the tables of endings.
        """
        self.nodes = 0
        self._limit = nodes
        self._followed = followed
        self._enough = enough
        self._table = TranspositionTable()
        self._history = [[0] * _COMMON, [0] * _COMMON]
        self._rare = [{}, {}]
        self._killers = [NO_MOVE] * (2 * (_LAST_PLY + 2))
        self._earlier = set(earlier)
        self._path = set()
        self._repeats = True
        self._side = 0
        self._contempt = 0
        self._stands_pat = False
        self._endings = endings
        self._knows = False
        self._drawn_too = False

    # Iterative deepening at the root

    def run(self, root: State, depth: int, margin: int) -> SearchResult:
        """Return the result for a state that has a legal move and is not over.

        The search goes no deeper than ``depth`` plies. Each move that is worse than the best by at
        most ``margin`` gets its exact value.
        """
        # The search makes no reference cycles; collecting them took 6 % of the instructions.
        collecting = gc.isenabled()
        gc.disable()
        try:
            return self._deepen(root, depth, margin)
        finally:
            if collecting:
                gc.enable()

    def _deepen(self, root: State, depth: int, margin: int) -> SearchResult:
        """Return the result of the last iteration within the budget."""
        self._repeats = root.draws_by_repetition()
        self._side = root.side
        self._contempt = root.contempt()
        self._stands_pat = root.stands_pat()
        self._knows = self._endings and root.near_endings()
        known = root.known() if self._knows else UNKNOWN
        self._drawn_too = self._knows and known != 0
        moves = root.candidates()
        done: list[Iteration] = []
        found = SearchResult([(move, 0) for move in moves], 0, 0, moves[:1], done)
        budget = self._limit
        for plies in range(1, min(depth, DEEPEST) + 1):
            self._limit = max(budget, _FIRST_PLY) if plies == 1 else budget
            try:
                scores = self._iterate(root, found, plies, margin)
            except OutOfBudgetError:
                break
            best, value = scores[0]
            done.append((self.nodes, best, value))
            found = SearchResult(scores, plies, self.nodes, [], done)
            if abs(value) >= SURE and (known != UNKNOWN or plies >= DECIDED - abs(value)):
                break
            if len(moves) == 1 and plies >= 4:
                break
        found.nodes = self.nodes
        best, value = found.scores[0]
        found.variation = self._variation(root, best, found.depth)
        if known != UNKNOWN and abs(value) >= SURE:
            found.variation = known_line(root, best)
        return found

    def _iterate(
        self, root: State, last: SearchResult, plies: int, margin: int
    ) -> list[tuple[int, int]]:
        """Return the root's moves with their values at a depth, the best first."""
        value = last.scores[0][1]
        low, high = -INFINITE, INFINITE
        if plies >= 4 and abs(value) < SURE:
            low, high = value - _ASPIRATION - margin, value + _ASPIRATION
        while True:
            scores = self._root(root, last.scores, plies, low, high, margin)
            best = scores[0][1]
            if best >= high:
                high = INFINITE
            elif best - margin <= low and low > -INFINITE:
                low = -INFINITE
            else:
                return scores

    def _root(
        self,
        root: State,
        order: list[tuple[int, int]],
        plies: int,
        low: int,
        high: int,
        margin: int,
    ) -> list[tuple[int, int]]:
        """Return the root's moves with their values at a depth and within a window."""
        self._path = set(self._earlier)
        self._path.add(root.key())
        side = root.side
        best = -INFINITE
        values: list[int] = []
        for move, _ in order:
            alpha = max(low, best - margin - 1) if best > -INFINITE else low
            child = root.play(move)
            self._count()
            if self._repeats and not child.over() and child.key() in self._earlier:
                value = -self._contempt  # even if no ply is left to see it
            elif values:
                value = self._value(child, side, alpha, alpha + 1, plies - 1, 1)
                if value > alpha:
                    value = self._value(child, side, alpha, high, plies - 1, 1)
            else:
                value = self._value(child, side, alpha, high, plies - 1, 1)
            values.append(value)
            best = max(best, value)
            if best >= high:
                break
        values += [-INFINITE] * (len(order) - len(values))
        ranked = [place - value * _MOVES for place, value in enumerate(values)]
        ranked.sort()
        places = [rank % _MOVES for rank in ranked]
        return [(order[place][0], values[place]) for place in places]

    def _variation(self, root: State, move: int, length: int) -> list[int]:
        """Return the expected moves, read from the table."""
        moves: list[int] = []
        seen: set[Hashable] = set()
        state = root
        while move != NO_MOVE and len(moves) < max(length, 1):
            moves.append(move)
            state = state.play(move)
            key = state.key()
            entry = self._table.find(key)
            if entry is None or key in seen or state.over():
                break
            seen.add(key)
            move = entry[3]
        return moves

    # Inner nodes

    def _count(self) -> None:
        """Count a node. Raises OutOfBudgetError once the budget is used up."""
        nodes = self.nodes + 1
        self.nodes = nodes
        if nodes > self._limit:
            raise OutOfBudgetError
        if not nodes & _ASKED_EVERY - 1 and self._enough is not None and self._enough(nodes):
            raise OutOfBudgetError

    def _value(self, child: State, side: int, alpha: int, beta: int, depth: int, ply: int) -> int:
        """Return the value of a child for the side that moved to it, which may move again."""
        if child.side == side:
            return self._search(child, alpha, beta, depth, ply)
        return -self._search(child, -beta, -alpha, depth, ply)

    def _decided(self, state: State, ply: int) -> int:
        """Return the value of a state in which the game is over; sooner ends count more."""
        value = state.final(state.side)
        if value > 0:
            return value - ply
        return value + ply if value < 0 else self._drawn(state.side)

    def _looked_up(self, state: State, ply: int) -> int:
        """Return the value of a state by the tables of endings, else ``UNKNOWN``."""
        known = state.known()
        if known == UNKNOWN or (known == 0 and not self._drawn_too):
            return UNKNOWN
        if known == 0:
            return self._drawn(state.side) + state.evaluate(state.side) // _STILL
        return known - ply if known > 0 else known + ply

    def _drawn(self, side: int) -> int:
        """Return the value of a draw for a side."""
        return -self._contempt if side == self._side else self._contempt

    def _search(self, state: State, alpha: int, beta: int, depth: int, ply: int) -> int:
        """Return the value of a state for its side to move, exact only within the window."""
        if state.over():
            return self._decided(state, ply)
        if self._knows:
            known = self._looked_up(state, ply)
            if known != UNKNOWN:
                return known
        if depth <= 0 or ply >= _LAST_PLY:
            if ply == _ANSWER and self._repeats and state.key() in self._earlier:
                return self._drawn(state.side)
            return self._settle(state, alpha, beta, depth, ply)
        key = state.key()
        if self._repeats and key in self._path:
            return self._drawn(state.side)
        entry = self._table.find(key)
        best_move = NO_MOVE
        if entry is not None:
            best_move = entry[3]
            if entry[0] >= depth:
                value = entry[2]
                if value > SURE:
                    value -= ply
                elif value < -SURE:
                    value += ply
                bound = entry[1]
                if (
                    bound == EXACT
                    or (bound == AT_LEAST and value >= beta)
                    or (bound == AT_MOST and value <= alpha)
                ):
                    return value
        moves = state.candidates()
        count = len(moves)
        if count == 0:
            return self._decided(state, ply)
        if count == 1:
            depth += 1  # a forced reply costs no depth
        elif best_move == NO_MOVE and depth >= 4:
            depth -= 1
        return self._best(state, moves, best_move, alpha, beta, depth, ply, key)

    def _best(
        self,
        state: State,
        moves: list[int],
        likely: int,
        alpha: int,
        beta: int,
        depth: int,
        ply: int,
        key: Hashable,
    ) -> int:
        """Return the value of the best move, and store it in the transposition table."""
        side = state.side
        order = self._order(moves, likely, side, ply) if len(moves) > 1 else [0]
        best = -INFINITE
        best_move = NO_MOVE
        start = alpha
        self._path.add(key)
        for tried, rank in enumerate(order):
            move = moves[rank & _MOVES - 1]
            child = state.play(move)
            self._count()
            if tried == 0:
                value = self._value(child, side, alpha, beta, depth - 1, ply + 1)
            else:
                less = 0
                if tried >= 2 and depth >= 2 and state.quiet(move):
                    less = min(1 + (tried >= 6) + (depth >= 6), depth - 1)
                value = self._value(child, side, alpha, alpha + 1, depth - 1 - less, ply + 1)
                if less and value > alpha:
                    value = self._value(child, side, alpha, alpha + 1, depth - 1, ply + 1)
                if alpha < value < beta:
                    value = self._value(child, side, alpha, beta, depth - 1, ply + 1)
            if value > best:
                best = value
                best_move = move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        self._cut(move, side, depth, ply)
                        break
        self._path.discard(key)
        bound = AT_LEAST if best >= beta else EXACT if best > start else AT_MOST
        stored = best
        if stored > SURE:
            stored += ply
        elif stored < -SURE:
            stored -= ply
        self._table.keep(key, (depth, bound, stored, best_move))
        return best

    def _order(self, moves: list[int], likely: int, side: int, ply: int) -> list[int]:
        """Return the rank of each move, the best first: its place in the list minus its score.

        Scores are multiples of ``_MOVES``, so the low bits of a rank are the place.
        """
        history = self._history[side]
        rare = self._rare[side]
        killer = self._killers[2 * ply]
        other = self._killers[2 * ply + 1]
        order: list[int] = []
        for place, move in enumerate(moves):
            if move == likely:
                score = _FIRST
            elif move == killer:
                score = _KILLER
            elif move == other:
                score = _KILLER - _MOVES
            elif 0 <= move < _COMMON:
                score = history[move]
            else:
                score = rare.get(move, 0)
            order.append(place - score)
        order.sort()
        return order

    def _cut(self, move: int, side: int, depth: int, ply: int) -> None:
        """Remember a move that caused a cut, to be tried early elsewhere."""
        killers = self._killers
        if killers[2 * ply] != move:
            killers[2 * ply + 1] = killers[2 * ply]
            killers[2 * ply] = move
        more = depth * depth * _MOVES
        if 0 <= move < _COMMON:
            self._history[side][move] += more
        else:
            rare = self._rare[side]
            rare[move] = rare.get(move, 0) + more

    # Beyond the horizon

    def _judged(self, state: State, side: int) -> int:
        """Return the value of a state to a side; lack of progress costs the thinking side."""
        value = state.evaluate(side)
        waiting = state.waiting() if self._contempt else 0
        if not waiting:
            return value
        wish = self._contempt * waiting // 100
        return value - wish if side == self._side else value + wish

    def _settle(self, state: State, alpha: int, beta: int, depth: int, ply: int) -> int:
        """Return the value of a state beyond the horizon: captures are followed to their end.

        At the horizon itself a restless state is searched one ply deeper. The game is not over.
        """
        if depth < 0 and self._knows:
            known = self._looked_up(state, ply)
            if known != UNKNOWN:
                return known
        side = state.side
        best = -INFINITE
        moves = state.tactical() if ply < _LAST_PLY and depth > -self._followed else []
        if moves and self._stands_pat:
            best = self._judged(state, side)
        elif not moves:
            if depth < 0 or not state.restless():
                return self._judged(state, side)
            moves = state.candidates()
            if not moves:
                return self._decided(state, ply)
        if best > alpha:
            alpha = best
            if best >= beta:
                return best
        for move in moves:
            child = state.play(move)
            self._count()
            if child.over():
                value = self._decided(child, ply + 1)
                if child.side != side:
                    value = -value
            elif child.side == side:
                value = self._settle(child, alpha, beta, depth - 1, ply + 1)
            else:
                value = -self._settle(child, -beta, -alpha, depth - 1, ply + 1)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best
