"""The table: who sits where, what was offered, the line of play, and the result.

A ``Match`` is a value. What happens to it is an append-only record of events; its methods
return a new Match with the new events, or raise a ``Refusal``. Time and chance are arguments:
the time is that of the message or interaction, and never before the previous event's.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Self

from engine.errors import Refusal
from engine.game import Game
from engine.table.clock import NO_LIMIT, TimeControl
from engine.table.line import recurred
from engine.table.record import OPEN, THIRD_TIME, Event, Kind, SetUp, Status, Warned
from engine.table.seating import Order, rotated, seated, shared
from engine.table.timekeeping import Timekeeping
from engine.text import Text
from engine.values import DRAW, Options, OptionValue


@dataclass(frozen=True)
class Match(Timekeeping):
    """One match, from the challenge to the result: what may be done at the table."""

    # Making one

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
    ) -> Self:
        """A challenge by ``host``, who wants ``seat`` (None: the seats are drawn by lot).

        ``opponents`` are those he challenges, in the order of the other seats; ``OPEN`` is a
        seat for whoever joins. The match has no id (0) until it is stored. Raises Refusal for
        people or options that do not make a match.
        """
        named = [person for person in opponents if person != OPEN]
        if host in named:
            raise Refusal(Text("You cannot challenge yourself."))
        if len(set(named)) < len(named):
            raise Refusal(Text("Each person can take one seat only."))
        people = [*opponents]
        people.insert(0 if seat is None else seat, host)
        people = shared(game, people, options)
        if len(people) not in game.seats:
            raise Refusal(
                Text("{game} is not for {count} players.", game=game.title, count=len(people))
            )
        game.start(len(people), **options)
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
            rated=rated,
        )
        return match._with(match._event(Kind.CHALLENGE, now, host), source=source)

    @classmethod
    def restore(
        cls,
        *,
        id: int,  # noqa: A002 - the field's own name
        guild: int,
        channel: int,
        game: Game,
        options: dict[str, OptionValue],
        host: int,
        people: tuple[int, ...],
        drawn: bool,
        events: tuple[Event, ...],
        drafts: Mapping[int, SetUp] = MappingProxyType({}),
        time: str = "none",
        rated: bool = False,
        previous: int | None = None,
    ) -> Self:
        """The match that was stored. Raises ValueError where a position cannot be read."""
        line = tuple(
            game.read(event.position, len(people), **options) for event in events if event.position
        )
        return cls(
            id=id,
            guild=guild,
            channel=channel,
            game=game,
            options=options,
            host=host,
            people=people,
            drawn=drawn,
            events=events,
            line=line,
            drafts=drafts,
            time=TimeControl.read(time),
            rated=rated,
            previous=previous,
        )

    def rematch(self, person: int, order: Order, *, now: datetime, source: str | None) -> Self:
        """A challenge by one of the players to all others, to the same game on the same terms.

        The seats are given out in that order; ``Order.LOSER`` lets who came last begin. Raises
        Refusal where this match is not over, for strangers, and where somebody is gone.
        """
        if person not in self.people:
            raise Refusal(Text("A rematch is for those who played; challenge them instead."))
        if not self.line:
            raise Refusal(Text("This match was never played."))
        if self.status is not Status.OVER:
            raise Refusal(Text("This match is not over yet."))
        if min(self.people) <= OPEN:
            raise Refusal(Text("A rematch needs all who played, and one of them is gone."))
        people, seats = self.people, self.line[0].seats
        ranks = self.outcome.ranks if self.outcome else ()
        loser = self.people[ranks.index(max(ranks))] if len(set(ranks)) > 1 else None
        if order is Order.LOSER and loser is not None:
            begins = self.line[0].turn
            if people[begins] != loser:
                people = rotated(people, seats, first=loser, to=begins)
        elif order in {Order.ROTATE, Order.LOSER}:
            people = rotated(people, seats)
        match = type(self)(
            id=0,
            guild=self.guild,
            channel=self.channel,
            game=self.game,
            options=self.options,
            host=person,
            people=people,
            drawn=order is not Order.RANDOM,
            time=self.time,
            rated=self.rated,
            previous=self.id,
        )
        return match._with(match._event(Kind.CHALLENGE, now, person), source=source)

    # Answering a challenge

    def accept(
        self, person: int, *, now: datetime, source: str | None, chance: random.Random
    ) -> Self:
        """Accepted by one of the challenged; the match starts when all have.

        Raises Refusal when it is not his to accept, or answered already.
        """
        self._check_challenged(person, source)
        match = self._with(self._event(Kind.ACCEPT, now, person), source=source)
        return match._started(now, chance)

    def join(
        self, person: int, *, now: datetime, source: str | None, chance: random.Random
    ) -> Self:
        """An open seat taken by somebody; the match starts when none is left to answer.

        Raises Refusal when there is no open seat, or he sits at the table already.
        """
        self._check_new(source)
        self._check_status(Status.CHALLENGE)
        if person in self.people:
            raise Refusal(Text("You have a seat in this match already."))
        if OPEN not in self.people:
            raise Refusal(Text("No seat of this match is open."))
        match = replace(self, people=seated(self.people, self.seats, person))
        event = match._event(Kind.JOIN, now, person)
        return match._with(event, source=source)._started(now, chance)

    def stand_up(self, person: int, *, now: datetime, source: str | None) -> Self:
        """The seat of somebody who joined open again. Raises Refusal."""
        self._check_new(source)
        self._check_status(Status.CHALLENGE)
        if person == self.host:
            raise Refusal(Text("It is your own challenge: close it instead."))
        if person not in self.joined:
            raise Refusal(Text("You have not joined this match."))
        event = self._event(Kind.LEAVE, now, person)
        people = tuple(OPEN if user == person else user for user in self.people)
        return replace(self._with(event, source=source), people=people)

    def begin(
        self, person: int, *, now: datetime, source: str | None, chance: random.Random
    ) -> Self:
        """Begun by the host with those who are there, on fewer seats. Raises Refusal."""
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
                    "{game} cannot be played by {count} so: more have to join.",
                    game=self.game.title,
                    count=len(self.accepted),
                )
            )
        match = replace(self, people=fewer)
        return match._started(now, chance, source)

    @property
    def fewer(self) -> tuple[int, ...] | None:
        """The people of a challenge without its open seats; None where they make no match."""
        there = [user for user in dict.fromkeys(self.people) if user in self.accepted]
        people = shared(self.game, there, self.options)
        if OPEN not in self.people or len(people) not in self.game.seats:
            return None
        try:
            self.game.start(len(people), **self.options)
        except Refusal:
            return None
        return tuple(people)

    def _started(self, now: datetime, chance: random.Random, source: str | None = None) -> Self:
        """Begun, with the seats drawn, if everybody has agreed to play."""
        if self.accepted != set(self.people):
            return self
        people = list(self.people)
        if not self.drawn:
            persons = list(dict.fromkeys(people))
            drawn = dict(zip(persons, chance.sample(persons, len(persons)), strict=True))
            people = [drawn[person] for person in people]
        match = replace(self, people=tuple(people), drawn=True)
        position = match.game.start(len(match.people), **match.options)
        return match._with(match._event(Kind.START, now), position=position, source=source)

    def decline(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Declined by one of the challenged. Raises Refusal when it is not his to decline."""
        self._check_challenged(person, source)
        return self._with(self._event(Kind.DECLINE, now, person), source=source)

    def withdraw(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Taken back by the host. Raises Refusal for others, or when answered already."""
        self._check_new(source)
        if person != self.host:
            raise Refusal(Text("Only the challenger can withdraw a challenge."))
        self._check_status(Status.CHALLENGE)
        return self._with(self._event(Kind.WITHDRAW, now, person), source=source)

    def waits_for(self, person: int) -> bool:
        """Whether somebody's answer or play is needed, now or later, for the match to go on."""
        match self.status:
            case Status.CHALLENGE:
                return person in self.people
            case Status.LIVE:
                return any(self.position.seats[seat].active for seat in self.seats_of(person))
        return False

    def leave(self, person: int, *, now: datetime) -> Self:
        """Without somebody who goes for good; the match itself where it does not wait for him.

        A challenge is closed, a match resigned, and what is proposed after its end declined.
        """
        if not self.waits_for(person):
            return self
        if self.status is Status.CHALLENGE:
            kind = Kind.WITHDRAW if person == self.host else Kind.DECLINE
            return self._with(self._event(kind, now, person))
        if self.outcome is not None:
            return self._with(self._event(Kind.RESULT, now))
        return self.resign(person, now=now, source=None)

    # Playing

    def play(
        self, person: int, text: str, *, now: datetime, source: str | None, sure: bool = False
    ) -> Self:
        """The moves of one message played by a person: all or none.

        Raises Repeated, NotAPlayer, NotYourTurn, what ``Position.parse`` raises, Warned for a
        move of which the player is warned and which he is not ``sure`` of, or Refusal when the
        match is not being played.
        """
        self._check_new(source)
        self.check_turn(person)
        if self.outcome is not None:
            raise Refusal(Text("The game is over: answer what is proposed below the board."))
        if self.drafting:
            raise Refusal(Text("The pieces are set up first, in secret, by the buttons below."))
        if self.deadline and now >= self.deadline and not self.time.claimed:
            raise Refusal(Text("Your time was up when you sent this."))
        match = self
        position = match.position
        for move in position.parse_all(text):
            warning = match.position.claiming.warning(move)
            if warning is not None and not sure:
                raise Warned(warning)
            written = match.position.write(move)
            event = match._event(Kind.MOVE, now, person, written, match.position.turn)
            position = match.position.play(move)
            times = 1 + sum(earlier.key == position.key for _, earlier in match.path)
            drawable = DRAW in position.agreements()
            position = recurred(position, move, times)
            match = match._with(event, position=position, source=source)
            source = None
            if times == THIRD_TIME and drawable and position.outcome() is None:
                match = match._propose(DRAW, now)
        return match._ended(now)

    # Checks and steps

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
