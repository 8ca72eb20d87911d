"""Imported records become matches, however they ended."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cogs.messages.step_views import lines
from engine import archive
from engine.table.match import Match
from engine.table.record import Status
from engine.table.steps import steps_of

NOW = datetime(2026, 3, 1, tzinfo=UTC)
HOST = 7


def imported(moves: str, **headers: str) -> Match:
    """Return the match of a record of Frisian draughts, restored as if it had been stored."""
    tags = "\n".join(f'[{name} "{value}"]' for name, value in headers.items())
    record = archive.read(f'[Game "frisian"]\n{tags}\n{moves}')
    match = archive.match_of(record, HOST, now=NOW, source="message:1")
    return Match.restore(
        id=1,
        guild=match.guild,
        channel=match.channel,
        game=match.game,
        options=dict(match.options),
        host=match.host,
        people=match.people,
        drawn=match.drawn,
        events=match.events,
    )


def shown(match: Match) -> str:
    """Return the lines of text beside the last position."""
    steps = steps_of(match)
    return "\n".join(lines(match, steps, len(steps) - 1, 0, str))


@pytest.mark.parametrize(
    ("moves", "ranks", "said"),
    [
        ("1. 32-28 19-23", None, "The record ends here."),
        (
            "1. 32-28 19-23 <Black resigns>",
            (1, 2),
            "**White Ann won** against Black Ben: Black",
        ),
        ("1. 32-28 19-23 <White runs out of time>", (2, 1), "White ran out of time."),
        (
            "1. 32-28 <Black resigns>",
            (1, 2),
            "**White Ann won** against Black Ben: Black resigned.",
        ),
        ("<White runs out of time>", (2, 1), "White ran out of time."),
        ("1. 32-28 19-23 <agreed: draw>", (1, 1), "**A draw** between"),
        (
            "1. 32-28 <adjudicated: 2 1>",
            (2, 1),
            "**Black Ben won** against White Ann: no",
        ),
        ("1. 32-28 <adjudicated>", None, "The record ends here."),
        ("1. 32-28 <aborted>", None, "The record ends here."),
        ("1. 32-28 <lapsed>", None, "The record ends here."),
    ],
)
def test_how_it_ended(moves: str, ranks: tuple[int, ...] | None, said: str) -> None:
    match = imported(moves, White="Ann", Black="Ben", Reason="nobody came")
    assert match.status is Status.OVER
    assert (match.outcome.ranks if match.outcome else None) == ranks
    text = shown(match)
    assert "White Ann – Black Ben" in text
    assert said in text
    assert "<@" not in text
    assert "somebody" not in text
    assert "So far" not in text or ranks is None


def test_it_is_nobodys_and_nothing_waits_for_anyone() -> None:
    match = imported("1. 32-28 19-23")
    assert match.imported
    assert match.due is None
    assert match.to_act == ()
    assert match.seats_of(HOST) == ()
    assert match.seat_seen_by(HOST) is None
    assert not match.waits_for(HOST)
    assert not match.rated


def test_each_move_is_a_turn_of_its_own() -> None:
    match = imported("1. 32-28 19-23 2. 28x19 14x23")
    assert [event.text for event in match.last_turn] == ["14x23"]


def test_the_headers_are_those_it_came_with() -> None:
    record = archive.record_of(imported("1. 32-28", White="Ann", Site="Ljouwert"), {})
    assert record.headers == {"White": "Ann", "Site": "Ljouwert"}
