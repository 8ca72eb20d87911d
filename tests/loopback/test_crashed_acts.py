"""SIGKILL during acts other than typed moves: challenges, offers, answers, ends, deletions."""

from collections.abc import Awaitable, Callable

import pytest

from tests.loopback.commands import Value
from tests.loopback.interactions import Interaction
from tests.loopback.killing import ANSWERED, COMMIT, EDITED, KILLED, SENT, STARTED, killed
from tests.loopback.table import SEND, Table
from tests.nightly import NIGHTLY, at_night

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
    """Have Ann confirm that she offers a draw."""
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
    """Have Ann confirm her resignation."""
    question = table.private(table.ann)
    yes = question.custom_id("Yes, I resign")
    return await table.discord.press(table.ann, question, yes, patience=None)


async def takeback(table: Table) -> Interaction:
    """Have Ann ask to take a move back."""
    return await table.discord.slash(table.ann, table.channel, "match takeback", patience=None)


async def ask_to_abort(table: Table) -> Interaction:
    return await table.discord.slash(table.ann, table.channel, "match abort")


async def abort(table: Table) -> Interaction:
    """Have Ann confirm that she aborts the match."""
    question = table.private(table.ann)
    yes = question.custom_id("Yes, abort the match")
    return await table.discord.press(table.ann, question, yes, patience=None)


async def decide(table: Table) -> Interaction:
    """Have Ann, who owns the server, decide the last match."""
    ((match,),) = table.query("SELECT max(id) FROM matches")
    options: dict[str, Value] = {"match": match, "result": "White", "reason": "Black has left."}
    return await table.discord.slash(table.ann, table.channel, "admin end", options, patience=None)


async def rematch(table: Table) -> Interaction:
    return await table.press(table.ann, "Rematch", patience=None)


async def join_in(table: Table) -> Interaction:
    """Have Ben ask for a rematch, too."""
    return await table.press(table.ben, "Rematch", patience=None)


KEPT = ["matches", "seats", "events", "followers", "holidays", "persons", "blocks", "ratings"]
Deed = tuple[list[Act], Act, list[str]]
"""The acts before, the act of which the bot dies, and the kinds of all their events."""

PLAYED: list[Deed] = [
    ([], challenge, ["challenge"]),
    ([], accept, ["accept", "start"]),
    ([], move, ["move"]),
    ([reply, ask], resign, ["move", "resign", "result"]),
    ([challenge, accept, move, takeback], accept, [*STARTED, "move", "offer", "agree", "takeback"]),
]
ENDED: list[Deed] = [
    ([challenge], decline, ["challenge", "decline"]),
    ([challenge, accept], decide, [*STARTED, "adjudicate"]),
    ([], rematch, ["challenge"]),
    ([], join_in, ["accept", "start"]),
]
"""PLAYED and ENDED are deeds done one after the other, in several matches."""

OTHERS: list[Deed] = [
    ([challenge, accept, ask_to_draw], offer, [*STARTED, "offer"]),
    ([], accept, ["agree", "abort"]),
    ([challenge], withdraw, ["challenge", "withdraw"]),
    ([challenge, accept, ask], resign, [*STARTED, "resign", "abort"]),
    ([challenge, accept, ask_to_abort], abort, [*STARTED, "abort"]),
]
"""Deeds that are saved and shown in the same way as some of PLAYED and ENDED."""


FAULTS = [f"before:{COMMIT}", f"after:{COMMIT}", f"after:{SENT}"]


@pytest.mark.parametrize("first", [0, at_night(1), at_night(2)])
@pytest.mark.parametrize(
    "deeds", [PLAYED, ENDED, at_night((OTHERS,))], ids=["played", "ended", "others"]
)
async def test_what_was_done_is_done_once(table: Table, deeds: list[Deed], first: int) -> None:
    """The bot dies at the next point of FAULTS in each deed."""
    kinds: list[str] = []
    await table.start()
    for number, (before, last, new) in enumerate(deeds, first):
        fault = FAULTS[number % len(FAULTS)]
        with killed(f"{fault} of {last.__name__}"):
            await do(table, *before)
            await dies(table, last, fault)
            kinds += new
            assert table.kinds == kinds
            buttons = {"challenge": 3, "start": 7, "move": 7, "offer": 3, "takeback": 7}
            buttons |= {"result": 3, "abort": 2, "adjudicate": 2}
            assert len(table.last.custom_ids) == buttons.get(kinds[-1], 0)
    await table.leave()
    assert table.kinds == kinds
    table.check_shown()


async def do(table: Table, *acts: Act) -> None:
    """Do acts, and wait for the post that shows each; questions have none."""
    for act in acts:
        posts = len(table.posts)
        await act(table)
        await table.shown(posts + (act not in {ask, ask_to_abort, ask_to_draw}))
        await table.settled()


async def dies(table: Table, act: Act, fault: str) -> None:
    """Have the bot die at a point of an act, restart it, and check that the act is shown once."""
    posts = len(table.posts)
    if act is move and fault == f"after:{SENT}":
        fault = f"after:{ANSWERED}"  # the board is the answer
    await table.bot.arm(fault)
    await act(table)
    assert await table.bot.exit() == KILLED
    table.check_rated()
    await table.restart(forget=True)
    if fault == f"before:{COMMIT}":
        await act(table)
    await table.shown(posts + 1)
    await table.settled()
    await table.tidy()
    table.check_shown()


@pytest.mark.parametrize(
    "fault",
    [
        at_night(f"before:{COMMIT}"),
        at_night(f"after:{COMMIT}"),
        at_night(f"before:{EDITED}"),
        f"after:{EDITED}",
    ],
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


@NIGHTLY
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
        assert table.query(f"SELECT 1 FROM seats WHERE person = {person}")  # noqa: S608 - a number of ours
        await table.restart(forget=True)
    done = await table.discord.press(table.ann, question, yes)
    await table.discord.until(lambda: "is deleted" in done.text)
    await table.shown(6)
    await table.settled()
    await table.leave()
    assert table.kinds == [*STARTED, "resign", "abort"] * 2
    rows = [table.query(f"SELECT * FROM {kept}") for kept in KEPT]  # noqa: S608 - the names above
    assert person not in str(rows)
    table.check_shown()
