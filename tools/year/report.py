"""The report of the year: posts and pings, games, leftovers, sizes, times, errors."""

from __future__ import annotations

import gc
import json
import re
import resource
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from statistics import mean, median
from typing import Final

from discord.utils import snowflake_time

from cogs.client.error_answers import cause_of
from cogs.delivery.threads import ARCHIVED_AFTER
from engine import Refusal
from tools.random_members.components import controls, marker
from tools.random_members.world import World
from tools.year.acts import Acts

MIB: Final = 2**20

NIGHT: Final = (23, 7)
"""The first and the last hour (UTC) of the night, in which a ping wakes people."""

OLD: Final = timedelta(days=14)
"""A match without an event for this time counts as one that does not end."""

_ENTERED: Final = re.compile(r"damier:text-event:(?:join|every|in|next|dare|leave|pass):(\d+)")

OURS: Final = ("cogs.", "data.", "engine.", "render.")
"""The packages whose objects are counted."""

MOST: Final = 12
"""The most lines printed under a title."""


@dataclass
class Day:
    """The messages that people saw on one day."""

    posts: int = 0
    notes: int = 0
    """The number of direct messages."""
    edits: int = 0
    pings: Counter[int] = field(default_factory=Counter)
    by_night: int = 0


class Ledger:
    """The figures of the days. ``folder`` has the database and its backups."""

    def __init__(self, folder: Path, members: int) -> None:
        self._folder, self._members = folder, members
        self._days: list[Day] = []
        self._spent = 0.0
        self._newest = 0
        self._requests: Counter[str] = Counter()
        self._months: list[str] = []

    def end_of_day(self, world: World, spent: float) -> None:
        """Record the figures of a day, and clear the simulator's logs of it.

        ``spent`` are the processor seconds of the day.
        """
        self._spent += spent
        day = Day()
        for request in world.env.http_requests:
            route = _route(request.path.replace(f"/users/{world.me}", "/users/@me"))
            self._requests[f"{request.method} {route}"] += 1
            if request.method == "POST" and route == "/channels/*/messages":
                channel = world.env.backend.channels.get(int(request.path.split("/")[2]))
                if channel is not None and channel.guild_id is None:
                    day.notes += 1
                else:
                    day.posts += 1
            day.edits += request.method == "PATCH" and route == "/channels/*/messages/*"
        for message in [one for one in world.pinged if one > self._newest]:
            self._newest = max(self._newest, message)
            people = world.pinged[message] - {world.me}
            day.pings.update(people)
            hour = snowflake_time(message).hour
            day.by_night += len(people) * (hour >= NIGHT[0] or hour < NIGHT[1])
        self._days.append(day)
        world.env.http_requests.clear()
        world.env.backend.transcript.clear()

    def month(self, world: World, number: int) -> str:
        """Return, and keep, a line about the last 31 days at most."""
        last = self._days[-31:]
        pings = sum(sum(day.pings.values()) for day in last) / len(last) / self._members
        posts = sum(day.posts for day in last) / len(last)
        size = _size(self._folder) / MIB
        rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        gc.collect()
        ours = sum(str(type(one).__module__).startswith(OURS) for one in gc.get_objects())
        line = (
            f"day {number}, {world.env.now():%d %B}: {posts:.0f} posts and {pings:.1f} pings a "
            f"member a day; database {size:.1f} MiB, process {rss:.0f} MiB at most, "
            f"{ours} objects of the bot; {self._spent:.0f} s"
        )
        self._months.append(line)
        return line

    # At the end

    def lines(self, world: World, acts: Acts) -> Iterator[str]:
        """Yield the lines of the report."""
        yield from self._people()
        with closing(sqlite3.connect(f"file:{world.file}?mode=ro", uri=True)) as rows:
            yield from _games(rows, world.env.now())
            yield from _left_behind(rows, world)
            yield from _owed(rows)
            yield "database: " + _sizes(rows, self._folder)
        yield from _answers(acts)
        yield f"requests: {_counted(self._requests)}"
        yield f"done: {_counted(acts.driver.done)}"
        yield from _some("what did not go as a member expects", acts.failed)
        yield from _some("logged errors", _grouped(world.errors))
        raised = [repr(one) for one in world.env.errors if not isinstance(cause_of(one), Refusal)]
        yield from _some("raised", raised)

    def _people(self) -> Iterator[str]:
        days = len(self._days)
        posts = [day.posts for day in self._days]
        yield (
            f"{days} days, {self._members} members, {self._spent:.0f} s of the processor; a day: "
            f"{mean(posts):.0f} posts (at most {max(posts)}), "
            f"{mean(day.edits for day in self._days):.0f} edits, "
            f"{mean(day.notes for day in self._days):.1f} direct messages"
        )
        each: defaultdict[int, list[int]] = defaultdict(list)
        for person in {one for day in self._days for one in day.pings}:
            each[person] = [day.pings[person] for day in self._days]
        means = sorted(mean(pings) for pings in each.values())
        most = max((count for pings in each.values() for count in pings), default=0)
        by_night = sum(day.by_night for day in self._days)
        yield (
            f"pings a member and day: {median(means):.1f} (median), from {means[0]:.1f} to "
            f"{means[-1]:.1f}; at most {most} in a day; {by_night} by night in all"
        )


