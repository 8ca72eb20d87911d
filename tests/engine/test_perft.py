import pytest

from tests.engine.perft import Counts, known
from tests.nightly import at_night

MOST_LEAVES = 300_000
"""The most move sequences that a test counts; the benchmark counts greater depths."""

DAILY_LEAVES = 60_000
"""The most move sequences that an ordinary run counts; `make nightly` counts greater depths."""


def to_depth(counts: Counts, most: int) -> int:
    """Return the greatest depth with at most ``most`` move sequences, 0 if there is none."""
    return max((depth for depth, number in counts.by_depth.items() if number <= most), default=0)


COUNTS = {counts.name: counts for counts in known()}
DAILY = [
    pytest.param(name, depth, id=name)
    for name, counts in COUNTS.items()
    if (depth := to_depth(counts, DAILY_LEAVES))
]
DEEPER = [
    at_night(pytest.param(name, depth, id=f"{name}-{depth}"))
    for name, counts in COUNTS.items()
    if (depth := to_depth(counts, MOST_LEAVES)) > to_depth(counts, DAILY_LEAVES)
]


@pytest.mark.parametrize(("name", "most"), [*DAILY, *DEEPER])
def test_the_number_of_move_sequences_is_known(name: str, most: int) -> None:
    counts = COUNTS[name]
    expected = {depth: number for depth, number in counts.by_depth.items() if depth <= most}
    counted = counts.count_all(most)
    assert {depth: counted[depth - 1] for depth in expected} == expected
