"""Every interaction is acknowledged while Discord waits, however long its answer takes."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from cogs.language.actions import Action
from tests.loopback.commands import BOOLEAN, GROUP, INTEGER, STRING, SUBCOMMAND, USER, Value
from tests.loopback.interactions import DEFERRED_REPLY, DEFERRED_UPDATE, Interaction
from tests.loopback.table import Table
from tests.loopback.world import Json, Message
from tests.nightly import at_night

IN_TIME = "0.75"
"""Seconds until an interaction is acknowledged, as in the bot outside of tests."""

CALLED = "told: Control.callback"
"""The line of the fault point at which the work of a button is done."""

SAID: dict[str, dict[str, Value]] = {
    "move": {"move": "32-28"},
    "settings": {"words": "theme slate"},
    "privacy": {"what": "delete"},
    "challenge": {"game": "halma"},
    "play": {"game": "frisian"},
    "import": {"text": "1. 32-28 19-23"},
}
"""Values of options, by command, besides those of required ones."""


@contextmanager
def busy(table: Table) -> Iterator[None]:
    """Lock the database in the block, as if another process were writing to it."""
    with closing(sqlite3.connect(table.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def usable(table: Table) -> Iterator[tuple[str, dict[str, Value]]]:
    """Yield the names of all slash commands, with values of their options."""
    for command in table.discord.world.commands[None]:
        if command["type"] == 1:
            yield from _usable(table, command["name"], command)


def _usable(table: Table, name: str, level: Json) -> Iterator[tuple[str, dict[str, Value]]]:
    inner = [option for option in level["options"] if option["type"] in (SUBCOMMAND, GROUP)]
    for option in inner:
        yield from _usable(table, f"{name} {option['name']}", {"options": []} | option)
    if not inner:
        values: dict[int, Value] = {STRING: "frisian", INTEGER: 1, BOOLEAN: True, USER: table.ben}
        needed = [option for option in level["options"] if option.get("required")]
        yield (
            name,
            {
                option["name"]: (option.get("choices") or [{}])[0].get(
                    "value", values[option["type"]]
                )
                for option in needed
            }
            | SAID.get(name, {}),
        )


async def press_on(table: Table, post: Message, custom_id: str) -> Interaction:
    """Have Ann press a button that is added to a post for this press only."""
    row: Json = {
        "type": 1,
        "id": 900,
        "components": [
            {"type": 2, "id": 901, "style": 2, "label": "?", "custom_id": custom_id},
        ],
    }
    before, post.components = post.components, [*post.components, row]
    pressed = await table.discord.press(table.ann, post, custom_id, patience=None)
    post.components = before
    return pressed


async def answered(table: Table, given: list[Interaction]) -> None:
    """Check that all interactions are acknowledged, and wait for their final answers."""
    assert [one.data for one in given if not one.answered] == []
    await table.discord.until(
        lambda: not any(one.original is not None and one.original.loading for one in given)
    )
    wrong = [(one.data, one.text) for one in given if "went wrong" in one.text]
    assert wrong == []


async def test_while_the_database_is_busy_all_commands_are_acknowledged(table: Table) -> None:
    await table.start(ACKNOWLEDGED_AFTER=IN_TIME)
    await table.begin()
    names, given = [], []
    with busy(table):
        for name, options in usable(table):
            names.append(name)
            given.append(
                await table.discord.slash(table.ann, table.channel, name, options, patience=None)
            )
        await table.discord.until(lambda: all(one.answered for one in given))
        kinds = {name: one.answer_type for name, one in zip(names, given, strict=True)}
        assert {kinds[name] for name in ("move", "settings", "challenge")} == {DEFERRED_REPLY}
    assert len(names) > 30
    await answered(table, given)
    await table.settled()
    await table.leave()
    assert "Traceback" not in table.bot.log


async def test_while_the_database_is_busy_all_buttons_are_acknowledged(table: Table) -> None:
    await table.start("tell:cogs.messages.buttons:Control.callback", ACKNOWLEDGED_AFTER=IN_TIME)
    board = await table.begin()
    await table.play("32-28", "19-23")
    await table.discord.until(lambda: table.bot.log.count(CALLED) == 1)  # that of Accept
    (since,) = table.query("SELECT max(number) FROM events")[0]
    with busy(table):
        given = [await press_on(table, board, f"damier:{action}:1:{since}:0") for action in Action]
        await table.discord.until(lambda: all(one.answered for one in given))
        kinds = {one.data["custom_id"].split(":")[1]: one.answer_type for one in given}
        assert {kinds[action] for action in ("resign-now", "draw-now")} == {DEFERRED_UPDATE}
    await table.discord.until(lambda: table.bot.log.count(CALLED) == 1 + len(given))
    await answered(table, given)
    await table.settled()
    await table.leave()
    assert "Traceback" not in table.bot.log


@pytest.mark.parametrize("command", ["games", at_night("match export")])
async def test_what_waits_for_names_is_acknowledged_before(table: Table, command: str) -> None:
    await table.start(ACKNOWLEDGED_AFTER=IN_TIME)
    await table.begin()
    table.discord.gateway.names_members = False
    asked = await table.discord.slash(table.ann, table.channel, command)
    assert asked.answer_type == DEFERRED_REPLY
    await answered(table, [asked])
    assert "1" in asked.text
    await table.leave()
