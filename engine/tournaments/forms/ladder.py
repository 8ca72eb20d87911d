"""The ladder, which has no end: a player who beats somebody above takes that player's place."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from engine.errors import Refusal
from engine.text import Text
from engine.tournaments.forms.conduct import Conduct, Tables, open_rounds_end, table_of
from engine.tournaments.record import Entry
from engine.tournaments.standings.table import Line
from engine.tournaments.state import Phase, State, Table
from engine.tournaments.terms import CLIMB


class Ladder(Conduct):
    """The conduct of a ladder: players play by challenge. ``State.order`` is the ladder."""

    fills_groups = False

    # Joining

    def may_enter_late(self, state: State) -> bool:
        """Return True: newcomers begin at the bottom."""
        return True

    def there(self, state: State) -> Collection[int]:
        """Return all players: nobody checks in."""
        return [*state.entrants]

    def starts(self, state: State, last: Entry) -> datetime | None:
        """Return the start of the ladder: as soon as enough people have joined, else None."""
        if len(state.entrants) < state.terms.wanted:
            return None
        return state.starts or last.at

    def withdraw(self, state: State, player: int) -> None:
        """Remove a player who has left from the ladder."""
        if player in state.order:
            state.order.remove(player)

    # Playing

    def check_challenge(self, state: State, person: int, other: int) -> None:
        """Raise Refusal unless ``person`` can challenge ``other``."""
        if state.phase is not Phase.RUNNING:
            raise Refusal(Text("Challenges are for a ladder that has begun."))
        if other not in state.order or not state.is_in(other):
            raise Refusal(Text("They are not on this ladder."))
        up = state.order.index(person) - state.order.index(other)
        if not 1 <= up <= CLIMB:
            raise Refusal(Text("Challenge somebody one to {climb} places above you.", climb=CLIMB))
        busy = {one for table in state.open_tables for one in table.players}
        busy |= {one for pair in state.challenges for one in pair}
        if person in busy:
            raise Refusal(Text("You have a match on this ladder already; play that first."))
        if other in busy:
            raise Refusal(Text("They have a match on this ladder already."))

    def pair(self, state: State, number: int, now: datetime) -> Tables:
        """Return no tables: a ladder has no rounds."""
        return []

    def at_once(self, state: State, now: datetime) -> Tables:
        """Return the tables of the challenges that wait for one."""
        return [table_of(pair) for pair in state.challenges]

    def is_ready(self, state: State) -> bool:
        """Return False: a ladder has no rounds."""
        return False

    def may_go_on(self, state: State, now: datetime) -> bool:
        """Return False: a ladder has no end."""
        return False

    def looks(self, state: State, since: datetime) -> datetime | None:
        """Return the earliest deadline of open tables, or None."""
        return open_rounds_end(state)

    # Counting

    def score(self, state: State, table: Table, before: int | None) -> None:
        """Give a winner the place of the higher player they beat.

        If a decision takes the win from another player, that player goes back to their old place.
        """
        winner = state.won_by(table)
        if winner == before:
            return
        if table.climbed is not None:
            (climber, place), table.climbed = table.climbed, None
            if climber in state.order:
                state.order.remove(climber)
                state.order.insert(place, climber)
        if winner is None:
            return
        loser = next(player for player in table.players if player != winner)
        if winner in state.order and loser in state.order:
            above, below = state.order.index(loser), state.order.index(winner)
            if below > above:
                table.climbed = winner, below
                state.order.insert(above, state.order.pop(below))

    def standings(self, state: State) -> list[tuple[Line, ...]]:
        """Return the standings: a single group, in the order of the ladder."""
        (lines,) = self.ranked(state, [state.order or state.people])
        known = {line.player: line for line in lines}
        rungs = [known[one] for one in state.order if one in known]
        return [tuple(replace(line, place=place) for place, line in enumerate(rungs, 1))]
