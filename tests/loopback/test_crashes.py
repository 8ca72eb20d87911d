"""SIGKILL at every point between a move being typed and its board standing in the channel."""

import signal
from collections.abc import Awaitable, Callable

import pytest

from tests.loopback.commands import Value
from tests.loopback.interactions import Interaction
from tests.loopback.table import CAUGHT_UP, EDIT, SEND, Table, reference

KILLED = -signal.SIGKILL

COMMIT = "aiosqlite:Connection.commit"
SENT = "discord.http:HTTPClient.send_message"
EDITED = "discord.http:HTTPClient.edit_message"

UNSAVED = [
    "before:cogs.bot.client:Damier.on_message",
    "before:cogs.moves.play:Play.handle_message",
    "before:data.store:Store.match",
    "before:data.store:Store._save",
    "after:data.matches.record:append",
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
    "before:cogs.delivery.messages:Messages.send",
    "after:cogs.delivery.contents:draw",
    f"before:{SENT}",
]
"""Points at which it is saved and not shown."""

SHOWN = [
    f"after:{SENT}",
    "after:cogs.delivery.messages:Messages.send",
    "before:cogs.delivery.messages:Messages.retire",
    f"before:{EDITED}",
    f"after:{EDITED}",
    "after:cogs.delivery.messages:Messages.retire",
    "before:data.matches.outbox:Outbox.mark_shown",
    "after:data.matches.outbox:tick_off",
    f"before:{COMMIT}#2",
    f"after:{COMMIT}#2",
    "after:data.matches.outbox:Outbox.mark_shown",
    "after:cogs.delivery.poster:Poster._show",
    "after:cogs.delivery.poster:Poster._work",
]
"""Points at which it is shown; the old board has its buttons still, or the tick is missing."""

OUTAGES = pytest.mark.parametrize("forget", [False, True], ids=["short", "long"])
"""Whether Discord still knows the nonces of what was sent before."""


async def goes_on(table: Table, fault: str, *, forget: bool) -> None:
    """Ben's move dies at a point; in the end it is played once, shown once, and answered."""
    await table.start()
    await table.begin()
    await table.play("32-28")
    await table.bot.arm(fault)
    await table.say(table.ben, "19-23")
    assert await table.bot.exit() == KILLED
    assert len(table.moves) == 1 + (fault not in UNSAVED)
    await table.restart(forget=forget)
    await table.shown(4)
    await table.settled()
    await table.play("28x19")
    await table.check("move", "move", "move")
    assert table.moves == ["32-28", "19-23", "28x19"]
    assert table.replies == []


@pytest.mark.parametrize("fault", [*UNSAVED, *SAVED])
async def test_a_move_that_nobody_saw_is_played_and_shown_once(table: Table, fault: str) -> None:
    await goes_on(table, fault, forget=True)


@OUTAGES
@pytest.mark.parametrize("fault", SHOWN)
async def test_a_move_that_was_seen_is_not_shown_again(
    table: Table, fault: str, *, forget: bool
) -> None:
    await goes_on(table, fault, forget=forget)


@pytest.mark.parametrize("fault", [f"before:{COMMIT}", f"after:{SENT}"])
async def test_in_an_interpreter_of_its_own_it_is_the_same(table: Table, fault: str) -> None:
    table.fresh = True
    await goes_on(table, fault, forget=True)


@OUTAGES
@pytest.mark.parametrize("after_storing", [False, True], ids=["lost", "unanswered"])
@pytest.mark.parametrize("request_", [SEND, EDIT], ids=["board", "buttons"])
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
    "second",
    [
        "before:discord.abc:Messageable.history",
        "before:cogs.delivery.poster:Poster.start",
        "after:cogs.delivery.messages:Messages.find",
        f"after:{SENT}",
        "before:data.matches.outbox:Outbox.mark_shown",
    ],
)
@pytest.mark.parametrize("first", [f"before:{COMMIT}", f"before:{SENT}", f"after:{SENT}"])
async def test_killed_again_on_the_way_up(table: Table, first: str, second: str) -> None:
    await table.start()
    await table.begin()
    await table.bot.arm(first)
    await table.say(table.ann, "32-28")
    assert await table.bot.exit() == KILLED
    table.discord.forget_nonces()
    # Where nothing was saved there is nothing to look for, where it was shown nothing is sent.
    table.new_bot(second)
    await table.bot.start()
    never = (first, second) in {
        (f"before:{COMMIT}", "after:cogs.delivery.messages:Messages.find"),
        (f"after:{SENT}", f"after:{SENT}"),
    }
    if never:
        await table.started()
        await table.settled()
        await table.bot.kill()
    else:
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


