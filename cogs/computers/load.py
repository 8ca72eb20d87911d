"""How much there is to think about, and how far computers think under it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

import engine
from cogs.computers.questions import Question
from engine.computer.levels import level
from engine.computer.plain import PACE

WAIT: Final = 2.0
"""Seconds that nobody should wait much longer for a process to be free."""

HALVED_FROM: Final = 5
"""The lowest level that gets fewer nodes; those below it take no time to speak of."""

MOST_HALVINGS: Final = 6

USUAL: Final = 0.5
"""Seconds that a thought is expected to take before any was measured."""

WEIGHT: Final = 0.2
"""What the last thought counts in the average of all."""


class Load:
    """Who waits, who thinks, and the budget that follows from it.

    The budget is halved until those who wait now will be served within ``WAIT``: by how long a
    thought with a full budget takes, which is measured.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._usual = USUAL
        self.waiting_now = 0
        self.thinking_now = 0

    @property
    def halvings(self) -> int:
        """How often the budget is halved now."""
        expected = self.waiting_now * self._usual / self._processes
        halvings = 0
        while halvings < MOST_HALVINGS and expected > WAIT:
            halvings += 1
            expected /= 2
        return halvings

    @property
    def budget(self) -> str:
        """The part of their nodes that the higher levels get now: ``1``, ``1/2``, ``1/4``…"""
        return f"1/{1 << self.halvings}" if self.halvings else "1"

    def nodes_for(self, question: Question) -> int | None:
        """Return the nodes that a question gets now, None for those of its level."""
        halvings = self.halvings
        if not halvings or question.level < HALVED_FROM or question.placing:
            return None
        return max(_nodes(question, question.level) >> halvings, _nodes(question, HALVED_FROM - 1))

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count who waits in this block."""
        self.waiting_now += 1
        try:
            yield
        finally:
            self.waiting_now -= 1

    @contextmanager
    def thinking(self, question: Question) -> Iterator[None]:
        """Count who thinks in this block, and measure how long that takes."""
        self.thinking_now += 1
        begin = monotonic()
        try:
            yield
        finally:
            self.thinking_now -= 1
            took = monotonic() - begin
            if question.nodes is not None:
                took *= _nodes(question, question.level) / question.nodes
            self._usual += WEIGHT * (took - self._usual)


def _nodes(question: Question, number: int) -> int:
    """Return the nodes of a level in the game of a question."""
    position = engine.games[question.game].start(question.seats, **question.options)
    thinking = position.thinking
    return level(number, thinking.pace if thinking is not None else PACE).nodes
