"""The time of a match: the running clock, the past stops, and the next due events.

Every moment is computed from the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import pairwise

from engine.table.clock import Span, merged, moment_after, running
from engine.table.match_state import MatchState, is_vote
from engine.table.record import (
    CHALLENGE_LIFETIME,
    COMPLETED_AFTER,
    GIVEN_UP,
    LAPSED_AFTER,
    REMINDED_AFTER,
    WARNED_AFTER,
    Event,
    Kind,
    Reminder,
    Status,
)

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
"""Kinds of events that do not count as touching a match."""

NO_END = datetime.max.replace(tzinfo=UTC)
"""The end of a stop that goes on."""


class Timing:
    """The time of a match, as far as its record tells."""

    def __init__(self, match: MatchState) -> None:
        self._match = match

    @cached_property
    def on_turn(self) -> int | None:
        """The seat to move if its time can run, or None.

        It is None if no single person plays that seat, during a set-up or a vote, and once the game
        is over.
        """
        match = self._match
        if match.status is not Status.LIVE or match.position.setup is not None or match.outcome:
            return None
        turn = match.position.turn
        return turn if match.vote is None and match.is_persons(turn) else None

    def stops(self, seat: int | None = None) -> list[Span]:
        """Return the spans of stopped time, past and future, in order.

        These are outages, spans in which nobody could see the board, pauses, votes about a computer
        playing on, and the holidays of the player of ``seat``. Holidays stop the time of turns, but
        no clock.
        """
        if not self._match.was_interrupted:
            return []
        resting = None
        if seat is not None and self._match.time.bank is None:
            resting = self._match.players[seat]
        votes = (
            Span(self._match.events[vote.number - 1].at, vote.ended.at)
            for vote in filter(is_vote, self._match.offers)
            if vote.ended is not None
        )
        holidays = (
            Span(event.at, self._back(event))
            for event in self._match.events
            if event.kind is Kind.HOLIDAY and event.person == resting
        )
        stops = [*self.outages(), *self.hidings(), *self.pauses(), *votes, *holidays]
        return merged([stop for stop in stops if stop.start < stop.end])

    def outages(self) -> Iterator[Span]:
        """Yield the outages whose time was given back."""
        for event in self._match.events:
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
        """Yield the spans that events of ``kind`` begin.

        Each begins at the moment in the event's text, and ends with the first later event for which
        ``ends(later, event)`` is True, or with ``NO_END``.
        """
        for event in self._match.events:
            if event.kind is kind:
                after = (e.at for e in self._match.events[event.number :] if ends(e, event))
                yield Span(datetime.fromisoformat(event.text), next(after, NO_END))

    @property
    def is_halted(self) -> bool:
        """Whether time stands still for all: the board is hidden, or the match is paused."""
        return self.hidden is not None or self._match.paused is not None

    @cached_property
    def hidden(self) -> Event | None:
        """The event by which the board was hidden, or None if it can be seen.

        While the board is hidden, nothing is due.
        """
        last = next((e for e in reversed(self._match.events) if e.kind is Kind.HIDDEN), None)
        if last is None or any(_shows_again(e, last) for e in self._match.events[last.number :]):
            return None
        return last

    def holiday(self, seat: int, now: datetime) -> datetime | None:
        """Return the end of the holiday of a seat's player, or None if they are on none."""
        ends = (
            self._back(event)
            for event in self._match.events
            if event.kind is Kind.HOLIDAY and event.person == self._match.players[seat]
        )
        return max((end for end in ends if end > now), default=None)

    def _back(self, holiday: Event) -> datetime:
        """Return the end of a holiday, which its player may have ended early."""
        back = (
            event.at
            for event in self._match.events[holiday.number :]
            if event.kind is Kind.BACK and event.person == holiday.person
        )
        return min([datetime.fromisoformat(holiday.text), *back])

    def left(self, seat: int, now: datetime) -> timedelta | None:
        """Return the time that a seat has left: negative if it is over, None without a limit.

        The limit of a turn starts again with every position, and if a partner takes over the turn.
        A clock runs down over all turns. If it has run out, a partner plays on with as much time as
        the partner's own clock has left. Only people have a limit: no computer, and no crowd.
        """
        if not self._match.is_persons(seat):
            return None
        stops = self.stops(seat)
        if self._match.time.turn is not None:
            if seat != self.on_turn:
                return self._match.time.turn
            return self._match.time.turn - running(self.turned, max(now, self.turned), stops)
        left, taken_over = self._match.time.bank_of(seat), self._taken_over(seat)
        if left is None:
            return None
        if taken_over is not None:
            before = Timing(self._match.until(taken_over.number - 1))
            left = before.left(int(taken_over.text), taken_over.at) or timedelta()
        since = self._match.events[0] if taken_over is None else taken_over
        positions = (event for event in self._match.events if event.position)
        made = zip(positions, self._match.line.places, strict=True)
        for (event, place), (following, reached) in pairwise(made):
            if place.turn == seat and following.number > since.number:
                left -= running(max(event.at, since.at), following.at, stops)
                if following.kind is Kind.MOVE and reached.turn != seat:
                    left += self._match.time.increment
        if seat == self.on_turn:
            began = max(self._match.events[self._match.since - 1].at, since.at)
            left -= running(began, max(now, began), stops)
        return left

    def _taken_over(self, seat: int) -> Event | None:
        """Return the event by which a partner took over a seat that had run out of time."""
        events = reversed(self._match.events)
        late = (e for e in events if e.kind is Kind.TIMEOUT and e.seat == seat)
        return next((event for event in late if event.text), None)

    @cached_property
    def deadline(self) -> datetime | None:
        """The time at which the seat on turn runs out of time, None if it does not at present."""
        if self.on_turn is None or not self._match.time or self.is_halted:
            return None
        return self._moment_with(timedelta())

    @property
    def flagged(self) -> bool:
        """Whether the record notes that the time of the seat on turn is over and can be claimed."""
        return self._since_turned(Kind.FLAG)

    @cached_property
    def due(self) -> datetime | None:
        """The time of the next automatic event, or None if there will be none."""
        if self._match.status is Status.OVER or self.is_halted:
            return None
        if self._match.status is Status.CHALLENGE:
            return self.expires
        moments = [self.lapses or self.warned]
        if self._match.setting_up:
            moments.append(self.completed if self._reminded else self.hurried)
        elif self._match.outcome or self._match.vote:
            moments.append(self.completed)
        elif self.deadline and not self.flagged:
            moments.append(self.deadline if self._reminded else self.reminded)
        return min(moments)

    # The moments

    @property
    def expires(self) -> datetime:
        """The time at which the challenge expires if it is not answered."""
        return moment_after(self._match.events[0].at, CHALLENGE_LIFETIME, self.stops())

    @property
    def hurried(self) -> datetime:
        """The time at which the players who are setting up are reminded."""
        return moment_after(self.turned, min(REMINDED_AFTER, self._patience * 3 / 4), self.stops())

    @property
    def completed(self) -> datetime:
        """The time at which set-ups are completed, and an open vote counts as declined.

        So does a proposal that the bot has made after the end of the game.
        """
        return moment_after(self.turned, self._patience, self.stops())

    @property
    def reminded(self) -> datetime:
        """The time at which the seat on turn is reminded: a quarter of its time is left."""
        limit = self._match.time.limit or timedelta()
        return self._moment_with(limit / 4)

    @property
    def warned(self) -> datetime:
        """The time at which the players are warned that the match is untouched."""
        return moment_after(self.touched, WARNED_AFTER, self._all_stops)

    @property
    def lapses(self) -> datetime | None:
        """The time at which the untouched match is closed; None before its players are warned."""
        touched = self.touched
        warnings = (
            event.at
            for event in self._match.events
            if event.kind is Kind.REMIND and event.text == Reminder.UNTOUCHED
        )
        warning = next((at for at in warnings if at >= touched), None)
        if warning is None:
            return None
        return moment_after(warning, LAPSED_AFTER - WARNED_AFTER, self._all_stops)

    @property
    def _patience(self) -> timedelta:
        return min(COMPLETED_AFTER, self._match.time.limit or COMPLETED_AFTER)

    @property
    def turned(self) -> datetime:
        """The time at which the present turn began, or at which a partner took it over."""
        return self._match.events[self.turn_came - 1].at

    @property
    def turn_came(self) -> int:
        """The number of the event that made the present position, or left the turn to a partner."""
        turn = self._match.position.turn
        later = reversed(self._match.events[self._match.since :])
        left = (e.number for e in later if e.kind in GIVEN_UP and e.seat == turn)
        return next(left, self._match.since)

    @property
    def touched(self) -> datetime:
        """The time of the last event that touched the match: one that is not ``BY_THE_BOT``."""
        return next(e.at for e in reversed(self._match.events) if e.kind not in BY_THE_BOT)

    @property
    def _all_stops(self) -> list[Span]:
        if not self._match.was_interrupted:
            return []
        stops = [stop for seat in range(len(self._match.people)) for stop in self.stops(seat)]
        return merged(stops)

    @property
    def _reminded(self) -> bool:
        """Whether the reminder was sent: it is due once a turn or, with a clock, once a seat."""
        reminders = (
            event
            for event in self._match.events
            if event.kind is Kind.REMIND and event.text != Reminder.LEFT
        )
        if self._match.time.bank is None or self.on_turn is None:
            return any(event.number > self.turn_came for event in reminders)
        return any(event.seat == self.on_turn for event in reminders)

    def _since_turned(self, kind: Kind) -> bool:
        return any(event.kind is kind for event in self._match.events[self.turn_came :])

    def _moment_with(self, span: timedelta) -> datetime:
        """Return the moment from which the seat on turn has no more than ``span`` left."""
        seat = self._match.position.turn
        left = self.left(seat, self.turned) or timedelta()
        return moment_after(self.turned, max(left - span, timedelta()), self.stops(seat))


def _shows_again(event: Event, hidden: Event) -> bool:
    """Return whether ``event`` shows or changes the board that the event ``hidden`` hid."""
    if event.kind in {Kind.OUTAGE, Kind.GAP}:
        return event.text.startswith(hidden.text)
    return bool(event.position)