@pytest.mark.parametrize("after_storing", [False, True], ids=["lost", "unanswered"])
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


# Other things that happen in a match

Act = Callable[[Table], Awaitable[object]]


async def challenge(table: Table) -> None:
    await table.say(table.ann, f"{table.mention} challenge {table.ben.mention} frisian white")


async def accept(table: Table) -> Interaction:
    return await table.press(table.ben, "Accept", patience=None)


async def decline(table: Table) -> Interaction:
    return await table.press(table.ben, "Decline", patience=None)


async def withdraw(table: Table) -> Interaction:
    return await table.press(table.ann, "Withdraw", patience=None)


async def ask_to_draw(table: Table) -> Interaction:
    return await table.press(table.ann, "Draw")


async def offer(table: Table) -> Interaction:
    """Ann confirms that she offers a draw."""
    return await table.confirm(table.ann, table.private(table.ann), patience=None)


async def move(table: Table) -> Interaction:
    return await table.discord.slash(
        table.ann, table.channel, "move", {"move": "32-28"}, patience=None
    )


async def reply(table: Table) -> Interaction:
    return await table.discord.slash(
        table.ben, table.channel, "move", {"move": "19-23"}, patience=None
    )


async def ask(table: Table) -> Interaction:
    return await table.press(table.ann, "Resign")


async def resign(table: Table) -> Interaction:
    """Ann confirms the resignation."""
    question = table.private(table.ann)
    yes = question.custom_id("Yes, I resign")
    return await table.discord.press(table.ann, question, yes, patience=None)


async def takeback(table: Table) -> Interaction:
    """Ann asks to take a move back."""
    return await table.discord.slash(table.ann, table.channel, "takeback", patience=None)


async def ask_to_abort(table: Table) -> Interaction:
    return await table.discord.slash(table.ann, table.channel, "abort")


async def abort(table: Table) -> Interaction:
    """Ann confirms the abort."""
    question = table.private(table.ann)
    yes = question.custom_id("Yes, abort the match")
    return await table.discord.press(table.ann, question, yes, patience=None)


async def decide(table: Table) -> Interaction:
    """Ann, whose server it is, decides."""
    options: dict[str, Value] = {"match": 1, "result": "White", "reason": "Black has left."}
    return await table.discord.slash(table.ann, table.channel, "admin end", options, patience=None)


async def rematch(table: Table) -> Interaction:
    return await table.press(table.ann, "Rematch", patience=None)


async def join_in(table: Table) -> Interaction:
    """Ben wants a rematch too."""
    return await table.press(table.ben, "Rematch", patience=None)


STARTED = ["challenge", "accept", "start"]
KEPT = ["matches", "seats", "events", "followers", "holidays", "persons", "blocks", "ratings"]
ACTS: list[tuple[list[Act], list[str], int]] = [
    ([challenge], ["challenge"], 1),
    ([challenge, accept], STARTED, 2),
    ([challenge, decline], ["challenge", "decline"], 2),
    ([challenge, withdraw], ["challenge", "withdraw"], 2),
    ([challenge, accept, move], [*STARTED, "move"], 3),
    ([challenge, accept, ask_to_draw, offer], [*STARTED, "offer"], 3),
    ([challenge, accept, ask_to_draw, offer, accept], [*STARTED, "offer", "agree", "abort"], 4),
    ([challenge, accept, ask, resign], [*STARTED, "resign", "abort"], 3),
    (
        [challenge, accept, move, reply, ask, resign],
        [*STARTED, "move", "move", "resign", "result"],
        5,
    ),
    (
        [challenge, accept, move, takeback, accept],
        [*STARTED, "move", "offer", "agree", "takeback"],
        5,
    ),
    ([challenge, accept, ask_to_abort, abort], [*STARTED, "abort"], 3),
    ([challenge, accept, decide], [*STARTED, "adjudicate"], 3),
    ([challenge, accept, decide, rematch], [*STARTED, "adjudicate", "challenge"], 4),
    ([challenge, accept, decide, rematch, join_in], [*STARTED, "adjudicate", *STARTED], 5),
]
"""What is done one after the other, the events that come of it, and the number of posts."""


