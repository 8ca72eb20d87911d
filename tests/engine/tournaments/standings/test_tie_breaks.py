"""Tie-breaks, compared with published tables and small ones worked out by hand."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.tournaments.scores import How, Score, points_of_ranks
from engine.tournaments.standings.table import Line, standings
from engine.tournaments.standings.tie_breaks import TieBreak

POINTS = {"0": 0, "=": 1, "1": 2}

# The Candidates' tournament of Zurich 1953, a double round robin, with its Sonneborn-Berger points:
# M. Weeks, "World Chess Championship, Zurich, VIII-X, 1953" (mark-weeks.com/chess/5254$cix.htm).
# Each row has the results against the players in the rows below it.
ZURICH = """
Smyslov     == =1 11 == == 11 =0 == == == == 1= 11 1=
Bronstein      11 1= == == =0 == 1= == == 01 1= == ==
Reshevsky         == == == == 10 == =1 =1 1= =1 11 1=
Keres                =1 == =1 == == 0= 11 1= =1 == 11
Petrosian               0= == == 00 == == 11 =1 1= 11
Najdorf                    00 1= 1= =0 == == == 0= 11
Geller                        =0 01 == 01 1= =1 01 ==
Kotov                            10 1= 00 10 1= 0= 01
Taimanov                            10 == == =0 0= 11
Averbakh                               == == 0= 11 00
Boleslavsky                               =0 == =1 ==
Szabo                                        1= == 1=
Gligoric                                        =1 11
Euwe                                               1=
Stahlberg
"""
ZURICH_TIES = {
    "Bronstein": (16.0, 224.00),
    "Reshevsky": (16.0, 210.75),
    "Keres": (16.0, 210.25),
    "Najdorf": (14.5, 198.00),
    "Geller": (14.5, 197.75),
    "Kotov": (14.0, 198.75),
    "Taimanov": (14.0, 191.75),
    "Averbakh": (13.5, 194.00),
    "Boleslavsky": (13.5, 185.75),
}

# The championship of the Hamilton Chess Club 2018, a Swiss of six rounds, with the tie-breaks of
# the two who tied: "Richard On Tie Break" (hamiltonchess.net, 11 April 2018). W and B are a
# player's own sides; the two rounds that the source leaves empty are "-".
HAMILTON = """
 1 5.5 +W10 +B17 +W12 =W2  +B4  +B3
 2 5.5 +B27 +W16 +W9  =B1  +W8  +B10
 3 4.0 =BYE +W11 +B6  =W4  +B5  -W1
 4 4.0 +W22 +B15 =W8  =B3  -W1  +B13
 5 4.0 -W16 +B14 +W22 +B15 -W3  +B8
 6 4.0 -W21 +B27 -W3  +B23 +W16 +B14
 7 4.0 -W9  -B23 +W27 +B19 +W15 +B12
 8 3.5 +B25 +W21 =B4  +W13 -B2  -W5
 9 3.5 +B7  +W13 -B2  =BYE -    +W18
