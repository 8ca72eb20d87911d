"""Damier's command line: settings, store, bot.

``python bot.py`` runs the bot on Discord; ``python bot.py --playground`` runs the same bot in the
browser, without a token. ``python bot.py --backup FILE`` copies the database, also while the bot
runs; ``--restore FILE`` replaces the database with a copy, ``--copy-database FROM TO`` copies one
database into another, ``--check`` checks a set-up, and ``--version`` prints the version.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import gc
import io
import logging
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import NoReturn

import discord

from cogs import VERSION
from cogs.client.client import Damier
from cogs.client.operator_settings import OperatorSettings
from cogs.operating import log_lines
from cogs.operating.settings import Settings, environment, unknown_settings
from cogs.operating.wellbeing import Stage, supervised
from data import InUse, Store, StoreError, backup_of, copy_database, restore_to

log = logging.getLogger("damier")

SWITCHED_AFTER = 0.0005
"""Python's switch interval: the seconds that a thread computes while another one waits. With the
default, ten times as long, the event loop would wait for the drawing of a board each time that the
database has answered.
"""


FROZEN_EVERY = timedelta(minutes=1)
"""Time between freezes of all present objects, which later garbage collections leave out."""

NEVER = 2**30
"""Number of collections after which Python collects the oldest objects by itself: never reached."""

COLLECTED_EVERY = 24 * 60
"""Number of freezes between full collections."""

ARENAS = -8
"""glibc's parameter for the number of heaps, ``M_ARENA_MAX``."""


class Failed(Exception):
    """The bot cannot run; the text is a sentence for the person who started it."""


async def run(settings: Settings) -> None:
    """Run the bot until it is told to leave. Raises Failed if it cannot run."""
    if not (token := settings.token):
        raise Failed(
            "There is no token: set DISCORD_TOKEN, in the environment or in .env, to the bot's "
            "token from the Discord Developer Portal. `python bot.py --playground` needs none."
        )
    folder, problem = settings.backups()
    if folder is not None and problem:
        raise Failed(problem)
    log.info("Damier %s, discord.py %s", VERSION, discord.__version__)
    for line in unknown_settings():
        log.warning("%s", line)
    if folder is None:
        level = logging.WARNING if settings.backup_dir is None else logging.INFO  # switched off
        log.log(level, "No backups are made: %s.", problem)
    else:
        every, kept = settings.backup_every, settings.backups_kept
        log.info("Backups: every %g hours to %s, of which the newest %s stay", every, folder, kept)
    settings = replace(settings, backup_dir=folder)
    async with observed(settings) as stage:
        await connect(settings, token, stage)


