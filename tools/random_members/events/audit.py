"""The audit of tournaments, from the database's rows and the posts on Discord."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import Club
from tools.random_members.events.clocks import faults_of_clocks
from tools.random_members.events.counting import faults_of_standings
from tools.random_members.events.pairings import faults_of_pairing
from tools.random_members.events.posts import faults_of_posts
from tools.random_members.events.records import Rows, Told, read_rows


def faults_of_record(rows: Rows) -> Iterator[str]:
    """Yield the faults in the records of all tournaments."""
    for row in rows.tournaments:
        told = Told(row, rows.entries[row["id"]], rows)
        found = chain(
            told.wrong, _numbers(told), faults_of_pairing(told), faults_of_standings(told),
            _matches(told), faults_of_clocks(told),
        )  # fmt: skip
        yield from (f"tournament {row['id']} ({row['form']}): {what}" for what in found)


def _numbers(told: Told) -> Iterator[str]:
    numbers = [entry["number"] for entry in told.entries]
    if numbers != list(range(1, len(numbers) + 1)) or told.row["version"] != len(numbers):
        yield f"entries {numbers}, and version {told.row['version']}"
    times = [entry["at"] for entry in told.entries]
    if times != sorted(times):
        yield "entries that are not in the order of time"


def _matches(told: Told) -> Iterator[str]:
    """Yield a fault for each match without exactly one table, or live after its table's score."""
    noted: dict[int, tuple[int, int, int]] = {}
    for entry in told.entries:
        if entry["kind"] == "make":
            for number, table, game, match in entry["data"]["matches"]:
                if match in noted:
                    yield f"match {match} is noted twice"
                noted[match] = (number, table, game)
    unpaired = any(entry["kind"] == "unpair" for entry in told.entries)
    scored = {(t.round, t.number) for t in told.tables if t.points is not None}
    for match in told.rows.matches.values():
        if match["tournament"] != told.row["id"]:
            continue
        place = noted.get(match["id"])
        if place is None and (not unpaired or match["status"] != "over"):
            yield f"match {match['id']} has no table"
        if place is not None and place[:2] in scored and match["status"] != "over":
            yield f"match {match['id']} goes on though its table {place} has a score"
    for match_id in noted.keys() - told.rows.matches.keys():
        yield f"match {match_id} is noted, and is not there"


async def audited(club: Club, number: int, database: str) -> list[str]:
    """Return all faults of a club's tournament; the bot must have nothing left to do for it.

    ``database`` is the id of the bot's database, by which posts are marked.
    """
    rows = read_rows(club.file)
    tournament: Tournament = await club.store.tournaments.load(number)
    row = next(one for one in rows.tournaments if one["id"] == number)
    told = Told(row, rows.entries[number], rows)
    wrong = [one for one in faults_of_record(rows) if one.startswith(f"tournament {number} ")]
    return wrong + [
        f"tournament {number}: {what}" for what in faults_of_posts(told, club, tournament, database)
    ]
