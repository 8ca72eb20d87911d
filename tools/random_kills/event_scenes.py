"""An event while the bot is killed: no round is paired, and no match made or scored, twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import engine
from engine.tournaments.record import Entry, Kind
from engine.tournaments.terms import Terms
from engine.tournaments.tournament import Tournament
from tests.loopback.signed_up import sign_up
from tests.loopback.table import Table, time_of
from tests.loopback.world import Member
from tools.random_kills.scenes import Act, Match, Row, Scene, read_object

PLAYERS: Final = 4
ROUNDS: Final = 3

SOON: Final = timedelta(seconds=5)
"""A moment is not quiet if something is due within this time."""

MOVES: Final = 3
"""After more moves than these, a match of the event is resigned, so that rounds end soon."""


async def hold_event(table: Table, members: Sequence[Member]) -> None:
    """Save an event for which these members have signed up; the bot must not be running."""
    people = [member.id for member in members]
    await sign_up(table.url, table.channel, people, rounds=ROUNDS)


def events_of(table: Table) -> list[Tournament]:
    """Return the events on a table's server, as saved."""
    found = []
    rows = table.query(f"SELECT id, terms FROM tournaments WHERE guild = {table.guild.id}")  # noqa: S608 - a number
    for number, terms in rows:
        columns = "number, kind, at, person, data, source"
        entries = table.query(
            f"SELECT {columns} FROM entries WHERE tournament = {number} ORDER BY number"  # noqa: S608 - a number
        )
        read = tuple(
            Entry(which, Kind(kind), time_of(at), person, read_object(data), source)
            for which, kind, at, person, data, source in entries
        )
        known = Terms.read(read_object(terms), engine.games)
        found.append(Tournament(number, table.guild.id, table.channel.id, known, read))
    return found


def audit(table: Table) -> None:
    """Raise AssertionError if something was paired, made or scored twice, or a post is missing."""
    for event in events_of(table):
        assert [one.number for one in event.entries] == list(range(1, len(event.entries) + 1))
        by_kind = {kind: [one for one in event.entries if one.kind is kind] for kind in Kind}
        rounds = [one.data["round"] for one in by_kind[Kind.PAIR]]
        assert rounds == list(range(1, len(rounds) + 1)), rounds
        made = [one for entry in by_kind[Kind.MAKE] for one in entry.data["matches"]]
        places = Counter((round_, number, game) for round_, number, game, _ in made)
        assert set(places.values()) <= {1}, places
        stored = table.query(f"SELECT id FROM matches WHERE tournament = {event.id}")  # noqa: S608 - a number
        assert {match for *_, match in made} <= {number for (number,) in stored}
        scored = Counter(
            (one.data["round"], one.data["table"], one.data["game"]) for one in by_kind[Kind.SCORE]
        )
        assert set(scored.values()) <= {1}, scored
        assert max(len(by_kind[Kind.START]), len(by_kind[Kind.END])) <= 1
        public = "message IS NOT NULL AND person IS NULL AND kind = 'tournament'"
        told = table.query(
            f"SELECT message FROM bulletins WHERE {public} AND about = {event.id}"  # noqa: S608 - a number
        )
        posts = {post.id for post in table.discord.posts(table.channel)}
        assert {message for (message,) in told} <= posts


class Event(Scene):
    """A Swiss, in whose matches the player to move moves, or resigns after a few moves."""

    def next(self) -> Act | None:
        """Return a move or a resignation in a live match of the event; None without one."""
        going_on = self.table.query(
            "SELECT id FROM matches WHERE tournament IS NOT NULL AND status = 'live' ORDER BY id"
        )
        if not going_on:
            return None
        (number,) = self.chance.choice(going_on)
        match = TableMatch(self.table, self.members, self.chance)
        match.match = number
        return match.next()

    @property
    def quiet(self) -> bool:
        """Whether the bot has done and posted everything that follows from the acts so far."""
        waiting = "SELECT 1 FROM bulletins WHERE state = 'pending'"
        (event,) = events_of(self.table)
        if self.table.query(waiting):
            return False
        due = [event.due, *map(time_of, self._dues())]
        if any(one is not None and one <= self.table.now + SOON for one in due):
            return False  # a day has passed, and the bot has still to notice
        if event.is_over:
            return True
        known = {match for table in event.state.tables for match in table.matches.values()}
        stored = self.table.query("SELECT id, status FROM matches WHERE tournament IS NOT NULL")
        live = {number for number, status in stored if status == "live"}
        return (
            bool(live)
            and known == {number for number, _ in stored}
            and all(live.intersection(table.matches.values()) for table in event.state.open_tables)
        )

    def _dues(self) -> list[object]:
        """Return the times at which something is due in the event's live matches, as stored."""
        columns = "SELECT due FROM matches WHERE tournament IS NOT NULL AND due IS NOT NULL"
        return [due for (due,) in self.table.query(f"{columns} AND status = 'live'")]


class TableMatch(Match):
    """A match of the event."""

    def next(self) -> Act | None:
        """Return the next move or, after MOVES moves, a resignation; None unless it is live."""
        row = self.row
        if row is None or row.status != "live":
            return None
        return self._resign_now(row) if self.kinds.count("move") > MOVES else self._go_on(row)

    def _resign_now(self, row: Row) -> Act | None:
        person = self.players[row.turn or 0]
        who = next(member for member in self.members if member.id == person)
        return self._resign(who)
