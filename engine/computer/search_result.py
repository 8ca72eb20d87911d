"""The result of a search, and its course from iteration to iteration."""

from __future__ import annotations

Iteration = tuple[int, int, int]
"""The nodes searched by the end of an iteration, the best move then and its value."""


class SearchResult:
    """The result of a search: the value of each move tried at the root, the best first.

    A value more than the margin below the best one is an upper bound. ``iterations`` are the
    completed ones, the shallowest first.
    """

    __slots__ = ("depth", "iterations", "nodes", "scores", "variation")

    scores: list[tuple[int, int]]
    depth: int
    nodes: int
    variation: list[int]
    iterations: list[Iteration]

    def __init__(
        self,
        scores: list[tuple[int, int]],
        depth: int,
        nodes: int,
        variation: list[int],
        iterations: list[Iteration],
    ) -> None:
        self.scores = scores
        self.depth = depth
        self.nodes = nodes
        self.variation = variation
        self.iterations = iterations