async def connect(settings: Settings, token: str, stage: Stage) -> None:
    """Open the database and serve until the bot is told to leave. Raises Failed."""
    store = await opened(settings, stage)
    if store is None:
        return
    try:
        try:
            await serve(store, token, settings, stage, sees_messages=True)
        except discord.PrivilegedIntentsRequired:
            log.warning(
                "Discord refuses the message content intent: bare moves are not read. Switch it "
                "on for the bot in the Discord Developer Portal, or move by mention and buttons."
            )
            await serve(store, token, settings, stage, sees_messages=False)
    except StoreError as error:
        raise Failed(str(error)) from error
    except discord.LoginFailure as error:
        raise Failed("Discord refuses the token; check DISCORD_TOKEN.") from error
    except discord.PrivilegedIntentsRequired as error:
        raise Failed("Discord refuses the bot's intents, even without message content.") from error
    except (discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        raise Failed(f"Discord cannot be reached: {error}") from error
    finally:
        await store.close()


async def opened(settings: Settings, stage: Stage) -> Store | None:
    """Return the opened store, or None if the process is told to leave meanwhile.

    The process may stand by for days until its shards are free. A running migration is finished
    before the process leaves. Raises Failed if the database cannot be opened.
    """
    with leaving_on_signal() as leave:
        work = asyncio.create_task(
            Store.open(
                settings.database_url,
                backups=settings.backup_dir,
                shards=settings.shards,
                waiting=stage.stand_by,
            )
        )
        told = asyncio.create_task(leave.wait())
        await asyncio.wait({work, told}, return_when=asyncio.FIRST_COMPLETED)
        told.cancel()
        if leave.is_set():
            work.cancel()
            with contextlib.suppress(asyncio.CancelledError, StoreError):
                await (await work).close()
            return None
    try:
        return work.result()
    except StoreError as error:
        raise Failed(str(error)) from error


def operator_settings(settings: Settings, folder: Path | None, problem: str) -> OperatorSettings:
    """Return the settings that cogs need.

    ``folder`` is the folder of backups; if it is None, ``problem`` says why.
    """
    return OperatorSettings(
        backup_dir=folder,
        no_backups=problem,
        backup_every=timedelta(hours=settings.backup_every),
        backups_kept=settings.backups_kept,
        health_every=timedelta(minutes=settings.health_every),
        contact=settings.operator_contact,
    )


async def serve(
    store: Store, token: str, settings: Settings, stage: Stage, *, sees_messages: bool
) -> None:
    """Run the bot until SIGTERM or Ctrl-C; then finish the running work.

    Raises Failed if the database is damaged or lost meanwhile, and Discord's errors.
    """
    bot = Damier(
        store,
        sees_messages=sees_messages,
        test_guild=settings.test_guild,
        operator_settings=replace(
            operator_settings(settings, settings.backup_dir, ""), folder=store.folder
        ),
    )

    stage.bot = bot
    tidying: asyncio.Task[None] | None = None

    async def begin_tidying() -> None:
        bot.remove_listener(begin_tidying, "on_ready")
        nonlocal tidying
        sys.setswitchinterval(SWITCHED_AFTER)
        tidying = asyncio.create_task(tidy())

    bot.add_listener(begin_tidying, "on_ready")
    async with supervised(bot):
        with leaving_on_signal() as leave:
            work = asyncio.create_task(bot.start(token))
            told = asyncio.create_task(leave.wait())
            ruined = asyncio.create_task(ruin(store, settings))
            await asyncio.wait({work, told, ruined}, return_when=asyncio.FIRST_COMPLETED)
            asked = not work.done()
            told.cancel()
            ruined.cancel()
            if tidying is not None:
                tidying.cancel()
            await bot.finish_answers()
            await bot.close()
        if asked:  # the bot may still be logging in; any error of that does not matter now
            work.cancel()
            await asyncio.gather(work, ruined, return_exceptions=True)
            if not ruined.cancelled():
                raise Failed(ruined.result())
        else:
            await work


async def tidy() -> None:
    """Collect garbage in small pieces, until cancelled.

    A full collection looks through all objects, and nothing else runs for a tenth of a second or
    more. So objects older than a minute are left out. Nearly all of these are freed as soon as
    nothing refers to them; the rest is collected once a day.
    """
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    for minute in count(1):
        gc.collect(1)
        gc.freeze()
        await asyncio.sleep(FROZEN_EVERY.total_seconds())
        if minute % COLLECTED_EVERY == 0:
            gc.unfreeze()
            gc.collect()


async def ruin(store: Store, settings: Settings) -> str:
    """Wait until the database is damaged or lost to another process; return a sentence about it."""
    try:
        if said := await store.damage(settings.backup_dir):
            return said
    except StoreError as error:
        log.warning("The database is not looked through: %s", error)
    return await store.lost()


@contextlib.asynccontextmanager
async def observed(settings: Settings) -> AsyncIterator[Stage]:
    """Give the bot's stage to the block, and serve it over HTTP meanwhile if a port is set.

    Raises Failed if the port cannot be used.
    """
    stage = Stage()
    async with contextlib.AsyncExitStack() as around:
        if settings.metrics_port is not None:
            from cogs.operating import endpoint  # noqa: PLC0415 - few need it, and its libraries

            try:
                host, port = settings.metrics_host, settings.metrics_port
                await around.enter_async_context(endpoint.served(stage, host, port))
            except endpoint.PortRefused as error:
                raise Failed(str(error)) from error
        yield stage


@contextlib.contextmanager
def leaving_on_signal() -> Iterator[asyncio.Event]:
    """Give an event that is set when the process is asked to leave, by SIGINT or SIGTERM."""
    leave = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, leave.set)
        except NotImplementedError:  # Windows: Ctrl-C ends the loop instead
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(leave.set))
    try:
        yield leave
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)


async def back_up(settings: Settings, target: Path) -> None:
    """Copy the database to a file, whether or not the bot runs. Raises Failed if that fails."""
    try:
        sys.stdout.write(f"{await backup_of(settings.database_url, target)}\n")
    except StoreError as error:
        raise Failed(str(error)) from error


async def restore(settings: Settings, copy: Path) -> None:
    """Replace the database with a backup. Raises Failed if that fails."""
    try:
        sys.stdout.write(f"{await restore_to(settings.database_url, copy)}\n")
    except InUse as error:
        raise Failed(f"{error} Stop the bot first.") from error
    except StoreError as error:
        raise Failed(str(error)) from error


async def copy(source: str, target: str) -> None:
    """Copy a database into another, which must be empty. Raises Failed if that fails."""
    try:
        sys.stdout.write(f"{await copy_database(source, target)}\n")
    except InUse as error:
        raise Failed(f"{error} Stop the bot first.") from error
    except StoreError as error:
        raise Failed(str(error)) from error


async def check(settings: Settings, server: int | None, channel: int | None) -> None:
    """Check the set-up and print the findings.

    ``server`` and ``channel`` are the ids of a place for a trial post. Raises Failed if a finding
    is bad, or the check is interrupted.
    """
    from cogs.operating.checking.findings import is_coloured, table  # noqa: PLC0415 - a bot that runs needs neither
    from cogs.operating.checking.run import Check  # noqa: PLC0415 - likewise

    checked = Check(
        settings.database_url, operator_settings(settings, *settings.backups()), settings.test_guild
    )
    with leaving_on_signal() as leave:
        work = asyncio.create_task(checked.run(settings.token, server=server, place=channel))
        told = asyncio.create_task(leave.wait())
        await asyncio.wait({work, told}, return_when=asyncio.FIRST_COMPLETED)
        told.cancel()
        asked = not work.done()
        work.cancel()
        await asyncio.wait({work})
    sys.stdout.write(f"{table(checked.findings, coloured=is_coloured(sys.stdout))}\n")
    if asked:
        raise Failed("The check was cut short.")
    await work
    if not checked.passed:
        raise Failed("Not all is as it should be.")


