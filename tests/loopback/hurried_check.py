"""`bot.py --check` in a hurry: it draws one board, and waits for answers as long as is said.

To find out which commands there are it makes a database in memory and a bot, which takes twice as
long as the rest; it does so only where a test says it.
"""

import os

import discord

import bot
from cogs.operating.checking import account, findings, machine
from tests.loopback.rehearsal import command_names
from tests.patience import PATIENCE

gateway = account._gateway


async def known_names() -> set[str]:
    """Return the names of the commands, as of the bot that has been there before."""
    return command_names


async def impatient_gateway(client: discord.Client) -> findings.Finding:
    """Return the finding about the gateway, with the patience that the test allows."""
    findings.PATIENCE = float(os.environ["GATEWAY_ANSWERS_WITHIN"])  # type: ignore[misc] # final but for a test
    return await gateway(client)


machine.GAMES = ("frisian",)  # type: ignore[misc] # final but for a test
findings.PATIENCE = float(os.environ.get("PATIENCE", PATIENCE))  # type: ignore[misc] # the same
if "GATEWAY_ANSWERS_WITHIN" in os.environ:
    account._gateway = impatient_gateway
if "NAMES_COMMANDS" not in os.environ:
    account._names = known_names

if __name__ == "__main__":
    bot.main()
