"""Exhibitions: one against many, and two teams. Both have two sides, and every board is a match.

The sides are known from the record: the host of a simultaneous exhibition is on side 0, the guests
are on side 1; of two teams, the one that is named first is on side 0. A side may hold people of
this server, computers, and players of another server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Self

from engine.errors import Refusal
from engine.table.clock import TimeControl
from engine.table.record import another, is_computer
from engine.text import Text, Words
from engine.tournaments.appointments import Appointments
from engine.tournaments.record import Kind
from engine.tournaments.state import Phase, State, Table
from engine.tournaments.terms import LONGEST_TEAM, Form, HostsSeat, Terms
from engine.tournaments.tournament import GONE

POSTPONEMENTS: Final = 3
"""So often a start is put off to which too few people come; then the tournament is cancelled."""

PUT_OFF_BY: Final = timedelta(minutes=10)
"""How long an exhibition waits for a late host, or for more people, each time."""

RESERVES: Final = 5
"""So many people may join a team besides those who have a board."""

HOST: Final = "host"
"""Why an exhibition is put off, or cancelled, whose host is not there."""

LATE: Final = Text("The first game is over; nobody can join any more.")


@dataclass(frozen=True)
class Exhibitions(Appointments):
    """A tournament that may be an exhibition: how people join its sides, and how it begins."""

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

        The ``host`` of a simultaneous exhibition is a person or a computer. Only the people who are
        ``named`` for two teams may join them; without any, everybody may.
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
        if terms.form is not Form.SIMUL or host is None:
            return new
        return new._add(Kind.JOIN, now, host, every=False, side=0)

    # Who is on which side

    @property
    def host(self) -> int | None:
        """The host of a simultaneous exhibition: a person or a computer."""
        if self.terms.form is not Form.SIMUL:
            return None
        entrants = self.state.entrants.values()
        return next((one.player for one in entrants if one.side == 0), None)

    def captain(self, side: int) -> int | None:
        """Return the captain of a team: the first person who joined and is still in it."""
        if self.terms.form is not Form.TEAM:
            return None
        return next((one for one in self.state.side(side) if not is_computer(one)), None)

    def side_of(self, player: int) -> int | None:
        """Return the side of a player, also of one who has left; None if they never joined."""
        entrant = self.state.entrants.get(player)
        return None if entrant is None or not self.terms.is_exhibition else entrant.side

    @property
    def reserves(self) -> list[list[int]]:
        """The players of each team who are in it and at no board, once it has begun."""
        seated = {player for table in self.state.tables for player in table.players}
        return [
            [one for one in group if one not in seated and self.state.is_in(one)]
            for group in self.state.groups
        ]

    @property
    def late_guests(self) -> list[int]:
        """The guests who came after the start and wait for their boards to be set up."""
        if self.terms.form is not Form.SIMUL or self.state.round is None:
            return []
        return self.reserves[1]

    @property
    def side_points(self) -> tuple[int, int]:
        """The half points of the two sides."""
        points = [0, 0]
        for score in self.state.scores:
            for player, won in zip(score.players, score.points, strict=True):
                points[self.state.entrants[player].side] += won
        return points[0], points[1]

    def time_at(self, table: Table) -> TimeControl:
        """Return the time control at a table: the host's clock has more for each board."""
        time, host = self.terms.time, self.host
        if time.bank is None or host not in table.players or is_computer(host):
            return time
        return time.with_host(table.players.index(host), len(self.state.tables))

    # Joining and leaving

    def join(
        self,
        person: int,
        *,
        every: bool,
        now: datetime,
        source: str | None,
        side: int | None = None,
    ) -> Self:
        """Return the exhibition with one more person, on a team's ``side``. Raises Refusal.

        Before the start people may change sides. A guest may come after the start while boards are
        free and no game is over; in a team, who comes then is a reserve.
        """
        if not self.terms.is_exhibition:
            return super().join(person, every=every, now=now, source=source)
        self._check_new(source)
        self._check_going_on()
        side = self._side_for(person, side)
        known = self.state.entrants.get(person)
        if known is not None and known.withdrawn:
            raise Refusal(Text("You have left it, and cannot come back."))
        if known is not None and known.side == side:
            raise Refusal(Text("You are in already."))
        if known is not None and self.phase is Phase.RUNNING:
            raise Refusal(Text("It has begun; you cannot change sides any more."))
        self._check_room(side)
        return self._add(Kind.JOIN, now, person, source, every=False, side=side)

    def _side_for(self, person: int, side: int | None) -> int:
        """Return the side that a person joins. Raises Refusal."""
        if self.terms.form is Form.SIMUL:
            if person == self.host:
                raise Refusal(Text("You are the host: you play at every board."))
            return 1
        named = self.state.named
        own = next((number for number, team in enumerate(named) if person in team), None)
        if any(named) and own is None:
            raise Refusal(Text("Those who play were named; you are not among them."))
        side = side if own is None else own
        if side not in {0, 1}:
            raise Refusal(Text("Join one of the two teams: each has its button."))
        return side

    def _check_room(self, side: int) -> None:
        """Raise Refusal if nobody can join a side any more."""
        boards, there = self.terms.boards, len(self.state.side(side))
        if self.terms.form is Form.TEAM:
            if there >= boards + RESERVES:
                raise Refusal(Text("{team} is full.", team=self.team(side)))
            return
        if self.phase is Phase.RUNNING and any(table.results for table in self.state.tables):
            raise Refusal(LATE)
        if there >= boards:
            raise Refusal(Text("All boards are taken."))

    @property
    def may_enter_late(self) -> bool:
        """Whether people can still come in after the start."""
        if not self.terms.is_exhibition:
            return super().may_enter_late
        if self.terms.form is Form.TEAM:
            return any(len(self.state.side(side)) < self.terms.boards + RESERVES for side in (0, 1))
        over = any(table.results for table in self.state.tables)
        return not over and len(self.state.side(1)) < self.terms.boards

    def team(self, side: int) -> Words:
        """Return the name of a team, as somebody typed it."""
        return Words(self.terms.teams[side], LONGEST_TEAM)

    def leave(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the exhibition without a person, who loses a begun game. Raises Refusal."""
        if person == self.host and self.phase is not Phase.RUNNING and not self.is_over:
            raise Refusal(Text("Without its host there is no exhibition; you can cancel it."))
        return super().leave(person, now=now, source=source)

    def withdraw_gone(self, person: int, *, now: datetime) -> Self:
        """Return the exhibition without a person who left; cancelled if the host has left."""
        if person == self.host and self.phase is Phase.SIGN_UP:
            return self._add(Kind.CANCEL, now, reason="", why=GONE)
        return super().withdraw_gone(person, now=now)

    @property
    def may_come_back(self) -> bool:
        """Whether people who leave can come back: in an exhibition never."""
        return not self.terms.is_exhibition and super().may_come_back

    def come_back(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the event with a person who had withdrawn; raises Refusal in an exhibition."""
        if self.terms.is_exhibition:
            self._check_new(source)
            raise Refusal(Text("You have left it, and cannot come back."))
        return super().come_back(person, now=now, source=source)

    def substitute(
        self, person: int, old: int, new: int, *, now: datetime, source: str | None
    ) -> Self:
        """Return a team match with a reserve at a player's board, whose game begins anew.

        ``person`` decides that. Nobody may have moved at that board. Raises Refusal.
        """
        self._check_new(source)
        self._check_going_on()
        if self.terms.form is not Form.TEAM or self.phase is not Phase.RUNNING:
            raise Refusal(Text("Reserves are for a team match that has begun."))
        table = next((one for one in self.state.open_tables if old in one.players), None)
        if table is None:
            raise Refusal(Text("They have no board, or their game is over."))
        side = self.state.entrants[old].side
        if new not in self.reserves[side]:
            raise Refusal(Text("Only a reserve of the same team can take their place."))
        return self._add(
            Kind.REPLACE,
            now,
            new,
            source,
            place=old,
            round=table.round,
            table=table.number,
            by=person,
        )

    # The start

    def begin(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the tournament to begin now, as its host or organiser wants it. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        if not self.terms.is_exhibition:
            raise Refusal(Text("This begins by itself, when its time has come."))
        if self.phase is Phase.RUNNING or self.state.pressed:
            raise Refusal(Text("It has begun already."))
        if self.state.paused:
            raise Refusal(Text("{name} is paused.", name=self.title))
        if not self._can_start:
            raise Refusal(
                Text("Nobody has joined yet.")
                if self.terms.form is Form.SIMUL
                else Text("Each team needs a player.")
            )
        return self._add(Kind.CHECK_IN, now, person, source)

    @property
    def _can_start(self) -> bool:
        """Whether there is a player for each side of a board, and a person among them."""
        sides = [self.state.side(0), self.state.side(1)]
        filled = self.terms.level > 0
        return any(one for side in sides for one in side if not is_computer(one)) and all(
            side or filled for side in sides
        )

    @property
    def awaits_host(self) -> bool:
        """Whether the host has still to say that they are there: their time will run at once."""
        host = self.host
        return (
            host is not None
            and not is_computer(host)
            and self.terms.is_live
            and not self.state.pressed
        )

    @property
    def begins_when_full(self) -> bool:
        """Whether all boards are taken, which begins it now: no date and no host is waited for."""
        state = self.state
        waits = self.terms.starts is not None or state.postponed or self.awaits_host
        return self.phase is Phase.SIGN_UP and state.starts is not None and not waits

    def opened(self, now: datetime, strengths: Mapping[int, float]) -> Self:
        """Return an exhibition begun at its time; put off, or cancelled, if that cannot be."""
        if self.awaits_host or not self._can_start:
            why = HOST if self.awaits_host and self._can_start else ""
            if self.state.postponed >= POSTPONEMENTS:
                return self._add(Kind.CANCEL, now, reason="", why=why)
            starts = now + PUT_OFF_BY
            return self._add(Kind.POSTPONE, now, starts=starts.isoformat(), why=why)
        sides = self._simul() if self.terms.form is Form.SIMUL else self._teams(strengths)
        order = [player for side in sides for player in side]
        rounds = 0 if self.terms.form is Form.SIMUL else 1  # late guests begin further ones
        return self._add(Kind.START, now, order=order, groups=sides, rounds=rounds)

    def _simul(self) -> list[list[int]]:
        """Return the host, and the guests in the order of their boards, computers last."""
        hosts, guests = self.state.side(0), self.state.side(1)
        if self.terms.level:
            while len(guests) < self.terms.boards:
                guests.append(another(self.terms.level, [*hosts, *guests]))
        return [hosts, guests]

    def _teams(self, strengths: Mapping[int, float]) -> list[list[int]]:
        """Return the players of each team in the order of their boards, then its reserves.

        The first who joined have the boards, the strongest of them the first.
        """
        sides = [self.state.side(0), self.state.side(1)]
        sizes = [min(len(side), self.terms.boards) for side in sides]
        boards = max(sizes) if self.terms.level else min(sizes)
        taken: list[int] = [player for side in sides for player in side]
        for side in sides:
            while len(side) < boards:
                taken.append(another(self.terms.level, taken))
                side.append(taken[-1])
            side[:boards] = sorted(
                side[:boards], key=lambda player: -strengths.get(player, float("-inf"))
            )
        return sides


def next_boards(state: State) -> list[tuple[int, int]]:
    """Return the players of the boards that are still to be set up, in the order of the seats."""
    if state.terms.form is Form.TEAM:
        if state.rounds:
            return []
        pairs = list(zip(*state.groups, strict=False))[: state.terms.boards]
        return [_turned(pair, number % 2 == 1) for number, pair in enumerate(pairs)]
    seated = {player for table in state.tables for player in table.players}
    host = state.groups[0][0]
    guests = [one for one in state.groups[1] if one not in seated and state.is_in(one)]
    seats, first = state.terms.hosts_seat, len(state.tables)
    return [
        _turned(
            (host, guest),
            seats is HostsSeat.SECOND or (seats is HostsSeat.TURNS and number % 2 == 1),
        )
        for number, guest in enumerate(guests, first)
    ]


def _turned(pair: Sequence[int], is_turned: bool) -> tuple[int, int]:
    first, second = pair
    return (second, first) if is_turned else (first, second)
