"""What metrics cost who does not ask for them, and how spans are counted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from data import Spans

ROOT = Path(__file__).parents[3]


def test_who_asks_for_no_metrics_imports_nothing_for_them() -> None:
    code = """
import sys, bot, cogs.extension
print({"prometheus_client", "aiohttp.web", "cogs.operating.metrics"} & sys.modules.keys())
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)  # noqa: S603 - our own interpreter and code
    assert done.stdout == b"set()\n"


def test_a_span_is_counted_by_the_first_bound_that_it_does_not_exceed() -> None:
    spans = Spans(0.1, 1.0)
    for seconds in (0.05, 0.1, 0.5, 3.0):
        spans.add(seconds)
    assert spans.counts == [2, 1, 1]
    assert spans.seconds == 3.65
