"""The scoring of guesses, once the guessed moves are played.

The process that owns a match scores its guesses whenever the match is written. Guesses left
unscored by a crash or a failing database are searched for from time to time.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

from discord.ext import commands

from cogs.client.client import Damier
from cogs.timekeeping.loops import LoopCog
from data import StoreError
from engine.table.match import Match

log = logging.getLogger(__name__)

LOOKED_AFTER: Final = timedelta(minutes=10)
"""The pause between two searches for unscored guesses."""


class Scoring(LoopCog):
    """Scores guesses of moves, each exactly once."""

    def __init__(self, bot: Damier) -> None:
        super().__init__(LOOKED_AFTER)
        self.bot = bot

    @commands.Cog.listener()
    async def on_guessed_match(self, match: Match) -> None:
        """Score the guesses of a match that was written; a failure of the database is logged."""
        try:
            if await self.bot.store.guesses.awaits_score(match.id):
                await self._score(match)
        except StoreError as error:
            log.warning("The guesses of match %s are scored later: %s", match.id, error)

    async def look(self) -> None:
        """Score the guesses that were left unscored; failures of the database are logged."""
        for match_id in await self.bot.store.guesses.unscored():
            try:
                await self._score(await self.bot.store.load(match_id))
            except StoreError:
                log.exception("The guesses of match %s", match_id)

    async def _score(self, match: Match) -> None:
        """Score the guesses of a match in portions, between which turns can be played."""
        while await self.bot.store.guesses.score(match):
            await self.bot.poster.give_way()
