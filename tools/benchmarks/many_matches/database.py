"""A large database, made from copies of some played matches, and kept for later runs."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import NamedTuple

import engine
from cogs.match_actions.clocks import ALIVE
from data import Store, backfill
from data.database.revisions import revisions
from data.database.schema import metadata
from engine import Refusal
from engine.game import Game
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import OPEN, Status
from tests.loopback.world import DISCORD_EPOCH_MS
from tools.benchmarks.many_matches.club import Copied, Place, Size, copies, places

TURNS = 40
LAST = datetime(2026, 6, 1, 12, tzinfo=UTC)
"""The latest time of a pattern's last event; the copies' times are shifted from the pattern's."""

STEP = timedelta(minutes=20)
FIRST_PERSON = 1_000
"""The ids of the patterns' persons are this number and the following ones."""

AWAY = timedelta(minutes=1)
"""How long the bot has been away when it starts; this time is given back in all timed matches."""

_FIRST = count()
"""Numbers that make the sources of the patterns' challenges different."""

STATES = ("over", "live", "challenge")
TIMES = ("none", "7d")


class Made(NamedTuple):
    """A database: its file, its servers, and its matches and their patterns, by state."""

    file: Path
    places: list[Place]
    matches: dict[str, list[Copied]]
    patterns: dict[str, list[Match]]


def made(folder: Path, size: Size) -> Made:
    """Return a database of a size; make it if there is none of today and of the present schema."""
    folder.mkdir(parents=True, exist_ok=True)
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    file = folder / f"{size.name}-{today:%j}-{revisions()[-1]}.db"
    notes = file.with_suffix(".json")
    if not notes.exists():
        notes.write_text(json.dumps(datetime.now(UTC).timestamp()), encoding="utf-8")
        file.unlink(missing_ok=True)
    now = datetime.fromtimestamp(json.loads(notes.read_text(encoding="utf-8")), UTC)
    played = {state: list(patterns(state, size)) for state in STATES}
    found = places(size, now)
    seats = {state: [len(match.people) for match in played[state]] for state in STATES}
    matches = copies(size, found, seats)
    result = Made(file, found, matches, played)
    if not file.exists():
        _write(result, now)
    return result


# The patterns


def patterns(state: str, size: Size) -> Iterator[Match]:
    """Yield a match of each game and time control: live, over, or an open challenge."""
    for game, time, number in _kinds():
        turns = TURNS if state == "live" else size.ended_turns
        match = _played(game, TimeControl.read(time), 0 if state == "challenge" else turns, number)
        yield _resigned(match) if state == "over" else match


def _kinds() -> Iterator[tuple[Game, str, int]]:
    for number, game in enumerate(engine.games.values()):
        for time in TIMES:
            yield game, time, number * len(TIMES) + TIMES.index(time)


def _played(game: Game, time: TimeControl, turns: int, seed: int) -> Match:
    """Return a live match after ``turns`` random turns; with 0 turns, an open challenge."""
    events = turns + 8 + 4 * game.seats[0]
    for attempt in count():
        chance = random.Random(f"{seed} {attempt}")
        clock = count(0)
        begun = LAST - STEP * events

        def now(clock: Iterator[int] = clock, begun: datetime = begun) -> datetime:
            return begun + STEP * next(clock)

        people = [FIRST_PERSON + seat for seat in range(game.seats[0])]
        start = game.start(len(people))
        match = Match.challenge(
            guild=1, channel=1, game=game, options=start.options, host=people[0],
            opponents=people[1:] if turns else [OPEN for _ in people[1:]], seat=0, now=now(),
            source=f"message:1{next(_FIRST)}", time=time, rated=bool(turns),
        )  # fmt: skip
        if not turns:
            return match
        for person in people[1:]:
            if match.status is Status.CHALLENGE:
                match = match.accept(person, now=now(), source=f"message:2{person}", chance=chance)
        for seat in match.setting_up:
            person, text = match.people[seat], match.setup.completion
            match = match.arrange(person, text, chance=chance).ready(
                person, now=now(), source=f"message:3{seat}"
            )
        for _ in range(turns):
            if match.status is Status.LIVE and match.outcome is None:
                match = _turn(match, now(), chance)
        if match.status is Status.LIVE and match.outcome is None and match.position.legal_moves():
            return match
    raise AssertionError


def _turn(match: Match, now: datetime, chance: random.Random) -> Match:
    moves = match.position.legal_moves()
    if not moves:
        return match
    person = match.players[match.position.turn]
    for move in chance.sample(moves, len(moves)):
        text = match.position.write(move)
        try:
            source = f"message:4{len(match.events)}"
            return match.play(person, text, now=now, source=source, sure=True)
        except Refusal:
            continue
    raise AssertionError(match.position)


def _resigned(match: Match) -> Match:
    """Return the match after one player after another has resigned, until it is over."""
    for person in match.persons:
        if match.status is Status.LIVE and match.outcome is None:
            now = match.events[-1].at + STEP
            match = match.resign(person, now=now, source=f"message:5{person}")
    while match.status is Status.LIVE and match.offer is not None:
        person = next(p for p in match.persons if match.asks(p))
        match = match.refuse(
            person, match.offer.number, now=match.events[-1].at, source=f"message:6{person}"
        )
    return match


# The copies


