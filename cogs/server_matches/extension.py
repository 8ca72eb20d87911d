"""The cogs of matches between servers."""

from __future__ import annotations

from cogs.client.client import Damier
from cogs.server_matches.card_buttons import ServerCardButtons
from cogs.server_matches.commands import ServerCommands
from cogs.server_matches.conductor import ServerMatchConductor
from cogs.server_matches.couriers import Couriers


async def setup(bot: Damier) -> None:
    """Load the couriers between twins, the conductor, the buttons and the commands."""
    couriers = Couriers(bot)
    for cog in (
        couriers,
        ServerMatchConductor(bot, couriers),
        ServerCardButtons(bot),
        ServerCommands(bot),
    ):
        await bot.add_cog(cog)
