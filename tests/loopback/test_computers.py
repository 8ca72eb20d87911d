"""SIGKILL at every point from a person's move to the computer's move and the post with both."""

import pytest

from tests.loopback.killing import (
    COMMIT,
    EDITED,
    KILLED,
    SENT,
    during_outages,
    first_of,
    killed,
    mostly_in_turn,
)
from tests.loopback.table import Table
from tests.nightly import NIGHTLY

PLAYERS = "cogs.computers.computer_players"

BEFORE_THE_ANSWER = [
    f"after:{COMMIT}",
    f"before:{PLAYERS}:keep_pace",
    "before:cogs.computers.worker_pool:Workers.think",
    "before:cogs.computers.worker_pool:Workers._process",
    "before:cogs.computers.worker_pool:Workers._ask",
    "after:cogs.computers.worker_pool:_answer_of",
    "after:cogs.computers.worker_pool:Workers.think",
    "before:cogs.delivery.poster:Poster._is_held",
    f"before:{PLAYERS}:_done",
    f"after:{PLAYERS}:_done",
    "before:data.store:Store._save#2",
    "after:data.matches.match_rows:append#2",
    f"before:{COMMIT}#2",
]
"""Points at which the person's move is saved and the computer's is not."""

ANSWERED = [
    f"after:{COMMIT}#2",
    "before:data.store:Store._written#2",
    "after:data.store:Store.match#2",
    f"after:{PLAYERS}:ComputerPlayers._do",
    "before:cogs.delivery.poster:Poster._show#2",
    "before:cogs.delivery.match_messages:MatchMessages.send",
    f"before:{SENT}",
]
"""Points at which both moves are saved and neither is shown."""

SHOWN = [
    f"after:{SENT}",
    f"before:{EDITED}",
    f"after:{EDITED}",
    "before:data.matches.outbox:Outbox.mark_shown",
    "after:data.matches.outbox:Outbox.mark_shown",
    "after:cogs.delivery.poster:Poster._work#2",
]
"""Points at which both moves are shown."""


async def begin(table: Table) -> None:
    """Start Ann's match against the computer, in which she plays White."""
    await table.start()
    await table.say(table.ann, f"{table.mention} play frisian level 1 white")
    await table.shown(1)
    await table.settled()


async def answered(table: Table, moves: int) -> None:
    """Wait until ``moves`` moves are saved and shown."""
    await table.discord.until(lambda: len(table.moves) >= moves)
    await table.settled()


async def goes_on(table: Table) -> None:
    """Have Ann play a move, then check that every move is saved once and shown."""
    moves = len(table.moves) // 2 * 2 + 2
    await table.say(table.ann, table.legal())
    await answered(table, moves)
    await table.check_computers(moves)


async def dies_at(table: Table, fault: str, *, forget: bool) -> int:
    """Have the bot die at a point of Ann's move, and start it again.

    Return the number of posts before the restart.
    """
    moves, move = len(table.moves), table.legal()
    await table.bot.arm(fault)
    await table.say(table.ann, move)
    assert await table.bot.exit() == KILLED
    assert len(table.moves) == moves + 1 + (fault not in BEFORE_THE_ANSWER)
    shown = len(table.posts)
    await table.restart(forget=forget)
    await answered(table, moves + 2)
    assert table.moves[moves] == move
    assert len(table.moves) == moves + 2
    return shown


@pytest.mark.parametrize("faults", mostly_in_turn(*BEFORE_THE_ANSWER, *ANSWERED), ids=first_of)
async def test_a_computers_move_is_played_and_shown_once(table: Table, faults: list[str]) -> None:
    await begin(table)
    for fault in faults:
        with killed(fault):
            await dies_at(table, fault, forget=True)
            await table.all_plain()
            table.check_shown()
    await goes_on(table)


@during_outages(*SHOWN)
async def test_an_answer_that_was_seen_is_not_shown_again(
    table: Table, faults: list[str], *, forget: bool
) -> None:
    await begin(table)
    for fault in faults:
        with killed(fault):
            shown = await dies_at(table, fault, forget=forget)
            assert len(table.posts) == shown
            await table.all_plain()
            table.check_shown()
    await goes_on(table)


@NIGHTLY
async def test_killed_while_it_thinks_and_killed_again(table: Table) -> None:
    await begin(table)
    await table.bot.arm("after:cogs.computers.worker_pool:_answer_of")
    await table.say(table.ann, "32-28")
    assert await table.bot.exit() == KILLED
    await table.new_bot("after:cogs.computers.worker_pool:_answer_of").start()
    assert await table.bot.exit() == KILLED
    assert table.moves == ["32-28"]
    await table.restart()
    await answered(table, 2)
    assert table.moves[0] == "32-28"
    await goes_on(table)


async def test_the_process_that_thinks_dies_with_the_bot(table: Table) -> None:
    """`kill` waits until the log ends, that is until the last process that writes to it ends."""
    await begin(table)
    await table.say(table.ann, "32-28")
    await answered(table, 2)
    await table.bot.kill()
    await table.restart()
    await goes_on(table)
