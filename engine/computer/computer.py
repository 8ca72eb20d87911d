"""The computer player: its thoughts about a position, and its choice of a move."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

from engine.capabilities.thinking import DECIDED, State, Thinking
from engine.computer import levels
from engine.computer.plain_state import thinking_of
from engine.computer.search import DEEPEST, SURE, Search
from engine.computer.search_result import SearchResult
from engine.computer.state_views import SomeMoves, for_two
from engine.game import Position
from engine.values import Move

_VARIED_PLIES: Final = 10
"""Number of plies at the start in which all levels vary their moves a little."""

_VARIETY: Final = 3
"""The standard deviation of this variation, in points."""

_ERRORS: Final = 3
"""No error makes a level choose a move that is worse by more standard deviations than this."""

_REMEMBERED: Final = 100
"""Number of last positions of a line that count for repetition."""

_NO_LIMIT: Final = 1 << 60


class Held(NamedTuple):
    """The best move found after a number of nodes, and its value."""

    nodes: int
    move: Move
    value: int


class Thought(NamedTuple):
    """The computer's thought about a position.

    ``value`` is for the seat to move, in points (100 a man); it is 10,000 minus the plies to the
    end for a won game, and the negative for a lost one. ``depth`` is in plies; ``variation`` has
    the expected moves, the first of them ``move``. ``drawn`` means that the computer would accept a
    draw, or leave its fight undecided, because such an ending is hardly ever won and no progress is
    made. ``held`` has the result of each depth, the deepest last.
    """

    move: Move
    value: int
    depth: int
    nodes: int
    variation: tuple[Move, ...]
    drawn: bool = False
    held: tuple[Held, ...] = ()

    def early(self, nodes: int) -> Held:
        """Return the best move and value found within ``nodes`` nodes, or the first one found."""
        held = self.held or (Held(self.nodes, self.move, self.value),)
        return next((one for one in held[::-1] if one.nodes <= nodes), held[0])


class Computer:
    """A player of a level. The same line, level and seed give the same move on every machine."""

    def __init__(
        self,
        level: int,
        seed: int = 0,
        clock: Callable[[], float] = perf_counter,
        enough: Callable[[int], bool] | None = None,
    ) -> None:
        """Make a player of a level.

        ``clock`` returns the seconds by which a budget in seconds is measured. ``enough`` is asked
        now and then whether the nodes searched so far are enough, whatever the budget. Raises
        ValueError if there is no such level.
        """
        self._number = level
        self._seed = seed
        self._clock = clock
        self._enough = enough
        levels.level(level, levels.PACE)
        self._knows_endings = level >= levels.KNOWS_ENDINGS

    def think(
        self, line: Sequence[Position], seconds: float | None = None, nodes: int | None = None
    ) -> Thought:
        """Return the thought about the last position of a line, with a move for the seat to move.

        ``line`` has the positions of the match so far, each as that seat may see it. ``nodes``
        replaces the level's own number of nodes, and lifts its other limits; ``seconds`` replaces
        any number of nodes. Raises ValueError if the game is over.
        """
        position = line[-1]
        if position.outcome() is not None or not position.legal_moves():
            raise ValueError(f"The game is over: {position!r}")
        chance = Random(f"{self._seed} {self._number} {position.fen()}")
        thinking = thinking_of(position)
        placed = thinking.place(chance)
        if placed is None and position.setup is not None:
            placed = chance.choice(position.legal_moves())
        if placed is not None:
            return Thought(placed, 0, 0, 0, (placed,))

        easier = position.turn == position.easier
        budget = levels.level(self._number, position.pace, easier)
        if position.thinking is not None and chance.randrange(100) < budget.attention:
            thinking = _noticed(line, thinking)
        state = for_two(thinking.state())
        earlier = _keys(line[:-1])
        if nodes is None and seconds is None:
            budget = levels.level(
                levels.patient(self._number, state, earlier), position.pace, easier
            )
        if nodes is not None:
            budget = budget.searching(nodes)
        enough = self._enough
        if seconds is not None:
            budget = budget.searching(_NO_LIMIT)
            enough = _alarm(self._clock, seconds)
        spread, urge = budget.carelessness, 0
        if nodes is None and seconds is None:
            if len(line) <= _VARIED_PLIES:
                spread = max(spread, _VARIETY)
            urge = state.urge()
        search = Search(earlier, budget.nodes, enough, budget.captures, self._knows_endings)
        seen = thinking.seen(budget.jumps)
        root = SomeMoves(state, seen) if seen else state
        found = search.run(root, budget.depth, _margin(spread, urge))
        code, value = _chosen(state, found, spread, urge, chance)
        variation = found.variation if found.variation[:1] == [code] else [code]
        moves = _moves(position, thinking, variation)
        drawn = state.drawish() and levels.is_drawn(
            state, value - self._undecided(line, position.turn, nodes)
        )
        held = tuple(
            Held(spent, thinking.move(code), points) for spent, code, points in found.iterations
        )
        return Thought(moves[0], value, found.depth, found.nodes, moves, drawn, held)

    def judge(
        self, line: Sequence[Position], seat: int, nodes: int | None = None
    ) -> tuple[int, bool]:
        """Return a seat's loss by leaving its fight undecided, and whether it accepts that loss.

        The loss in points is the value of a line's last position to the seat, less the value of the
        position after agreeing on an undecided fight. Raises ValueError if the game is over.
        """
        position = line[-1]
        value = self.think(line, nodes=nodes).value
        if not _together(position, seat, position.turn):
            value = -value
        value -= self._undecided(line, seat, nodes)
        thinking = position.thinking
        drawn = thinking is not None and levels.is_drawn(thinking.fight(seat), value)
        return value, drawn

    def compare(
        self, line: Sequence[Position], moves: Collection[Move], nodes: int
    ) -> tuple[int, ...]:
        """Return the values of some legal moves for the seat to move, all searched equally deep.

        The values are in the order of ``moves``. Raises ValueError for a move that the computer
        does not consider.
        """
        state, thinking = _root(line)
        codes = {thinking.move(code): code for code in state.moves()}
        try:
            among = [codes[move] for move in moves]
        except KeyError as error:
            raise ValueError(f"It is not looked at: {error}") from error
        search = self._searching(line, nodes)
        found = dict(search.run(SomeMoves(state, among), DEEPEST, 2 * DECIDED).scores)
        return tuple(found[code] for code in among)

    def second(self, line: Sequence[Position], best: Move, nodes: int) -> Thought | None:
        """Return a thought about the best move other than ``best``, None if there is none.

        Moves that the computer does not consider do not count.
        """
        state, thinking = _root(line)
        others = [code for code in state.candidates() if thinking.move(code) != best]
        if not others:
            return None
        search = self._searching(line, nodes)
        found = search.run(SomeMoves(state, others), DEEPEST, 0)
        moves = _moves(line[-1], thinking, found.variation)
        return Thought(moves[0], found.scores[0][1], found.depth, found.nodes, moves)

    def _searching(self, line: Sequence[Position], nodes: int) -> Search:
        """Return a search limited to that many nodes from the last position of a line."""
        keys = _keys(line[:-1])
        return Search(keys, nodes, self._enough, endings=self._knows_endings)

    def _undecided(self, line: Sequence[Position], seat: int, nodes: int | None = None) -> int:
        """Return the value to a seat of the last position after agreeing on an undecided fight.

        0 if that cannot be agreed on.
        """
        agreement = line[-1].even_agreement(seat)
        if agreement is None:
            return 0
        after = line[-1].agree(agreement)
        outcome = after.outcome()
        if outcome is None:
            value = self.think([after], nodes=nodes).value
            return value if _together(after, seat, after.turn) else -value
        own = outcome.ranks[seat]
        return DECIDED * ((own < max(outcome.ranks)) - (own > min(outcome.ranks)))


def _alarm(clock: Callable[[], float], seconds: float) -> Callable[[int], bool]:
    """Return a function that returns whether that many seconds have passed from now on."""
    end = clock() + seconds
    return lambda _nodes: clock() >= end


def _together(position: Position, seat: int, other: int) -> bool:
    """Return whether two seats are on one side."""
    return position.seats[seat].team == position.seats[other].team


def _root(line: Sequence[Position]) -> tuple[State, Thinking[State]]:
    """Return the state of a line's last position for the search, and its thinking."""
    thinking = thinking_of(line[-1])
    return for_two(thinking.state()), thinking


