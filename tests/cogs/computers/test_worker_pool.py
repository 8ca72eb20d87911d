"""The processes in which computers think."""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

import engine
from cogs.computers import worker_load, worker_pool
from cogs.computers.worker import answer_to
from cogs.computers.worker_load import Load
from cogs.computers.worker_pool import (
    NICENESS,
    TRIES,
    Places,
    Rank,
    ThoughtFailed,
    ThoughtLost,
    Workers,
    _Study,
)
from cogs.computers.worker_protocol import Answer, Enough, Question, about
from cogs.timekeeping.paces import Paces
from tests.cogs.conftest import SHARED
from tests.patience import PATIENCE

START = engine.games["frisian"].start()
QUESTION = Question("frisian", {}, 2, [START.fen()], seat=0, level=1, seed=3)
LONG = replace(QUESTION, level=8, nodes=20_000)
WRONG = replace(QUESTION, line=["nonsense"])


pytestmark = SHARED  # the tests share the pool, not a bot


class ToldWorkers(Workers):
    """A pool that puts each process it asks into ``asks``.

    A test that only looked now and then could miss a short thought.
    """

    def __init__(self, paces: Paces) -> None:
        super().__init__(paces, 1)
        self.asks: asyncio.Queue[Process] = asyncio.Queue()

    def _ask(self, process: Process, question: Question, study: _Study | None) -> None:
        super()._ask(process, question, study)
        self.asks.put_nowait(process)

    async def begun(self) -> Process:
        """Wait until a process is asked, and return it."""
        return await asyncio.wait_for(self.asks.get(), PATIENCE)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_pool() -> AsyncIterator[ToldWorkers]:
    """A pool for all tests of the file, which gives a busy machine enough time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_pool, "NICENESS", NICENESS)
        found = ToldWorkers(Paces(thought_within=10 * PATIENCE))
        yield found
        await found.close()


@pytest.fixture
def pool(shared_pool: ToldWorkers) -> ToldWorkers:
    """The shared pool, with the process that the previous test left and an empty ``asks``."""
    shared_pool.asks = asyncio.Queue()
    return shared_pool


async def test_the_answer_is_what_the_computer_thinks(pool: ToldWorkers) -> None:
    assert await pool.think(QUESTION) == answer_to(QUESTION)


async def test_a_process_is_kept_for_the_next_question(pool: ToldWorkers) -> None:
    await pool.think(QUESTION)
    first = set(pool._running)
    await pool.think(QUESTION)
    assert pool._running == first
    (process,) = first
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(ours + NICENESS, 19)


async def test_a_thought_whose_process_is_killed_is_thought_again(
    pool: ToldWorkers, caplog: pytest.LogCaptureFixture
) -> None:
    thought = asyncio.create_task(pool.think(replace(LONG, match=7)))
    for _ in range(1, TRIES):
        process = await pool.begun()
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
    assert await thought == answer_to(LONG)
    for number in range(1, TRIES):
        assert f"Try {number} of {TRIES} in match 7, after {START.fen()}" in caplog.text


async def test_a_study_whose_process_is_killed_is_thought_again(pool: ToldWorkers) -> None:
    thought = asyncio.create_task(pool.study(LONG))
    await pool.begun()
    (process,) = pool._running
    os.kill(process.pid, signal.SIGKILL)
    assert await thought == answer_to(LONG)
    assert process not in pool._running


async def test_a_thought_is_lost_whose_processes_are_killed_each_time(pool: ToldWorkers) -> None:
    thought = asyncio.create_task(pool.think(LONG))
    for _ in range(TRIES):
        process = await pool.begun()
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
    with pytest.raises(ThoughtLost, match="ended"):
        await thought
    assert (await pool.think(QUESTION)).moves


async def test_a_process_that_died_idle_is_replaced_unnoticed(pool: ToldWorkers) -> None:
    await pool.think(QUESTION)
    (process,) = pool._running
    process.kill()
    await process.wait()
    assert (await pool.think(QUESTION)).moves


async def test_an_error_is_told_and_the_process_lives_on(pool: ToldWorkers) -> None:
    with pytest.raises(ThoughtFailed, match="InvalidPosition"):
        await pool.think(WRONG)
    (process,) = pool._running
    assert process.returncode is None
    assert (await pool.think(QUESTION)).moves


async def test_a_thought_without_end_is_ended(
    pool: ToldWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pool.think(QUESTION)
    (process,) = pool._running
    monkeypatch.setattr(pool._paces, "thought_within", 0)
    with pytest.raises(ThoughtLost, match="longer"):
        await pool.think(LONG)
    assert process.returncode is not None


async def test_a_thought_that_took_too_long_is_thought_again_with_fewer_nodes(
    pool: ToldWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Question] = []

    async def suspended(_: Process) -> Answer:
        asked.extend(pool._asked.values())
        raise TimeoutError

    monkeypatch.setattr(worker_pool, "_answer_of", suspended)
    with pytest.raises(ThoughtLost):
        await pool.think(LONG)
    assert [question.nodes for question in asked] == [20_000, 5_000, 1_250]


async def test_who_waits_longest_is_served_first(pool: ToldWorkers) -> None:
    served: list[int] = []

    async def think(number: int) -> None:
        await pool.think(QUESTION)
        served.append(number)

    await asyncio.gather(*map(think, range(8)))
    assert served == list(range(8))


async def test_a_caller_that_leaves_does_not_get_the_next_ones_answer(pool: ToldWorkers) -> None:
    left = asyncio.create_task(pool.think(LONG))
    await pool.begun()
    left.cancel()
    with pytest.raises(asyncio.CancelledError):
        await left
    assert await pool.think(QUESTION) == answer_to(QUESTION)
    assert pool.load.thinking_now == pool.load.waiting_now == 0


async def test_who_thinks_hurries_when_others_wait(
    pool: ToldWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = replace(QUESTION, level=8, nodes=1 << 40)
    with monkeypatch.context() as patch:
        patch.setattr(worker_load, "MOST_HALVINGS", 0)
        first = asyncio.create_task(pool.think(endless))
        await pool.begun()
    others = [
        asyncio.create_task(pool.think(replace(QUESTION, level=8, seed=seed))) for seed in range(20)
    ]
    assert (await first).depth > 0
    for other in others:
        other.cancel()
    await asyncio.gather(*others, return_exceptions=True)


async def test_what_is_enough_for_one_question_is_not_for_the_next(pool: ToldWorkers) -> None:
    await pool.think(QUESTION)
    (process,) = pool._running
    assert process.stdin is not None
    process.stdin.write(Enough(1).write())
    assert await pool.think(LONG) == answer_to(LONG)


async def test_a_study_gives_its_process_to_a_table_and_is_asked_again(pool: ToldWorkers) -> None:
    served: list[str] = []

    async def think() -> None:
        await pool.think(QUESTION)
        served.append("table")

    async def study(rank: Rank) -> Answer:
        answer = await pool.study(LONG, rank)
        served.append(rank.name)
        return answer

    review = asyncio.create_task(study(Rank.REVIEW))
    await pool.begun()
    first, second, third, _ = await asyncio.gather(
        review, study(Rank.HINT), study(Rank.PUZZLES), think()
    )
    assert served == ["table", "HINT", "REVIEW", "PUZZLES"]
    assert first == second == third == answer_to(LONG)
    assert pool.load.budget == "1"


async def test_a_study_that_nobody_waits_for_is_left_off(pool: ToldWorkers) -> None:
    endless = asyncio.create_task(pool.study(replace(LONG, nodes=1 << 40)))
    await pool.begun()
    endless.cancel()
    with pytest.raises(asyncio.CancelledError):
        await endless
    assert await pool.think(QUESTION) == answer_to(QUESTION)


async def test_a_review_leaves_a_place_for_who_comes_next() -> None:
    places = Places(3)
    for _ in range(2):
        await places.take(Rank.REVIEW)
    third = asyncio.create_task(places.take(Rank.REVIEW))
    await asyncio.sleep(0)
    assert not third.done()
    await places.take(Rank.HINT)
    assert not places.is_free(Rank.MATCH)
    places.leave(Rank.REVIEW)
    await third
    left = asyncio.create_task(places.take(Rank.MATCH))
    await asyncio.sleep(0)
    left.cancel()
    places.leave(Rank.HINT)
    await places.take(Rank.MATCH)


async def test_any_line_of_positions_can_be_asked_about(pool: ToldWorkers) -> None:
    first = START.play(START.parse("32-28"))
    answer = await pool.study(about([START, first], nodes=3000))
    assert answer.variation[:1] == list(answer.moves)
    assert len(answer.variation) > 1
    position = first
    for text in answer.variation:
        position = position.play(position.parse(text))


async def test_idle_processes_are_given_back(
    pool: ToldWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool._paces, "idle_for", 0.1)
    await pool.think(QUESTION)
    (process,) = pool._running
    assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    assert not pool._running
    assert (await pool.think(QUESTION)).moves


async def test_no_process_is_started_before_it_is_needed() -> None:
    pool = Workers()
    assert not pool._running
    await pool.close()


# Load


def waiting(load: Load, question: Question, count: int) -> ExitStack:
    """Have ``count`` thoughts wait until the returned stack is closed."""
    stack = ExitStack()
    for _ in range(count):
        stack.enter_context(load.waiting(question))
    return stack


STRONG, WEAK = replace(QUESTION, level=8), replace(QUESTION, level=2)


def test_the_budget_is_halved_before_anybody_waits_long() -> None:
    load = Load(processes=2)
    assert (load.budget, load.nodes_for(STRONG)) == ("1", None)
    with waiting(load, STRONG, 3):
        once = load.nodes_for(STRONG)
    with waiting(load, STRONG, 12):
        thrice = load.nodes_for(STRONG)
        assert load.budget == "1/8"
        assert load.nodes_for(WEAK) is None
        assert load.nodes_for(replace(STRONG, placing=True)) is None
    assert once is not None
    assert thrice is not None
    assert once == 4 * thrice
    assert (load.budget, load.waiting_now) == ("1", 0)


def test_the_easier_side_is_halved_from_the_fewer_nodes_that_it_has() -> None:
    soldiers = replace(STRONG, game="assaut", level=7, seat=0)
    load = Load(processes=2)
    with waiting(load, STRONG, 3):
        nodes = [load.nodes_for(replace(soldiers, seat=seat)) for seat in (0, 1)]
    assert nodes == [15_000, 40_000]


def test_many_who_think_little_leave_the_others_their_budget() -> None:
    load = Load(processes=2)
    with waiting(load, WEAK, 100):
        assert load.budget == "1"


def test_how_fast_the_machine_is_counts() -> None:
    load = Load(processes=1)
    with waiting(load, STRONG, 50):
        assert load.budget == "1/64"
    for _ in range(50):
        load.learn(STRONG, nodes=300_000, seconds=0.02)
    with waiting(load, STRONG, 50):
        assert load.budget == "1"
    for _ in range(50):
        load.learn(STRONG, nodes=4, seconds=0.05)  # of a forced move
    with waiting(load, STRONG, 50):
        assert load.budget == "1"


def test_the_event_loop_does_not_load_what_only_computers_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unexpected(_: engine.Position) -> None:
        pytest.fail("that takes long")

    for name, game in engine.games.items():
        start = game.start()
        with monkeypatch.context() as patch:
            patch.setattr(type(start), "thinking", property(unexpected))
            question = Question(name, start.options, len(start.seats), [start.fen()], 0, 8, 1)
            waiting(Load(processes=1), question, 1).close()


def test_the_slowest_answer_is_told_once() -> None:
    load = Load(processes=1)
    with load.thinking(asked=0.0):
        pass
    assert load.take_longest() > 0
    assert load.take_longest() == 0


def test_an_answer_is_written_and_read() -> None:
    answer = Answer(["32-28"], -35, 7, 1234, variation=["32-28", "19-23"])
    assert Answer.read(answer.write()) == answer


def test_a_compiled_engine_is_found_before_its_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    monkeypatch.setattr(worker_pool, "compiled", lambda: tmp_path)
    found = worker_pool._environment()["PYTHONPATH"].split(os.pathsep)
    assert found == [str(tmp_path), str(worker_pool.ROOT), "elsewhere"]
    monkeypatch.setattr(worker_pool, "compiled", lambda: None)
    assert worker_pool._environment()["PYTHONPATH"].split(os.pathsep)[0] == str(worker_pool.ROOT)
