"""SIGKILL at every point between a typed move and its board in the channel."""

import pytest

from tests.loopback.killing import (
    COMMIT,
    EDITED,
    KILLED,
    ON_THE_WAY,
    OUTAGES,
    SENT,
    during_outages,
    first_of,
    killed,
    mostly_in_turn,
)
from tests.loopback.table import EDIT, SEND, Table
from tests.nightly import NIGHTLY, at_night

UNSAVED = [
    "before:cogs.client.client:Damier.on_message",
    "before:cogs.moves.play:Play.handle_message",
    "before:data.store:Store.match",
    "before:data.store:Store._save",
    "before:cogs.delivery.post_contents:PostContents.prepare",
    "after:cogs.delivery.post_contents:PostContents.prepare",
    "after:data.matches.match_rows:append",
    "after:data.matches.outbox:add",
    f"before:{COMMIT}",
]
"""Points at which a typed move is not saved: after the restart it is read in the channel."""

SAVED = [
    f"after:{COMMIT}",
    "before:data.store:Store._written",
    "before:cogs.delivery.poster:Poster.wake",
    "after:data.store:Store.match",
    "before:cogs.delivery.poster:Poster._show",
    "before:cogs.delivery.match_messages:MatchMessages.send",
    f"before:{SENT}",
]
"""Points at which the move is saved and not shown."""

SAVED_OR_NOT = [
    "before:cogs.delivery.post_contents:draw",
    "after:cogs.delivery.post_contents:draw",
    "after:cogs.delivery.post_contents:_drawn",
]
"""Points in the thread that draws the board, while the move is being saved."""

SHOWN = [
    f"after:{SENT}",
    "after:cogs.delivery.match_messages:MatchMessages.send",
    "before:cogs.delivery.earlier_posts:EarlierPosts.retire",
    f"before:{EDITED}",
    f"after:{EDITED}",
    "after:cogs.delivery.earlier_posts:EarlierPosts.retire",
    "before:cogs.delivery.earlier_posts:EarlierPosts._write",
    "after:cogs.delivery.earlier_posts:EarlierPosts._write",
    "before:data.matches.outbox:Outbox.mark_shown",
    "after:data.matches.outbox:tick_off",
    f"before:{COMMIT}#2",
    f"after:{COMMIT}#2",
    "after:data.matches.outbox:Outbox.mark_shown",
    "after:cogs.delivery.poster:Poster._show",
    "after:cogs.delivery.poster:Poster._work",
]
"""Points at which the move is shown, but perhaps not marked as shown, nor the old board plain."""


async def dies_at(table: Table, faults: list[str], *, forget: bool = True) -> None:
    """Have the bot die at each point, in a move of its own; check that all is played once."""
    await table.start()
    await table.begin()
    await table.play("32-28")
    typed = ["32-28"]
    for fault in faults:
        with killed(fault):
            posts, move = len(table.posts), table.legal()
            await table.bot.arm(fault)
            await table.say(table.ann if "(White)" in table.last.text else table.ben, move)
            assert await table.bot.exit() == KILLED
            saved = table.moves == [*typed, move]
            assert saved or table.moves == typed
            assert fault in SAVED_OR_NOT or saved is (fault not in UNSAVED)
            typed.append(move)
            await table.restart(forget=forget)
            await table.shown(posts + 1)
            await table.settled()
            assert table.moves == typed
            await table.all_plain()
            table.check_shown()
    await table.play(table.legal())
    await table.check(*["move"] * (len(typed) + 1))
    assert table.replies == []


@pytest.mark.parametrize("faults", mostly_in_turn(*UNSAVED, *SAVED_OR_NOT, *SAVED), ids=first_of)
async def test_a_move_that_nobody_saw_is_played_and_shown_once(
    table: Table, faults: list[str]
) -> None:
    await dies_at(table, faults)


@during_outages(*SHOWN, short=True)
async def test_a_move_that_was_seen_is_not_shown_again(
    table: Table, faults: list[str], *, forget: bool
) -> None:
    await dies_at(table, faults, forget=forget)


@NIGHTLY
async def test_in_an_interpreter_of_its_own_it_is_the_same(table: Table) -> None:
    table.fresh = True
    await dies_at(table, [f"before:{COMMIT}", f"after:{SENT}"])


@OUTAGES
@ON_THE_WAY
@pytest.mark.parametrize("request_", [SEND, at_night((EDIT,))], ids=["board", "buttons"])
async def test_killed_while_a_request_is_on_its_way(
    table: Table, request_: tuple[str, str], *, after_storing: bool, forget: bool
) -> None:
    await table.start()
    await table.begin()
    hold = table.discord.hold(*request_, after_storing=after_storing)
    await table.say(table.ann, "32-28")
    await hold.reached()
    assert await table.bot.kill() == KILLED
    hold.drop()
    await table.restart(forget=forget)
    await table.shown(3)
    await table.settled()
    await table.play("19-23")
    await table.check("move", "move")


