from collections import Counter
from random import Random

import pytest

from engine.tournaments.pairing.arena import pair_arena
from engine.tournaments.scores import Score


def test_nobody_meets_the_same_opponent_twice_running_if_anyone_else_is_free() -> None:
    scores = [Score(1, (1, 2), (2, 0)), Score(1, (3, 4), (2, 0))]
    tables = pair_arena([1, 2, 3, 4], scores)
    assert sorted(sorted(table) for table in tables) == [[1, 3], [2, 4]]
    assert pair_arena([1, 2], scores) == ((2, 1),)
    assert sorted(pair_arena([1, 2, 5], scores)[0]) != [1, 2]


def test_who_came_last_goes_on_waiting() -> None:
    assert pair_arena([7, 8, 9], []) == ((7, 8),)
    assert pair_arena([9, 8, 7], []) == ((9, 8),)
    assert pair_arena([7], []) == pair_arena([], []) == ()


def test_those_with_similar_points_meet_and_sides_alternate() -> None:
    scores = [
        Score(number, (one, other), (2, 0))
        for number, (one, other) in enumerate([(1, 5), (2, 6), (1, 7), (2, 8)], start=1)
    ]
    tables = pair_arena([5, 1, 6, 2], scores)
    assert tables == ((2, 1), (5, 6)), "of two with the same side due, who waited longer gets it"


@pytest.mark.parametrize(("count", "seats"), [(40, 2), (9, 2), (12, 4), (13, 3)])
def test_an_evening_goes_on_and_all_play_about_as_often(count: int, seats: int) -> None:
    chance = Random(count)
    free, busy = list(range(count)), []
    scores: list[Score] = []
    games: Counter[int] = Counter()
    last: dict[int, frozenset[int]] = {}
    again = total = 0
    for number in range(1, 60):
        for table in pair_arena(free, scores, seats):
            assert len(table) == seats
            busy.append(table)
            total += 1
            again += all(last.get(p) == frozenset(table) for p in table)
            for player in table:
                free.remove(player)
                last[player] = frozenset(table)
        chance.shuffle(busy)
        for table in [busy.pop() for _ in range(len(busy) // 2 + 1) if busy]:
            points = chance.sample(range(0, 2 * seats, 2), seats)
            scores.append(Score(number, table, tuple(points)))
            games.update(table)
            free += table
    assert again <= total / 20
    assert min(games.values()) * 2 > max(games.values())
    begun = Counter(score.players[0] for score in scores)
    for player in range(count):
        assert abs(begun[player] / games[player] - 1 / seats) < 0.2
