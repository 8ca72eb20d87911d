"""Edits of posts that stand already: beside the new ones, at best, and few."""

import pytest

from tests.loopback.table import EDIT, Table
from tests.loopback.world import Message

TOO_OLD = 30046
"""Discord's code where a message that is older than an hour has been edited too often."""


def edits(table: Table, post: Message) -> int:
    """How often the bot has asked Discord to edit a post."""
    path = f"/channels/{post.channel.id}/messages/{post.id}"
    return sum(request.matches("PATCH", path) for request in table.discord.requests)


async def typed(table: Table, word: str) -> None:
    """What Ben has typed is saved as an event of that kind."""
    await table.say(table.ben, f"{table.mention} {word}")
    await table.discord.until(lambda: table.kinds[-1] == word)


async def test_boards_do_not_wait_for_the_edit_of_an_old_one(table: Table) -> None:
    await table.start()
    board = await table.begin()
    hold = table.discord.hold("PATCH", f"/channels/*/messages/{board.id}")
    await table.say(table.ann, "32-28")
    await hold.reached()
    await table.say(table.ben, "19-23")
    await table.shown(4)
    await table.say(table.ann, "28x19")
    await table.shown(5)
    await table.settled()
    assert board.custom_ids
    hold.release()
    await table.play("14x23")
    await table.check("move", "move", "move", "move")


async def test_a_board_that_cannot_be_edited_in_time_is_posted_anew(table: Table) -> None:
    await table.start()
    await table.say(table.ann, f"{table.mention} settings server boards one")
    await table.discord.until(lambda: table.replies)
    board = await table.begin()
    hold = table.discord.hold(*EDIT)
    await table.say(table.ann, "32-28")
    await table.shown(3)
    await table.settled()
    await table.say(table.ben, "19-23")
    await table.discord.until(lambda: "19-23" in table.last.text)
    hold.release()
    await table.discord.until(lambda: board.deleted)
    await table.settled()
    await table.leave()
    assert table.moves == ["32-28", "19-23"]
    assert len(table.posts) == 2


async def test_a_board_does_not_wait_for_an_answer_that_is_written_into_an_offer(
    table: Table,
) -> None:
    await table.start()
    await table.begin()
    await table.play("32-28", "19-23")
    question = await table.ask(table.ann, "Draw")
    await table.confirm(table.ann, question)
    offer = await table.shown(5)
    hold = table.discord.hold("PATCH", f"/channels/*/messages/{offer.id}")
    await table.press(table.ben, "Decline", on=offer)
    await hold.reached()
    await table.say(table.ann, "28x19")
    await table.discord.until(lambda: "28x19" in table.last.text)
    hold.release()
    await table.settled()
    await table.leave()
    assert table.moves == ["32-28", "19-23", "28x19"]


async def test_a_message_that_is_too_old_to_be_edited_is_left_alone_at_once(table: Table) -> None:
    await table.start()
    board = await table.begin()
    path = f"/channels/*/messages/{board.id}"
    table.discord.rate_limit_next("PATCH", path, retry_after=0.01, code=TOO_OLD, times=9)
    count = len(table.posts)
    for who, move in ((table.ann, "32-28"), (table.ben, "19-23"), (table.ann, "28x19")):
        await table.say(who, move)
        count += 1
        await table.shown(count)
    await table.settled()
    assert edits(table, board) == 1
    assert board.custom_ids
    await table.leave()
    assert "Traceback" not in table.bot.log


async def test_of_several_edits_that_wait_only_the_newest_is_done(table: Table) -> None:
    await table.start()
    await table.say(table.ann, f"{table.mention} challenge halma 4 players")
    card = await table.shown(1)
    hold = table.discord.hold(*EDIT)
    await table.press(table.ben, "Join", on=card)
    await hold.reached()
    for word in ("leave", "join", "leave", "join"):
        await typed(table, word)
    hold.release()
    await table.leave()
    assert edits(table, card) == 2
    assert table.ben.mention in card.text


@pytest.mark.parametrize("boards", ["keep", "fold"])
async def test_a_turn_is_one_post_and_one_edit_beside_it(table: Table, boards: str) -> None:
    await table.start()
    await table.say(table.ann, f"{table.mention} settings server boards {boards}")
    await table.discord.until(lambda: table.replies)
    await table.begin()
    await table.play("32-28")
    before = len(table.discord.requests)
    await table.play("19-23")
    asked = [request.method for request in table.discord.requests[before:]]
    assert asked == ["POST", "PATCH"]
    await table.leave()
