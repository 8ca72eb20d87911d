"""Random events and their audit: always a short Swiss, at night tournaments of every form."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.nightly import NIGHTLY
from tools.random_members.events.audit import faults_of_record
from tools.random_members.events.clocks import faults_of_clocks
from tools.random_members.events.counting import faults_of_standings, points_of
from tools.random_members.events.holding import HAPPENINGS, Evening
from tools.random_members.events.house import hold
from tools.random_members.events.plans import PLANS, Plan
from tools.random_members.events.records import Rows, Told, read_rows

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


async def test_what_the_bot_logs_as_an_error_is_a_fault_unless_it_was_injected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def breaks(_: Evening) -> None:
        logging.getLogger("cogs").error("It breaks.")

    monkeypatch.setitem(HAPPENINGS, "breaks", breaks)
    swiss = plan("swiss")
    happenings = ("is in trouble", "breaks")
    short = replace(swiss, players=4, terms=swiss.terms | {"rounds": 1}, happenings=happenings)
    found = await hold(tmp_path / "tournaments.db", SEED, lambda _: None, [short])
    assert set(found) == {"swiss, seed 1: logged: It breaks."}


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


ANN, BEA, CEM = 1, 2, 3


def row(minute: int, kind: str, person: int | None = None, **more: Any) -> Data:  # noqa: ANN401 - columns
    """Return the row of an entry or an event, some minutes after ten o'clock."""
    return {"kind": kind, "at": f"2026-01-01 10:{minute:02}:00", "person": person, **more}


def scored(minute: int, *points: int, **more: Any) -> Data:  # noqa: ANN401 - JSON data
    data = {"round": 1, "table": 1, "game": 0, "points": points, "absent": [], "how": "walkover"}
    return row(minute, "score", data={**data, **more})


def league_of_two(
    *entries: Data,
    rounds: int = 1,
    size: int = 2,
    **more: Any,  # noqa: ANN401 - fields of Rows
) -> Told:
    """Return a league as told by its rows; ``entries`` follow the pairing of its first round."""
    begun = (
        row(0, "join", ANN, data={}),
        row(0, "join", BEA, data={}),
        row(0, "start", data={"order": [ANN, BEA], "groups": [[ANN, BEA]], "rounds": rounds}),
        row(0, "pair", data={"round": 1, "tables": [{"players": [ANN, BEA]}]}),
    )
    numbered = [one | {"number": number} for number, one in enumerate((*begun, *entries), 1)]
    terms = {"games": 1, "seats": size, "double": False}
    league = {"id": 7, "form": "league", "terms": terms}
    nothing: Data = {"entries": {}, "bulletins": {}, "sources": {}, "matches": {}, "seats": {}}
    nothing |= {"events": {}, "rated": frozenset()}
    return Told(league, numbered, Rows(tournaments=[league], **(nothing | more)))


def test_in_a_pause_the_audit_lets_players_end_matches_and_nothing_else() -> None:
    left, paused = row(1, "withdraw", ANN, data={"why": ""}), row(2, "pause", BEA, data={})

    def faults(*entries: Data) -> list[str]:
        return [*faults_of_clocks(league_of_two(*entries))]

    assert faults(left, paused, scored(3, 0, 2)) == []
    assert faults(paused, scored(3, 0, 2, game=1, how="played")) == []
    assert faults(scored(1, 0, 2), paused) == []
    assert faults(paused, scored(3, 0, 2)) == ["entry 6 (score) in a pause"]
    assert faults(paused, scored(3, 1, 1, how="played")) == ["entry 6 (score) in a pause"]
    assert faults(left, paused, scored(3, 0, 2, absent=[BEA])) == ["entry 7 (score) in a pause"]
    assert faults(paused, row(3, "make", data={"matches": []})) == ["entry 6 (make) in a pause"]


def test_the_audit_follows_a_new_player_to_the_tables_of_the_old_one() -> None:
    made = row(1, "make", data={"matches": [[1, 1, 1, 50]]})
    taken = {"place": ANN, "by": BEA, "reason": "", "tables": [[1, 1]]}
    replaced = row(2, "replace", CEM, data=taken)

    def told(
        points: int = 2, *, status: str = "over", rank: int | None = None, moved: int = 3
    ) -> Told:
        standings = [[1, CEM, points, 0], [2, BEA, 0, 0]]
        ended = row(4, "end", data={"standings": standings, "reason": ""})
        match = {"id": 50, "tournament": 7, "status": status, "time": "none", "ended": None}
        return league_of_two(
            made, replaced, scored(3, 2, 0, how="played"), ended,
            matches={50: match},
            events={50: [row(1, "start", source="tournament:7.1.1.1"), row(moved, "move", BEA)]},
            seats={50: [{"person": ANN, "rank": rank}, {"person": BEA, "rank": None}]},
        )  # fmt: skip

    sound = told()
    assert [*sound.wrong, *faults_of_standings(sound), *faults_of_clocks(sound)] == []
    assert sound.source(sound.tables[0], 1) == "tournament:7.1.1.1.1"
    assert [*faults_of_standings(told(0))] == ["3, place 1, has 0 half points, and is to have 2"]
    assert "goes on though its table" in "\n".join(faults_of_clocks(told(status="live")))
    assert "is under way, and its table" in "\n".join(faults_of_clocks(told(moved=1)))
    assert "was cut off, and has the ranks" in "\n".join(faults_of_clocks(told(rank=2)))


def test_the_audit_strikes_who_left_before_half_of_their_games() -> None:
    left = row(4, "withdraw", ANN, data={"why": ""})
    taken = {"place": ANN, "by": BEA, "reason": "", "tables": []}
    replaced, won = row(4, "replace", CEM, data=taken), scored(3, 2, 0, how="played")
    bye = row(3, "pair", data={"round": 2, "tables": [{"players": [ANN], "how": "bye"}]})

    def points(*entries: Data, **more: int) -> int:
        return points_of(league_of_two(*entries, **more))[0][ANN]

    assert points(left) == points(bye, left, rounds=2, size=4) == 0
    assert points(won, left) == points(won, replaced, rounds=3) == 2
    assert points(won, bye, left, rounds=3, size=4) == 4
    assert points(won, left, rounds=3, size=4) == 0


@NIGHTLY
async def test_tournaments_of_every_form_are_sound(tmp_path: Path) -> None:
    told: list[str] = []
    assert await hold(tmp_path / "tournaments.db", SEED, told.append) == []
