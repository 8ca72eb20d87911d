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

from engine import drafts
from engine.errors import Refusal
from engine.game import DRAW, Agreement, Game, Options, OptionValue, Position
from engine.record import (
    COMPLETED_AFTER,
    OPEN,
    REMINDED_AFTER,
    THIRD_TIME,
    Event,
    Kind,
    NotAPlayer,
    NotYourTurn,
    Offer,
    Repeated,
    SetUp,
    Status,
    Warned,
)
from engine.standing import Standing
from engine.text import Text


@dataclass(frozen=True)
class Match(Standing):
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
        people = _shared(game, people, options)
        if len(people) not in game.seats:
            raise Refusal(
                Text("{game} is not for {count} players.", game=game.title, count=len(people))
            )
        game.start(len(people), **options)
        match = cls(0, guild, channel, game, options, host, tuple(people), seat is not None)
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
    ) -> Self:
        """The match that was stored. Raises ValueError where a position cannot be read."""
        line = tuple(
            game.read(event.position, len(people), **options) for event in events if event.position
        )
        return cls(id, guild, channel, game, options, host, people, drawn, events, line, drafts)

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
        people = list(self.people)
        people[people.index(OPEN)] = person
        match = replace(self, people=tuple(people))
        event = match._event(Kind.JOIN, now, person)
        return match._with(event, source=source)._started(now, chance)

    def _started(self, now: datetime, chance: random.Random) -> Self:
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
        return match._with(match._event(Kind.START, now), position=position)

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

    def expire(self, *, now: datetime) -> Self:
        """Closed because nobody answered. Raises Refusal when it is answered, or too early."""
        self._check_status(Status.CHALLENGE)
        if now < self.expires:
            raise Refusal(Text("This challenge has not expired yet."))
        return self._with(self._event(Kind.EXPIRE, now))

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
        match = self
        position = match.position
        for move in position.parse_all(text):
            warning = match.position.warning(move)
            if warning is not None and not sure:
                raise Warned(warning)
            written = match.position.write(move)
            event = match._event(Kind.MOVE, now, person, written, match.position.turn)
            position = match.position.play(move)
            times = 1 + sum(earlier.key == position.key for earlier in match.line)
            third = times >= THIRD_TIME and position.outcome() is None
            agreements = position.agreements()
            if third:
                position = position.repeated()
            match = match._with(event, position=position, source=source)
            source = None
            if third and position.outcome() is None and times == THIRD_TIME and DRAW in agreements:
                match = match._propose(DRAW, now)
        return match._ended(now)

    def draft(self, person: int, text: str, *, chance: random.Random) -> Self:
        """A person's set-up changed by one message of his, unseen by the others.

        Raises Refusal where he has nothing to set up, MoveError for the message.
        """
        seat = self.seat_drafted(person)
        placed = self.draft_of(seat).placed
        placed = self.position.draft(seat, text, placed, chance)
        return replace(self, drafts={**self.drafts, seat: SetUp(placed)})

    def ready(self, person: int, *, now: datetime, source: str | None) -> Self:
        """A person's set-up finished; when all are, they stand on the board.

        Raises Refusal where something is missing, or he has nothing to set up.
        """
        self._check_new(source)
        seat = self.seat_drafted(person)
        placed = self.draft_of(seat).placed
        missing = self.position.undrafted(seat, placed)
        if missing is not None:
            raise Refusal(missing)
        match = replace(self, drafts={**self.drafts, seat: SetUp(placed, ready=True)})
        return match if match.drafting else match._set_up(now, source)

    def hurry(self, *, now: datetime, chance: random.Random) -> Self:
        """Reminds those who are still setting up; after long enough, sets up for them.

        The match itself when it is too early for either.
        """
        waited = now - self.events[self.since - 1].at
        if not self.drafting or waited < REMINDED_AFTER:
            return self
        if waited >= COMPLETED_AFTER:
            match = self
            for seat in self.drafting:
                text, placed = self.position.completion(), self.draft_of(seat).placed
                complete = SetUp(self.position.draft(seat, text, placed, chance), ready=True)
                match = replace(match, drafts={**match.drafts, seat: complete})
            return match._set_up(now, None)
        if self.events[-1].kind is Kind.REMIND:
            return self
        return self._with(self._event(Kind.REMIND, now))

    def _set_up(self, now: datetime, source: str | None) -> Self:
        """With all drafts on the board."""
        match = self
        for seat in self.position.drafting():
            for move in drafts.moves(self.draft_of(seat).placed):
                written = match.position.write(move)
                event = match._event(Kind.MOVE, now, self.people[seat], written, seat)
                match = match._with(event, position=match.position.play(move), source=source)
                source = None
        return replace(match, drafts={})

    def seat_drafted(self, person: int) -> int:
        """The seat that a person has still to set up. Raises Refusal for none."""
        self.check_player(person)
        seats = [seat for seat in self.drafting if self.people[seat] == person]
        if not seats:
            raise Refusal(Text("You have nothing to set up in this match now."))
        return seats[0]

    def check_player(self, person: int) -> None:
        """Raises Refusal where that person is not playing in this match now."""
        self._check_player(person, None)

    def check_turn(self, person: int) -> None:
        """Raises Refusal (NotAPlayer, NotYourTurn) where it is not that person's turn."""
        self.check_player(person)
        turn = self.position.turn
        if self.people[turn] != person:
            raise NotYourTurn(
                Text("It is not your turn: {seat} is to move.", seat=self.seats[turn].name)
            )

    def offer_agreement(self, person: int, name: str, *, now: datetime, source: str | None) -> Self:
        """Offers something to the others; where it stands offered already, agrees to it.

        ``name`` is that of one of ``position.agreements()``. Raises Refusal.
        """
        self._check_player(person, source)
        agreement = next((a for a in self.position.agreements() if a.name == name), None)
        if agreement is None:
            raise Refusal(Text("That cannot be agreed on in this position."))
        if agreement.seats and not set(agreement.seats) & set(self.seats_of(person)):
            raise Refusal(Text("That is for those whose fight it is."))
        if self.offer and self.offer.agreement == agreement:
            return self.agree(person, self.offer.number, now=now, source=source)
        since = self.events[self.moves[-1].number if self.moves else 0 :]
        if any((e.kind, e.person, e.text) == (Kind.OFFER, person, name) for e in since):
            raise Refusal(
                Text(
                    "You have offered {agreement} on this move already; you can again after the "
                    "next one.",
                    agreement=agreement.text,
                )
            )
        event = self._event(Kind.OFFER, now, person, name)
        return self._with(event, source=source)._settled(now)

    def agree(self, person: int, number: int, *, now: datetime, source: str | None) -> Self:
        """Agrees to the offer of that event number; when all have, it comes about.

        Raises Refusal when the offer does not stand any more, or he has agreed already.
        """
        offer = self._standing(person, number, source)
        if person in offer.agreed:
            raise Refusal(
                Text(
                    "You have agreed to {agreement}; it is for your opponent to answer.",
                    agreement=offer.agreement.text,
                )
            )
        event = self._event(Kind.AGREE, now, person, offer.agreement.name)
        return self._with(event, source=source)._settled(now)

    def refuse(self, person: int, number: int, *, now: datetime, source: str | None) -> Self:
        """Declines the offer of that event number, or takes back one's own. Raises Refusal."""
        offer = self._standing(person, number, source)
        match = self._with(
            self._event(Kind.REFUSE, now, person, offer.agreement.name), source=source
        )
        return match if match.outcome is None else match._with(match._event(Kind.RESULT, now))

    def resign(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Gives up every seat of a person. Raises Refusal."""
        self._check_player(person, source)
        match = self
        for seat in self.seats_of(person):
            if match.outcome is None and match.position.seats[seat].active:
                event = match._event(Kind.RESIGN, now, person, seat=seat)
                match = match._with(event, position=match.position.resign(seat), source=source)
                source = None
        if match.drafts and not match.drafting and match.outcome is None:
            match = match._set_up(now, None)  # he was the one that the others waited for
        return match._ended(now)

    # The channel

    def relocate(self, channel: int, *, now: datetime, source: str | None) -> Self:
        """Goes on in another channel."""
        return replace(
            self._with(self._event(Kind.RELOCATE, now), source=source), channel=channel
        ).repost(now=now)

    def repost(self, *, now: datetime, source: str | None = None) -> Self:
        """Shows again in the channel how the match stands."""
        return self._with(self._event(Kind.REPOST, now), source=source)

    # Checks and steps

    def _check_new(self, source: str | None) -> None:
        if source is not None and any(event.source == source for event in self.events):
            raise Repeated

    def _check_status(self, status: Status) -> None:
        if self.status is status:
            return
        if self.status is Status.CHALLENGE:
            raise Refusal(Text("This match has not begun: the challenge is still open."))
        if self.status is Status.LIVE:
            raise Refusal(Text("This challenge has been accepted already."))
        if self.line:
            raise Refusal(Text("This match is over."))
        raise Refusal(Text("This challenge is closed."))

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

    def _check_player(self, person: int, source: str | None) -> None:
        self._check_new(source)
        if person not in self.people:
            raise NotAPlayer
        self._check_status(Status.LIVE)
        if not any(self.position.seats[seat].active for seat in self.seats_of(person)):
            raise Refusal(Text("You are out of this match; the others play on."))

    def _standing(self, person: int, number: int, source: str | None) -> Offer:
        self._check_player(person, source)
        if self.offer is None or self.offer.number != number:
            raise Refusal(Text("That offer does not stand any more."))
        return self.offer

    def _event(
        self,
        kind: Kind,
        now: datetime,
        person: int | None = None,
        text: str = "",
        seat: int | None = None,
    ) -> Event:
        at = max(now, self.events[-1].at) if self.events else now
        if seat is None and person is not None and self.drawn:
            seat = next(iter(self.seats_of(person)), None)
        return Event(len(self.events) + 1, kind, at, seat, person, text)

    def _with(
        self, event: Event, *, position: Position | None = None, source: str | None = None
    ) -> Self:
        event = replace(event, source=source, position=position.fen() if position else "")
        line = (*self.line, position) if position else self.line
        return replace(self, events=(*self.events, event), line=line)

    def _propose(self, agreement: Agreement, now: datetime) -> Self:
        """The bot proposes something to all whom it concerns."""
        return self._with(self._event(Kind.OFFER, now, text=agreement.name))

    def _settled(self, now: datetime) -> Self:
        """With the offer come about, if all who are still playing agree."""
        offer = self.offer
        if offer is None or any(
            self.people[seat] not in offer.agreed for seat in self.asked(offer)
        ):
            return self
        last = replace(self.events[-1], position="")
        position = self.position.agree(offer.agreement)
        agreed = replace(self, events=self.events[:-1])
        match = agreed._with(last, position=position, source=last.source)._ended(now)
        return match.repost(now=now) if match.outcome is None else match

    def _ended(self, now: datetime) -> Self:
        """With the result recorded, if the game is over.

        Where something can still be agreed on, such as to begin anew, the bot proposes it first.
        """
        if self.outcome is None:
            return self
        left = self.position.agreements()
        return self._propose(left[0], now) if left else self._with(self._event(Kind.RESULT, now))


def _shared(game: Game, people: list[int], options: Options) -> list[int]:
    """The people by seat: each with all seats of a team where only that makes a table."""
    if not game.shared:
        return people
    for count in (len(people), *game.seats):
        try:
            teams = [seat.team for seat in game.start(count, **options).seats]
        except Refusal:
            continue
        if count == len(people):
            return people
        order = list(dict.fromkeys(teams))
        if len(order) == len(people):
            return [people[order.index(team)] for team in teams]
    return people
