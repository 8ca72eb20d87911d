"""What time does to a match: reminders, time-outs, outages and holidays."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from engine.errors import Refusal
from engine.table.endings import Endings
from engine.table.record import Kind, Reminder, Status
from engine.text import Text

TOLD_FROM = 1 / 20
"""An outage that takes less than this part of the limit is given back without a word."""


@dataclass(frozen=True)
class Timekeeping(Endings):
    """A match in which things happen by themselves."""

    def tick(self, *, now: datetime, chance: random.Random) -> Self:
        """With the next thing happened that is due by now; the match itself where nothing is."""
        if self.due is None or self.due > now:
            return self
        if self.status is Status.CHALLENGE:
            return self._with(self._event(Kind.EXPIRE, now))
        if self.lapses and self.lapses <= now:
            return self._with(self._event(Kind.LAPSE, now))
        if self.drafting and self.completed <= now:
            return self._completed(now, chance)
        if self.outcome and self.completed <= now:
            return self._with(self._event(Kind.RESULT, now))
        if self.deadline and self.deadline <= now and not self.flagged:
            return self._out_of_time(now)
        if self.warned <= now:
            return self._reminded_of(Reminder.UNTOUCHED, now)
        about = Reminder.SET_UP if self.drafting else Reminder.TIME
        return self._reminded_of(about, now)

    def claim_time(self, person: int, *, now: datetime, source: str | None) -> Self:
        """The win on time claimed by an opponent of the seat that has none left. Raises Refusal."""
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
            raise Refusal(Text("It is for the other side to claim this."))
        return self._given_up(Kind.TIMEOUT, [seat], None, now, source)

    def _out_of_time(self, now: datetime) -> Self:
        seat = self.position.turn
        if self.time.claimed:
            return self._with(self._event(Kind.FLAG, now, seat=seat))
        return self._given_up(Kind.TIMEOUT, [seat], None, now, None)

    def _reminded_of(self, about: Reminder, now: datetime) -> Self:
        return self._with(self._event(Kind.REMIND, now, text=about, seat=self.on_turn))

    def give_back(self, start: datetime, end: datetime, *, now: datetime) -> Self:
        """With the time given back that an outage of the bot took; the match itself for none."""
        known = [stop.end for stop in self.stops() if stop.end <= end]
        start = max([start, *known]) if known else start
        if not self.time or self.status is not Status.LIVE or start >= end or end <= self._turned:
            return self
        limit = self.time.limit or timedelta()
        kind = Kind.OUTAGE if end - start >= limit * TOLD_FROM else Kind.GAP
        text = f"{start.isoformat()} {end.isoformat()}"
        return self._with(self._event(kind, now, text=text))

    def start_holiday(
        self, person: int, until: datetime, *, now: datetime, source: str | None
    ) -> Self:
        """With the limits of a person's turns standing still until then.

        The match itself where he is on holiday already. Raises Refusal.
        """
        self._check_player(person, source)
        if any(self.holiday(seat, now) for seat in self.seats_of(person)):
            return self
        event = self._event(Kind.HOLIDAY, now, person, until.isoformat())
        return self._with(event, source=source)

    def end_holiday(self, person: int, *, now: datetime, source: str | None) -> Self:
        """With a person back from his holiday; the match itself where he is on none."""
        self._check_new(source)
        away = any(self.holiday(seat, now) for seat in self.seats_of(person))
        if not away or self.status is not Status.LIVE:
            return self
        return self._with(self._event(Kind.BACK, now, person), source=source)
