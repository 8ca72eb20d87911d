"""The cogs of the operator's side."""

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
    """Load what follows an outage, backups and figures, and the owner's commands."""
    play = bot.cog(Play)
    missed = MissedMessages(bot, play, bot.cog(SetUps), play.words)
    for cog in (
        Recovery(bot, bot.cog(Clocks), missed),
        Maintenance(bot, bot.cog(ComputerPlayers).workers.load),
        Owner(bot, play),
    ):
        await bot.add_cog(cog)
