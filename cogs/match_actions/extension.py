"""The cogs for everything in a match but its moves."""

from __future__ import annotations

from cogs.client.client import Damier
from cogs.match_actions.agreements import Agreements
from cogs.match_actions.clocks import Clocks
from cogs.match_actions.confirmations import Confirmations
from cogs.match_actions.departures import Departures
from cogs.match_actions.holidays import Holidays
from cogs.match_actions.moderation import Adjudication, Removing
from cogs.match_actions.more_panel import MorePanel
from cogs.match_actions.setups import SetUps


async def setup(bot: Damier) -> None:
    """Load the cogs of set-ups, offers, clocks, departures, holidays, ends and moderation."""
    departures, holidays, removing = Departures(bot), Holidays(bot), Removing(bot)
    for cog in (
        SetUps(bot),
        Agreements(bot),
        Confirmations(bot),
        removing,
        Adjudication(bot, removing),
        MorePanel(bot),
        Clocks(bot, holidays, departures),
        departures,
        holidays,
    ):
        await bot.add_cog(cog)
