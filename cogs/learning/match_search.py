"""The search for puzzles in ended matches whose players have agreed, in idle time.

Its progress is stored with the puzzles found, so that the search goes on from there after a
restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from datetime import timedelta
from functools import lru_cache
from typing import Final

from cogs.client.client import Damier
from cogs.computers.worker_pool import Rank, ThoughtFailed, Workers
from cogs.computers.worker_protocol import Question
from cogs.learning.puzzle_choice import PuzzleBook
from cogs.timekeeping.loops import LoopCog
from data import Search, UnknownMatch
from engine import Position
from engine.capabilities.thinking import LEVELS
from engine.puzzles import Puzzle, from_text
from engine.puzzles.finding.selecting import Idea, ideas
from engine.puzzles.puzzle import FROM_A_GAME
from engine.table.match import Match
from engine.table.steps import steps_of

log = logging.getLogger(__name__)

EVERY: Final = timedelta(minutes=1)
"""How often to look for matches to search."""

NODES: Final = 200_000
"""The most nodes for a position, and as many again for verifying a puzzle."""

NOTED_EVERY: Final = 10
"""The number of positions after which the progress in a match is saved."""

LONGEST: Final = 600
"""The most positions of a match that are searched; of a longer match these are the last."""


class MatchSearch(LoopCog):
    """Searches the matches that the store names for puzzles, one match after the other."""

    def __init__(self, bot: Damier, workers: Workers, book: PuzzleBook) -> None:
        super().__init__(EVERY)
        self.bot = bot
        self._workers, self._book = workers, book
        self._failed: set[int] = set()
        """The matches whose search failed; they are not tried again until the next start."""

    async def look(self) -> None:
        """Search all waiting matches."""
        store = self.bot.store.match_puzzles
        while (search := await store.next_search(self._failed)) is not None:
            try:
                await self._look_through(search, await self.bot.store.load(search.match))
            except UnknownMatch:
                self._failed.add(search.match)
            except Exception:
                log.exception("The puzzles of match %s", search.match)
                self._failed.add(search.match)

    async def _look_through(self, begun: Search, match: Match) -> None:
        """Search a match for puzzles from where its search was interrupted, and save them.

        Stop once the match has given enough puzzles. A puzzle with the idea of a known one is
        dropped.
        """
        store, game = self.bot.store.match_puzzles, match.game.name
        line = await asyncio.to_thread(line_of, match)
        known = await store.of_server(match.guild, game)
        count = sum(one.match == match.id for one in known)
        book = self._book.of(game) if any(game == one.name for one in self._book.games) else ()
        others = [*book, *(one.puzzle for one in known)]
        search = begun
        for at in range(begun.looked, len(line) if book else 0):
            puzzle = await self._looked_at(match, line, at)
            if puzzle is not None and await asyncio.to_thread(_has, others, puzzle):
                puzzle = None
            found = [] if puzzle is None else [puzzle]
            others += found
            count += len(found)
            if found or (at + 1) % NOTED_EVERY == 0:
                done = count >= FROM_A_GAME
                noted = await store.note(search, at + 1, found, done=done)
                if noted is None or done:
                    return  # nothing was noted if a player has withdrawn their agreement
                search = noted
        await store.note(search, len(line), (), done=True)

    async def _looked_at(self, match: Match, line: list[Position], at: int) -> Puzzle | None:
        """Return the puzzle at the index ``at`` of a line, None if there is none."""
        if not at:
            return None
        question = Question(
            game=match.game.name,
            options=dict(match.options),
            seats=len(match.people),
            line=[position.fen() for position in line[at - 1 : at + 1]],
            seat=line[at].turn,
            level=LEVELS[-1],
            seed=0,
            nodes=NODES,
            puzzle=True,
        )
        try:
            answer = await self._workers.study(question, Rank.PUZZLES)
        except ThoughtFailed as error:
            log.error("Match %s, a puzzle at %s: %s", match.id, line[at].fen(), error)
            return None
        return from_text(answer.puzzle) if answer.puzzle else None


def line_of(match: Match) -> list[Position]:
    """Return the last positions of a match, as everybody may see them, without set-ups.

    CPU work: call it in a thread.
    """
    seen = (step.position.seen_by(None) for step in steps_of(match))
    return [position for position in seen if position.setup is None][-LONGEST:]


def _has(others: Iterable[Puzzle], puzzle: Puzzle) -> bool:
    """Return whether one of the other puzzles shares an idea with the puzzle."""
    own = _ideas(puzzle)
    return any(not own.isdisjoint(_ideas(other)) for other in others)


@lru_cache(maxsize=2000)
def _ideas(puzzle: Puzzle) -> frozenset[Idea]:
    return ideas(puzzle)
