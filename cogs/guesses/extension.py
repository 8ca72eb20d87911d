"""The cogs of spectators' guesses."""

from __future__ import annotations

from cogs.client.client import Damier
from cogs.guesses.move_guessing import MoveGuessing
from cogs.guesses.scoring import Scoring
from cogs.guesses.winner_guessing import WinnerGuessing


async def setup(bot: Damier) -> None:
    """Add the cogs for guesses of moves and of winners, and for scoring."""
    for cog in (MoveGuessing(bot), WinnerGuessing(bot), Scoring(bot)):
        await bot.add_cog(cog)
