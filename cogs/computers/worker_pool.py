"""The processes in which computers think: started when needed, replaced, and ended when idle.

There are as many simultaneous thoughts as processes; the most important one goes first.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Coroutine, Mapping
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from cogs.computers.worker_load import Load, fewer_nodes
from cogs.computers.worker_protocol import Answer, Enough, Question
from cogs.timekeeping.paces import Paces
from engine.computer.compiling import compiled

log = logging.getLogger(__name__)

ROOT: Final = Path(__file__).parents[2]

NICENESS: Final = 10
"""The niceness added to the thinking processes, so that the bot's own process comes first."""

LONGEST_LINE: Final = 1 << 22
"""The most bytes of an answer."""

TRIES: Final = 3
"""The most times that a question is asked, each time of another process, if processes die."""


class Rank(IntEnum):
    """The purposes of thoughts; a lower one is served first."""

    MATCH = 0
    """A computer is to move in a match, and its players are waiting."""
    HINT = 1
    """One person waits for a short thought."""
    REVIEW = 2
    """A thought that is one of many, and may take its time."""
    PUZZLES = 3
    """Nobody waits for the thought."""


class ThoughtFailed(Exception):
    """A question got no answer; the text says why."""


class ThoughtLost(ThoughtFailed):
    """The process of a question died or did not answer in time; another process may answer it."""


class _Study:
    """A question that no match waits for, and the process that thinks about it.

    Once the study ``is_over``, its answer is useless: the process is wanted for another question.
    """

    def __init__(self, rank: Rank) -> None:
        self.rank = rank
        self.process: Process | None = None
        self.is_over = False

    def end(self) -> None:
        """End the study, and make its process stop thinking."""
        self.is_over = True
        if self.process is not None:
            _tell(self.process, Enough(0).write())


