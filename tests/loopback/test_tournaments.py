"""SIGKILL while a tournament goes on: no round is paired twice, no match or post made twice."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

import engine
from data import ServerSettings, Store
from engine.table.clock import TimeControl
from engine.tournaments.conduct import Tournament
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form, Terms
from tests.loopback.killing import KILLED, killed
from tests.loopback.table import Table
from tests.loopback.world import Message
from tests.nightly import at_night

SAVE = "data.tournaments.tournaments:Tournaments._save"
SEND = "cogs.events.conducting.marked_posts:MarkedPosts.send"
HEAD = "cogs.delivery.match_messages:MatchMessages.heading"
THREAD = "discord.http:HTTPClient.start_thread_with_message"
NOTED = "data.tournaments.bulletins:Bulletins.mark_shown"
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
"""Points from the card of a tournament to its end, in the order in which they come mostly."""

MARKS = range(2**30, 2**31)
"""The ids by which posts about tournaments are known."""


async def sign_up(table: Table) -> None:
    """Have four people signed up, and there, for a Swiss that is to begin now."""
    store = await Store.open(str(table.database))
    await store.preferences.set_server(table.guild.id, ServerSettings(threads=True))
    people = [table.ann, table.ben, *(table.discord.world.member(table.guild, n) for n in "CD")]
    starts = datetime.now(UTC)
    now = starts - timedelta(days=2)
    terms = Terms(
        name="Club",
        form=Form.SWISS,
        game=engine.games["frisian"],
        options={},
        seats=2,
        time=TimeControl.read("1d"),
        rounds=2,
        starts=starts,
    )
    tournament = Tournament.create(
        guild=table.guild.id,
        channel=table.channel.id,
        terms=terms,
        person=table.ann.id,
        now=now,
        source="message:1",
    )
    for one in people:
        tournament = tournament.join(one.id, every=False, now=now, source=None)
    tournament = tournament.tick(now=now + timedelta(days=1), strengths={})
    assert tournament.phase is Phase.CHECK_IN
    for one in people:
        checked = partial(Tournament.check_in, now=now + timedelta(days=1), source=None)
        tournament = checked(tournament, one.id)
    await store.tournaments.create(tournament)
    await store.close()


async def go_on(table: Table, is_so: Callable[[], bool]) -> None:
    """Let a day pass now and then, in which who is to move does not, until something is so."""
    for _ in range(12):
        for _ in range(40):
            if is_so():
                return
            await asyncio.sleep(0.05)
        with suppress(ConnectionError):
            await table.later(days=1, hours=1)
    raise AssertionError(kinds(table))


def kinds(table: Table) -> Counter[str]:
    return Counter(kind for (kind,) in table.query("SELECT kind FROM entries"))


def about_it(table: Table) -> list[Message]:
    """The posts about the tournament, its card first."""
    posts = table.discord.posts(table.channel)
    return [post for post in posts if any(part["id"] in MARKS for part in post.components)]


def check(table: Table) -> None:
    """Every round was paired once, each of its games has one match, each bulletin one message."""
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


@pytest.mark.parametrize("forget", [at_night(False), True], ids=["short", "long"])
async def test_killed_at_any_point_it_goes_on(table: Table, *, forget: bool) -> None:
    await sign_up(table)
    for point in POINTS:
        with killed(point):
            if forget:
                table.discord.forget_nonces()
            table.new_bot(point)
            await table.bot.start()
            await go_on(table, lambda: table.bot.status is not None)
            assert await table.bot.exit() == KILLED
    await table.restart(forget=forget)
    await go_on(table, lambda: kinds(table)["end"] == 1)
    await table.settled()
    waiting = "SELECT 1 FROM bulletins WHERE state = 'pending'"
    await table.discord.until(lambda: not table.query(waiting))
    await table.leave()
    check(table)
    table.check_shown()
