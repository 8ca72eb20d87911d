"""The computer's judgement on proposals: those that lose material at once without need.

The computer also finds a move for a crowd in which nobody has voted. If all this would be advice
for a rated match with such a position, the computer says nothing, and plays badly.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cachetools import LRUCache

from cogs.computers.fair_play import LOW, FairPlay
from cogs.computers.worker_pool import Rank, ThoughtFailed, Workers
from cogs.computers.worker_protocol import question_of
from engine import Refusal, Text
from engine.capabilities.thinking import LEVELS, MAN
from engine.computer.levels import level as level_of
from engine.crowds.crowd import Crowd
from engine.table.duties import Duty, Task
from engine.table.match import Match
from engine.table.record import OPEN, computer

log = logging.getLogger(__name__)

PART: Final = 4
"""The highest level's nodes, divided by this, suffice for a judgement: it is only about pieces."""

KEPT: Final = 5_000
"""The most judgements cached."""


UNFAIR: Final = Text(
    "The computer judges no move now: that would be advice for a rated match with this "
    "position, or one close to it. The votes decide; ask again when that match is over or has "
    "moved on."
)


class Judgement:
    """Judges proposed moves, each once as long as its judgement is cached."""

    def __init__(self, workers: Workers, fair_play: FairPlay) -> None:
        self._workers, self._fair_play = workers, fair_play
        self._losses: LRUCache[tuple[int, int, str], float] = LRUCache(KEPT)

    async def is_silent(self, match: Match, crowd: Crowd) -> bool:
        """Return whether fair play forbids a word about the position of a crowd.

        All people of the crowd hear it, so all their matches and servers count.
        """
        people = {match.host, crowd.captain or OPEN, *crowd.people}
        return await self._fair_play.forbids_in_match(match, [one for one in people if one > OPEN])

    async def loss(self, match: Match, crowd: Crowd, text: str) -> float | None:
        """Return how many pieces a crowd's legal move loses for nothing; None if unknown.

        A loss of no more than a piece counts as 0. Raises Refusal if the computer must be silent.
        """
        if await self.is_silent(match, crowd):
            raise Refusal(UNFAIR)
        return await self._loss(match, text)

    async def _loss(self, match: Match, text: str) -> float | None:
        key = match.id, match.since, text
        if key not in self._losses:
            try:
                self._losses[key] = await self._looked_at(match, text)
            except ThoughtFailed as error:
                log.error("Match %s, %s after %s: %s", match.id, text, match.position.fen(), error)
                return None
        return self._losses[key]

    async def losing(self, match: Match, crowd: Crowd) -> Mapping[str, float] | None:
        """Return the proposals that lose more than a piece for nothing, with their losses.

        Return None if the computer must be silent.
        """
        if await self.is_silent(match, crowd):
            return None
        found = {}
        ballot = crowd.open_ballot
        for proposal in ballot.standing if ballot is not None else ():
            if loss := await self._loss(match, proposal.text):
                found[proposal.text] = loss
        return found

    def is_done(self, match: Match, crowd: Crowd, *more: str) -> bool:
        """Return whether all proposals, and the moves given with them, have been judged."""
        ballot = crowd.open_ballot
        texts = [proposal.text for proposal in ballot.standing] if ballot is not None else []
        return all((match.id, match.since, text) in self._losses for text in (*texts, *more))

    async def _looked_at(self, match: Match, text: str) -> float:
        """Return a move's loss in pieces: search for the best move, then compare the two.

        Raises ThoughtFailed.
        """
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
        """Return the computer's move for a crowd without votes.

        The move is a bad one if the computer must be silent, and any legal one if thinking fails.
        """
        level = crowd.terms.level
        if await self.is_silent(match, crowd):
            level = min(level, LOW)
        try:
            answer = await self._workers.think(question_of(match, _duty(match, level)))
            return answer.moves[0]
        except (ThoughtFailed, IndexError) as error:
            log.error("Match %s, for its crowd: %s", match.id, error)
            position = match.position
            return position.write(position.legal_moves()[0])


def _duty(match: Match, level: int) -> Duty:
    """Return the duty of a computer of a level in the place of the seat to move."""
    return Duty(Task.MOVE, match.position.turn, computer(level), match.since)
