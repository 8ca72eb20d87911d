"""A bare bot that plays moves, for the least cost of a turn with discord.py.

It parses the move, saves it in one durable transaction, draws the same picture and posts it. A
match begins with the word ``begin``, and is kept in memory.
"""

from __future__ import annotations

import asyncio
import gc
import io
import os
import signal
import sqlite3
from typing import Final

import discord
from discord import ui

import engine
import render
from engine import Move, Position
from tools.benchmarks.turns.meter import Meter

BEGIN: Final = "begin"

SIZE: Final = 900
"""The pixels of a picture's side."""

STAGES: Final = {
    "save": "__main__:Bare.save",
    "draw": "render:picture",
    "send": "discord.http:HTTPClient.send_message",
}


class Bare(discord.AutoShardedClient):
    """A bot that plays one match a channel."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, messages=True, message_content=True)
        super().__init__(intents=intents, max_messages=None, chunk_guilds_at_startup=False)
        self._positions: dict[int, Position] = {}
        self._database = sqlite3.connect(os.environ["DATABASE"], check_same_thread=False)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute(
            "CREATE TABLE moves (id INTEGER PRIMARY KEY, channel INTEGER, position TEXT)"
        )
        self._saving = asyncio.Lock()

    async def setup_hook(self) -> None:
        """Close the bot on SIGTERM."""
        self.loop.add_signal_handler(signal.SIGTERM, lambda: self.loop.create_task(self.close()))

    async def on_message(self, message: discord.Message) -> None:
        """Start a match, or play the move that a message contains and post its board."""
        if message.author.bot:
            return
        channel = message.channel.id
        if message.content == BEGIN:
            self._positions[channel] = engine.games["frisian"].start()
            await message.channel.send("Go!")
            return
        before = self._positions[channel]
        move = before.parse(message.content)
        position = self._positions[channel] = before.play(move)
        async with self._saving:
            await asyncio.to_thread(self.save, channel, position)
        picture = await asyncio.to_thread(_draw, before, move, position)
        await message.channel.send(view=_view(before, move, picture), file=_file(picture))

    def save(self, channel: int, position: Position) -> None:
        """Save the position after a move durably."""
        with self._database:
            self._database.execute(
                "INSERT INTO moves (channel, position) VALUES (?, ?)", (channel, position.fen())
            )


def _draw(before: Position, move: Move, position: Position) -> render.Picture:
    return render.picture(position, before=before, moves=[move], theme="wood", size=SIZE)


def _file(picture: render.Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.png), "board.png")


def _view(before: Position, move: Move, picture: render.Picture) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"Played {before.write(move)}"))
    board = discord.MediaGalleryItem("attachment://board.png", description=str(picture.alt)[:1000])
    view.add_item(ui.MediaGallery(board))
    return view


async def main() -> None:
    """Run the bare bot."""
    gc.freeze()
    async with Bare() as bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    Meter(STAGES).install()
    asyncio.run(main())
