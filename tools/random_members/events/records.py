"""Tournaments, read from the database's file without the bot.

The result of a table is computed here from the ranks of its matches' seats. Only decisions and
walkovers, which matches do not show, are taken from the entries.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Row = dict[str, Any]

WIN, DRAW = 2, 1

ENDINGS = {"result", "adjudicate", "abort"}

BULLETINS = "SELECT * FROM bulletins WHERE kind = 'tournament' ORDER BY about, number"

MISSES = 2
"""The number of missed games after which a player is withdrawn."""


@dataclass(frozen=True)
class Rows:
    """The rows of all tournaments and their matches, by the ids of these."""

    tournaments: list[Row]
    entries: dict[int, list[Row]]
    bulletins: dict[int, list[Row]]
    matches: dict[int, Row]
    sources: dict[str, list[int]]
    """The ids of the matches, by the source of their first event."""
    seats: dict[int, list[Row]]
    events: dict[int, list[Row]]
    rated: frozenset[int]
    """The ids of the matches that have changed a rating."""


def read_rows(file: Path) -> Rows:
    """Return all rows about tournaments in a database's file."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row

        def rows(query: str) -> list[Row]:
            return [dict(row) for row in connection.execute(query)]

        def grouped(query: str, by: str) -> dict[int, list[Row]]:
            found: defaultdict[int, list[Row]] = defaultdict(list)
            for row in rows(query):
                found[row[by]].append(row)
            return found

        entries = grouped("SELECT * FROM entries ORDER BY tournament, number", "tournament")
        for some in entries.values():
            for entry in some:
                entry["data"] = json.loads(entry["data"])
        matches = rows("SELECT * FROM matches WHERE tournament IS NOT NULL ORDER BY id")
        events = grouped("SELECT * FROM events ORDER BY match, number", "match")
        sources: defaultdict[str, list[int]] = defaultdict(list)
        for match in matches:
            sources[events[match["id"]][0]["source"]].append(match["id"])
        tournaments = rows("SELECT * FROM tournaments ORDER BY id")
        for one in tournaments:
            one["terms"] = json.loads(one["terms"])
        return Rows(
            tournaments,
            entries,
            grouped(BULLETINS, "about"),
            {match["id"]: match for match in matches},
            sources,
            grouped("SELECT * FROM seats ORDER BY match, seat", "match"),
            events,
            frozenset(one["match"] for one in rows("SELECT DISTINCT match FROM ratings")),
        )


@dataclass
class Seated:
    """A table of a round: ``points`` are half points by seat, None while it is played.

    ``paired`` is the number of the entry that made its pairing, ``decided`` whether its score is a
    decision, and ``walked`` whether all its scores are walkovers. ``games`` are half points by
    game.
    """

    round: int
    number: int
    players: tuple[int, ...]
    group: int
    how: str
    paired: int
    points: tuple[int, ...] | None = None
    decided: bool = False
    walked: bool = False
    games: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def of(self, player: int) -> int:
        """Return the half points of a player, 0 while the table is played."""
        return self.points[self.players.index(player)] if self.points else 0


