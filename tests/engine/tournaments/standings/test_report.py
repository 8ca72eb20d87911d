import csv
from datetime import date
from io import StringIO

import pytest
from caissify_pairings import generate_pairings
from caissify_pairings.fpc import _build_engine_players, _build_previous_pairings, check_trf
from caissify_pairings.trf import parse_trf

from engine.tournaments.forms.swiss import Swiss, next_to_pair
from engine.tournaments.scores import How, Score
from engine.tournaments.standings.report import (
    Heading,
    cross_table,
    fide_report,
    points_text,
    standings_csv,
)
from engine.tournaments.standings.table import standings
from engine.tournaments.standings.tie_breaks import TieBreak
from engine.tournaments.terms import Form
from tests.engine.tournaments.club import Club
from tests.engine.tournaments.events import UNSTEADY, Event

HEADING = Heading(
    "Autumn\nSwiss", date(2026, 10, 1), date(2026, 11, 5), 3, "Individual: Swiss-System"
)
NAMES = {31: "Anna", 32: "=HYPERLINK(1)", 33: "Zoë 王 de la Très-Longue-Rue-des-Échecs"}
SCORES = [
    Score(1, (31, 32), (2, 0)),
    Score(1, (33,), (1,), How.HALF_BYE),
    Score(2, (33, 31), (1, 1)),
    Score(2, (32,), (2,), How.BYE),
    Score(3, (32, 33), (0, 2), How.WALKOVER),
    Score(3, (31,), (0,), How.ABSENT),
]

# By the columns of TRF16: number 5-8, name 15-47, rating 49-52, points 81-84, place 86-89, and from
# 92 on ten columns a round: opponent, side, result.
REPORT = """
012 Autumn Swiss
042 2026/10/01
052 2026/11/05
062 3
072 1
092 Individual: Swiss-System
XXR 3
001    1      Anna                              1523                             1.5    2     2 w 1     3 b =  0000 - Z
001    2      =HYPERLINK(1)                                                      1.0    3     1 b 0  0000 - U     3 w -
001    3      Zoë 王 de la Très-Longue-Rue-des-É                                  2.0    1  0000 - H     1 w =     2 b +
"""  # noqa: E501 - lines of a report are long


def test_the_report_has_everything_in_its_columns() -> None:
    lines = standings(list(NAMES), SCORES, [])
    report = fide_report(HEADING, list(NAMES), SCORES, lines, names=NAMES, ratings={31: 1523})
    assert report == REPORT.lstrip().replace("\n", "\r\n")
    first = report.splitlines()[7]
    assert (first[4:8], first[14:18], first[48:52]) == ("   1", "Anna", "1523")
    assert (first[80:84], first[85:89]) == (" 1.5", "   2")
    assert (first[91:99], first[101:109]) == ("   2 w 1", "   3 b =")


def test_another_program_reads_the_report_of_a_whole_swiss() -> None:
    event = Event(11, 5, 4, UNSTEADY)
    everybody = list(event.players)
    for _ in event.play():
        pass
    here = {player for score in event.scores for player in score.players}
    players = [player for player in everybody if player in here]
    lines = standings(players, event.scores, [TieBreak.SOLKOFF])
    names = {player: f"Player {player}" for player in players}
    heading = Heading("Made up", date(2026, 1, 1), date(2026, 1, 9), 5, "Individual: Swiss-System")
    report = fide_report(heading, players, event.scores, lines, names=names, ratings={})
    read = parse_trf(report)
    assert read["tournament"]["total_rounds"] == 5
    points = {line.player: line.points / 2 for line in lines}
    for player, theirs in zip(players, read["players"], strict=True):
        assert theirs["name"] == names[player]
        assert theirs["score"] == points[player]
        met = {n: r["opponent"] for n, r in theirs["results"].items() if r["opponent"]}
        assert met == {
            score.round: players.index(other) + 1
            for score in event.scores
            for other in score.players
            if player in score.players and other != player
        }
    assert check_trf(report)["summary"]["rounds_checked"] == 5


def report_of(club: Club) -> str:
    """Return the FIDE report of an unfinished Swiss, with made-up ratings."""
    state = club.state
    following, away = next_to_pair(state)
    scores = [score for score in state.scores if score.round < following]
    heading = Heading(
        "Club evening",
        date(2026, 1, 1),
        date(2026, 1, 9),
        state.planned,
        "Swiss",
        first_begins=True,
    )
    return fide_report(
        heading,
        state.order,
        scores,
        standings(state.order, scores, Swiss.tie_breaks),
        names={player: f"Player {player}" for player in state.order},
        ratings={player: 1800 - player for player in state.order},
        following=following,
        away=away,
    )


