"""How the rooms are loaded: each loads its own cogs, after the rooms it asks for cogs.

Some rooms ask for the cog of a room above them, by a protocol of their own.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path

import pytest
from discord.ext import commands

import cogs
from cogs.client.client import Damier, MissingCog
from cogs.computers.fair_play import OpenPuzzles
from cogs.delivery.post_contents import CrowdPosts
from cogs.extension import EXTENSIONS, ROOMS, prepare
from cogs.match_actions.confirmations import Confirmations
from cogs.moves.move_questions import Doubts
from cogs.moves.play import Crowds, Play
from cogs.moves.position_questions import OwnBoards
from cogs.timekeeping.loops import LoopCog
from cogs.watching.move_viewer import StepMarks, StepNotes
from data import Store

ABOVE = (OpenPuzzles, CrowdPosts, Crowds, Doubts, OwnBoards, StepMarks, StepNotes)
"""The types by which a room asks for a cog of a room above it."""


@asynccontextmanager
async def unloaded() -> AsyncIterator[Damier]:
    """Yield a bot without cogs; at the end, unload the extensions and cogs that it has got."""
    store = await Store.open("sqlite+aiosqlite://")
    bot = Damier(store)
    try:
        yield bot
    finally:
        for extension in tuple(bot.extensions):
            await bot.unload_extension(extension)
        for cog in tuple(bot.cogs):
            await bot.remove_cog(cog)
        await store.close()


def all_cogs() -> set[type[commands.Cog]]:
    """Return the classes of all cogs in all rooms."""
    found = set[type[commands.Cog]]()
    for module in pkgutil.walk_packages(cogs.__path__, "cogs."):
        if not module.name.endswith("__main__"):
            members = vars(import_module(module.name)).values()
            found |= {
                one for one in members if isinstance(one, type) and issubclass(one, commands.Cog)
            }
    return {one for one in found if one.__module__.startswith("cogs.")} - {LoopCog}  # a base


async def test_each_room_loads_all_the_cogs_that_are_in_it() -> None:
    async with unloaded() as bot:
        for room, extension in zip(ROOMS, EXTENSIONS, strict=True):
            before = {type(cog) for cog in bot.cogs.values()}
            await bot.load_extension(extension)
            added = {type(cog) for cog in bot.cogs.values()} - before
            in_it = {one for one in all_cogs() if one.__module__.startswith(f"cogs.{room}.")}
            assert added == in_it, room
        assert {type(cog) for cog in bot.cogs.values()} == all_cogs()


def test_every_room_with_an_extension_is_listed_once() -> None:
    found = {path.parent.name for path in Path(cogs.__path__[0]).glob("*/extension.py")}
    assert sorted(ROOMS) == sorted(found)


async def test_what_a_room_needs_of_one_above_it_is_a_cog_there() -> None:
    async with unloaded() as bot:
        await bot.load_cogs()
        for kind in ABOVE:
            having = [cog for cog in bot.cogs.values() if isinstance(cog, kind)]
            assert having == [bot.cog(kind)]


async def test_a_room_that_is_loaded_too_early_says_which_cog_it_misses() -> None:
    async with unloaded() as bot:
        with pytest.raises(commands.ExtensionFailed) as failed:
            await bot.load_extension("cogs.moves.extension")
        assert isinstance(failed.value.original, MissingCog)
        assert f"{Confirmations.__module__}.Confirmations" in str(failed.value.original)


async def test_another_bot_of_the_same_process_has_cogs_of_the_same_classes() -> None:
    """discord.py forgets the module of an unloaded extension: only that which it loaded itself."""
    prepare()
    known = {name for name in sys.modules if name.startswith("cogs.")}
    async with unloaded() as bot:
        await bot.load_cogs()
    assert known - sys.modules.keys() <= {"cogs.extension"}
    async with unloaded() as bot:
        await bot.load_cogs()
        assert type(bot.cog(Play)) is Play
