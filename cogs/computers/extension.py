"""Loads the cog of the computer players."""

from __future__ import annotations

from cogs.client.client import Damier
from cogs.computers.computer_players import ComputerPlayers


async def setup(bot: Damier) -> None:
    """Add the cog; the processes in which computers think begin with the first thought."""
    await bot.add_cog(ComputerPlayers(bot))