def left_and_passing() -> Club:
    """Return a Swiss before its third round: one player left, one sits out, one came late."""
    club = Club(Form.SWISS, 10, rounds=5)
    club.start()
    club.play_round()
    club.wait()
    gone, passing = club.table(1).players[1], club.table(2).players[0]
    club.do(lambda t: t.withdraw_gone(gone, now=club.now))
    club.do(lambda t: t.join(200, every=True, now=club.now, source=None))
    club.do(lambda t: t.pass_next(passing, now=club.now, source=None))
    club.play_round()
    return club


def test_another_program_pairs_on_from_the_report_of_a_swiss_that_goes_on() -> None:
    club = left_and_passing()
    state = club.state
    assert (len(state.rounds), state.open_tables, state.planned) == (2, [], 5)
    (passing,) = (player for player, _ in state.passes)
    (gone,) = (player for player in state.order if not state.is_in(player))

    read = parse_trf(report_of(club))
    assert read["tournament"]["total_rounds"] == 5
    assert read["tournament"]["color_method"] == "white1"
    players = {one["starting_number"]: one for one in read["players"]}
    numbers = {player: number for number, player in enumerate(state.order, 1)}
    marks = {n: one["results"][3]["result"] for n, one in players.items() if 3 in one["results"]}
    assert marks == {numbers[gone]: "Z", numbers[passing]: "H"}
    late = players[numbers[200]]
    assert [late["results"][n]["result"] for n in (1, 2)] == ["Z", "H"]
    points = dict.fromkeys(state.order, 0.0)
    for score in [*state.scores, Score(3, (passing,), (1,), How.HALF_BYE)]:
        for player in score.players:
            points[player] += score.of(player) / 2
    assert {player: players[n]["score"] for player, n in numbers.items()} == points
    assert [players[n]["rating"] for n in numbers.values()] == [1800 - p for p in numbers]
    for number in players.keys() - marks.keys():
        players[number]["results"][3] = {"opponent": None, "color": None, "result": "U"}
    met = _build_previous_pairings(players, 3)
    paired = generate_pairings(
        "dutch", _build_engine_players(players, 3), met, 3, 5, initial_color="white"
    )
    pairs = [(one["white_id"], one["black_id"]) for one in paired]
    seated = [number for pair in pairs for number in pair if number is not None]
    assert sorted(seated) == sorted(players.keys() - marks.keys())
    assert all((one, two) not in met and (two, one) not in met for one, two in pairs)


def test_a_round_that_is_being_played_is_left_to_be_paired() -> None:
    club = left_and_passing()
    before = report_of(club)
    club.wait()
    assert len(club.state.rounds) == 3
    assert report_of(club) == before
    club.score(club.state.open_tables[0], [2, 0])
    assert report_of(club) == before
    club.play_round()
    assert {len(one["results"]) for one in parse_trf(report_of(club))["players"]} == {3, 4}


def test_matches_of_several_games_or_players_have_no_report() -> None:
    for score in (Score(1, (31, 32), (3, 1), games=2), Score(1, (31, 32, 33), (4, 2, 0))):
        with pytest.raises(ValueError, match="one game for two"):
            fide_report(HEADING, list(NAMES), [score], (), names=NAMES, ratings={})


def test_the_cross_table_has_what_each_scored_against_each() -> None:
    assert cross_table([33, 31, 32], SCORES) == (("", "½", "+"), ("½", "", "1"), ("-", "0", ""))
    twice = [Score(1, (1, 2), (2, 0)), Score(4, (2, 1), (2, 0)), Score(5, (1, 3), (3, 1), games=2)]
    assert cross_table([1, 2, 3], twice)[0] == ("", "1 0", "1½")
    table = [Score(1, (1, 2, 3), (4, 1, 1))]
    assert cross_table([1, 2, 3], table) == (("", "1", "1"), ("0", "", "½"), ("0", "½", ""))
    assert [points_text(half) for half in (0, 1, 2, 7)] == ["0", "½", "1", "3½"]


def test_csv_is_read_back_and_no_name_is_a_formula() -> None:
    lines = standings(list(NAMES), SCORES, [TieBreak.DIRECT, TieBreak.SOLKOFF])
    headings = ["Place", "Name", "Points", "DE", "BH", "Played", "+", "=", "-"]
    rows = list(csv.reader(StringIO(standings_csv(lines, NAMES, headings))))
    assert rows[0] == headings
    assert rows[3] == ["3", "'=HYPERLINK(1)", "1.0", "", "4.0", "1", "0", "0", "1"]
