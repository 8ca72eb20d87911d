"""The scale of the levels: its figures follow from series of games."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import engine
from engine import scale
from engine.scale import figures
from engine.values import Options
from tests.each import for_each
from tools.benchmarks.computer.games import read_options
from tools.benchmarks.computer.scale import results
from tools.benchmarks.computer.scale.fit import fit
from tools.benchmarks.computer.scale.playing import play_series, start
from tools.benchmarks.computer.scale.results import TABLES, Meeting
from tools.benchmarks.computer.scale.table import AT, ROUNDED, shown


@for_each(TABLES)
def test_the_figures_of_a_table_follow_from_its_series_and_rise(table: str) -> None:
    name, *options = TABLES[table].split()
    seats = len(start(table).seats)
    known = [*figures(engine.games[name], seats, read_options(options)).values()]
    assert known == [*shown(table)]
    assert known[:1] in ([], [AT])
    assert all(lower < higher for lower, higher in pairwise(known)), known
    assert not any(figure % ROUNDED for figure in known)


def test_there_is_no_figure_that_belongs_to_no_table() -> None:
    assert scale._FIGURES.keys() <= set(TABLES.values())


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("halma", 4, {}),
        ("chinese-checkers", 6, {}),
        ("allies", 4, {}),
        ("assaut", 2, {"soldiers": "free"}),
        ("frisian", 1, {}),
    ],
)
def test_what_was_not_measured_has_no_figure(game: str, seats: int, options: Options) -> None:
    assert not figures(engine.games[game], seats, options)


def test_a_series_goes_on_where_it_ended_and_changes_sides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(results, "SERIES", tmp_path)
    for games in (1, 2, 2):
        play_series("frysk", "random", "greedy", games)
    assert len(capsys.readouterr().out.splitlines()) == 2
    tallies = results.Series.read("frysk").tallies
    assert {side: tally.games for (_, _, side), tally in tallies.items()} == {
        "White": 1,
        "Black": 1,
    }


def test_three_wins_of_four_are_191_points_and_steps_add_up() -> None:
    found = fit([Meeting("2", "1", 7_500, 10_000), Meeting("3", "2", 7_500, 10_000)], "1", 800)
    assert [round(found[name].value) for name in "123"] == [800, 991, 1182]
    assert [round(found[name].error, 1) for name in "123"] == [0, 7.9, 11.1]


def test_who_wins_everything_has_a_figure_and_a_large_error() -> None:
    found = fit([Meeting("2", "1", 20, 20)], "1", 0)["2"]
    assert round(found.value) == 645  # 20.5 points of 21
    assert found.error > 400


def test_whoever_met_nobody_of_the_others_has_no_figure() -> None:
    assert fit([Meeting("2", "1", 1, 2), Meeting("4", "3", 1, 2)], "1", 0).keys() == {"1", "2"}
