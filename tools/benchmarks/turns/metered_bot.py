"""The real bot with a meter of its turns."""

from __future__ import annotations

from typing import Final

import bot
from tools.benchmarks.turns.meter import Meter

STAGES: Final = {
    "look for the match": "cogs.moves.play:Play.handle_message",
    "load": "data.store:Store._load",
    "play": "engine.table.match:Match.play",
    "save": "data.store:Store._save",
    "commit": "data.database.sqlite.driver:Connection.commit",
    "draw": "render:picture",
    "send": "discord.http:HTTPClient.send_message",
    "tick off": "data.matches.outbox:Outbox.mark_shown",
}

if __name__ == "__main__":
    Meter(STAGES).install()
    bot.main()
