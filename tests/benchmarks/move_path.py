"""What one typed move passes through: ``python -m tests.benchmarks.move_path``.

The real bot, in a simulated Discord, with a database on disk. A match is started, and ``32-28``
is typed in its channel. Every function of ours that runs from the message to the ticked-off post
is counted, in worker threads too. ``--files`` lists the files, with the calls in each, and
``--pairs`` the calls of the modules that call each other in turn.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any

from simcord import Env

from cogs.bot.client import Damier
from data import Store
from engine.table.record import Status

ROOT = Path(__file__).parents[2]
TRACED = ("bot.py", "cogs", "data", "engine", "render")
MOST_FILES, MOST_LOADS, MOST_PAIRS = 25, 1, 0
MOVE = "32-28"


class MovePath:
    """The functions that were called while it was watched, and by whom."""

    def __init__(self) -> None:
        self.functions: Counter[CodeType] = Counter()
        self.arrows: Counter[tuple[CodeType, CodeType]] = Counter()
        self._frames: set[FrameType] = set()  # kept, so that no two frames are the same object

    @property
    def calls(self) -> int:
        """How many calls there were; what a generator or coroutine goes on with is none."""
        return self.functions.total()

    @property
    def files(self) -> Counter[str]:
        """The files, with the number of calls in each."""
        found: Counter[str] = Counter()
        for code, calls in self.functions.items():
            found[_file(code)] += calls
        return found

    @property
    def loads(self) -> int:
        """How often a match was loaded."""
        return sum(
            calls
            for code, calls in self.functions.items()
            if code.co_qualname == "Store._find" and _file(code) == "data/store.py"
        )

    @property
    def pairs(self) -> dict[tuple[str, str], list[str]]:
        """The pairs of files that call each other, with the calls."""
        between: dict[tuple[str, str], list[str]] = {}
        for (caller, called), count in self.arrows.items():
            one, other = _file(caller), _file(called)
            if one != other:
                line = f"{caller.co_qualname} -> {called.co_qualname} ({count})"
                between.setdefault((one, other), []).append(line)
        return {
            (one, other): lines + between[other, one]
            for (one, other), lines in sorted(between.items())
            if one < other and (other, one) in between
        }

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Counts what is called in the block, in worker threads too: those of then are new ones."""
        threading.setprofile(self._profile)
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _profile(self, frame: FrameType, event: str, _: Any) -> None:  # noqa: ANN401 - as Python has it
        if event != "call" or not _is_ours(frame.f_code):
            return
        if frame not in self._frames:
            self._frames.add(frame)
            self.functions[frame.f_code] += 1
        if frame.f_back is not None and _is_ours(frame.f_back.f_code):
            self.arrows[frame.f_back.f_code, frame.f_code] += 1


def _is_ours(code: CodeType) -> bool:
    path = Path(code.co_filename)
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in TRACED


def _file(code: CodeType) -> str:
    return str(Path(code.co_filename).relative_to(ROOT))


async def move_path(store: Store) -> MovePath:
    """What a move typed in the only match of a channel passes through."""
    env = Env(Damier(store, shard_count=1))
    await env.start()
    try:
        guild = env.create_guild("Club")
        channel = guild.create_text_channel("draughts")
        ann, ben = (guild.add_member(env.create_user(name)) for name in ("ann", "ben"))
        assert env.bot.user is not None
        words = f"{env.bot.user.mention} challenge {ben.mention} frisian white"
        await ann.send(channel, words)
        await ben.click(channel.history()[-1], label="Accept")
        path = MovePath()
        with path.watching():
            await ann.send(channel, MOVE)
        (match,) = await store.matches(status=Status.LIVE)
        if [event.text for event in match.moves] != [MOVE] or await store.outbox.pending():
            raise RuntimeError("The move was not played, or its board not shown.")
        return path
    finally:
        await env.shutdown()


async def measured() -> MovePath:
    """The same, with a database of its own."""
    with TemporaryDirectory() as folder:
        store = await Store.open(str(Path(folder) / "damier.db"))
        try:
            return await move_path(store)
        finally:
            await store.close()


def main() -> None:
    """Prints the figures."""
    path, show = asyncio.run(measured()), sys.stdout.write
    show(f"one move: {path.calls:,} calls in {len(path.functions)} functions, ")
    show(f"{len(path.files)} files; the match loaded {path.loads} times; ")
    show(f"{len(path.pairs)} pairs of files call each other\n")
    if "--files" in sys.argv:
        for file, calls in sorted(path.files.items()):
            show(f"{calls:6} {file}\n")
    for (one, other), lines in path.pairs.items():
        show(f"{one} <-> {other}\n")
        if "--pairs" in sys.argv:
            show("".join(f"       {line}\n" for line in lines))


if __name__ == "__main__":
    main()
