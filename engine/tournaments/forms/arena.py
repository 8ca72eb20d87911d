"""The arena: players play as many games as they can until the time is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from engine.table.record import computer, is_computer
from engine.tournaments.durations import last_games_time
from engine.tournaments.forms.conduct import LOOKED_EVERY, Conduct, Tables, table_of
from engine.tournaments.forms.seating import teams_of
from engine.tournaments.pairing.arena import pair_arena
from engine.tournaments.standings.tie_breaks import TieBreak
from engine.tournaments.state import State, Table

IMPATIENT: Final = timedelta(seconds=45)
"""The time for which people in an arena wait for others before computers join them."""


class Arena(Conduct):
    """The conduct of an arena: free players are paired until new games would not end in time."""

    tie_breaks = (TieBreak.WINS, TieBreak.SONNEBORN)
    fills_groups = False

    def may_enter_late(self, state: State) -> bool:
        """Return True: newcomers play as soon as somebody is free."""
        return True

    # Pairing

    def pair(self, state: State, number: int, now: datetime) -> Tables:
        """Return tables for the free players; after a while, computers join those who wait."""
        seats, level, teams = state.terms.seats, state.terms.level, teams_of(state.terms)
        since = {one: state.begun or now for one in state.people if state.entrants[one].checked_in}
        for table in state.tables:
            for player in table.players:
                if player in since:
                    since[player] = table.scored or now + IMPATIENT
        free = sorted((one for one in since if since[one] <= now), key=lambda one: since[one])
        if seats > 2 and level and len(free) > seats and len(free) % seats and not teams:
            return _shared_out(state, free)
        tables = [table_of(table) for table in pair_arena(free, state.scores, seats, teams=teams)]
        seated = {player for table in tables for player in table["players"]}
        left = [one for one in free if one not in seated]
        if left and level and since[left[0]] + IMPATIENT <= now:
            computers = [computer(level, number) for number in range(seats - len(left))]
            tables.append(table_of([*left, *computers]))
        return tables

    def is_ready(self, state: State) -> bool:
        """Return False: an arena looks for free players every few seconds instead."""
        return False

    def may_go_on(self, state: State, now: datetime) -> bool:
        """Return whether the arena has begun."""
        return state.begun is not None

    def next_tables(self, state: State, now: datetime) -> Tables | None:
        """Return the tables of the free players; None if none can start, [] if the arena ends.

        The arena ends early if no game is open once new games no longer begin.
        """
        ends, until = self.ends(state), self.pairs_until(state)
        if ends is None or until is None:
            return None
        if now >= ends or (now >= until and not state.open_tables):
            return []
        return None if now >= until else self.tables(state, now) or None

    # Time

    def looks(self, state: State, since: datetime) -> datetime | None:
        """Return the time at which the arena next looks for free players or ends."""
        ends, until = self.ends(state), self.pairs_until(state)
        if ends is None or until is None:
            return None
        looks = since + LOOKED_EVERY
        if looks < until:
            return looks
        return ends if state.open_tables else min(ends, max(until, since))

    def late_tables(self, state: State, now: datetime) -> list[Table]:
        """Return no tables: games that are not over at the arena's end do not count."""
        return []

    def ends(self, state: State) -> datetime | None:
        """Return the end of the arena, or None before it has begun."""
        begun = state.begun
        return None if begun is None else begun + state.terms.round_time + state.stood

    def pairs_until(self, state: State) -> datetime | None:
        """Return the time until which new games begin: later ones would not end in time."""
        ends = self.ends(state)
        return None if ends is None else ends - last_games_time(state.terms)


def _shared_out(state: State, free: Sequence[int]) -> Tables:
    """Return tables for all free players, each with nearly the same number of people.

    Computers take the remaining seats. The people who have met the fewest computers so far sit at
    the tables with the most, so that all meet about as many.
    """
    seats, level = state.terms.seats, state.terms.level
    count = ceil(len(free) / seats)
    size, larger = divmod(len(free), count)
    met = dict.fromkeys(free, 0)
    for table in state.tables:
        there = sum(map(is_computer, table.players))
        met |= {player: met[player] + there for player in table.players if player in met}
    most_first = sorted(free, key=lambda player: -met[player])
    cut = larger * (size + 1)
    parts = ((most_first[:cut], size + 1), (most_first[cut:], size))
    seated = [
        people
        for players, at_one in parts
        if players
        for people in pair_arena(players, state.scores, at_one)
    ]
    tables, left = Tables(), 0
    for people in seated:
        computers = [computer(level, left + number) for number in range(seats - len(people))]
        left += len(computers)
        tables.append(table_of([*people, *computers]))
    return tables
