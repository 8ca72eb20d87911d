"""Clocks, checked from the rows: a pause costs no time, and a cancelled match changes no rating.

The spans in which time stood still are in the rows: outages in those of a match, pauses in those of
its tournament.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from engine.table.clock import TimeControl
from engine.table.record import OPEN
from tools.random_members.events.records import Row, Told, tables_taken_over
from tools.random_members.reconstruction import moment

Span = tuple[datetime, datetime]

LATEST = datetime.max.replace(tzinfo=UTC)

LOST = {"flag", "timeout"}
"""The kinds of events by which a player has lost on time, or may be claimed to have."""

HURRYING = {*LOST, "remind"}

STANDING_STILL = {"score", "pair", "make", "end", "start"}
"""The kinds of entries that the bot must not make by itself in a pause."""


def faults_of_clocks(told: Told) -> Iterator[str]:
    """Yield the faults of clocks in pauses, and of matches that must have no result."""
    pauses = _pauses(told)
    yield from _at_rest(told, pauses)
    for number, match in sorted(told.rows.matches.items()):
        if match["tournament"] == told.row["id"]:
            for what in _of_match(match, told.rows.events[number], pauses):
                yield f"match {number}: {what}"
    yield from _cancelled(told)
    yield from _taken_out(told)
    yield from _taken_over(told)


def _at(row: Row) -> datetime:
    found = moment(row["at"])
    assert found is not None
    return found


def _pauses(told: Told) -> list[Span]:
    """Return the spans of a tournament's pauses, in order; the last may end at LATEST."""
    found: list[Span] = []
    since: datetime | None = None
    for entry in told.entries:
        if entry["kind"] == "pause":
            since = _at(entry)
        elif since is not None and entry["kind"] in {"resume", "end", "cancel"}:
            found.append((since, _at(entry)))
            since = None
    return found if since is None else [*found, (since, LATEST)]


def _at_rest(told: Told, pauses: list[Span]) -> Iterator[str]:
    """Yield a fault for each act of the bot in a pause, and each pause not given back whole."""
    for entry in told.entries:
        by_itself = entry["person"] is None and not _is_players_doing(told, entry)
        if entry["kind"] in STANDING_STILL and by_itself and _within(_at(entry), pauses):
            yield f"entry {entry['number']} ({entry['kind']}) in a pause"
        if entry["kind"] == "resume":
            (span,) = [end - start for start, end in pauses if end == _at(entry)]
            if abs(span.total_seconds() - entry["data"]["late"]) > 1:
                yield f"{entry['data']['late']} s are given back of a pause of {span}"


def _is_players_doing(told: Told, entry: Row) -> bool:
    """Return whether an entry is the score of a match that is over, or of a table that was left.

    Matches lost on time in a pause are found by their events.
    """
    if entry["kind"] != "score":
        return False
    data = entry["data"]
    return data["game"] > 0 or (not data["absent"] and bool(told.left[entry["number"]]))


def _within(instant: datetime, spans: list[Span]) -> bool:
    return any(start < instant < end for start, end in spans)


def _of_match(match: Row, events: list[Row], pauses: list[Span]) -> Iterator[str]:
    """Yield a fault for each reminder or loss in a pause, and each loss before time was up."""
    limit = TimeControl.read(match["time"]).turn
    stood = [*pauses, *_stood(events)]
    begun: datetime | None = None
    for event in events:
        if event["kind"] in HURRYING and _within(_at(event), pauses):
            yield f"event {event['number']} ({event['kind']}) in a pause"
        if event["kind"] in LOST and limit is not None and begun is not None:
            ran = _running(begun, _at(event), stood)
            if ran < limit:
                yield f"lost on time after {ran} of {limit}: event {event['number']}"
        if event["kind"] in {"start", "move", "takeback", "takeover"}:
            begun = _at(event)


def _stood(events: list[Row]) -> Iterator[Span]:
    """Yield the spans in which a match's time stood still because of outages."""
    for event in events:
        if event["kind"] in {"outage", "gap"}:
            start, end = map(datetime.fromisoformat, event["text"].split())
            yield start, end


def _running(start: datetime, end: datetime, stood: list[Span]) -> timedelta:
    """Return the time between two moments, without the spans in which it stood still."""
    ran, instant = timedelta(), start
    for since, until in sorted(stood):
        if until > instant:
            ran += max(min(since, end) - instant, timedelta())
            instant = max(instant, min(until, end))
    return ran + max(end - instant, timedelta())


def _cancelled(told: Told) -> Iterator[str]:
    """Yield a fault if a match cut off by a cancellation goes on, or has a result or a rating."""
    if told.end is None or told.end["kind"] != "cancel":
        return
    cancelled = _at(told.end)
    for number, match in sorted(told.rows.matches.items()):
        if match["tournament"] != told.row["id"]:
            continue
        ended = moment(match["ended"])
        if ended is not None and ended < cancelled:
            continue
        if match["status"] != "over":
            yield f"match {number} goes on though all is cancelled"
        yield from _came_to_nothing(told, number)


def _taken_out(told: Told) -> Iterator[str]:
    """Yield a fault if a match cut off by the removal of a player has a result or a rating.

    Only matches of two players are checked.
    """
    for entry in told.entries:
        if entry["kind"] != "withdraw" or entry["data"]["why"] != "organiser":
            continue
        for number, match in sorted(told.rows.matches.items()):
            seats = told.rows.seats[number]
            ended = moment(match["ended"])
            there = match["tournament"] == told.row["id"] and len(seats) == 2
            if not there or entry["person"] not in {seat["person"] for seat in seats}:
                continue
            cut_off = _at(told.rows.events[number][0]) < _at(entry)
            if cut_off and (ended is None or ended > _at(entry)):
                yield from _came_to_nothing(told, number)


def _taken_over(told: Told) -> Iterator[str]:
    """Yield a fault if a match whose table was taken over had moves, goes on, or counts."""
    made: list[tuple[tuple[int, int], int]] = []
    for entry in told.entries:
        if entry["kind"] == "make":
            made += [((place, table), one) for place, table, _, one in entry["data"]["matches"]]
        taken = tables_taken_over(entry["data"]) if entry["kind"] == "replace" else set()
        for number in [one for place, one in made if place in taken]:
            moves = [one for one in told.rows.events[number] if one["kind"] == "move"]
            if any((one["person"] or OPEN) > OPEN and _at(one) < _at(entry) for one in moves):
                yield f"match {number} is under way, and its table is taken over"
            if told.rows.matches[number]["status"] != "over":
                yield f"match {number} goes on though its table is taken over"
            yield from _came_to_nothing(told, number)


def _came_to_nothing(told: Told, number: int) -> Iterator[str]:
    ranks = [seat["rank"] for seat in told.rows.seats[number]]
    if any(rank is not None for rank in ranks):
        yield f"match {number} was cut off, and has the ranks {ranks}"
    if number in told.rows.rated:
        yield f"match {number} was cut off, and is rated"
