"""Duties: what a computer has to do at the table now. It follows from the record alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from engine.table.offers import Offers
from engine.table.record import Status


class Task(StrEnum):
    """What a computer has to do."""

    MOVE = "move"
    SET_UP = "set-up"
    ANSWER = "answer"


class Duty(NamedTuple):
    """Something that a computer has to do.

    ``user`` is the computer, on ``seat``; ``event`` is the number of the event that asks for it:
    the one that made the position, or the offer.
    """

    task: Task
    seat: int
    user: int
    event: int

    def source(self, match_id: int) -> str:
        """Return the source of what comes of it, so that it is done once in its match."""
        return f"computer:{match_id}.{self.event}.{self.seat}"


@dataclass(frozen=True)
class Duties(Offers):
    """What the computers of a match have to do."""

    @cached_property
    def duty(self) -> Duty | None:
        """What a computer has to do first, None where none has to do anything.

        Set-ups come first, then answers to offers, then moves.
        """
        if self.status is not Status.LIVE or not self.computers:
            return None
        for seat in self.setting_up:
            if self.is_computers(seat):
                return Duty(Task.SET_UP, seat, self.people[seat], self.since)
        offer = self.offer
        if offer is not None:
            for seat in self.asked(offer):
                if self.is_computers(seat) and self.people[seat] not in offer.agreed:
                    return Duty(Task.ANSWER, seat, self.people[seat], offer.number)
        turn = self.position.turn
        if self.outcome is not None or self.setting_up or not self.is_computers(turn):
            return None
        return Duty(Task.MOVE, turn, self.people[turn], self.since)

    def line_seen_by(self, seat: int, most: int) -> tuple[str, ...]:
        """Return the texts of the last positions of the line of play as a seat may see them.

        They are so many at most.
        """
        return tuple(
            event.position if (seen := position.seen_by(seat)) is position else seen.fen()
            for event, position in ((event, place.read()) for event, place in self.path[-most:])
        )
