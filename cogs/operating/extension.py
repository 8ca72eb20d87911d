"""The cogs for the operator."""

from __future__ import annotations

from cogs.client.client import Damier
from cogs.computers.computer_players import ComputerPlayers
from cogs.match_actions.clocks import Clocks
from cogs.match_actions.setups import SetUps
from cogs.moves.missed_messages import MissedMessages
from cogs.moves.play import Play
from cogs.operating.maintenance import Maintenance
from cogs.operating.owner import Owner
from cogs.operating.recovery import Recovery


async def setup(bot: Damier) -> None:
    """Load the cogs of recovery from outages, of backups and figures, and of owner's commands."""
    play = bot.cog(Play)
    missed = MissedMessages(bot, play, bot.cog(SetUps), play.words)
    for cog in (
        Recovery(bot, bot.cog(Clocks), missed),
        Maintenance(bot, bot.cog(ComputerPlayers).workers.load),
        Owner(bot, play),
    ):
        await bot.add_cog(cog)
