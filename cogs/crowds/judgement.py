"""The computer's judgement on proposals: which lose at once, without a word on what is better.

It also finds the move of a crowd in which nobody has voted.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cachetools import LRUCache

from cogs.computers.worker_pool import Rank, ThoughtFailed, Workers
from cogs.computers.worker_protocol import question_of
from engine.capabilities.thinking import LEVELS, MAN
from engine.computer.levels import level as level_of
from engine.crowds.crowd import Crowd
from engine.table.due import Duty, Task
from engine.table.match import Match
from engine.table.record import computer

log = logging.getLogger(__name__)

PART: Final = 4
"""The part of a turn's nodes at the highest level that a judgement gets: it is about pieces."""

KEPT: Final = 5_000
"""The judgements that are kept."""


class Judgement:
    """Judges moves that people propose, each once."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._losses: LRUCache[tuple[int, int, str], float] = LRUCache(KEPT)

    async def loss(self, match: Match, text: str) -> float | None:
        """Return how many pieces a legal move loses for nothing; None if that is not known.

        Moves that lose no more than a piece lose 0.
        """
        key = match.id, match.since, text
        if key not in self._losses:
            try:
                self._losses[key] = await self._looked_at(match, text)
            except ThoughtFailed as error:
                log.error("Match %s, %s after %s: %s", match.id, text, match.position.fen(), error)
                return None
        return self._losses[key]

    async def losing(self, match: Match, crowd: Crowd) -> Mapping[str, float]:
        """Return the proposals that lose more than a piece for nothing, with what they lose."""
        found = {}
        ballot = crowd.open_ballot
        for proposal in ballot.standing if ballot is not None else ():
            if loss := await self.loss(match, proposal.text):
                found[proposal.text] = loss
        return found

    def is_done(self, match: Match, crowd: Crowd, *more: str) -> bool:
        """Return whether all proposals have been judged, and those given with them."""
        ballot = crowd.open_ballot
        texts = [proposal.text for proposal in ballot.standing] if ballot is not None else []
        return all((match.id, match.since, text) in self._losses for text in (*texts, *more))

    async def _looked_at(self, match: Match, text: str) -> float:
        """Return the same by a search for the best move, and another that compares the two."""
        if len(match.position.legal_moves()) == 1:
            return 0
        nodes = level_of(LEVELS[-1], match.position.pace).nodes // PART
        question = replace(question_of(match, _duty(match, LEVELS[-1])), nodes=nodes)
        best = await self._workers.study(question, Rank.HINT)
        if not best.moves or best.moves[0] == text:
            return 0
        compared = replace(question, compared=[text, best.moves[0]])
        mine, better = (await self._workers.study(compared, Rank.HINT)).values
        return round((better - mine) / MAN, 1) if better - mine > MAN else 0

    async def move_for(self, match: Match, crowd: Crowd) -> str | None:
        """Return the move of the computer for a crowd in which nobody has voted.

        It is any legal move if the computer fails.
        """
        try:
            answer = await self._workers.think(question_of(match, _duty(match, crowd.terms.level)))
            return answer.moves[0]
        except (ThoughtFailed, IndexError) as error:
            log.error("Match %s, for its crowd: %s", match.id, error)
            position = match.position
            return position.write(position.legal_moves()[0])


def _duty(match: Match, level: int) -> Duty:
    """Return the duty of a computer of that level that would play the seat to move."""
    return Duty(Task.MOVE, match.position.turn, computer(level), match.since)
