"""Offers: a draw and what else a game lets its players agree on, and taking a turn back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from engine.errors import Refusal
from engine.table.record import Kind, Offer
from engine.table.setting_up import SettingUp
from engine.table.standing import TAKEBACK
from engine.text import Text
from engine.values import Agreement


@dataclass(frozen=True)
class Offers(SettingUp):
    """A match whose players may offer something, and agree."""

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
        return self._offered(person, agreement, now, source)

    def offer_takeback(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Asks the others to let a person take back his last turn, whoever has moved since.

        Raises Refusal where he has none, or something has happened that no one can undo.
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
        """With something offered; where it stands offered already, agreed to."""
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
        """Declines the offer of that event number, or withdraws one's own. Raises Refusal."""
        offer = self._standing(person, number, source)
        match = self._with(
            self._event(Kind.REFUSE, now, person, offer.agreement.name), source=source
        )
        return match if match.outcome is None else match._with(match._event(Kind.RESULT, now))

    def recall(self, person: int, number: int, *, now: datetime, source: str | None) -> Self:
        """Withdraws one's own offer of that event number. Raises Refusal."""
        if self._standing(person, number, source).by != person:
            raise Refusal(Text("Only who made the offer can withdraw it; you can decline it."))
        return self.refuse(person, number, now=now, source=source)

    def _standing(self, person: int, number: int, source: str | None) -> Offer:
        self._check_player(person, source)
        if self.offer is None or self.offer.number != number:
            raise Refusal(Text("That offer does not stand any more."))
        return self.offer

    def _settled(self, now: datetime) -> Self:
        """With the offer come about, if all who are still playing agree."""
        offer = self.offer
        if offer is None or any(
            self.people[seat] not in offer.agreed for seat in self.asked(offer)
        ):
            return self
        if offer.agreement.name.startswith(TAKEBACK):
            number = int(offer.agreement.name.removeprefix(TAKEBACK))
            back = self._event(Kind.TAKEBACK, now, offer.by, str(number))
            return self._with(back, position=self.until(number - 1).position)
        last = replace(self.events[-1], position="")
        position = self.position.agree(offer.agreement)
        agreed = replace(self, events=self.events[:-1])
        match = agreed._with(last, position=position, source=last.source)._ended(now)
        return match.repost(now=now) if match.outcome is None else match
