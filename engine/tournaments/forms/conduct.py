"""The conduct of a tournament: the decisions that depend on its form.

The defaults are right for a form with consecutive rounds, like a Swiss. A form overrides what
differs. Nothing here changes a tournament: a form's decisions become entries of its record.
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
"""How often a start without enough people is postponed before the tournament is cancelled."""

LOOKED_EVERY: Final = timedelta(seconds=20)
"""How often an arena looks for free players, and how soon a postponed start is tried again."""

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
    """How the tournaments of a form go on."""

    tie_breaks: ClassVar[Sequence[TieBreak]] = ()
    """The tie-breaks, in their order."""

    everybody_meets: ClassVar[bool] = False
    """Whether a walkover counts for tie-breaks as if it had been played."""

    fills_groups: ClassVar[bool] = True
    """Whether computers take the remaining seats from the start on, if the terms say so."""

    counts_absence: ClassVar[bool] = True
    """Whether people who miss their games are withdrawn."""

    draws_lots: ClassVar[bool] = False
    """Whether a lot decides who advances from a table at which nobody has played."""

    too_late: ClassVar[Text] = Text(
        "More than half of the rounds are paired; nobody can come back now."
    )
    """Why nobody can come back any more."""

    # Joining

    def join(self, state: State, person: int, *, every: bool, side: int | None) -> Step:
        """Return how somebody joins, or changes whether they join the next ones. Raises Refusal."""
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
        """Return how a withdrawn player comes back. Raises Refusal."""
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
        """Return whether there is no tournament without a given person."""
        return False

    def there(self, state: State) -> Collection[int]:
        """Return the people to start with: those checked in, or all people before check-in."""
        everybody = state.phase is Phase.SIGN_UP
        return [one.player for one in state.entrants.values() if one.checked_in or everybody]

    # What only some forms know

    def check_may_pass(self, state: State) -> None:
        """Raise Refusal if players cannot leave a round out."""
        raise Refusal(Text("Only in a Swiss can a round be left out."))

    def check_challenge(self, state: State, person: int, other: int) -> None:
        """Raise Refusal if a person cannot challenge another one."""
        raise Refusal(Text("Challenges are for a ladder that has begun."))

    def check_may_begin(self, state: State) -> None:
        """Raise Refusal if nobody can begin the tournament by hand."""
        raise Refusal(Text("This starts by itself when its time comes."))

    def substitution(self, state: State, old: int, new: int) -> Mapping[str, Any]:
        """Return a player's place for a reserve to take. Raises Refusal."""
        raise Refusal(Text("Reserves are for a team match that has begun."))

    # What the organiser may do

    def add(self, state: State, player: int) -> Step:
        """Return how a player added by the organiser comes in. Raises Refusal."""
        if state.is_in(player):
            raise Refusal(Text("They are in it already."))
        check_room(state)
        if state.phase is Phase.RUNNING:
            self.check_may_add(state, player)
        if player in state.entrants:
            return Step(Kind.RETURN, {})
        return Step(Kind.JOIN, {"every": False})

    def check_may_add(self, state: State, player: int) -> None:
        """Raise Refusal if the organiser cannot add a player after the start."""

    def check_may_replace(self) -> None:
        """Raise Refusal if the organiser does not replace players."""

    def places(
        self, state: State, player: int, in_hand: Collection[int] = ()
    ) -> list[Table] | None:
        """Return the tables at which a replacement takes over a player's seats.

        These tables have no result, and no match ``in_hand`` (in which somebody has moved). None if
        the replacement comes in for the next round. Raises Refusal.
        """
        return None

    def check_rounds(self, state: State, rounds: int) -> None:
        """Raise Refusal if a number of rounds is not possible."""
        raise Refusal(Text("Only in a Swiss can you choose the number of rounds."))

    def check_may_pair(self, state: State) -> None:
        """Raise Refusal if the organiser cannot pair players by hand."""
        raise Refusal(NOT_BY_HAND)

    def check_decision(self, state: State, table: Table, points: Sequence[int]) -> None:
        """Raise Refusal if the organiser cannot decide a table in this way."""

    def is_settled(self, state: State, table: Table) -> bool:
        """Return whether a changed result of a table comes too late."""
        return False

    # Opening

    def open(self, state: State, now: datetime, strengths: Mapping[int, float]) -> Step:
        """Return how the tournament starts, or is postponed or cancelled if too few people are
        there.

        People with a place in the tournament before this one come first, then the strongest.
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
        """Return the number of rounds, 0 if it is not known."""
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
        """Return the tables that need not wait for a round."""
        return []

    def is_ready(self, state: State) -> bool:
        """Return whether the next round, or the end, can come before this round's time is over."""
        return not state.open_tables

    def may_go_on(self, state: State, now: datetime) -> bool:
        """Return whether the next round is to be paired now, or the end has come.

        Late tables have to be judged first.
        """
        last = state.round
        if last is None:
            return True
        return not state.open_tables and (last.deadline <= now or self.is_ready(state))

    def next_tables(self, state: State, now: datetime) -> Tables | None:
        """Return the tables to play now: [] if the tournament ends, None if it only waits."""
        return self.tables(state, now)

    def free_places(self, state: State) -> Iterable[tuple[int, int]]:
        """Return the substitutions before the next round: each player and the place they take."""
        return ()

    # Time

    def deadline(self, state: State, now: datetime) -> datetime:
        """Return the deadline of a round that is paired now."""
        return usual_deadline(state.terms, now)

    def looks(self, state: State, since: datetime) -> datetime | None:
        """Return when the tournament next looks for work; its last entry is of ``since``."""
        return earliest(one.deadline for one in state.rounds[-1:])

    def late_tables(self, state: State, now: datetime) -> list[Table]:
        """Return the tables whose time is over without a score."""
        return overdue(state, now)

    def season_ends(self, state: State) -> datetime | None:
        """Return when all games have to be over, None if each round has its own end."""
        return None

    def ends(self, state: State) -> datetime | None:
        """Return when the tournament ends by the clock, None if it ends after its games."""
        return None

    def pairs_until(self, state: State) -> datetime | None:
        """Return until when new games begin, None if no clock limits that."""
        return None

    # Standings

    def standings(self, state: State) -> list[tuple[Line, ...]]:
        """Return the standings of each group, the best first.

        Late entrants are ranked among the others.
        """
        return self.ranked(state, [state.order or state.people])

    def ranked(self, state: State, groups: Iterable[Sequence[int]]) -> list[tuple[Line, ...]]:
        """Return the lines of each group, by points and tie-breaks."""
        return [
            standings(group, state.scores, self.tie_breaks, everybody_meets=self.everybody_meets)
            for group in groups
        ]


