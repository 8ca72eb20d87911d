"""The extension that the client loads: the rooms that have cogs, in their order.

The extension of a room is a module of it and not the package, because the thinking processes import
one room without its cogs. discord.py loads this module only, as it runs the module of an extension
anew for each bot, although it is imported.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from cogs.client.client import Damier
from cogs.computers.fair_play import kinds_of_boards
from cogs.language.catalogues import compile_catalogues
from cogs.language.typed_words import to_notation
from cogs.moves.bare_messages import sample_positions

ROOMS: Final = (
    "match_actions",
    "computers",
    "moves",
    "challenges",
    "watching",
    "settings",
    "help",
    "guesses",
    "analysis",
    "learning",
    "events",
    "crowds",
    "server_matches",
    "operating",
)
"""A room may ask the bot for the cogs of those before it."""

EXTENSIONS: Final = [f"cogs.{room}.extension" for room in ROOMS]


def prepare() -> None:
    """Build slow caches. Call this before an event loop is running: the loop would be blocked."""
    for extension in EXTENSIONS:
        import_module(extension)
    compile_catalogues()
    sample_positions()
    to_notation("32-28")
    kinds_of_boards()


async def setup(bot: Damier) -> None:
    """Load the cogs of all rooms."""
    for extension in EXTENSIONS:
        await import_module(extension).setup(bot)
