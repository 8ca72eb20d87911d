"""`python bot.py --check`: problems are red, with advice, and nothing stays behind on Discord."""

from __future__ import annotations

import io
import re
import signal
import sqlite3
from contextlib import closing
from typing import Any, NamedTuple

import pytest
from discord import Intents, Permissions

from cogs import VERSION
from cogs.operating.checking import findings
from cogs.operating.checking.findings import bad, good, unchecked
from data import Store
from tests.data.database.sqlite.damages import halve
from tests.data.hands import execute
from tests.data.results import begun as begun_match
from tests.data.results import ended as ended_match
from tests.loopback.process import BotProcess
from tests.loopback.table import EDIT, SEND, Table
from tests.loopback.world import World
from tests.nightly import at_night, thinned
from tests.patience import PATIENCE
from tests.postgres import Server

CHECK = "tests.loopback.hurried_check"

VOICE, STAGE, FORUM = 2, 13, 15
"""Discord's numbers of types of channels."""

LINE = re.compile(r"(\S.*?)  +(ok|look|FAILED|-)  +(.*)")
TOOK = re.compile(r"\(\d+\.\d\d s\)$")

STEPS = (
    "post a board", "edit it", "take its buttons off", "edit a new picture in", "open a thread",
    "post in the thread", "reply", "read it back", "delete it all", "delete the thread",
)  # fmt: skip


class Line(NamedTuple):
    mark: str
    said: str


async def begun(table: Table, *arguments: str, **env: str) -> BotProcess:
    """Start `bot.py` in a hurry with these arguments; return its process."""
    bot = table.discord.bot(CHECK, *arguments, env=settings(table) | env)
    table.processes.append(bot)
    return await bot.start()


async def check(
    table: Table, *arguments: str, **env: str
) -> tuple[int, dict[str, Line], BotProcess]:
    """Run a check; return its exit status, its lines by their names, and its process."""
    bot = await begun(table, "--check", *arguments, **env)
    status = await bot.exit()
    assert "Traceback" not in bot.log
    return status, lines(bot.log), bot


def settings(table: Table) -> dict[str, str]:
    return {
        "DATABASE_URL": str(table.database),
        "BACKUP_DIR": str(table.database.parent / "backups"),  # never those of the checkout
        "LOG_LEVEL": "ERROR",
    }


def lines(log: str) -> dict[str, Line]:
    found: dict[str, Line] = {}
    name = ""
    for line in log.splitlines():
        if match := LINE.fullmatch(line):
            name = match[1]
            found[name] = Line(match[2], match[3])
        elif line.startswith("  ") and name:
            found[name] = Line(found[name].mark, f"{found[name].said} {line.strip()}")
    return found


def use_threads(table: Table) -> None:
    with closing(sqlite3.connect(table.database)) as connection, connection:
        kept = (table.guild.id, '{"threads": true}')
        connection.execute("INSERT INTO servers VALUES (?, ?)", kept)


def channel(table: Table) -> tuple[str, str]:
    return "--channel", str(table.channel.id)


def messages(world: World) -> list[str]:
    """Return the texts of all messages in all channels and threads."""
    return [m.text or m.content for c in world.channels.values() for m in c.messages.values()]


def bad_ones(found: dict[str, Line]) -> list[str]:
    """Return the names of the lines marked as failed.

    "commands" is one of them if no bot has published its commands before.
    """
    return [name for name, line in found.items() if line.mark == "FAILED"]


async def test_where_all_is_well_everything_is_green(table: Table) -> None:
    await table.start()
    await table.leave()
    use_threads(table)
    table.guild.bot_role.update(manage_threads=True)
    status, found, bot = await check(table, *channel(table), NAMES_COMMANDS="")
    assert status == 0, bot.log
    assert bad_ones(found) == []
    for step in STEPS:
        assert found[step].mark == "ok"
    for step in STEPS[:8]:
        assert TOOK.search(found[step].said)
    assert re.fullmatch(r"(\d+) registered, of \1 .*", found["commands"].said)
    assert found["version"].said.startswith(f"Damier {VERSION}, Python 3.")
    assert found["token"].said.startswith("logged in as Damier")
    assert ": whole, 0 matches, " in found["database"].said
    assert "no bot is running" in found["database"].said
    assert found["may Send Messages"] == Line("ok", "yes")
    limited = r"granted, limited: Discord has not .* 10,000 people \(servers so far: 1\)"
    assert re.fullmatch(limited, found["intent message content"].said)
    assert messages(table.discord.world) == []
    assert not [c for c in table.discord.world.channels.values() if c.parent is not None]
    assert table.discord.gateway.identified == 1  # that of the bot
    assert "\x1b" not in bot.log


