"""A tournament: the actions of its people, and automatic events.

Everything follows from the record and the time, not from who is online. The decisions of each form
are in ``forms``, the organiser's actions in ``organising``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Any, Final, Self

from engine.errors import Refusal
from engine.table.match import Match
from engine.table.record import is_computer
from engine.text import Text
from engine.tournaments.appointments import Appointments
from engine.tournaments.log import Log
from engine.tournaments.organising import Organising
from engine.tournaments.record import Kind
from engine.tournaments.results import result_of
from engine.tournaments.scores import WIN, How
from engine.tournaments.standings.table import Line
from engine.tournaments.state import Phase, Table
from engine.tournaments.terms import Recurs, Terms

GONE: Final = "gone"
"""The reason for the withdrawal of a player who left the server, or had their data deleted."""


@dataclass(frozen=True)
class Tournament(Log):
    """A tournament: its log, with the actions of its people and its automatic course."""

    @property
    def appointments(self) -> Appointments[Self]:
        """The actions by which the players of a table agree on the time of their games."""
        return Appointments(self)

    @property
    def organising(self) -> Organising[Self]:
        """The actions of the organiser."""
        return Organising(self)

    @classmethod
    def create(
        cls,
        *,
        guild: int,
        channel: int,
        terms: Terms,
        person: int,
        now: datetime,
        source: str | None,
        **more: Any,  # noqa: ANN401 - JSON data
    ) -> Self:
        """Return a new tournament for which people can sign up. Raises Refusal.

        ``person`` becomes its organiser. ``more`` are data of its first entry.
        """
        terms = terms.check()
        if terms.starts is not None and terms.starts <= now:
            raise Refusal(Text("That time is over; name one that is to come."))
        return cls(0, guild, channel, terms).add(Kind.CREATE, now, person, source, **more)

    @classmethod
    def exhibit(
        cls,
        *,
        guild: int,
        channel: int,
        terms: Terms,
        person: int,
        now: datetime,
        source: str | None,
        host: int | None = None,
        named: Sequence[Sequence[int]] = (),
    ) -> Self:
        """Return a new exhibition, organised by a person. Raises Refusal.

        The ``host`` of a simultaneous exhibition is a person or a computer. ``named`` are the
        people of each of two teams, who alone may join them; if it is empty, everybody may.
        """
        if len({one for team in named for one in team}) < sum(map(len, named)):
            raise Refusal(Text("Nobody can be in both teams."))
        people = {"named": [list(team) for team in named]} if named else {}
        new = cls.create(
            guild=guild,
            channel=channel,
            terms=terms,
            person=person,
            now=now,
            source=source,
            **people,
        )
        if host is None or not terms.form.traits.has_host:
            return new
        return new.add(Kind.JOIN, now, host, every=False, side=0)

    # What people do

    def join(
        self,
        person: int,
        *,
        every: bool,
        now: datetime,
        source: str | None,
        side: int | None = None,
    ) -> Self:
        """Return the tournament with a person who joins, or changes their wish for the next ones.

        ``every`` says whether they also join the following tournaments. In an exhibition, the
        person joins a ``side``. Raises Refusal.
        """
        self.check_open(source)
        kind, data = self.conduct.join(self.state, person, every=every, side=side)
        return self.add(kind, now, person, source, **data)

    @property
    def may_enter_late(self) -> bool:
        """Whether people can still come in, or wait for a place, after the start."""
        return self.conduct.may_enter_late(self.state)

    @property
    def may_come_back(self) -> bool:
        """Whether people who leave can come back."""
        return self.conduct.may_come_back(self.state)

    def leave(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the tournament without a person, who counts as withdrawn after the start.

        Raises Refusal.
        """
        running = self.phase is Phase.RUNNING
        if not (running or self.is_over) and self.conduct.is_needed(self.state, person):
            raise Refusal(Text("Without its host there is no exhibition; you can cancel it."))
        self.check_open(source)
        self._check_in_it(person)
        if not running:
            return self.add(Kind.LEAVE, now, person, source)
        return self.add(Kind.WITHDRAW, now, person, source, why="")

    def come_back(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the tournament with a withdrawn person back in the next round. Raises Refusal."""
        self.check_new(source)
        kind, data = self.conduct.come_back(self.state, person)
        return self.add(kind, now, person, source, **data)

    def check_in(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the tournament with a person checked in. Raises Refusal."""
        self.check_open(source)
        if self.phase is Phase.RUNNING:
            raise Refusal(Text("It has begun already."))
        self._check_in_it(person)
        if self.phase is Phase.SIGN_UP:
            raise Refusal(Text("It is too early to check in; I will call you."))
        if self.state.entrants[person].checked_in:
            raise Refusal(Text("You have checked in already."))
        return self.add(Kind.CHECK_IN, now, person, source)

    def begin(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the tournament set to begin now, at the wish of its host or organiser.

        Raises Refusal.
        """
        self.check_open(source)
        self.conduct.check_may_begin(self.state)
        return self.add(Kind.CHECK_IN, now, person, source)

    def pass_next(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the tournament with a person left out of the next round. Raises Refusal."""
        self.check_open(source)
        self._check_in_it(person)
        state = self.state
        following = len(state.rounds) + 1
        self.conduct.check_may_pass(state)
        if any(asked == person for asked, _ in state.passes):
            raise Refusal(Text("You have left out a round already; you can do that once."))
        if state.phase is Phase.RUNNING and following > state.planned:
            raise Refusal(Text("There is no round any more."))
        return self.add(Kind.PASS, now, person, source, round=following)

    def challenge(self, person: int, other: int, *, now: datetime, source: str | None) -> Self:
        """Return a ladder on which a person challenges another one. Raises Refusal."""
        self.check_open(source)
        self._check_in_it(person)
        self.conduct.check_challenge(self.state, person, other)
        return self.add(Kind.CHALLENGE, now, person, source, place=other)

    def substitute(
        self, person: int, old: int, new: int, *, now: datetime, source: str | None
    ) -> Self:
        """Return a team match with the reserve ``new`` at the board of ``old``. Raises Refusal.

        A new game begins there, so nobody may have moved yet. ``person`` made the decision.
        """
        self.check_open(source)
        seat = self.conduct.substitution(self.state, old, new)
        return self.add(Kind.REPLACE, now, new, source, place=old, **seat, by=person)

    def _check_in_it(self, person: int) -> None:
        if not self.state.is_in(person):
            raise Refusal(Text("You are not in it."))

    def is_taken_out(self, player: int) -> bool:
        """Return whether a player was withdrawn by the organiser, or after no-shows."""
        entrant = self.state.entrants.get(player)
        return entrant is not None and entrant.withdrawn and entrant.why not in {"", GONE}

    def withdraw_gone(self, person: int, *, now: datetime) -> Self:
        """Return the tournament without a person who left the server; unchanged if they are not in.

        The tournament is cancelled if it has not begun and needs this person.
        """
        if self.phase is Phase.SIGN_UP and self.conduct.is_needed(self.state, person):
            return self.add(Kind.CANCEL, now, reason="", why=GONE)
        if self.is_over or not self.state.is_in(person):
            return self
        if self.phase is Phase.RUNNING:
            return self.add(Kind.WITHDRAW, now, person, why=GONE)
        return self.add(Kind.LEAVE, now, person)

    # Matches

    def made(self, matches: Sequence[tuple[int, int, int, int]], *, now: datetime) -> Self:
        """Return the tournament with newly begun matches; unchanged if all are known.

        ``matches`` has the round, table, game and id of each.
        """
        known = {match for table in self.state.tables for match in table.matches.values()}
        new = [list(one) for one in matches if one[3] not in known]
        return self.add(Kind.MAKE, now, matches=new) if new else self

    def scored(self, match: Match, *, now: datetime) -> Self:
        """Return the tournament with the score of an ended match; unchanged if the score is known.

        A decision of a moderator changes the score until the tournament is over, or until the
        winner of a knockout's table has been paired again.
        """
        place = self.state.place_of(match.id)
        if place is None or self.is_over:
            return self
        table, game = place
        result = result_of(match, table.players)
        if result is None or 0 in table.results or table.results.get(game) == result.points:
            return self
        if game in table.results and self.conduct.is_settled(self.state, table):
            return self
        counts = game not in table.results and self.conduct.counts_absence
        absent = result.absent if counts else ()
        return self.score_table(table, result.points, result.how, game=game, absent=absent, now=now)

    def walked_over(self, table: Table, *, now: datetime) -> Self:
        """Return the tournament with a table's remaining games won by the players still in it."""
        here = [self.state.is_in(one) for one in table.players]
        left = self.state.games_of(table) - len(table.results)
        won = WIN * here.count(False) * left
        points = [won if one else 0 for one in here]
        points = [sum(each) for each in zip(points, *table.results.values(), strict=True)]
        how = table.how if table.results else How.WALKOVER
        return self.score_table(table, points, how, now=now)

    # What is due

    @property
    def due(self) -> datetime | None:
        """The time of the next automatic event, or None if there will be none."""
        state = self.state
        if self.needs_next and state.ended is not None:
            return state.ended.at
        if self.is_over or state.paused:
            return None
        if state.phase is Phase.SIGN_UP:
            return None if state.starts is None else state.starts - self.terms.check_in
        if state.phase is Phase.CHECK_IN:
            return state.starts
        last = self.entries[-1].at
        if self.conduct.at_once(state, last) or self.conduct.is_ready(state) or self._deserted:
            return last
        reminder = self.appointments.next_reminder
        moments = [self.conduct.looks(state, last), reminder.at if reminder else None]
        return min((one for one in moments if one is not None), default=None)

    @property
    def season_ends(self) -> datetime | None:
        """The deadline of all games of a league that has begun, None for other forms."""
        return self.conduct.season_ends(self.state)

    @property
    def arena_ends(self) -> datetime | None:
        """The end of an arena that has begun, None for other forms."""
        return self.conduct.ends(self.state)

    @property
    def arena_pairs_until(self) -> datetime | None:
        """The time until which new games begin in an arena: later ones would not end in time.

        It is None for other forms.
        """
        return self.conduct.pairs_until(self.state)

    def is_starting(self, now: datetime) -> bool:
        """Return whether ``tick`` starts the tournament now: it then needs people's strengths."""
        starts = self.state.starts
        called = {Phase.CHECK_IN} if self.terms.check_in else {Phase.SIGN_UP, Phase.CHECK_IN}
        return (
            self.phase in called and starts is not None and starts <= now and not self.state.paused
        )

    def late_tables(self, now: datetime) -> list[Table]:
        """Return the tables whose time is over without a score, so that they need a decision.

        A league has none until its last round is over.
        """
        if self.phase is not Phase.RUNNING or self.state.paused:
            return []
        return self.conduct.late_tables(self.state, now)

    def tick(self, *, now: datetime, strengths: Mapping[int, float]) -> Self:
        """Return the tournament after the next event due by now; unchanged if none is due.

        ``strengths`` are the ratings of the people who have one.
        """
        state = self.state
        if self.is_over or state.paused:
            return self
        if state.phase is not Phase.RUNNING:
            return self._before_start(now, strengths)
        tables = self.conduct.at_once(state, now)
        if tables:
            return self._pair(tables, now)
        if self._deserted:
            return self._walked_away(now)
        reminder = self.appointments.next_reminder
        if reminder is not None and reminder.at <= now:
            return self.appointments.remind(reminder, now)
        return self._next_round(now) if self.conduct.may_go_on(state, now) else self

    def _before_start(self, now: datetime, strengths: Mapping[int, float]) -> Self:
        """Return the tournament after its start or its call to check in, if one of them is due."""
        if self.is_starting(now):
            kind, data = self.conduct.open(self.state, now, strengths)
            return self.add(kind, now, **data)
        due = self.due
        calls = self.phase is Phase.SIGN_UP and due is not None and due <= now
        return self.add(Kind.CALL, now) if calls else self

    def _next_round(self, now: datetime) -> Self:
        """Return the tournament with its next round, or ended, or only with free places filled."""
        changed = self
        for player, place in self.conduct.free_places(self.state):
            changed = changed.add(Kind.REPLACE, now, player, place=place)
        tables = self.conduct.next_tables(changed.state, now)
        if tables is None:
            return changed
        return changed._pair(tables, now) if tables else changed.end(None, "", now=now)

    def _pair(self, tables: Sequence[Mapping[str, Any]], now: datetime) -> Self:
        """Return the tournament with these tables paired; withdrawn players lose by a walkover."""
        paired = self.add(
            Kind.PAIR,
            now,
            round=len(self.state.rounds) + 1,
            tables=[dict(one) for one in tables],
            deadline=self.conduct.deadline(self.state, now).isoformat(),
        )
        return paired._walked_away(now)

    @property
    def _deserted(self) -> list[Table]:
        """The open tables without a match at which a player has left the tournament."""
        state = self.state
        return [
            table
            for table in state.open_tables
            if not table.matches and not all(map(state.is_in, table.players))
        ]

    def _walked_away(self, now: datetime) -> Self:
        """Return the tournament with walkovers for players whose opponents are no longer in it."""
        changed = self
        for table in self._deserted:
            changed = changed.walked_over(table, now=now)
        return changed

    def end(
        self, person: int | None, reason: str, *, now: datetime, source: str | None = None
    ) -> Self:
        """Return the tournament ended with its present standings."""
        self.check_new(source)
        standings = [
            [line.place, line.player, line.points, group]
            for group, lines in enumerate(self.standings)
            for line in lines
        ]
        return self.add(Kind.END, now, person, source, standings=standings, reason=reason)

    @property
    def standings(self) -> list[tuple[Line, ...]]:
        """The standings of each group, the best first."""
        return self.conduct.standings(self.state)

    @property
    def final_places(self) -> list[tuple[int, int, int]]:
        """The group, place and player of each final place, once the tournament is over.

        Only players who have played a game have one, even if they have left. There are no final
        places if somebody ended the tournament in its first round.
        """
        ended, state = self.state.ended, self.state
        if ended is None or state.phase is not Phase.OVER:
            return []
        if ended.person is not None and self.terms.form.traits.in_rounds and len(state.rounds) < 2:
            return []
        return [
            (group, place, player)
            for place, player, _, group in ended.data["standings"]
            if state.has_played(player)
        ]

    # What follows

    @property
    def needs_next(self) -> bool:
        """Whether the tournament is over, and its successor is still to be made.

        A tournament to which too few came has a successor if anybody joins every time.
        """
        state, recurs = self.state, self.terms.recurs is not Recurs.NEVER
        if not recurs or state.next is not None or state.ended is None:
            return False
        if state.phase is Phase.OVER:
            return True
        if state.ended.person is not None or state.ended.data["reason"]:
            return False
        return any(o.every for o in state.entrants.values())

    @property
    def first_of_row(self) -> datetime:
        """The start of the first tournament of its series: of this one, if it follows none."""
        terms, state = self.terms, self.state
        ended = state.ended.at if state.ended else self.entries[-1].at
        return terms.first or terms.starts or state.begun or ended

    def followed(self, by: int, *, now: datetime) -> Self:
        """Return the tournament with its successor ``by`` noted; unchanged if it needs none."""
        return self.add(Kind.FOLLOW, now, tournament=by) if self.needs_next else self

    @property
    def order_of_next(self) -> tuple[list[int], list[int]]:
        """The people of the next season, the best first, and the number of them in each group.

        The first two of each group of a league change places with the last two of the group above.
        """
        if not self.state.order:  # it never began
            stays = self.state.entrants
            known = [one for one in self.state.seeds if one in stays and stays[one].every]
            return known, self.state.earlier_groups
        groups = [[line.player for line in lines] for lines in self.standings]
        for above, below in pairwise(groups):
            moved = min(2, len(above) // 2, len(below) // 2)
            if moved:
                above[-moved:], below[:moved] = below[:moved], above[-moved:]
        stays = self.state.entrants
        kept = [
            [one for one in group if one in stays and stays[one].every and not is_computer(one)]
            for group in groups
        ]
        return [one for group in kept for one in group], [len(group) for group in kept]

    def following(self, starts: datetime | None, *, now: datetime) -> Self | None:
        """Return the next tournament of the series, which starts at ``starts``, or None.

        People who join every time are in it. It is None if no successor is needed.
        """
        if not self.needs_next:
            return None
        order, groups = self.order_of_next
        first = self.first_of_row
        terms = replace(self.terms, starts=starts, first=first, role=self.state.role)
        new = type(self)(0, self.guild, self.channel, terms, previous=self.id)
        new = new.add(Kind.CREATE, now, self.state.organiser, order=order, groups=groups)
        waiting = [
            one.player
            for one in self.state.entrants.values()
            if one.every and one.player not in order and not is_computer(one.player)
        ]
        for player in [*order, *waiting]:
            new = new.add(Kind.JOIN, now, player, every=True)
        return new
