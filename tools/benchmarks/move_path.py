"""The functions that one typed move passes through: ``python -m tools.benchmarks.move_path``.

The real bot runs in a simulated Discord, with a database on disk. A match is started, and ``32-28``
is typed in its channel. Every function of ours that is called from the message until the post is
marked as shown is counted; those that draw the board in a worker thread are counted apart.
``--files`` lists the files with the calls in each, and ``--pairs`` the calls between files that
call each other.
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

from cogs.client.client import Damier
from cogs.extension import prepare
from data import Store
from engine.table.record import Status
from tests.simulator import patient, patient_paces

ROOT = Path(__file__).parents[2]
TRACED = ("bot.py", "cogs", "data", "engine", "render")
MOVE = "32-28"


class MovePath:
    """The functions called during `watching`, with their callers.

    ``functions`` are those called in the event loop, ``drawing`` those called in worker threads.
    """

    def __init__(self) -> None:
        self.functions: Counter[CodeType] = Counter()
        self.drawing: Counter[CodeType] = Counter()
        self._arrows: Counter[tuple[CodeType, CodeType]] = Counter()
        self._loop_thread = threading.get_ident()
        self._frames: set[FrameType] = set()  # kept, so that no two frames are the same object

    @property
    def files(self) -> Counter[str]:
        """The files of the event loop's functions, with the number of calls in each."""
        return _by_file(self.functions)

    @property
    def files_drawing(self) -> Counter[str]:
        """The files with functions called only in worker threads, with the calls in each."""
        files = self.files
        found = _by_file(self.drawing)
        return Counter({file: calls for file, calls in found.items() if file not in files})

    @property
    def loads(self) -> int:
        """The number of times that a match was loaded."""
        return sum(
            calls
            for code, calls in self.functions.items()
            if (_file(code), code.co_qualname) == ("data/store.py", "Store._find")
        )

    @property
    def pairs(self) -> dict[tuple[str, str], list[str]]:
        """The pairs of files that call each other, with the calls in both directions.

        An object's calls of its own methods, such as an overridden one, do not count.
        """
        between: dict[tuple[str, str], list[str]] = {}
        for (caller, called), count in self._arrows.items():
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
        """Count the calls made in the block, also those in worker threads, which are new ones."""
        threading.setprofile(self._profile)
        workers = ThreadPoolExecutor()
        asyncio.get_running_loop().set_default_executor(workers)
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _profile(self, frame: FrameType, event: str, _: Any) -> None:  # noqa: ANN401 - as Python has it
        if event != "call" or not _is_ours(frame.f_code):
            return
        if frame not in self._frames:  # a generator or coroutine that goes on is no new call
            self._frames.add(frame)
            here = threading.get_ident() == self._loop_thread
            (self.functions if here else self.drawing)[frame.f_code] += 1
        caller = frame.f_back
        if caller is not None and _is_ours(caller.f_code) and not _is_one_object(caller, frame):
            self._arrows[caller.f_code, frame.f_code] += 1


def _is_ours(code: CodeType) -> bool:
    path = Path(code.co_filename)
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in TRACED


def _is_one_object(caller: FrameType, called: FrameType) -> bool:
    own = _object_of(called)
    return own is not None and _object_of(caller) is own


def _object_of(frame: FrameType) -> object:
    """Return the object whose method runs, or None; a wrapper around a method counts as it."""
    given = frame.f_locals
    return given["self"] if "self" in given else next(iter(given.get("args", ())), None)


def _file(code: CodeType) -> str:
    return str(Path(code.co_filename).relative_to(ROOT))


def _by_file(functions: Counter[CodeType]) -> Counter[str]:
    found: Counter[str] = Counter()
    for code, calls in functions.items():
        found[_file(code)] += calls
    return found


async def move_path(store: Store) -> MovePath:
    """Return the path of a move typed in a channel with a single match.

    Raises RuntimeError if the move is not played and shown.
    """
    prepare()
    env = Env(Damier(store, shard_count=1, paces=patient_paces()))
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
    """Return the path of a move, with the database in a temporary folder."""
    with TemporaryDirectory() as folder:
        store = await Store.open(str(Path(folder) / "damier.db"))
        try:
            with patient():
                return await move_path(store)
        finally:
            await store.close()


def main() -> None:
    """Print the figures."""
    path, show = asyncio.run(measured()), sys.stdout.write
    calls, functions, files = path.functions.total(), len(path.functions), path.files
    show(f"one move: {calls:,} calls of {functions} functions in {len(files)} files\n")
    calls, functions, drawing = path.drawing.total(), len(path.drawing), path.files_drawing
    show(f"its board: {calls:,} calls of {functions} functions, in {len(drawing)} more files\n")
    show(f"matches loaded: {path.loads}\n")
    show(f"pairs of files that call each other: {len(path.pairs)}\n")
    if "--files" in sys.argv:
        for heading, counted in (("move", files), ("board", drawing)):
            for file, count in sorted(counted.items()):
                show(f"{heading:6}{count:6} {file}\n")
    for (one, other), lines in path.pairs.items():
        show(f"{one} <-> {other}\n")
        if "--pairs" in sys.argv:
            show("".join(f"    {line}\n" for line in lines))


if __name__ == "__main__":
    main()
