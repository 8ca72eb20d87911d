"""The cog of the computers at the tables."""

from __future__ import annotations

from cogs.client.client import Damier
from cogs.computers.computer_players import ComputerPlayers


async def setup(bot: Damier) -> None:
    """Load the computer players; the processes in which they think begin with the first thought."""
    await bot.add_cog(ComputerPlayers(bot))
