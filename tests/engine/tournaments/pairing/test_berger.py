from itertools import combinations

import pytest

from engine.tournaments.pairing.berger import round_robin
from tests.each import for_each

# FIDE Handbook C.05, Annex 1: the tables for 3 to 10 players.
PUBLISHED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1""",
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1""",
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1""",
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1""",
}

every_count = for_each(range(2, 14))


def of_table(text: str) -> list[list[tuple[int, ...]]]:
    return [
        [tuple(int(number) - 1 for number in pair.split("-")) for pair in line.split()]
        for line in text.split("\n")[1:]
    ]


@pytest.mark.parametrize("count", PUBLISHED)
def test_the_rounds_are_those_of_the_published_tables(count: int) -> None:
    assert [list(pairs) for pairs in round_robin(count)] == of_table(PUBLISHED[count])


@pytest.mark.parametrize("count", PUBLISHED)
def test_of_an_odd_count_whoever_would_meet_the_last_player_rests(count: int) -> None:
    last = count - 1
    table = of_table(PUBLISHED[count])
    assert [list(pairs) for pairs in round_robin(last)] == [
        [pair for pair in pairs if last not in pair] for pairs in table
    ]


@every_count
def test_in_a_double_one_all_meet_on_both_sides_and_none_three_times_running(count: int) -> None:
    rounds = round_robin(count, double=True)
    tables = [pair for pairs in rounds for pair in pairs]
    both = [*combinations(range(count), 2), *((b, a) for a, b in combinations(range(count), 2))]
    assert sorted(tables) == sorted(both)
    for player in range(count):
        sides = [pair.index(player) for pairs in rounds for pair in pairs if player in pair]
        assert all(len(set(sides[n : n + 3])) == 2 for n in range(len(sides) - 2))


def test_who_is_alone_meets_nobody() -> None:
    assert round_robin(0) == round_robin(1) == ()
