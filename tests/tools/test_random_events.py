"""A short Swiss every time; at night tournaments of every form. The audit sees what is wrong."""

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
from tools.random_members.events.holding import PLANS, Plan
from tools.random_members.events.house import hold
from tools.random_members.events.records import read_rows

SEED = 1

Data = dict[str, Any]


def plan(name: str) -> Plan:
    return next(one for one in PLANS if one.name == name)


def changed(file: Path, kind: str, change: Callable[[Data], object]) -> str:
    """Change the data of the last entry of a kind; return what the audit says, and undo it."""
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT tournament, number, data FROM entries WHERE kind = ? ORDER BY number"
        *place, written = connection.execute(query, (kind,)).fetchall()[-1]
        update = "UPDATE entries SET data = ? WHERE tournament = ? AND number = ?"
        data = json.loads(written)
        change(data)
        connection.execute(update, (json.dumps(data), *place))
        connection.commit()
        found = "\n".join(faults_of_record(read_rows(file)))
        connection.execute(update, (written, *place))
        connection.commit()
    return found


async def test_a_swiss_is_sound_and_the_audit_sees_what_is_not(tmp_path: Path) -> None:
    file, told = tmp_path / "tournaments.db", list[str]()
    swiss = plan("swiss")
    short = replace(swiss, players=7, terms=swiss.terms | {"rounds": 4})
    assert await hold(file, SEED, told.append, [short]) == []
    assert all(what in told[0] for what in ("enters 1", "passes 1", "leaves 1", "slow"))

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


@NIGHTLY
async def test_tournaments_of_every_form_are_sound(tmp_path: Path) -> None:
    told: list[str] = []
    assert await hold(tmp_path / "tournaments.db", SEED, told.append) == []
