"""The conduct of a tournament: the decisions that depend on its form.

The defaults suit a form with consecutive rounds, like a Swiss. A form overrides the methods that
differ. Nothing here changes a tournament: decisions become entries of its record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final, NamedTuple

from engine.errors import Refusal
from engine.table.record import another
from engine.text import Text, Words
from engine.tournaments.record import Kind
from engine.tournaments.scores import How
from engine.tournaments.standings.table import Line, standings
from engine.tournaments.standings.tie_breaks import TieBreak
from engine.tournaments.state import Counting, Phase, State, Table
from engine.tournaments.terms import MOST_PLAYERS, NEVER, Terms

POSTPONEMENTS: Final = 3
"""The most postponements for want of people; after these, the tournament is cancelled."""

LOOKED_EVERY: Final = timedelta(seconds=20)
"""The interval at which an arena looks for players, and the least delay of a postponed start."""

NOT_BEFORE_THE_NEXT: Final = Text("Here nobody can come back before the next one begins.")
NOT_BY_HAND: Final = Text(
    "Only the rounds of a Swiss in a game for two players can be paired by hand."
)

Tables = list[dict[str, Any]]
"""Tables to be paired, as JSON data of an entry."""


class Step(NamedTuple):
    """An entry to be recorded."""

    kind: Kind
    data: Mapping[str, Any]


class Conduct(Counting, ABC):
    """The course of the tournaments of a form: joining, pairing, times and standings."""

    tie_breaks: ClassVar[Sequence[TieBreak]] = ()
    """The tie-breaks, in their order."""

    everybody_meets: ClassVar[bool] = False
    """Whether a walkover counts for tie-breaks as if it had been played."""

    fills_groups: ClassVar[bool] = True
    """Whether computers take the remaining seats from the start on, if the terms have a level."""

    counts_absence: ClassVar[bool] = True
    """Whether no-shows count, so that people who miss their games are withdrawn."""

    draws_lots: ClassVar[bool] = False
    """Whether a lot decides who advances from a table at which nobody has played."""

    too_late: ClassVar[Text] = Text(
        "More than half of the rounds are paired; nobody can come back now."
    )
    """The refusal for people who come back too late."""

    # Joining

    def join(self, state: State, person: int, *, every: bool, side: int | None) -> Step:
        """Return the entry by which a person joins, or changes whether they join the next ones.

        Raises Refusal.
        """
        known = state.entrants.get(person)
        if known is not None and not known.withdrawn:
            if known.every == every:
                raise Refusal(Text("You are in already."))
            return Step(Kind.JOIN, {"every": every})
        if known is not None:
            return self.come_back(state, person)
        check_room(state)
        if state.closed:
            raise Refusal(Text("Entries are closed."))
        if state.phase is Phase.RUNNING and not self.may_enter_late(state):
            raise Refusal(Text("It has begun; nobody can enter any more."))
        return Step(Kind.JOIN, {"every": every})

    def may_enter_late(self, state: State) -> bool:
        """Return whether people can still come in, or wait for a place, after the start."""
        return False

    def may_come_back(self, state: State) -> bool:
        """Return whether people who leave can come back: as long as others may enter."""
        if state.phase is not Phase.RUNNING:
            return not state.is_over
        return self.may_enter_late(state)

    def come_back(self, state: State, person: int) -> Step:
        """Return the entry by which a withdrawn player comes back. Raises Refusal."""
        check_going_on(state)
        entrant = state.entrants.get(person)
        if entrant is None:
            raise Refusal(Text("You are not in it."))
        if not entrant.withdrawn:
            raise Refusal(Text("You are in already."))
        if not self.may_come_back(state):
            raise Refusal(self.too_late)
        return Step(Kind.RETURN, {})

    def is_needed(self, state: State, person: int) -> bool:
        """Return whether the tournament cannot take place without a person."""
        return False

    def there(self, state: State) -> Collection[int]:
        """Return the people to start with: those checked in, or everybody before the check-in."""
        everybody = state.phase is Phase.SIGN_UP
        return [one.player for one in state.entrants.values() if one.checked_in or everybody]

    # Actions that only some forms have

    def check_may_pass(self, state: State) -> None:
        """Raise Refusal unless players may leave out a round."""
        raise Refusal(Text("Only in a Swiss can a round be left out."))

    def check_challenge(self, state: State, person: int, other: int) -> None:
        """Raise Refusal unless ``person`` can challenge ``other``."""
        raise Refusal(Text("Challenges are for a ladder that has begun."))

    def check_may_begin(self, state: State) -> None:
        """Raise Refusal unless the tournament can be begun by hand now."""
        raise Refusal(Text("This starts by itself when its time comes."))

    def substitution(self, state: State, old: int, new: int) -> Mapping[str, Any]:
        """Return the board of ``old`` for the reserve ``new``, as data of an entry.

        Raises Refusal.
        """
        raise Refusal(Text("Reserves are for a team match that has begun."))

    # Actions of the organiser

    def add(self, state: State, player: int) -> Step:
        """Return the entry by which the organiser adds a player. Raises Refusal."""
        if state.is_in(player):
            raise Refusal(Text("They are in it already."))
        check_room(state)
        if state.phase is Phase.RUNNING:
            self.check_may_add(state, player)
        if player in state.entrants:
            return Step(Kind.RETURN, {})
        return Step(Kind.JOIN, {"every": False})

    def check_may_add(self, state: State, player: int) -> None:
        """Raise Refusal if the organiser cannot add a player now, after the start."""

    def check_may_replace(self) -> None:
        """Raise Refusal unless the organiser may replace players."""

    def places(
        self, state: State, player: int, in_hand: Collection[int] = ()
    ) -> list[Table] | None:
        """Return the tables at which a replacement takes over a player's seats.

        These tables have no result, and no match ``in_hand``: the ids of matches in which somebody
        has moved. Return None if the replacement comes in for the next round. Raises Refusal.
        """
        return None

    def check_rounds(self, state: State, rounds: int) -> None:
        """Raise Refusal unless the organiser may set ``rounds`` as the number of rounds."""
        raise Refusal(Text("Only in a Swiss can you choose the number of rounds."))

    def check_may_pair(self, state: State) -> None:
        """Raise Refusal unless the organiser may pair players by hand."""
        raise Refusal(NOT_BY_HAND)

    def check_decision(self, state: State, table: Table, points: Sequence[int]) -> None:
        """Raise Refusal if the organiser cannot give the players of a table these points."""

    def is_settled(self, state: State, table: Table) -> bool:
        """Return whether a changed result of a table comes too late."""
        return False

    # Opening

    def open(self, state: State, now: datetime, strengths: Mapping[int, float]) -> Step:
        """Return the entry that starts the tournament, or postpones or cancels it.

        It is postponed if too few people are there, and in the end cancelled. People with a place
        in the tournament before this one are seeded first, then the strongest.
        """
        terms, there = state.terms, list(self.there(state))
        if len(there) < terms.least:
            if state.postponed >= POSTPONEMENTS:
                return Step(Kind.CANCEL, {"reason": ""})
            starts = max(now, state.starts or now) + max(terms.check_in, LOOKED_EVERY)
            return Step(Kind.POSTPONE, {"starts": starts.isoformat()})
        known = [player for player in state.seeds if player in there]
        new = sorted(
            (player for player in there if player not in known),
            key=lambda player: (-strengths.get(player, float("-inf")), there.index(player)),
        )
        order = known + new
        groups = self.groups(terms, order)
        if terms.level and self.fills_groups:
            order = _filled(groups, terms)
        rounds = self.rounds(terms, groups)
        return Step(Kind.START, {"order": order, "groups": groups, "rounds": rounds})

    def groups(self, terms: Terms, order: Sequence[int]) -> list[list[int]]:
        """Return the players of each group, the best first."""
        return [list(order)]

    def rounds(self, terms: Terms, groups: Sequence[Sequence[int]]) -> int:
        """Return the number of rounds, or 0 if it is not known."""
        return 0

    # Pairing

    def tables(self, state: State, now: datetime) -> Tables:
        """Return the tables of the next round, or no tables if there is no further round."""
        number = len(state.rounds) + 1
        if state.planned and number > state.planned:
            return []
        return self.pair(state, number, now)

    @abstractmethod
    def pair(self, state: State, number: int, now: datetime) -> Tables:
        """Return the tables of a round."""

    def at_once(self, state: State, now: datetime) -> Tables:
        """Return the tables that can be paired at once, without waiting for a round."""
        return []

    def is_ready(self, state: State) -> bool:
        """Return whether the next round or the end may come before this round's deadline."""
        return not state.open_tables

    def may_go_on(self, state: State, now: datetime) -> bool:
        """Return whether the next round is to be paired now, or the end has come.

        Late tables have to be decided first.
        """
        last = state.round
        if last is None:
            return True
        return not state.open_tables and (last.deadline <= now or self.is_ready(state))

    def next_tables(self, state: State, now: datetime) -> Tables | None:
        """Return the tables to pair now: [] if the tournament ends, None if it has to wait."""
        return self.tables(state, now)

    def free_places(self, state: State) -> Iterable[tuple[int, int]]:
        """Return the substitutions before the next round: each new player and the one replaced."""
        return ()

    # Time

    def deadline(self, state: State, now: datetime) -> datetime:
        """Return the deadline of a round that is paired now."""
        return usual_deadline(state.terms, now)

    def looks(self, state: State, since: datetime) -> datetime | None:
        """Return the time at which the tournament next looks for work, or None.

        ``since`` is the time of its last entry.
        """
        return earliest(one.deadline for one in state.rounds[-1:])

    def late_tables(self, state: State, now: datetime) -> list[Table]:
        """Return the tables whose time is over without a score."""
        return overdue(state, now)

    def season_ends(self, state: State) -> datetime | None:
        """Return the deadline of all games, or None if each round has its own."""
        return None

    def ends(self, state: State) -> datetime | None:
        """Return the time at which the tournament ends, or None if it ends after its games."""
        return None

    def pairs_until(self, state: State) -> datetime | None:
        """Return the time until which new games begin, or None if there is no limit."""
        return None

    # Standings

    def standings(self, state: State) -> list[tuple[Line, ...]]:
        """Return the standings of each group, the best first, with late entrants."""
        return self.ranked(state, [state.order or state.people])

    def ranked(self, state: State, groups: Iterable[Sequence[int]]) -> list[tuple[Line, ...]]:
        """Return the lines of each group, ranked by points and tie-breaks."""
        return [
            standings(group, state.scores, self.tie_breaks, everybody_meets=self.everybody_meets)
            for group in groups
        ]


