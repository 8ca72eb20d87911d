"""Acknowledged turns are stored, even if the process is killed at any moment."""

from __future__ import annotations

import asyncio
import random
import sys

from data import Store
from engine.table.record import POSTED
from tests.data.kinds import postgresql_at_night
from tests.nightly import is_night

KILLS = 5 if is_night() else 1

TURNS = 100
"""The most turns that the process prints before it is killed, wherever it is by then."""


@postgresql_at_night
async def test_acknowledged_turns_survive_kill_9(url: str) -> None:
    chance = random.Random(1)
    for _ in range(KILLS):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.data.turns", url, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout
        said = b"".join([await process.stdout.readline() for _ in range(chance.randint(1, TURNS))])
        process.kill()
        said += await process.stdout.read()
        await process.wait()
        *_, last = [line for line in said.splitlines(keepends=True) if line.endswith(b"\n")]
        match_id, events = map(int, last.split())

        store = await Store.open(url)
        match = await store.load(match_id)
        assert len(match.events) - events in {0, 1, 2}  # one turn, with the result if it ended
        posts = await store.outbox.posts(match_id)
        assert match.events[posts[-1].event - 1].kind in POSTED
        assert posts[-1].event == len(match.events)
        await store.close()