async def play(settings: Settings) -> None:
    """Run the playground until it is told to leave. Raises Failed if it cannot run."""
    try:
        with unprobed():
            import playground  # noqa: PLC0415 - it needs what only requirements-dev.txt installs
    except ModuleNotFoundError as error:
        raise Failed(
            f"The playground needs {error.name}: pip install -r requirements-dev.txt"
        ) from error
    try:
        store = await Store.open(settings.playground_database_url)
    except StoreError as error:
        raise Failed(str(error)) from error
    try:
        with leaving_on_signal() as leave:
            await playground.run(
                store,
                port=settings.playground_port,
                language=settings.playground_language,
                leave=leave,
            )
    except OSError as error:
        raise Failed(f"The playground's page cannot be served: {error}") from error
    finally:
        await store.close()


@contextlib.contextmanager
def unprobed() -> Iterator[None]:
    """Keep discord.py's warning of missing intents out of the log in the block.

    SimCord makes a client without intents when it is imported, to see what discord.py is like.
    """

    def is_other(record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith("Guilds intent seems to be disabled.")

    state = logging.getLogger("discord.state")
    state.addFilter(is_other)
    try:
        yield
    finally:
        state.removeFilter(is_other)


def share_heaps() -> None:
    """Limit glibc to two heaps for all threads: it rarely returns memory from more heaps."""
    with contextlib.suppress(AttributeError, OSError, TypeError):  # with another C library
        ctypes.CDLL(None).mallopt(ARENAS, 2)


def show_what_can_be_shown() -> None:
    """Make printing write a question mark for each character that the encoding lacks."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def main() -> None:
    """Run the command line; exit with status 1 and a sentence if that fails."""
    share_heaps()
    show_what_can_be_shown()
    parser = argparse.ArgumentParser(description="Damier, a Discord bot that hosts board games.")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--version", action="version", version=f"Damier {VERSION}")
    instead.add_argument(
        "--playground", action="store_true", help="play in the browser; needs no token"
    )
    instead.add_argument(
        "--backup",
        metavar="FILE",
        type=Path,
        help="copy the database to FILE, also while the bot runs",
    )
    instead.add_argument(
        "--restore",
        metavar="FILE",
        type=Path,
        help="put the backup FILE in the place of the database, which is kept beside it",
    )
    instead.add_argument(
        "--copy-database",
        metavar=("FROM", "TO"),
        nargs=2,
        help="copy the database of one URL to that of another, which is empty; stop the bot first",
    )
    instead.add_argument(
        "--check", action="store_true", help="check the set-up, also while the bot runs"
    )
    where = parser.add_argument_group("with --check, to post there and delete it again")
    where.add_argument("--server", metavar="ID", type=int)
    where.add_argument("--channel", metavar="ID", type=int)
    arguments = parser.parse_args()
    if not arguments.check and (arguments.server or arguments.channel):
        parser.error("--server and --channel go with --check")
    try:
        settings = Settings.read()
    except ValueError as error:
        as_json = environment().get("log_format", "").strip().lower() == "json"
        log_lines.set_up(logging.ERROR, as_json=as_json)
        leave(str(error), as_json=as_json)
    as_json = settings.log_format == "json"
    log_lines.set_up(
        logging.getLevelNamesMapping()[settings.log_level],
        as_json=as_json,
        secrets=[
            settings.token,
            *log_lines.passwords_of(
                settings.database_url,
                settings.playground_database_url,
                *(arguments.copy_database or ()),
            ),
        ],
    )
    if arguments.backup is not None:
        work = back_up(settings, arguments.backup)
    elif arguments.check:
        logging.getLogger().setLevel(logging.ERROR)
        work = check(settings, arguments.server, arguments.channel)
    elif arguments.restore is not None:
        work = restore(settings, arguments.restore)
    elif arguments.copy_database is not None:
        work = copy(*arguments.copy_database)
    else:
        from cogs.extension import prepare  # noqa: PLC0415 - most of the bot; the others need none of it

        prepare()
        gc.freeze()  # garbage collections leave out what is imported
        work = play(settings) if arguments.playground else run(settings)
    try:
        asyncio.run(work)
    except Failed as failure:
        leave(str(failure), as_json=as_json)


def leave(sentence: str, *, as_json: bool) -> NoReturn:
    """Exit with status 1 and a sentence that says why, as a line of the log if that is JSON."""
    if as_json:
        log.critical("%s", sentence)
        sys.exit(1)
    sys.exit(sentence)


if __name__ == "__main__":
    main()