10 3.5 -B1  +W25 +W26 =B12 +B17 -W2
11 3.5 =BYE -B3  -W14 +B25 +W20 +W17
12 3.0 +B20 +W18 -B1  =W10 =B14 -W7
13 3.0 +W23 -B9  +W19 -B8  +W21 -W4
14 3.0 =BYE -W5  +B11 +B22 =W12 -W6
15 3.0 +B26 -W4  +B21 -W5  -B7  +W24
16 3.0 +B5  -B2  -W17 +W24 -B6  +B22
17 2.5 +B24 -W1  +B16 =BYE -W10 -B11
18 2.5 +W19 -B12 +W23 =BYE -    -B9
19 2.5 -B18 +W20 -B13 -W7  =B25 +W21
20 2.5 -W12 -B19 =W25 +B27 -B11 +W26
21 2.0 +B6  -B8  -W15 +W26 -B13 -B19
22 2.0 -B4  +W24 -B5  -W14 +B26 -W16
23 2.0 -B13 +W7  -B18 -W6  -B24 +W27
24 2.0 -W17 -B22 +BYE -B16 +W23 -B15
25 2.0 -W8  -B10 =B20 -W11 =W19 +BYE
26 1.0 -W15 +BYE -B10 -B21 -W22 -B20
27 1.0 -W2  -W6  -B7  -W20 +BYE -B23
"""


def test_sonneborn_berger_is_that_of_zurich_1953() -> None:
    rows = [line.split() for line in ZURICH.strip().splitlines()]
    scores = []
    for one, (_, *cells) in enumerate(rows):
        for other, cell in enumerate(cells, start=one + 1):
            for half, result in enumerate(cell):
                mine = POINTS[result]
                scores.append(Score(1 + half, (one, other), (mine, 2 - mine)))
    lines = standings(range(15), scores, [TieBreak.SONNEBORN], everybody_meets=True)
    assert [rows[line.player][0] for line in lines] == [name for name, *_ in rows]
    assert [line.place for line in lines] == list(range(1, 16))
    for line in lines:
        name = rows[line.player][0]
        if name in ZURICH_TIES:
            assert (line.points / 2, line.values[0]) == ZURICH_TIES[name], name


def hamilton() -> list[Score]:
    scores = []
    for row in HAMILTON.strip().splitlines():
        player, _, *cells = row.split()
        for number, cell in enumerate(cells, start=1):
            mine = int(player)
            if cell == "-":
                scores.append(Score(number, (mine,), (0,), How.ABSENT))
            elif cell.endswith("BYE"):
                full = cell[0] == "+"
                how = How.BYE if full else How.HALF_BYE
                scores.append(Score(number, (mine,), (1 + full,), how))
            elif cell[1] == "W":
                points = {"+": (2, 0), "=": (1, 1), "-": (0, 2)}[cell[0]]
                scores.append(Score(number, (int(cell[2:]), mine), points[::-1]))
    return scores


def test_solkoff_is_that_of_a_published_swiss() -> None:
    lines = standings(
        range(1, 28),
        hamilton(),
        [TieBreak.DIRECT, TieBreak.PROGRESSIVE, TieBreak.SOLKOFF, TieBreak.SONNEBORN],
    )
    published = {int(row.split()[0]): row.split()[1] for row in HAMILTON.strip().splitlines()}
    assert {line.player: str(line.points / 2) for line in lines} == published
    first, second, *_ = lines
    assert (first.player, first.place, first.values) == (1, 1, (0.5, 19.5, 22.5, 19.75))
    assert (second.player, second.place, second.values) == (2, 2, (0.5, 19.5, 20.0, 17.25))
    assert (first.played, first.wins, first.draws, first.losses) == (6, 5, 1, 0)


def values(
    scores: list[Score], tie_break: TieBreak, *, everybody_meets: bool = False
) -> dict[int, float | None]:
    players = sorted({player for score in scores for player in score.players})
    lines = standings(players, scores, [tie_break], everybody_meets=everybody_meets)
    return {line.player: line.values[0] for line in lines}


ROUNDS_NOT_PLAYED = [
    Score(1, (1, 2), (2, 0)),
    Score(1, (3,), (1,), How.HALF_BYE),
    Score(2, (2, 3), (0, 2)),
    Score(2, (1,), (2,), How.BYE),
    Score(3, (3, 1), (2, 0), How.WALKOVER),
    Score(3, (2,), (0,), How.ABSENT),
]
"""The points are 2, 0 and 2½. Player 2 does not come back and counts ½ for opponents (16.3.2)."""


def test_rounds_that_were_not_played_count_in_a_swiss_as_the_handbook_says() -> None:
    # Player 1: ½ for player 2, and their own 2 points for each round not played (16.4).
    # Player 2: 2, 2½ and their own 0. Player 3: their own 2½ twice, and ½ for player 2.
    assert values(ROUNDS_NOT_PLAYED, TieBreak.SOLKOFF) == {1: 4.5, 2: 4.5, 3: 5.5}
    # Player 1: ½ and 2 for wins, 0 for a loss. Player 3: half of 2½, then ½ and 2½ for wins.
    assert values(ROUNDS_NOT_PLAYED, TieBreak.SONNEBORN) == {1: 2.5, 2: 0.0, 3: 4.25}
    assert values(ROUNDS_NOT_PLAYED, TieBreak.WINS) == {1: 1.0, 2: 0.0, 3: 1.0}
    assert values(ROUNDS_NOT_PLAYED, TieBreak.PROGRESSIVE) == {1: 5.0, 2: 0.0, 3: 4.5}


def test_who_stays_away_after_a_walkover_lost_has_not_come_back() -> None:
    scores = [
        Score(1, (1, 2), (2, 0)),
        Score(2, (2,), (0,), How.ABSENT),
        Score(3, (1, 2), (2, 0), How.WALKOVER),
    ]
    # Player 2 counts ½ for the absence and 0 for the walkover; player 1's own points are 2.
    assert values(scores, TieBreak.SOLKOFF) == {1: 2.5, 2: 2.0}


def test_a_walkover_in_a_round_robin_counts_as_played() -> None:
    scores = [
        Score(1, (1, 2), (2, 0)),
        Score(2, (2, 3), (2, 0), How.WALKOVER),
        Score(3, (3, 1), (1, 1)),
    ]
    found = values(scores, TieBreak.SONNEBORN, everybody_meets=True)
    assert found == {1: 1.25, 2: 0.5, 3: 0.75}
    assert values(scores, TieBreak.WINS, everybody_meets=True) == {1: 1.0, 2: 0.0, 3: 0.0}


def direct(scores: list[Score]) -> list[tuple[int, int, float | None]]:
    players = sorted({player for score in scores for player in score.players})
    lines = standings(players, scores, [TieBreak.DIRECT])
    return [(line.player, line.place, line.values[0]) for line in lines]


def won(*pairs: tuple[int, int]) -> list[Score]:
    return [Score(number, pair, (2, 0)) for number, pair in enumerate(pairs, start=1)]


def test_who_won_the_direct_encounter_is_ahead() -> None:
    assert direct(won((3, 1), (2, 4))) == [(2, 1, None), (3, 1, None), (1, 3, None), (4, 3, None)]
    assert direct(won((2, 1), (1, 3))) == [(2, 1, 1.0), (1, 2, 0.0), (3, 3, None)]


def test_a_circle_of_encounters_leaves_the_place_shared() -> None:
    assert direct(won((1, 2), (2, 3), (3, 1))) == [(1, 1, 1.0), (2, 1, 1.0), (3, 1, 1.0)]


def test_those_still_tied_after_their_encounters_are_told_apart_by_their_own() -> None:
    # Against each other 1 and 2 have two points, 3 one and a half, 4 half a point; 2 beat 1.
    among = [*won((2, 1), (1, 3), (1, 4), (3, 2), (2, 4)), Score(6, (3, 4), (1, 1))]
    others = [Score(7, (3, 5), (1, 1)), *won((4, 5)), Score(8, (4, 6), (1, 1))]
    assert direct([*among, *others])[:4] == [(2, 1, 2.0), (1, 2, 2.0), (3, 3, 1.5), (4, 4, 0.5)]


def test_who_cannot_be_reached_by_the_missing_encounters_is_ahead() -> None:
    # 1 beat both others, who have not met: 1 is first whatever they had played (6.3).
    scores = [*won((1, 2), (1, 3), (2, 4), (2, 5), (3, 6), (3, 7)), *won((4, 1), (5, 8))]
    tied = [line for line in direct(scores) if line[0] in {1, 2, 3}]
    assert tied == [(1, 1, 2.0), (2, 2, 0.0), (3, 2, 0.0)]


def test_matches_of_two_who_met_twice_count_as_their_average() -> None:
    # 1 beat 2 twice, and 2 beat 3, and 3 beat 1: a circle, though 1 has two points.
    scores = [*won((1, 2), (1, 2), (2, 3), (3, 1)), *won((2, 4), (3, 4))]
    assert [place for _, place, _ in direct(scores)][:3] == [1, 1, 1]


def test_at_a_table_of_four_each_of_the_others_is_an_opponent() -> None:
    points = points_of_ranks([1, 2, 2, 4])
    assert points == (6, 3, 3, 0)
    scores = [Score(1, (1, 2, 3, 4), points)]
    assert values(scores, TieBreak.SOLKOFF) == {1: 3.0, 2: 4.5, 3: 4.5, 4: 6.0}
    assert values(scores, TieBreak.SONNEBORN) == {1: 3.0, 2: 0.75, 3: 0.75, 4: 0.0}
    lines = standings([1, 2, 3, 4], scores, [TieBreak.WINS])
    assert [(line.wins, line.draws, line.losses) for line in lines] == [
        (1, 0, 0),
        (0, 1, 0),
        (0, 1, 0),
        (0, 0, 1),
    ]
    assert [line.place for line in lines] == [1, 2, 2, 4]


def test_a_match_of_two_games_is_counted_together() -> None:
    scores = [Score(1, (1, 2), (3, 1), games=2), Score(2, (2, 3), (2, 2), games=2)]
    first, second, third = standings([1, 2, 3], scores, [TieBreak.SONNEBORN, TieBreak.WINS])
    assert first == Line(1, 1, 3, (2.25, 1.0), 1, 1, 0, 0)
    assert second == Line(2, 1 + 1, 3, (1.75, 0.0), 2, 0, 1, 1)
    assert third == Line(3, 3, 2, (1.5, 0.0), 1, 0, 1, 0)


def test_those_whom_nothing_tells_apart_share_the_place_in_the_order_of_seeding() -> None:
    drawn = [Score(1, pair, (1, 1)) for pair in combinations((7, 5, 9), 2)]
    lines = standings([9, 7, 5, 3], drawn, [TieBreak.SONNEBORN, TieBreak.DIRECT])
    assert [(line.player, line.place) for line in lines] == [(9, 1), (7, 1), (5, 1), (3, 4)]


@pytest.mark.parametrize("tie_break", TieBreak)
def test_nobody_or_nothing_played_has_standings_too(tie_break: TieBreak) -> None:
    assert standings([], [], [tie_break]) == ()
    assert [line.place for line in standings([4, 2], [], [tie_break])] == [1, 1]
    assert str(tie_break.label) != str(tie_break.explanation)
