"""SIGKILL during a tournament: no round is paired twice, and no match or post made twice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest

from data import ServerSettings, Store
from engine.tournaments.tournament import Tournament
from tests.loopback.killing import KILLED, killed
from tests.loopback.process import BotEnded
from tests.loopback.signed_up import sign_up
from tests.loopback.table import Table, time_of
from tests.loopback.world import Message
from tests.nightly import at_night

SAVE = "data.tournaments.tournaments:Tournaments._save"
SEND = "cogs.delivery.marked_posts:MarkedPosts.send"
HEAD = "cogs.delivery.match_messages:MatchMessages.heading"
THREAD = "discord.http:HTTPClient.start_thread_with_message"
NOTED = "data.bulletins:Bulletins.mark_shown"
CARD = "data.tournaments.tournaments:Tournaments.set_card"
MADE = "data.store:Store.create"

POINTS = [
    f"after:{SEND}",  # the card
    f"after:{CARD}",
    f"before:{NOTED}",
    f"before:{SAVE}",  # the start
    f"after:{SAVE}",
    f"before:{SAVE}",  # the round
    f"after:{SAVE}",
    f"after:{MADE}",
    f"after:{MADE}",
    f"before:{SAVE}",  # its matches
    f"before:{SAVE}",  # a result
    f"after:{SAVE}",
    f"after:{MADE}",
    f"after:{HEAD}",
    f"after:{THREAD}",
    f"after:{SAVE}",  # a result of the second round
]
"""Points from the card of a tournament to its end, in the order in which they mostly come."""

DAILY = [point for point in POINTS if point != f"before:{SAVE}"]
"""The points of POINTS with a lasting change between each two of them.

Before a save, all is as it was after the point before.
"""

STORED = "data.store:Store._save"

STOPPED = [f"before:{STORED}", f"after:{STORED}"]
"""Points at which a match is paused, resumed or ended together with its tournament."""

MARKS = range(2**30, 2**31)
"""The ids of components that mark a post as one about a tournament."""


SOON = timedelta(seconds=30)
"""Before a test skips a day, it waits for everything that is due within this time."""

TABLES = 2
OUTBOXES = ("posts", "bulletins")


async def go_on(table: Table, is_so: Callable[[], bool]) -> None:
    """Skip a day (and an hour) again and again, with nobody moving, until ``is_so`` returns true.

    No day is skipped while the bot has anything to do. Raises AssertionError after 12 days.
    """
    for _ in range(12):
        await table.discord.until(
            lambda: is_so() or waits_for_players(table) or table.bot.status is not None
        )
        if is_so():
            return
        with suppress(BotEnded):
            await table.later(days=1, hours=1)
    raise AssertionError(kinds(table))


def waits_for_players(table: Table) -> bool:
    """Return whether the bot has nothing left to do: all is made, scored and posted."""
    matches = table.query("SELECT status, due FROM matches WHERE tournament IS NOT NULL")
    live = [due for status, due in matches if status == "live"]
    found = kinds(table)
    if not live or len(matches) != TABLES * found["pair"]:
        return False
    if found["make"] < found["pair"] or found["score"] != len(matches) - len(live):
        return False
    if any(table.query(f"SELECT 1 FROM {one} WHERE state = 'pending'") for one in OUTBOXES):  # noqa: S608 - ours
        return False
    dues = [*live, *(due for (due,) in table.query("SELECT due FROM tournaments"))]
    return all(due is None or time_of(due) > table.now + SOON for due in dues)


def kinds(table: Table) -> Counter[str]:
    return Counter(kind for (kind,) in table.query("SELECT kind FROM entries"))


def has_ended(table: Table) -> bool:
    return kinds(table)["end"] == 1


def about_it(table: Table) -> list[Message]:
    """Return the posts about the tournament, its card first."""
    posts = table.discord.posts(table.channel)
    return [post for post in posts if any(part["id"] in MARKS for part in post.components)]


def check(table: Table) -> None:
    """Check that each round was paired once, each game has one match, each bulletin one message."""
    entries = table.query("SELECT kind, data FROM entries ORDER BY number")
    rounds = [json.loads(data)["round"] for kind, data in entries if kind == "pair"]
    assert rounds == [1, 2]
    made = [one for kind, data in entries if kind == "make" for one in json.loads(data)["matches"]]
    assert sorted(place[:3] for place in made) == [[r, t, 1] for r in (1, 2) for t in (1, 2)]
    assert sorted(one[3] for one in made) == [1, 2, 3, 4]
    assert table.query("SELECT count(*) FROM matches") == [(4,)]
    found = kinds(table)
    assert (found["start"], found["score"], found["end"]) == (1, 4, 1)
    public = "SELECT message FROM bulletins WHERE person IS NULL AND message IS NOT NULL"
    shown = {message for (message,) in table.query(public)}
    ((card,),) = table.query("SELECT card FROM tournaments")
    assert {post.id for post in about_it(table)} == shown | {card}
    assert len(table.threads) == 4
    assert len({post.channel.id for post in table.posts}) == 4


@pytest.mark.parametrize(
    ("points", "forget"),
    [(DAILY, True), at_night((POINTS, True)), at_night((POINTS, False))],
    ids=["daily-long", "all-long", "all-short"],
)
async def test_killed_at_any_point_it_goes_on(
    table: Table, points: list[str], *, forget: bool
) -> None:
    others = (table.discord.world.member(table.guild, name) for name in ("Cas", "Dirk"))
    people = [one.id for one in (table.ann, table.ben, *others)]
    threads = ServerSettings(threads=True)
    await sign_up(table.database, table.channel, people, rounds=2, settings=threads)
    deaths = 0
    for point in points:
        with killed(point):
            if forget:
                table.discord.forget_nonces()
            table.new_bot(point)
            await table.bot.start()
            await go_on(table, lambda: table.bot.status is not None or has_ended(table))
            if has_ended(table):  # the last points have come before their turn
                break
            assert await table.bot.exit() == KILLED
            deaths += 1
    assert deaths > len(points) // 2
    await table.bot.kill()
    await table.restart(forget=forget)
    await go_on(table, lambda: has_ended(table))
    await table.settled()
    waiting = "SELECT 1 FROM bulletins WHERE state = 'pending'"
    await table.discord.until(lambda: not table.query(waiting))
    await table.leave()
    check(table)
    table.check_shown()


async def organised(table: Table, change: Callable[[Tournament], Tournament]) -> None:
    """Save an organiser's change of the tournament from this process, with the bot not running."""
    store = await Store.open(str(table.database))
    await store.tournaments.change(1, change)
    await store.close()


