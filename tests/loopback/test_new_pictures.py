"""New pictures come in messages of their own if Discord refuses edits that upload a file."""

from __future__ import annotations

import pytest

from tests.loopback.interactions import Interaction
from tests.loopback.table import BOARD, Table
from tests.loopback.world import Message, walk
from tests.nightly import NIGHTLY

BELOW = "The picture is in the next message."

ACKNOWLEDGED = pytest.mark.parametrize("after", ["0", "600"], ids=["acknowledged", "at once"])


async def two(table: Table, asked: Interaction) -> Message:
    """Check that an answer has its picture in a second message; return that message."""
    await table.discord.until(lambda: bool(asked.followups))
    (shown,) = asked.followups
    assert shown.files
    assert shown.ephemeral
    assert asked.original is not None
    assert asked.original.text == BELOW
    assert not asked.original.files
    assert not asked.original.custom_ids
    assert not asked.original.loading
    return shown


async def gone(table: Table, post: Message) -> None:
    """Wait until a post is deleted."""
    await table.discord.until(lambda: post.deleted)


def menu(message: Message) -> tuple[str, str]:
    """Return the custom_id of a message's first menu, and the value of its first option."""
    found = next(part for part in walk(message.components) if part["type"] == 3)
    return found["custom_id"], found["options"][0]["value"]


@ACKNOWLEDGED
async def test_a_move_is_chosen_from_menus_in_new_messages(table: Table, after: str) -> None:
    await table.start(ACKNOWLEDGED_AFTER=after)
    await table.begin()
    table.discord.refuse_new_pictures()
    if after == "0":
        await asks_for_a_board(table)
    pieces = await two(table, await table.press_move(table.ann))
    name, first = menu(pieces)
    chosen = await table.discord.choose(table.ann, pieces, name, [first])
    targets = await two(table, chosen)
    await table.discord.press(table.ann, targets, targets.custom_ids[0])
    await table.shown(3)
    await gone(table, targets)
    await table.all_plain()
    await table.check("move")


async def asks_for_a_board(table: Table) -> None:
    """Check that an acknowledged command gets its board, or a sentence if that is refused, too."""
    await two(table, await table.discord.slash(table.ann, table.channel, "match analyse"))
    table.discord.fail_next("POST", "/webhooks/*/*", status=400)
    asked = await table.discord.slash(table.ann, table.channel, "match analyse")
    await table.discord.until(lambda: "Discord does not take this picture" in asked.text)
    assert asked.original is not None
    assert not asked.original.loading


@NIGHTLY
async def test_who_waits_for_a_review_gets_it_below(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.play("32-28", "19-23")
    await table.confirm(table.ann, await table.ask(table.ann, "Resign"))
    await table.settled()
    table.discord.refuse_new_pictures()
    shown = await two(table, await table.press(table.ben, "Review"))
    assert "level 6" in shown.text
    await table.discord.until(lambda: not table.query("SELECT 1 FROM review_waits"))
    await table.leave()


async def test_a_board_that_would_be_edited_is_posted_anew(table: Table) -> None:
    await table.start()
    await table.say(table.ann, f"{table.mention} settings server boards one")
    await table.discord.until(lambda: table.replies)
    board = await table.begin()
    table.discord.refuse_new_pictures()
    for who, move in ((table.ann, "32-28"), (table.ben, "19-23")):
        await table.say(who, move)
        await gone(table, board)
        board = table.last
        assert f"`{move}`" in board.text
    await table.settled()
    await table.leave()
    assert [post for post in table.posts if BOARD in post.files] == [board]
