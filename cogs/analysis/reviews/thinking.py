"""Judges the turns of a match, from the last one back.

The position after a turn is therefore judged before the turn itself. Between two sides, the loss of
a turn is the value of the position before it minus the value of the position after it, both for the
side that played. A position gets a closer look if the first look leaves it unsettled: a capture is
near, or its value still changes with the depth. Both positions of a turn whose loss is doubtful get
one, too. Once the budget is spent, a doubtful turn's move is only compared with the better one,
which needs fewer nodes. No turn is marked without a closer look or a comparison. With more than two
sides, a value holds for the seat to move alone, so the move played and the better one are compared
at once, searched equally far.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final

from cogs.analysis.reviews.turns import Course, ReviewedTurn
from cogs.computers.worker_pool import ThoughtFailed
from cogs.computers.worker_protocol import Answer, Question
from engine.study.chances import chances, men_lost
from engine.study.judging import (
    DOUBTFUL,
    GLANCE,
    HOPE,
    Judged,
    Mark,
    is_only,
    loss,
    mark_of,
)

log = logging.getLogger(__name__)

AT_ONCE: Final = 4
"""The number of turns searched in parallel, to use as many cores."""

FIRST: Final = 0.42
"""The share of a turn's nodes for the first look at a position."""

CLOSER: Final = 1.3
"""The multiple of a turn's nodes for a closer look at a position."""

FAST_CLOSER: Final = 2.2
"""``CLOSER`` with a compiled engine: the budget allows fewer closer looks, which see further."""

SHALLOW: Final = 0.05
"""The share of a turn's nodes after which a look reports its value, to compare it with the last.

That is about three plies less than the first look: the difference shows whether the value still
changes with the depth.
"""

JUMP: Final = 0.3
"""A change of the value between two depths, in men, that counts as a jump."""

SURE: Final = 0.94
"""Winning chances above which a game is decided, whatever a closer look would find."""

AFFORDED: Final = 0.7
"""The average budget of a turn, as a multiple of its nodes.

Once it is spent, unsettled places get no closer look, and the moves of doubtful turns are only
compared. The budget bounds the time of a match with a capture in every turn.
"""

AHEAD: Final = 8
"""The number of turns whose budget may be spent in advance: a short match gets all its looks."""

OTHERS: Final = 0.15
"""The share of a turn's nodes for the first search of the moves other than the best one."""

EARLY: Final = (GLANCE, SHALLOW)
"""The shares of a turn's nodes at which a look also reports its current result."""

COMPARED: Final = 0.6
"""The share of a turn's nodes for comparing two moves: with only two the search sees further."""

Ask = Callable[[Question], Awaitable[Answer]]


