"""The checks and the steps that everything done at the table is made of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from engine.errors import Refusal
from engine.game import Position
from engine.table.record import Event, Kind, NotAPlayer, NotYourTurn, Repeated, Status
from engine.table.timed import Timed
from engine.text import Text
from engine.values import Agreement


@dataclass(frozen=True)
class Steps(Timed):
    """A match that can be gone on with, event by event."""

    # The channel

    def relocate(self, channel: int, *, now: datetime, source: str | None) -> Self:
        """Goes on in another channel, and is shown there again."""
        return self.move_to(channel, now=now, source=source).repost(now=now)

    def move_to(self, channel: int, *, now: datetime, source: str | None = None) -> Self:
        """Goes on in another channel with what it has not shown yet."""
        moved = self._with(self._event(Kind.RELOCATE, now), source=source)
        return replace(moved, channel=channel)

    def repost(self, *, now: datetime, source: str | None = None) -> Self:
        """Shows again in the channel how the match stands."""
        return self._with(self._event(Kind.REPOST, now), source=source)

    def check_player(self, person: int) -> None:
        """Raises Refusal where that person is not playing in this match now."""
        self._check_player(person, None)

    def check_turn(self, person: int) -> None:
        """Raises Refusal (NotAPlayer, NotYourTurn) where it is not that person's turn."""
        self.check_player(person)
        turn = self.position.turn
        if self.people[turn] != person:
            raise NotYourTurn(
                Text("It is not your turn: {seat} to move.", seat=self.seats[turn].name)
            )

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

    def _check_player(self, person: int, source: str | None) -> None:
        self._check_new(source)
        if person not in self.people:
            raise NotAPlayer
        self._check_status(Status.LIVE)
        if not any(self.position.seats[seat].active for seat in self.seats_of(person)):
            raise Refusal(Text("You are out of this match; the others play on."))

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

    def _ended(self, now: datetime) -> Self:
        """With the result recorded, if the game is over.

        Where something can still be agreed on, such as to begin anew, the bot proposes it first.
        """
        if self.outcome is None:
            return self
        left = self.position.agreements()
        return self._propose(left[0], now) if left else self._with(self._event(Kind.RESULT, now))
