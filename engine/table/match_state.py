"""The state of a match: its record, the facts that follow from it, and new events."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import takewhile
from typing import Self
from urllib.parse import unquote

from engine.errors import Refusal
from engine.event_log import check_new, next_moment
from engine.game import Game, Position
from engine.table.clock import NO_LIMIT, TimeControl
from engine.table.decisions import decided, reason_of
from engine.table.record import (
    CLOSED,
    EARLY,
    GIVEN_UP,
    LEAST_RATED,
    LOWERED,
    OFTEN,
    OPEN,
    Event,
    Kind,
    Line,
    NotAPlayer,
    NotYourTurn,
    Numbering,
    Offer,
    Reached,
    SeatSetUp,
    Stakes,
    Status,
    is_abroad,
    is_computer,
    is_crowd,
    is_person,
    known_of,
    written,
)
from engine.text import Text
from engine.values import Agreement, Move, Options, Outcome, Seat

TAKEBACK = "takeback"
"""The first word in the name of an agreement to take back a turn; the number of the turn's first
event follows.
"""

TAKEOVER = "takeover"
"""The first word in the name of an agreement that a computer plays on in the seats of a player who
has given up; the number of the event and the level of the computer follow.
"""

INTERRUPTIONS = frozenset({Kind.OUTAGE, Kind.GAP, Kind.HOLIDAY, Kind.HIDDEN, Kind.PAUSE})
"""Kinds of events that stop the time of players, or give back time that has passed."""


def is_vote(offer: Offer) -> bool:
    """Return whether an offer is a vote on a computer playing on."""
    return offer.agreement.name.startswith(TAKEOVER)


@dataclass(frozen=True)
class MatchState:
    """The state of a match: its people by seat, and its record.

    ``people[seat]`` is the person on a seat once the seats are ``drawn``; until then, ``people``
    are the host and the people challenged, in that order. The result of a seat belongs to that
    person, even if the seat was left to a partner: ``players`` are the people who play the seats
    now. ``line`` holds the position after each event that has one. ``set_ups`` are the set-ups of
    the seats; they are saved, but are not part of the record. The board of a ``blindfold`` match is
    shown without pieces until the match is over. ``previous`` is the id of the match whose rematch
    this one is, and ``tournament`` the id of its tournament.
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
    line: Line = field(default_factory=Line)
    set_ups: Mapping[int, SeatSetUp] = field(default_factory=dict, hash=False)
    time: TimeControl = NO_LIMIT
    rated: bool = False
    blindfold: bool = False
    previous: int | None = None
    tournament: int | None = None

    # Status and result

    @cached_property
    def status(self) -> Status:
        """The status of the match: it waits for answers, is played, or is over."""
        if any(event.kind in CLOSED for event in self.events):
            return Status.OVER
        return Status.LIVE if self.line else Status.CHALLENGE

    @property
    def ended(self) -> datetime | None:
        """The time at which the match ended, or None before its end."""
        return next((event.at for event in self.events if event.kind in CLOSED), None)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result of the match; None while it is played, or if it has none.

        A match that ends before it is under way has no result, unless a moderator decides one.
        """
        if not self.line:
            return None
        if self.decision is not None:
            return decided(self.decision, computers_left=self.left_to_computers)
        outcome = self.position.outcome()
        if outcome is None or not self.is_under_way:
            return None
        last = self.events[self.since - 1]
        seat = None if last.seat is None else self.seats[last.seat].name
        reason = None if seat is None else reason_of(last, seat, self.events, self.people)
        return outcome if reason is None else outcome._replace(reason=reason)

    @cached_property
    def sides_moved(self) -> frozenset[int]:
        """The teams that have moved on any seat. Set-ups and moves taken back do not count."""
        return frozenset(self.seats[event.seat or 0].team for event in self.turns)

    @cached_property
    def is_under_way(self) -> bool:
        """Whether two sides have moved and, if people play, one of these sides has people.

        An imported match was played elsewhere: its result stands, however few moves it has.
        """
        if self.imported:
            return True
        with_people = {
            seat.team
            for number, seat in enumerate(self.seats)
            if self.people[number] in self.persons or not self.persons
        }
        return len(self.sides_moved) > 1 and not with_people.isdisjoint(self.sides_moved)

    @property
    def is_aborted(self) -> bool:
        """Whether the match ended as if it had not begun: by the players' wish, or too early."""
        if self.status is not Status.OVER or not self.line or self.decision is not None:
            return False
        if any(event.kind is Kind.ABORT for event in self.events):
            return True
        return self.position.outcome() is not None and not self.is_under_way

    @property
    def unmoved(self) -> tuple[int, ...]:
        """The seats whose sides never moved; the result does not count for these seats.

        It is empty without a result, and if a moderator or the bot decided the result.
        """
        if self.outcome is None or self.decision is not None:
            return ()
        seats = enumerate(self.seats)
        return tuple(n for n, seat in seats if seat.team not in self.sides_moved)

    @property
    def lowered(self) -> tuple[int, ...]:
        """The seats of computers that have made a move below their level, for fair play.

        The result does not count for these seats: nobody has beaten their level.
        """
        seats = {one.seat for one in self.moves if (one.source or "").endswith(LOWERED)}
        return tuple(sorted(seat for seat in seats if seat is not None))

    @cached_property
    def decision(self) -> Event | None:
        """The event of the last decision on the result, by a moderator or the bot, or None."""
        return next((e for e in reversed(self.events) if e.kind is Kind.ADJUDICATE), None)

    @property
    def left_to_computers(self) -> bool:
        """Whether the bot has ended the match because all people who played have given up."""
        decision = self.decision
        return decision is not None and decision.person is None and not self.imported

    @property
    def is_between_servers(self) -> bool:
        """Whether a player of another server plays in the match, which has a twin there."""
        return any(map(is_abroad, self.people))

    @property
    def imported(self) -> bool:
        """Whether the match was played elsewhere, and is here only for its host to look through."""
        return bool(self.events) and self.events[0].kind is Kind.IMPORT

    @property
    def stakes(self) -> Stakes:
        """The reason why the match is rated or not."""
        first = self.events[0]
        if first.kind is not Kind.CHALLENGE:
            return Stakes.USUAL
        said = (word for word in first.text.split() if word != OFTEN and ":" not in word)
        return Stakes(next(said, ""))

    @property
    def began_at_once(self) -> bool:
        """Whether the match began when it was proposed, so that it never was an open challenge."""
        # a host who begins with fewer players leaves the source of their command or press
        return any(one.kind is Kind.START and one.source is None for one in self.events[1:2])

    @property
    def played_too_often(self) -> bool:
        """Whether the match is unrated because its people have played too many rated ones."""
        begun = (event for event in self.events if event.kind in {Kind.CHALLENGE, Kind.START})
        return any(OFTEN in event.text.split() for event in begun)

    @property
    def ended_too_early(self) -> bool:
        """Whether the match is unrated because it was given up or agreed drawn too early."""
        return any(event.kind is Kind.RESULT and event.text == EARLY for event in self.events)

    @property
    def _is_given_up_early(self) -> bool:
        """Whether the game ended without a last move, and too early for a rated match.

        It is too early before two sides have moved ``LEAST_RATED`` times.
        """
        moved = Counter(self.seats[event.seat or 0].team for event in self.turns)
        enough = [team for team, times in moved.items() if times >= LEAST_RATED]
        return len(enough) < 2 and self.events[self.since - 1].kind is not Kind.MOVE

    @cached_property
    def headers(self) -> Mapping[str, str]:
        """The headers of an imported record; empty if the match was played here."""
        headers: dict[str, str] = json.loads(self.events[0].text) if self.imported else {}
        return headers

    @cached_property
    def paused(self) -> datetime | None:
        """The time since which the match is paused with its tournament, or None if it is not."""
        both = {Kind.PAUSE, Kind.RESUME}
        last = next((event for event in reversed(self.events) if event.kind in both), None)
        if last is None or last.kind is Kind.RESUME:
            return None
        return datetime.fromisoformat(last.text)

    # Seats

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in order of play, before the start too."""
        if self.line:
            return self.position.seats
        return self.game.start(len(self.people), **self.options).seats

    @cached_property
    def persons(self) -> tuple[int, ...]:
        """The people on its seats, each once, in the order of their seats.

        Computers, crowds and players of another server are left out.
        """
        return tuple(user for user in dict.fromkeys(self.people) if is_person(user))

    @property
    def computers(self) -> tuple[int, ...]:
        """The computers on its seats, each once, in the order of their seats."""
        return tuple(user for user in dict.fromkeys(self.people) if is_computer(user))

    @property
    def crowds(self) -> tuple[int, ...]:
        """The crowds on its seats, each once, in the order of their seats."""
        return tuple(user for user in dict.fromkeys(self.people) if is_crowd(user))

    @cached_property
    def crowd_names(self) -> Mapping[int, str]:
        """The names of the crowds that have a name, by the ids of the crowds."""
        if not (self.crowds and self.events):
            return {}
        named = [word.partition(":") for word in self.events[0].text.split() if ":" in word]
        return {int(user): unquote(name) for user, _, name in named}

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The present player of each seat: the person on it, or the partner who took it over."""
        players = list(self.people)
        for event in self.events:
            if event.kind in GIVEN_UP and event.text:
                players[event.seat or 0] = players[int(event.text)]
        return tuple(players)

    def is_computers(self, seat: int) -> bool:
        """Return whether a computer plays a seat now."""
        return is_computer(self.players[seat])

    def is_persons(self, seat: int) -> bool:
        """Return whether a single person plays a seat now, who can be called and has a clock."""
        return is_person(self.players[seat])

    def seats_of(self, person: int) -> tuple[int, ...]:
        """Return the seats that a person plays now; empty if they do not play."""
        return tuple(seat for seat, player in enumerate(self.players) if player == person)

    def partner_of(self, seat: int) -> int | None:
        """Return the seat of a partner who can play on for a seat, or None if nobody can.

        The partner is the next player on the same side who is still playing, in the order of the
        seats, and must be a single person.
        """
        seats, count = self.seats, len(self.seats)
        for other in [(seat + step) % count for step in range(1, count)]:
            same_side = seats[other].team == seats[seat].team and seats[other].active
            if same_side and self.players[other] not in {self.players[seat], OPEN}:
                return other if self.is_persons(other) else None
        return None

    def seat_seen_by(self, person: int) -> int | None:
        """Return the seat whose view a person has: their own or, of several, the one to move."""
        seats = self.seats_of(person)
        if self.line and self.position.turn in seats:
            return self.position.turn
        return seats[0] if seats and self.drawn else None

    @property
    def setting_up(self) -> tuple[int, ...]:
        """The seats that are still setting up their pieces in secret."""
        setup = self.position.setup if self.line else None
        seats = setup.seats() if setup is not None else ()
        return tuple(seat for seat in seats if not self.set_up_of(seat).ready)

    def set_up_of(self, seat: int) -> SeatSetUp:
        """Return the set-up of a seat so far, which may be empty."""
        return self.set_ups.get(seat, SeatSetUp())

    # The line of play

    @cached_property
    def position(self) -> Position:
        """The present position. Raises IndexError before the start."""
        return self.line[-1]

    @property
    def since(self) -> int:
        """The number of the event that made the present position."""
        return next(event.number for event in reversed(self.events) if event.position)

    @cached_property
    def path(self) -> tuple[Reached, ...]:
        """The events of the line of play, each with the position after it.

        Events that were taken back are left out.
        """
        path: list[Reached] = []
        made = (event for event in self.events if event.position)
        for event, place in zip(made, self.line.places, strict=True):
            if event.kind in {Kind.TAKEBACK, Kind.TAKEOVER}:
                path = [reached for reached in path if reached.event.number < int(event.text)]
            else:
                path.append(Reached(event, place))
        return tuple(path)

    @cached_property
    def moves(self) -> tuple[Event, ...]:
        """The moves played, in order, without those taken back."""
        return tuple(event for event, _ in self.path if event.kind is Kind.MOVE)

    @cached_property
    def turns(self) -> tuple[Event, ...]:
        """The moves played, without those that set up the pieces."""
        before = (place for _, place in self.path)
        return tuple(
            event
            for (event, _), place in zip(self.path[1:], before, strict=False)
            if event.kind is Kind.MOVE and place.turn is not None
        )

    def until(self, number: int) -> Self:
        """Return the match as it was right after the event of that number."""
        if number == len(self.events):
            return self  # keeps its cached properties
        events = self.events[:number]
        positions = sum(1 for event in events if event.position)
        return replace(self, events=events, line=self.line[:positions])

    @property
    def last_turn(self) -> tuple[Event, ...]:
        """The moves of the last message that had any, usually one; empty before the first move."""
        turn: list[Event] = []
        for event in reversed(self.moves):
            if turn and (turn[0].source is not None or turn[0].person != event.person):
                break
            turn.insert(0, event)
        return tuple(turn)

    @cached_property
    def exchange(self) -> tuple[tuple[Event, ...], ...]:
        """The turns shown together: those from the last turn of a person to the last turn of all.

        It is the last turn alone if no people play any more, and empty before the first turn.
        """
        turns = [self.last_turn]
        seats = enumerate(self.position.seats if self.line else ())
        if not turns[0] or not any(s.active and not self.is_computers(n) for n, s in seats):
            return tuple(filter(None, turns))
        numbers = [event.number for event, _ in self.path]
        index = numbers.index(turns[0][0].number)
        most = 2 * len(self.people)  # a turn may go back to a seat
        while is_computer(turns[0][0].person or 0) and len(turns) < most:
            turn: list[Event] = []
            while self._is_turn(index - 1) and not (turn and turn[0].source):
                event = self.path[index - 1].event
                if turn and turn[0].person != event.person:
                    break
                turn.insert(0, event)
                index -= 1
            if not turn:
                break
            turns.insert(0, tuple(turn))
        return tuple(turns)

    def _is_turn(self, index: int) -> bool:
        """Return whether a step of the path is a move that did not set up pieces."""
        return (
            index > 0
            and self.path[index].event.kind is Kind.MOVE
            and self.path[index - 1].place.turn is not None
        )

    def last_moves(self) -> tuple[Position | None, tuple[Move, ...]]:
        """Return the position before the shown moves (None if there are none), and these moves.

        Moves that set up pieces are not shown. If more than two play, all moves since the last turn
        of the seat to move are shown.
        """
        return self._last_moves

    @cached_property
    def _last_moves(self) -> tuple[Position | None, tuple[Move, ...]]:
        turns = {event.number for event in self.turns}
        shown = [event for turn in self.exchange for event in turn if event.number in turns]
        shown = max(shown, self._since_own_turn(), key=len)
        if not shown:
            return None, ()
        before = position = self._position_before(shown[0])
        moves: list[Move] = []
        for event in shown:
            if moves:
                position = position.play(moves[-1])
            moves.append(position.parse(event.text))
        return before, tuple(moves)

    def _position_before(self, event: Event) -> Position:
        """Return the position in which the move of an event was played."""
        made = (one for one in reversed(self.events) if one.position)
        return next(
            place.position
            for one, place in zip(made, reversed(self.line.places), strict=True)
            if one.number < event.number
        )

    def _since_own_turn(self) -> list[Event]:
        """Return the moves since the last turn of the seat to move; empty if only two play."""
        if len(self.people) == 2 or not self.line:
            return []
        index = len(self.path)
        while self._is_turn(index - 1) and self.path[index - 1].event.seat != self.position.turn:
            index -= 1
        return [event for event, _ in self.path[index:]]

    # The moves as text

    def record(self, *, setup: bool = True) -> str:
        """Return all moves in notation: ``1. 32-28 19-23 2. 28x19``; ``""`` before the first.

        With ``setup``, the set-up of each seat has its own lines.
        """
        return written(one for one in self._numbered() if setup or one[0])

    @property
    def move_number(self) -> int:
        """The number of the next move: each number covers a turn of each seat."""
        numbering = Numbering()
        for event in self.turns:
            numbering.count(event.seat or 0)
        return numbering.of(self.position.turn)

    def _numbered(self) -> list[tuple[int, Event]]:
        """Return the moves with their numbers; those that set up the pieces have number 0."""
        numbering = Numbering()
        turns = {event.number for event in self.turns}
        return [
            (numbering.count(event.seat or 0) if event.number in turns else 0, event)
            for event in self.moves
        ]

    @cached_property
    def public_moves(self) -> tuple[Move, ...]:
        """The legal moves that everybody may know, without claims."""
        moves = self.position.seen_by(None).legal_moves()
        return tuple(move for move in moves if move.kind in {"move", "place"})

    @property
    def captures_due(self) -> frozenset[int]:
        """The numbers of pieces that legal captures take; empty unless the seat has to capture."""
        taken = frozenset(len(move.captured) for move in self.public_moves)
        return frozenset() if 0 in taken else taken

    # Offers

    @property
    def offer(self) -> Offer | None:
        """The open offer, or None if there is none."""
        return next((offer for offer in self.offers[-1:] if offer.ended is None), None)

    @property
    def vote(self) -> Offer | None:
        """The open vote on a computer playing on, or None if there is none.

        Nobody's time runs during the vote, since it decides who moves next.
        """
        offer = self.offer
        return offer if offer is not None and is_vote(offer) else None

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """All offers ever made, in order: only the last one may still be open.

        An offer lapses with the next move, and with anything else that changes the position or the
        players. There are two exceptions. A move by somebody who has agreed to the offer leaves it
        open, unless the offer is a takeback or a vote. A move of a seat that the offer does not
        concern leaves it open as long as the position still allows the agreement.
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
        """Return the seats whose agreement an offer needs."""
        if offer.agreement.seats:
            return offer.agreement.seats
        return tuple(number for number, seat in enumerate(self.position.seats) if seat.active)

    def agreement_of(self, event: Event) -> Agreement:
        """Return the agreement that an event offered, agreed to or declined.

        Raises LookupError for another event.
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
        """Return the agreement to take back the event ``number`` and all later ones."""
        text = Text("a takeback of {moves}", moves=self.taken_back(number))
        return Agreement(f"{TAKEBACK} {number}", text)

    def takeover(self, number: int, level: int) -> Agreement:
        """Return the agreement that a computer plays on for the seat of event ``number``."""
        seat = self.events[number - 1].seat or 0
        text = Text("a computer for {seat}", seat=self.seats[seat].name)
        return Agreement(f"{TAKEOVER} {number} {level}", text)

    def taken_back(self, number: int) -> str | Text:
        """Return the moves that a takeback undoes now: the turn from ``number`` on, then all later.

        The moves are in backquotes. Raises IndexError if no move was played from there on.
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

    @cached_property
    def was_interrupted(self) -> bool:
        """Whether any event has ever stopped time; in most matches, none has."""
        return any(e.kind in INTERRUPTIONS for e in self.events) or any(map(is_vote, self.offers))

    # Checks

    def check_player(self, person: int) -> None:
        """Raise Refusal unless a person is playing in this match now."""
        self._check_player(person, None)

    def check_turn(self, person: int) -> None:
        """Raise Refusal (such as NotAPlayer or NotYourTurn) unless it is a person's turn."""
        self.check_player(person)
        turn = self.position.turn
        if self.players[turn] != person:
            raise NotYourTurn(
                Text("It is not your turn: {seat} to move.", seat=self.seats[turn].name)
            )

    def check_new(self, source: str | None) -> None:
        """Raise Repeated if the message or interaction ``source`` has been acted on."""
        check_new(self.events, source)

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
        self.check_new(source)
        if person not in self.people:
            raise NotAPlayer
        self._check_status(Status.LIVE)
        if not any(self.position.seats[seat].active for seat in self.seats_of(person)):
            raise Refusal(Text("You are out of this match; the others play on."))

    # Adding events

    def add(
        self,
        kind: Kind,
        now: datetime,
        person: int | None = None,
        *,
        text: str = "",
        seat: int | None = None,
        position: Position | None = None,
        source: str | None = None,
    ) -> Self:
        """Return the match with one more event; ``position`` is the new position, if it changes.

        The event's time is never before the previous event's. ``seat`` defaults to the person's
        first seat.
        """
        at = next_moment(self.events, now)
        if seat is None and person is not None and self.drawn:
            seat = next(iter(self.seats_of(person)), None)
        line, written, known = self.line, "", None
        if position is not None:
            written, known = position.fen(), known_of(position)
            line = line.then(position, known)
        number = len(self.events) + 1
        event = Event(number, kind, at, seat, person, text, written, source, known)
        return replace(self, events=(*self.events, event), line=line)
