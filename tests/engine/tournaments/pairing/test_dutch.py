"""Our Swiss pairings compared with FIDE's Dutch system, from the same record."""

import pytest

from engine.tournaments.pairing.history import History
from tests.engine.tournaments.dutch import Faults, faults_of, pair_dutch
from tests.engine.tournaments.events import Event, Habits
from tests.nightly import at_night, is_night

EVENTS = 100 if is_night() else 2


@pytest.mark.parametrize(
    ("count", "rounds"),
    [(8, 7), (9, 5), (13, 7), (16, 5), at_night((10, 9)), at_night((20, 9)), at_night((31, 7))],
)
def test_a_round_is_never_worse_for_repeats_and_byes_and_hardly_otherwise(
    count: int, rounds: int
) -> None:
    ours, theirs = Faults(), Faults()
    events = EVENTS if count < 20 else max(EVENTS // 10, 2)
    for seed in range(events):
        event = Event(count, rounds, seed, Habits(walkovers=0.02))
        for number, _, paired in event.play():
            dutch = pair_dutch(event.players, event.scores, number, rounds=rounds)
            mine = faults_of(paired, event.scores, number)
            other = faults_of(dutch, event.scores, number)
            case = (seed, number, mine, other)
            assert mine.repeats <= other.repeats, case
            assert mine.second_byes <= other.second_byes, case
            if count % 2 and not (other.repeats or other.second_byes):
                points = History(event.scores).points
                assert points[paired.bye or 0] <= points[dutch.bye or 0], case
            ours.add(mine)
            theirs.add(other)
    rounds_of_all = rounds * events
    assert ours.float_points <= theirs.float_points + rounds_of_all / 5
    assert ours.sides <= theirs.sides + rounds_of_all / 5
    assert ours.three_times <= theirs.three_times + rounds_of_all / 10
