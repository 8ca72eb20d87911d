"""Loads the cogs that begin matches."""

from __future__ import annotations

from cogs.challenges.blocks import Blocks
from cogs.challenges.challenge_answers import ChallengeAnswers
from cogs.challenges.challenges import Challenges
from cogs.challenges.lobby import Lobby
from cogs.challenges.matchmaking import Matchmaking
from cogs.challenges.open_matches import ComputerSeats, OpenMatches
from cogs.challenges.play_command import PlayCommand
from cogs.challenges.rematches import Rematches
from cogs.client.client import Damier
from cogs.moves.play import Play


async def setup(bot: Damier) -> None:
    """Add the cogs, with one ``Matchmaking`` for all of them."""
    matchmaking = Matchmaking(bot)
    for cog in (
        PlayCommand(bot, matchmaking, bot.cog(Play)),
        Challenges(bot, matchmaking),
        ChallengeAnswers(bot, matchmaking),
        ComputerSeats(bot, matchmaking),
        OpenMatches(bot, matchmaking),
        Lobby(bot, matchmaking),
        Blocks(bot),
        Rematches(bot, matchmaking),
    ):
        await bot.add_cog(cog)
