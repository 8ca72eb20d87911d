from engine.tournaments.pairing.knockout import bracket, next_round, rounds_of, seat, third_place
from tests.each import for_each

every_count = for_each([2, 3, 4, 5, 6, 7, 8, 11, 16, 33, 64])


def test_the_first_seed_meets_the_last_and_the_second_in_the_final() -> None:
    assert bracket(8) == ((0, 7), (3, 4), (1, 6), (2, 5))
    assert bracket(2) == ((0, 1),)
    assert bracket(1) == bracket(0) == ()


def test_the_best_have_byes() -> None:
    assert bracket(6) == ((0, None), (3, 4), (1, None), (2, 5))


@every_count
def test_if_the_better_seeds_win_they_meet_in_order(count: int) -> None:
    tables = bracket(count)
    assert sorted(p for table in tables for p in table if p is not None) == list(range(count))
    rounds = 0
    while tables:
        rounds += 1
        for one, other in tables:
            assert one is not None
            assert other is None or one + other == 2 * len(tables) - 1
        tables = next_round([one for one, _ in tables])
    assert rounds == rounds_of(count)


def test_the_losers_of_the_semi_finals_play_for_third_place() -> None:
    semi_finals = next_round([70, 73, 71, 75])
    assert semi_finals == ((70, 73), (71, 75))
    assert third_place(semi_finals, [73, 71]) == (70, 75)
    assert next_round([73, 71]) == ((73, 71),)


def test_of_three_players_the_loser_of_the_semi_final_is_third() -> None:
    semi_finals = bracket(3)
    assert semi_finals == ((0, None), (1, 2))
    assert third_place(semi_finals, [0, 2]) is None
    assert third_place(bracket(2), [0]) is None


def test_a_table_that_nobody_came_to_is_a_bye_for_its_neighbour() -> None:
    assert next_round([None, 73, 71, 75]) == ((None, 73), (71, 75))


def test_the_better_seed_begins_and_after_a_draw_the_other() -> None:
    seeds = [9, 4, 7]
    assert seat(7, 4, seeds) == seat(4, 7, seeds) == (4, 7)
    assert seat(4, 7, seeds, replays=1) == (7, 4)
    assert seat(4, 7, seeds, replays=2) == (4, 7)