class Thinker:
    """Judges the turns of a course; ``ask`` answers a question or raises ThoughtFailed.

    ``look`` is called with the number of turns looked at so far; some of them may have to wait for
    others before they are judged.
    """

    def __init__(
        self, course: Course, ask: Ask, look: Callable[[int], object] = lambda _: None
    ) -> None:
        self._course = course
        self._ask, self._look = ask, look
        self._turns = {turn.at: turn for turn in course.turns}
        self._forced = {turn.at for turn in course.turns if turn.forced}
        self._answers: dict[int, Answer | None] = {}
        self._closer: set[int] = set()
        self._closer_part = FAST_CLOSER if course.fast else CLOSER
        self._compared_chances: dict[int, tuple[float, float]] = {}
        """The chances before and after each doubtful turn whose moves were compared, by place."""
        self._known: dict[int, Judged] = {}
        self._begun = 0
        self._spent = 0.0

    async def judge(self, known: Sequence[Judged] = ()) -> AsyncIterator[list[Judged]]:
        """Yield the judged turns in groups, the last first, without the ``known`` ones.

        ``known`` are turns judged earlier: the last ones of the match, the last first.
        """
        turns = self._course.turns[::-1]
        self._known.update(zip((turn.at for turn in turns), known, strict=False))
        for first in range(len(known), len(turns), AT_ONCE):
            some = turns[first : first + AT_ONCE]
            await self._think(some)
            judged = list(await asyncio.gather(*map(self._judge, some)))
            self._known.update(zip((turn.at for turn in some), judged, strict=True))
            # ``_closer`` stays: the first of these places is also the one after the next turns, and
            # ``_known`` has the result of a closer look there.
            self._answers.clear()
            yield judged

    async def _think(self, turns: Sequence[ReviewedTurn]) -> None:
        """Search the positions before ``turns``; between two sides, also the positions after them.

        Between two sides, unsettled positions and doubtful turns are cleared up, too.
        """
        course = self._course
        places = {turn.at for turn in turns if not (course.is_duel and turn.forced)}
        if course.is_duel:
            places |= {self._settled(turn.at + 1) for turn in turns}
        new = sorted(places - self._known.keys() - course.over.keys())
        looked = len(self._known)

        async def first(at: int) -> Answer | None:
            nonlocal looked
            answer = await self._asked(course.question(at, FIRST, early=EARLY))
            looked += any(turn.at == at for turn in turns)
            self._look(looked)
            return answer

        answers = await asyncio.gather(*map(first, new))
        self._answers.update(zip(new, answers, strict=True))
        if not course.is_duel:
            return
        self._begun += len(turns)
        await self._look_again([at for at in new if self._may_matter(at)])
        while doubtful := [turn for turn in turns if self._doubted(turn)]:
            await self._clear_up(doubtful)

    async def _clear_up(self, doubtful: Sequence[ReviewedTurn]) -> None:
        """Look closer at the places of doubtful turns; once the budget is spent, compare moves."""
        spare, places, left = self._spare(), set[int](), list[ReviewedTurn]()
        for turn in doubtful:
            if spare <= 0:
                left.append(turn)
                continue
            new = self._doubted(turn) - places
            spare -= self._closer_part * len(new)
            places |= new
        await asyncio.gather(*map(self._look_closer, places), *map(self._compare_moves, left))

    def _doubted(self, turn: ReviewedTurn) -> set[int]:
        """Return the places to look at closer for a turn; none unless its loss is doubtful."""
        answer = self._answers.get(turn.at)
        if turn.forced or answer is None or answer.variation[0] == turn.text:
            return set()
        if turn.at in self._compared_chances:
            return set()
        before, after = self._mover_chance(turn.at, answer), self._chance(turn.at + 1, turn.seat)
        if loss(self._course.game, before, after, self._course.sides) < DOUBTFUL:
            return set()
        places = {turn.at, self._settled(turn.at + 1)} - self._closer
        return places - self._course.over.keys() - self._forced

    def _may_matter(self, at: int) -> bool:
        """Return whether the value of a place may make the turn before or after it a mistake.

        The value cannot matter if both turns were the expected ones, or if the game is decided.
        """
        answer = self._answers[at]
        if answer is None or not 1 - SURE < self._mover_chance(at, answer) < SURE:
            return False
        return self._expected_beside(at) < 2

    def _expected_beside(self, at: int) -> int:
        """Return how many of the two turns before and after a place are the expected ones."""
        before = at - 1
        while before in self._forced:
            before -= 1
        return self._is_expected(before) + self._is_expected(at)

    def _is_expected(self, at: int) -> bool:
        """Return whether the turn at a place is known to be the computer's expected one."""
        turn, answer = self._turns.get(at), self._answers.get(at)
        return turn is not None and answer is not None and answer.variation[0] == turn.text

    async def _look_again(self, places: Sequence[int]) -> None:
        """Look closer at unsettled places, as many as the budget allows.

        Places between two unexpected turns come first, since both may be mistakes. Among equals,
        the most even positions come first.
        """
        movers = self._course.movers
        unsettled = await asyncio.gather(*map(self._is_unsettled, places))
        some = [at for at, is_one in zip(places, unsettled, strict=True) if is_one]
        some.sort(
            key=lambda at: (self._expected_beside(at), abs(self._chance(at, movers[at]) - 0.5))
        )
        most = max(round(self._spare() / self._closer_part), 0)
        await asyncio.gather(*map(self._look_closer, some[:most]))

    def _spare(self) -> float:
        """Return the remaining budget, as a multiple of a turn's nodes."""
        return AFFORDED * (self._begun + AHEAD) - self._spent

    async def _is_unsettled(self, at: int) -> bool:
        """Return whether a capture is near at a place, or the value still changes with depth."""
        answer = self._answers[at]
        if answer is None:
            return False
        if await asyncio.to_thread(self._course.expects_capture, at, answer.variation):
            return True
        _, (_, before) = answer.early
        change = abs(self._worth(answer.value) - self._worth(before))
        return men_lost(self._course.game, change, self._course.sides) >= JUMP

    async def _look_closer(self, at: int) -> None:
        """Search a place again with more nodes; keep the first answer if the search fails."""
        self._closer.add(at)
        answer = await self._asked(self._course.question(at, self._closer_part, early=EARLY))
        if answer is not None:
            self._answers[at] = answer

    async def _compare_moves(self, turn: ReviewedTurn) -> None:
        """Compare the move of a turn with the better one, and store the chances with each."""
        answer = self._answers[turn.at]
        if answer is None:
            return
        moves = [answer.variation[0], turn.text]
        found = await self._asked(self._course.question(turn.at, COMPARED, compared=moves))
        after = self._chance(turn.at + 1, turn.seat)
        if found is not None:
            answer = self._answers[turn.at] = replace(answer, value=max(found.values))
            if self._settled(turn.at + 1) not in self._course.drawn:
                after = self._worth(found.values[1])
        self._compared_chances[turn.at] = (self._mover_chance(turn.at, answer), after)

    async def _judge(self, turn: ReviewedTurn) -> Judged:
        course = self._course
        after = self._chance(turn.at + 1, turn.seat) if course.is_duel else None
        if after is not None and turn.forced:
            return Judged(turn.event, turn.seat, after)
        answer = self._answers.get(turn.at)
        if answer is None:
            return Judged(turn.event, turn.seat, 0.5 if after is None else after)
        before, line = self._mover_chance(turn.at, answer), tuple(answer.variation)
        if line[0] == turn.text or turn.forced:
            return await self._good(turn, before, line)
        if turn.at in self._compared_chances:
            before, after = self._compared_chances[turn.at]
        if after is None:
            after = await self._compared(turn, before, line[0])
        lost = min(max(before - after, 0.0), before)
        mark = mark_of(course.game, before, before - lost, course.sides)
        return Judged(turn.event, turn.seat, before, round(lost, 3), line, mark)

    async def _good(self, turn: ReviewedTurn, before: float, line: tuple[str, ...]) -> Judged:
        """Return the judgement of a turn whose move was the best one, or the only one."""
        mark = Mark.ONLY if not turn.forced and await self._is_only(turn, before) else None
        return Judged(turn.event, turn.seat, before, 0.0, line, mark)

    async def _compared(self, turn: ReviewedTurn, before: float, best: str) -> float:
        """Return the chances after a turn, by comparing its move with the best one.

        If the loss is doubtful, both moves are searched again with more nodes.
        """
        course = self._course
        after = before
        for part in (COMPARED, self._closer_part):
            found = await self._asked(course.question(turn.at, part, compared=[best, turn.text]))
            if found is None:
                return before
            better, played = map(self._worth, found.values)
            after = before - min(max(better - played, 0.0), before)
            if loss(course.game, before, after, course.sides) < DOUBTFUL:
                break
        return after

    async def _is_only(self, turn: ReviewedTurn, after: float) -> bool:
        """Return whether a turn's move, the best one, was the only good one and not obvious.

        ``after`` are the chances with that move. An obvious move is the best one at a first glance.
        """
        course, answer = self._course, self._answers[turn.at]
        if answer is None or after < HOPE:
            return False
        for part in (OTHERS, FIRST):
            others = course.question(turn.at, part, besides=turn.text)
            found = await self._asked(others)
            if found is None or not found.values:
                return False
            second = self._worth(found.values[0])
            if not is_only(course.game, after, second, course.sides):
                return False
            if part < FIRST:
                (glance, _), _ = answer.early
                if glance == turn.text:
                    return False
        return True

    def _settled(self, at: int) -> int:
        """Return the first place from ``at`` on that is not before a forced turn.

        If nothing is known about that place, return the first place whose turn is already judged.
        """
        last = at
        while last in self._forced:
            last += 1
        if last in self._answers or last in self._known or last in self._course.over:
            return last
        return next((place for place in range(at, last) if place in self._known), last)

    def _chance(self, at: int, seat: int) -> float:
        """Return the winning chances of a seat in the position at a place, between two sides."""
        course = self._course
        at = self._settled(at)
        if at in course.over:
            return course.over[at][seat]
        judged, answer = self._known.get(at), self._answers.get(at)
        if judged is not None and answer is None:
            chance, mover = judged.chance, judged.seat
        else:
            chance, mover = (self._mover_chance(at, answer) if answer else 0.5), course.movers[at]
        same = course.sides[mover] == course.sides[seat]
        return round(chance if same else 1 - chance, 3)

    def _mover_chance(self, at: int, answer: Answer) -> float:
        """Return the winning chances of the side to move at a place, according to ``answer``.

        A known draw counts one half, whatever mistakes of the other side the search hopes for.
        """
        return 0.5 if at in self._course.drawn else self._worth(answer.value)

    async def _asked(self, question: Question) -> Answer | None:
        nodes = question.nodes or 0
        self._spent += nodes / self._course.nodes
        try:
            answer = await self._ask(question)
        except ThoughtFailed as error:
            log.error("%s after %s: %s", question.game, question.line[-1], error)
            return None
        if answer.nodes:
            self._spent += min(answer.nodes - nodes, 0) / self._course.nodes
        return answer

    def _worth(self, points: int) -> float:
        course = self._course
        return round(chances(course.game, points, course.sides), 3)
