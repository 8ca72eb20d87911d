"""Times that are measured again and again, kept as the counts that a histogram needs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


class Spans:
    """How long something took, each time: how often at most how many seconds, and all in all.

    ``counts`` has one count for each of the ascending ``bounds``, of what took longer than the one
    before it, and one more for what took longer than all.
    """

    def __init__(self, *bounds: float) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """Count one more time."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.seconds += seconds

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Count how long the block takes."""
        began = perf_counter()
        try:
            yield
        finally:
            self.add(perf_counter() - began)
