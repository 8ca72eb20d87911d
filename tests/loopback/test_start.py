"""How the bot starts, refuses to start, and ends."""

import asyncio
import os
import re
import signal
import sqlite3
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from discord import Intents

from cogs import VERSION
from data.database import backup
from tests.data.database.sqlite.damages import halve
from tests.loopback import errors
from tests.loopback.faults import Failure
from tests.loopback.process import BotProcess
from tests.loopback.table import ANSWER, SEND, Table, reference
from tests.loopback.test_time import ticked
from tests.nightly import at_night

ROOT = Path(__file__).parents[2]
COMMANDS = "PUT", "/applications/*/commands"


@pytest.fixture
def new_table(table: Table) -> Table:
    """A table whose database does not exist yet."""
    table.database.unlink()
    return table


async def refuses(bot: BotProcess) -> str:
    """Start a bot that cannot run; check its end, and return the one sentence it prints."""
    await bot.start()
    assert await bot.exit() == 1
    assert "Traceback" not in bot.log
    sentences = [line for line in bot.log.splitlines() if line and "\x1b" not in line]
    assert len(sentences) == 1, bot.log
    return sentences[0]


async def test_the_command_itself(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        ROOT / "bot.py",
        cwd=tmp_path,  # without an .env that might hold a real token
        env=os.environ
        | {"DISCORD_TOKEN": "", "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/db"},
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await process.communicate()
    assert process.returncode == 1
    assert said.startswith(b"There is no token: set DISCORD_TOKEN")
    assert said.count(b"\n") == 1


async def test_the_version_is_told_whatever_is_set(table: Table) -> None:
    bot = table.discord.bot("bot", "--version", env={"LOG_LEVEL": "nonsense"})
    assert await (await bot.start()).exit() == 0
    assert bot.log == f"Damier {VERSION}\n"


@pytest.mark.parametrize("token", [at_night(""), "  "])
async def test_without_a_token_it_says_so(table: Table, token: str) -> None:
    said = await refuses(table.new_bot(DISCORD_TOKEN=token))
    assert said.startswith("There is no token: set DISCORD_TOKEN")
    assert table.discord.requests == []


async def test_a_token_that_discord_refuses(table: Table) -> None:
    world = table.discord.world
    said = await refuses(table.new_bot(DISCORD_TOKEN=world.token[::-1]))
    assert said == "Discord refuses the token; check DISCORD_TOKEN."


async def test_a_setting_that_is_wrong(table: Table) -> None:
    said = await refuses(table.new_bot(LOG_LEVEL="LOUD"))
    assert said.startswith("A setting is wrong: LOG_LEVEL has to be one of ")


async def test_a_folder_for_backups_that_cannot_be_written(new_table: Table) -> None:
    table = new_table
    folder = table.database.parent / "backups"
    folder.write_text("a file in the way", encoding="utf-8")
    said = await refuses(table.new_bot(BACKUP_DIR=str(folder)))
    assert said == (
        f"Backups cannot be written to {folder}, which BACKUP_DIR names: Not a directory."
    )
    assert not table.database.exists()


@pytest.mark.parametrize("arguments", [(), at_night((("--backup", "copy.db"),)), ("--check",)])
async def test_no_part_of_a_password_is_printed(table: Table, arguments: tuple[str, ...]) -> None:
    env = {"DATABASE_URL": "postgres://damier:se/cret@w/1@127.0.0.1/damier"}
    bot = table.discord.bot("tests.loopback.hurried_check", *arguments, env=env)
    table.processes.append(bot)
    await bot.start()
    assert await bot.exit() == 1
    said = " ".join(bot.log.split())
    assert "The database's URL has more than one @: in its password, write @ as %40" in said
    assert "Traceback" not in bot.log
    assert not [part for part in ("se/cret", "cret@", "@w", "w/1") if part in bot.log]


async def test_discord_that_cannot_be_reached(table: Table) -> None:
    said = await refuses(table.new_bot(LOOPBACK_ADDRESS="127.0.0.1:1"))
    assert said.startswith("Discord cannot be reached: ")


async def test_a_database_in_a_directory_that_is_not_there(table: Table) -> None:
    table.database = table.database.parent / "nowhere" / "damier.db"
    assert "there is no directory" in await refuses(table.new_bot())


async def test_a_database_that_is_none(table: Table) -> None:
    table.database.write_text("Dear diary, " * 100, encoding="utf-8")
    assert "cannot be opened: file is not a database" in await refuses(table.new_bot())


async def test_a_database_of_a_newer_version(table: Table) -> None:
    with closing(sqlite3.connect(table.database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert "was written by a newer version of Damier" in await refuses(table.new_bot())


async def test_a_url_that_is_none(table: Table) -> None:
    said = await refuses(table.new_bot(DATABASE_URL="nonsense://"))
    assert said.startswith("The database's URL cannot be ")


async def test_a_second_process_on_the_same_database(table: Table) -> None:
    await table.start()
    first = table.bot
    assert "is in use by another process" in await refuses(table.new_bot())
    table.process = first
    told = await table.discord.slash(table.ann, table.channel, "help")
    assert "I read only what" not in told.text  # it has the message content intent
    await table.begin()
    await table.check()


async def test_it_backs_itself_up_and_says_how_it_is_doing(new_table: Table) -> None:
    table = new_table
    backups = table.database.parent / "backups"
    await table.start(BACKUP_DIR="", HEALTH_EVERY="0.01")
    await table.begin()
    await table.play("32-28")
    line = (
        r"health matches=1 .* board_worst=\d+\.\d+ gateway=\d+\.\d+ clock=[+-]\d+\.\d+ servers=1\n"
    )
    await table.discord.until(lambda: re.search(line, table.bot.log) is not None)
    await table.discord.until(lambda: "backup file=" in table.bot.log)
    assert f"Backups: every 24 hours to {backups}, of which the newest 7 stay" in table.bot.log
    await table.leave()
    (copy,) = backups.iterdir()
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def run(table: Table, *arguments: str, **env: str) -> tuple[int | None, list[str]]:
    """Run `bot.py` on the table's database; return its exit status and its lines of output."""
    settings = {"DATABASE_URL": str(table.database), "LOG_LEVEL": "ERROR", "BACKUP_DIR": "off"}
    bot = table.discord.bot("bot", *arguments, env=settings | env)
    table.processes.append(bot)
    await (await bot.start()).exit()
    return bot.status, bot.log.splitlines()


async def test_from_a_damaged_database_to_the_newest_backup(new_table: Table) -> None:
    table = new_table
    folder = table.database.parent / "backups"
    await table.start(BACKUP_DIR=str(folder))
    await table.discord.until(lambda: bool(backup.copies_in(folder)))
    (first,) = backup.copies_in(folder)
    newest = folder / backup.name_at(first + timedelta(hours=1))
    await table.begin()
    copied = f"{newest} is a backup of {table.database} now: 1 match, "
    status, lines = await run(table, "--backup", str(newest))  # while the bot runs
    assert (status, len(lines)) == (0, 1)
    assert lines[0].startswith(copied)
    assert lines[0].endswith(" MB. It has been checked.")
    status, lines = await run(table, "--restore", str(newest))
    assert (status, len(lines)) == (1, 1)
    assert lines[0].endswith(" is in use by another process. Stop the bot first.")
    await table.leave()
    halve(table.database)
    status, said = await run(table, BACKUP_DIR=str(folder))
    assert (status, len(said)) == (1, 1)
    assert f"`python bot.py --restore {newest}`" in said[0]
    status, said = await run(table, "--restore", str(newest))
    assert (status, len(said)) == (0, 1)
    assert f"is the backup {newest} now, with 1 match; what was there is " in said[0]
    await table.start()
    await table.play("32-28")
    await table.check("move")


async def test_where_discord_takes_no_more_commands_today_the_bot_plays_all_the_same(
    table: Table,
) -> None:
    table.publishes = True
    table.discord.rate_limit_next(*COMMANDS, retry_after=3600)
    await table.start()
    assert "they are sent again in 1:00:00" in table.bot.log
    await table.begin()
    await table.play("32-28")
    await table.leave()
    await table.restart()
    assert table.discord.world.commands[None]


DESCRIPTION = errors.invalid("3.description", "Must be between 1 and 100 in length.")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (DESCRIPTION, r"In command '\w+' .*; description: Must be between 1 and 100 in length\."),
        at_night((errors.missing_access(), r"403 .*Missing Access")),
    ],
    ids=["400", "403"],
)
async def test_where_discord_refuses_the_commands_they_are_sent_again(
    table: Table, error: errors.ApiError, said: str
) -> None:
    table.publishes = True
    hold = table.discord.hold(*COMMANDS)
    table.discord.faults.failures.append(Failure(*COMMANDS, error, False, 1))
    await table.new_bot().start()
    await hold.reached()
    again = table.discord.hold(*COMMANDS)
    hold.release()
    await table.started()
    assert re.search(f"does not take the slash commands; .*: .*{said}", table.bot.log)
    await table.begin()
    await table.play("32-28")
    await again.reached()
    assert table.discord.world.commands == {}
    again.release()
    await table.discord.until(lambda: bool(table.discord.world.commands))
    await table.leave()
    assert "Traceback" not in table.bot.log


async def test_the_bot_plays_while_its_commands_are_on_their_way(table: Table) -> None:
    table.publishes = True
    hold = table.discord.hold(*COMMANDS)
    await table.start(PUBLISHED_WITHIN="0.1")
    await table.begin()
    await table.play("32-28")
    hold.release()
    await table.discord.until(lambda: "Published" in table.bot.log)
    await table.check("move")


async def test_commands_are_published_once(table: Table) -> None:
    table.publishes = True

    def published() -> int:
        return sum(request.matches(*COMMANDS) for request in table.discord.requests)

    await table.start()
    await table.leave()
    assert published() == 1
    names = {command["name"] for command in table.discord.world.commands[None]}
    assert names >= {"challenge", "move", "games", "help", "match"}
    await table.start()
    await table.leave()
    assert published() == 1
    table.discord.world.commands.clear()
    await table.start()
    await table.leave()
    assert published() == 2


async def test_asked_to_leave_it_finishes_the_turn_in_hand(table: Table) -> None:
    await table.start()
    await table.begin()
    hold = table.discord.hold(*SEND)
    await table.say(table.ann, "32-28")
    await hold.reached()
    table.bot.send_signal(signal.SIGTERM)
    hold.release()
    assert await table.bot.exit() == 0
    table.check_shown()
    assert table.moves == ["32-28"]
    assert not table.database.with_name("damier.db-wal").exists()  # it was closed


async def test_asked_to_leave_it_finishes_its_answers(table: Table) -> None:
    await table.start("tell:cogs.client.commands:Publication.close")
    hold = table.discord.hold(*SEND, after_storing=True)
    await table.say(table.ann, f"{table.mention} help")
    await hold.reached()
    other = table.discord.hold(*ANSWER, after_storing=True)
    await table.discord.slash(table.ann, table.channel, "help", patience=None)
    await other.reached()
    table.bot.send_signal(signal.SIGTERM)
    await table.discord.until(lambda: "told: Publication.close" in table.bot.log)
    await ticked(table)  # the bot still runs while its answers are on their way
    for one in (hold, other):
        one.release()
    assert await table.bot.exit() == 0
    assert "Traceback" not in table.bot.log


@pytest.mark.parametrize("number", [at_night(signal.SIGTERM), signal.SIGINT])
async def test_asked_to_leave_before_it_has_begun(table: Table, number: signal.Signals) -> None:
    hold = table.discord.hold("GET", "/users/@me")
    bot = await table.new_bot().start()
    await hold.reached()
    bot.send_signal(number)
    hold.release()
    assert await bot.exit() == 0
    assert "Traceback" not in bot.log


# Without the message content intent


async def test_without_the_intent_it_says_so_and_moves_come_by_every_other_way(
    table: Table,
) -> None:
    table.discord.world.approved_intents = Intents.none()
    await table.start()
    assert table.discord.gateway.refused == [4014]
    assert "Discord refuses the message content intent" in table.bot.log
    told = await table.discord.slash(table.ann, table.channel, "help")
    assert "I read only what is addressed to me" in told.text
    board = await table.begin()
    await table.say(table.ann, "31-27")  # a bare move: not read
    await table.say(table.ann, f"{table.mention} 32-28")
    board = await table.shown(3)
    await table.settled()
    await table.say(table.ben, "19-23", reply_to=board)
    await table.shown(4)
    await table.settled()
    await table.discord.slash(table.ann, table.channel, "move", {"move": "28x19"})
    board = await table.shown(5)
    await table.settled()
    await table.press_move(table.ben, on=board)
    form = await table.press(table.ben, "Type the move", on=table.private(table.ben))
    (line,) = table.discord.inputs(form)
    await table.discord.submit(form, {line: "14x23"})
    await table.shown(6)
    await table.check("move", "move", "move", "move")
    assert table.moves == ["32-28", "19-23", "28x19", "14x23"]
    assert table.replies == []
    assert reference(table.last) == (1, 7)