def check_going_on(state: State) -> None:
    """Raise Refusal if the tournament is over."""
    if state.is_over:
        raise Refusal(Text("{name} is over.", name=Words(state.terms.name)))


def check_room(state: State) -> None:
    """Raise Refusal if the tournament is full."""
    if len(state.people) >= min(state.terms.most, MOST_PLAYERS):
        raise Refusal(Text("{name} is full.", name=Words(state.terms.name)))


def usual_deadline(terms: Terms, now: datetime) -> datetime:
    """Return the deadline of a round that begins now, regardless of other rounds."""
    return now + terms.round_time if terms.round_time else NEVER


def overdue(state: State, now: datetime) -> list[Table]:
    """Return the tables without a score whose round's deadline has passed."""
    over = {one.number for one in state.rounds if one.deadline <= now}
    return [table for table in state.open_tables if table.round in over]


def open_rounds_end(state: State) -> datetime | None:
    """Return the earliest deadline of the rounds with open tables, or None."""
    playing = {table.round for table in state.open_tables}
    return earliest(one.deadline for one in state.rounds if one.number in playing)


def untouched(state: State, player: int, in_hand: Collection[int]) -> list[Table]:
    """Return the open tables of a player without a result and without a match ``in_hand``."""
    return [
        one
        for one in state.open_tables
        if player in one.players
        and not one.results
        and not any(match in in_hand for match in one.matches.values())
    ]


def open_table_of(state: State, player: int) -> Table | None:
    """Return the first table of a player that has no score, or None."""
    return next((one for one in state.open_tables if player in one.players), None)


def seat_at(table: Table) -> dict[str, int]:
    """Return the numbers of a table's round and of the table, as data of an entry."""
    return {"round": table.round, "table": table.number}


def earliest(moments: Iterable[datetime]) -> datetime | None:
    """Return the earliest of ``moments``, or None if there is none before ``NEVER``."""
    return min((one for one in moments if one < NEVER), default=None)


def table_of(players: Sequence[int], how: How = How.BYE, group: int = 0) -> dict[str, Any]:
    """Return a table as data of an entry; ``how`` says why a single player is alone there."""
    data: dict[str, Any] = {"players": list(players)}
    if len(players) == 1:
        data["how"] = how.value
    if group:
        data["group"] = group
    return data


def _filled(groups: Sequence[list[int]], terms: Terms) -> list[int]:
    """Add computers to groups until their tables come out even, and return all players."""
    taken: list[int] = []
    for group in groups:
        while len(group) % terms.seats:
            taken.append(another(terms.level, taken))
            group.append(taken[-1])
    return [player for group in groups for player in group]
