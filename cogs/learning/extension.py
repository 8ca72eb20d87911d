"""The cogs of puzzles and lessons."""

from __future__ import annotations

from cogs.analysis.desks import Desks
from cogs.challenges.play_command import PlayCommand
from cogs.client.client import Damier
from cogs.computers.computer_players import ComputerPlayers
from cogs.learning.daily_puzzles import DailyPuzzles
from cogs.learning.lessons import Lessons
from cogs.learning.match_search import MatchSearch
from cogs.learning.puzzles import Puzzles
from cogs.match_actions.confirmations import Confirmations
from cogs.moves.play import Play


async def setup(bot: Damier) -> None:
    """Load the cogs of puzzles, of the puzzle of the day, of match search and of lessons."""
    computers, desks, play = bot.cog(ComputerPlayers), bot.cog(Desks), bot.cog(Play)
    workers, fair_play = computers.workers, computers.fair_play
    confirmations = bot.cog(Confirmations)
    puzzles = Puzzles(bot, desks, play, confirmations, fair_play=fair_play, workers=workers)
    for cog in (
        puzzles,
        DailyPuzzles(bot, puzzles),
        MatchSearch(bot, workers, puzzles.book),
        Lessons(bot, desks, bot.cog(PlayCommand), play),
    ):
        await bot.add_cog(cog)
