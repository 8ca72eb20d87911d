"""How long one act of a member holds up the bot: ``python -m tools.benchmarks.loop_lag``.

The real bot runs in a simulated Discord, with a database on disk. Each callback of the event loop
is timed by its thread's processor time, so that a busy machine does not count; everybody else waits
for the longest one. The second figure, which includes the effect of worker threads and of a busy
machine, is how late a task wakes that sleeps for a millisecond.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sys
from asyncio.events import Handle
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from typing import Any
from unittest.mock import patch

from discord import Message
from simcord import ChannelHandle, Env, MemberActor

import engine
from cogs.client.client import Damier
from data import Store
from engine import archive
from engine.archive.imported_match import MOST_MOVES
from engine.table.match import Match
from engine.table.record import Line, Status
from tests.cogs.conftest import labels
from tests.simulator import patient, patient_paces
from tools.benchmarks.slow_positions import KNOWN

LONGEST_TEXT = 2_000
GAMES = {name: text for name, text in KNOWN if name != "assaut"}


class Lag:
    """The longest callback of the event loop (``held``) and latest wake-up (``late``), in ms."""

    def __init__(self) -> None:
        self.held = self.late = 0.0
        self.what: Handle | None = None

    @contextmanager
    def _timing(self) -> Iterator[None]:
        run = Handle._run

        def timed(handle: Handle) -> None:
            began = thread_time()
            run(handle)
            took = (thread_time() - began) * 1000
            if took > self.held:
                self.held, self.what = (
                    took,
                    handle,
                )  # its text, which takes long, is made later

        with patch.object(Handle, "_run", timed):
            yield

    async def _probe(self) -> None:
        while True:
            began = perf_counter()
            await asyncio.sleep(0.001)
            self.late = max(self.late, (perf_counter() - began - 0.001) * 1000)

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Time all callbacks and wake-ups during the block."""
        probe = asyncio.create_task(self._probe())
        await asyncio.sleep(0)
        try:
            with self._timing():
                yield
        finally:
            probe.cancel()
            with suppress(asyncio.CancelledError):
                await probe


async def measured(name: str, act: Awaitable[object]) -> None:
    """Await an act; print how long it holds the event loop."""
    lag = Lag()
    async with lag.watching():
        await act
    what = repr(lag.what)[:120]
    sys.stdout.write(f"{name}: held {lag.held:.1f} ms, woke {lag.late:.1f} ms late ({what})\n")
    sys.stdout.flush()


def long_record() -> str:
    """Return a record of as many steps as may be imported, with few captures."""
    moves, chance = list[str](), random.Random(3)
    position = engine.games["frisian"].start()
    while len(moves) < MOST_MOVES - 1:
        quiet = [move for move in position.legal_moves() if not move.captured]
        move = chance.choice(quiet or list(position.legal_moves()))
        after = position.play(move)
        if after.outcome() is not None:
            break
        moves.append(position.write(move))
        position = after
    return '[Game "frisian"]\n\n' + " ".join(moves)


def slow_record() -> str:
    """Return a record that begins at a position whose moves take long to list."""
    game, fen = "frisian", GAMES["frisian"]
    position = engine.games[game].read(fen)
    points = "x".join(position.board.names[point] for point in position.legal_moves()[0].path)
    return f'[Game "{game}"]\n[FEN "{fen}"]\n\n1. {points}'


def at(match: Match, fen: str) -> Match:
    """Return a live match with its position replaced."""
    position = match.game.read(fen, None, **match.options)
    event = replace(match.events[-1], position=fen)
    return replace(match, events=(*match.events[:-1], event), line=Line.of([position]))


async def pieces_asked(member: MemberActor, board: Message) -> None:
    """Press Move, on the board's post or in the panel of More."""
    if "Move" in labels(board):
        await member.click(board, label="Move")
        return
    panel = (await member.click(board, label="More")).response
    assert panel is not None
    await member.click(panel, label="Move")


def newest(channel: ChannelHandle, label: str) -> Message:
    """Return the newest message with a button of this label."""
    return next(m for m in reversed(channel.history()) if label in labels(m))


