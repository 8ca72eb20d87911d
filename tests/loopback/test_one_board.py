"""SIGKILL in a match with a single post that is edited: its board is right, with one call.

A call is a message that pings the player to move, because an edit pings nobody.
"""

import pytest

from cogs.members.mentions import FIRST_CALL_ID
from tests.loopback.killing import (
    COMMIT,
    EDITED,
    KILLED,
    ON_THE_WAY,
    OUTAGES,
    SENT,
    during_outages,
    killed,
)
from tests.loopback.table import EDIT, SEND, Table, reference
from tests.loopback.world import Message
from tests.nightly import at_night

REMOVED = "discord.http:HTTPClient.delete_message"

FAULTS = [
    f"after:{COMMIT}",
    "before:cogs.delivery.match_messages:MatchMessages.show",
    f"before:{EDITED}",
    f"after:{EDITED}",
    "before:cogs.delivery.match_messages:MatchMessages.call",
    f"before:{SENT}",
    f"after:{SENT}",
    "after:cogs.delivery.match_messages:MatchMessages.call",
    "before:cogs.delivery.earlier_posts:EarlierPosts.retire",
    f"before:{REMOVED}",
    f"after:{REMOVED}",
    "before:data.matches.outbox:Outbox.mark_shown",
    "after:data.matches.outbox:tick_off",
    f"before:{COMMIT}#2",
    f"after:{COMMIT}#2",
    "after:cogs.delivery.poster:Poster._show",
]
"""Points from a saved move until its board is edited, called for and marked as shown."""


async def begin(table: Table) -> Message:
    """Start a match with a single board, and play White's first move; return the board."""
    await table.start()
    await table.say(table.ann, f"{table.mention} settings server boards one")
    await table.discord.until(lambda: table.replies)
    board = await table.begin()
    await play(table, "32-28", board)
    return board


def calls(table: Table) -> list[Message]:
    """Return the messages that call the player to move, oldest first."""
    found = table.discord.posts(table.channel)
    return [m for m in found if any(part["id"] > FIRST_CALL_ID for part in m.components)]


async def play(table: Table, move: str, board: Message) -> None:
    """Type a move of the player to move, and wait until the board shows it."""
    who = table.ann if "(White)" in board.text else table.ben
    await table.say(who, move)
    await table.discord.until(lambda: f"played `{move}`" in table.last.text)
    await table.settled()


async def check(table: Table, moves: list[str]) -> None:
    """Terminate the bot; check that there are one board with the last move and one call.

    The rows of the database have to agree.
    """
    await table.settled()
    await table.leave()
    assert table.moves == moves
    _, board = table.posts
    (call,) = calls(table)
    assert f"played `{moves[-1]}`" in board.text
    assert board.custom_ids
    assert call.pings == {(table.ann if "(White)" in board.text else table.ben).id}
    rows = table.query("SELECT event, message, call FROM posts WHERE state = 'shown' ORDER BY 1")
    assert rows[1:] == [(reference(board)[1], board.id, call.id)]
    assert "Traceback" not in table.bot.log


@during_outages(*FAULTS)
async def test_killed_while_a_turn_is_shown_in_the_board(
    table: Table, faults: list[str], *, forget: bool
) -> None:
    board = await begin(table)
    typed = ["32-28"]
    for fault in faults:
        with killed(fault):
            typed.append(table.legal())
            await table.bot.arm(fault)
            await table.say(table.ann if "(White)" in board.text else table.ben, typed[-1])
            assert await table.bot.exit() == KILLED
            await table.restart(forget=forget)
            await table.discord.until(lambda: f"played `{typed[-1]}`" in board.text)
            await table.settled()
            assert table.moves == typed
            assert table.last is board
            await table.discord.until(lambda: len(calls(table)) == 1)
    typed.append(table.legal())
    await play(table, typed[-1], board)
    assert table.last is board
    await check(table, typed)


@OUTAGES
@pytest.mark.parametrize(
    "fault", [at_night(f"before:{SENT}"), f"after:{SENT}", at_night(f"after:{REMOVED}")]
)
async def test_killed_while_the_board_is_posted_anew(
    table: Table, fault: str, *, forget: bool
) -> None:
    old = await begin(table)
    table.discord.rate_limit_next(*EDIT, retry_after=3600)
    await table.bot.arm(fault)
    await table.say(table.ben, "19-23")
    assert await table.bot.exit() == KILLED
    await table.restart(forget=forget)
    await table.discord.until(lambda: "played `19-23`" in table.last.text)
    await table.settled()
    await play(table, "28x19", table.last)
    await table.discord.until(lambda: len(table.posts) == 2)
    if fault != f"before:{SENT}":
        assert old not in table.posts
    await check(table, ["32-28", "19-23", "28x19"])


async def test_a_refused_edit_is_not_tried_again(table: Table) -> None:
    old = await begin(table)
    table.discord.rate_limit_next(*EDIT, retry_after=3600)
    await play(table, "19-23", old)
    assert table.last is not old
    await table.discord.until(lambda: old not in table.posts)
    await table.discord.until(lambda: not calls(table))
    assert table.last.pings == {table.ann.id}
    await play(table, "28x19", table.last)
    await check(table, ["32-28", "19-23", "28x19"])


@ON_THE_WAY
@pytest.mark.parametrize("request_", [at_night((SEND,)), EDIT], ids=["call", "board"])
async def test_killed_while_a_request_is_on_its_way(
    table: Table, request_: tuple[str, str], *, after_storing: bool
) -> None:
    board = await begin(table)
    hold = table.discord.hold(*request_, after_storing=after_storing)
    await table.say(table.ben, "19-23")
    await hold.reached()
    assert await table.bot.kill() == KILLED
    hold.drop()
    await table.restart(forget=True)
    await table.discord.until(lambda: "played `19-23`" in board.text)
    await table.settled()
    await play(table, "28x19", board)
    await check(table, ["32-28", "19-23", "28x19"])
