"""Edits of earlier posts: few, and no new post waits for them long."""

import pytest

from tests.loopback.commands import Value
from tests.loopback.killing import ANSWERED, KILLED
from tests.loopback.table import ANSWER, EDIT, Table
from tests.loopback.world import Message, walk
from tests.nightly import NIGHTLY, at_night

TOO_OLD = 30046
"""Discord's error code for too many edits of a message older than an hour."""


def edits(table: Table, post: Message) -> int:
    """Return how often the bot has asked Discord to edit a post."""
    path = f"/channels/{post.channel.id}/messages/{post.id}"
    return sum(request.matches("PATCH", path) for request in table.discord.requests)


async def typed(table: Table, word: str) -> None:
    """Have Ben type a word, and wait until it is saved as an event of that kind."""
    await table.say(table.ben, f"{table.mention} {word}")
    await table.discord.until(lambda: table.kinds[-1] == word)


async def test_boards_do_not_wait_for_the_edit_of_an_old_one(guest: Table) -> None:
    board = await guest.begin()
    hold = guest.discord.hold("PATCH", f"/channels/*/messages/{board.id}")
    await guest.say(guest.ann, "32-28")
    await hold.reached()
    await guest.say(guest.ben, "19-23")
    await guest.shown(4)
    await guest.say(guest.ann, "28x19")
    await guest.shown(5)
    await guest.settled()
    assert board.custom_ids
    hold.release()
    await guest.play("14x23")
    await guest.check("move", "move", "move", "move")


async def test_no_board_waits_longer_than_that_for_an_edit(table: Table) -> None:
    """An edit may write an answer into an offer, or the new position into the board itself."""
    await table.start(EDITED_WITHIN="2")
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
    assert table.moves == ["32-28", "19-23", "28x19"]
    await table.tidy()
    await in_time_or_anew(table)


async def in_time_or_anew(table: Table) -> None:
    """Check that a board that cannot be edited in time is posted anew."""
    await table.say(table.ann, f"{table.mention} settings server boards one")
    await table.discord.until(lambda: table.replies)
    board, posts = await table.begin(), len(table.posts)
    hold = table.discord.hold(*EDIT)
    await table.say(table.ann, "32-28", reply_to=board)
    await table.shown(posts + 1)
    await table.settled()
    await table.say(table.ben, "19-23", reply_to=table.last)
    await table.discord.until(lambda: "19-23" in table.last.text)
    hold.release()
    await table.discord.until(lambda: board.deleted)
    await table.discord.until(lambda: len(table.posts) == posts)  # the one in between has gone, too
    await table.settled()
    await table.leave()
    assert table.moves[3:] == ["32-28", "19-23"]
    assert len(table.posts) == posts


async def test_a_message_that_is_too_old_to_be_edited_is_left_alone_at_once(guest: Table) -> None:
    board = await guest.begin()
    path = f"/channels/*/messages/{board.id}"
    guest.discord.rate_limit_next("PATCH", path, retry_after=0.01, code=TOO_OLD)
    count = len(guest.posts)
    for who, move in ((guest.ann, "32-28"), (guest.ben, "19-23"), (guest.ann, "28x19")):
        await guest.say(who, move)
        count += 1
        await guest.shown(count)
    await guest.discord.until(lambda: not guest.discord.faults.failures)
    await guest.settled()
    assert edits(guest, board) == 1
    assert board.custom_ids
    assert "Traceback" not in guest.log


@pytest.mark.parametrize("killed", [False, True], ids=["running", "killed"])
async def test_what_is_too_old_to_be_edited_is_folded_later(table: Table, *, killed: bool) -> None:
    again = {"SWEPT_EVERY": "0.05", "OLD_EVERY": "600" if killed else "0.05"}
    await table.start(**again)
    board = await table.begin()
    path = f"/channels/*/messages/{board.id}"
    refused = 1 if killed else 3
    table.discord.rate_limit_next("PATCH", path, retry_after=0.01, code=TOO_OLD, times=refused)
    await table.say(table.ann, "32-28")
    await table.shown(3)
    await table.settled()
    await table.discord.until(lambda: edits(table, board) >= 1)
    if killed:
        await table.discord.until(lambda: ("stale",) in table.query("SELECT state FROM posts"))
        await table.say(table.ben, "19-23")
        await table.say(table.ann, "28x19")
        await table.shown(5)
        await table.bot.kill()
        await table.later(minutes=10)
        await table.restart(forget=True)
    await table.plain(board)
    assert edits(table, board) == refused + 1
    await table.discord.until(lambda: ("stale",) not in table.query("SELECT state FROM posts"))
    await table.play("14x23" if killed else "19-23")
    await table.check(*["move"] * (4 if killed else 2))


@NIGHTLY
@pytest.mark.parametrize("minutes", [0, 10])
async def test_after_two_kills_no_board_has_buttons_but_the_last(
    table: Table, minutes: int
) -> None:
    await table.start()
    board = await table.begin()
    hold = table.discord.hold(*EDIT)
    await table.say(table.ann, "32-28")
    await table.shown(3)
    await table.settled()
    await hold.reached()
    await table.bot.kill()
    hold.drop()
    await table.later(minutes=minutes)
    await table.say(table.ben, "19-23")
    hold = table.discord.hold("PATCH", f"/channels/*/messages/{board.id}")
    await table.restart(forget=True)
    await table.shown(4)
    await table.settled()
    await hold.reached()
    await table.bot.kill()
    hold.drop()
    assert board.custom_ids
    await table.restart(forget=True)
    await table.all_plain()
    await table.play("28x19")
    await table.check("move", "move", "move")


