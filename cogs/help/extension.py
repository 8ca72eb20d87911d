"""The cogs of help and rules."""

from __future__ import annotations

from cogs.client.client import Damier
from cogs.help.help import Help
from cogs.help.rules import Rules


async def setup(bot: Damier) -> None:
    """Add the cogs for help and for the rules of the games."""
    rules = Rules(bot)
    await bot.add_cog(Help(bot, rules))
    await bot.add_cog(rules)