def _noticed(line: Sequence[Position], thinking: Thinking[State]) -> Thinking[State]:
    """Return the thinking for the last position, with the claims that the one before reveals."""
    before = line[-2].thinking if len(line) > 1 else None
    return thinking if before is None else thinking.noticed(before)


def _keys(line: Sequence[Position]) -> list[Hashable]:
    """Return the keys of the states of a line's last positions, without those of a set-up."""
    return [
        thinking_of(position).state().key()
        for position in line[-_REMEMBERED:]
        if position.setup is None
    ]


def _margin(spread: int, urge: int) -> int:
    """Return the most points by which a chosen move may be worse than the best one."""
    return max(_ERRORS * spread, 2 * urge)


def _chosen(
    state: State, found: SearchResult, spread: int, urge: int, chance: Random
) -> tuple[int, int]:
    """Return the move that is best after an error of that spread is added to each value.

    The value returned with it is without the error. Each step of progress adds as much as the
    spread of the errors, and no less than the ``urge``: otherwise the errors would hide the worth
    of a step, and armies would wander.
    """
    margin = _margin(spread, urge)
    best_code, best = found.scores[0]
    if not margin or abs(best) >= SURE:
        return best_code, best
    scores = [score for score in found.scores if best - score[1] <= margin]
    step = max(spread, urge)
    return max(
        scores,
        key=lambda score: score[1] + chance.gauss(0, spread) + step * state.progress(score[0]),
    )


def _moves(position: Position, thinking: Thinking[State], codes: Sequence[int]) -> tuple[Move, ...]:
    """Return the moves of a line of codes, each read in the state before it."""
    moves: list[Move] = []
    for code in codes:
        if moves:
            position = position.play(moves[-1])
            thinking = thinking_of(position)
        moves.append(thinking.move(code))
    return tuple(moves)
