"""Times and duties: when something is due in a match, and what its computers have to do now.

Both follow from the record alone. Computers also give hints to people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple, Self

from engine.capabilities.claims import Claim
from engine.errors import AmbiguousMove, IllegalMove, InvalidMove, MoveError, Refusal
from engine.table.clock import Span, merged, moment_after, running
from engine.table.offers import Offers, is_vote
from engine.table.record import (
    CHALLENGE_LIFETIME,
    COMPLETED_AFTER,
    GIVEN_UP,
    LAPSED_AFTER,
    LOWERED,
    REMINDED_AFTER,
    WARNED_AFTER,
    Event,
    Kind,
    Reminder,
    Status,
)
from engine.text import Text

BY_THE_BOT = frozenset(
    {
        Kind.REMIND,
        Kind.FLAG,
        Kind.OUTAGE,
        Kind.GAP,
        Kind.HIDDEN,
        Kind.PAUSE,
        Kind.RESUME,
        Kind.REPOST,
        Kind.RELOCATE,
        Kind.HOLIDAY,
        Kind.BACK,
    }
)
"""Events that do not count as touching a match."""

INTERRUPTIONS = frozenset({Kind.OUTAGE, Kind.GAP, Kind.HOLIDAY, Kind.HIDDEN, Kind.PAUSE})
"""Events that stop the time of players, or give back time that has passed."""

NOTICES = BY_THE_BOT - {Kind.REPOST}
"""Posts that show nothing of the board which its players have not seen."""

NO_END = datetime.max.replace(tzinfo=UTC)
"""The end of a stop that lasts."""

ANNOUNCED_FROM = 1 / 20
"""An outage shorter than this part of the limit is given back without a post."""


@dataclass(frozen=True)
class Timing(Offers):
    """A match and its time. Every moment is computed from the record."""

    @cached_property
    def on_turn(self) -> int | None:
        """The seat whose time runs: a person's, while nothing is set up, voted on, or over."""
        if self.status is not Status.LIVE or self.position.setup is not None or self.outcome:
            return None
        if self.vote is not None:
            return None
        return self.position.turn if self.is_persons(self.position.turn) else None

    def stops(self, seat: int | None = None) -> list[Span]:
        """Return the spans in which time stood still, or will.

        They are outages, spans in which nobody could see the board, pauses, votes whether a
        computer plays on, and the seat's holidays. Holidays stop the time of turns, but no clock.
        """
        if not self._interruptions:
            return []
        resting = self.players[seat] if seat is not None and self.time.bank is None else None
        votes = (
            Span(self.events[vote.number - 1].at, vote.ended.at)
            for vote in filter(is_vote, self.offers)
            if vote.ended is not None
        )
        holidays = (
            Span(event.at, self._back(event))
            for event in self.events
            if event.kind is Kind.HOLIDAY and event.person == resting
        )
        stops = [*self._outages(), *self.hidings(), *self.pauses(), *votes, *holidays]
        return merged([stop for stop in stops if stop.start < stop.end])

    @cached_property
    def _interruptions(self) -> bool:
        """Whether anything has ever stopped time; in most matches nothing has."""
        return any(e.kind in INTERRUPTIONS for e in self.events) or any(map(is_vote, self.offers))

    def _outages(self) -> Iterator[Span]:
        """Yield the outages whose time was given back."""
        for event in self.events:
            if event.kind in {Kind.OUTAGE, Kind.GAP}:
                start, end = event.text.split()
                yield Span(datetime.fromisoformat(start), datetime.fromisoformat(end))

    def hidings(self) -> Iterator[Span]:
        """Yield the spans in which the board could not be seen; the last may have no end yet."""
        return self._halts(Kind.HIDDEN, _shows_again)

    def pauses(self) -> Iterator[Span]:
        """Yield the spans in which the match was paused; the last may have no end yet."""
        return self._halts(Kind.PAUSE, lambda event, _: event.kind is Kind.RESUME)

    def _halts(self, kind: Kind, ends: Callable[[Event, Event], bool]) -> Iterator[Span]:
        """Yield a span from the moment that each event of a kind names until one that ends it."""
        for event in self.events:
            if event.kind is kind:
                after = (e.at for e in self.events[event.number :] if ends(e, event))
                yield Span(datetime.fromisoformat(event.text), next(after, NO_END))

    @property
    def is_halted(self) -> bool:
        """Whether time stands still for all: the board is hidden, or the match is paused."""
        return self.hidden is not None or self.paused is not None

    @cached_property
    def hidden(self) -> Event | None:
        """The event by which the board was hidden, None if it can be seen.

        As long as it cannot, nothing is due.
        """
        last = next((e for e in reversed(self.events) if e.kind is Kind.HIDDEN), None)
        if last is None or any(_shows_again(e, last) for e in self.events[last.number :]):
            return None
        return last

    def holiday(self, seat: int, now: datetime) -> datetime | None:
        """Return when the holiday of that seat's player ends, None if they are on none."""
        ends = (
            self._back(event)
            for event in self.events
            if event.kind is Kind.HOLIDAY and event.person == self.players[seat]
        )
        return max((end for end in ends if end > now), default=None)

    def _back(self, holiday: Event) -> datetime:
        """Return when a holiday ends, or ended early."""
        back = (
            event.at
            for event in self.events[holiday.number :]
            if event.kind is Kind.BACK and event.person == holiday.person
        )
        return min([datetime.fromisoformat(holiday.text), *back])

    def left(self, seat: int, now: datetime) -> timedelta | None:
        """Return the time that a seat has left: negative if it is over, None without a limit.

        The limit of a turn starts again with every position, and when a partner takes over the
        turn. A clock runs down over all turns; if it has run out, a partner plays on with as much
        as their own clock has left. Only people have a limit: no computer, and no crowd.
        """
        if not self.is_persons(seat):
            return None
        stops = self.stops(seat)
        if self.time.turn is not None:
            if seat != self.on_turn:
                return self.time.turn
            return self.time.turn - running(self._turned, max(now, self._turned), stops)
        left, taken_over = self.time.bank_of(seat), self._taken_over(seat)
        if left is None:
            return None
        if taken_over is not None:
            before = self.until(taken_over.number - 1)
            left = before.left(int(taken_over.text), taken_over.at) or timedelta()
        since = self.events[0] if taken_over is None else taken_over
        positions = (event for event in self.events if event.position)
        made = zip(positions, self.line.places, strict=True)
        for (event, place), (following, reached) in pairwise(made):
            if place.turn == seat and following.number > since.number:
                left -= running(max(event.at, since.at), following.at, stops)
                if following.kind is Kind.MOVE and reached.turn != seat:
                    left += self.time.increment
        if seat == self.on_turn:
            began = max(self.events[self.since - 1].at, since.at)
            left -= running(began, max(now, began), stops)
        return left

    def _taken_over(self, seat: int) -> Event | None:
        """Return the event by which a partner took over a seat that had run out of time."""
        late = (e for e in reversed(self.events) if e.kind is Kind.TIMEOUT and e.seat == seat)
        return next((event for event in late if event.text), None)

    @cached_property
    def deadline(self) -> datetime | None:
        """The moment when the seat on turn runs out of time, as far as can be known now."""
        if self.on_turn is None or not self.time or self.is_halted:
            return None
        return self._moment_with(timedelta())

    @property
    def flagged(self) -> bool:
        """Whether the seat on turn has been told that its time is over, for others to claim."""
        return self._since_turned(Kind.FLAG)

    @cached_property
    def due(self) -> datetime | None:
        """The next moment when something happens by itself, None if nothing will."""
        if self.status is Status.OVER or self.is_halted:
            return None
        if self.status is Status.CHALLENGE:
            return self.expires
        moments = [self.lapses or self.warned]
        if self.setting_up:
            moments.append(self.completed if self._reminded else self.hurried)
        elif self.outcome or self.vote:
            moments.append(self.completed)
        elif self.deadline and not self.flagged:
            moments.append(self.deadline if self._reminded else self.reminded)
        return min(moments)

    # Outages and holidays

    def give_back(self, start: datetime, end: datetime, *, now: datetime) -> Self:
        """Return the match with the time of an outage given back; itself if it took none."""
        known = [outage.end for outage in self._outages() if outage.end <= end]
        start = max([start, *known]) if known else start
        if self.hidden is not None and start >= datetime.fromisoformat(self.hidden.text):
            return self
        if self.paused is not None and start >= self.paused:
            return self
        if not self.time or self.status is not Status.LIVE or start >= end or end <= self._turned:
            return self
        limit = self.time.limit or timedelta()
        kind = Kind.OUTAGE if end - start >= limit * ANNOUNCED_FROM else Kind.GAP
        return self._add(kind, now, text=f"{start.isoformat()} {end.isoformat()}")

    def hide(self, event: int, *, now: datetime) -> Self:
        """Return the match with its time standing still since an event whose post is refused.

        It is the match itself if time stands still already, if the match is over, or if the post
        only gives notice to a player who has seen the board of this turn in private.
        """
        if self.hidden is not None or self.status is Status.OVER:
            return self
        if self.events[event - 1].kind in NOTICES and self.line:
            turn = self.events[self._turn_came :]
            if any(e.kind is Kind.GAP and e.person is not None for e in turn):
                return self
        return self._add(Kind.HIDDEN, now, text=self.events[event - 1].at.isoformat())

    def reveal(self, person: int | None = None, *, now: datetime) -> Self:
        """Return the match with its time running again because its board can be seen.

        ``person`` is the player to move if they alone see it. It is the match itself if its board
        was not hidden.
        """
        if self.hidden is None:
            return self
        since = datetime.fromisoformat(self.hidden.text)
        told = person is None and self.on_turn is not None and bool(self.time)
        told = told and now - since >= (self.time.limit or timedelta()) * ANNOUNCED_FROM
        text = f"{since.isoformat()} {max(now, since).isoformat()}"
        return self._add(Kind.OUTAGE if told else Kind.GAP, now, person, text=text)

    def pause(self, since: datetime, *, now: datetime) -> Self:
        """Return the match with the time of all standing still since then; itself if it does."""
        if self.status is not Status.LIVE or self.paused is not None:
            return self
        return self._add(Kind.PAUSE, now, text=since.isoformat())

    def resume(self, *, now: datetime) -> Self:
        """Return the match going on after a pause, all of which is given back; or itself."""
        if self.status is not Status.LIVE or self.paused is None:
            return self
        return self._add(Kind.RESUME, now)

    def start_holiday(
        self, person: int, until: datetime, *, now: datetime, source: str | None
    ) -> Self:
        """Return the match with the time of a person's turns standing still until then.

        It is the match itself if they are on holiday already. Raises Refusal.
        """
        self._check_player(person, source)
        if any(self.holiday(seat, now) for seat in self.seats_of(person)):
            return self
        return self._add(Kind.HOLIDAY, now, person, text=until.isoformat(), source=source)

    def end_holiday(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with a person back from their holiday; itself if they are on none."""
        self._check_new(source)
        away = any(self.holiday(seat, now) for seat in self.seats_of(person))
        if not away or self.status is not Status.LIVE:
            return self
        return self._add(Kind.BACK, now, person, source=source)

    # The moments

    @property
    def expires(self) -> datetime:
        """When the challenge expires if it is not answered."""
        return moment_after(self.events[0].at, CHALLENGE_LIFETIME, self.stops())

    @property
    def hurried(self) -> datetime:
        """When the players who are setting up are reminded."""
        return moment_after(self._turned, min(REMINDED_AFTER, self._patience * 3 / 4), self.stops())

    @property
    def completed(self) -> datetime:
        """When set-ups are completed, and a vote or a proposal by the bot counts as declined."""
        return moment_after(self._turned, self._patience, self.stops())

    @property
    def reminded(self) -> datetime:
        """When the seat on turn is reminded: a quarter of its time is left."""
        limit = self.time.limit or timedelta()
        return self._moment_with(limit / 4)

    @property
    def warned(self) -> datetime:
        """When the players are warned that the match is untouched."""
        return moment_after(self.touched, WARNED_AFTER, self._all_stops)

    @property
    def lapses(self) -> datetime | None:
        """When the match is closed, once the players have been warned that it is untouched."""
        touched = self.touched
        warnings = (
            event.at
            for event in self.events
            if event.kind is Kind.REMIND and event.text == Reminder.UNTOUCHED
        )
        warning = next((at for at in warnings if at >= touched), None)
        if warning is None:
            return None
        return moment_after(warning, LAPSED_AFTER - WARNED_AFTER, self._all_stops)

    @property
    def _patience(self) -> timedelta:
        return min(COMPLETED_AFTER, self.time.limit or COMPLETED_AFTER)

    @property
    def _turned(self) -> datetime:
        """When the present turn began, or a partner took it over."""
        return self.events[self._turn_came - 1].at

    @property
    def _turn_came(self) -> int:
        """The number of the event that made the position, or left the turn to a partner."""
        turn = self.position.turn
        later = reversed(self.events[self.since :])
        left = (e.number for e in later if e.kind in GIVEN_UP and e.seat == turn)
        return next(left, self.since)

    @property
    def touched(self) -> datetime:
        """When a person or a computer last did something."""
        return next(e.at for e in reversed(self.events) if e.kind not in BY_THE_BOT)

    @property
    def _all_stops(self) -> list[Span]:
        if not self._interruptions:
            return []
        stops = [stop for seat in range(len(self.people)) for stop in self.stops(seat)]
        return merged(stops)

    @property
    def _reminded(self) -> bool:
        """Whether the reminder was sent: once a turn, or once for each player with a clock."""
        reminders = (
            event
            for event in self.events
            if event.kind is Kind.REMIND and event.text != Reminder.LEFT
        )
        if self.time.bank is None or self.on_turn is None:
            return any(event.number > self._turn_came for event in reminders)
        return any(event.seat == self.on_turn for event in reminders)

    def _since_turned(self, kind: Kind) -> bool:
        return any(event.kind is kind for event in self.events[self._turn_came :])

    def _moment_with(self, span: timedelta) -> datetime:
        """Return when the seat on turn has no more than ``span`` left."""
        seat = self.position.turn
        left = self.left(seat, self._turned) or timedelta()
        return moment_after(self._turned, max(left - span, timedelta()), self.stops(seat))


def _shows_again(event: Event, hidden: Event) -> bool:
    """Return whether a hidden board can be seen, or has changed, at that event."""
    if event.kind in {Kind.OUTAGE, Kind.GAP}:
        return event.text.startswith(hidden.text)
    return bool(event.position)


# What computers do

HINTS: Final = 2
"""The hints that there are for a turn: the piece, then its move."""


class Task(StrEnum):
    """The kinds of duties that a computer has."""

    MOVE = "move"
    SET_UP = "set-up"
    ANSWER = "answer"


class Duty(NamedTuple):
    """One thing that a computer has to do.

    ``user`` is the computer, on ``seat``. ``event`` is the number of the event that asks for it:
    the one that made the position, or the offer.
    """

    task: Task
    seat: int
    user: int
    event: int

    def source(self, match_id: int, *, lowered: bool = False) -> str:
        """Return the ``source`` of the event that fulfils it, so that it is done only once.

        It tells a move that was ``lowered`` from those at the computer's own level.
        """
        return f"computer:{match_id}.{self.event}.{self.seat}" + LOWERED * lowered


@dataclass(frozen=True)
class Duties(Offers):
    """A match with the duties of its computers and the hints that were taken."""

    @cached_property
    def duty(self) -> Duty | None:
        """The next duty of a computer, None if there is none.

        Set-ups come first, then answers to offers, then moves. No move is made during a vote
        whether a computer plays on, since it would end the vote, and nothing is done in a pause.
        """
        if self.status is not Status.LIVE or not self.computers or self.paused is not None:
            return None
        for seat in self.setting_up:
            if self.is_computers(seat):
                return Duty(Task.SET_UP, seat, self.people[seat], self.since)
        offer = self.offer
        if offer is not None:
            for seat in self.asked(offer):
                if self.is_computers(seat) and self.people[seat] not in offer.agreed:
                    return Duty(Task.ANSWER, seat, self.people[seat], offer.number)
            if self.vote is not None:
                return None
        turn = self.position.turn
        if self.outcome is not None or self.setting_up or not self.is_computers(turn):
            return None
        return Duty(Task.MOVE, turn, self.people[turn], self.since)

    def line_seen_by(self, seat: int, most: int) -> tuple[str, ...]:
        """Return the last positions of the line of play as texts, as a seat may see them.

        There are at most ``most`` of them.
        """
        return tuple(
            event.position if (seen := position.seen_by(seat)) is position else seen.fen()
            for event, position in ((event, place.read()) for event, place in self.path[-most:])
        )

    # Blindfold

    @property
    def hides_pieces(self) -> bool:
        """Whether its board is shown without pieces: it is played blindfold, and not over."""
        return self.blindfold and self.status is Status.LIVE

    @property
    def example(self) -> str:
        """A move in notation: a legal one, unless that would tell where a piece stands."""
        return self.game.example if self.hides_pieces else super().example

    def check_shown(self) -> None:
        """Raise Refusal if nobody is told now where the pieces stand."""
        if self.hides_pieces:
            raise Refusal(
                Text("This match is played blindfold: the pieces are shown once it is over.")
            )

    def unseen(self, error: MoveError) -> MoveError:
        """Return the refusal of a move; a blindfold one says what a move needs, and no more.

        Which of it is missing would tell where a piece stands, or where none does.
        """
        if not self.hides_pieces:
            return error
        if isinstance(error, AmbiguousMove):
            return InvalidMove(
                Text("That fits more than one move: name every point where the piece lands.")
            )
        if isinstance(error, IllegalMove):
            return IllegalMove(
                Text(
                    "This move is not legal now. It has to begin with a piece of yours, its way "
                    "has to be open, and a capture that is due has to be made. Blindfold, I do "
                    "not say which of these is missing."
                )
            )
        return error

    @property
    def news(self) -> Sequence[Text]:
        """Sentences for everybody on the position; blindfold none after the first move."""
        if self.hides_pieces and self.moves:
            return ()
        return self.position.seen_by(None).display.news()

    @property
    def latest_news(self) -> Sequence[Text]:
        """Those of the sentences that did not hold before the turns that are shown together."""
        known = self.until(self.exchange[0][0].number - 1).news if self.exchange else ()
        return [one for one in self.news if one not in known]

    @property
    def claims(self) -> Sequence[Claim]:
        """The claims that have a button: none blindfold, for they name points."""
        return () if self.hides_pieces else self.position.claiming.claims()

    # Hints

    def check_may_take_hint(self, person: int) -> None:
        """Raise Refusal, with the reason, if that person can take no hint now."""
        self.check_turn(person)
        if self.rated:
            raise Refusal(
                Text("This match is rated: hints are only for matches that are not rated.")
            )
        if self.tournament is not None:
            raise Refusal(Text("There are no hints in matches of an event: they count there."))
        if self.crowds:
            raise Refusal(Text("There are no hints in a match in which many play together."))
        if self.is_between_servers:
            raise Refusal(Text("There are no hints in a match between servers."))
        self.check_shown()
        if self.position.setup is not None:
            raise Refusal(Text("There are no hints for setting up the pieces."))
        if self.outcome is not None or not self.position.legal_moves():
            raise Refusal(Text("This match is over."))

    def take_hint(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with one more hint for this turn; itself if no hint is left.

        Raises Repeated, and what ``check_may_take_hint`` raises.
        """
        self._check_new(source)
        self.check_may_take_hint(person)
        if self.hints_now == HINTS:
            return self
        return self._add(Kind.HINT, now, person, seat=self.position.turn, source=source)

    @property
    def hints_now(self) -> int:
        """The number of hints taken in this position."""
        return sum(event.kind is Kind.HINT for event in self.events[self.since :])

    def took_hint(self, move: Event) -> bool:
        """Return whether a move was played with a hint."""
        for event in reversed(self.events[: move.number - 1]):
            if event.kind is Kind.HINT:
                return event.seat == move.seat
            if event.position:
                return False
        return False

    def hinted_turns(self, person: int) -> int:
        """Return the number of turns with a person's hints, including turns taken back."""
        turns = 0
        taken = False
        for event in self.events:
            if event.position:
                taken = False
            elif event.kind is Kind.HINT and event.person == person and not taken:
                taken = True
                turns += 1
        return turns
