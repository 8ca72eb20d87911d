"""Challenges: a match before it begins, from the proposal to the last answer, and rematches."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Self
from urllib.parse import quote

from engine.capabilities.thinking import LEVELS
from engine.errors import Refusal
from engine.game import Game
from engine.table.clock import NO_LIMIT, TimeControl
from engine.table.match_state import MatchState
from engine.table.record import (
    LOT,
    OFTEN,
    OPEN,
    Kind,
    Stakes,
    Status,
    another,
    is_abroad,
    is_computer,
    is_crowd,
    is_person,
    level_of,
)
from engine.table.seating import Order, by_seat, rotated, seated
from engine.text import Text
from engine.values import Options


@dataclass(frozen=True)
class Challenges(MatchState):
    """A match with its challenge: what people may do before it begins, and the rematch after it."""

    @classmethod
    def challenge(
        cls,
        *,
        guild: int,
        channel: int,
        game: Game,
        options: Options,
        host: int,
        opponents: Sequence[int],
        seat: int | None,
        now: datetime,
        source: str | None,
        time: TimeControl = NO_LIMIT,
        rated: bool = False,
        stakes: Stakes = Stakes.USUAL,
    ) -> Self:
        """Return a challenge by ``host``, who wants ``seat`` (None: the seats are drawn by lot).

        ``opponents`` are the players they challenge, in the order of the other seats; ``OPEN`` is a
        seat for anybody who joins. ``stakes`` says why it is ``rated`` or not. The match has no id
        (0) until it is stored. Raises Refusal for people or options that do not make a match.
        """
        named = [person for person in opponents if person != OPEN]
        if host in named:
            raise Refusal(Text("You cannot challenge yourself."))
        if len(set(named)) < len(named):
            raise Refusal(Text("Each member can take only one seat."))
        people = [*opponents]
        people.insert(0 if seat is None else seat, host)
        people = by_seat(game, people, options)
        match = cls(
            id=0,
            guild=guild,
            channel=channel,
            game=game,
            options=options,
            host=host,
            people=tuple(people),
            drawn=seat is not None,
            time=time,
            rated=rated and all(is_person(user) or user == OPEN for user in people),
        )
        return match._proposed(now, source, stakes)

    @classmethod
    def exhibition(
        cls,
        *,
        guild: int,
        channel: int,
        game: Game,
        options: Options,
        host: int,
        computers: Sequence[int],
        now: datetime,
        source: str | None,
    ) -> Self:
        """Return a match between computers for ``host`` to watch; ``begun`` begins it.

        ``computers`` are the players in the order of the seats. It has no id (0) until it is
        stored. Raises Refusal for options or a number of players that do not make a match.
        """
        people = tuple(by_seat(game, [*computers], options))
        match = cls(0, guild, channel, game, options, host, people, drawn=True)
        return match._proposed(now, source)

    @classmethod
    def gathering(
        cls,
        *,
        guild: int,
        channel: int,
        game: Game,
        options: Options,
        host: int,
        people: Sequence[int],
        now: datetime,
        source: str | None,
        time: TimeControl = NO_LIMIT,
        names: Mapping[int, str] = MappingProxyType({}),
    ) -> Self:
        """Return a match, proposed by ``host``, in which crowds hold seats; ``begun`` begins it.

        ``people`` are the players in the order of the seats: crowds, computers, and members, who
        have to accept unless they are the host. ``names`` are those of crowds that have one. It is
        never rated, and has no id (0) until it is stored. Raises Refusal for options or a number of
        players that do not make a match.
        """
        members = [user for user in people if is_person(user)]
        if len(set(members)) < len(members):
            raise Refusal(Text("Each member can take only one seat."))
        seated = tuple(by_seat(game, [*people], options))
        match = cls(0, guild, channel, game, options, host, seated, drawn=True, time=time)
        named = [f"{user}:{quote(name)}" for user, name in names.items()]
        return match._proposed(now, source, " ".join([Stakes.SAID, *named]))

    @classmethod
    def appointed(
        cls,
        *,
        guild: int,
        channel: int,
        game: Game,
        options: Options,
        host: int,
        people: Sequence[int],
        time: TimeControl,
        rated: bool,
        tournament: int,
        now: datetime,
        source: str,
    ) -> Self:
        """Return a match of a tournament, begun at once: its players have agreed by signing up.

        ``people`` are in the order of the seats. It has no id (0) until it is stored. Raises
        Refusal for options or a number of players that do not make a match.
        """
        seated = tuple(by_seat(game, [*people], options))
        match = cls(
            id=0,
            guild=guild,
            channel=channel,
            game=game,
            options=options,
            host=host,
            people=seated,
            drawn=True,
            time=time,
            rated=rated and all(map(is_person, seated)),
            tournament=tournament,
        )
        match = match._proposed(now, source, Stakes.SAID)
        position = match.game.start(len(match.people), **match.options)
        return match._add(Kind.START, now, position=position)

    def _proposed(self, now: datetime, source: str | None, text: str = Stakes.USUAL) -> Self:
        """Return a new match with its host's proposal as the first event, of that text.

        Raises Refusal for options or a number of players that do not make a match.
        """
        count = len(self.people)
        if count not in self.game.seats:
            raise Refusal(
                Text("{game} is not for {count} players.", game=self.game.title, count=count)
            )
        self.game.start(count, **self.options)
        return self._add(Kind.CHALLENGE, now, self.host, text=text, source=source)

    def rematch(
        self,
        person: int,
        order: Order,
        *,
        now: datetime,
        source: str | None,
        level: int | None = None,
    ) -> Self:
        """Return a challenge by a player to all others, to the same game on the same terms.

        ``order`` says how the seats are given out; with ``Order.LOSER`` the player who came last
        begins. If ``level`` is given, the computers that people played against get it. After a
        first match of people new to the game, the rematch is rated if that match had a result and
        no computers play; and after one that was to be rated, and came too often or ended too
        early. Raises Refusal if this match is not over, if the person did not play in
        it, or if one of the players is gone.
        """
        self._check_may_rematch(person)
        people, seats = self.people, self.line[0].seats
        ranks = self.outcome.ranks if self.outcome else ()
        loser = self.people[ranks.index(max(ranks))] if len(set(ranks)) > 1 else None
        if order is Order.LOSER and loser is not None:
            begins = self.line[0].turn
            if people[begins] != loser:
                people = rotated(people, seats, first=loser, to=begins)
        elif order in {Order.ROTATE, Order.LOSER}:
            people = rotated(people, seats)
        if level is not None:
            people = self._at_level(people, level)
        match = type(self)(
            id=0,
            guild=self.guild,
            channel=self.channel,
            game=self.game,
            options=self.options,
            host=person,
            people=people,
            drawn=order is not Order.RANDOM,
            time=replace(self.time, host=None, boards=1),
            rated=self.rated or self.played_too_often or self.ended_too_early,
            blindfold=self.blindfold,
            previous=self.id,
        )
        stakes = self.stakes
        if stakes is Stakes.FIRST and ranks:
            match, stakes = replace(match, rated=not self.computers), Stakes.USUAL
        return match._add(Kind.CHALLENGE, now, person, text=stakes, source=source)

    def _check_may_rematch(self, person: int) -> None:
        if self.crowds or any(map(is_abroad, self.people)):
            raise Refusal(Text("A match of crowds or servers has no rematch: begin a new one."))
        if person not in (self.people if self.persons else (self.host,)):
            raise Refusal(Text("A rematch is for those who played; challenge them instead."))
        if not self.line:
            raise Refusal(Text("This match was never played."))
        if self.status is not Status.OVER:
            raise Refusal(Text("This match is not over yet."))
        if min(self.persons, default=self.host) <= OPEN:
            raise Refusal(Text("A rematch needs all who played, and one of them is gone."))

    @property
    def next_level(self) -> int | None:
        """The next level to play if the only person at the table beat the computers, else None."""
        if self.outcome is None or len(self.persons) != 1 or self.unmoved or self.lowered:
            return None
        rivals = self._rivals
        ranks = self.outcome.ranks
        own = [ranks[seat] for seat in range(len(ranks)) if not self.is_computers(seat)]
        if not own or not rivals or max(own) >= min(ranks[seat] for seat in rivals):
            return None
        level = max(level_of(self.players[seat]) for seat in rivals) + 1
        return level if level in LEVELS else None

    @property
    def _rivals(self) -> list[int]:
        """The seats of the computers whose teams have no person."""
        seats = range(len(self.seats))
        teams = {self.seats[seat].team for seat in seats if not self.is_computers(seat)}
        return [seat for seat in seats if self.seats[seat].team not in teams]

    def _at_level(self, people: Sequence[int], level: int) -> tuple[int, ...]:
        """Return these people with every computer that people played against at that level."""
        rivals = {self.players[seat] for seat in self._rivals}
        taken = [user for user in people if user not in rivals]
        changed: list[int] = []
        for user in people:
            changed.append(another(level, [*taken, *changed]) if user in rivals else user)
        return tuple(changed)

    @property
    def accepted(self) -> frozenset[int]:
        """The players who have agreed: the host, and those who accepted, joined, or are not asked.

        Computers, crowds and the players of another server are not asked.
        """
        agreed = {self.host}
        for event in self.events:
            if event.person is None:
                continue
            if event.kind in {Kind.ACCEPT, Kind.JOIN}:
                agreed.add(event.person)
            elif event.kind is Kind.LEAVE:
                agreed.discard(event.person)
        unasked = (u for u in self.people if is_computer(u) or is_crowd(u) or is_abroad(u))
        return frozenset(agreed.union(unasked))

    @property
    def joined(self) -> frozenset[int]:
        """The people who took an open seat and have not left it again."""
        joined = {event.person for event in self.events if event.kind is Kind.JOIN}
        return frozenset(person for person in self.accepted if person in joined)

    # Computers

    def add_computer(
        self,
        person: int,
        level: int,
        *,
        now: datetime,
        source: str | None,
        chance: random.Random,
    ) -> Self:
        """Return the match with a computer of that level, which the host puts on an open seat.

        The match starts once nobody is left to answer, and is not rated. Raises Refusal.
        """
        self._check_host_may_fill(person, source)
        user = another(level, self.people)
        people = seated(self.people, self.seats, user)
        match = replace(self, people=people, rated=False)
        return match._add(Kind.JOIN, now, user, source=source).begun(now=now, chance=chance)

    def fill(
        self,
        person: int,
        level: int,
        *,
        now: datetime,
        source: str | None,
        chance: random.Random,
    ) -> Self:
        """Return the match with computers of that level, which the host puts on all open seats.

        Raises Refusal.
        """
        match = self.add_computer(person, level, now=now, source=source, chance=chance)
        while match.status is Status.CHALLENGE and OPEN in match.people:
            match = match.add_computer(person, level, now=now, source=None, chance=chance)
        return match

    def remove_computer(self, person: int, user: int, *, now: datetime, source: str | None) -> Self:
        """Return the match after the host opens the seats of a computer again. Raises Refusal.

        A computer that was challenged by name keeps its seat.
        """
        self._check_host(person, source)
        if user not in self.computers or user not in self.joined:
            raise Refusal(Text("That computer has no seat in this match."))
        people = tuple(OPEN if holder == user else holder for holder in self.people)
        return replace(self._add(Kind.LEAVE, now, user, source=source), people=people)

    def _check_host_may_fill(self, person: int, source: str | None) -> None:
        self._check_host(person, source)
        if OPEN not in self.people:
            raise Refusal(Text("No seat of this match is open."))

    def _check_host(self, person: int, source: str | None) -> None:
        self._check_new(source)
        if person != self.host:
            raise Refusal(Text("Only the host gives seats to computers."))
        self._check_status(Status.CHALLENGE)

    # Answering

    def accept(
        self, person: int, *, now: datetime, source: str | None, chance: random.Random
    ) -> Self:
        """Return the match accepted by one of the people challenged.

        It starts once nobody is left to answer. Raises Refusal if the challenge is not theirs to
        accept.
        """
        self._check_challenged(person, source)
        return self._add(Kind.ACCEPT, now, person, source=source).begun(now=now, chance=chance)

    def join(
        self, person: int, *, now: datetime, source: str | None, chance: random.Random
    ) -> Self:
        """Return the match with an open seat taken by a person.

        It starts once nobody is left to answer. Raises Refusal if there is no open seat, or if they
        have a seat already.
        """
        self._check_new(source)
        self._check_status(Status.CHALLENGE)
        if person in self.people:
            raise Refusal(Text("You have a seat in this match already."))
        if OPEN not in self.people:
            raise Refusal(Text("No seat of this match is open."))
        match = replace(self, people=seated(self.people, self.seats, person))
        return match._add(Kind.JOIN, now, person, source=source).begun(now=now, chance=chance)

    def stand_up(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match after a person who joined leaves their seat again. Raises Refusal."""
        self._check_new(source)
        self._check_status(Status.CHALLENGE)
        if person == self.host:
            raise Refusal(Text("This is your own challenge: withdraw it instead."))
        if person not in self.joined:
            raise Refusal(Text("You have not joined this match."))
        people = tuple(OPEN if user == person else user for user in self.people)
        return replace(self._add(Kind.LEAVE, now, person, source=source), people=people)

    def decline(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match declined by one of the people challenged.

        Raises Refusal if it is not theirs to decline.
        """
        self._check_challenged(person, source)
        return self._add(Kind.DECLINE, now, person, source=source)

    def withdraw(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match withdrawn by the host. Raises Refusal for others, and once begun."""
        self._check_new(source)
        if person != self.host:
            raise Refusal(Text("Only the challenger can withdraw a challenge."))
        self._check_status(Status.CHALLENGE)
        return self._add(Kind.WITHDRAW, now, person, source=source)

    def _check_challenged(self, person: int, source: str | None) -> None:
        self._check_new(source)
        if person == self.host:
            raise Refusal(
                Text("This is your own challenge: your opponent answers it, you can withdraw it.")
            )
        if person not in self.people:
            raise Refusal(Text("This challenge is for somebody else."))
        self._check_status(Status.CHALLENGE)
        if person in self.accepted:
            raise Refusal(Text("You have accepted already; others have still to answer."))

    # Beginning

    def begin(
        self, person: int, *, now: datetime, source: str | None, chance: random.Random
    ) -> Self:
        """Return the match that the host begins on fewer seats, with the people who have joined.

        Raises Refusal.
        """
        self._check_new(source)
        if person != self.host:
            raise Refusal(Text("Only the host can start before all seats are taken."))
        self._check_status(Status.CHALLENGE)
        if set(self.people) - self.accepted - {OPEN}:
            raise Refusal(Text("Somebody who was challenged has not answered yet."))
        fewer = self.fewer
        if fewer is None:
            raise Refusal(
                Text(
                    "{game} with these rules needs more than {count} players: wait for others to "
                    "join.",
                    game=self.game.title,
                    count=len(self.accepted),
                )
            )
        return replace(self, people=fewer).begun(now=now, chance=chance, source=source)

    @property
    def fewer(self) -> tuple[int, ...] | None:
        """The people of a challenge without its open seats, None if that makes no smaller match."""
        there = [user for user in dict.fromkeys(self.people) if user in self.accepted]
        people = by_seat(self.game, there, self.options)
        if OPEN not in self.people or len(people) not in self.game.seats:
            return None
        try:
            self.game.start(len(people), **self.options)
        except Refusal:
            return None
        return tuple(people)

    def begun(self, *, now: datetime, chance: random.Random, source: str | None = None) -> Self:
        """Return the match begun, with the seats drawn, if everybody has agreed to play.

        A challenge to computers alone, and a match between computers, can begin at once.
        """
        if self.status is not Status.CHALLENGE or not self.accepted.issuperset(self.people):
            return self
        people = list(self.people)
        if not self.drawn:
            persons = list(dict.fromkeys(people))
            drawn = dict(zip(persons, chance.sample(persons, len(persons)), strict=True))
            people = [drawn[person] for person in people]
        match = replace(self, people=tuple(people), drawn=True)
        position = match.game.start(len(match.people), **match.options)
        text = "" if self.drawn else LOT
        return match._add(Kind.START, now, text=text, position=position, source=source)

    def as_one_too_many(self) -> Self:
        """Return a new challenge, or a match that has just begun, not rated for being too many."""
        *earlier, last = self.events
        last = replace(last, text=f"{last.text} {OFTEN}".lstrip())
        return replace(self, rated=False, events=(*earlier, last))