@pytest.mark.parametrize("kind", [VOICE, at_night(STAGE), FORUM])
async def test_other_channels_with_matches_are_tried(table: Table, kind: int) -> None:
    use_threads(table)
    table.channel.type = kind
    place = table.channel
    if kind == FORUM:
        status, found, _ = await check(table, *channel(table))
        assert status == 1
        assert found["channel"].said.endswith("in its posts → name one of its posts")
        assert messages(table.discord.world) == []
        starter = await table.discord.say(table.ann, table.channel, "Who plays?")
        place = table.discord.world.thread(starter, "Frisian?")
    _, found, bot = await check(table, "--channel", str(place.id))
    assert bad_ones(found) == ["commands"], bot.log
    assert found["channel"] == Line("ok", f"#{place.name}")
    assert {found[step].mark for step in STEPS if "thread" not in step} == {"ok"}
    assert found["open a thread"] == Line("-", "matches have threads only in text channels")
    assert list(place.messages) == []
    assert "may Send Messages in Threads" in found


async def test_a_running_bot_is_not_disturbed(table: Table) -> None:
    await table.start()
    await table.begin()
    sent = len(table.discord.posts(table.channel))
    _, found, _ = await check(table, *channel(table))
    assert "in use by a running bot" in found["database"].said
    assert found["post a board"].mark == "ok"
    assert len(table.discord.posts(table.channel)) == sent
    assert table.discord.gateway.identified == 1
    table.process = table.processes[0]
    await table.play("32-28")
    await table.check("move")


async def test_without_a_token_this_machine_is_checked(table: Table) -> None:
    status, found, _ = await check(table, DISCORD_TOKEN="")
    assert status == 0
    assert found["database"].mark == found["pictures"].mark == found["free space"].mark == "ok"
    folder = table.database.parent / "backups"
    assert found["backups"].mark == "look"
    assert found["backups"].said.startswith(f"none in {folder} ")
    assert not folder.exists()
    _, found, _ = await check(table, DISCORD_TOKEN="", BACKUP_DIR="off")
    assert found["backups"].mark == "look"
    assert found["backups"].said.startswith("none are made: BACKUP_DIR is off → set BACKUP_DIR")
    assert found["token"].mark == "-"
    assert found["token"] == Line("-", "there is none, so Discord is not asked: set DISCORD_TOKEN")
    assert list(found)[-1] == "token"
    assert table.discord.requests == []


@pytest.mark.parametrize("name", ["channel", "server"])
async def test_without_a_token_what_is_named_is_not_looked_at(table: Table, name: str) -> None:
    status, found, _ = await check(table, f"--{name}", "17", DISCORD_TOKEN="")
    assert status == 1
    said = "it was not looked at, because the bot is not logged in → see to the token first"
    assert found[name] == Line("FAILED", said)
    assert table.discord.requests == []


async def test_a_terminal_that_has_no_arrows(table: Table) -> None:
    token = table.discord.world.token[::-1]
    status, found, _ = await check(table, DISCORD_TOKEN=token, PYTHONIOENCODING="iso8859-9")
    assert status == 1
    assert "? copy it anew from https://discord.com/developers" in found["token"].said


async def test_a_token_that_discord_refuses(table: Table) -> None:
    status, found, _ = await check(table, DISCORD_TOKEN=table.discord.world.token[::-1])
    assert status == 1
    assert found["token"].mark == "FAILED"
    assert "Discord refuses it" in found["token"].said
    assert "→ copy it anew from https://discord.com/developers" in found["token"].said


async def test_discord_that_cannot_be_reached(table: Table) -> None:
    status, found, _ = await check(table, LOOPBACK_ADDRESS="127.0.0.1:1", PATIENCE="2")
    assert (status, found["token"].mark) == (1, "FAILED")
    assert "Discord cannot be reached" in found["token"].said


