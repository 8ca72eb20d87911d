"""Matches of crowds while the bot is killed: no vote may be lost and no move played twice."""

from __future__ import annotations

from engine.crowds.ballot import Ballot
from engine.crowds.record import Entry, Kind
from engine.table.record import crowd
from tests.loopback.table import Table, time_of
from tests.loopback.world import Member, Message
from tools.random_kills.scenes import Act, Match, Row, read_object

USER = crowd()


def entries_of(table: Table, match: int) -> list[Entry]:
    """Return all entries of a match's crowd, in order."""
    columns = "number, kind, at, person, data, source"
    of_it = f'"match" = {match} ORDER BY number'
    rows = table.query(f"SELECT {columns} FROM crowd_entries WHERE {of_it}")  # noqa: S608 - a number
    return [
        Entry(number, Kind(kind), time_of(at), person, read_object(data), source)
        for number, kind, at, person, data, source in rows
    ]


def audit(table: Table) -> None:
    """Raise AssertionError unless each vote was counted and each decided move played once."""
    for (match,) in table.query('SELECT DISTINCT "match" FROM crowds'):
        entries = entries_of(table, match)
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        ballot: Ballot | None = None
        for entry in entries:
            if entry.kind is Kind.BEGIN:
                ballot = Ballot.begun(entry)
            elif ballot is not None:
                if entry.kind is Kind.CLOSE:
                    tally = [(text, many, by) for text, many, by in entry.data["tally"]]
                    assert tally == [(one.text, one.votes, one.by) for one in ballot.standing]
                    assert entry.data["text"] in {one.text for one in ballot.standing[:1]}
                ballot = ballot.after(entry)
        decided = {
            f"crowd:{match}.{USER}.{entry.number}": entry.data["text"]
            for entry in entries
            if entry.kind in {Kind.MOVE, Kind.CLOSE}
        }
        moves = table.query(
            f"SELECT source, text FROM events WHERE \"match\" = {match} AND kind = 'move' "  # noqa: S608 - numbers
            f"AND person = {USER} ORDER BY number"
        )
        assert len({source for source, _ in moves}) == len(moves), moves
        assert dict(moves).items() <= decided.items(), (moves, decided)


class Crowded(Match):
    """A match of a crowd against a computer of the lowest level."""

    @property
    def quiet(self) -> bool:
        """Whether all decided moves are played, and no computer has anything to do."""
        if not super().quiet:
            return False
        row = self.row
        if row is None or row.status == "over":
            return True
        sources = {source for (source,) in self._rows("SELECT source FROM events WHERE {0}")}
        return all(
            f"crowd:{self.match}.{USER}.{entry.number}" in sources
            for entry in entries_of(self.table, self.match)
            if entry.kind in {Kind.MOVE, Kind.CLOSE}
        )

    def _go_on(self, row: Row) -> Act | None:
        if row.turn is None or self.players[row.turn] != USER:
            return None
        who, texts = self._who_says_what(row)
        said: list[Message] = []

        async def do() -> None:
            for member, text in zip(who, texts, strict=True):
                said.append(await self.table.say(member, text, reply_to=await self.newest()))

        def done() -> bool:
            known = [entry.source for entry in entries_of(self.table, self.match)]
            return all(known.count(f"message:{one.id}") == 1 for one in said)

        story = ", ".join(f"{m.name}: {text}" for m, text in zip(who, texts, strict=True))
        return Act(story, do, done, sure=True)

    def _who_says_what(self, row: Row) -> tuple[list[Member], list[str]]:
        """Return the members who type something now, and their texts."""
        return [self.chance.choice(self.members)], [self._legal(row)]

    def _legal(self, row: Row) -> str:
        position = self.position(row)
        return position.write(self.chance.choice(position.legal_moves()))


class Relay(Crowded):
    """A match in which the first member to type a move makes it."""

    opening = "relay frisian computer level 1"


class Ballots(Crowded):
    """A match in which three chosen members vote; two who agree decide."""

    opening = "vote frisian {0} {1} {2} computer level 1 7d"

    def _who_says_what(self, row: Row) -> tuple[list[Member], list[str]]:
        cast: dict[int | None, str] = {}
        for entry in entries_of(self.table, self.match):
            if entry.kind is Kind.BEGIN:
                cast.clear()
            elif entry.kind is Kind.VOTE:
                cast[entry.person] = entry.data["text"]
        left = [member for member in self.members if member.id not in cast]
        who = left[: 1 if cast else 2]  # a third vote might come after two have decided
        # If all three disagree, one changes their vote, which is allowed after ten seconds.
        who = who or [self.chance.choice(self.members)]
        others = [*{*cast.values()}]
        texts = [self.chance.choice(others) if others else self._legal(row) for _ in who]
        return who, texts
