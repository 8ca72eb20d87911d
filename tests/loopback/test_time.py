"""Time: events due at a time, with SIGKILL on the way; outages of Discord and of the bot."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from tests.limit import LIMIT
from tests.loopback.killing import KILLED, SENT, STARTED, killed
from tests.loopback.table import CAUGHT_UP, SEND, Table
from tests.nightly import NIGHTLY, at_night

UNSAVED = "after:data.matches.outbox:add"
SAVED = "before:data.store:Store._written"
"""UNSAVED and SAVED are points right before and right after an event is saved."""

GIVEN_BACK = {"gap", "outage"}
TOLERANCE = timedelta(seconds=LIMIT)
"""The most that starting and stopping may add to a span of time given back.

It is the time limit of a test, and shorter than any span that could be given back twice.
"""


def happened(table: Table) -> list[str]:
    """Return the kinds of the events after the start, without those that give time back."""
    return [kind for kind in table.kinds if kind not in {*STARTED, *GIVEN_BACK}]


def stops(table: Table, match: int = 1) -> list[tuple[datetime, datetime]]:
    """Return the spans of time given back in a match, each as start and end, in order."""
    rows = table.query(
        f"SELECT text FROM events WHERE \"match\" = {match} AND kind IN ('gap', 'outage')"  # noqa: S608 - a number of ours
        " ORDER BY number"
    )
    spans = [[datetime.fromisoformat(moment) for moment in text.split()] for (text,) in rows]
    return [(start, end) for start, end in spans]


def check_stops(table: Table, lost: timedelta, match: int = 1) -> None:
    """Check that ``lost`` time, or TOLERANCE more, was given back in a match, and none twice."""
    spans = stops(table, match)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans)), spans
    given = sum((end - start for start, end in spans), timedelta())
    assert lost <= given <= lost + TOLERANCE, spans


def alive(table: Table) -> datetime:
    ((value,),) = table.query("SELECT value FROM facts WHERE name = 'alive'")
    return datetime.fromisoformat(value)


async def ticked(table: Table) -> None:
    """Wait until the bot has looked for due events once more, from start to end."""
    seen = table.bot.log.count("told: Store.due")
    await table.discord.until(lambda: table.bot.log.count("told: Store.due") > seen + 1)


async def noticed(table: Table) -> None:
    """Wait until the bot has noted when it was cut off.

    It may do so a little after it has begun to connect again. The bot is cut off the first time.
    """
    await table.discord.until(lambda: "told: Clocks.on_shard_disconnect" in table.bot.log)


async def ends(table: Table, kinds: Sequence[str]) -> None:
    """Terminate the bot; check that these events have happened, and are shown once, in order."""
    await table.settled()
    await table.leave()
    assert happened(table) == list(kinds)
    table.check_shown()


# Killed


REMINDER = "1h", 46, ["remind"]
TIME_OUT = "1h", 61, ["timeout", "abort"]
FLAG = "1h claim", 61, ["flag"]

Happens = tuple[str, int, list[str], str]
"""The words of a challenge, the minutes until an event is due, the kinds of the events that
follow, and the point at which the bot dies."""


@pytest.mark.parametrize(
    ("happening", "claimed"),
    [
        ([(*TIME_OUT, UNSAVED), (*FLAG, SAVED)], f"after:{SENT}"),
        at_night(([(*TIME_OUT, f"after:{SENT}"), (*FLAG, f"after:{SENT}")], SAVED)),
        at_night(([(*REMINDER, SAVED), ("5+3 claim", 6, ["flag"], SAVED)], "")),
        at_night(([(*TIME_OUT, SAVED), (*REMINDER, f"after:{SENT}")], "")),
    ],
    ids=["unsaved", "sent", "reminder", "reminder sent"],
)
async def test_what_happens_by_itself_happens_once_and_so_does_a_claim(
    table: Table, happening: list[Happens], claimed: str
) -> None:
    """The bot dies once in each of several matches, and once more when a win is claimed."""
    done: list[str] = []
    await table.start()
    for words, minutes, kinds, fault in happening:
        with killed(f"{fault} of {kinds}"):
            await table.begin(f"frisian white {words}")
            posts = len(table.posts)
            await table.bot.arm(fault)
            await table.later(minutes=minutes)
            assert await table.bot.exit() == KILLED
            assert happened(table) == done + (kinds if fault != UNSAVED else [])
            table.check_rated()
            await table.restart(forget=True)
            await table.later(minutes=1)
            await table.shown(posts + 1)
            await ticked(table)
            done += kinds
            assert happened(table) == done
    if claimed:
        await table.settled()
        posts = len(table.posts)
        await table.bot.arm(claimed)
        await table.press(table.ben, "Claim the game", patience=None)
        assert await table.bot.exit() == KILLED
        await table.restart(forget=True)
        await table.shown(posts + 1)
        done += ["timeout", "abort"]
    await ends(table, done)


@pytest.mark.parametrize(
    "fault",
    [
        at_night("after:data.members.holidays:Holidays.begin"),
        f"{UNSAVED}#2",
        at_night(f"{SAVED}#2"),
        at_night(f"after:{SENT}"),
    ],
)
async def test_every_match_is_told_of_a_holiday_once(table: Table, fault: str) -> None:
    await table.start()
    for _ in range(2):
        await table.begin("frisian white 1h")
    await table.bot.arm(fault)
    await table.discord.slash(table.ann, table.channel, "holiday", {"days": 2}, patience=None)
    assert await table.bot.exit() == KILLED
    await table.restart(forget=True)
    await table.shown(6)
    await table.later(minutes=6)
    await ticked(table)
    await ends(table, ["holiday", "holiday"])
    assert table.query("SELECT count(*) FROM holidays") == [(1,)]


@pytest.mark.parametrize(
    ("fault", "given"),
    [("before:data.matches.saving:append#2", 0), at_night((f"{SAVED}#2", 3))],
)
async def test_time_is_given_back_once_though_killed_meanwhile(
    table: Table, fault: str, given: int
) -> None:
    await table.start()
    for _ in range(3):
        await table.begin("frisian white 1h")
    gone = alive(table)
    await table.bot.kill()
    await table.later(minutes=10)
    assert await (await table.new_bot(fault).start()).exit() == KILLED
    assert sum(len(stops(table, match)) for match in (1, 2, 3)) == given
    await table.later(minutes=20)
    await table.restart(forget=True)
    for match in (1, 2, 3):
        assert stops(table, match)[0][0] == gone
        check_stops(table, timedelta(minutes=30), match)
    await table.discord.until(lambda: table.posts[-3:] and len(table.posts) >= 9)
    await ends(table, [])


@NIGHTLY
async def test_restarts_in_a_row_give_back_what_was_lost(table: Table) -> None:
    await table.start()
    await table.begin("frisian white 1h")
    for _ in range(2):
        await table.bot.kill()
        await table.later(minutes=10)
        await table.restart()
    check_stops(table, timedelta(minutes=20))
    await ends(table, [])


async def test_a_claim_and_the_move_at_once(table: Table) -> None:
    await table.start()
    await table.begin("frisian white 1h claim")
    await table.later(minutes=61)
    await table.shown(3)
    await table.settled()
    claim = await table.press(table.ben, "Claim the game", patience=None)
    await table.discord.say(table.ann, table.channel, "32-28")
    await table.discord.until(lambda: claim.answered)
    await table.shown(4)
    await table.settled()
    await table.leave()
    assert (table.kinds[3:], bool(claim.text)) in (
        (["flag", "timeout", "abort"], False),
        (["flag", "move"], True),
    )
    table.check_shown()


# Away


async def test_moves_typed_after_their_time_while_the_bot_was_away_count(table: Table) -> None:
    await table.start()
    await table.begin("frisian white 1h")
    await table.bot.kill()
    for who, move in [(table.ann, "32-28"), (table.ben, "19-23"), (table.ann, "28x19")]:
        await table.later(minutes=61)
        await table.say(who, move)
    await table.restart()
    await ticked(table)
    await table.settled()
    assert table.replies == []
    check_stops(table, timedelta(minutes=183))
    await table.play("14x23")
    await ends(table, ["move"] * 4)


# Cut off


@pytest.mark.parametrize("lost", [False, True], ids=["resumed", "session lost"])
async def test_no_time_runs_while_discord_is_out_of_reach(table: Table, *, lost: bool) -> None:
    await table.start()
    await table.begin("frisian white 1h")
    await table.begin("frisian white 1h")
    await table.bot.arm(CAUGHT_UP)
    async with table.discord.outage():
        await noticed(table)
        await table.later(minutes=61)
        await ticked(table)
        assert happened(table) == []
        await table.say(table.ann, "32-28", reply_to=table.last)
        await table.later(minutes=61)
        await table.say(table.ben, "19-23", reply_to=table.last)
        if lost:
            table.discord.forget_sessions()
        table.discord.fail_next(*SEND, status=502)
    if lost:
        await table.discord.until(lambda: "told: Recovery.catch_up" in table.bot.log)
    else:
        await table.discord.until(lambda: table.discord.gateway.resumed)
    await table.discord.until(lambda: stops(table, 1) and len(table.moves) == 2)
    await ticked(table)
    await table.settled()
    assert table.replies == []
    check_stops(table, timedelta(minutes=122), 1)
    check_stops(table, timedelta(minutes=122), 2)
    await ends(table, ["move", "move"])


async def test_no_win_is_claimed_for_a_cut(table: Table) -> None:
    await table.start()
    await table.begin("frisian white 1h claim")
    async with table.discord.outage():
        await noticed(table)
        await table.later(minutes=61)
        await table.say(table.ben, f"{table.mention} claim")
    await table.discord.until(lambda: table.replies)
    assert "White has time until" in table.replies[0]
    await table.discord.until(lambda: stops(table))
    await table.later(minutes=61)
    await table.discord.until(lambda: happened(table))
    await ends(table, ["flag"])


@NIGHTLY
async def test_killed_while_cut_off(table: Table) -> None:
    await table.start()
    await table.begin("frisian white 1h")
    async with table.discord.outage():
        await noticed(table)
        await table.later(minutes=61)
        await ticked(table)
        await table.bot.kill()
    await table.restart()
    await ticked(table)
    check_stops(table, timedelta(minutes=61))
    await ends(table, [])


async def test_a_move_sent_in_time_counts_when_it_comes_a_little_late(table: Table) -> None:
    await table.start(GRACE=str(2 * LIMIT))
    await table.begin("frisian white 1h")
    ((started,),) = table.query("SELECT at FROM events WHERE kind = 'start'")
    deadline = datetime.fromisoformat(f"{started}+00:00") + timedelta(hours=1)
    sent = deadline - TOLERANCE
    await table.later(seconds=(sent - table.now).total_seconds())
    await table.shown(3)
    late = table.ahead + TOLERANCE + timedelta(seconds=1)
    await table.bot.set_clock(late.total_seconds())
    await ticked(table)
    await table.say(table.ann, "32-28")
    await table.shown(4)
    await ends(table, ["remind", "move"])
