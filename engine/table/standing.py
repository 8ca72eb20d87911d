"""How a match stands: what can be seen in its record, without changing anything."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby, takewhile
from typing import Self

from engine.errors import MoveError
from engine.game import Game, Position
from engine.table.clock import NO_LIMIT, TimeControl
from engine.table.record import CHALLENGE_LIFETIME, CLOSED, Event, Kind, Offer, SetUp, Status
from engine.text import Text
from engine.values import Agreement, Move, Options, Outcome, Seat

TAKEBACK = "takeback"
"""The name of the agreement to take a turn back; the number of its first event follows."""


@dataclass(frozen=True)
class Standing:
    """A match as it stands: who sits where, what happened, and what follows from it.

    ``people[seat]`` is the person on that seat once the seats are ``drawn``; until then it is
    the host and those he challenged, in that order. ``line`` holds the position after each
    event that has one. ``drafts`` are the set-ups of the seats; they are saved, and no part of
    the record. ``previous`` is the match that this one is the rematch of.
    """

    id: int
    guild: int
    channel: int
    game: Game
    options: Options
    host: int
    people: tuple[int, ...]
    drawn: bool
    events: tuple[Event, ...] = ()
    line: tuple[Position, ...] = ()
    drafts: Mapping[int, SetUp] = field(default_factory=dict, hash=False)
    time: TimeControl = NO_LIMIT
    rated: bool = False
    previous: int | None = None

    @cached_property
    def status(self) -> Status:
        """Where it stands."""
        if any(event.kind in CLOSED for event in self.events):
            return Status.OVER
        return Status.LIVE if self.line else Status.CHALLENGE

    @property
    def imported(self) -> bool:
        """Whether it was played elsewhere, and is here for its host alone to look through."""
        return bool(self.events) and self.events[0].kind is Kind.IMPORT

    @cached_property
    def headers(self) -> Mapping[str, str]:
        """The headers of an imported record, none where it was played here."""
        headers: dict[str, str] = json.loads(self.events[0].text) if self.imported else {}
        return headers

    @property
    def ended(self) -> datetime | None:
        """When it was over, None before."""
        return next((event.at for event in self.events if event.kind in CLOSED), None)

    @cached_property
    def path(self) -> tuple[tuple[Event, Position], ...]:
        """The line of play: what made each position, and the position; nothing taken back."""
        path: list[tuple[Event, Position]] = []
        made = (event for event in self.events if event.position)
        for event, position in zip(made, self.line, strict=True):
            if event.kind is Kind.TAKEBACK:
                path = [made for made in path if made[0].number < int(event.text)]
            else:
                path.append((event, position))
        return tuple(path)

    @property
    def position(self) -> Position:
        """The position now. Raises IndexError before the start."""
        return self.line[-1]

    @cached_property
    def moves(self) -> tuple[Event, ...]:
        """The moves played, in order, without those taken back."""
        return tuple(event for event, _ in self.path if event.kind is Kind.MOVE)

    @cached_property
    def turns(self) -> tuple[Event, ...]:
        """The moves played, without those that set up the pieces."""
        before = (position for _, position in self.path)
        return tuple(
            event
            for (event, _), position in zip(self.path[1:], before, strict=False)
            if event.kind is Kind.MOVE and position.setup is None
        )

    @property
    def example(self) -> str:
        """A move in notation: of the first turn one that can be played, else what is usual."""
        usual = self.game.example
        if self.turns:
            return usual
        try:
            self.position.parse(usual)
        except MoveError:
            return self.position.write(self.position.legal_moves()[0])
        return usual

    @property
    def move_number(self) -> int:
        """The number of the move that is to be played now: each seat's turn once is a move."""
        if not self.turns:
            return 1
        number, last = next(n for n in reversed(self._numbered()) if n[0])
        return number + (last.seat is not None and self.position.turn < last.seat)

    def _numbered(self) -> list[tuple[int, Event]]:
        """The moves with their numbers: a new one begins when the turn comes round.

        What sets up the pieces has number 0.
        """
        number, before = 1, -1
        numbered = []
        turns = {event.number for event in self.turns}
        for event in self.moves:
            if event.number not in turns:
                numbered.append((0, event))
                continue
            seat = event.seat or 0
            number += seat < before
            before = seat
            numbered.append((number, event))
        return numbered

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in order of play, before the start too."""
        if self.line:
            return self.position.seats
        return self.game.start(len(self.people), **self.options).seats

    @property
    def drafting(self) -> tuple[int, ...]:
        """The seats that are still setting up their pieces in secret."""
        setup = self.position.setup if self.line else None
        seats = setup.seats() if setup is not None else ()
        return tuple(seat for seat in seats if not self.drafts.get(seat, SetUp()).ready)

    @property
    def since(self) -> int:
        """The number of the event that made the position what it is now."""
        return next(event.number for event in reversed(self.events) if event.position)

    @property
    def last_turn(self) -> tuple[Event, ...]:
        """The moves of the last message that had any: usually one, none before the first."""
        turn: list[Event] = []
        for event in reversed(self.moves):
            if turn and (turn[0].source is not None or turn[0].person != event.person):
                break
            turn.insert(0, event)
        return tuple(turn)

    def last_moves(self) -> tuple[Position | None, tuple[Move, ...]]:
        """The position before the last turn (None before the first) and the moves of it."""
        turn = self.last_turn
        if not turn:
            return None, ()
        before = position = self.until(turn[0].number - 1).position
        moves = []
        for event in turn:
            moves.append(position.parse(event.text))
            position = position.play(moves[-1])
        return before, tuple(moves)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, None while it is played or where it has no result."""
        if not self.line:
            return None
        decision = self.decision
        if decision is not None:
            ranks, _, reason = decision.text.partition("\n")
            decided = tuple(int(rank) for rank in ranks.split())
            return Outcome(decided, Text("{reason}", reason=reason)) if decided else None
        outcome = self.position.outcome()
        last = self.events[self.since - 1]
        if outcome is not None and last.kind is Kind.TIMEOUT and last.seat is not None:
            seat = self.seats[last.seat].name
            return outcome._replace(reason=Text("{seat} ran out of time.", seat=seat))
        return outcome

    @property
    def decision(self) -> Event | None:
        """A moderator's last decision on the result, None where there is none."""
        return next((e for e in reversed(self.events) if e.kind is Kind.ADJUDICATE), None)

    @property
    def accepted(self) -> frozenset[int]:
        """The people who agreed to play: the host, who accepted and who joined."""
        agreed = {self.host}
        for event in self.events:
            if event.person is None:
                continue
            if event.kind in {Kind.ACCEPT, Kind.JOIN}:
                agreed.add(event.person)
            elif event.kind is Kind.LEAVE:
                agreed.discard(event.person)
        return frozenset(agreed)

    @property
    def joined(self) -> frozenset[int]:
        """The people who took an open seat and have not left it again."""
        joined = {event.person for event in self.events if event.kind is Kind.JOIN}
        return frozenset(person for person in self.accepted if person in joined)

    @property
    def expires(self) -> datetime:
        """When the challenge expires if it is not answered."""
        return self.events[0].at + CHALLENGE_LIFETIME

    @cached_property
    def offer(self) -> Offer | None:
        """What is offered now.

        It lapses with the next move, unless that is a move of somebody who has agreed to it, and
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

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that something is waiting for: the only source of pings and reminders."""
        match self.status:
            case Status.OVER:
                return ()
            case Status.CHALLENGE:
                return tuple(s for s, p in enumerate(self.people) if p not in self.accepted)
        waiting = set(self.drafting) or {self.position.turn}
        if self.offer:
            asked = self.asked(self.offer)
            waiting.update(seat for seat in asked if self.people[seat] not in self.offer.agreed)
        return tuple(sorted(waiting))

    def agreement_of(self, event: Event) -> Agreement:
        """What was offered, agreed to or declined by an event. Raises LookupError for others."""
        if event.text.startswith(TAKEBACK):
            return self.takeback(int(event.text.removeprefix(TAKEBACK)))
        for agreement in self.until(event.number - 1).position.agreements():
            if agreement.name == event.text:
                return agreement
        raise LookupError(event.text)

    def takeback(self, number: int) -> Agreement:
        """The agreement to take back all from the event of that number on."""
        text = Text("a takeback of {moves}", moves=self.taken_back(number))
        return Agreement(f"{TAKEBACK} {number}", text)

    def taken_back(self, number: int) -> str:
        """The moves of the turn that begins with the event of that number, as code."""
        person = self.events[number - 1].person
        made = (event for event in self.events[number - 1 :] if event.position)
        turn = takewhile(lambda event: event.kind is Kind.MOVE and event.person == person, made)
        return ", ".join(f"`{event.text}`" for event in turn)

    def last_turn_of(self, person: int) -> tuple[Event, ...]:
        """The moves of a person's last turn, whoever has moved since; none before his first."""
        turn: list[Event] = []
        for event in reversed(self.turns):
            if event.person == person:
                turn.insert(0, event)
            elif turn:
                break
        return tuple(turn)

    def seats_of(self, person: int) -> tuple[int, ...]:
        """The seats a person holds, none for somebody else."""
        return tuple(seat for seat, holder in enumerate(self.people) if holder == person)

    def seat_seen_by(self, person: int) -> int | None:
        """The seat whose view a person has: his own, the one to move if he holds several."""
        seats = self.seats_of(person)
        if self.line and self.position.turn in seats:
            return self.position.turn
        return seats[0] if seats and self.drawn else None

    def until(self, number: int) -> Self:
        """The match as it was right after the event of that number."""
        events = self.events[:number]
        positions = sum(1 for event in events if event.position)
        return replace(self, events=events, line=self.line[:positions])

    def record(self) -> str:
        """All moves in notation: ``1. 32-28 19-23 2. 28x19 14x23``; ``""`` before the first."""
        words = []
        for number, moves in groupby(self._numbered(), key=lambda numbered: numbered[0]):
            words += [f"{number}."] * bool(number)
            words += [event.text for _, event in moves]
        return " ".join(words)

    def draft_of(self, seat: int) -> SetUp:
        """What a seat has set up so far."""
        return self.drafts.get(seat, SetUp())

    def asked(self, offer: Offer) -> tuple[int, ...]:
        """The seats that have to agree to an offer."""
        if offer.agreement.seats:
            return offer.agreement.seats
        return tuple(number for number, seat in enumerate(self.position.seats) if seat.active)
