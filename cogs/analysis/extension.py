"""Loads the cogs of analysis boards, hints, warnings and reviews."""

from __future__ import annotations

from cogs.analysis.analyse_command import Analyse
from cogs.analysis.desks import Desks
from cogs.analysis.hints import Hints
from cogs.analysis.reviews.command import Reviews
from cogs.analysis.reviews.line import ComputersLine
from cogs.analysis.warnings import Warnings
from cogs.client.client import Damier
from cogs.computers.computer_players import ComputerPlayers
from cogs.moves.play import Play
from cogs.watching.move_viewer import MoveViewer


async def setup(bot: Damier) -> None:
    """Add the cogs; all of them share one ``FairPlay``, and so one view of live boards."""
    computers, viewer = bot.cog(ComputerPlayers), bot.cog(MoveViewer)
    workers, fair_play = computers.workers, computers.fair_play
    desks = Desks(bot, bot.cog(Play))
    for cog in (
        Hints(bot, workers, fair_play),
        Warnings(bot, workers, fair_play),
        desks,
        Analyse(bot, desks, viewer, workers, fair_play),
        Reviews(bot, workers, fair_play),
        ComputersLine(bot, viewer, fair_play),
    ):
        await bot.add_cog(cog)