@pytest.mark.parametrize(
    "fault",
    [f"before:{COMMIT}", f"after:{COMMIT}", f"after:{SENT}"],
)
@pytest.mark.parametrize(
    ("acts", "kinds", "count"),
    ACTS,
    ids=lambda acts: acts[-1].__name__ if isinstance(acts, list) and callable(acts[-1]) else "",
)
async def test_what_was_done_is_done_once(
    table: Table, acts: list[Act], kinds: list[str], count: int, fault: str
) -> None:
    *before, last = acts
    await table.start()
    for act in before:
        posts = len(table.posts)
        await act(table)
        await table.shown(posts + (act not in {ask, ask_to_abort, ask_to_draw}))
        await table.settled()
    await table.bot.arm(fault)
    await last(table)
    assert await table.bot.exit() == KILLED
    table.check_rated()
    await table.restart(forget=True)
    if fault == f"before:{COMMIT}":
        await last(table)
    await table.shown(count)
    await table.settled()
    await table.leave()
    assert table.kinds == kinds
    table.check_shown()
    buttons = {"challenge": 3, "start": 7, "move": 7, "offer": 3, "takeback": 7}
    buttons |= dict.fromkeys(["result", "abort", "adjudicate"], 2)
    assert len(table.last.custom_ids) == buttons.get(kinds[-1], 0)


@pytest.mark.parametrize(
    "fault", [f"before:{COMMIT}", f"after:{COMMIT}", f"before:{EDITED}", f"after:{EDITED}"]
)
async def test_an_answer_is_written_into_the_offer_once(table: Table, fault: str) -> None:
    await table.start()
    await table.begin()
    await ask_to_draw(table)
    await offer(table)
    asked = await table.shown(3)
    await table.settled()
    await table.bot.arm(fault)
    await decline(table)
    assert await table.bot.exit() == KILLED
    await table.restart(forget=True)
    if fault == f"before:{COMMIT}":
        await decline(table)
    await table.discord.until(lambda: "declines a draw" in asked.text)
    await table.settled()
    await table.leave()
    assert table.kinds == [*STARTED, "offer", "refuse"]
    assert not asked.custom_ids
    assert len(table.posts) == 3


async def test_pressed_again_after_a_press_that_seemed_to_fail(table: Table) -> None:
    await table.start()
    card = await table.challenge()
    await table.settled()
    await table.bot.arm("before:discord.interactions:InteractionResponse.defer")
    table.discord.hold(*SEND)
    failed = await table.press(table.ben, "Accept", on=card, patience=None)
    assert await table.bot.exit() == KILLED
    assert not failed.answered
    table.discord.faults.holds.clear()
    hold = table.discord.hold(*SEND)
    await table.restart()
    again = await table.press(table.ben, "Accept", on=card)
    assert again.text == "This challenge has been accepted already."
    await hold.reached()
    hold.release()
    await table.shown(2)
    await table.check()


async def test_a_button_seen_too_late_is_answered(table: Table) -> None:
    await table.start()
    card = await table.challenge()
    late = card.custom_id("Withdraw")
    await table.press(table.ben, "Accept", on=card)
    await table.shown(2)
    await table.settled()
    pressed = await table.discord.press(table.ann, card, late, even_if_gone=True)
    assert pressed.text
    await table.check()


