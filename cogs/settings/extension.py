"""The cogs of settings and privacy."""

from __future__ import annotations

from cogs.client.client import Damier
from cogs.settings.privacy import Privacy
from cogs.settings.settings import SettingsCog


async def setup(bot: Damier) -> None:
    """Load the cogs of settings and privacy."""
    await bot.add_cog(SettingsCog(bot))
    await bot.add_cog(Privacy(bot))