async def test_what_is_wrong_is_said_and_what_to_do(table: Table) -> None:
    """Check with an intent not granted, no commands and a wrong clock, all at once."""
    table.discord.world.approved_intents = Intents(members=True)
    table.discord.world.snowflakes.ahead_ms = 90_000
    status, found, _ = await check(table, "--server", str(table.guild.id))
    assert status == 1
    assert bad_ones(found) == ["clock", "intent message content", "commands"]
    assert "→ switch it on at " in found["intent message content"].said
    assert found["intent server members"] == Line("ok", "granted, not used")
    assert found["commands"].said.startswith("0 registered, of ")
    assert "→ start the bot" in found["commands"].said
    behind = re.match(r"-(\d+\.\d) seconds from Discord's", found["clock"].said)
    assert behind
    assert 90 - PATIENCE < float(behind[1]) < 92  # less by what an answer takes
    assert found["channel"].mark == "-"


async def test_an_intent_that_discord_has_reviewed(table: Table) -> None:
    table.discord.world.reviewed = True
    _, found, _ = await check(table)
    said = "granted, and approved by Discord, which reviews it every year"
    assert found["intent message content"] == Line("ok", said)


async def test_a_database_on_a_server(table: Table, postgres: Server) -> None:
    url = postgres.url(await postgres.new(await postgres.migrated()))
    store = await Store.open(url)
    match = await begun_match(store)
    await ended_match(store)
    await store.close()
    status, found, bot = await check(table, DISCORD_TOKEN="", DATABASE_URL=url)
    assert (status, found["database"].mark) == (0, "ok"), bot.log
    assert ": whole, 2 matches, " in found["database"].said
    assert "no bot is running" in found["database"].said
    await execute(url, f"UPDATE matches SET awaited = 0 WHERE id = {match.id}")  # noqa: S608 - ours
    store = await Store.open(url)
    status, found, _ = await check(table, DISCORD_TOKEN="", DATABASE_URL=url)
    await store.close()
    assert "in use by a running bot" in found["database"].said
    assert (status, found["lists and standings"].mark) == (1, "FAILED")
    wrong = f"awaited of match {match.id} is not as its events say"
    assert found["lists and standings"].said.startswith(wrong)
    await execute(url, "DROP TABLE standings")
    status, found, _ = await check(table, DISCORD_TOKEN="", DATABASE_URL=url)
    assert (status, found["database"].mark) == (1, "FAILED")
    assert "the table standings is missing" in found["database"].said


async def test_a_database_on_a_server_by_the_address_of_a_host(
    table: Table, postgres: Server
) -> None:
    name = await postgres.new()
    url = f"{postgres.url(name)}&sslmode=prefer&channel_binding=prefer"
    url = url.replace("postgresql+asyncpg:", "postgres:")
    _, found, _ = await check(table, DATABASE_URL=url)
    assert found["database note"].said == (
        "The database's URL has parameters that are ignored: channel_binding"
    )
    assert found["database"].mark == "-"
    await postgres.drop(name)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", at_night("LATIN1")])
