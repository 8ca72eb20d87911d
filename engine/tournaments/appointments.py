"""Appointments: the players of a table agree on the time of a live game, and come to it.

Each player proposes up to three times; to accept a time is to propose just that one. A time that
all players have proposed is agreed on. The players are called shortly before it and at it; once all
of them are there, the match begins. Players who wait in vain choose after a while: wait on, ask for
another time, or take the points. If they choose nothing, another time has to be found; if there is
no game by the end of the round, the points are still theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, Generic, NamedTuple, TypeVar

from engine.errors import Refusal
from engine.table.record import is_computer
from engine.text import Text
from engine.tournaments.forms.conduct import check_going_on
from engine.tournaments.log import Log
from engine.tournaments.record import About, Kind
from engine.tournaments.scores import WIN, How
from engine.tournaments.state import Phase, Table

MOST_TIMES: Final = 3
"""The most times in one proposal of a player."""

CALLED_BEFORE: Final = timedelta(minutes=10)
"""The time before the agreed time at which players are called, and can confirm their presence."""

GRACE: Final = timedelta(minutes=15)
"""The time for which players present wait for the others before they are asked what to do. They
then have as long to answer.
"""

MOST_IN_A_ROW: Final = 3
"""The most proposals that a player may make in a row while no other player of the table makes any:
each proposal pings the others.
"""

MOST_A_DAY: Final = 6
A_DAY: Final = timedelta(days=1)
"""The span within which a player may make ``MOST_A_DAY`` proposals for a game, whatever the others
answer.
"""

SEVERAL: Final = 2
"""The most offered hours that count: nobody should outbid another player for a point."""

AT_LEAST: Final = timedelta(minutes=5)
"""The least time before a proposed time: nobody would see a proposal for a nearer one in time."""


class Reminder(NamedTuple):
    """A due reminder for a table."""

    at: datetime
    table: Table
    about: About


Agreed = TypeVar("Agreed", bound=Log)


class Appointments(Generic[Agreed]):
    """The agreement of a table's players: the actions return the tournament after a step of it."""

    def __init__(self, tournament: Agreed) -> None:
        self._tournament = tournament
        self._state, self._terms = tournament.state, tournament.terms

    def propose(
        self,
        person: int,
        round_number: int,
        number: int,
        times: Sequence[datetime],
        *,
        now: datetime,
        source: str | None,
    ) -> Agreed:
        """Return the tournament with a player's proposed times, in whole minutes. Raises Refusal.

        These times replace the player's earlier proposals. The first one that all players of the
        table have proposed, if any, is agreed on.
        """
        self._tournament.check_new(source)
        table = self.table_to_agree(person, round_number, number)
        self._check_often(table, person, now)
        return self._propose(table, person, times, now=now, source=source)

    def _propose(
        self,
        table: Table,
        person: int,
        times: Sequence[datetime],
        *,
        now: datetime,
        source: str | None,
    ) -> Agreed:
        round_number, number = table.round, table.number
        wanted = sorted({one.replace(second=0, microsecond=0) for one in times})
        if not 1 <= len(wanted) <= MOST_TIMES:
            raise Refusal(Text("Propose one to {most} times.", most=MOST_TIMES))
        if wanted[0] < now + AT_LEAST:
            raise Refusal(Text("That time is over, or too near; name a later one."))
        if wanted[-1] >= self.last_moment(table):
            raise Refusal(Text("That is after the end of the round; name an earlier time."))
        if {*wanted} == {*table.proposals.get(person, ())}:
            raise Refusal(Text("You have proposed that already; the others have to answer."))
        changed = self._tournament.add(
            Kind.PROPOSE,
            now,
            person,
            source,
            round=round_number,
            table=number,
            times=[one.isoformat() for one in wanted],
        )
        common = set(wanted).intersection(
            *(table.proposals.get(one, ()) for one in _people(table) if one != person)
        )
        if not common:
            return changed
        at = min(common).isoformat()
        return changed.add(Kind.AGREE, now, round=round_number, table=number, at=at)

    def accept(
        self,
        person: int,
        round_number: int,
        number: int,
        at: datetime,
        *,
        now: datetime,
        source: str | None,
    ) -> Agreed:
        """Return the tournament after a player has accepted a proposed time. Raises Refusal."""
        self._tournament.check_new(source)
        table = self.table_to_agree(person, round_number, number)
        if at == table.agreed:
            raise Refusal(Text("That time is agreed on already."))
        if at in table.proposals.get(person, ()):
            raise Refusal(Text("You have said yes to that time; the others have to, too."))
        if not any(at in times for times in table.proposals.values()):
            raise Refusal(
                Text("That time is not proposed any more; *My next match* shows those that are.")
            )
        return self._propose(table, person, [at], now=now, source=source)

    def last_moment(self, table: Table) -> datetime:
        """Return the end of a table's time: in a league, the end of the season."""
        return (
            self._tournament.conduct.season_ends(self._state)
            or self._state.rounds[table.round - 1].deadline
        )

    def _check_often(self, table: Table, person: int, now: datetime) -> None:
        """Raise Refusal if a person has proposed times for a table too often.

        Each proposal pings the other players.
        """
        if self._proposed_in_a_row(table, person) >= MOST_IN_A_ROW:
            raise Refusal(Text("You have proposed times often enough; wait for an answer."))
        lately = [
            entry
            for entry in self._tournament.entries
            if (entry.kind, entry.person) == (Kind.PROPOSE, person)
            and (entry.data["round"], entry.data["table"]) == (table.round, table.number)
            and now - entry.at < A_DAY
        ]
        if len(lately) >= MOST_A_DAY:
            raise Refusal(
                Text(
                    "You have proposed times for this game {count} times within a day: accept one "
                    "that is proposed, or wait until tomorrow.",
                    count=len(lately),
                )
            )

    def _proposed_in_a_row(self, table: Table, person: int) -> int:
        """Return how often a person has proposed times for a table in a row.

        A proposal of another player, an agreed time, or its cancellation ends the row.
        """
        found = 0
        for entry in reversed(self._tournament.entries):
            if entry.kind in {Kind.PROPOSE, Kind.AGREE} and (
                (entry.data["round"], entry.data["table"]) == (table.round, table.number)
            ):
                if entry.person != person or entry.kind is Kind.AGREE:
                    break
                found += 1
        return found

    def come(
        self,
        person: int,
        round_number: int,
        number: int,
        *,
        now: datetime,
        source: str | None,
    ) -> Agreed:
        """Return the tournament with a person present for the agreed time. Raises Refusal.

        If a person who was asked what to do confirms again, they wait on.
        """
        self._tournament.check_new(source)
        table = self.table_to_agree(person, round_number, number)
        if table.agreed is None:
            raise Refusal(Text("No time has been agreed on for this game."))
        if now < table.agreed - CALLED_BEFORE:
            raise Refusal(Text("It is too early; I will call you."))
        if person in table.there and table.reminded != About.ALONE:
            raise Refusal(Text("I know that you are here."))
        return self._tournament.add(
            Kind.COME, now, person, source, round=round_number, table=number
        )

    def another_time(
        self,
        person: int,
        round_number: int,
        number: int,
        *,
        now: datetime,
        source: str | None,
    ) -> Agreed:
        """Return the tournament with a table's agreed time cancelled. Raises Refusal."""
        self._tournament.check_new(source)
        table = self.table_to_agree(person, round_number, number)
        if table.agreed is None:
            raise Refusal(Text("No time has been agreed on for this game."))
        if now >= table.agreed and person not in table.there:
            raise Refusal(
                Text("Only a player who came at the agreed time can ask for another time.")
            )
        return self._tournament.add(
            Kind.AGREE, now, person, source, round=round_number, table=number, at=""
        )

    def take_points(
        self,
        person: int,
        round_number: int,
        number: int,
        *,
        now: datetime,
        source: str | None,
    ) -> Agreed:
        """Return the tournament with a walkover for those present at a table. Raises Refusal."""
        self._tournament.check_new(source)
        table = self.table_to_agree(person, round_number, number)
        if table.agreed is None or person not in table.there:
            raise Refusal(Text("Only a player who came at the agreed time can take the points."))
        if now < table.agreed + GRACE or table.reminded != About.ALONE:
            raise Refusal(
                Text("They have {minutes} minutes to come.", minutes=GRACE // timedelta(minutes=1))
            )
        return self._walked_over(table, self._there(table), now, person, source)

    def is_to_begin(self, table: Table) -> bool:
        """Return whether the games of a table can begin now: all its people are there.

        In tournaments without appointments, they always can.
        """
        if not self._terms.by_appointment or table.matches or not _people(table):
            return True
        return table.agreed is not None and table.there.issuperset(_people(table))

    @property
    def next_reminder(self) -> Reminder | None:
        """The next reminder of all tables, or None if there is none."""
        return min(self._reminders(), key=lambda one: (one.at, one.table.number), default=None)

    def _reminders(self) -> Iterator[Reminder]:
        """Yield the next reminder of each table that has an agreed time and no match yet."""
        if not self._terms.by_appointment or self._state.phase is not Phase.RUNNING:
            return
        for table in self._state.open_tables:
            if table.agreed is None or table.matches or self.is_to_begin(table):
                continue
            if table.reminded is None:
                yield Reminder(table.agreed - CALLED_BEFORE, table, About.SOON)
            elif table.reminded == About.SOON:
                yield Reminder(table.agreed, table, About.NOW)
            else:
                asked = table.reminded == About.ALONE
                about = About.ALONE if table.there and not asked else About.NOBODY
                waited = table.waited_since or table.agreed
                yield Reminder(waited + GRACE, table, about)

    def remind(self, reminder: Reminder, now: datetime) -> Agreed:
        """Return the tournament with a reminder noted; NOBODY also cancels the agreed time.

        If the bot was away until the agreed time, NOW replaces SOON, so that players are called
        only once.
        """
        table, about = reminder.table, reminder.about
        if about is About.SOON and table.agreed is not None and table.agreed <= now:
            about = About.NOW
        changed = self._tournament.add(
            Kind.REMIND, now, round=table.round, table=table.number, about=about.value
        )
        if about is About.NOBODY:
            return changed.add(Kind.AGREE, now, round=table.round, table=table.number, at="")
        return changed

    def never_begun(self, table: Table, *, now: datetime) -> Agreed:
        """Return the tournament with the score of a table whose time is over without a game.

        Players who were there at an agreed time get the points of those who never were. If nobody
        was there, players who offered times get the points of those who offered none, and players
        who offered several hours get the points of those who offered one. Otherwise nobody gets any
        points.
        """
        active = table.came_by(now)
        if not active:
            offers = {one: min(table.hours_offered(one, now), SEVERAL) for one in _people(table)}
            most = max(offers.values(), default=0)
            active = {one for one, hours in offers.items() if most and hours == most}
        computers = {one for one in table.players if is_computer(one)}
        return self._walked_over(table, active | computers, now, None, None)

    def _walked_over(
        self,
        table: Table,
        there: set[int],
        now: datetime,
        person: int | None,
        source: str | None,
    ) -> Agreed:
        absent = [one for one in table.players if one not in there and not is_computer(one)]
        won = WIN * len(absent) * self._terms.games
        points = [won if one in there and absent else 0 for one in table.players]
        return self._tournament.score_table(
            table, points, How.WALKOVER, absent=absent, person=person, now=now, source=source
        )

    def _there(self, table: Table) -> set[int]:
        """Return the players present at a table, with its computers if any person is present."""
        computers = {one for one in table.players if is_computer(one)}
        return set(table.there) | computers if table.there else set()

    def table_to_agree(self, person: int, round_number: int, number: int) -> Table:
        """Return a person's table if its game has not begun. Raises Refusal if they have none."""
        check_going_on(self._state)
        if self._state.paused:
            raise Refusal(Text("{name} is paused.", name=self._tournament.title))
        table = self._state.table(round_number, number)
        if table is None or not self._terms.by_appointment:
            raise Refusal(Text("There is no such table."))
        if person not in table.players:
            raise Refusal(Text("You do not play at this table."))
        if table.matches or self._state.score_of(table) is not None:
            raise Refusal(Text("This game has begun, or is over."))
        return table


def _people(table: Table) -> list[int]:
    """Return the people at a table, without computers, which can always play."""
    return [one for one in table.players if not is_computer(one)]
