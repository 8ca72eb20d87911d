"""Offers: a draw and what else a game lets its players agree on, and taking a turn back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import takewhile
from typing import Self

from engine.errors import Refusal
from engine.table.match_state import MatchState
from engine.table.record import (
    CLOSED,
    EARLY,
    GIVEN_UP,
    Event,
    Kind,
    Offer,
    Reminder,
    Status,
    another,
    is_computer,
    is_person,
    known_of,
)
from engine.text import Text, either, joined
from engine.values import DRAW, Agreement

TAKEBACK = "takeback"
"""The name of the agreement to take a turn back; the number of its first event follows."""

TAKEOVER = "takeover"
"""The name of the agreement that a computer plays on in the seats of a player who has given up. The
number of the event and the level of the computer follow."""


def is_vote(offer: Offer) -> bool:
    """Return whether an offer asks if a computer plays on."""
    return offer.agreement.name.startswith(TAKEOVER)


@dataclass(frozen=True)
class Offers(MatchState):
    """A match with its offers: what is offered, and what its players may offer and answer."""

    @property
    def offer(self) -> Offer | None:
        """The offer that stands now, None if there is none."""
        return next((offer for offer in self.offers[-1:] if offer.ended is None), None)

    @property
    def vote(self) -> Offer | None:
        """The open vote whether a computer plays on, None if there is none.

        Nobody's time runs during the vote, since it decides who moves next.
        """
        offer = self.offer
        return offer if offer is not None and is_vote(offer) else None

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """All offers ever made, in order: only the last one may still stand.

        An offer lapses with the next move, and with anything else that changes the position or the
        players. A move by somebody who has agreed to it leaves it standing, unless the offer is a
        takeback or a vote. So does a move of a seat in another fight, while the offer can still be
        agreed on.
        """
        offers: list[Offer] = []
        for event in self.events:
            standing = offers.pop() if offers and offers[-1].ended is None else None
            if standing is not None:
                if event.kind is Kind.AGREE and event.person is not None:
                    standing = replace(standing, agreed=standing.agreed | {event.person})
                ends = event.kind is Kind.OFFER or self._ends(event, standing)
                offers.append(replace(standing, ended=event) if ends else standing)
            if event.kind is Kind.OFFER:
                agreed = frozenset[int]() if event.person is None else {event.person}
                agreement = self.agreement_of(event)
                made = Offer(event.number, agreement, event.person, frozenset(agreed))
                offers.append(replace(made, ended=event) if event.position else made)
        return tuple(offers)

    def _ends(self, event: Event, offer: Offer) -> bool:
        """Return whether an event ends a standing offer."""
        agreement = offer.agreement
        if event.kind is Kind.MOVE and event.person in offer.agreed:
            return agreement.name.startswith((TAKEBACK, TAKEOVER))
        if event.kind is Kind.MOVE and agreement.seats and event.seat not in agreement.seats:
            return agreement not in self.until(event.number).position.agreements()
        left = CLOSED | GIVEN_UP | {Kind.REFUSE}
        return event.kind in left or bool(event.position)

    def asked(self, offer: Offer) -> tuple[int, ...]:
        """Return the seats that have to agree to an offer."""
        if offer.agreement.seats:
            return offer.agreement.seats
        return tuple(number for number, seat in enumerate(self.position.seats) if seat.active)

    def agreement_of(self, event: Event) -> Agreement:
        """Return the agreement that an event offered, agreed to or declined.

        Raises LookupError for other events.
        """
        if event.text.startswith(TAKEBACK):
            then = self.until(event.number - 1)
            return then.takeback(int(event.text.removeprefix(TAKEBACK)))
        if event.text.startswith(TAKEOVER):
            number, level = map(int, event.text.removeprefix(TAKEOVER).split())
            return self.takeover(number, level)
        for agreement in self.until(event.number - 1).position.agreements():
            if agreement.name == event.text:
                return agreement
        raise LookupError(event.text)

    def takeback(self, number: int) -> Agreement:
        """Return the agreement to take back everything from the event of that number on."""
        text = Text("a takeback of {moves}", moves=self.taken_back(number))
        return Agreement(f"{TAKEBACK} {number}", text)

    def takeover(self, number: int, level: int) -> Agreement:
        """Return the agreement that a computer plays on for the seat of event ``number``."""
        seat = self.events[number - 1].seat or 0
        text = Text("a computer for {seat}", seat=self.seats[seat].name)
        return Agreement(f"{TAKEOVER} {number} {level}", text)

    def taken_back(self, number: int) -> str | Text:
        """Return the moves that a takeback undoes now: the turn from that event on, and all since.

        The moves are in backquotes. Raises IndexError if nothing has been played from there on.
        """
        undone = [event for event in self.moves if event.number >= number]
        turn = list(takewhile(lambda event: event.person == undone[0].person, undone))
        own, others = (
            ", ".join(f"`{event.text}`" for event in events)
            for events in (turn, undone[len(turn) :])
        )
        if not others:
            return own
        return Text("{moves}, and with it {others}", moves=own, others=others)

    def last_turn_of(self, person: int) -> tuple[Event, ...]:
        """Return the moves of a person's last turn, even if others moved since; () before it."""
        turn: list[Event] = []
        for event in reversed(self.turns):
            if event.person == person:
                turn.insert(0, event)
            elif turn:
                break
        return tuple(turn)

    # Offering

    def offer_agreement(self, person: int, name: str, *, now: datetime, source: str | None) -> Self:
        """Return the match with an agreement offered to the others, or agreed to if it is offered.

        ``name`` is the name of one of ``position.agreements()``. Raises Refusal.
        """
        self._check_player(person, source)
        if self.is_between_servers and name != DRAW.name:
            raise Refusal(Text("Between servers only a draw can be agreed on."))
        agreement = next((a for a in self.position.agreements() if a.name == name), None)
        if agreement is None:
            raise Refusal(self._not_agreed())
        if agreement.seats and not set(agreement.seats) & set(self.seats_of(person)):
            raise Refusal(Text("Only the players of that fight can agree on it."))
        return self._offered(person, agreement, now, source)

    def _not_agreed(self) -> Text:
        """Return the text on something that cannot be agreed on, with what can."""
        refused = Text("That cannot be agreed on in this position.")
        possible = [agreement.text for agreement in self.position.agreements()]
        if not possible:
            return refused
        return joined([refused, Text("You can propose {agreements}.", agreements=either(possible))])

    def offer_takeback(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with a takeback of a person's last turn offered to the others.

        Raises Refusal if they have had no turn, or if something has happened that cannot be undone.
        """
        self._check_player(person, source)
        if self.is_between_servers:
            raise Refusal(Text("Between servers no move is taken back: the other has it already."))
        turn = self.last_turn_of(person)
        if not turn:
            raise Refusal(Text("You have no turn that could be taken back."))
        since = self.events[turn[0].number - 1 :]
        if any(event.position and event.kind not in {Kind.MOVE, Kind.TAKEBACK} for event in since):
            raise Refusal(
                Text(
                    "That turn cannot be taken back any more: somebody has given up, or something "
                    "was agreed on since."
                )
            )
        return self._offered(person, self.takeback(turn[0].number), now, source)

    def retract(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with a crowd's last turn undone, and computers' answers to it with it.

        Raises Refusal if it has had no turn, or if somebody else has done something since.
        """
        self._check_player(person, source)
        turn = self.last_turn_of(person)
        later = self.events[turn[-1].number :] if turn else ()
        if not turn or any(
            event.position and (event.kind is not Kind.MOVE or not is_computer(event.person or 0))
            for event in later
        ):
            raise Refusal(Text("Somebody has moved since: that cannot be taken back any more."))
        number = turn[0].number
        before = self.until(number - 1).position
        return self._add(
            Kind.TAKEBACK, now, person, text=str(number), position=before, source=source
        )

    def _offered(
        self, person: int, agreement: Agreement, now: datetime, source: str | None
    ) -> Self:
        standing = self.offer
        if standing and standing.agreement == agreement:
            return self.agree(person, standing.number, now=now, source=source)
        if standing and standing.by != person:
            raise Refusal(
                Text(
                    "There is an open offer already ({agreement}): it has to be answered first.",
                    agreement=standing.agreement.text,
                )
            )
        name = agreement.name
        since = self.events[self.since :]
        if any((e.kind, e.person, e.text) == (Kind.OFFER, person, name) for e in since):
            raise Refusal(
                Text(
                    "You have offered {agreement} on this move already; you can again after the "
                    "next one.",
                    agreement=agreement.text,
                )
            )
        return self._add(Kind.OFFER, now, person, text=name, source=source)._settled(now)

    # Answering

    def agree(self, person: int, number: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with the offer of that event number agreed to by a person.

        Once all have agreed, the offer takes effect. Raises Refusal if the offer no longer stands,
        or if they have agreed already.
        """
        offer = self._standing(person, number, source)
        if person == offer.by:
            raise Refusal(
                Text(
                    "You proposed {agreement}; it waits for an answer.",
                    agreement=offer.agreement.text,
                )
            )
        if person in offer.agreed:
            raise Refusal(Text("You have agreed already; not all others have."))
        agreed = self._add(Kind.AGREE, now, person, text=offer.agreement.name, source=source)
        return agreed._settled(now)

    def refuse(self, person: int, number: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with the offer of that event number declined, or one's own withdrawn.

        Raises Refusal.
        """
        offer = self._standing(person, number, source)
        match = self._add(Kind.REFUSE, now, person, text=offer.agreement.name, source=source)
        return match if match.outcome is None else match._closed(now)

    def recall(self, person: int, number: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with one's own offer of that event number withdrawn. Raises Refusal."""
        if self._standing(person, number, source).by != person:
            raise Refusal(
                Text("Only the player who made the offer can withdraw it; you can decline it.")
            )
        return self.refuse(person, number, now=now, source=source)

    def _voted_out(self, vote: Offer, now: datetime) -> Self:
        """Return the match with a vote closed because not all have answered in time."""
        return self._add(Kind.REFUSE, now, text=vote.agreement.name)

    def _standing(self, person: int, number: int, source: str | None) -> Offer:
        self._check_player(person, source)
        if self.offer is None or self.offer.number != number:
            raise Refusal(Text("That offer is no longer open."))
        return self.offer

    def _settled(self, now: datetime) -> Self:
        """Return the match with the offer in effect, if everybody who is asked agrees.

        Computers agree at once, unless that would give away a chance of winning.
        """
        match, offer = self, self.offer
        if offer is None:
            return self
        asked = dict.fromkeys(self.players[seat] for seat in self.asked(offer))
        if not offer.agreement.even:
            for user in filter(is_computer, asked):
                if user not in offer.agreed:
                    match = match._add(Kind.AGREE, now, user, text=offer.agreement.name)
            offer = match.offer or offer
        return match if set(asked) - offer.agreed else match._agreed(offer, now)

    def _agreed(self, offer: Offer, now: datetime) -> Self:
        """Return the match after an offer that all have agreed to takes effect."""
        if offer.agreement.name.startswith(TAKEBACK):
            number = int(offer.agreement.name.removeprefix(TAKEBACK))
            before = self.until(number - 1).position
            return self._add(Kind.TAKEBACK, now, offer.by, text=str(number), position=before)
        if is_vote(offer):
            return self.take_over(int(offer.agreement.name.split()[-1]), now=now)
        # The last answer is the event that changes the position.
        position = self.position.agree(offer.agreement)
        known = known_of(position)
        last = replace(self.events[-1], position=position.fen(), known=known)
        line = self.line.then(position, known)
        match = replace(self, events=(*self.events[:-1], last), line=line)
        match = match._ended(now)
        goes_on = match.status is Status.LIVE and match.outcome is None
        return match._add(Kind.REPOST, now) if goes_on else match

    def _propose(self, agreement: Agreement, now: datetime) -> Self:
        """Return the match with an agreement that the bot proposes to all whom it concerns."""
        return self._add(Kind.OFFER, now, text=agreement.name)._settled(now)

    def _ended(self, now: datetime) -> Self:
        """Return the match with the result recorded, if the game is over.

        A match that is not under way is aborted. If something can still be agreed on, such as to
        begin again, the bot proposes it first, unless no people play.
        """
        if self.position.outcome() is None or self.status is Status.OVER:
            return self
        if not self.is_under_way:
            return self._aborted(now)
        left = self.position.agreements() if self.persons or self.crowds else ()
        return self._propose(left[0], now) if left else self._closed(now)

    def _closed(self, now: datetime) -> Self:
        """Return the match closed with the result on its board.

        It is not rated if it was given up after a few moves: two people could agree on that.
        """
        if not (self.rated and self._is_given_up_early):
            return self._add(Kind.RESULT, now)
        return replace(self, rated=False)._add(Kind.RESULT, now, text=EARLY)

    def _aborted(self, now: datetime) -> Self:
        """Return the match aborted because of its last event: too few moves for a result."""
        last = self.events[-1]
        return self._add(Kind.ABORT, now, last.person, text=last.kind, seat=last.seat)

    # Seats that are given up

    @property
    def given_up(self) -> tuple[Event, ...]:
        """The events by which a player has just given up all of their seats, while others play on.

        It is empty after the next move, for a computer or a crowd, and in a tournament: that counts
        the result for those who began.
        """
        if self.status is not Status.LIVE or self.outcome is not None or self.tournament:
            return ()
        events: list[Event] = []
        for event, _ in reversed(self.path):
            seat = event.seat
            if event.kind not in GIVEN_UP or seat is None or not self.is_persons(seat):
                break
            if events and self.players[seat] != self.players[events[0].seat or 0]:
                break
            events.insert(0, event)
        return tuple(events)

    def offer_takeover(self, level: int, *, now: datetime) -> Self:
        """Return the match after the bot asks if a computer plays on for the player who gave up.

        It is the match itself if nobody has just given up. Raises ValueError for an unknown level.
        """
        given_up = self.given_up
        if not given_up:
            return self
        another(level, self.people)
        return self._propose(self.takeover(given_up[0].number, level), now)

    def take_over(self, level: int, *, now: datetime) -> Self:
        """Return the match with a computer of that level in the seats that were just given up.

        It plays on from the position before they were given up. It is the match itself if nobody
        has just given up. Raises ValueError for an unknown level.
        """
        given_up = self.given_up
        if not given_up:
            return self
        first, user = given_up[0], another(level, self.people)
        gone = self.players[first.seat or 0]
        seated = zip(self.people, self.players, strict=True)
        people = tuple(user if player == gone else person for person, player in seated)
        match = replace(self, people=people, rated=False)
        position = self.until(first.number - 1).position
        return match._add(
            Kind.TAKEOVER, now, user, text=str(first.number), seat=first.seat, position=position
        )

    # People who have left the server

    @property
    def departed(self) -> tuple[int, ...]:
        """The players who are noted to have left the server, and have done nothing since."""
        if self.status is not Status.LIVE or self.outcome is not None:
            return ()
        gone: dict[int, None] = {}
        for event in self.events:
            if event.kind is Kind.REMIND and event.text == Reminder.LEFT:
                seat = event.seat or 0
                if self.is_persons(seat) and self.seats[seat].active:
                    gone[self.players[seat]] = None
            elif event.person is not None:
                gone.pop(event.person, None)
        return tuple(gone)

    def note_departed(self, person: int, *, now: datetime) -> Self:
        """Return the match after its other players are told that somebody has left the server.

        It is the match itself if that is known, or if nobody else plays in it.
        """
        seats = [seat for seat in self.seats_of(person) if self.seats[seat].active]
        alone = not set(self.persons) - {person, *self.departed}
        over = self.status is not Status.LIVE or self.outcome is not None
        if over or alone or not seats or person in self.departed:
            return self
        return self._add(Kind.REMIND, now, text=Reminder.LEFT, seat=seats[0])

    def may_replace(self, person: int, departed: int) -> bool:
        """Return whether a person may have a computer play on for one who has left.

        Nobody else is to be asked then, and no tournament counts the result.
        """
        others = {user for user in self.players if is_person(user)} - set(self.departed)
        counts = self.tournament is not None or self.is_between_servers or bool(self.crowds)
        return departed in self.departed and others == {person} and not (counts or self.setting_up)

    def replace_departed(
        self, person: int, departed: int, level: int, *, now: datetime, source: str | None
    ) -> Self:
        """Return the match with a computer in the seats of somebody who has left; it is not rated.

        Raises Refusal if the person may not decide that, ValueError for an unknown level.
        """
        self._check_player(person, source)
        if not self.may_replace(person, departed):
            raise Refusal(Text("A computer cannot play on in this match."))
        user, (seat, *_) = another(level, self.people), self.seats_of(departed)
        people = tuple(user if player == departed else player for player in self.players)
        match = replace(self, people=people, rated=False)
        following = str(len(self.events) + 1)
        return match._add(
            Kind.TAKEOVER,
            now,
            user,
            text=following,
            seat=seat,
            position=self.position,
            source=source,
        )
