"""The log of the running bot with LOG_FORMAT=json: every line is an object."""

import json
from typing import Any

import pytest

from tests.loopback.process import BotProcess
from tests.loopback.table import SEND, Table

OURS = "told: ", "armed: "
"""The prefixes of the lines that the tests themselves print."""


def lines(bot: BotProcess) -> list[dict[str, Any]]:
    """Return the log's lines as objects. Raises ValueError for a line that is not JSON."""
    return [json.loads(line) for line in bot.log.splitlines() if not line.startswith(OURS)]


async def test_every_line_is_an_object(table: Table) -> None:
    await table.start("raise:cogs.operating.maintenance:Maintenance.log_figures", LOG_FORMAT="json")
    await table.begin()
    table.discord.rate_limit_next(*SEND, retry_after=0.1)
    table.discord.fail_next(*SEND, drop=True)
    await table.say(table.ann, "32-28")
    await table.shown(3)
    await table.settled()
    await table.leave()
    told = lines(table.bot)
    loggers = {line["logger"] for line in told}
    assert {"discord.client", "discord.gateway", "discord.http"} <= loggers
    about = [line["about"] for line in told if line["logger"] == "cogs.delivery.poster"]
    assert {"post": "4", "match": "1"} in about
    assert table.discord.world.token not in table.bot.log


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"DISCORD_TOKEN": ""}, "There is no token: "),
        ({"DISCORD_TOKEN": "wrong"}, "Discord refuses the token"),
        ({"LOG_LEVEL": "LOUD"}, "A setting is wrong: LOG_LEVEL has to be one of "),
        ({"LOOPBACK_ADDRESS": "127.0.0.1:1"}, "Discord cannot be reached: "),
        ({"DATABASE_URL": "nonsense://"}, "The database's URL cannot be "),
    ],
)
async def test_why_it_does_not_start_is_a_line(
    table: Table, env: dict[str, str], said: str
) -> None:
    bot = await table.new_bot(**{"LOG_FORMAT": "json"} | env).start()
    assert await bot.exit() == 1
    last = lines(bot)[-1]
    assert last["level"] == "CRITICAL"
    assert last["message"].startswith(said)
