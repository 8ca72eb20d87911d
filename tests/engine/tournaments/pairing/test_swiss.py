from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from engine.tournaments.pairing.history import History
from engine.tournaments.pairing.look_ahead import plan
from engine.tournaments.pairing.matching import cheapest
from engine.tournaments.pairing.swiss import Round, pair_swiss
from engine.tournaments.scores import How, Score
from tests.engine.tournaments.events import STEADY, UNSTEADY, Event, Habits
from tests.nightly import at_night, is_night

SMALL = [(4, 3), (5, 5), (6, 5), (7, 7), (8, 7), (9, 9), (10, 9), (12, 11), (14, 13)]
"""Numbers of players and rounds in which everybody meets everybody once."""

EVENTS = 400 if is_night() else 4
"""The number of random tournaments of each size."""


def scored(text: str, *, number: int = 1, how: How = How.PLAYED) -> list[Score]:
    """Return results such as "1=2 3-4": 1 drew with 2, and 3 began and beat 4."""
    found = []
    for table in text.split():
        one, other = (int(player) for player in table.replace("=", "-").split("-"))
        found.append(Score(number, (one, other), (1, 1) if "=" in table else (2, 0), how))
    return found


def met(paired: Round) -> set[frozenset[int]]:
    return {frozenset(table) for table in paired.tables}


def check_round(event: Event, absent: Sequence[int], paired: Round) -> None:
    """Check that each present player has one table or the bye, and no repeat was avoidable."""
    seats = [player for table in paired.tables for player in table]
    seats += [] if paired.bye is None else [paired.bye]
    assert sorted(seats) == sorted(set(event.players) - set(absent))
    assert (paired.bye is not None) == (len(seats) % 2 == 1)
    history = History(event.scores)
    if paired.bye in history.had_bye or met(paired) & history.met.keys():
        allowed = {
            (one, other): 0
            for one, other in combinations(sorted(seats), 2)
            if frozenset((one, other)) not in history.met
        }
        if len(seats) % 2:
            allowed |= {(p, 9999): 0 for p in seats if p not in history.had_bye}
        assert len(cheapest(allowed)) < (len(seats) + 1) // 2


@pytest.mark.parametrize(("count", "rounds"), SMALL)
def test_small_fields_go_to_the_end_without_a_repeat(count: int, rounds: int) -> None:
    for seed in range(EVENTS):
        event = Event(count, rounds, seed)
        for _, absent, paired in event.play():
            check_round(event, absent, paired)
        history = History(event.scores)
        assert max(history.met.values()) == 1, seed
        assert sum(score.how is How.BYE for score in event.scores) == len(history.had_bye), seed


