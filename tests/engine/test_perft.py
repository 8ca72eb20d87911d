import pytest

from tests.engine.perft import Counts, known

MOST_LEAVES = 300_000
"""Greater depths are for the benchmark."""

MANY_LEAVES = 10_000

CASES = [
    pytest.param(
        counts,
        depth,
        id=f"{counts.name}-{depth}",
        marks=[pytest.mark.slow] if number > MANY_LEAVES else [],
    )
    for counts in known()
    for depth, number in counts.by_depth.items()
    if number <= MOST_LEAVES
]


@pytest.mark.parametrize(("counts", "depth"), CASES)
def test_the_number_of_move_sequences_is_known(counts: Counts, depth: int) -> None:
    assert counts.count(depth) == counts.by_depth[depth]