def half_points(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's half points: 2 for each seat ranked below, 1 for each of equal rank."""
    others = range(len(ranks))
    return tuple(
        sum(
            (ranks[mine] < ranks[other]) * WIN + (ranks[mine] == ranks[other]) * DRAW
            for other in others
            if other != mine
        )
        for mine in others
    )


def tables_taken_over(data: Row) -> set[tuple[int, int]]:
    """Return the tables, by round and number, of which a replacement's data say who sits there."""
    named = {(number, table) for number, table in data.get("tables", [])}
    return named | ({(data["round"], data["table"])} if "table" in data else set())


@dataclass
class Told:
    """A tournament reconstructed from its rows; ``wrong`` lists the faults found meanwhile."""

    row: Row
    entries: list[Row]
    rows: Rows
    tables: list[Seated] = field(default_factory=list)
    rounds: dict[int, list[Seated]] = field(default_factory=dict)
    here: dict[int, set[int]] = field(default_factory=dict)
    """The players in the tournament when a round was paired, by round."""
    passed: dict[int, set[int]] = field(default_factory=dict)
    """The players who had asked to pass a round, by round."""
    wrong: list[str] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    groups: list[list[int]] = field(default_factory=list)
    late: dict[int, int] = field(default_factory=dict)
    """The first rounds of players who entered after the start, by player."""
    withdrawn: set[int] = field(default_factory=set)
    replaced: list[tuple[int, int, int]] = field(default_factory=list)
    """The replacements: the number of the entry, the player replaced, and the new one."""
    left: dict[int, set[int]] = field(default_factory=dict)
    """The players of a table who had left when it was scored, by the number of the entry."""
    planned: int = 0
    end: Row | None = None
    _begun: bool = False
    _signed: set[int] = field(default_factory=set)
    _missed: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))
    _asked: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        self._tell()
        for table in self.tables:
            self._count(table)

    @property
    def form(self) -> str:
        """The form of the tournament."""
        return str(self.row["form"])

    @property
    def games(self) -> int:
        """The number of games of a table."""
        return int(self.row["terms"]["games"])

    def heir_of(self, player: int, before: float = math.inf) -> int:
        """Return the player who had a player's place before the entry with a number."""
        for number, old, new in self.replaced:
            if number < before and player == old:
                player = new
        return player

    @property
    def people(self) -> set[int]:
        """All players of the tournament, withdrawn ones included."""
        return {*self.order, *self.late} | {one for group in self.groups for one in group}

    def _tell(self) -> None:
        for entry in self.entries:
            if self.end is not None and entry["kind"] != "follow":
                self.wrong.append(f"entry {entry['number']} ({entry['kind']}) after the end")
            tell = getattr(self, f"_{entry['kind']}", None)
            if tell is not None:
                tell(entry, entry["person"], entry["data"])
            if entry["kind"] not in {"score", "withdraw"}:
                self.wrong += [
                    f"{player} missed {times} and is still in it"
                    for player, times in self._missed.items()
                    if times >= MISSES and player not in self.withdrawn
                ]

    def _join(self, _: Row, person: int, __: Row) -> None:
        if self._begun and self.form == "league":
            return  # such a person waits for a place
        if self._begun and person not in self.people:
            self.late[person] = len(self.rounds) + 1
        self._signed.add(person)
        self.withdrawn.discard(person)

    def _leave(self, _: Row, person: int, __: Row) -> None:
        self._signed.discard(person)

    def _start(self, _: Row, __: int, data: Row) -> None:
        self._begun = True
        self.order, self.groups = list(data["order"]), data["groups"]
        self.planned = data["rounds"]
        self.withdrawn = self._signed - set(self.order)

    def _withdraw(self, _: Row, person: int, data: Row) -> None:
        if data["why"] == "missed" and self._missed[person] < MISSES:
            self.wrong.append(f"{person} is withdrawn who missed {self._missed[person]}")
        self.withdrawn.add(person)

    def _return(self, _: Row, person: int, __: Row) -> None:
        self.withdrawn.discard(person)
        self._missed[person] = 0
        if person not in self.people:
            self.late[person] = len(self.rounds) + 1

    def _replace(self, entry: Row, person: int, data: Row) -> None:
        """Give a person the place of another, and the tables that the entry names."""
        old = data["place"]
        self.replaced.append((entry["number"], old, person))
        for players in (self.order, *self.groups):
            players[:] = [person if one == old else one for one in players]
        self.withdrawn.discard(person)
        if "reason" in data:
            self.withdrawn.add(old)
        for table in self.tables:
            if (table.round, table.number) in tables_taken_over(data):
                table.players = tuple(person if p == old else p for p in table.players)
                table.paired = entry["number"]

    def _pass(self, _: Row, person: int, data: Row) -> None:
        self._asked[data["round"]].add(person)

    def _pair(self, entry: Row, _: int, data: Row) -> None:
        number = data["round"]
        if number != len(self.rounds) + 1:
            self.wrong.append(f"round {number} is paired after {len(self.rounds)}")
        self.here[number] = self.people - self.withdrawn
        self.passed[number] = self._asked[number] & self.here[number]
        self.rounds[number] = [
            Seated(
                number,
                place,
                tuple(one["players"]),
                one.get("group", 0),
                one.get("how", "played"),
                entry["number"],
            )
            for place, one in enumerate(data["tables"], 1)
        ]
        self.tables += self.rounds[number]

    def _unpair(self, _: Row, __: int, data: Row) -> None:
        self.tables = [one for one in self.tables if one.round != data["round"]]
        self.rounds.pop(data["round"], None)

    def _score(self, entry: Row, _: int, data: Row) -> None:
        place = data["round"], data["table"]
        there = {p for t in self.tables if (t.round, t.number) == place for p in t.players}
        self.left[entry["number"]] = there & self.withdrawn
        for player in data["absent"]:
            self._missed[player] += 1

    def _end(self, entry: Row, _: int, __: Row) -> None:
        self.end = entry

    _cancel = _end

    # The results of tables

    def source(self, table: Seated, game: int) -> str:
        """Return the source of the first event of a game's match."""
        again = sum(
            (one["kind"] == "unpair" and one["data"]["round"] == table.round)
            or (
                one["kind"] == "replace"
                and (table.round, table.number) in tables_taken_over(one["data"])
            )
            for one in self.entries
        )
        made = f"tournament:{self.row['id']}.{table.round}.{table.number}.{game}"
        return f"{made}.{again}" if again else made

    def _count(self, table: Seated) -> None:
        """Set the points of a table from its scores, and compare each score with its match."""
        if len(table.players) == 1:
            points = {"bye": WIN, "half bye": DRAW}.get(table.how, 0) * self.games
            table.points = (points,)
            return
        scores = [entry for entry in self._scores(table) if entry["data"]["game"]]
        for entry in scores:
            table.games[entry["data"]["game"]] = tuple(entry["data"]["points"])
        table.walked = bool(scores) and all(e["data"]["how"] == "walkover" for e in scores)
        for game in range(1, 2 * self.games + 1):
            self._compare(table, game)
        whole = [entry for entry in self._scores(table) if not entry["data"]["game"]]
        if whole:
            table.points = tuple(whole[-1]["data"]["points"])
            table.decided = True
            walked = whole[-1]["data"]["how"] == "walkover"
            table.walked = walked and (table.walked or not scores)
            return
        needed = self.games
        first = [table.games[game] for game in range(1, needed + 1) if game in table.games]
        if self.form == "knockout" and len(first) == needed:
            sums = {sum(each) for each in zip(*first, strict=True)}
            needed *= 2 if len(sums) == 1 else 1
        if all(game in table.games for game in range(1, needed + 1)):
            games = [table.games[game] for game in range(1, needed + 1)]
            table.points = tuple(map(sum, zip(*games, strict=True)))

    def _scores(self, table: Seated) -> Iterator[Row]:
        for entry in self.entries:
            data = entry["data"]
            its = entry["kind"] == "score" and entry["number"] > table.paired
            if its and (data["round"], data["table"]) == (table.round, table.number):
                yield entry

    def _matches(self, table: Seated, game: int) -> list[int]:
        """Return the ids of the matches made for a game."""
        made = [*self.rows.sources.get(self.source(table, game), [])]
        for entry in self.entries[table.paired :]:
            if entry["kind"] == "make":
                made += [
                    match
                    for *place, match in entry["data"]["matches"]
                    if place == [table.round, table.number, game]
                    and match not in made
                    and self.rows.events[match][0]["source"].startswith("former:")
                ]  # the source of a match whose host has had their data deleted
        return made

    def _compare(self, table: Seated, game: int) -> None:
        """Compare the ranks of a game's match with the game's score."""
        made = self._matches(table, game)
        where = f"round {table.round}, table {table.number}, game {game}"
        if len(made) > 1:
            self.wrong.append(f"{where} has the matches {made}")
        if not made:
            if game in table.games:
                self.wrong.append(f"{where} has a score without a match")
            return
        seats = self.rows.seats[made[0]]
        if {seat["person"] for seat in seats} != set(table.players):
            self.wrong.append(f"{where} is played by {seats}, not {table.players}")
            return
        if game % 2 == 0 and len(seats) == 2 and seats[0]["person"] == table.players[0]:
            self.wrong.append(f"{where} is played with the sides of the first game")
        ranks = {seat["person"]: seat["rank"] for seat in reversed(seats)}
        if len(seats) != len(table.players) or None in ranks.values():
            return
        counted = half_points([ranks[player] for player in table.players])
        ends = [event for event in self.rows.events[made[0]] if event["kind"] in ENDINGS]
        stands = self.form == "knockout" and len(ends) > 1  # decided anew, and too late
        if table.games.get(game) not in {None, counted} and not stands:
            self.wrong.append(f"{where} counts {table.games[game]}, and came to {counted}")
        decided = self.end is not None or any(
            not one["data"]["game"] for one in self._scores(table)
        )
        if game not in table.games and not decided:
            self.wrong.append(f"{where} is over, and has no score")