class Workers:
    """A pool of thinking processes, at most one for each core.

    Questions are served by rank, and then in order: computers to move go before all studies.
    ``load`` counts only the questions of computers to move.
    """

    def __init__(self, paces: Paces | None = None, most: int | None = None) -> None:
        self._paces, self._most = paces or Paces(), most or _cores()
        self.load = Load(self._most)
        self._places = Places(self._most)
        self._studies: set[_Study] = set()
        self._idle: list[tuple[float, Process]] = []
        self._running: set[Process] = set()
        self._asked: dict[Process, Question] = {}
        self._exchanges: set[asyncio.Task[Answer]] = set()
        self._environment: Mapping[str, str] | None = None
        self._closed = False

    @property
    def processes(self) -> int:
        """The number of processes now, idle ones included."""
        return len(self._running)

    async def think(self, question: Question) -> Answer:
        """Return the answer to a match's question.

        Raises ThoughtFailed, and ThoughtLost if the question may be asked again later. If this
        question increases the load, running thoughts get fewer nodes at once. A cancelled caller
        leaves at once; the process finishes its thought and is then free.
        """
        asked = monotonic()
        with self.load.waiting(question):
            self._hurry()
            question = self._limited(question)
            await self._take(Rank.MATCH)
        thought = self._match_thought(question, asked)
        return await asyncio.shield(self._begun(thought, Rank.MATCH))

    async def study(self, question: Question, rank: Rank = Rank.REVIEW) -> Answer:
        """Return the answer to a question that no match waits for. Raises ThoughtFailed.

        A question of a lower rank may take the process at once; this one is then asked again later.
        The question is neither counted in ``load`` nor shortened under load. If the caller is
        cancelled, the process stops thinking.
        """
        while True:
            await self._take(rank)
            study = _Study(rank)
            self._studies.add(study)
            exchange = self._begun(self._answered(question, study), rank)
            try:
                answer = await asyncio.shield(exchange)
            except asyncio.CancelledError:
                study.end()
                raise
            finally:
                self._studies.discard(study)
            if not study.is_over:
                return answer

    async def _take(self, rank: Rank) -> None:
        """Take a place: a free one, or that of a study of a higher rank, which is ended."""
        if not self._places.is_free(rank):
            going_on = [study for study in self._studies if not study.is_over]
            last = max(going_on, key=lambda study: study.rank, default=None)
            if last is not None and last.rank > rank:
                last.end()
        await self._places.take(rank)

    def _begun(self, thought: Coroutine[Any, Any, Answer], rank: Rank) -> asyncio.Task[Answer]:
        """Return the task of a thought that has a place; when done, it gives the place back."""
        exchange = asyncio.create_task(thought, name="a thought")
        self._exchanges.add(exchange)
        exchange.add_done_callback(lambda done: self._exchanged(done, rank))
        return exchange

    async def close(self) -> None:
        """End all processes; their thoughts are lost."""
        self._closed = True
        for exchange in self._exchanges:
            exchange.cancel()
        await asyncio.gather(*self._exchanges, return_exceptions=True)
        for process in [*self._running]:
            await self._end(process)

    def _exchanged(self, exchange: asyncio.Task[Answer], rank: Rank) -> None:
        self._exchanges.discard(exchange)
        self._places.leave(rank)
        if not exchange.cancelled():
            exchange.exception()  # so that nothing is logged if the caller was cancelled

    async def _match_thought(self, question: Question, asked: float) -> Answer:
        with self.load.thinking(asked):
            return await self._answered(question)

    async def _answered(self, question: Question, study: _Study | None = None) -> Answer:
        """Return the answer to a question; if its process dies, ask another, ``TRIES`` in all.

        After a timeout, the question is asked with fewer nodes. Raises ThoughtFailed.
        """
        tries = 1
        while True:
            try:
                return await self._exchange(question, study)
            except ThoughtLost as error:
                log.warning(
                    "Try %s of %s%s, after %s in %s: %s",
                    tries,
                    TRIES,
                    f" in match {question.match}" if question.match else "",
                    question.line[-1],
                    question.game,
                    error,
                )
                if tries == TRIES or (study is not None and study.is_over):
                    raise
                tries += 1
                if isinstance(error.__cause__, TimeoutError):
                    question = replace(question, nodes=fewer_nodes(question))

    async def _exchange(self, question: Question, study: _Study | None = None) -> Answer:
        """Return a process's answer; the process is then idle, or killed if it did not answer.

        Raises ThoughtLost if it did not answer, and ThoughtFailed if the answer is an error.
        """
        process: Process | None = None
        try:
            process = await self._process()
            begin = monotonic()
            self._ask(process, question, study)
            answer = await asyncio.wait_for(_answer_of(process), self._paces.thought_within)
            self.load.learn(question, answer.nodes, monotonic() - begin)
        except TimeoutError as error:
            raise ThoughtLost(f"It took longer than {self._paces.thought_within:.0f} s.") from error
        except (OSError, ValueError, EOFError) as error:
            raise ThoughtLost(f"The process that thought about it ended: {error!r}") from error
        else:
            self._rest(process)
            process = None
        finally:
            if study is not None:
                study.process = None
            if process is not None:
                await self._end(process)
        if answer.error:
            raise ThoughtFailed(answer.error)
        return answer

    def _ask(self, process: Process, question: Question, study: _Study | None) -> None:
        """Send a process its question; a match's gets no more nodes than there is time for."""
        if study is None:
            self._asked[process] = question = self._limited(question)
        else:
            study.process = process
        _tell(process, question.write())
        if study is not None and study.is_over:
            study.end()

    def _limited(self, question: Question) -> Question:
        """Return a question with no more nodes than there is time for now.

        A question is limited already when it begins to wait: after a wait for many others, nobody
        should also wait for a full thought.
        """
        nodes = self.load.nodes_for(question)
        if nodes is None or (question.nodes and question.nodes <= nodes):
            return question
        return replace(question, nodes=nodes)

    def _hurry(self) -> None:
        """Limit the tables' questions being answered to the nodes they would get now.

        Otherwise all questions asked at the same time would wait for the full thoughts of the
        first.
        """
        for process, question in self._asked.items():
            limited = self._limited(question)
            if limited.nodes and limited != question:
                self._asked[process] = limited
                _tell(process, Enough(limited.nodes).write())

    # Processes

    async def _process(self) -> Process:
        """Return an idle process, or a new one."""
        while self._idle:
            _, process = self._idle.pop()
            if process.returncode is None:
                return process
            self._running.discard(process)
        if self._environment is None:
            self._environment = await asyncio.to_thread(_environment)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "cogs.computers.worker", str(NICENESS),
            stdin=PIPE, stdout=PIPE, env=self._environment, limit=LONGEST_LINE,
        )  # fmt: skip
        self._running.add(process)
        return process

    def _rest(self, process: Process) -> None:
        """Keep an idle process for the next question, for ``Paces.idle_for`` seconds."""
        self._asked.pop(process, None)
        if self._closed:
            return
        now = monotonic()
        self._idle.append((now, process))
        asyncio.get_running_loop().call_later(self._paces.idle_for, self._give_back, now)

    def _give_back(self, long_ago: float) -> None:
        """Close the input of processes idle since ``long_ago`` or longer, which ends them."""
        idle, self._idle = self._idle, []
        for since, process in idle:
            if since > long_ago:
                self._idle.append((since, process))
            else:
                self._running.discard(process)
                if process.stdin is not None:
                    process.stdin.close()

    async def _end(self, process: Process) -> None:
        self._running.discard(process)
        self._asked.pop(process, None)
        if process.returncode is None:
            process.kill()
        await process.wait()


