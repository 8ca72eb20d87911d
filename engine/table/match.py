"""A match: what its players, a moderator and time may do at the table.

A ``Match`` is a value. What happens to it is an append-only record of events; its methods
return a new Match with the new events, or raise a ``Refusal``. Time and chance are arguments:
the time is that of the message or interaction, and never before the previous event's.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Self

from engine.capabilities.notation import unlike_typed
from engine.errors import InvalidMove, MoveError, Refusal
from engine.game import Game
from engine.reasons import checked_reason
from engine.table.challenges import Challenges
from engine.table.clock import TimeControl
from engine.table.decisions import written
from engine.table.due import Duties, Timing
from engine.table.record import (
    THIRD_TIME,
    Event,
    Kind,
    Line,
    LinePosition,
    NoMoveNow,
    Reminder,
    SeatSetUp,
    Status,
    Warned,
    after_repetition,
    is_abroad,
    known_of,
)
from engine.table.set_ups import SetUps
from engine.text import Text
from engine.values import DRAW, Move, OptionValue

"""Characters of a moderator's reason, which is shown."""


@dataclass(frozen=True)
class Match(SetUps, Challenges, Duties, Timing):
    """One match, from the challenge to the result."""

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
        set_ups: Mapping[int, SeatSetUp] = MappingProxyType({}),
        time: str = "none",
        rated: bool = False,
        previous: int | None = None,
        blindfold: bool = False,
        tournament: int | None = None,
    ) -> Self:
        """Return a stored match. Raises ValueError if its position cannot be read.

        Earlier positions are read when somebody asks for them.
        """
        line = Line(
            LinePosition(
                known=event.known,
                read=partial(game.read, event.position, len(people), **options),
            )
            for event in events
            if event.position
        )
        for place in line.places[-1:]:
            place.position  # noqa: B018 - it is held from now on
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
            set_ups=set_ups,
            time=TimeControl.read(time),
            rated=rated,
            previous=previous,
            blindfold=blindfold,
            tournament=tournament,
        )

    # Playing

    def play(
        self, person: int, text: str, *, now: datetime, source: str | None, sure: bool = False
    ) -> Self:
        """Return the match after the moves of one message: all of them or none.

        Raises Repeated, NotAPlayer, NotYourTurn, what ``Position.parse`` raises, Warned for a move
        with a warning unless the player is ``sure``, or Refusal if the match is not being played.
        """
        self._check_new(source)
        self._check_may_move(person, now)
        match = self
        try:
            moves = self.position.parse_all(text)
        except InvalidMove as error:
            # The usual move of the game may not be legal here: show one that is.
            refusal = InvalidMove(error.text.with_values(usual=self.example))
            raise unlike_typed(refusal, text) from error
        except MoveError as error:
            raise self.unseen(error) from error
        for move in moves:
            warning = match.position.claiming.warning(move)
            if warning is not None and not (sure or self.hides_pieces):
                raise Warned(warning)
            match = match._moved(move, person, now, source)
            source = None
        return match._ended(now)

    def _check_may_move(self, person: int, now: datetime) -> None:
        self.check_player(person)
        if self.setting_up:
            raise NoMoveNow(Text("The pieces are set up first, in secret, by the buttons below."))
        self.check_turn(person)
        if self.outcome is not None:
            raise NoMoveNow(Text("The game is over: answer what is proposed below the board."))
        if self.paused is not None and now >= self.paused:
            raise NoMoveNow(
                Text("The event of this match is paused. No clock runs; you move when it goes on.")
            )
        if self.deadline and now >= self.deadline and not self.time.claimed:
            raise Refusal(Text("Your time was up when you sent this."))

    def _moved(self, move: Move, person: int, now: datetime, source: str | None) -> Self:
        """Return the match after a legal move; a third repetition ends it or proposes a draw."""
        text, seat = self.position.write(move), self.position.turn
        position = self.position.play(move)
        key = known_of(position).key
        alike = (place for _, place in self.path if place.key == key)
        times = 1 + sum(place.read().key == position.key for place in alike)
        may_be_draw = DRAW in position.agreements()
        position = after_repetition(position, move, times)
        match = self._add(
            Kind.MOVE, now, person, text=text, seat=seat, position=position, source=source
        )
        if times == THIRD_TIME and may_be_draw and position.outcome() is None:
            return match._propose(DRAW, now)
        return match

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats of people whom the match is waiting for.

        It is the only source of pings and reminders; what a computer has to do is ``duty``, and a
        crowd follows its own record.
        """
        return tuple(seat for seat in self._waited_for if self.is_persons(seat))

    @property
    def awaited(self) -> tuple[int, ...]:
        """The own seats of the people awaited, who may play a partner's seat besides."""
        people = {self.players[seat] for seat in self.to_act}
        return tuple(seat for seat, person in enumerate(self.people) if person in people)

    @property
    def _waited_for(self) -> tuple[int, ...]:
        """The seats that the match is waiting for, whether people or computers play them.

        It waits for nobody while it is paused.
        """
        if self.paused is not None:
            return ()
        match self.status:
            case Status.OVER:
                return ()
            case Status.CHALLENGE:
                return tuple(s for s, p in enumerate(self.people) if p not in self.accepted)
        waiting = set(self.setting_up) or {self.position.turn}
        if self.offer:
            asked = self.asked(self.offer)
            waiting.update(seat for seat in asked if self.players[seat] not in self.offer.agreed)
        return tuple(sorted(waiting))

    def waits_for(self, person: int) -> bool:
        """Return whether the match needs a person's answer or play, now or later, to go on."""
        match self.status:
            case Status.CHALLENGE:
                return person in self.people
            case Status.LIVE:
                return any(self.position.seats[seat].active for seat in self.seats_of(person))
        return False

    def asks(self, person: int) -> bool:
        """Return whether a challenge or an offer waits for a person's answer."""
        if self.status is Status.CHALLENGE:
            return person in self.people and person not in self.accepted
        offer = self.offer
        if offer is None or self.status is not Status.LIVE:
            return False
        return person in {self.players[seat] for seat in self.asked(offer)} - offer.agreed

    # Ending it otherwise than on the board

    def resign(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with every seat of a person left to a partner, or given up.

        Raises Refusal.
        """
        self._check_player(person, source)
        return self._left(Kind.RESIGN, self.seats_of(person), person, now, source)

    def surrender(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with a person's seats given up though a partner could play them.

        Raises Refusal unless the rules let the partner play on afterwards.
        """
        self._check_player(person, source)
        if not self.may_surrender(person):
            raise Refusal(Text("Nobody surrenders alone in this match: you can resign."))
        return self._given_up(Kind.RESIGN, self.seats_of(person), person, now, source)

    def may_surrender(self, person: int) -> bool:
        """Return whether a person can give up their seats while a partner keeps their own."""
        after = self.position
        partners = {self.partner_of(seat) for seat in self.seats_of(person)} - {None}
        for seat in self.seats_of(person):
            if after.outcome() is None:
                after = after.resign(seat)
        return after.outcome() is None and any(
            after.seats[partner].active for partner in partners if partner is not None
        )

    def leave(self, person: int, *, now: datetime) -> Self:
        """Return the match after a person leaves for good; itself if it does not need them.

        A challenge is closed, a match is resigned, and a proposal made after its end is declined.
        """
        if not self.waits_for(person):
            return self
        if self.status is Status.CHALLENGE:
            kind = Kind.WITHDRAW if person == self.host else Kind.DECLINE
            return self._add(kind, now, person)
        if self.outcome is not None:
            return self._closed(now)
        return self.resign(person, now=now, source=None)

    def _left(
        self,
        kind: Kind,
        seats: Iterable[int],
        person: int | None,
        now: datetime,
        source: str | None,
    ) -> Self:
        """Return the match with those seats left to a partner, or given up if there is none."""
        match, given_up = self, []
        for seat in seats:
            partner = match.partner_of(seat)
            if not match.seats[seat].active:
                continue
            if partner is None:
                given_up.append(seat)
                continue
            match = match._add(kind, now, person, text=str(partner), seat=seat, source=source)
            source = None
        return match._given_up(kind, given_up, person, now, source) if given_up else match

    def _given_up(
        self,
        kind: Kind,
        seats: Iterable[int],
        person: int | None,
        now: datetime,
        source: str | None,
    ) -> Self:
        """Return the match with those seats out of the game."""
        match = self
        for seat in seats:
            if match.position.outcome() is None and match.position.seats[seat].active:
                position = match.position.resign(seat)
                match = match._add(kind, now, person, seat=seat, position=position, source=source)
                source = None
        if match.set_ups and not match.setting_up and match.position.outcome() is None:
            match = match._set_up(now, None)  # the others had waited for that seat alone
        return match._left_to_computers(now)._ended(now)

    def _left_to_computers(self, now: datetime) -> Self:
        """Return the match decided if all people who played in it have given up.

        Their teams have lost; there is no result if every team had people in it.
        """
        playing = any(
            seat.active and not self.is_computers(number)
            for number, seat in enumerate(self.position.seats)
        )
        if self.position.outcome() is not None or playing or not (self.persons or self.crowds):
            return self
        if not self.is_under_way:
            return self._aborted(now)
        lost = {s.team for number, s in enumerate(self.seats) if not self.is_computers(number)}
        ranks = [1 + (seat.team in lost) for seat in self.seats]
        text = " ".join(map(str, ranks)) if 1 in ranks else ""
        return self._add(Kind.ADJUDICATE, now, text=text)

    @property
    def may_abort(self) -> bool:
        """Whether it may still end as if it had not begun: somebody has not moved yet.

        A match of a tournament may not: its players have to get their points.
        """
        moved = {event.seat for event in self.turns}
        return (
            self.status is Status.LIVE
            and self.tournament is None
            and any(
                seat.active and number not in moved
                for number, seat in enumerate(self.position.seats)
            )
        )

    def check_abort(self) -> None:
        """Raise Refusal if the match can no longer be aborted."""
        if self.tournament is not None:
            raise Refusal(
                Text("A match of a tournament cannot be aborted; it can be resigned, and a "
                     "moderator can decide it.")
            )  # fmt: skip
        if not self.may_abort:
            raise Refusal(
                Text("Everyone has moved by now: a match can be resigned, but not aborted.")
            )

    def abort(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match ended without a result, before everyone has moved. Raises Refusal.

        The host of a match between computers can end it at any time.
        """
        if person == self.host and not (self.persons or self.crowds):
            self._check_new(source)
            self._check_status(Status.LIVE)
        else:
            self._check_player(person, source)
            self.check_abort()
        return self._add(Kind.ABORT, now, person, source=source)

    def adjudicate(
        self,
        person: int,
        ranks: Sequence[int],
        reason: str,
        *,
        now: datetime,
        source: str | None,
        rated: bool = True,
    ) -> Self:
        """Return the match with the result that a moderator decides, in place of any other.

        ``ranks`` are those of the seats, 1 the best; empty means no result. The match is no longer
        rated unless it is under way, and may be ``rated``. Raises Refusal if the match has not
        begun, no reason is given, or it counts and the person plays in it; ValueError for other
        ranks.
        """
        self._check_new(source)
        if self.status is Status.CHALLENGE or not self.line:
            self._check_status(Status.LIVE)
        reason = checked_reason(reason)
        counts = self.tournament is not None or (self.rated and self.is_under_way)
        if counts and person in self.persons and len(self.persons) > 1:
            raise Refusal(
                Text(
                    "You play in this match, and it counts: another moderator of the server "
                    "decides it."
                )
            )
        if ranks and (len(ranks) != len(self.people) or min(ranks) != 1):
            raise ValueError(f"{ranks} are no ranks of {len(self.people)} seats")
        if self.is_between_servers and not is_abroad(person):
            self._check_fair(ranks)
        text = written(ranks, reason)
        match = replace(self, rated=rated and self.rated and self.is_under_way)
        return match._add(Kind.ADJUDICATE, now, person, text=text, source=source)

    def _check_fair(self, ranks: Sequence[int]) -> None:
        """Raise Refusal if a moderator would decide a match between servers for their own."""
        won = [rank for user, rank in zip(self.people, ranks, strict=False) if is_abroad(user)]
        for_them = won == [1] and max(ranks) > 1
        if not for_them and (ranks or self.status is Status.OVER):
            raise Refusal(
                Text("Between servers a moderator can decide for the other server, or end a match "
                     "that goes on without a result.")
            )  # fmt: skip

    # What time does

    def tick(self, *, now: datetime, chance: random.Random) -> Self:
        """Return the match after the next thing that is due by now; itself if nothing is."""
        if self.due is None or self.due > now:
            return self
        if self.status is Status.CHALLENGE:
            return self._add(Kind.EXPIRE, now)
        if self.lapses and self.lapses <= now:
            return self._add(Kind.LAPSE, now)
        if self.vote and self.completed <= now:
            return self._voted_out(self.vote, now)
        if self.setting_up and self.completed <= now:
            return self._completed(now, chance)
        if self.outcome and self.completed <= now:
            return self._closed(now)
        if self.deadline and self.deadline <= now and not self.flagged:
            return self._out_of_time(now)
        if self.warned <= now:
            return self._reminded_of(Reminder.UNTOUCHED, now)
        about = Reminder.SET_UP if self.setting_up else Reminder.TIME
        return self._reminded_of(about, now)

    def _out_of_time(self, now: datetime) -> Self:
        seat = self.position.turn
        if self.time.claimed:
            return self._add(Kind.FLAG, now, seat=seat)
        return self._left(Kind.TIMEOUT, [seat], None, now, None)

    def run_out(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with the seat on turn given up by a player whose time ran out elsewhere.

        That is a crowd, or a player of another server. Raises Refusal unless it is their turn.
        """
        self._check_new(source)
        self.check_turn(person)
        return self._left(Kind.TIMEOUT, [self.position.turn], None, now, source)

    def _reminded_of(self, about: Reminder, now: datetime) -> Self:
        return self._add(Kind.REMIND, now, text=about, seat=self.on_turn)

    def claim_time(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match after an opponent claims the time-out of the seat on turn.

        The seat is left to a partner, or given up if there is none. Raises Refusal.
        """
        self._check_player(person, source)
        seat = self.on_turn
        if seat is None or not self.time.claimed or not self.deadline:
            raise Refusal(Text("There is nothing to claim here."))
        if self.deadline > now:
            left = int(self.deadline.timestamp())
            raise Refusal(
                Text(
                    "{seat} has time until {when}.", seat=self.seats[seat].name, when=f"<t:{left}>"
                )
            )
        team = self.seats[seat].team
        if all(self.seats[own].team == team for own in self.seats_of(person)):
            raise Refusal(Text("Only the other side can claim this."))
        return self._left(Kind.TIMEOUT, [seat], None, now, source)

    def claim_departed(
        self, person: int, departed: int, *, now: datetime, source: str | None
    ) -> Self:
        """Return the match after an opponent claims the game of somebody who has left the server.

        It is as if they had resigned. Raises Refusal.
        """
        self._check_player(person, source)
        if departed not in self.departed:
            raise Refusal(Text("There is nothing to claim here."))
        left = self.seats_of(departed)
        teams = {self.seats[seat].team for seat in left}
        if all(self.seats[own].team in teams for own in self.seats_of(person)):
            raise Refusal(Text("Only the other side can claim this."))
        return self._left(Kind.RESIGN, left, departed, now, source)

    # The channel

    def relocate(self, channel: int, *, now: datetime, source: str | None) -> Self:
        """Return the match moved to another channel and shown there again."""
        return self.move_to(channel, now=now, source=source).repost(now=now)

    def move_to(self, channel: int, *, now: datetime, source: str | None = None) -> Self:
        """Return the match moved to another channel, where its events not yet shown will appear."""
        seen = self.reveal(now=now)
        return replace(seen._add(Kind.RELOCATE, now, source=source), channel=channel)

    def repost(self, *, now: datetime, source: str | None = None) -> Self:
        """Return the match with its present state shown in the channel again."""
        return self._add(Kind.REPOST, now, source=source)