@pytest.mark.parametrize(
    ("count", "rounds", "habits"),
    [
        (13, 6, STEADY),
        (20, 9, UNSTEADY),
        (31, 7, UNSTEADY),
        (8, 5, Habits(absences=0.2, walkovers=0.1)),
        at_night((48, 9, UNSTEADY)),
        at_night((71, 7, UNSTEADY)),
    ],
)
def test_nobody_meets_an_opponent_again_or_has_a_side_three_times(
    count: int, rounds: int, habits: Habits
) -> None:
    wrong = 0
    events = EVENTS if count <= 20 else max(EVENTS // 10, 3)
    for seed in range(events):
        event = Event(count, rounds, seed, habits)
        for _, absent, paired in event.play():
            check_round(event, absent, paired)
        history = History(event.scores)
        if count > 2 * rounds:
            assert max(history.met.values()) == 1, seed
        for sides in history.sides.values():
            wrong += abs(sum(sides)) > 2
            wrong += any(abs(sum(sides[n : n + 3])) == 3 for n in range(len(sides)))
    assert wrong <= (0 if count > 2 * rounds else count * events / 20)


def test_in_the_first_round_the_upper_half_meets_the_lower_and_sides_alternate() -> None:
    assert pair_swiss(range(1, 9), [], 1, rounds=3) == Round(((1, 5), (6, 2), (3, 7), (8, 4)))
    assert pair_swiss(range(1, 8), [], 1, rounds=3) == Round(((1, 4), (5, 2), (3, 6)), bye=7)


def test_winners_meet_winners_with_sides_turned() -> None:
    """All winners began and no loser did: the better player of a pair gets the side due to both."""
    paired = pair_swiss(range(1, 9), scored("1-5 6-2 3-7 8-4"), 2, rounds=3)
    assert paired == Round(((6, 1), (8, 3), (2, 5), (4, 7)))


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    byes = [Score(1, (7,), (2,), How.BYE)]
    drawn = scored("1=4 5=2 3=6")
    assert pair_swiss(range(1, 8), [*drawn, *byes], 2, rounds=3).bye == 6
    won = [Score(1, (player, 90 + player), (2, 0)) for player in range(1, 7)]
    won_unplayed = [*won, Score(1, (7, 97), (2, 0), How.WALKOVER)]
    assert pair_swiss(range(1, 8), won_unplayed, 2, rounds=3).bye == 6
    half = [Score(1, (7,), (1,), How.HALF_BYE)]
    assert pair_swiss(range(1, 8), [*drawn, *half], 2, rounds=3).bye == 7


def test_who_is_absent_is_not_paired_and_their_rounds_to_come_are_kept_open() -> None:
    paired = pair_swiss(range(1, 8), [], 1, rounds=7, absent=[3])
    assert paired.bye is None
    assert 3 not in {player for table in paired.tables for player in table}


def test_an_opponent_who_did_not_come_is_met_again_before_one_who_was_played() -> None:
    missed = scored("1-3 2-4", how=How.WALKOVER)
    assert not History(missed).met
    assert not any(History(missed).sides.values())
    assert met(pair_swiss(range(1, 5), missed, 2, rounds=2)) == met(Round(((1, 2), (3, 4))))
    # 1 and 2 lead but have played each other; 1 missed the game with 3, and 2 the one with 4.
    again = [*missed, *scored("1=2 3=4", number=2), *scored("1=4 2=3", number=3)]
    assert met(pair_swiss(range(1, 5), again, 4, rounds=4)) == met(Round(((1, 3), (2, 4))))


def test_six_players_are_not_left_in_two_threes() -> None:
    """After two rounds two pairings look equally good, but one leaves later rounds unpaired."""
    scores = [*scored("1=4 2=5 3=6"), *scored("4=2 5=3 6=1", number=2)]
    paired = pair_swiss(range(1, 7), scores, 3, rounds=5)
    after = met(paired) | History(scores).met.keys()
    rest = [frozenset(pair) for pair in combinations(range(1, 7), 2) if set(pair) not in after]
    assert len(rest) == 6
    unmet = [
        sum(1 << other - 1 for p in rest if one in p for other in p - {one}) for one in range(1, 7)
    ]
    assert plan(unmet, [63, 63]) is not None


def test_where_all_have_met_there_are_the_fewest_repeats_and_then_the_rarest() -> None:
    scores: list[Score] = []
    seen: Counter[frozenset[int]] = Counter()
    for number in range(1, 10):
        paired = pair_swiss(range(1, 5), scores, number, rounds=9)
        seen.update(met(paired))
        scores += [Score(number, table, (1, 1)) for table in paired.tables]
        assert max(seen.values()) <= (number + 2) // 3
    # Two of four have left: the other two meet again, as nobody else is there.
    assert met(pair_swiss((1, 2), scores, 10, rounds=10)) == {frozenset((1, 2))}


def test_the_same_record_gives_the_same_round_in_whatever_order_it_is_read() -> None:
    event = Event(24, 5, 3, UNSTEADY)
    for number, absent, paired in event.play():
        turned = event.scores[::-1]
        again = pair_swiss(event.players, turned, number, rounds=5, absent=absent)
        assert again == paired


def test_nobody_or_one_alone_can_be_paired() -> None:
    assert pair_swiss((), [], 1, rounds=3) == Round(())
    assert pair_swiss((9,), [], 1, rounds=3) == Round((), bye=9)


@pytest.mark.parametrize("count", [64, at_night(256)])
def test_a_large_field_is_paired_within_its_score_groups(count: int) -> None:
    event = Event(count, 4, 1)
    for number, absent, paired in event.play():
        check_round(event, absent, paired)
        points = History(event.scores).points
        floats = sum(points[one] != points[other] for one, other in paired.tables)
        assert floats <= 2 * number