async def test_a_database_on_a_server_that_is_not_in_utf_8(
    table: Table, postgres: Server, encoding: str
) -> None:
    name = f"in_{encoding.lower()}"
    await postgres.execute(f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0")
    status, found, _ = await check(table, DATABASE_URL=postgres.url(name))
    assert (status, found["database"].mark) == (1, "FAILED")
    assert f"its encoding is {encoding}" in found["database"].said
    await postgres.drop(name)


async def test_a_database_on_a_server_that_is_not_there(table: Table) -> None:
    url = "postgresql+asyncpg://nobody:secret@127.0.0.1:1/nothing"
    status, found, bot = await check(table, DISCORD_TOKEN="", DATABASE_URL=url)
    assert (status, found["database"].mark) == (1, "FAILED")
    assert "cannot be opened" in found["database"].said
    assert "secret" not in bot.log


async def test_a_database_that_is_damaged(table: Table) -> None:
    halve(table.database)
    status, found, _ = await check(table)
    assert (status, found["database"].mark) == (1, "FAILED")
    assert "is damaged" in found["database"].said
    assert "→ " in found["database"].said


async def test_backups(table: Table) -> None:
    backups = table.database.parent / "backups"
    _, found, _ = await check(table, DISCORD_TOKEN="", BACKUP_DIR=str(backups))
    assert found["backups"].mark == "look"
    await table.start(BACKUP_DIR=str(backups))
    await table.discord.until(lambda: "backup file=" in table.bot.log)
    await table.leave()
    _, found, _ = await check(table, DISCORD_TOKEN="", BACKUP_DIR=str(backups))
    assert found["backups"].mark == "ok"
    assert " old, and whole; the newest 7 stay" in found["backups"].said
    (copy,) = backups.iterdir()
    late = copy.rename(backups / "damier-2026-01-01T00-00-00Z.db")
    _, found, _ = await check(table, DISCORD_TOKEN="", BACKUP_DIR=str(backups))
    assert found["backups"].mark == "FAILED"
    assert " days old" in found["backups"].said
    halve(late)
    _, found, _ = await check(table, DISCORD_TOKEN="", BACKUP_DIR=str(backups))
    assert "is damaged" in found["backups"].said


async def test_a_folder_for_backups_that_cannot_be_written(table: Table) -> None:
    folder = table.database.parent / "backups"
    folder.write_text("a file in the way", encoding="utf-8")
    status, found, _ = await check(table, BACKUP_DIR=str(folder))
    assert (status, found["backups"].mark) == (1, "FAILED")
    assert f"cannot be written to {folder}, which BACKUP_DIR names" in found["backups"].said


async def test_a_server_and_a_channel_that_are_not_there(table: Table) -> None:
    _, found, _ = await check(table, "--server", "17")
    assert (found["server"].mark, "10004" in found["server"].said) == ("FAILED", True)
    _, found, _ = await check(table, "--channel", "17")
    assert (found["server"].mark, "10003" in found["server"].said) == ("FAILED", True)
    _, found, _ = await check(table, "--server", str(table.guild.id), "--channel", "17")
    assert found["server"] == Line("ok", table.guild.name)
    assert found["channel"].mark == "FAILED"


DENIED = "no: the channel denies it to the bot itself"

PERMISSIONS = {
    "send_messages": "Send Messages",
    "attach_files": "Attach Files", "embed_links": "Embed Links",
    "read_message_history": "Read Message History",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}  # fmt: skip


DENIALS = (
    ("send_messages", "read_message_history", "create_public_threads"),
    ("attach_files", "read_message_history", "send_messages_in_threads"),
    ("embed_links", "create_public_threads", "send_messages_in_threads"),
)
"""Permissions that are denied together; each pair of permissions is in one of these at most."""

WITH_POSTS = {"attach_files", "embed_links"}
"""Permissions that are worth nothing without Send Messages."""


@pytest.mark.parametrize("denied", DENIALS, ids=lambda denied: denied[0])
async def test_each_permission_by_name(table: Table, denied: tuple[str, ...]) -> None:
    use_threads(table)
    table.channel.denied = Permissions(**dict.fromkeys(denied, True))
    status, found, bot = await check(table, *channel(table), "--server", str(table.guild.id))
    assert status == 1
    for name, shown in PERMISSIONS.items():
        mark, said = found[f"may {shown}"]
        if name in denied:
            assert mark == "FAILED", bot.log
            assert DENIED in said
            assert "→ allow it to the bot itself in the settings of the channel" in said
        elif name in WITH_POSTS and "send_messages" in denied:
            assert "→ give Send Messages first" in said
        else:
            assert mark == "ok", bot.log
    assert "crowds play each other" in found["may Create Private Threads"].said
    assert messages(table.discord.world) == []


async def test_a_channel_that_it_does_not_see(table: Table) -> None:
    table.channel.denied = Permissions(view_channel=True)
    _, found, _ = await check(table, *channel(table), "--server", str(table.guild.id))
    assert found["may View Channel"].mark == "FAILED"
    assert DENIED in found["may View Channel"].said
    assert found["post a board"].mark == "-"
    assert messages(table.discord.world) == []


THREAD = "POST", "/channels/*/messages/*/threads"
READ = "GET", "/channels/*/messages/*"

FAULTS = {
    "post a board": (SEND, 0), "edit it": (EDIT, 0), "take its buttons off": (EDIT, 1),
    "edit a new picture in": (EDIT, 2),
    "open a thread": (THREAD, 0), "post in the thread": (SEND, 1), "reply": (SEND, 2),
    "read it back": (READ, 0),
}  # fmt: skip
"""The request of each step, and the number of matching requests before it."""


async def failing(table: Table, step: str, **fault: Any) -> BotProcess:  # noqa: ANN401 - passed on
    """Run a check whose ``step`` fails by a ``fault`` of `fail_next`; return the ended process."""
    request, before = FAULTS[step]
    holds = [table.discord.hold(*request) for _ in range(before + 1)]
    bot = await begun(table, "--check", *channel(table))
    for hold in holds[:-1]:
        await hold.reached()
        hold.release()
    await holds[-1].reached()
    table.discord.fail_next(*request, **fault)
    holds[-1].release()
    assert await bot.exit() == 1
    return bot


@pytest.mark.parametrize("step", thinned(FAULTS, 3))
async def test_each_step_that_discord_refuses(table: Table, step: str) -> None:
    use_threads(table)
    bot = await failing(table, step, status=403, code=50013)
    found = lines(bot.log)
    assert found[step].mark == "FAILED", bot.log
    assert "50013" in found[step].said
    assert ADVICE[403] in found[step].said
    assert messages(table.discord.world) == []
    threads = [c for c in table.discord.world.channels.values() if c.parent is not None]
    assert all(thread.archived for thread in threads)


ADVICE = {
    400: "→ Discord does not take this request as it is: tell Damier's makers",
    403: "→ see the permissions above",
    404: "→ somebody or another bot has deleted it meanwhile",
}


@pytest.mark.parametrize("status", [at_night(400), at_night(403), 404])
async def test_what_to_do_about_an_answer(table: Table, status: int) -> None:
    bot = await failing(table, "edit it", status=status)
    assert ADVICE[status] in lines(bot.log)["edit it"].said


async def test_a_new_picture_that_is_refused_is_said_and_nothing_is_bad(table: Table) -> None:
    table.discord.refuse_new_pictures()
    _, found, bot = await check(table, *channel(table))
    assert bad_ones(found) == ["commands"], bot.log
    assert found["edit a new picture in"].mark == "-"
    assert "such pictures are sent in messages of their own" in found["edit a new picture in"].said
    assert "Invalid Form Body" in found["edit a new picture in"].said
    assert messages(table.discord.world) == []


@pytest.mark.parametrize("may", [True, False], ids=["may delete threads", "may not"])
@pytest.mark.parametrize(
    "step", ["open a thread", *map(at_night, ["post a board", "post in the thread", "reply"])]
)
async def test_what_was_done_and_not_answered_is_deleted_too(
    table: Table, step: str, may: bool
) -> None:
    use_threads(table)
    table.guild.bot_role.update(manage_threads=may)
    bot = await failing(table, step, drop=True, after_storing=True, times=9)
    assert lines(bot.log)[step].mark == "FAILED", bot.log
    assert messages(table.discord.world) == []
    threads = [c for c in table.discord.world.channels.values() if c.parent is not None]
    assert all(thread.archived and not may for thread in threads)


async def test_what_cannot_be_deleted_is_said(table: Table) -> None:
    delete = "DELETE", "/channels/*/messages/*"
    table.discord.fail_next(*delete, status=403, code=50013, times=9)
    status, found, _ = await check(table, *channel(table))
    assert (status, found["delete it all"].mark) == (1, "FAILED")
    assert found["delete it all"].said.count("https://discord.com/channels/") == 2


async def test_cut_short_it_deletes_what_it_has_posted(table: Table) -> None:
    hold = table.discord.hold(*EDIT)
    bot = await begun(table, "--check", *channel(table))
    await hold.reached()
    assert len(messages(table.discord.world)) == 1
    bot.send_signal(signal.SIGTERM)
    await table.discord.until(lambda: not messages(table.discord.world))
    hold.release()
    assert await bot.exit() == 1
    assert "The check was cut short." in bot.log
    assert lines(bot.log)["post a board"].mark == "ok"


async def test_discord_that_does_not_answer(table: Table) -> None:
    hold = table.discord.hold("GET", "/gateway/bot")
    bot = await begun(table, "--check", GATEWAY_ANSWERS_WITHIN="1")
    await hold.reached()
    assert await bot.exit() == 1
    hold.drop()
    assert "Discord does not answer within" in lines(bot.log)["gateway"].said


def test_marks_are_coloured_on_a_terminal_alone() -> None:
    found = [good("a", "b"), bad("c", "d", "e"), unchecked("f", "g")]
    plain = findings.table(found, coloured=False)
    coloured = findings.table(found, coloured=True)
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain
    assert "\x1b[32mok" in coloured
    assert "\x1b[31mFAILED" in coloured
    assert "→ e" in plain


@pytest.mark.parametrize(
    ("terminal", "no_colour", "coloured"),
    [(True, "", True), (True, "1", False), (False, "", False), (False, "1", False)],
)
def test_who_wants_no_colour_gets_none(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, no_colour: str, coloured: bool
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setenv("NO_COLOR", no_colour)
    assert findings.is_coloured(stream) is coloured


async def test_a_server_goes_with_a_check(table: Table) -> None:
    bot = await begun(table, "--server", "17")
    assert await bot.exit() == 2
    assert "--server and --channel go with --check" in bot.log
