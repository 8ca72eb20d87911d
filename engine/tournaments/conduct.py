"""The conduct of a tournament: what happens by itself, and when.

Everything follows from the record and the time: nothing is decided by who happens to be awake.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final, Self

from engine.errors import Refusal
from engine.table.record import another, is_computer
from engine.text import Text
from engine.tournaments.durations import last_games_time
from engine.tournaments.exhibitions import POSTPONEMENTS, Exhibitions
from engine.tournaments.forms import groups_of, next_tables, rounds_of, standings_of
from engine.tournaments.record import Kind
from engine.tournaments.scores import WIN, How
from engine.tournaments.state import Phase, Table
from engine.tournaments.terms import AN_EVENING, NEVER, Form, Recurs

ROUNDS: Final = frozenset({Form.LEAGUE, Form.SWISS, Form.KNOCKOUT})
"""The forms that are played in rounds, one after the other."""

LOOKED_EVERY: Final = timedelta(seconds=20)
"""How often an arena looks who is free."""


@dataclass(frozen=True)
class Tournament(Exhibitions):
    """A tournament, going on by itself."""

    @property
    def due(self) -> datetime | None:
        """The next moment when something happens by itself, None if nothing will."""
        state = self.state
        if self.needs_next and state.ended is not None:
            return state.ended.at
        if self.is_over or state.paused:
            return None
        if state.phase is Phase.SIGN_UP:
            return None if state.starts is None else state.starts - self.terms.check_in
        if state.phase is Phase.CHECK_IN:
            return state.starts
        if state.challenges or self.late_guests or self._is_ready or self._deserted:
            return self.entries[-1].at
        reminder = self.next_reminder
        moments = [self.round_ends, self.arena_looks, reminder.at if reminder else None]
        return min((one for one in moments if one is not None), default=None)

    @property
    def arena_ends(self) -> datetime | None:
        """When an arena ends, None for another form."""
        begun = self.state.begun
        if self.terms.form is not Form.ARENA or begun is None:
            return None
        return begun + self.terms.round_time + self.state.stood

    @property
    def arena_pairs_until(self) -> datetime | None:
        """Until when new games begin in an arena: later ones would not be over when it ends."""
        ends = self.arena_ends
        return None if ends is None else ends - last_games_time(self.terms)

    @property
    def arena_looks(self) -> datetime | None:
        """When an arena looks next who is free."""
        ends, until = self.arena_ends, self.arena_pairs_until
        if ends is None or until is None:
            return None
        looks = self.entries[-1].at + LOOKED_EVERY
        if looks < until:
            return looks
        return ends if self.state.open_tables else min(ends, max(until, self.entries[-1].at))

    @property
    def round_ends(self) -> datetime | None:
        """When the next table is late, or the next round of a league comes; None for none."""
        state = self.state
        if self.terms.form is Form.ARENA:
            return None
        if self.terms.form in {Form.LADDER, Form.SIMUL}:
            late = {table.round for table in state.open_tables}
            ends = [one.deadline for one in state.rounds if one.number in late]
        else:
            ends = [one.deadline for one in state.rounds[-1:]]
        return min((one for one in ends if one < NEVER), default=None)

    @property
    def _is_ready(self) -> bool:
        """Whether the next round can be paired, or the end has come, before its time is over."""
        state = self.state
        if state.phase is not Phase.RUNNING or self.terms.form in {Form.ARENA, Form.LADDER}:
            return False
        if state.round is None:
            return True
        if self.terms.together and len(state.rounds) < state.planned:
            return True
        if state.open_tables:
            return False
        weekly = self.terms.form is Form.LEAGUE and self.terms.round_time > AN_EVENING
        return not weekly or len(state.rounds) >= state.planned

    def is_starting(self, now: datetime) -> bool:
        """Return whether ``tick`` starts it now: it then needs to know how strong people are."""
        starts = self.state.starts
        called = {Phase.CHECK_IN} if self.terms.check_in else {Phase.SIGN_UP, Phase.CHECK_IN}
        return (
            self.phase in called and starts is not None and starts <= now and not self.state.paused
        )

    def late_tables(self, now: datetime) -> list[Table]:
        """Return the tables whose time is over and that have no score: someone has to judge them.

        A league waits with that until its last round is over.
        """
        state = self.state
        if state.phase is not Phase.RUNNING or state.paused or self.terms.form is Form.ARENA:
            return []
        if self.terms.form is Form.LEAGUE and (
            len(state.rounds) < state.planned or state.rounds[-1].deadline > now
        ):
            return []
        over = {one.number for one in state.rounds if one.deadline <= now}
        return [table for table in state.open_tables if table.round in over]

    def tick(self, *, now: datetime, strengths: Mapping[int, float]) -> Self:
        """Return it after the next thing that is due by now; itself if nothing is.

        ``strengths`` are the ratings of its people, as far as they have one.
        """
        state = self.state
        if self.is_over or state.paused:
            return self
        if state.phase is not Phase.RUNNING:
            return self._before_start(now, strengths)
        if state.challenges:
            return self._pair([_table(pair) for pair in state.challenges], now)
        if self.late_guests:
            return self._pair(next_tables(state, now), now)
        if self._deserted:
            return self._walked_away(now)
        reminder = self.next_reminder
        if reminder is not None and reminder.at <= now:
            return self._remind(reminder, now)
        if self.terms.form is Form.LADDER:
            return self
        if self.terms.form is Form.ARENA:
            return self._arena(now)
        return self._next_round(now)

    def _before_start(self, now: datetime, strengths: Mapping[int, float]) -> Self:
        """Return it with people called to check in, or started, if the time for that has come."""
        if self.is_starting(now):
            return (self.opened if self.terms.is_exhibition else self._start)(now, strengths)
        due = self.due
        calls = self.phase is Phase.SIGN_UP and due is not None and due <= now
        return self._add(Kind.CALL, now) if calls else self

    def _start(self, now: datetime, strengths: Mapping[int, float]) -> Self:
        """Return it started with those who have checked in; put off, or cancelled, if too few."""
        state = self.state
        ladder = self.terms.form is Form.LADDER
        there = [one.player for one in state.entrants.values() if one.checked_in or ladder]
        if len(there) < self.terms.least:
            if state.postponed >= POSTPONEMENTS:
                return self._add(Kind.CANCEL, now, reason="")
            starts = max(now, state.starts or now) + max(self.terms.check_in, LOOKED_EVERY)
            return self._add(Kind.POSTPONE, now, starts=starts.isoformat())
        known = [player for player in state.seeds if player in there]
        new = sorted(
            (player for player in there if player not in known),
            key=lambda player: (-strengths.get(player, float("-inf")), there.index(player)),
        )
        order = known + new
        groups = groups_of(self.terms, order)
        if self.terms.level and self.terms.form not in {Form.ARENA, Form.LADDER}:
            taken: list[int] = []
            for group in groups:
                while len(group) % self.terms.seats:
                    taken.append(another(self.terms.level, taken))
                    group.append(taken[-1])
            order = [player for group in groups for player in group]
        rounds = rounds_of(self.terms, groups)
        return self._add(Kind.START, now, order=order, groups=groups, rounds=rounds)

    def _next_round(self, now: datetime) -> Self:
        """Return it with its next round, or ended; itself while the present one goes on."""
        state = self.state
        last = state.round
        if last is not None:
            in_time = last.deadline > now
            if in_time and not self._is_ready:
                return self
            waits_for_results = self.terms.form is not Form.LEAGUE
            if state.open_tables and (waits_for_results or len(state.rounds) >= state.planned):
                return self  # somebody has to judge the late tables first
        replaced = self._with_reserves(now)
        tables = next_tables(replaced.state, now)
        if not tables:
            return replaced.end(None, "", now=now)
        return replaced._pair(tables, now)

    def _with_reserves(self, now: datetime) -> Self:
        """Give the places of those who left a league early to people who wait for one."""
        state = self.state
        if self.terms.form is not Form.LEAGUE or 2 * len(state.rounds) > state.planned:
            return self
        waiting = [player for player in state.people if player not in state.order]
        free = [player for player in state.order if player in state.struck]
        changed = self
        for player, place in zip(waiting, free, strict=False):
            changed = changed._add(Kind.REPLACE, now, player, place=place)
        return changed

    def _pair(self, tables: Sequence[Mapping[str, Any]], now: datetime) -> Self:
        """Return it with these tables paired. Nobody has to play who withdrew: a walkover."""
        number = len(self.state.rounds) + 1
        deadline = now + self.terms.round_time if self.terms.round_time else NEVER
        if self.terms.together and self.state.round is not None:
            deadline = self.state.round.deadline
        elif self.terms.form is Form.LEAGUE and self.state.round is not None:
            deadline = max(deadline, self.state.round.deadline + self.terms.round_time)
            if self.state.round.deadline <= now:
                deadline = self.state.round.deadline + self.terms.round_time
                deadline = max(deadline, now + self.terms.round_time / 2)
        paired = self._add(
            Kind.PAIR,
            now,
            round=number,
            tables=[dict(one) for one in tables],
            deadline=deadline.isoformat(),
        )
        return paired._walked_away(now)

    @property
    def _deserted(self) -> list[Table]:
        """The tables at which nothing was begun yet, and that somebody has left."""
        state = self.state
        return [
            table
            for table in state.open_tables
            if not table.matches and not all(map(state.is_in, table.players))
        ]

    def _walked_away(self, now: datetime) -> Self:
        """Return it with walkovers for those whose opponents are not in it any more."""
        changed = self
        for table in self._deserted:
            changed = changed.walked_over(table, now=now)
        return changed

    def unpair(self, person: int, reason: str, *, now: datetime, source: str | None) -> Self:
        """Return it with its round to be paired anew. Raises Refusal if no other pairs are left."""
        last = self.state.round
        undone = super().unpair(person, reason, now=now, source=source)
        again = next_tables(undone.state, now)
        tables = last.tables if last is not None else []
        if _seats(one["players"] for one in again) == _seats(one.players for one in tables):
            raise Refusal(
                Text(
                    "By the rules of this event the same players would meet again: there are no "
                    "other pairs."
                )
            )
        return undone

    def walked_over(self, table: Table, *, now: datetime) -> Self:
        """Return it with the games left at a table won by those who are still in it."""
        here = [self.state.is_in(one) for one in table.players]
        left = self.state.games_of(table) - len(table.results)
        won = WIN * here.count(False) * left
        points = [won if one else 0 for one in here]
        points = [sum(each) for each in zip(points, *table.results.values(), strict=True)]
        how = table.how if table.results else How.WALKOVER
        return self.score_table(table, points, how, now=now)

    def _arena(self, now: datetime) -> Self:
        """Return an arena with the tables of those who are free, or ended.

        It ends before its time if no game is open when no new ones begin any more.
        """
        ends, until = self.arena_ends, self.arena_pairs_until
        if ends is None or until is None:
            return self
        if now >= ends or (now >= until and not self.state.open_tables):
            return self.end(None, "", now=now)
        if now >= until:
            return self
        tables = next_tables(self.state, now)
        return self._pair(tables, now) if tables else self

    def end(
        self, person: int | None, reason: str, *, now: datetime, source: str | None = None
    ) -> Self:
        """Return it ended with its standings as they are."""
        self._check_new(source)
        standings = [
            [line.place, line.player, line.points, group]
            for group, lines in enumerate(standings_of(self.state))
            for line in lines
        ]
        return self._add(Kind.END, now, person, source, standings=standings, reason=reason)

    @property
    def final_places(self) -> list[tuple[int, int, int]]:
        """The group, place and player of all who have a place for good, once it is over.

        Those have played a game, though they may have left. There are none if it was ended in its
        first round.
        """
        ended, state = self.state.ended, self.state
        if ended is None or state.phase is not Phase.OVER:
            return []
        if ended.person is not None and self.terms.form in ROUNDS and len(state.rounds) < 2:
            return []
        return [
            (group, place, player)
            for place, player, _, group in ended.data["standings"]
            if state.has_played(player)
        ]

    # What follows

    @property
    def needs_next(self) -> bool:
        """Whether it is over, and another one is still to be made that follows it.

        One to which too few came is followed, too, while anybody joins every time.
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
        """When the first tournament of its row was to start: this one, if it follows none."""
        terms, state = self.terms, self.state
        ended = state.ended.at if state.ended else self.entries[-1].at
        return terms.first or terms.starts or state.begun or ended

    def followed(self, by: int, *, now: datetime) -> Self:
        """Return it with the tournament that follows it; itself if that is known."""
        return self._add(Kind.FOLLOW, now, tournament=by) if self.needs_next else self

    @property
    def order_of_next(self) -> tuple[list[int], list[int]]:
        """Return the people of the next season, the best first, and how many each group has.

        The first two of each group of a league change places with the last two of the group above.
        """
        if not self.state.order:  # it never began
            stays = self.state.entrants
            known = [one for one in self.state.seeds if one in stays and stays[one].every]
            return known, self.state.earlier_groups
        groups = [[line.player for line in lines] for lines in standings_of(self.state)]
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
        """Return the tournament that follows this one by itself, at that time, or None.

        Who joins every time is in it.
        """
        if not self.needs_next:
            return None
        order, groups = self.order_of_next
        first = self.first_of_row
        terms = replace(self.terms, starts=starts, first=first, role=self.state.role)
        new = type(self)(0, self.guild, self.channel, terms, previous=self.id)
        new = new._add(Kind.CREATE, now, self.state.organiser, order=order, groups=groups)
        waiting = [
            one.player
            for one in self.state.entrants.values()
            if one.every and one.player not in order and not is_computer(one.player)
        ]
        for player in [*order, *waiting]:
            new = new._add(Kind.JOIN, now, player, every=True)
        return new


def _seats(tables: Iterable[Sequence[int]]) -> set[frozenset[int]]:
    return set(map(frozenset, tables))


def _table(players: Sequence[int]) -> dict[str, Any]:
    return {"players": list(players)}
