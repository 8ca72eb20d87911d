"""A tournament in memory, its members, and a clock that tests move on."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import engine
from engine.table.clock import TimeControl
from engine.tournaments.scores import How
from engine.tournaments.state import Phase, Round, State, Table
from engine.tournaments.terms import Form, Terms
from engine.tournaments.tournament import Tournament

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ORGANISER = 9


def terms(form: Form, **changed: object) -> Terms:
    """Return the terms of a tournament at Frysk! for two seats, with the changes ``changed``."""
    usual: dict[str, Any] = {
        "name": "Club evening",
        "form": form,
        "game": engine.games["frysk"],
        "options": {},
        "seats": 2,
        "time": TimeControl.read("1d"),
    }
    return Terms(**{**usual, **changed})


class Club:
    """A tournament whose members act as a test tells them to."""

    def __init__(self, form: Form, members: int = 0, **changed: object) -> None:
        self.now = NOON
        self.chance = random.Random(f"{form} {members}")
        self.tournament = Tournament.create(
            guild=1,
            channel=2,
            terms=terms(form, **changed),
            person=ORGANISER,
            now=NOON,
            source=None,
        )
        for member in range(100, 100 + members):
            self.do(partial(Tournament.join, person=member, every=True, now=NOON, source=None))

    @property
    def state(self) -> State:
        return self.tournament.state

    @property
    def round(self) -> Round:
        """The last round that was paired."""
        assert self.state.round is not None
        return self.state.round

    def table(self, number: int = 1) -> Table:
        """Return a table of the last round."""
        return self.round.tables[number - 1]

    def do(self, change: Callable[[Tournament], Tournament]) -> None:
        self.tournament = change(self.tournament)

    def wait(self, span: timedelta = timedelta()) -> bool:
        """Wait for ``span``, or if it is zero until something is due, and let what is due happen.

        Return whether the tournament has changed.
        """
        before = self.tournament
        self.now += span
        if not span and self.tournament.due is not None:
            self.now = max(self.now, self.tournament.due)
        while (after := self.tournament.tick(now=self.now, strengths={})) is not self.tournament:
            self.tournament = after
        return self.tournament is not before

    def check_in(self, *but: int) -> None:
        for person in self.state.people:
            if person not in but and not self.state.entrants[person].checked_in:
                check_in = partial(Tournament.check_in, person=person, now=self.now, source=None)
                self.do(check_in)

    def start(self, *but: int) -> None:
        """Check in everybody except ``but``, and let the tournament begin."""
        while self.tournament.phase is Phase.SIGN_UP:
            assert self.wait()
        self.check_in(*but)
        self.wait()

    def score(self, table: Table, points: Sequence[int], how: How = How.PLAYED) -> None:
        absent = [p for p, n in zip(table.players, points, strict=True) if not n]
        self.do(
            lambda t: t.score_table(
                table,
                points,
                how,
                absent=absent if how is How.WALKOVER else (),
                now=self.now,
            )
        )

    def play_round(self) -> None:
        """Score every open table; the better seed mostly wins."""
        for table in self.state.open_tables:
            order = self.state.order
            favourite = min(table.players, key=order.index)
            won = self.chance.random() < 0.7
            self.score(table, [2 * ((one == favourite) == won) for one in table.players])

    def play_out(self) -> None:
        for _ in range(200):
            if self.tournament.is_over:
                return
            self.play_round()
            self.wait()
        raise AssertionError(f"It does not end: {self.tournament.entries[-5:]}")