def _tell(process: Process, line: bytes) -> None:
    if process.stdin is not None:
        process.stdin.write(line)


async def _answer_of(process: Process) -> Answer:
    """Return a process's answer. Raises EOFError or OSError if it has died."""
    if process.stdin is None or process.stdout is None:
        raise EOFError
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    return Answer.read(line)


def _environment() -> Mapping[str, str]:
    """Return a process's environment, with the path of the engine, compiled if available."""
    paths = [str(path) for path in (compiled(), ROOT) if path is not None]
    inherited = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, *filter(None, [inherited])])}


def _cores() -> int:
    """Return the number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only some systems have it
        return os.cpu_count() or 1


class _Waiting(NamedTuple):
    """A waiting thought; ``served`` is done once it has a place, or is cancelled."""

    rank: Rank
    number: int
    served: asyncio.Future[None]


class Places:
    """The places for thoughts. Within a rank, the longest wait is served first.

    If there are several places, reviews and puzzles together never hold all: one is left for a hint
    or a match.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[Rank] = Counter()
        self._waiting: list[_Waiting] = []
        self._number = 0

    async def take(self, rank: Rank) -> None:
        """Wait for a place, and take it."""
        if not self._waiting and self.is_free(rank):
            self._held[rank] += 1
            return
        self._number += 1
        waiting = _Waiting(rank, self._number, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._serve()
        try:
            await waiting.served
        except asyncio.CancelledError:
            if waiting.served.cancelled():
                self._waiting.remove(waiting)
            else:
                self.leave(rank)
            raise

    def leave(self, rank: Rank) -> None:
        """Give a place back."""
        self._held[rank] -= 1
        self._serve()

    def is_free(self, rank: Rank) -> bool:
        """Return whether there is a place for a thought of a rank."""
        if rank >= Rank.REVIEW:
            patient = self._held[Rank.REVIEW] + self._held[Rank.PUZZLES]
            if patient >= max(self._most - 1, 1):
                return False
        return self._held.total() < self._most

    def _serve(self) -> None:
        """Give the free places to the thoughts that wait."""
        for waiting in sorted(self._waiting):
            if waiting.served.done() or not self.is_free(waiting.rank):
                continue
            self._waiting.remove(waiting)
            self._held[waiting.rank] += 1
            waiting.served.set_result(None)
