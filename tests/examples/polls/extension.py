"""The extension that loads the polls, as each room of ``cogs/`` has one."""

from __future__ import annotations

from cogs.client.client import Damier
from tests.examples.polls.poll_store import PollStore
from tests.examples.polls.polls import Polls


async def setup(bot: Damier) -> None:
    """Load polls."""
    await bot.add_cog(
        Polls(bot, PollStore(bot.store._database))
    )  # a shipped one: ``bot.store.polls``