async def test_data_is_deleted_although_killed_on_the_way(table: Table) -> None:
    await table.start()
    for _ in range(2):
        await table.begin()
    await table.discord.slash(table.ann, table.channel, "privacy", {"what": "delete"})
    question = table.private(table.ann)
    yes = question.custom_id("Yes, delete everything")
    person = str(table.ann.id)
    for fault in (
        f"after:{COMMIT}",
        "before:data.members.privacy:forget",
        "after:data.members.privacy:forget",
    ):
        await table.bot.arm(fault)
        await table.discord.press(table.ann, question, yes, patience=None)
        assert await table.bot.exit() == KILLED
        assert table.query(f"SELECT 1 FROM seats WHERE person = {person}")  # noqa: S608
        await table.restart(forget=True)
    done = await table.discord.press(table.ann, question, yes)
    await table.discord.until(lambda: "is deleted" in done.text)
    await table.shown(6)
    await table.settled()
    await table.leave()
    assert table.kinds == [*STARTED, "resign", "abort"] * 2
    assert person not in str([table.query(f"SELECT * FROM {kept}") for kept in KEPT])  # noqa: S608
    table.check_shown()


# While nobody answers


async def test_moves_typed_meanwhile_are_played_once_and_in_order(table: Table) -> None:
    carol = table.discord.world.member(table.guild, "Carol")
    await table.start()
    await table.begin()
    await table.settled()
    await table.bot.kill()
    for who, text in [
        (carol, "32-28"),  # no player
        (table.ben, "20-24"),  # not their turn
        (table.ann, "32-27x"),  # no move
        (table.ann, "1-50"),  # not legal
        (table.ann, "see you at 10-20"),
        (table.ann, f"{table.mention} 32 28"),
        (table.ann, "31-27"),  # not their turn any more
        (table.ben, "19-23"),
        (table.ann, "thinking"),
        (table.ann, "28x19"),
        (table.ann, "28x19"),
    ]:
        await table.say(who, text)
    await table.restart()
    await table.shown(5)
    await table.settled()
    await table.play("14x23")
    assert table.replies == []
    await table.check("move", "move", "move", "move")
    assert table.moves == ["32-28", "19-23", "28x19", "14x23"]


async def test_what_is_older_than_the_last_event_is_not_played(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.play("32-28")
    too_early = await table.say(table.ann, "31-27")
    await table.discord.until(lambda: table.replies)
    await table.play("19-23")
    await table.bot.kill()
    await table.restart()
    await table.play("28x19")
    await table.check("move", "move", "move")
    assert len(table.replies) == 1
    assert not too_early.deleted


async def test_what_was_refused_once_is_not_played_later(table: Table) -> None:
    await table.start()
    await table.begin()  # it waits, so that everything after it is read again
    board = await table.begin()
    await table.say(table.ann, "32-28", reply_to=board)
    board = await table.shown(5)
    await table.settled()
    await table.say(table.ann, "31-27", reply_to=board)
    await table.discord.until(lambda: table.replies)
    await table.say(table.ben, "19-23", reply_to=board)
    await table.shown(6)
    await table.settled()
    await table.bot.kill()
    await table.restart()
    await table.leave()
    assert table.moves == ["32-28", "19-23"]
    table.check_shown()


async def test_a_move_typed_where_an_older_match_waits_long(table: Table) -> None:
    await table.start()
    await table.begin()
    for number in range(600):
        await table.discord.say(table.ben, table.channel, f"I have to think {number}")
    await table.begin()
    await table.bot.kill()
    await table.say(table.ann, "32-28", reply_to=table.last)
    await table.restart()
    await table.shown(5)
    await table.settled()
    assert reference(table.last) == (2, 4)
    await table.leave()
    table.check_shown()


@pytest.mark.parametrize("killed", [True, False], ids=["killed", "session lost"])
async def test_a_move_is_played_in_the_match_that_was_chosen_and_in_no_other(
    table: Table, *, killed: bool
) -> None:
    await table.start()
    await table.begin()
    await table.begin()
    await table.say(table.ann, "32-28")
    await table.discord.until(lambda: table.replies)
    menu = next(p for p in table.discord.posts(table.channel) if p.reply_to)
    await table.discord.choose(table.ann, menu, menu.custom_ids[0], ["1"])
    await table.shown(5)
    await table.settled()
    if killed:
        await table.bot.kill()
        await table.restart()
    else:
        await table.bot.arm(CAUGHT_UP)
        async with table.discord.outage():
            table.discord.forget_sessions()
        await table.discord.until(lambda: "told: Recovery.catch_up" in table.bot.log)
    await table.say(table.ben, "19-23", reply_to=table.last)
    await table.shown(6)
    await table.leave()
    assert table.moves == ["32-28", "19-23"]
    table.check_shown()
