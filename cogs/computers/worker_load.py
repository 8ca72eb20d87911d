"""The load of the thinking processes, and the resulting budget of thoughts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from time import monotonic
from typing import Final

import engine
from cogs.computers.worker_protocol import Question
from engine.computer.levels import level
from engine.game import Position
from engine.values import OptionValue

WAIT: Final = 2.0
"""Seconds a thought may wait for a free process before budgets are reduced."""

HALVED_FROM: Final = 5
"""The lowest level that gets fewer nodes under load; lower ones take next to no time."""

MOST_HALVINGS: Final = 6

TELLING: Final = 1000
"""The least nodes of a thought that tells the machine's speed: a forced move has hardly any."""

WEIGHT: Final = 0.2
"""The weight of the last thought in the running average."""


class Load:
    """The waiting and the running thoughts, and the budget that follows from them.

    The budget is halved until all waiting thoughts are expected to be served within ``WAIT``
    seconds. The speed of this machine, relative to the one on which the games' pace was measured,
    is measured here, too.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._slowness = 1.0
        self._work_waiting = 0.0
        self._longest = 0.0
        self.waiting_now = 0
        self.thinking_now = 0

    @property
    def halvings(self) -> int:
        """The number of times that the budget is halved now."""
        expected = self._slowness * self._work_waiting / self._processes
        halvings = 0
        while halvings < MOST_HALVINGS and expected > WAIT:
            halvings += 1
            expected /= 2
        return halvings

    @property
    def budget(self) -> str:
        """The share of their nodes that the higher levels get now: ``1``, ``1/2``, ``1/4``…"""
        return f"1/{1 << self.halvings}" if self.halvings else "1"

    def nodes_for(self, question: Question) -> int | None:
        """Return the nodes that a question gets now, None for all the nodes of its level."""
        halvings = self.halvings
        if not halvings or question.level < HALVED_FROM or question.placing:
            return None
        return max(_nodes(question, question.level) >> halvings, _nodes(question, HALVED_FROM - 1))

    def take_longest(self) -> float:
        """Return the time of the slowest answer since the last call, in seconds."""
        longest, self._longest = self._longest, 0.0
        return longest

    @contextmanager
    def waiting(self, question: Question) -> Iterator[None]:
        """Count a question that waits during this block."""
        work = _work(question)
        self.waiting_now += 1
        self._work_waiting += work
        try:
            yield
        finally:
            self.waiting_now -= 1
            self._work_waiting -= work

    @contextmanager
    def thinking(self, asked: float) -> Iterator[None]:
        """Count a running thought during this block.

        ``asked`` is the time, in monotonic seconds, at which its question began to wait.
        """
        self.thinking_now += 1
        try:
            yield
        finally:
            self.thinking_now -= 1
            self._longest = max(self._longest, monotonic() - asked)

    def learn(self, question: Question, nodes: int, seconds: float) -> None:
        """Learn the machine's speed from the nodes of an answer and the seconds it took."""
        if nodes >= TELLING:
            slowness = seconds * 1000 * _pace_of(question) / nodes
            self._slowness += WEIGHT * (slowness - self._slowness)


def fewer_nodes(question: Question) -> int:
    """Return a quarter of the nodes of a question that took too long with all of them."""
    return max((question.nodes or _nodes(question, question.level)) // 4, 1)


def _work(question: Question) -> float:
    """Return a question's seconds on the machine on which the pace was measured."""
    nodes = question.nodes or _nodes(question, question.level)
    return nodes / (1000 * _pace_of(question))


def _nodes(question: Question, number: int) -> int:
    """Return the nodes of a level in the game of a question, for the side asked about."""
    start = _start_of(question)
    return level(number, start.pace, question.seat == start.easier).nodes


def _pace_of(question: Question) -> int:
    """Return the pace of a question's game, in thousand nodes a second of pure Python."""
    return _start_of(question).pace


def _start_of(question: Question) -> Position:
    return _start(question.game, question.seats, tuple(sorted(question.options.items())))


@lru_cache
def _start(game: str, seats: int, options: tuple[tuple[str, OptionValue], ...]) -> Position:
    return engine.games[game].start(seats, **dict(options))
