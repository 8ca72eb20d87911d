"""The result of a search, and of each of its iterations."""

from __future__ import annotations

Iteration = tuple[int, int, int]
"""The nodes searched by the end of an iteration, its best move, and that move's value."""


class SearchResult:
    """The result of a search.

    ``scores`` has each move tried at the root with its value, the best first; a value more than the
    margin below the best one is an upper bound. ``variation`` has the expected moves.
    ``iterations`` are the completed ones, the shallowest first; ``depth`` is that of the last one.
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
