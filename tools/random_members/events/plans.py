"""The tournaments that are held, of every form, with the happenings planned in each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import engine
from engine.table.clock import TimeControl
from engine.tournaments.terms import Form, HostsSeat, Recurs


@dataclass(frozen=True)
class Plan:
    """A tournament to be held: its terms, the number of people who enter, and its happenings."""

    name: str
    players: int
    terms: dict[str, Any]
    step: timedelta = timedelta(hours=9)
    """The time between two steps, in each of which everybody may act."""
    seasons: int = 1
    happenings: tuple[str, ...] = ()
    """The happenings that come at least once each, while the tournament runs."""
    before: tuple[str, ...] = ()
    """The happenings before the start, after the call to check in."""


def _terms(form: Form, game: str = "frysk", **more: Any) -> dict[str, Any]:  # noqa: ANN401 - terms
    usual: dict[str, Any] = {
        "form": form,
        "game": engine.games[game],
        "options": {},
        "seats": 2,
        "time": TimeControl.read("1d"),
        "round_time": timedelta(days=3),
    }
    return {**usual, **more}


LIVE: Final[dict[str, Any]] = {
    "time": TimeControl.read("5min"),
    "round_time": timedelta(minutes=50),
}

EXHIBITION: Final[dict[str, Any]] = {"round_time": timedelta(), "hosts_seat": HostsSeat.TURNS}

PLANS: Final = (
    Plan(
        "league", 10, _terms(Form.LEAGUE, group=5, recurs=Recurs.SEASON, wanted=6), seasons=2,
        happenings=("leaves", "enters", "replaces"),
    ),
    Plan("double league", 5, _terms(Form.LEAGUE, double=True, games=2, level=1)),
    Plan(
        "swiss", 9, _terms(Form.SWISS, rounds=5),
        happenings=("enters", "passes", "leaves", "pauses", "adds", "takes out", "replaces"),
    ),
    Plan(
        "swiss that is cancelled", 8, _terms(Form.SWISS, rounds=4),
        happenings=("pauses", "enters", "cancels"),
    ),
    Plan("swiss of micro-matches", 7, _terms(Form.SWISS, games=2, rounds=4, level=1)),
    Plan("knockout", 7, _terms(Form.KNOCKOUT), happenings=("replaces", "pauses")),
    Plan("knockout of micro-matches", 6, _terms(Form.KNOCKOUT, games=2), happenings=("deletes",)),
    Plan("swiss after an outage", 6, _terms(Form.SWISS, rounds=2), before=("is away", "restarts")),
    Plan("arena", 7, _terms(Form.ARENA, **LIVE, level=1), timedelta(seconds=50)),
    Plan(
        "arena of Halma for four", 6, _terms(Form.ARENA, "halma", seats=4, **LIVE, level=1),
        timedelta(seconds=50),
    ),
    Plan("ladder", 6, _terms(Form.LADDER), happenings=("leaves", "enters")),
    Plan("simul", 7, _terms(Form.SIMUL, **EXHIBITION, boards=8), happenings=("enters", "leaves")),
    Plan("teams", 9, _terms(Form.TEAM, **EXHIBITION, boards=4, teams=("A", "B"), level=1)),
    Plan("swiss of tables", 9, _terms(Form.SWISS, "halma", seats=4, rounds=3, level=1)),
    Plan("league of tables", 8, _terms(Form.LEAGUE, "halma", seats=4, group=8, wanted=4)),
)  # fmt: skip
