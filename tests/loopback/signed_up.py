"""A Swiss tournament in the database of a bot that is not running yet, ready to start at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import engine
from data import ServerSettings, Shards, Store
from data.database.opening import WHOLE
from engine.table.clock import TimeControl
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form, Terms
from engine.tournaments.tournament import Tournament
from tests.loopback.world import Channel

DAY = timedelta(days=1)


async def sign_up(
    database: Path | str,
    channel: Channel,
    people: Sequence[int],
    *,
    rounds: int,
    settings: ServerSettings | None = None,
    shards: Shards = WHOLE,
) -> None:
    """Save a Swiss that is due to start now, with all these people signed up and checked in.

    ``people`` are user ids; the first of them is the organiser. ``settings`` are the server's.
    """
    assert channel.guild is not None
    store = await Store.open(str(database), shards=shards)
    if settings is not None:
        await store.preferences.set_server(channel.guild.id, settings)
    starts = datetime.now(UTC)
    called = starts - DAY
    terms = Terms(
        name="Club",
        form=Form.SWISS,
        game=engine.games["frisian"],
        options={},
        seats=2,
        time=TimeControl.read("1d"),
        rounds=rounds,
        starts=starts,
    )
    tournament = Tournament.create(
        guild=channel.guild.id,
        channel=channel.id,
        terms=terms,
        person=people[0],
        now=called - DAY,
        source=f"message:{channel.id}",
    )
    for one in people:
        tournament = tournament.join(one, every=False, now=called, source=None)
    tournament = tournament.tick(now=called, strengths={})
    assert tournament.phase is Phase.CHECK_IN
    checked = partial(Tournament.check_in, now=called, source=None)
    for one in people:
        tournament = checked(tournament, one)
    await store.tournaments.create(tournament)
    await store.close()