def _write(result: Made, now: datetime) -> None:
    unfinished = result.file.with_suffix(".part")
    kept = result.file.with_suffix(".patterns")
    for file in (unfinished, kept):
        for suffix in ("", "-wal", "-shm", ".lock", ".state"):
            Path(f"{file}{suffix}").unlink(missing_ok=True)
    everything = [match for state in STATES for match in result.patterns[state]]
    asyncio.run(_create(kept, everything))
    asyncio.run(_create(unfinished, ()))
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
        run = connection.execute
        run("PRAGMA journal_mode = OFF")
        run("PRAGMA synchronous = OFF")
        run("PRAGMA cache_size = -1000000")
        run("ATTACH ? AS old", (str(kept),))
        run(
            "CREATE TEMP TABLE plan (id INTEGER PRIMARY KEY, pattern INTEGER, "
            "guild INTEGER, channel INTEGER, shift INTEGER)"
        )
        run(
            "CREATE TEMP TABLE seated (id INTEGER, old INTEGER, person INTEGER, "
            "PRIMARY KEY (id, old)) WITHOUT ROWID"
        )
        indexes = _without_indexes(connection)
        run("BEGIN")
        first = 1
        for state in STATES:
            rows = result.matches[state]
            last = {n: m.events[-1].at for n, m in enumerate(result.patterns[state])}
            connection.executemany(
                "INSERT INTO plan VALUES (?, ?, ?, ?, ?)",
                (
                    (
                        one.id, first + one.pattern, one.place.guild, one.channel,
                        int((now - one.age - last[one.pattern]).total_seconds()),
                    )
                    for one in rows
                ),
            )  # fmt: skip
            seated = (
                (one.id, FIRST_PERSON + seat, person)
                for one in rows
                for seat, person in enumerate(one.people)
            )
            connection.executemany("INSERT INTO seated VALUES (?, ?, ?)", seated)
            first += len(result.patterns[state])
        for table in ("matches", "seats", "events", "posts"):
            _copy(connection, table)
        _rate(connection)
        run("COMMIT")
        for index in indexes:
            run(index)
        run("PRAGMA journal_mode = WAL")
        run("ANALYZE")
        run("DROP TABLE sqlite_stat1")
        run("DELETE FROM facts WHERE name = ?", (backfill.FILLED,))
    asyncio.run(_create(unfinished, ()))  # standings follow from the matches
    unfinished.rename(result.file)


async def _create(file: Path, matches: Iterable[Match]) -> None:
    store = await Store.open(str(file))
    for match in matches:
        await store.create(match)
    await store.close()


def _without_indexes(connection: sqlite3.Connection) -> list[str]:
    """Drop the indexes; return the statements that create them again."""
    rows = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    ).fetchall()
    for name, _ in rows:
        connection.execute(f"DROP INDEX {name}")
    return [sql for _, sql in rows]


def _copy(connection: sqlite3.Connection, table: str) -> None:
    """Insert the rows of a table for each match of the plan, copied from its pattern."""
    key = "id" if table == "matches" else "match"
    columns = metadata.tables[table].columns
    of_person = "(SELECT s.person FROM seated s WHERE s.id = plan.id AND s.old = old.{0})"
    values = []
    for column in columns:
        name = column.name
        if name == key:
            value = "plan.id"
        elif name in {"guild", "channel"}:
            value = f"plan.{name}"
        elif name in {"person", "host"}:
            inner = of_person.format(name)
            value = f"CASE WHEN old.{name} >= {FIRST_PERSON} THEN {inner} ELSE old.{name} END"
        elif name == "message":
            at = (
                "(SELECT unixepoch(e.at) FROM old.events e "
                "WHERE e.match = plan.pattern AND e.number = old.event)"
            )
            value = f"(({at} + plan.shift) * 1000 + old.event - {DISCORD_EPOCH_MS} << 22) + plan.id"
        elif name == "source":
            value = "CASE WHEN old.source IS NULL THEN NULL ELSE old.source || plan.id END"
        elif "Time" in type(column.type).__name__:
            value = f"datetime(old.{name}, plan.shift || ' seconds') || '.000000'"
        else:
            value = f'old."{name}"'
        values.append(value)
    names = ", ".join(f'"{column.name}"' for column in columns)
    if table == "posts":  # one for each posted event
        connection.execute(
            f"INSERT INTO posts ({names}) SELECT {', '.join(values)} FROM plan JOIN "  # noqa: S608 - made above
            "(SELECT e.match, e.number AS event, 0 AS channel, 'shown' AS state, 0 AS message, "
            "NULL AS why, 0 AS told, NULL AS call FROM old.events e "
            "WHERE e.kind IN ('challenge', 'start', 'move', 'result') AND e.text NOT LIKE '@%') "
            "old ON old.match = plan.pattern ORDER BY plan.id, old.event"
        )
        return
    by = "old.number" if table == "events" else "old.seat" if table == "seats" else "old.id"
    connection.execute(
        f"INSERT INTO {table} ({names}) SELECT {', '.join(values)} "  # noqa: S608 - made above
        f"FROM plan JOIN old.{table} old ON old.{key} = plan.pattern ORDER BY plan.id, {by}"
    )


def _rate(connection: sqlite3.Connection) -> None:
    """Insert arbitrary ratings for the seats of all rated matches with a result."""
    connection.execute(
        "INSERT INTO ratings (match, person, guild, game, ended, mu, sigma) "
        "SELECT m.id, s.person, m.guild, m.game, m.ended, 20 + (m.id * 7919 + s.seat) % 1000 / "
        "100.0, 2 + (m.id + s.seat) % 50 / 10.0 FROM matches m JOIN seats s ON s.match = m.id "
        "WHERE m.status = 'over' AND m.rated AND s.rank IS NOT NULL ORDER BY m.id"
    )


def copied(source: Path, target: Path) -> Path:
    """Copy a database for a run, and save that the bot was away for AWAY; return ``target``."""
    shutil.copyfile(source, target)
    noted = (datetime.now(UTC) - AWAY).isoformat()
    with closing(sqlite3.connect(target)) as connection, connection:
        connection.execute("INSERT INTO facts (name, value) VALUES (?, ?)", (ALIVE, noted))
    return target
