"""Loads the cogs of crowds."""

from __future__ import annotations

from cogs.analysis.desks import Desks
from cogs.challenges.challenges import Challenges
from cogs.client.client import Damier
from cogs.computers.computer_players import ComputerPlayers
from cogs.crowds.ballot_buttons import BallotButtons
from cogs.crowds.ballot_posts import BallotPosts
from cogs.crowds.ballot_view import standing_text
from cogs.crowds.commands import CrowdCommands
from cogs.crowds.conductor import CrowdConductor
from cogs.crowds.crowd_moves import CrowdMoves
from cogs.crowds.discussions import Discussions
from cogs.crowds.gathering import Gathering
from cogs.crowds.judgement import Judgement
from cogs.match_actions.clocks import Clocks
from cogs.watching.ratings import Ratings


async def setup(bot: Damier) -> None:
    """Add the cogs: the conductor, members' moves and buttons, threads, boards and commands."""
    computers = bot.cog(ComputerPlayers)
    judgement = Judgement(computers.workers, computers.fair_play)
    conductor = CrowdConductor(bot, bot.cog(Clocks), judgement)
    moves = CrowdMoves(bot, conductor)
    discussions = Discussions(bot, moves, bot.cog(Desks))
    gathering = Gathering(bot, bot.cog(Challenges).matchmaking)
    for cog in (
        conductor,
        moves,
        BallotButtons(bot, conductor, moves, judgement, standing_text),
        discussions,
        BallotPosts(bot, discussions, bot.cog(Ratings)),
        CrowdCommands(bot, gathering, conductor, moves),
    ):
        await bot.add_cog(cog)