async def test_of_several_edits_that_wait_only_the_newest_is_done(guest: Table) -> None:
    await guest.say(guest.ann, f"{guest.mention} challenge halma 4 players")
    card = await guest.shown(1)
    hold = guest.discord.hold(*EDIT)
    await guest.press(guest.ben, "Join", on=card)
    await hold.reached()
    for word in ("leave", "join", "leave", "join"):
        await typed(guest, word)
    hold.release()
    await guest.discord.until(lambda: edits(guest, card) == 2)
    await guest.leave()
    assert edits(guest, card) == 2
    assert guest.ben.mention in card.text


async def test_an_edit_names_the_files_that_it_keeps(guest: Table) -> None:
    await guest.say(guest.ann, f"{guest.mention} settings server boards keep")
    await guest.discord.until(lambda: guest.replies)
    board = await guest.begin()
    (file,) = board.attachments
    await guest.play("32-28")
    path = f"/channels/*/messages/{board.id}"
    (edit,) = [request for request in guest.discord.requests if request.matches("PATCH", path)]
    assert edit.body["attachments"] == [{"id": file.id, "filename": "board.png"}]
    await guest.check("move")
    assert board.attachments == [file]


# How many requests a turn costs


def since(table: Table, count: int) -> list[str]:
    """Return the requests after the first ``count``, each as "METHOD resource" without ids."""
    return [
        f"{request.method} {request.path.split('/')[1]}"
        for request in table.discord.requests[count:]
    ]


POST, EDIT_IT = "POST channels", "PATCH channels"
ANSWER_IT = "POST interactions"


async def test_how_many_requests_a_turn_is(guest: Table) -> None:
    board = await guest.begin()
    board = await tapped_turn(guest, board)
    board = await typed_turn(guest, board)
    await commanded_turn(guest, board)
    await offered_draw(guest)
    await guest.check("move", "move", "move", "offer")


async def tapped_turn(table: Table, board: Message) -> Message:
    """Have Ann choose a move from the list below the board; check that it is three requests."""
    count = len(table.discord.requests)
    await choose_first(table, board)
    shown = await table.shown(3)
    await table.settled()
    await table.plain(board)
    assert sorted(since(table, count)) == sorted([ANSWER_IT, POST, EDIT_IT])
    return shown


async def choose_first(table: Table, panel: Message) -> None:
    """Have Ann choose the first option of a message's menu."""
    menu = next(part for part in walk(panel.components) if part["type"] == 3)
    value = menu["options"][0]["value"]
    await table.discord.choose(table.ann, panel, menu["custom_id"], [value])


async def typed_turn(table: Table, board: Message) -> Message:
    """Have Ben type a move; check that it is two requests."""
    count = len(table.discord.requests)
    await table.say(table.ben, table.legal())
    shown = await table.shown(4)
    await table.settled()
    await table.plain(board)
    assert since(table, count) == [POST, EDIT_IT]
    return shown


async def commanded_turn(table: Table, board: Message) -> None:
    """Have Ann move by command; check that it is two requests, as the board is the answer."""
    count = len(table.discord.requests)
    move: dict[str, Value] = {"move": table.legal()}
    given = await table.discord.slash(table.ann, table.channel, "move", move)
    await table.shown(5)
    await table.settled()
    await table.plain(board)
    assert given.original is table.last
    assert given.original.pings == {table.ben.id}
    assert since(table, count) == [ANSWER_IT, EDIT_IT]


async def offered_draw(table: Table) -> None:
    """Have Ben confirm the offer of a draw; check that it is two requests."""
    question = await table.ask(table.ben, "Draw")
    count = len(table.discord.requests)
    await table.confirm(table.ben, question)
    await table.shown(6)
    await table.settled()
    assert sorted(since(table, count)) == sorted([ANSWER_IT, POST])
    assert question.text == "Done."
    assert question.custom_ids == []


@NIGHTLY
async def test_a_command_whose_board_waits_for_a_computer_is_answered_at_once(
    table: Table,
) -> None:
    await table.start()
    await table.say(table.ann, f"{table.mention} play frisian level 1 white")
    await table.shown(1)
    await table.settled()
    given = await table.discord.slash(table.ann, table.channel, "move", {"move": "32-28"})
    await table.discord.until(lambda: given.text.startswith("You played"))
    await table.shown(2)
    await table.check_computers(2)


@pytest.mark.parametrize("status", [404, at_night(400)])
async def test_a_board_that_cannot_be_the_answer_is_posted_by_itself(
    guest: Table, status: int
) -> None:
    board = await guest.begin()
    guest.discord.fail_next(*ANSWER, status=status, code=10062)
    await guest.discord.slash(guest.ann, guest.channel, "move", {"move": "32-28"}, patience=None)
    await guest.shown(3)
    await guest.settled()
    await guest.plain(board)
    await guest.play("19-23")
    await guest.check("move", "move")


@pytest.mark.parametrize("when", [at_night("before"), "after"])
async def test_killed_while_the_board_is_the_answer(table: Table, when: str) -> None:
    await table.start()
    board = await table.begin()
    await table.bot.arm(f"{when}:{ANSWERED}")
    await table.discord.slash(table.ann, table.channel, "move", {"move": "32-28"}, patience=None)
    assert await table.bot.exit() == KILLED
    await table.restart(forget=True)
    await table.shown(3)
    await table.settled()
    await table.plain(board)
    await table.play("19-23")
    await table.check("move", "move")
