"""The league: everybody plays everybody in their group, and the best are promoted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from math import ceil

from engine.errors import Refusal
from engine.text import Text
from engine.tournaments.forms.conduct import (
    NOT_BEFORE_THE_NEXT,
    Conduct,
    Tables,
    overdue,
    table_of,
    untouched,
    usual_deadline,
)
from engine.tournaments.forms.seating import rounds_of_tables, seated, teams_of
from engine.tournaments.pairing.berger import round_robin
from engine.tournaments.pairing.tables import league_tables
from engine.tournaments.standings.table import Line
from engine.tournaments.standings.tie_breaks import TieBreak
from engine.tournaments.state import Entrant, Phase, State, Table
from engine.tournaments.terms import SMALLEST_GROUP, Terms


class League(Conduct):
    """The conduct of a league: rounds follow the schedule, even if games are late."""

    tie_breaks = (TieBreak.SONNEBORN, TieBreak.DIRECT, TieBreak.WINS)
    everybody_meets = True
    too_late = NOT_BEFORE_THE_NEXT

    # Joining: people who join after the start wait for a free place

    def may_enter_late(self, state: State) -> bool:
        """Return True: newcomers wait for a place."""
        return True

    def may_come_back(self, state: State) -> bool:
        """Return whether people who leave can come back: only before the start."""
        return state.phase in {Phase.SIGN_UP, Phase.CHECK_IN}

    def enter_late(self, state: State, entrant: Entrant) -> None:
        """Change nothing: people who join after the start wait for a place."""

    def check_may_add(self, state: State, player: int) -> None:
        """Raise Refusal for a player who has left this season."""
        if player in state.entrants:
            raise Refusal(Text("A player who has left a league can come back in the next season."))

    def places(
        self, state: State, player: int, in_hand: Collection[int] = ()
    ) -> list[Table] | None:
        """Return the tables at which a replacement takes over a player's seats.

        Nobody has moved there yet. Before the start, return None.
        """
        return untouched(state, player, in_hand) if state.phase is Phase.RUNNING else None

    def free_places(self, state: State) -> Iterable[tuple[int, int]]:
        """Return the replacements of early leavers: each waiting player, and the leaver.

        The player who has waited longest comes first. There are none after half of the rounds.
        """
        if 2 * len(state.rounds) > state.planned:
            return ()
        waiting = [player for player in state.people if player not in state.order]
        free = [player for player in state.order if player in state.struck]
        return zip(waiting, free, strict=False)

    # Pairing

    def groups(self, terms: Terms, order: Sequence[int]) -> list[list[int]]:
        """Return the players of each group: groups of about the same size, the best first."""
        count = max(1, ceil(len(order) / terms.group))
        while count > 1 and len(order) // count < SMALLEST_GROUP:
            count -= 1
        size, more = divmod(len(order), count)
        groups, rest = [], list(order)
        for number in range(count):
            many = size + (number < more)
            groups.append(rest[:many])
            rest = rest[many:]
        return groups

    def rounds(self, terms: Terms, groups: Sequence[Sequence[int]]) -> int:
        """Return the number of rounds that the largest group needs."""
        size = max(map(len, groups), default=0)
        if terms.seats > 2:
            return rounds_of_tables(terms, size)
        return len(round_robin(size, double=terms.double))

    def pair(self, state: State, number: int, now: datetime) -> Tables:
        """Return the tables of a round in all groups; a small group has fewer rounds."""
        tables: Tables = []
        for which, group in enumerate(state.groups):
            if state.terms.seats > 2:
                tables += _tables_of_group(state, number, which)
                continue
            for pair in round_robin(len(group), double=state.terms.double)[number - 1 : number]:
                tables += [table_of((group[one], group[two]), group=which) for one, two in pair]
        return tables

    def is_ready(self, state: State) -> bool:
        """Return whether the next round or the end may come before this round's deadline.

        If all games begin together, all rounds are paired at once. Rounds longer than an evening
        begin on schedule, so that everybody knows the time of their games.
        """
        if state.round is None:
            return True
        if state.terms.together and len(state.rounds) < state.planned:
            return True
        if state.open_tables:
            return False
        return not state.terms.has_dates or len(state.rounds) >= state.planned

    def may_go_on(self, state: State, now: datetime) -> bool:
        """Return whether the next round, or the end, is due now.

        Only the end waits for late tables.
        """
        last = state.round
        if last is None:
            return True
        if last.deadline > now and not self.is_ready(state):
            return False
        return not state.open_tables or len(state.rounds) < state.planned

    # Time

    def deadline(self, state: State, now: datetime) -> datetime:
        """Return the deadline of a round that is paired now, on schedule after the round before.

        If the bot was away meanwhile, the round has at least half of its time.
        """
        last, span = state.round, state.terms.round_time
        if last is None:
            return usual_deadline(state.terms, now)
        if state.terms.together:
            return last.deadline
        if last.deadline <= now:
            return max(last.deadline + span, now + span / 2)
        return max(usual_deadline(state.terms, now), last.deadline + span)

    def late_tables(self, state: State, now: datetime) -> list[Table]:
        """Return the tables without a score, once the last round is over."""
        if len(state.rounds) < state.planned or state.rounds[-1].deadline > now:
            return []
        return overdue(state, now)

    def season_ends(self, state: State) -> datetime | None:
        """Return the deadline of all games, or None before the first round is paired."""
        if state.round is None:
            return None
        to_come = 0 if state.terms.together else max(state.planned - len(state.rounds), 0)
        return state.round.deadline + to_come * state.terms.round_time

    # Counting

    def struck(self, state: State) -> set[int]:
        """Return the players who left before half of their games, so that no result counts."""
        return {
            one.player
            for one in state.entrants.values()
            if one.withdrawn and 2 * state.played(one.player) < _to_play(state, one.player)
        }

    def standings(self, state: State) -> list[tuple[Line, ...]]:
        """Return the standings of each group; people who wait for a place are in none."""
        return self.ranked(state, state.groups or [state.order or state.people])


def _to_play(state: State, player: int) -> int:
    """Return the number of tables at which a player is to play: fewer in a smaller group.

    A round in which the player has a bye is none of them. A player who was replaced has as many
    as the replacement has in the same place.
    """
    if state.terms.seats > 2:
        return state.planned - sum(table.players == (player,) for table in state.tables)
    place = state.heir_of(player)
    size = next((len(group) for group in state.groups if place in group), 0)
    if not size:  # they wait for a place
        return state.planned
    return (size - 1) * (2 if state.terms.double else 1)


def _tables_of_group(state: State, number: int, which: int) -> Tables:
    """Return the tables of a group in a round, at tables of more than two.

    As long as nobody has left, they follow a schedule in which all meet about equally often.
    """
    group, seats = state.groups[which], state.terms.seats
    if not all(map(state.is_in, group)):
        return seated(state, [one for one in group if state.is_in(one)], which)
    schedule = league_tables(len(group), seats, state.planned, teams=teams_of(state.terms))
    seating = schedule[number - 1]
    tables = [[group[index] for index in table] for table in seating.tables]
    tables += [[group[index]] for index in seating.byes]
    return [table_of(table, group=which) for table in tables]
