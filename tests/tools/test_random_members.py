"""A short run of random members, at night: every game and every incident occurs at least once."""

from __future__ import annotations

from pathlib import Path

import engine
from engine.table.record import Kind
from tests.nightly import NIGHTLY
from tools.random_members import incidents
from tools.random_members.holding import hold

MATCHES, SEED, LONGEST = 20, 6, 14

NEEDED = {
    "abort",
    "claim",
    "decision",
    "draw accepted",
    "early start",
    "join",
    "more",
    "open",
    "rematch",
    "resign",
    "set-up",
    "takeback agreed",
    "wrong person",
}
"""The acts that must have been done, besides all incidents."""

ELSEWHERE = {
    Kind.RELOCATE,
    Kind.GAP,
    Kind.HIDDEN,
    Kind.IMPORT,
    Kind.HOLIDAY,
    Kind.BACK,
    Kind.REPOST,
    Kind.HINT,
    Kind.TAKEOVER,  # here only people play
    Kind.PAUSE,  # by an event
    Kind.RESUME,
}
KINDS = set(Kind) - ELSEWHERE
"""The kinds of events that must have occurred."""


@NIGHTLY
async def test_all_is_consistent_after_a_tournament(tmp_path: Path) -> None:
    told: list[str] = []
    held = await hold(tmp_path / "tournament.db", MATCHES, SEED, told.append, longest=LONGEST)
    assert set(held.games) == set(engine.games)
    assert {incident.__name__ for incident in incidents.INCIDENTS} - set(held.done) == set()
    assert NEEDED - set(held.done) == set()
    assert KINDS - set(held.events) == set()
