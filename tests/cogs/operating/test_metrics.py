"""How spans are counted."""

from __future__ import annotations

from data import Spans


def test_a_span_is_counted_by_the_first_bound_that_it_does_not_exceed() -> None:
    spans = Spans(0.1, 1.0)
    for seconds in (0.05, 0.1, 0.5, 3.0):
        spans.add(seconds)
    assert spans.counts == [2, 1, 1]
    assert spans.seconds == 3.65
