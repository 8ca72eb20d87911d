"""Duties: the next actions of the computers of a match, which follow from its record alone."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.table.match_state import MatchState
from engine.table.record import LOWERED, Status


class Task(StrEnum):
    """The kinds of duties that a computer has."""

    MOVE = "move"
    SET_UP = "set-up"
    ANSWER = "answer"


class Duty(NamedTuple):
    """One action that a computer owes.

    ``user`` is the id of the computer on ``seat``. ``event`` is the number of the event that
    requires the action: the one that made the position, or the offer.
    """

    task: Task
    seat: int
    user: int
    event: int

    def source(self, match_id: int, *, lowered: bool = False) -> str:
        """Return the ``source`` of the event that fulfils the duty, so that it is done only once.

        The source of a ``lowered`` move differs from that of a move at the computer's own level.
        """
        return f"computer:{match_id}.{self.event}.{self.seat}" + LOWERED * lowered


def duty_of(match: MatchState) -> Duty | None:
    """Return the next duty of a computer, or None if there is none.

    Set-ups come first, then answers to offers, then moves. During a vote about a computer playing
    on, no move is due, since a move would end the vote. In a pause, nothing is due.
    """
    if match.status is not Status.LIVE or not match.computers or match.paused is not None:
        return None
    for seat in match.setting_up:
        if match.is_computers(seat):
            return Duty(Task.SET_UP, seat, match.people[seat], match.since)
    offer = match.offer
    if offer is not None:
        for seat in match.asked(offer):
            if match.is_computers(seat) and match.people[seat] not in offer.agreed:
                return Duty(Task.ANSWER, seat, match.people[seat], offer.number)
        if match.vote is not None:
            return None
    turn = match.position.turn
    if match.outcome is not None or match.setting_up or not match.is_computers(turn):
        return None
    return Duty(Task.MOVE, turn, match.people[turn], match.since)
