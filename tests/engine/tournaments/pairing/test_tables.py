from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engine.tournaments.pairing.seating import Past
from engine.tournaments.pairing.tables import Seating, league_tables, meetings, pair_tables
from engine.tournaments.scores import How, Score, points_of_ranks
from tests.nightly import is_night

EVENTS = 60 if is_night() else 3


def played(number: int, seating: Seating, chance: Random, seats: int = 0) -> list[Score]:
    """Return random results of a round, in which players with smaller numbers mostly do better.

    Computers, numbered from 900 on, fill empty seats.
    """
    scores = [Score(number, (player,), (2 * (seats or 2) - 2,), How.BYE) for player in seating.byes]
    for table in seating.tables:
        full = (*table, *range(900, 900 + max(seats - len(table), 0)))
        order = sorted(full, key=lambda player: player + chance.randrange(10))
        ranks = [order.index(player) + 1 for player in full]
        scores.append(Score(number, full, points_of_ranks(ranks)))
    return scores


def evenness(often: Counter[int], players: range) -> int:
    return max(often[p] for p in players) - min(often[p] for p in players)


# How often two players of a league meet, at least and at most, by players, seats and rounds. If
# both numbers are equal, the tables are a design: affine planes for 9 in threes and 16 in fours,
# Fano's plane for 7.
EVEN = {
    (4, 4, 3): (3, 3),
    (9, 3, 4): (1, 1),
    (16, 4, 5): (1, 1),
    (8, 4, 7): (3, 3),
    (7, 3, 7): (2, 2),
    (6, 3, 10): (4, 4),
    (8, 3, 8): (1, 2),
    (10, 4, 10): (2, 3),
    (12, 4, 11): (2, 4),
}


@pytest.mark.parametrize("shape", EVEN, ids=str)
def test_in_a_league_of_tables_all_meet_about_as_often(shape: tuple[int, int, int]) -> None:
    count, seats, rounds = shape
    league = league_tables(count, seats, rounds)
    assert len(league) == rounds
    assert meetings(count, league) == EVEN[shape]
    left_over: Counter[int] = Counter()
    begun: Counter[int] = Counter()
    for seating in league:
        everybody = [player for table in seating.tables for player in table] + [*seating.byes]
        assert sorted(everybody) == list(range(count))
        left_over.update(seating.byes)
        for table in seating.tables:
            begun[table[0]] += 1
    assert evenness(left_over, range(count)) <= 1
    assert evenness(begun, range(count)) <= 2


@pytest.mark.parametrize(("count", "seats"), [(16, 4), (18, 3), (13, 4), (30, 6), (5, 3)])
def test_in_a_swiss_of_tables_all_have_a_seat_and_few_meet_again(count: int, seats: int) -> None:
    again = gaps = total = 0
    for seed in range(EVENTS):
        chance = Random(seed)
        scores: list[Score] = []
        met: Counter[tuple[int, int]] = Counter()
        points: Counter[int] = Counter()
        for number in range(1, 6):
            seating = pair_tables(range(count), scores, seats)
            assert [len(table) for table in seating.tables] == [seats] * (count // seats)
            everybody = [player for table in seating.tables for player in table]
            assert sorted([*everybody, *seating.byes]) == list(range(count))
            for table in seating.tables:
                for pair in combinations(sorted(table), 2):
                    again += met[pair] > 0
                    gaps += abs(points[pair[0]] - points[pair[1]])
                    total += 1
                    met[pair] += 1
            now = played(number, seating, chance, seats)
            for score in now:
                points.update(dict(zip(score.players, score.points, strict=True)))
            scores += now
        byes = Counter(score.players[0] for score in scores if score.how is How.BYE)
        assert evenness(byes, range(count)) <= 1
    if count >= 4 * seats:
        assert again <= total * 0.3
        assert gaps <= total * 2.5


def test_the_first_round_mixes_and_the_next_puts_equals_together() -> None:
    first = pair_tables(range(8), [], 4)
    assert [sorted(table) for table in first.tables] == [[0, 2, 4, 6], [1, 3, 5, 7]]
    scores = [Score(1, table, (6, 4, 2, 0)) for table in ((0, 2, 4, 6), (1, 3, 5, 7))]
    second = pair_tables(range(8), scores, 4)
    assert [sorted(table) for table in second.tables] == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_those_left_over_sit_with_computers_and_next_time_others_do() -> None:
    first = pair_tables(range(6), [], 4, fill=True)
    assert [sorted(table) for table in first.tables] == [[0, 1, 2, 3], [4, 5]]
    second = pair_tables(range(6), played(1, first, Random(1), 4), 4, fill=True)
    assert not {4, 5} & set(second.tables[1])
    alone = pair_tables(range(2), [], 4, fill=True)
    assert alone == Seating(((0, 1),))
    assert pair_tables(range(2), [], 4) == Seating((), (0, 1))


def test_who_began_least_often_begins_even_if_the_others_have_their_seats_again() -> None:
    past = Past()
    past.seats.update({(2, 0): 1, (3, 0): 1, (2, 1): 3, (2, 2): 3, (3, 1): 3, (3, 2): 3})
    assert past.in_order([2, 3, 1])[0] == 1


def test_absent_players_are_not_seated() -> None:
    seating = pair_tables(range(9), [], 4, absent=[3])
    assert 3 not in {player for table in seating.tables for player in table}
    assert not seating.byes


def test_partners_change_as_evenly_as_opponents() -> None:
    partners: Counter[frozenset[int]] = Counter()
    scores: list[Score] = []
    for number in range(1, 7):
        (table,) = pair_tables(range(4), scores, 4, teams=(0, 1, 0, 1)).tables
        partners.update([frozenset(table[::2]), frozenset(table[1::2])])
        scores.append(Score(number, table, (5, 1, 5, 1)))
    assert set(partners.values()) == {2}
    assert len(partners) == 6
    of_league: Counter[frozenset[int]] = Counter()
    for seating in league_tables(8, 4, 14, teams=(0, 1, 0, 1)):
        for table in seating.tables:
            of_league.update([frozenset(table[::2]), frozenset(table[1::2])])
    assert len(of_league) == 28
    assert set(of_league.values()) <= {1, 2, 3}


def test_the_same_record_gives_the_same_tables() -> None:
    scores = played(1, pair_tables(range(15), [], 3), Random(2))
    once = pair_tables(range(15), scores, 3)
    assert pair_tables(range(15), scores[::-1], 3) == once
