"""Matchings: all vertices in pairs, at the least total cost.

Vertices are numbers from 0, and a pair without a cost is impossible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush

Pair = tuple[int, int]
Matching = tuple[Pair, ...]
Costs = Mapping[Pair, int]


def cheapest(costs: Costs) -> Matching:
    """Return the largest number of pairs without a common vertex, at the least total cost.

    The pairs and their vertices are in ascending order. Costs are whole numbers from 0.
    """
    # The import takes a third of a second, which a bot without tournaments saves.
    import networkx as nx  # noqa: PLC0415 - only a pairing needs it

    graph = nx.Graph()
    most = max(costs.values(), default=0) + 1
    for (one, other), cost in sorted(costs.items()):
        graph.add_edge(one, other, weight=most - cost)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def in_order(costs: Costs) -> Iterator[Matching]:
    """Yield the matchings of all vertices, the cheapest first (Murty's algorithm)."""
    count = len({vertex for pair in costs for vertex in pair}) // 2
    waiting: list[tuple[int, Matching, Matching, frozenset[Pair]]] = []

    def add(kept: Matching, left_out: frozenset[Pair]) -> None:
        """Add to ``waiting`` the cheapest matching with ``kept`` and without ``left_out``."""
        taken = {vertex for pair in kept for vertex in pair}
        rest = {
            pair: cost
            for pair, cost in costs.items()
            if pair not in left_out and taken.isdisjoint(pair)
        }
        found = (*kept, *cheapest(rest))
        if len(found) == count:
            heappush(waiting, (sum(costs[pair] for pair in found), found, kept, left_out))

    add((), frozenset())
    while waiting:
        _, found, kept, left_out = heappop(waiting)
        yield tuple(sorted(found))
        for number in range(len(kept), count - 1):
            add(found[:number], left_out | {found[number]})
