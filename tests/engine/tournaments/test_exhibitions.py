"""Exhibitions: sides and who joins them, beginnings, boards and ends."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

import engine
from engine import Refusal
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import computer, is_computer
from engine.tournaments.record import Kind
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form, HostsSeat, Terms
from engine.tournaments.tournament import Tournament
from tests.each import for_each
from tests.engine.tournaments.club import NOON, ORGANISER, Club, terms

LIVE = TimeControl.read("10+10")
WAIT = timedelta(minutes=10)


class Hall(Club):
    """An exhibition in memory, and its guests."""

    def __init__(
        self,
        form: Form = Form.SIMUL,
        *,
        host: int = ORGANISER,
        named: Sequence[Sequence[int]] = (),
        **changed: Any,  # noqa: ANN401 - terms
    ) -> None:
        usual = {"boards": 3, "round_time": timedelta(), "teams": ("Red", "Blue")}
        self.now = NOON
        self.tournament = Tournament.exhibit(
            guild=1, channel=2, terms=terms(form, **{**usual, **changed}), person=ORGANISER,
            host=host, named=named, now=NOON, source=None,
        )  # fmt: skip

    def joins(self, *people: int, side: int | None = None) -> None:
        for one in people:
            self.do(lambda t, one=one: t.join(  # type: ignore[misc]
                one, every=False, now=self.now, source=None, side=side
            ))  # fmt: skip

    def begins(self, strengths: dict[int, float] | None = None) -> None:
        self.do(lambda t: t.begin(ORGANISER, now=self.now, source=None))
        while (then := self.tournament.tick(now=self.now, strengths=strengths or {})) is not (
            self.tournament
        ):
            self.tournament = then

    @property
    def boards(self) -> list[tuple[int, ...]]:
        return [table.players for table in self.state.tables]


@for_each([HostsSeat.FIRST, HostsSeat.SECOND, HostsSeat.TURNS])
def test_the_host_plays_everybody_on_the_seats_that_were_agreed_on(seat: HostsSeat) -> None:
    hall = Hall(hosts_seat=seat, level=2)
    hall.joins(100, 101)
    with pytest.raises(Refusal, match="You are in already"):
        hall.joins(100)
    with pytest.raises(Refusal, match="You are the host"):
        hall.joins(ORGANISER)
    hall.begins()
    filled = computer(2)
    first = {HostsSeat.FIRST: "111", HostsSeat.SECOND: "000", HostsSeat.TURNS: "101"}[seat]
    guests = [100, 101, filled]
    assert hall.boards == [
        (ORGANISER, guest) if begins == "1" else (guest, ORGANISER)
        for guest, begins in zip(guests, first, strict=True)
    ]
    assert not hall.tournament.late_tables(NOON + timedelta(days=900))
    for table, won in zip(hall.state.open_tables, (2, 1, 0), strict=True):
        points = (won, 2 - won) if table.players[0] == ORGANISER else (2 - won, won)
        hall.score(table, points)
        hall.wait()
    assert hall.tournament.phase is Phase.OVER
    assert hall.tournament.sides.points == (3, 3)
    assert [[line.player for line in lines] for lines in hall.tournament.standings] == [
        [ORGANISER],
        [filled, 101, 100],
    ]
    read = Terms.read(hall.tournament.terms.data(), engine.games)
    assert read == hall.tournament.terms
    assert not read.rated


def test_all_boards_taken_begin_it_and_one_more_guest_is_refused() -> None:
    hall = Hall(host=computer(6), boards=2)
    hall.joins(100)
    assert hall.tournament.due is None
    hall.joins(101)
    with pytest.raises(Refusal, match="All boards are taken"):
        hall.joins(102)
    hall.wait()
    assert hall.boards == [(computer(6), 100), (computer(6), 101)]


def test_a_late_host_is_waited_for_three_times_and_a_press_begins_it() -> None:
    hall = Hall(boards=2, time=LIVE)
    hall.joins(100, 101)
    for _ in range(3):
        hall.wait()
        last = hall.tournament.entries[-1]
        assert (last.kind, last.data["why"]) == (Kind.POSTPONE, "host")
        assert hall.state.starts == hall.now + WAIT
    patient = hall.tournament
    hall.wait()
    assert hall.tournament.phase is Phase.CANCELLED
    hall.tournament = patient
    hall.begins()
    assert len(hall.boards) == 2
    with pytest.raises(Refusal, match="has begun"):
        hall.begins()


def test_a_late_guest_takes_a_free_board_until_a_game_is_over() -> None:
    hall = Hall(boards=4, hosts_seat=HostsSeat.TURNS)
    with pytest.raises(Refusal, match="Nobody has joined"):
        hall.begins()
    hall.joins(100, 101)
    hall.begins()
    hall.joins(102)
    hall.wait()
    assert hall.boards[2:] == [(ORGANISER, 102)]
    hall.score(hall.state.tables[0], (2, 0))
    with pytest.raises(Refusal, match="first game is over"):
        hall.joins(103)
    hall.do(lambda t: t.leave(101, now=hall.now, source=None))
    with pytest.raises(Refusal, match="cannot come back"):
        hall.joins(101)
    assert hall.tournament.phase is Phase.RUNNING


def test_without_its_host_there_is_none() -> None:
    hall = Hall()
    with pytest.raises(Refusal, match="Without its host"):
        hall.tournament.leave(ORGANISER, now=hall.now, source=None)
    hall.do(lambda t: t.withdraw_gone(ORGANISER, now=hall.now))
    assert hall.tournament.phase is Phase.CANCELLED
    assert hall.tournament.entries[-1].data["why"] == "gone"


def test_the_hosts_clock_has_as_much_for_every_board() -> None:
    hall = Hall(time=LIVE, hosts_seat=HostsSeat.TURNS)
    hall.joins(100, 101, 102)
    hall.begins()
    left = []
    for table in hall.state.tables:
        time = TimeControl.read(str(hall.tournament.sides.time_at(table)))
        assert time == hall.tournament.sides.time_at(table)
        match = Match.appointed(
            guild=1, channel=2, game=engine.games["frysk"], options={}, host=ORGANISER,
            people=table.players, time=time, rated=False, tournament=7, now=NOON, source="x",
        )  # fmt: skip
        left.append([match.left(seat, NOON) for seat in (0, 1)])
    assert left == [[3 * WAIT, WAIT], [WAIT, 3 * WAIT], [3 * WAIT, WAIT]]


def test_the_strongest_of_two_teams_meet_and_a_reserve_takes_a_board() -> None:
    hall = Hall(Form.TEAM)
    with pytest.raises(Refusal, match="each has its button"):
        hall.joins(100)
    hall.joins(100, 101, side=1)
    hall.joins(100, 102, side=0)
    hall.joins(103, 104, side=1)
    assert (hall.tournament.sides.captain(0), hall.tournament.sides.captain(1)) == (100, 101)
    hall.begins({102: 30.0, 104: 9.0, 103: 20.0, 101: 10.0})
    assert hall.boards == [(102, 103), (101, 100)]
    assert hall.tournament.sides.reserves == [[], [104]]
    hall.do(lambda t: t.made([(1, 1, 1, 5)], now=hall.now))
    with pytest.raises(Refusal, match="Only a reserve"):
        hall.tournament.substitute(101, 103, 100, now=hall.now, source=None)
    hall.do(lambda t: t.substitute(101, 103, 104, now=hall.now, source=None))
    assert hall.boards == [(102, 104), (101, 100)]
    assert hall.tournament.sides.reserves == [[], [103]]
    assert hall.state.place_of(5) is None
    hall.score(hall.state.tables[0], (2, 0))
    hall.score(hall.state.tables[1], (1, 1))
    hall.wait()
    assert hall.tournament.phase is Phase.OVER
    assert hall.tournament.sides.points == (3, 1)


def test_only_those_who_were_named_join_their_teams_and_a_computer_fills_the_smaller_one() -> None:
    hall = Hall(Form.TEAM, named=[[100, 101], [102]], level=3)
    with pytest.raises(Refusal, match="not among them"):
        hall.joins(103, side=0)
    hall.joins(100, 101, 102)
    hall.begins()
    assert [len(set(map(is_computer, board))) for board in hall.boards] == [1, 2]
    assert [hall.tournament.sides.side_of(one) for one in hall.boards[1]] == [1, 0]
