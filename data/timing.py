"""Durations measured again and again, kept as a histogram."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


class Spans:
    """A histogram of durations: counts per bucket and their total in seconds.

    ``counts`` has one count for each of the ascending ``bounds``, of durations up to it and above
    the bound before it, and one more for those above all bounds.
    """

    def __init__(self, *bounds: float) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """Count one more duration."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.seconds += seconds

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Count the block's duration."""
        began = perf_counter()
        try:
            yield
        finally:
            self.add(perf_counter() - began)
