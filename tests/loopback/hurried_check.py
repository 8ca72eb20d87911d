"""`bot.py --check` in a hurry: it draws one board, and waits as long as the environment says.

To find the names of the commands, the real check makes a database in memory and a bot, which takes
twice as long as the rest. Here it does so only if the test sets NAMES_COMMANDS.
"""

import os

import discord

import bot
from cogs.operating.checking import account, findings, machine
from tests.loopback.rehearsal import command_names
from tests.patience import PATIENCE

gateway = account._gateway


async def known_names() -> set[str]:
    """Return the names of the commands, taken from the bot of the rehearsal."""
    return command_names


async def impatient_gateway(client: discord.Client) -> findings.Finding:
    """Return the finding about the gateway, waiting GATEWAY_ANSWERS_WITHIN seconds at most."""
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
