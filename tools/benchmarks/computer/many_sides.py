"""Play searches for three and more sides against each other at equal nodes.

Besides the engine's own, they are paranoid search (all others against the thinker), best-
reply search without passes (one of the others replies freely, the rest play
their likeliest moves; M. Esser and others, 2013), and maxⁿ (everybody for themselves; C. Luckhardt
and K. Irani, 1986). Each gets every seat equally often. Run ``python -m
tools.benchmarks.computer.many_sides [TABLE ...] [--games 60] [--nodes 400]``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Hashable
from random import Random
from time import process_time
from typing import Final

import engine
from engine.capabilities.thinking import DECIDED, State
from engine.computer.search import DEEPEST, OutOfBudgetError, Search
from engine.computer.state_views import SideView, for_two
from tools.benchmarks.computer.games import interval

TABLES: Final = {
    "star-3": ("chinese-checkers", 3),
    "star-4": ("chinese-checkers", 4),
    "star-6": ("chinese-checkers", 6),
    "halma-4": ("halma", 4),
}

TURNS: Final = 400
"""The most turns a seat; a longer game has met the limit, and nobody wins it."""

AMONG: Final = 8
"""The number of candidates from which each seat's first turn is chosen."""


class Paranoid(SideView):
    """A view for paranoid search: all other sides try all their moves against the thinker."""

    __slots__ = ()

    def candidates(self) -> list[int]:
        return self._state.candidates()

    def play(self, move: int) -> Paranoid:
        return Paranoid(self._state.play(move), self._thinker)


class BestReply(SideView):
    """A view for best-reply search: in each round, one of the other sides tries all its moves."""

    __slots__ = ("_free",)

    def __init__(self, state: State, thinker: int, free: bool = True) -> None:
        super().__init__(state, thinker)
        self._free = free

    def key(self) -> Hashable:
        key = super().key()
        return key if self._free else (key, self._free)

    def candidates(self) -> list[int]:
        moves = self._state.candidates()
        return moves[:1] if self.side and not self._free else moves

    def play(self, move: int) -> BestReply:
        after = self._state.play(move)
        free = True
        if self.side and after.side != self._thinker:
            free = self._free and move == self._state.candidates()[0]
        return BestReply(after, self._thinker, free)


class MaxN:
    """A search in which every side maximizes its own value."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes

    def best(self, state: State) -> int:
        """Return the best move found within the nodes, by iterative deepening."""
        order = state.candidates()
        for depth in range(1, DEEPEST):
            try:
                values = {
                    move: self._values(state.play(move), depth - 1)[state.side] for move in order
                }
            except OutOfBudgetError:
                break
            order.sort(key=values.__getitem__, reverse=True)
        return order[0]

    def _values(self, state: State, depth: int) -> list[int]:
        self._nodes -= 1
        if self._nodes < 0:
            raise OutOfBudgetError
        sides = range(state.sides())
        moves = [] if state.over() else state.candidates()
        if not moves:
            return [state.final(side) for side in sides]
        if not depth:
            return [state.evaluate(side) for side in sides]
        found = (self._values(state.play(move), depth - 1) for move in moves)
        return max(found, key=lambda values: values[state.side])


def _searched(view: State, nodes: int) -> int:
    return Search([], nodes).run(view, DEEPEST, 0).scores[0][0]


WAYS: Final[dict[str, Callable[[State, int], int]]] = {
    "likely replies": lambda state, nodes: _searched(for_two(state), nodes),
    "best reply": lambda state, nodes: _searched(BestReply(state, state.side), nodes),
    "paranoid": lambda state, nodes: _searched(Paranoid(state, state.side), nodes),
    "maxn": lambda state, nodes: MaxN(nodes).best(state),
}


def play(table: str, ways: list[str], nodes: int, chance: Random) -> int | None:
    """Play a game in which each side searches in its way; return the winner's side.

    Return None for a draw, or if the game meets the limit. ``ways`` are names, one a side.
    """
    name, seats = TABLES[table]
    thinking = engine.games[name].start(seats).thinking
    assert thinking is not None
    state = thinking.state()
    for turn in range(TURNS * seats):
        if state.over():
            return next((side for side in range(seats) if state.final(side) == DECIDED), None)
        if turn < seats:
            state = state.play(chance.choice(state.candidates()[:AMONG]))
        else:
            state = state.play(WAYS[ways[state.side]](state, nodes))
    return None


def main() -> None:
    """Print the share of games that each way won at each table, and its ratio to a fair share."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", nargs="*", default=list(TABLES))
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=400)
    asked = parser.parse_args()
    for table in asked.table:
        began = process_time()
        seats = TABLES[table][1]
        sat: Counter[str] = Counter()
        won: Counter[str] = Counter()
        for number in range(asked.games):
            chance = Random(f"{table} {number}")
            names = list(WAYS)
            ways = [names[(number * seats + place) % len(names)] for place in range(seats)]
            chance.shuffle(ways)
            sat.update(ways)
            winner = play(table, ways, asked.nodes, chance)
            won["nobody" if winner is None else ways[winner]] += 1
        print(f"{table}: {asked.games} games, {process_time() - began:.0f} s")
        for way, games in sat.items():
            share = won[way] / games
            print(
                f"  {way:16} won {100 * share:5.1f} % of {games} ({interval(share, games)}), "
                f"{share * seats:.2f} of its share"
            )
        print(f"  {'nobody':16} {won['nobody']}", flush=True)


if __name__ == "__main__":
    main()