async def long_match(store: Store, host: int, steps: int) -> int:
    """Import a match of ``steps`` steps and return its number."""
    now, chance = datetime.now(UTC), random.Random(3)
    match = archive.match_of(
        archive.read('[Game "frisian"]\n\n1. 32-28 19-23'), host, now=now, source="x:1"
    )
    last, events, line = match.events[-1], list(match.events), list(match.line)
    position = line[-1]
    while len(line) < steps:
        over = position.outcome() is not None or not position.legal_moves()
        move = None if over else chance.choice(position.legal_moves())
        text = "32-28" if move is None else position.write(move)
        position = position.game.start() if move is None else position.play(move)
        number = len(events) + 1
        events.append(
            replace(last, number=number, text=text, position=position.fen(), source=f"x:{number}")
        )
        line.append(position)
    return (await store.create(replace(match, events=tuple(events), line=Line.of(line)))).id


async def main() -> None:
    """Print the figures."""
    with TemporaryDirectory() as folder, patient():
        store = await Store.open(str(Path(folder) / "damier.db"))
        env = Env(Damier(store, shard_count=1, paces=patient_paces()))
        await env.start()
        guild = env.create_guild("Club")
        channel = guild.create_text_channel("draughts")
        ann, ben = (guild.add_member(env.create_user(name)) for name in ("ann", "ben"))
        assert env.bot.user is not None
        bot = env.bot.user.mention

        async def challenge(words: str) -> Match:
            await ann.send(channel, f"{bot} challenge {ben.mention} {words}")
            await ben.click(channel.history()[-1], label="Accept")
            return (await store.matches(status=Status.LIVE))[-1]

        await challenge("frisian white")  # fills the caches
        await ann.send(channel, "32-28")
        gc.collect()
        gc.freeze()  # as bot.py does
        await measured("a move", ben.send(channel, "19-23"))
        full: dict[str, Any] = {
            "names": f"{bot} challenge " + "@a " * 600,
            "mentions": f"{bot} challenge " + "<@100000000000000001> " * 85,
            "words": f"{bot} challenge " + "ab cd efg " * 190,
            "words to the bot": f"{bot} " + "ab cd efg " * 190,
            "chat": "ab cd efg " * 190,
            "digits": "1" * 28 + "?",
            "a record": f"{bot} import 1. 32-28 " + "19-23 28x19 " * 150,
        }
        for name, text in full.items():
            await measured(f"a text of {name}", ann.send(channel, text[:LONGEST_TEXT]))
        for key, fen in GAMES.items():
            match = at(await challenge(f"{key} white"), fen)
            store.memory.written(match, match, None)  # it has as many events as the stored match
            await measured(f"{key}, a refusal", ann.send(channel, "50-49"))
            await measured(f"{key}, suggestions", ann.autocomplete(channel, "move", "move", "5"))
            await measured(f"{key}, its board", ann.send(channel, f"{bot} board"))
            board = newest(channel, "Legal moves")
            await measured(f"{key}, its legal moves", ann.click(board, label="Legal moves"))
            await measured(f"{key}, the pieces to move", pieces_asked(ann, board))
            move = match.position.legal_moves()[0]
            points = "x".join(match.position.board.names[point] for point in move.path)
            await measured(f"{key}, a capture", ann.send(channel, points))
            async with store.match(match.id) as table:
                if table.match.status is Status.OVER:
                    continue
                table.match = table.match.resign(ann.id, now=datetime.now(UTC), source=None)
        number = await long_match(store, ann.id, MOST_MOVES)
        store.memory.forget_all()
        await measured(f"restoring {MOST_MOVES} steps", store.load(number))
        for command in ("match moves", "match animate", "match export", "match show"):
            act = ann.slash(channel, command, match=number)
            await measured(f"/{command} of {MOST_MOVES} steps", act)
        panel = (await ann.slash(channel, "match moves", match=number)).response
        assert panel is not None
        for label in ("First", "Next", "Last", "Back"):
            await measured(f"{label} of {MOST_MOVES} steps", ann.click(panel, label=label))
        for name, record in {"of as many steps": long_record(), "slow": slow_record()}.items():
            files = [("game.txt", record.encode())]
            sent = ann.send(channel, f"{bot} import", attachments=files)
            await measured(f"a record {name}", sent)
            look = ann.click(newest(channel, "Step through"), label="Step through")
            await measured(f"looking through a record {name}", look)
        await env.shutdown()
        await store.close()


if __name__ == "__main__":
    asyncio.run(main())