def match_kinds(table: Table) -> Counter[tuple[int, str]]:
    """Return, by match and kind, the number of events about pauses, time or the end."""
    some = "('pause', 'resume', 'timeout', 'remind', 'adjudicate')"
    return Counter(table.query(f'SELECT "match", kind FROM events WHERE kind IN {some}'))  # noqa: S608 - no text of others


async def until_killed(table: Table, point: str, **span: float) -> None:
    """Skip a span of time, start a process, and wait until it is killed at a point."""
    with killed(point):
        await table.later(**span)
        table.new_bot(point)
        await table.bot.start()
        assert await table.bot.exit() == KILLED  # no day passes: it would remind, and end turns


async def test_killed_while_it_pauses_goes_on_and_is_cancelled_no_match_is_left_out(
    table: Table,
) -> None:
    others = (table.discord.world.member(table.guild, name) for name in ("Cas", "Dirk"))
    people = [one.id for one in (table.ann, table.ben, *others)]
    await sign_up(table.database, table.channel, people, rounds=2)
    await table.start()
    await go_on(table, lambda: kinds(table)["make"] == 1 and len(table.posts) == 2)
    await table.settled()
    await table.leave()
    organiser = people[0]
    await organised(table, lambda t: t.organising.pause(organiser, "x", now=table.now, source=None))
    for point in STOPPED:
        await until_killed(table, point, days=2)  # longer than a turn may last
    await table.restart()
    paused = Counter({(1, "pause"): 1, (2, "pause"): 1})
    await table.discord.until(lambda: match_kinds(table) == paused)
    await table.settled()
    await table.later(days=3)
    await table.settled()
    await table.leave()
    assert match_kinds(table) == paused
    await organised(table, lambda t: t.organising.resume(organiser, now=table.now, source=None))
    for point in STOPPED:
        await until_killed(table, point, seconds=1)
    await table.restart()
    resumed = paused + Counter({(1, "resume"): 1, (2, "resume"): 1})
    await table.discord.until(lambda: match_kinds(table) == resumed)
    await table.settled()
    await table.leave()
    await organised(
        table, lambda t: t.organising.cancel(organiser, "x", now=table.now, source=None)
    )
    for point in STOPPED:
        await until_killed(table, point, seconds=1)
    await table.restart()
    ended = resumed + Counter({(1, "adjudicate"): 1, (2, "adjudicate"): 1})
    await table.discord.until(lambda: match_kinds(table) == ended)
    await table.settled()
    await table.leave()
    assert match_kinds(table) == ended
    table.check_shown()