def _games(rows: sqlite3.Connection, now: datetime) -> Iterator[str]:
    ends: Counter[str] = Counter()
    for number, tournament in rows.execute(
        "SELECT id, tournament FROM matches WHERE status = 'over'"
    ):
        kinds = rows.execute(
            'SELECT kind, person FROM events WHERE "match" = ? ORDER BY number', (number,)
        ).fetchall()
        ends[("in events: " if tournament else "free: ") + _how(kinds)] += 1
    yield f"games that ended: {_counted(ends)}"
    scores = Counter(
        json.loads(data)["how"]
        for (data,) in rows.execute("SELECT data FROM entries WHERE kind = 'score'")
    )
    yield f"scores in events: {_counted(scores)}"
    events = [
        f"{name} ({form}) {phase}, {players} in it, {version} entries"
        for name, form, phase, players, version in rows.execute(
            "SELECT name, form, phase, players, version FROM tournaments ORDER BY id"
        )
    ]
    yield from _some("events", _grouped(events), 30)
    since = (now - OLD).isoformat(sep=" ")
    still = [
        f"#{number} {game} {limit}: {status}, last changed {updated}"
        for number, game, limit, status, updated in rows.execute(
            "SELECT id, game, time, status, updated FROM matches "
            "WHERE status != 'over' AND updated < ?",
            (since,),
        )
    ]
    yield from _some(f"matches that nothing has happened in for {OLD.days} days", still)


def _how(kinds: Sequence[tuple[str, int | None]]) -> str:
    """Return how a match ended, from its events' kinds and persons, in order."""
    for kind, person in reversed(kinds):
        if kind == "adjudicate":
            return "judged by the computer" if person is None else "decided by somebody"
        if kind in {"timeout", "resign", "agree", "lapse", "abort", "expire", "decline"}:
            return kind
        if kind in {"withdraw", "move"}:
            return "on the board" if kind == "move" else kind
    return "otherwise"


def _left_behind(rows: sqlite3.Connection, world: World) -> Iterator[str]:
    """Yield lines about the cards, boards, pins and threads left from matches and events."""
    over = {one for (one,) in rows.execute("SELECT id FROM matches WHERE status = 'over'")}
    newest = dict(rows.execute('SELECT "match", max(event) FROM posts GROUP BY 1'))
    ended = {one for (one,) in rows.execute("SELECT id FROM tournaments WHERE ended IS NOT NULL")}
    known = {one for (one,) in rows.execute("SELECT card FROM tournaments")}
    boards, cards, calls, pins, ours = list[str](), list[str](), list[str](), list[str](), 0
    for kept in world.env.backend.messages.values():
        for message in kept.values():
            if message.author_id != world.me or not message.visible_to(None):
                continue
            ours += 1
            shows, there = marker(message.components), controls(message.components)
            if shows and shows.match in over and there and shows.event < newest[shows.match]:
                boards.append(f"#{shows.match} event {shows.event}: {there[0]}")
            found = {int(e[1]) for one in there if (e := _ENTERED.fullmatch(one))} & ended
            of_event = [f"event {number}: {', '.join(there)}" for number in found]
            if message.id in known:
                cards += of_event
            else:
                calls += of_event
            if message.pinned and (found or (shows and shows.match in over)):
                pins.append(f"{shows or found}")
    yield f"messages of the bot that stand there: {ours}"
    yield from _some("old boards of matches that are over, with buttons", boards)
    yield from _some("cards of events that are over, to enter by", cards)
    yield from _some("calls and rounds of events that are over, with buttons", calls, 5)
    yield from _some("pins of what is over", pins)
    lately = world.env.now() - timedelta(minutes=ARCHIVED_AFTER)
    threads = [
        one.name or ""
        for one in world.env.backend.channels.values()
        if one.is_thread
        and snowflake_time(max(world.env.backend.messages.get(one.id, {}), default=0)) > lately
    ]
    yield from _some("threads that Discord has not archived", threads)


