"""Relays: whoever comes first moves."""

from __future__ import annotations

import pytest

from cogs.crowds import crowd_moves
from engine.table.record import Kind, Status, crowd
from tests.cogs.computers.conftest import Thoughts, answered, thoughts
from tests.cogs.conftest import Club

__all__ = ["thoughts"]


async def test_whoever_comes_first_moves(club: Club, thoughts: Thoughts) -> None:
    await club.alice.send(club.channel, f"{club.me} relay frisian computer 1")
    for m in club.messages: print(m.author, club.text(m))
    (match,) = await club.matches(Status.LIVE)
    await club.bob.send(club.channel, "32-28")
    await answered(club)
    await club.carol.send(club.channel, "31-27")
    await club.carol.send(club.channel, "1-27")
    await club.carol.send(club.channel, "hello")
    await answered(club)
    match = await club.reload(match)
    print([(e.kind, e.person, e.text, e.source) for e in match.events])
    for m in club.messages: print(m.author, club.text(m))
    for c in await club.store.crowds.of_match(match.id): print(c)
    assert 0
