"""Random events and their audit: always a short Swiss, at night tournaments of every form."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.nightly import NIGHTLY
from tools.random_members.events.audit import faults_of_record
from tools.random_members.events.house import hold
from tools.random_members.events.plans import PLANS, Plan
from tools.random_members.events.records import read_rows

SEED = 1

Data = dict[str, Any]


def plan(name: str) -> Plan:
    return next(one for one in PLANS if one.name == name)


def changed(file: Path, kind: str, change: Callable[[Data], object]) -> str:
    """Return the audit's faults after a change of the data of a kind's last entry, in a copy."""
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT tournament, number, data FROM entries WHERE kind = ? ORDER BY number"
        *place, written = connection.execute(query, (kind,)).fetchall()[-1]
        data = json.loads(written)
        change(data)
    update = "UPDATE entries SET data = ? WHERE tournament = ? AND number = ?"
    return updated(file, update, json.dumps(data), *place)


def updated(file: Path, update: str, *values: object) -> str:
    """Return the audit's faults, a line each, in a copy of the file after an SQL update."""
    copy = file.with_suffix(".copy")
    with closing(sqlite3.connect(file)) as connection, closing(sqlite3.connect(copy)) as other:
        connection.backup(other)
        assert other.execute(update, values).rowcount > 0, update
        other.commit()
    return "\n".join(faults_of_record(read_rows(copy)))


async def test_a_swiss_is_sound_and_the_audit_sees_what_is_not(tmp_path: Path) -> None:
    file, told = tmp_path / "tournaments.db", list[str]()
    swiss = plan("swiss")
    short = replace(swiss, players=7, terms=swiss.terms | {"rounds": 4})
    assert await hold(file, SEED, told.append, [short]) == []
    assert all(f"{what} " in told[0] for what in (*swiss.happenings, "slow"))

    def twice(data: Data) -> None:
        data["tables"][0]["players"] = data["tables"][1]["players"]

    def more(data: Data) -> None:
        data["standings"][-1][2] += 1

    def turned(data: Data) -> None:
        data["standings"].reverse()

    def wrong(data: Data) -> None:
        data["points"] = [data["points"][1], data["points"][0]]

    assert "sit at two tables" in changed(file, "pair", twice)
    assert "is to have" in changed(file, "end", more)
    assert "stands above" in changed(file, "end", turned)
    assert "and came to" in changed(file, "score", wrong)
    assert "is paired after" in changed(file, "pair", lambda data: data.update(round=9))
    assert "is noted, and is not there" in changed(
        file, "make", lambda data: data["matches"].append([5, 9, 1, 999])
    )


async def test_the_audit_counts_the_clocks_of_paused_and_cancelled_matches(tmp_path: Path) -> None:
    file, told = tmp_path / "tournaments.db", list[str]()
    short = replace(plan("swiss that is cancelled"), players=6)
    assert await hold(file, SEED, told.append, [short]) == []
    assert "cancels 1" in told[0]
    assert "pauses " in told[0]

    def less(data: Data) -> None:
        data["late"] -= 3600

    assert "are given back of a pause" in changed(file, "resume", less)
    assert "was cut off, and has the ranks" in updated(
        file,
        'UPDATE seats SET rank = 1 WHERE "match" IN '
        "(SELECT \"match\" FROM events WHERE kind = 'adjudicate')",
    )
    assert "lost on time after" in updated(
        file, "UPDATE events SET kind = 'timeout' WHERE kind = 'move' AND number > 3"
    )
    assert "(remind) in a pause" in updated(
        file,
        "UPDATE events SET kind = 'remind', "
        "at = strftime('%Y-%m-%d %H:%M:%f', text, '+1 hour') WHERE kind = 'pause'",
    )


@NIGHTLY
async def test_tournaments_of_every_form_are_sound(tmp_path: Path) -> None:
    told: list[str] = []
    assert await hold(tmp_path / "tournaments.db", SEED, told.append) == []