def _owed(rows: sqlite3.Connection) -> Iterator[str]:
    states = rows.execute("SELECT state, count(*) FROM posts GROUP BY state").fetchall()
    yield f"posts by state: {_counted(Counter(dict(states)))}"
    why = rows.execute("SELECT '#' || \"match\" || ' ' || state || ': ' || why FROM posts "
                       "WHERE state NOT IN ('shown', 'joined', 'removed', 'stale')")  # fmt: skip
    yield from _some("posts that are owed", [str(one) for (one,) in why])
    due = rows.execute("SELECT id || ' ' || name FROM tournaments WHERE card_due")
    yield from _some("cards that are owed", [str(one) for (one,) in due])
    waiting = rows.execute(
        "SELECT kind || ' ' || about || '.' || number || ' ' || state || coalesce(why, '') "
        "FROM bulletins WHERE state NOT IN ('shown', 'joined')"
    )
    yield from _some("bulletins that are owed or refused", [str(one) for (one,) in waiting])


def _sizes(rows: sqlite3.Connection, folder: Path) -> str:
    names = [
        name for (name,) in rows.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    counts = Counter(
        {name: rows.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608 - names of tables
    )
    backups = sorted((folder / "backups").glob("*"))
    size = sum(one.stat().st_size for one in backups) / MIB
    rest = ", ".join(f"{name} {count}" for name, count in counts.most_common(MOST))
    whole = _size(folder) / MIB
    return f"{whole:.1f} MiB; {len(backups)} backups of {size:.1f} MiB in all; rows: {rest}"


def _size(folder: Path) -> int:
    """Return the bytes of the database, including its write-ahead log."""
    return sum(one.stat().st_size for one in folder.glob("damier.db*"))


def _answers(acts: Acts) -> Iterator[str]:
    """Yield lines about the processor time of acts, the kinds with the slowest act first."""
    by_worst = sorted(acts.costs.items(), key=lambda one: -one[1].worst)
    for what, cost in by_worst[:MOST]:
        usual = median(cost.spent)
        yield (
            f"{what}: {len(cost.spent)} times, {1000 * usual:.0f} ms of the processor, at most "
            f"{1000 * cost.worst:.0f} ms on {cost.when}; {sum(cost.spent):.0f} s in all"
        )


def _route(path: str) -> str:
    return re.sub(r"\d{15,}|(?<=/interactions/)[^?]*|(?<=/webhooks/)[^?]*", "*", path)


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{what} {count}" for what, count in counts.most_common()) or "none"


def _grouped(told: Sequence[str]) -> list[str]:
    """Return each text with its count; texts that differ only in numbers count as one."""
    kinds = Counter(re.sub(r"\d+", "0", one) for one in told)
    first = {re.sub(r"\d+", "0", one): one for one in reversed(told)}
    return [f"{count} times: {first[kind]}" for kind, count in kinds.most_common()]


def _some(title: str, found: Sequence[str], most: int = MOST) -> Iterator[str]:
    yield f"{title}: {len(found)}"
    yield from (f"    {one}" for one in found[:most])
    if len(found) > most:
        yield "    …"
