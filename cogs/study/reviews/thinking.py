"""Judging the turns of a match, from the last one back.

So the position after a turn is already judged when the turn itself comes up. Between two sides, the
loss of a turn is the worth of the position before it to its side, less that of the position after
it. If the loss is doubtful, the move that was played and the better one are compared, both looked
at equally far. With more sides a value is that of the seat to move alone, so those two moves are
compared at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final

from cogs.computers.worker_pool import ThoughtFailed
from cogs.computers.worker_protocol import Answer, Question
from cogs.study.reviews.turns import Course, ReviewedTurn
from engine.study.chances import chances
from engine.study.judging import (
    DOUBTFUL,
    GLANCE,
    HOPE,
    Judged,
    Mark,
    is_only,
    mark_of,
)

log = logging.getLogger(__name__)

AT_ONCE: Final = 4
"""Turns that are thought about together, to use as many cores."""

FIRST: Final = 0.6
"""The part of a turn's nodes that a position gets. Between two sides the positions before and after
a turn are looked at, and two moves are compared besides if the loss of the turn is doubtful. In
Frisian draughts and Alliance the marks were the same with half of the nodes as with all."""

OTHERS: Final = 0.15
"""The part of a turn's nodes that the moves besides the best one get first."""

COMPARED: Final = 0.6
"""The part of a turn's nodes for comparing two moves: with only two it sees further."""

Ask = Callable[[Question], Awaitable[Answer]]


class Thinker:
    """Judges the turns of a course; ``ask`` answers a question or raises ThoughtFailed."""

    def __init__(self, course: Course, ask: Ask) -> None:
        self._course = course
        self._ask = ask
        self._forced = {turn.at for turn in course.turns if turn.forced}
        self._answers: dict[int, Answer | None] = {}
        self._known: dict[int, Judged] = {}

    async def judge(self, known: Sequence[Judged] = ()) -> AsyncIterator[list[Judged]]:
        """Yield the judged turns, some at a time, the last first, without those that are ``known``.

        ``known`` are the last turns of the match, the last first.
        """
        turns = self._course.turns[::-1]
        self._known.update(zip((turn.at for turn in turns), known, strict=False))
        for first in range(len(known), len(turns), AT_ONCE):
            some = turns[first : first + AT_ONCE]
            await self._think(some)
            judged = list(await asyncio.gather(*map(self._judge, some)))
            self._known.update(zip((turn.at for turn in some), judged, strict=True))
            self._answers.clear()
            yield judged

    async def _think(self, turns: Sequence[ReviewedTurn]) -> None:
        """Think about the positions before these turns, and those after them if needed."""
        course = self._course
        places = {turn.at for turn in turns if not (course.is_duel and turn.forced)}
        if course.is_duel:
            places |= {self._settled(turn.at + 1) for turn in turns}
        new = sorted(places - self._known.keys() - course.over.keys())
        answers = await asyncio.gather(*(self._asked(course.question(at, FIRST)) for at in new))
        self._answers.update(zip(new, answers, strict=True))

    async def _judge(self, turn: ReviewedTurn) -> Judged:
        course = self._course
        after = self._chance(turn.at + 1, turn.seat) if course.is_duel else None
        if after is not None and turn.forced:
            return Judged(turn.event, turn.seat, after)
        answer = self._answers.get(turn.at)
        if answer is None:
            return Judged(turn.event, turn.seat, 0.5 if after is None else after)
        before, line = self._worth(answer.value), tuple(answer.variation)
        if line[0] == turn.text or turn.forced:
            mark = Mark.ONLY if not turn.forced and await self._is_only(turn, before) else None
            return Judged(turn.event, turn.seat, before, 0.0, line, mark)
        lost = 1.0 if after is None else max(before - after, 0.0)
        if lost >= DOUBTFUL:
            lost = await self._compared(turn, before, line[0], otherwise=lost)
        return Judged(turn.event, turn.seat, before, round(lost, 3), line, mark_of(lost))

    async def _compared(
        self, turn: ReviewedTurn, before: float, best: str, *, otherwise: float
    ) -> float:
        """Return the chances that a turn has lost, by comparing its move with the best one."""
        question = self._course.question(turn.at, COMPARED, compared=[best, turn.text])
        found = await self._asked(question)
        if found is None:
            return otherwise if self._course.is_duel else 0.0
        better, played = map(self._worth, found.values)
        return min(max(better - played, 0.0), before)

    async def _is_only(self, turn: ReviewedTurn, after: float) -> bool:
        """Return whether the move played, which is the best, was the only good one and not easy."""
        if after < HOPE:
            return False
        course = self._course
        for part in (OTHERS, FIRST):
            others = course.question(turn.at, part, besides=turn.text)
            found = await self._asked(others)
            if found is None or not found.values:
                return False
            if not is_only(after, self._worth(found.values[0])):
                return False
            if part < FIRST:
                glance = await self._asked(course.question(turn.at, GLANCE))
                if glance is None or glance.moves[0] == turn.text:
                    return False
        return True

    def _settled(self, at: int) -> int:
        """Return the first place from ``at`` on that is known or not before a forced turn."""
        while at in self._forced and at not in self._known:
            at += 1
        return at

    def _chance(self, at: int, seat: int) -> float:
        """Return the chance of a seat in the position at a place, in a match of two sides."""
        course = self._course
        at = self._settled(at)
        if at in course.over:
            return course.over[at][seat]
        judged = self._known.get(at)
        if judged is not None:
            chance, mover = judged.chance, judged.seat
        else:
            answer = self._answers.get(at)
            chance, mover = (self._worth(answer.value) if answer else 0.5), course.movers[at]
        same = course.sides[mover] == course.sides[seat]
        return round(chance if same else 1 - chance, 3)

    async def _asked(self, question: Question) -> Answer | None:
        try:
            return await self._ask(question)
        except ThoughtFailed as error:
            log.error("%s after %s: %s", question.game, question.line[-1], error)
            return None

    def _worth(self, points: int) -> float:
        course = self._course
        return round(chances(course.game, points, course.sides), 3)