def check_going_on(state: State) -> None:
    """Raise Refusal if a tournament is over."""
    if state.is_over:
        raise Refusal(Text("{name} is over.", name=Words(state.terms.name)))


def check_room(state: State) -> None:
    """Raise Refusal if the tournament is full."""
    if len(state.people) >= min(state.terms.most, MOST_PLAYERS):
        raise Refusal(Text("{name} is full.", name=Words(state.terms.name)))


def usual_deadline(terms: Terms, now: datetime) -> datetime:
    """Return the deadline of a round that begins now, ignoring all other rounds."""
    return now + terms.round_time if terms.round_time else NEVER


def overdue(state: State, now: datetime) -> list[Table]:
    """Return the tables without a score whose round is over."""
    over = {one.number for one in state.rounds if one.deadline <= now}
    return [table for table in state.open_tables if table.round in over]


def open_rounds_end(state: State) -> datetime | None:
    """Return when the first round with open tables is over: each round has its own end."""
    playing = {table.round for table in state.open_tables}
    return earliest(one.deadline for one in state.rounds if one.number in playing)


def untouched(state: State, player: int, in_hand: Collection[int]) -> list[Table]:
    """Return the tables of a player without a result, and without a match ``in_hand``."""
    return [
        one
        for one in state.open_tables
        if player in one.players
        and not one.results
        and not any(match in in_hand for match in one.matches.values())
    ]


def open_table_of(state: State, player: int) -> Table | None:
    """Return the first table without a score of a player."""
    return next((one for one in state.open_tables if player in one.players), None)


def seat_at(table: Table) -> dict[str, int]:
    """Return the numbers of a table, as data of an entry."""
    return {"round": table.round, "table": table.number}


def earliest(moments: Iterable[datetime]) -> datetime | None:
    """Return the first of these ends, None if there is none."""
    return min((one for one in moments if one < NEVER), default=None)


def table_of(players: Sequence[int], how: How = How.BYE, group: int = 0) -> dict[str, Any]:
    """Return a table; ``how`` is the reason if somebody is alone there."""
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
