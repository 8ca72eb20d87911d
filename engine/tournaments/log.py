"""The log of a tournament: its terms and entries, its resulting state, and new entries."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final, Self

from engine.event_log import check_new, next_moment
from engine.table.record import is_computer
from engine.text import Words
from engine.tournaments.forms import CONDUCTS
from engine.tournaments.forms.conduct import Conduct, check_going_on
from engine.tournaments.record import Entry, Kind
from engine.tournaments.scores import How, Score
from engine.tournaments.sides import Sides
from engine.tournaments.state import Phase, State, Table
from engine.tournaments.terms import Terms

MISSED: Final = "missed"
"""The reason for the withdrawal of a player after too many no-shows."""

MISSES: Final = 2
"""The number of no-shows after which a player is withdrawn."""


@dataclass(frozen=True)
class Log:
    """A tournament: its terms and its entries.

    ``id`` is 0 until the tournament is stored. ``previous`` is the id of the tournament whose
    automatic successor this one is.
    """

    id: int
    guild: int
    channel: int
    terms: Terms
    entries: tuple[Entry, ...] = ()
    previous: int | None = None

    @property
    def conduct(self) -> Conduct:
        """The conduct of tournaments of this form."""
        return CONDUCTS[self.terms.form]

    @cached_property
    def state(self) -> State:
        """The state of the tournament, which must not be changed."""
        return State(self.terms, self.entries, self.conduct)

    @property
    def sides(self) -> Sides:
        """The two sides of an exhibition."""
        return Sides(self.state)

    @property
    def phase(self) -> Phase:
        """The phase of the tournament: people sign up, they play, or it is over."""
        return self.state.phase

    @property
    def is_over(self) -> bool:
        """Whether the tournament has ended or was cancelled."""
        return self.state.is_over

    @property
    def title(self) -> Words:
        """The name of the tournament, as typed by a person."""
        return Words(self.terms.name)

    # Entries

    def add(
        self,
        kind: Kind,
        now: datetime,
        person: int | None = None,
        source: str | None = None,
        **data: Any,  # noqa: ANN401 - JSON data
    ) -> Self:
        """Return the tournament with one more entry, whose time is never before the last one's.

        ``data`` are its data, of the types that JSON has.
        """
        at = next_moment(self.entries, now)
        entry = Entry(len(self.entries) + 1, kind, at, person, data, source)
        return replace(self, entries=(*self.entries, entry))

    def check_open(self, source: str | None) -> None:
        """Raise Repeated if ``source`` has been acted on, and Refusal if the tournament is over."""
        self.check_new(source)
        check_going_on(self.state)

    def check_new(self, source: str | None) -> None:
        """Raise Repeated if the message or interaction ``source`` has been acted on."""
        check_new(self.entries, source)

    # Scores

    def score_table(
        self,
        table: Table,
        points: Sequence[int],
        how: How,
        *,
        game: int = 0,
        absent: Sequence[int] = (),
        reason: str = "",
        person: int | None = None,
        decided: bool = False,
        now: datetime,
        source: str | None = None,
    ) -> Self:
        """Return the tournament with the score of a table's game (0: of all its games).

        ``points`` are half points, in the order of the table's players. Players who are ``absent``
        once too often are withdrawn. If nobody played at a table of a knockout, and no person
        decided, a lot chooses who advances.
        """
        lot: dict[str, int] = {}
        leaders = [
            one for one in Score(0, table.players, tuple(points)).leaders if self.state.is_in(one)
        ]
        unplayed = self.conduct.draws_lots and not game and not table.results
        if unplayed and person is None and len(leaders) > 1:
            lot = {"lot": secrets.choice(leaders)}
        scored = self.add(
            Kind.SCORE,
            now,
            person,
            source,
            round=table.round,
            table=table.number,
            game=game,
            points=list(points),
            how=how.value,
            absent=[one for one in absent if not is_computer(one)],
            reason=reason,
            **({"decided": True} if decided else {}),
            **lot,
        )
        return scored._without_missing(absent, now)

    def _without_missing(self, absent: Sequence[int], now: datetime) -> Self:
        """Return the tournament without those of ``absent`` who have missed too many rounds."""
        changed = self
        for player in absent:
            entrant = changed.state.entrants.get(player)
            if entrant and entrant.missed >= MISSES and not entrant.withdrawn:
                changed = changed.add(Kind.WITHDRAW, now, player, why=MISSED)
        return changed
