"""Second looks at wrong tries: the computer may find a try as good as a puzzle's solution.

Such a try solves the puzzle, and is noted for the operator: the puzzle may be wrong.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from cachetools import LRUCache

from cogs.computers.worker_pool import Rank, ThoughtFailed, Workers
from cogs.computers.worker_protocol import about
from cogs.learning.puzzle_tries import Attempt, attempt, first_of
from cogs.timekeeping.paces import Paces
from engine import Text
from engine.capabilities.thinking import LEVELS
from engine.computer.levels import level
from engine.puzzles import Puzzle, is_as_good, is_far_worse
from engine.puzzles.doubts import FILE, Doubt, note_doubt
from engine.puzzles.puzzle import RACES

log = logging.getLogger(__name__)

SHORT: Final = 8
"""The divisor of the normal number of nodes for a short look, which rejects far worse tries."""

KEPT: Final = 1_000
"""The number of cached results: several people try the same wrong move."""


class SecondLooks:
    """Judges tries by the solution, and wrong tries by the computer as well.

    Tries that the computer accepts are noted as doubts in a file in the ``folder``; without a
    folder they are only logged.
    """

    def __init__(self, workers: Workers, folder: Path | None, paces: Paces) -> None:
        self._workers, self._paces = workers, paces
        self._file = None if folder is None else folder / FILE
        self._noting = asyncio.Lock()
        self._found: LRUCache[tuple[Puzzle, int, str], bool] = LRUCache(KEPT)

    async def attempt(self, puzzle: Puzzle, line: Sequence[str], typed: Sequence[str]) -> Attempt:
        """Return the result of the ``typed`` moves, which must be legal after the ``line``.

        Raises Refusal if the solution has no move after the line.
        """
        made = await attempt(puzzle, line, typed)
        step, move = len(made.line), made.refused
        if not made.wrong or not await self._is_as_good(puzzle, step, move):
            return made
        await self._note(Doubt(puzzle.id, step, move))
        said = Text(
            "The computer finds `{move}` as good as the solution `{solution}`: solved.",
            move=move,
            solution=first_of(puzzle)[step],
        )
        return Attempt((*made.line, move), said, solved=True, as_good=True)

    async def _is_as_good(self, puzzle: Puzzle, step: int, move: str) -> bool:
        """Return whether the computer finds a wrong move as good as the solution at a step.

        False as well if the computer fails or does not answer in time, and for races, whose
        solutions are proved.
        """
        if puzzle.goal.kind in RACES:
            return False
        key = (puzzle, step, move)
        if key not in self._found:
            try:
                async with asyncio.timeout(self._paces.second_look_within):
                    self._found[key] = await self._looked_at(puzzle, step, move)
            except TimeoutError:
                return False
            except ThoughtFailed as error:
                log.error("Puzzle %s, %s at step %s: %s", puzzle.id, move, step, error)
                return False
        return self._found[key]

    async def _looked_at(self, puzzle: Puzzle, step: int, move: str) -> bool:
        """Return whether a short look and then a normal one find a move as good as the solution.

        The normal look is skipped if the short one finds the move far worse. Raises ThoughtFailed.
        """
        position = puzzle.line()[step]
        game, nodes = position.game, level(LEVELS[-1], position.pace).nodes
        question = replace(about([position]), compared=[move, first_of(puzzle)[step]])
        short = await self._workers.study(replace(question, nodes=nodes // SHORT), Rank.HINT)
        if is_far_worse(game, *short.values):
            return False
        normal = await self._workers.study(replace(question, nodes=nodes), Rank.HINT)
        return is_as_good(game, *normal.values)

    async def _note(self, doubt: Doubt) -> None:
        """Log a doubt and add it to the operator's file; if the file fails, only the log has it."""
        log.warning(
            "Puzzle %s: the computer finds %s as good as the solution, at step %s",
            doubt.puzzle,
            doubt.move,
            doubt.step,
        )
        if self._file is None:
            return
        try:
            async with self._noting:
                await asyncio.to_thread(note_doubt, self._file, doubt)
        except OSError as error:
            log.warning("The doubt is not kept in %s: %s", self._file, error)
