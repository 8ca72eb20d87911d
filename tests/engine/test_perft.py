import pytest

from tests.engine.perft import Counts, known
from tests.nightly import NIGHTLY

MOST_LEAVES = 300_000
"""Greater depths are for the benchmark."""

MANY_LEAVES = 10_000

DAILY_LEAVES = 60_000
"""Greater depths repeat what the depths before them count, move after move."""

CASES = [
    pytest.param(
        counts,
        depth,
        id=f"{counts.name}-{depth}",
        marks=[pytest.mark.slow] * (number > MANY_LEAVES) + [NIGHTLY] * (number > DAILY_LEAVES),
    )
    for counts in known()
    for depth, number in counts.by_depth.items()
    if number <= MOST_LEAVES
]


@pytest.mark.parametrize(("counts", "depth"), CASES)
def test_the_number_of_move_sequences_is_known(counts: Counts, depth: int) -> None:
    assert counts.count(depth) == counts.by_depth[depth]
