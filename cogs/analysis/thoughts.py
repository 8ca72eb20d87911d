"""Questions to the computer about a match, on behalf of the person to move in it.

The computer is never asked during a set-up, so the only hidden fact is an omitted capture. The
person may notice the omission from the last turn; the computer does notice it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cachetools import LRUCache

from cogs.computers.worker_pool import Rank, Workers
from cogs.computers.worker_protocol import Answer, Question
from engine import Move, Position
from engine.capabilities.thinking import LEVELS
from engine.study import advising
from engine.study.advising import ValuedLine
from engine.study.explaining import read
from engine.table.match import Match

THOUGHT: Final = 0.35
"""Seconds of thought for a hint on the machine on which the games' pace was measured. They are
converted to nodes, so that the same position always gives the same hint.
"""

LOOK: Final = 0.05
"""Seconds of thought about each line in which the opponent does nothing against a move."""

LOOKED_BACK: Final = 20
"""The number of earlier positions sent with a question, to find repetitions."""

KEPT: Final = 500
"""The most answers cached."""


class Thoughts:
    """Asks the workers about matches, and caches the answers about a match's own positions."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept: LRUCache[object, asyncio.Task[Answer]] = LRUCache(KEPT)

    async def best(self, match: Match) -> ValuedLine:
        """Return the best move of the seat to move, and the line that follows.

        Raises ThoughtFailed.
        """
        question = question_of(match, THOUGHT)
        answer = await self._once((match.id, match.since), question)
        return line_of(match.position, answer)

    async def next_best(self, match: Match, best: Move) -> ValuedLine | None:
        """Return the best line that begins with another move, or None if there is none.

        Raises ThoughtFailed.
        """
        position = match.position
        named = position.write(best)
        question = question_of(match, THOUGHT, besides=named)
        answer = await self._once((match.id, match.since, named), question)
        return line_of(position, answer) if answer.variation else None

    async def threat(self, match: Match, move: Move) -> Sequence[Move]:
        """Return the line after a move if the opponent ignores its threat: a reply, then a blow.

        The line is empty unless a blow follows each quiet reply, of which there must be at least
        ``advising.REPLIES``. Raises ThoughtFailed.
        """
        position = match.position
        after = position.play(move)
        replies = list(advising.quiet_replies(position, move))
        if len(replies) < advising.REPLIES:
            return ()
        blows = await asyncio.gather(*(self._blow(match, after.play(r)) for r in replies))
        found = [(reply, *blow) for reply, blow in zip(replies, blows, strict=True) if blow]
        return found[0] if len(found) == len(replies) else ()

    async def line_from(self, match: Match, position: Position) -> ValuedLine:
        """Return the expected line from a position that may arise in a match.

        Raises ThoughtFailed.
        """
        if not position.legal_moves():
            return ValuedLine((), 0)
        question = question_about(match, position, THOUGHT)
        return line_of(position, await self._workers.study(question, Rank.HINT))

    async def compared(self, match: Match, best: Move, move: Move) -> tuple[int, int]:
        """Return the values of two moves for the seat to move, in points, searched equally far.

        Raises ThoughtFailed.
        """
        named = [match.position.write(best), match.position.write(move)]
        question = replace(question_of(match, THOUGHT), compared=named)
        better, value = (await self._workers.study(question, Rank.HINT)).values
        return better, value

    async def _blow(self, match: Match, position: Position) -> Sequence[Move]:
        """Return the best line from a position, or () if it wins nothing."""
        if position.outcome() is not None or not position.legal_moves():
            return ()
        question = question_about(match, position, LOOK)
        line = line_of(position, await self._workers.study(question, Rank.HINT))
        return line.moves if advising.threatens(position, line.moves) else ()

    async def _once(self, key: object, question: Question) -> Answer:
        """Return the answer to a question; identical questions share one answer."""
        task = self._kept.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            study = self._workers.study(question, Rank.HINT)
            task = self._kept[key] = asyncio.create_task(study, name=f"a hint: {key}")
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Cancel all running questions, and wait until they have ended."""
        for task in self._kept.values():
            task.cancel()
        await asyncio.gather(*self._kept.values(), return_exceptions=True)


def question_of(match: Match, seconds: float, besides: str = "") -> Question:
    """Return the question for the best move of the seat to move, or the best except ``besides``."""
    seat = match.position.turn
    line = (*match.line_seen_by(seat, LOOKED_BACK)[:-1], match.position.fen())
    return _with_nodes(match, line, seat, seconds, besides)


def question_about(match: Match, position: Position, seconds: float) -> Question:
    """Return the question for the best move in a position that may arise in a match.

    ``position`` is as the person who asks may see it.
    """
    return _with_nodes(match, [position.fen()], position.turn, seconds)


def _with_nodes(
    match: Match, line: Sequence[str], seat: int, seconds: float, besides: str = ""
) -> Question:
    return Question(
        game=match.game.name,
        options=dict(match.options),
        seats=len(match.people),
        line=line,
        seat=seat,
        level=LEVELS[-1],
        seed=0,
        nodes=int(1000 * match.position.pace * seconds),
        besides=besides,
    )


def line_of(position: Position, answer: Answer) -> ValuedLine:
    """Return the line and the value of an answer about a position."""
    return ValuedLine(read(position, answer.variation), answer.value)
