"""The cost of five whole tournaments: ``python -m tools.benchmarks.events``.

They are a league of six with an absent player, a Swiss of seven with a late entry, a knockout of
eight with a drawn game, an arena of Halma for four with computers, and a ladder. Counted are the
tournament's own posts, the pings in them and the edits of its card; then all requests,
messages and statements, those of its matches included. Acts of players are mostly saved directly,
without messages. The cost of a large tournament for others is measured by ``tournament``.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from simcord import Env
from simcord.components import walk_components

import engine
from cogs.client.client import Damier
from cogs.extension import prepare
from data import Store
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import Status, is_computer
from engine.tournaments.record import Kind
from engine.tournaments.terms import Form
from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import opened
from tests.cogs.events.hall import Hall
from tests.simulator import patient, patient_paces
from tools.benchmarks.tournament import counted
from tools.random_members.events.house import unpainted
from tools.random_members.events.posts import FIRST_MARK

COLUMNS: Final = (
    "matches",
    "posts",
    "pings",
    "card edits",
    "messages",
    "edits",
    "requests",
    "statements",
    "transactions",
)


class Held(NamedTuple):
    """A tournament to be held, with the function that plays it."""

    name: str
    form: Form
    players: int
    terms: dict[str, Any]
    play: Callable[[Hall], Awaitable[None]]


async def with_one_absent(hall: Hall) -> None:
    """Play a league, a day at a time, in which the first player never comes."""
    await hall.start()
    absent = hall.players[0].id
    while not (await hall.tournament()).is_over:
        for match in await hall.live():
            await (hall.move(match, absent) if absent in match.people else hall.finish(match))
        await hall.wait(days=1)


async def with_a_late_entry(hall: Hall) -> None:
    """Play a Swiss that Bob enters after its first round has begun."""
    await hall.start()
    await enter(hall)
    await hall.play_out()


async def with_a_draw(hall: Hall) -> None:
    """Play a knockout whose first game is drawn."""
    await hall.start()
    first = (await hall.live())[0]
    await hall.move(first)
    await hall.move(first)
    keeper, now = hall.club.alice.id, hall.club.bot.clock.now()
    drawn = partial(
        Match.adjudicate, person=keeper, ranks=(1, 1), reason="drawn", now=now, source=None
    )
    await hall.play(first, drawn)
    await hall.wait(seconds=1)
    await hall.play_out()


async def for_an_hour(hall: Hall) -> None:
    """Play an arena at tables of four. Each match is adjudicated once it is under way."""
    await hall.start()
    while not (await hall.tournament()).is_over:
        for match in await hall.live():
            ranks = range(1, len(match.people) + 1)
            while not match.is_under_way:
                turn = match.people[match.position.turn]
                if is_computer(turn):
                    await hall.club.env.advance_time(5)
                else:
                    await hall.move(match)
                match = await hall.club.reload(match)  # noqa: PLW2901 - as it is by then
            keeper, now = hall.club.alice.id, hall.club.bot.clock.now()
            decided = partial(
                Match.adjudicate, person=keeper, ranks=ranks, reason="won", now=now, source=None
            )
            await hall.play(match, decided)
        await hall.wait(minutes=4)


async def with_challenges(hall: Hall) -> None:
    """Play six matches on a ladder, the fourth player challenging the second, and end it."""
    await hall.wait(minutes=1)
    for _ in range(6):
        order = (await hall.state()).order
        now = hall.club.bot.clock.now()
        dared = partial(Tournament.challenge, person=order[3], other=order[1], now=now, source=None)
        await hall.do(dared)
        await hall.wait(minutes=1)
        for match in await hall.live():
            await hall.finish(match)
        await hall.wait(days=1)
    keeper, now = hall.club.alice.id, hall.club.bot.clock.now()
    await hall.do(partial(Tournament.end, person=keeper, reason="spring", now=now))
    await hall.wait(minutes=2)


async def enter(hall: Hall) -> None:
    """Let Bob enter."""
    bob, now = hall.club.bob.id, hall.club.bot.clock.now()
    await hall.do(partial(Tournament.join, person=bob, every=False, now=now, source=None))


HOUR: Final[dict[str, Any]] = {
    "game": engine.games["halma"],
    "seats": 4,
    "time": TimeControl.read("5min"),
    "round_time": timedelta(hours=1),
    "level": 1,
}
TOURNAMENTS: Final = (
    Held("league of 6, Frysk!", Form.LEAGUE, 6, {}, with_one_absent),
    Held("Swiss of 7 and 1", Form.SWISS, 7, {"rounds": 5}, with_a_late_entry),
    Held(
        "knockout of 8, Alliance", Form.KNOCKOUT, 8, {"game": engine.games["alliance"]}, with_a_draw
    ),
    Held("arena of 6, Halma for 4", Form.ARENA, 6, HOUR, for_an_hour),
    Held("ladder of 6", Form.LADDER, 6, {}, with_challenges),
)


async def cost(env: Env, store: Store, file: Path, held: Held) -> list[int]:
    """Hold a tournament; return the figures of COLUMNS, in order."""
    first = len(env.http_requests)
    with counted() as counts, env.time_context(), opened(env, store, file, "en-US") as club:
        hall = await Hall.open(club, held.form, held.players, **held.terms)
        await held.play(hall)
        await hall.wait(minutes=2)
        await hall.wait(minutes=2)
        tournament = await hall.tournament()
        card = (await store.tournaments.card_of(hall.number)).message
        matches = len(await club.matches(Status.OVER))
    assert tournament.entries[-1].kind is Kind.END
    requests = [one for one in env.http_requests[first:] if not one.path.startswith("/users/@me")]
    sent = [one for one in requests if one.method == "POST" and one.path.endswith("/messages")]
    own = [one.json for one in sent if one.json and _is_marked(one.json)]
    edits = [one for one in requests if one.method == "PATCH"]
    return [
        matches,
        len(own),
        sum(len(json.get("allowed_mentions", {}).get("users", ())) for json in own),
        sum(one.path.endswith(f"/{card}") for one in edits),
        len(sent),
        len(edits),
        len(requests),
        counts["statements"],
        counts["transactions"],
    ]


def _is_marked(json: dict[str, Any]) -> bool:
    """Return whether a message has the mark of a tournament's post."""
    parts = walk_components(json.get("components", ()))
    return any(part.get("id", 0) >= FIRST_MARK for part in parts)


async def costs(file: Path) -> None:
    """Hold all tournaments; print a table of their figures."""
    sys.stdout.write(f"{'':24}" + "".join(f"{column:>13}" for column in COLUMNS) + "\n")
    store = await Store.open(str(file))
    with patient(), unpainted():
        env = Env(Damier(store, shard_count=1, paces=patient_paces()))
        await env.start()
        for held in TOURNAMENTS:
            found = await cost(env, store, file, held)
            line = f"{held.name:24}" + "".join(f"{number:13}" for number in found)
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
        await env.shutdown()
    await store.close()


def main() -> None:
    """Print the costs of all tournaments."""
    prepare()
    with TemporaryDirectory() as folder:
        asyncio.run(costs(Path(folder) / "events.db"))


if __name__ == "__main__":
    main()
