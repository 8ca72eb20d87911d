"""A match reconstructed from its rows, by the rules of the game alone.

This shares no code with ``engine.table.match``, whose matches are compared with the result.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import engine
from engine import Game, Position
from engine.rating import NEW, Rating, rate
from engine.table.record import after_repetition

CLOSING = {"decline", "withdraw", "expire", "result", "abort", "lapse", "adjudicate"}
WITHOUT_RESULT = {"decline", "withdraw", "expire", "abort", "lapse"}
UNPOSTED = {"accept", "join", "leave", "relocate", "gap", "hidden"}
ANSWERS = {"agree", "refuse"}
"""The kinds of events that are posted only if no other event of their transaction is."""
BY_ITSELF = {
    "expire",
    "remind",
    "flag",
    "timeout",
    "outage",
    "gap",
    "hidden",
    "holiday",
    "back",
    "lapse",
}
"""The kinds of events that begin a transaction without a message or interaction as its source."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Tables:
    """The rows of the database's file, by match; ``others`` are whole tables by name."""

    matches: dict[int, Row]
    seats: dict[int, list[Row]]
    events: dict[int, list[Row]]
    posts: dict[int, list[Row]]
    others: dict[str, list[Row]]


def tables(file: Path) -> Tables:
    """Return the rows in a database's file, read without the bot."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row

        def rows(query: str) -> list[Row]:
            return [dict(row) for row in connection.execute(query)]

        matches = {row["id"]: row for row in rows("SELECT * FROM matches ORDER BY id")}

        def by_match(query: str) -> dict[int, list[Row]]:
            found: dict[int, list[Row]] = {match: [] for match in matches}
            for row in rows(query):
                found[row["match"]].append(row)
            return found

        return Tables(
            matches,
            by_match("SELECT * FROM seats ORDER BY match, seat"),
            by_match("SELECT * FROM events ORDER BY match, number"),
            by_match("SELECT * FROM posts ORDER BY match, event"),
            {"ratings": rows("SELECT * FROM ratings")},
        )


def moment(written: str | None) -> datetime | None:
    """Return a time written by SQLite, in UTC, or None."""
    return datetime.fromisoformat(written).replace(tzinfo=UTC) if written else None


def rated(rows: Tables) -> dict[tuple[int, int], tuple[float, float]]:
    """Return the ratings (mu, sigma) computed anew from all results, by match and person."""
    known: dict[tuple[int, str, int], Rating] = {}
    found: dict[tuple[int, int], tuple[float, float]] = {}
    over = [row for row in rows.matches.values() if row["rated"] and row["ended"]]
    for row in sorted(over, key=lambda row: (row["ended"], row["id"])):
        teams: dict[int, set[int]] = {}
        ranks: dict[int, int] = {}
        for seat in rows.seats[row["id"]]:
            if seat["rank"] is None:
                continue
            teams.setdefault(seat["team"], set()).add(seat["person"])
            ranks[seat["team"]] = seat["rank"]
        if len(teams) < 2:
            continue
        people = [sorted(team) for team in teams.values()]
        about = (row["guild"], row["game"])
        before = [[known.get((*about, person), NEW) for person in team] for team in people]
        after = rate(before, list(ranks.values()))
        for team, ratings in zip(people, after, strict=True):
            for person, rating in zip(team, ratings, strict=True):
                known[(*about, person)] = rating
                found[row["id"], person] = (rating.mu, rating.sigma)
    return found


@dataclass
class Reconstruction:
    """A match reconstructed from its events; ``wrong`` lists what contradicts the rules."""

    row: Row
    events: list[Row]
    people: list[int]
    wrong: list[str] = field(default_factory=list)
    line: list[tuple[int, Position]] = field(default_factory=list)
    """The positions, each after its event's number, without those taken back."""

    def __post_init__(self) -> None:
        for event in self.events:
            self._tell(event)

    @property
    def game(self) -> Game:
        """The game."""
        return engine.games[self.row["game"]]

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game."""
        options: dict[str, Any] = json.loads(self.row["options"])
        return options

    @property
    def position(self) -> Position | None:
        """The last position, None before the start."""
        return self.line[-1][1] if self.line else None

    @property
    def status(self) -> str:
        """The status of the match: "challenge", "live" or "over"."""
        if any(event["kind"] in CLOSING for event in self.events):
            return "over"
        return "live" if self.line else "challenge"

    @property
    def ended(self) -> datetime | None:
        """The time at which the match ended, or None."""
        closing = (event for event in self.events if event["kind"] in CLOSING)
        return next((moment(event["at"]) for event in closing), None)

    @property
    def ranks(self) -> list[int | None]:
        """The ranks of the seats, None for each without a result."""
        nothing: list[int | None] = [None] * len(self.people)
        if self.status != "over" or self.position is None:
            return nothing
        decided = [event for event in self.events if event["kind"] == "adjudicate"]
        if decided:
            return [int(rank) for rank in decided[-1]["text"].partition("\n")[0].split()] or nothing
        outcome = self.position.outcome()
        if any(event["kind"] in WITHOUT_RESULT for event in self.events) or outcome is None:
            return nothing
        moved = self.sides_moved()
        return [
            rank if seat.team in moved else None
            for rank, seat in zip(outcome.ranks, self.position.seats, strict=True)
        ]

    def sides_moved(self) -> set[int]:
        """Return the teams that have moved after the set-up."""
        kinds = {event["number"]: event for event in self.events if event["kind"] == "move"}
        pairs = zip(self.line, self.line[1:], strict=False)
        return {
            after.seats[kinds[number]["seat"]].team
            for (_, before), (number, after) in pairs
            if number in kinds and before.setup is None
        }

    def posted(self) -> set[int]:
        """Return the numbers of the events with a post: the last posted one of each transaction."""
        shown: list[int | None] = []
        before: Row | None = None
        for event in self.events:
            follows = before is not None and before["at"] == event["at"]
            caused = event["source"] is not None or event["kind"] in BY_ITSELF
            if caused or not follows:
                shown.append(None)
            answers = event["kind"] in ANSWERS and shown[-1] is not None
            if event["kind"] not in UNPOSTED and not answers:
                shown[-1] = event["number"]
            before = event
        return {number for number in shown if number is not None}

    def shared(self) -> set[int]:
        """Return the numbers of the events that may share the post of the next event.

        They are outages given back in the same transaction as the act that follows.
        """
        pairs = zip(self.events, self.events[1:], strict=False)
        return {a["number"] for a, b in pairs if a["kind"] == "outage" and a["at"] == b["at"]}

    def to_act(self, number: int) -> set[int] | None:
        """Return the people who had to act after an event; None during the set-up."""
        position = next(made for made_by, made in reversed(self._all) if made_by <= number)
        if position.setup is not None:
            return None
        return {self.players(number)[position.turn]}

    def players(self, number: int) -> list[int]:
        """Return the player of each seat after an event; a seat may have passed to a partner."""
        players = list(self.people)
        for event in self.events[:number]:
            if event["kind"] in {"resign", "timeout"} and event["text"]:
                players[event["seat"]] = players[int(event["text"])]
        return players

    def offered(self, number: int) -> bool:
        """Return whether an offer was open after an event."""
        agreed: set[int] | None = None
        for event in self.events[:number]:
            kind, person, back = event["kind"], event["person"], False
            if kind == "offer":
                agreed, back = {person}, event["text"].startswith("takeback")
            elif kind == "agree" and agreed is not None:
                agreed.add(person)
            stays = agreed is not None and person in agreed and not back
            left = kind in {"resign", "timeout"}
            made = event["position"] and not (kind == "move" and stays)
            if kind == "refuse" or left or made:
                agreed = None
        return agreed is not None

    # Reconstruction

    @property
    def _all(self) -> list[tuple[int, Position]]:
        """The number and the position of each event that has a position."""
        return [
            (e["number"], self.game.read(e["position"], len(self.people), **self.options))
            for e in self.events
            if e["position"]
        ]

    def _tell(self, event: Row) -> None:
        try:
            made = self._made(event)
        except (LookupError, ValueError, engine.Refusal) as error:
            self.wrong.append(f"event {event['number']} ({event['kind']}): {error!r}")
            return
        if (made.fen() if made else "") != event["position"]:
            self.wrong.append(
                f"event {event['number']} ({event['kind']} {event['text']}) made "
                f"{event['position']!r}, not {made.fen() if made else ''!r}"
            )
        if made is not None and event["kind"] != "takeback":
            self.line.append((event["number"], made))

    def _made(self, event: Row) -> Position | None:
        """Return the position that follows from an event by the rules; None if it has none."""
        kind, before = event["kind"], self.position
        if kind == "start":
            return self.game.start(len(self.people), **self.options)
        if kind not in {"move", "resign", "timeout", "takeback", "agree", "offer"}:
            return None
        if before is None:
            raise ValueError("before the start")
        if kind == "move":
            return self._moved(before, event)
        if kind in {"resign", "timeout"} and event["text"]:
            self.wrong += self._left(before, event)
            return None
        if kind in {"resign", "timeout"}:
            after = before.resign(event["seat"])
            self.wrong += self._gave_up(after, event)
            return after
        if kind == "takeback":
            self.line = [made for made in self.line if made[0] < int(event["text"])]
            return self.line[-1][1]
        if not event["position"]:
            return None
        return before.agree(next(a for a in before.agreements() if a.name == event["text"]))

    def _moved(self, before: Position, event: Row) -> Position:
        player = self.players(event["number"])[event["seat"]]
        if before.turn != event["seat"] or player != event["person"]:
            self.wrong.append(f"event {event['number']} is by {event['person']}, out of turn")
        if before.outcome() is not None:
            self.wrong.append(f"event {event['number']} is a move after the end")
        move = before.parse(event["text"])
        if before.write(move) != event["text"]:
            self.wrong.append(f"{event['text']} is written {before.write(move)}")
        after = before.play(move)
        times = 1 + sum(earlier.key == after.key for _, earlier in self.line)
        return after_repetition(after, move, times)

    def _left(self, before: Position, event: Row) -> Iterator[str]:
        seat, partner = before.seats[event["seat"]], before.seats[int(event["text"])]
        if seat.team != partner.team or not partner.active:
            yield f"event {event['number']}: seat {event['seat']} is left to no partner"

    def _gave_up(self, after: Position, event: Row) -> Iterator[str]:
        outcome = after.outcome()
        if len(self.people) == 2 and (outcome is None or outcome.ranks[event["seat"]] != 2):
            yield f"event {event['number']}: seat {event['seat']} gave up and has not lost"
