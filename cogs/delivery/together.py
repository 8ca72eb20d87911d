"""One post for two turns: that of a person waits a moment for the answer of a computer.

If the answer takes longer the person's turn is shown first; the post says that the computer
thinks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from engine.table.duties import Task
from engine.table.match import Match
from engine.table.record import Kind
from engine.table.seating import is_computer

TOGETHER: Final = 2.0
"""Seconds that a post waits for a computer's answer at most."""


def shows(later: Match, match: Match) -> bool:
    """Return whether the post of a match as it was later shows what the one before would.

    It shows a turn that a computer has answered, the answer to an offer, and what a computer
    offers with its move.
    """
    last = match.events[-1]
    if last.kind is Kind.OFFER:
        if later.offer and later.offer.number == last.number and is_computer(last.person or 0):
            return True
        return match.duty is not None and match.duty.task is Task.ANSWER and later.offer is None
    return _is_turn(match) and any(event == last for turn in later.exchange for event in turn)


class Held:
    """The matches whose last post waits for a computer."""

    def __init__(self, wake: Callable[[int], None]) -> None:
        self._wake = wake
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._expired: set[int] = set()

    def holds(self, match: Match) -> bool:
        """Return whether the post of a match's last event has to wait: it is woken in time."""
        if match.id in self._expired or not is_answered(match):
            return False
        if match.id not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[match.id] = loop.call_later(TOGETHER, self._expire, match.id)
        return True

    def let_go(self, match: Match) -> None:
        """Forget that a match had to wait: it was posted."""
        self._expired.discard(match.id)
        timer = self._timers.pop(match.id, None)
        if timer is not None:
            timer.cancel()

    def close(self) -> None:
        """Wake nobody any more."""
        for timer in self._timers.values():
            timer.cancel()

    def _expire(self, match_id: int) -> None:
        self._expired.add(match_id)
        self._wake(match_id)


def is_answered(match: Match) -> bool:
    """Return whether a computer is about to answer, so that one post can show both."""
    duty = match.duty
    if duty is None:
        return False
    if duty.task is Task.ANSWER:
        return match.events[-1].kind is Kind.OFFER and match.events[-1].person is not None
    seats = enumerate(match.position.seats)
    people = any(seat.active and not match.is_computers(number) for number, seat in seats)
    return duty.task is Task.MOVE and people and _is_turn(match)


def _is_turn(match: Match) -> bool:
    """Return whether the last event is a move that did not set up pieces."""
    return bool(match.turns) and match.turns[-1] == match.events[-1]
