"""The extension that loads the polls, as each room of ``cogs/`` has one."""

from __future__ import annotations

from cogs.client.client import Damier
from tests.examples.polls.poll_store import PollStore
from tests.examples.polls.polls import Polls


async def setup(bot: Damier) -> None:
    """Add the cog of polls to a bot."""
    await bot.add_cog(Polls(bot, PollStore(bot.store._database)))  # if shipped: ``bot.store.polls``
