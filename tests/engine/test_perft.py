import pytest

from tests.engine.perft import Counts, known

MOST_LEAVES = 1_000_000
"""Greater depths are for the benchmark."""

CASES = [
    pytest.param(counts, depth, id=f"{counts.name}-{depth}")
    for counts in known()
    for depth, number in counts.by_depth.items()
    if number <= MOST_LEAVES
]


@pytest.mark.parametrize(("counts", "depth"), CASES)
def test_the_number_of_move_sequences_is_known(counts: Counts, depth: int) -> None:
    assert counts.count(depth) == counts.by_depth[depth]