@NIGHTLY
async def test_a_board_that_arrives_after_its_sender_died_and_was_replaced(table: Table) -> None:
    await table.start()
    await table.begin()
    hold = table.discord.hold(*SEND)
    await table.say(table.ann, "32-28")
    request = await hold.reached()
    await table.bot.kill()
    await table.restart()
    await table.shown(3)
    hold.release()
    await table.discord.until(lambda: request.status is not None)
    await table.settled()
    await table.play("19-23")
    await table.check("move", "move")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"before:{COMMIT}", "before:discord.http:HTTPClient.logs_from"),
        at_night((f"before:{COMMIT}", f"after:{SENT}")),
        at_night((f"before:{SENT}", "before:discord.http:HTTPClient.logs_from")),
        at_night((f"before:{SENT}", "before:cogs.delivery.poster:Poster.start")),
        at_night((f"before:{SENT}", "after:cogs.delivery.match_messages:MatchMessages.find")),
        at_night((f"before:{SENT}", f"after:{SENT}")),
        at_night((f"before:{SENT}", "before:data.matches.outbox:Outbox.mark_shown")),
        at_night((f"after:{SENT}", "after:cogs.delivery.match_messages:MatchMessages.find")),
        at_night((f"after:{SENT}", "before:data.matches.outbox:Outbox.mark_shown")),
    ],
)
async def test_killed_again_on_the_way_up(table: Table, first: str, second: str) -> None:
    await table.start()
    await table.begin()
    await table.bot.arm(first)
    await table.say(table.ann, "32-28")
    assert await table.bot.exit() == KILLED
    table.discord.forget_nonces()
    table.new_bot(second)
    await table.bot.start()
    assert await table.bot.exit() == KILLED
    await table.restart(forget=True)
    await table.shown(3)
    await table.settled()
    await table.play("19-23")
    await table.check("move", "move")


async def test_what_people_say_meanwhile_does_not_hide_a_board(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.bot.arm(f"before:{SENT}")
    await table.say(table.ann, "32-28")
    await table.bot.exit()
    for number in range(150):
        await table.discord.say(table.ben, table.channel, f"where is the board? {number}")
    table.new_bot(f"after:{SENT}")
    assert await (await table.bot.start()).exit() == KILLED
    assert len(table.posts) == 3
    await table.restart(forget=True)
    await table.settled()
    await table.play("19-23")
    await table.check("move", "move")


# Several matches, several turns


async def test_turns_that_wait_are_shown_in_order(table: Table) -> None:
    await table.start()
    await table.begin()
    hold = table.discord.hold(*SEND)
    await table.say(table.ann, "32-28")
    await hold.reached()
    await table.bot.arm(f"after:{COMMIT}#2")
    await table.say(table.ben, "19-23")
    await table.say(table.ann, "28x19")
    assert await table.bot.exit() == KILLED
    hold.drop()
    assert len(table.moves) == 3
    await table.restart(forget=True)
    await table.shown(5)
    await table.settled()
    await table.play("14x23")
    await table.check("move", "move", "move", "move")


@pytest.mark.parametrize("boards", ["fold", at_night("keep"), at_night("one")])
async def test_only_the_last_of_boards_that_waited_is_uploaded_where_others_fold(
    table: Table, boards: str
) -> None:
    await table.start()
    await table.say(table.ann, f"{table.mention} settings server boards {boards}")
    await table.discord.until(lambda: table.replies)
    first = await table.begin()
    hold = table.discord.hold(*(EDIT if boards == "one" else SEND))
    await table.say(table.ann, "32-28")
    await hold.reached()
    await table.say(table.ben, "19-23")
    await table.say(table.ann, "28x19")
    await table.discord.until(lambda: len(table.moves) == 3)
    await table.bot.kill()
    hold.drop()
    count = len(table.discord.requests)
    await table.restart(forget=True)
    await table.discord.until(lambda: "28x19" in table.last.text)
    await table.settled()
    await table.all_plain()
    done = table.discord.requests[count:]
    assert sum(bool(request.uploads) for request in done) == (3 if boards == "keep" else 1)
    if boards == "fold":
        assert [post.files for post in table.posts[-3:-1]] == [{}, {}]
        lines = [f"/channels/*/messages/{post.id}" for post in table.posts[-3:-1]]
        assert not any(request.matches("PATCH", line) for request in done for line in lines)
        assert ["32-28" in table.posts[-3].text, "19-23" in table.posts[-2].text] == [True, True]
    if boards == "one":
        assert table.last is first
    await table.leave()
    table.check_shown()


@ON_THE_WAY
async def test_every_match_that_waits_is_seen_to(table: Table, *, after_storing: bool) -> None:
    await table.start()
    first, second, third = [await table.begin() for _ in range(3)]
    hold = table.discord.hold(*SEND, after_storing=after_storing)
    await table.say(table.ann, "32-28", reply_to=first)
    await hold.reached()
    await table.bot.arm(f"after:{COMMIT}#2")
    await table.say(table.ann, "32-28", reply_to=second)
    await table.say(table.ann, "32-28", reply_to=third)
    assert await table.bot.exit() == KILLED
    hold.drop()
    await table.restart(forget=True)
    await table.shown(3 * 3)
    await table.settled()
    for post in table.posts[6:]:
        await table.say(table.ben, "19-23", reply_to=post)
    await table.shown(3 * 4)
    await table.settled()
    await table.leave()
    table.check_shown()
    assert table.moves == ["32-28", "19-23"] * 3
