"""`bot.py --check` in a hurry: it draws few boards, and waits for answers as long as is said."""

import os

import bot
from cogs.operating.checking import findings, machine

machine.GAMES = ("frisian", "halma")  # type: ignore[misc] # final but for a test
findings.PATIENCE = float(os.environ.get("PATIENCE", "15"))  # type: ignore[misc] # the same

if __name__ == "__main__":
    bot.main()
