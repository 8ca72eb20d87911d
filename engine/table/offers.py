"""Offers: a draw and what else a game lets its players agree on, and taking a turn back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import takewhile
from typing import Self

from engine.errors import Refusal
from engine.table.record import CLOSED, Event, Kind, Offer
from engine.table.state import MatchState
from engine.text import Text
from engine.values import Agreement

TAKEBACK = "takeback"
"""The name of the agreement to take a turn back; the number of its first event follows."""


@dataclass(frozen=True)
class Offers(MatchState):
    """What is offered in a match, and what its players may offer and answer."""

    @cached_property
    def offer(self) -> Offer | None:
        """What is offered now.

        It lapses with the next move, unless that is a move of a person who has agreed to it, and
        with whatever else changes the position.
        """
        offer: Offer | None = None
        for event in self.events:
            match event.kind:
                case Kind.OFFER:
                    agreed = frozenset[int]() if event.person is None else {event.person}
                    agreement = self.agreement_of(event)
                    offer = Offer(event.number, agreement, event.person, frozenset(agreed))
                case Kind.AGREE if offer and event.person is not None:
                    offer = replace(offer, agreed=offer.agreed | {event.person})
                case Kind.MOVE if (
                    offer
                    and event.person in offer.agreed
                    and not offer.agreement.name.startswith(TAKEBACK)
                ):
                    continue
                case Kind.REFUSE:
                    offer = None
            if event.kind is not Kind.OFFER and (event.position or event.kind in CLOSED):
                offer = None
        return offer

    def asked(self, offer: Offer) -> tuple[int, ...]:
        """Return the seats that have to agree to an offer."""
        if offer.agreement.seats:
            return offer.agreement.seats
        return tuple(number for number, seat in enumerate(self.position.seats) if seat.active)

    def agreement_of(self, event: Event) -> Agreement:
        """Return what was offered, agreed to or declined by an event.

        Raises LookupError for other events.
        """
        if event.text.startswith(TAKEBACK):
            return self.takeback(int(event.text.removeprefix(TAKEBACK)))
        for agreement in self.until(event.number - 1).position.agreements():
            if agreement.name == event.text:
                return agreement
        raise LookupError(event.text)

    def takeback(self, number: int) -> Agreement:
        """Return the agreement to take back all from the event of that number on."""
        text = Text("a takeback of {moves}", moves=self.taken_back(number))
        return Agreement(f"{TAKEBACK} {number}", text)

    def taken_back(self, number: int) -> str:
        """Return the moves of the turn that begins with the event of that number, as code."""
        person = self.events[number - 1].person
        made = (event for event in self.events[number - 1 :] if event.position)
        turn = takewhile(lambda event: event.kind is Kind.MOVE and event.person == person, made)
        return ", ".join(f"`{event.text}`" for event in turn)

    def last_turn_of(self, person: int) -> tuple[Event, ...]:
        """Return the moves of a person's last turn, whoever has moved since; none before it."""
        turn: list[Event] = []
        for event in reversed(self.turns):
            if event.person == person:
                turn.insert(0, event)
            elif turn:
                break
        return tuple(turn)

    # Offering

    def offer_agreement(self, person: int, name: str, *, now: datetime, source: str | None) -> Self:
        """Return the match with something offered to the others, or agreed to if it is already.

        ``name`` is that of one of ``position.agreements()``. Raises Refusal.
        """
        self._check_player(person, source)
        agreement = next((a for a in self.position.agreements() if a.name == name), None)
        if agreement is None:
            raise Refusal(Text("That cannot be agreed on in this position."))
        if agreement.seats and not set(agreement.seats) & set(self.seats_of(person)):
            raise Refusal(Text("Only the players of that fight can agree on it."))
        return self._offered(person, agreement, now, source)

    def offer_takeback(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with a takeback of a person's last turn offered to the others.

        Raises Refusal where they have none, or something has happened that cannot be undone.
        """
        self._check_player(person, source)
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

    def _offered(
        self, person: int, agreement: Agreement, now: datetime, source: str | None
    ) -> Self:
        if self.offer and self.offer.agreement == agreement:
            return self.agree(person, self.offer.number, now=now, source=source)
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

        When all have agreed, what was offered happens. Raises Refusal when the offer does not
        stand any more, or they have agreed already.
        """
        offer = self._standing(person, number, source)
        if person in offer.agreed:
            raise Refusal(
                Text(
                    "You have agreed to {agreement}; it is for your opponent to answer.",
                    agreement=offer.agreement.text,
                )
            )
        agreed = self._add(Kind.AGREE, now, person, text=offer.agreement.name, source=source)
        return agreed._settled(now)

    def refuse(self, person: int, number: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with the offer of that event number declined, or one's own withdrawn.

        Raises Refusal.
        """
        offer = self._standing(person, number, source)
        match = self._add(Kind.REFUSE, now, person, text=offer.agreement.name, source=source)
        return match if match.outcome is None else match._add(Kind.RESULT, now)

    def recall(self, person: int, number: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with one's own offer of that event number withdrawn. Raises Refusal."""
        if self._standing(person, number, source).by != person:
            raise Refusal(
                Text("Only the player who made the offer can withdraw it; you can decline it.")
            )
        return self.refuse(person, number, now=now, source=source)

    def _standing(self, person: int, number: int, source: str | None) -> Offer:
        self._check_player(person, source)
        if self.offer is None or self.offer.number != number:
            raise Refusal(Text("That offer does not stand any more."))
        return self.offer

    def _settled(self, now: datetime) -> Self:
        """Return the match after what was offered, if all who are still playing agree."""
        offer = self.offer
        if offer is None or any(
            self.people[seat] not in offer.agreed for seat in self.asked(offer)
        ):
            return self
        if offer.agreement.name.startswith(TAKEBACK):
            number = int(offer.agreement.name.removeprefix(TAKEBACK))
            before = self.until(number - 1).position
            return self._add(Kind.TAKEBACK, now, offer.by, text=str(number), position=before)
        # The last answer is the event that changes the position.
        position = self.position.agree(offer.agreement)
        last = replace(self.events[-1], position=position.fen())
        match = replace(self, events=(*self.events[:-1], last), line=(*self.line, position))
        match = match._ended(now)
        return match._add(Kind.REPOST, now) if match.outcome is None else match
