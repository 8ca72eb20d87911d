"""Computers move in their matches once a turn, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
from asyncio.subprocess import Process
from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from cogs.computers import computer_players, worker_pool
from cogs.computers.computer_players import ComputerPlayers, Thought
from cogs.computers.worker import answer_to
from cogs.computers.worker_pool import TRIES, ThoughtFailed, ThoughtLost, Workers
from cogs.computers.worker_protocol import Answer, Question, question_of
from cogs.timekeeping.paces import Paces
from data import Store, StoreError
from data.matches.quotas import Admit
from engine.table.match import Match
from engine.table.record import Kind, SeatSetUp, Status, computer
from tests.cogs.computers import conftest
from tests.cogs.computers.conftest import Thoughts, against, answered, exhibited, play
from tests.cogs.conftest import Club
from tests.patience import until

FIRST, SECOND = computer(1), computer(1, 1)


async def test_a_computer_answers_a_move(club: Club, thoughts: Thoughts) -> None:
    match = await against(club, FIRST)
    await club.alice.send(club.channel, "32-28")
    await answered(club)
    match = await club.reload(match)
    assert [event.person for event in match.moves] == [club.alice.id, FIRST]
    assert match.to_act == (0,)
    (question,) = thoughts.asked
    assert (question.level, question.seat, question.seed) == (1, 1, match.id)


async def test_it_thinks_in_a_process_of_its_own(club: Club) -> None:
    match = await against(club, FIRST, seat=1)
    assert [event.person for event in (await club.reload(match)).moves] == [FIRST]
    (process,) = conftest.players(club).workers._running
    await conftest.players(club).cog_unload()
    assert process.returncode is not None


@pytest.mark.usefixtures("thoughts")
async def test_a_computer_begins_where_it_is_first_to_move(club: Club) -> None:
    match = await against(club, FIRST, seat=1)
    assert [event.person for event in (await club.reload(match)).moves] == [FIRST]


@pytest.mark.usefixtures("thoughts")
async def test_several_computers_play_one_after_the_other(club: Club) -> None:
    match = await against(club, FIRST, SECOND, game="chinese-checkers", seat=1)
    position = (await club.reload(match)).position
    await club.alice.send(club.channel, position.write(position.legal_moves()[0]))
    await answered(club)
    match = await club.reload(match)
    assert [event.person for event in match.moves] == [FIRST, club.alice.id, SECOND, FIRST]


@pytest.mark.parametrize("game", ["alliance", "allies"])
@pytest.mark.usefixtures("thoughts")
async def test_computers_set_up_in_secret(
    club: Club, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = count(1)  # real chance repeats a set-up once in thirty times
    monkeypatch.setattr(secrets, "randbits", lambda _: next(chance))
    options: dict[str, Any] = {"setup": "free"} if game == "alliance" else {}
    match = await club.reload(await against(club, FIRST, game=game, **options))
    assert set(match.setting_up) == {
        seat for seat in range(len(match.people)) if not match.is_computers(seat)
    }
    own = match.seats_of(FIRST)
    assert all(match.set_up_of(seat).ready for seat in own)
    other = await club.reload(await against(club, FIRST, game=game, **options))
    assert [match.set_up_of(seat) for seat in own] != [other.set_up_of(seat) for seat in own]


async def test_a_secret_set_up_follows_from_chance_that_nobody_computes(
    club: Club, thoughts: Thoughts
) -> None:
    thoughts.hold()
    match = await against(club, FIRST, game="allies", wait=False)
    await until(lambda: thoughts.asked)
    (seat,) = {one.seat for one in thoughts.asked}
    seed = thoughts.asked[0].seed
    assert seed.bit_length() > 32
    assert (await club.reload(match)).set_up_of(seat) == SeatSetUp(seed=seed)
    another = ComputerPlayers(club.bot)
    another.look(await club.reload(match))  # like a process that begins meanwhile
    await until(lambda: len(thoughts.asked) > 1)
    assert {one.seed for one in thoughts.asked} == {seed}
    thoughts.go_on()
    await answered(club)


async def test_a_turn_that_is_taken_back_is_thought_about_no_more(
    club: Club, thoughts: Thoughts
) -> None:
    match = await against(club, FIRST)
    thoughts.hold()
    await play(club, match, "32-28")
    async with club.store.match(match.id) as table:
        now = table.match.events[-1].at
        table.match = table.match.offer_takeback(club.alice.id, now=now, source=None)
    await play(club, match, "31-27")
    thoughts.go_on()
    await answered(club)
    match = await club.reload(match)
    assert [event.text for event in match.moves][:1] == ["31-27"]
    assert [event.person for event in match.moves] == [club.alice.id, FIRST]
    assert [question.line[-1] for question in thoughts.asked] != []


async def test_a_match_that_ends_meanwhile_stays_as_it_ended(
    club: Club, thoughts: Thoughts
) -> None:
    match = await against(club, FIRST)
    thoughts.hold()
    match = await play(club, match, "32-28")
    async with club.store.match(match.id) as table:
        now = table.match.events[-1].at
        table.match = table.match.resign(club.alice.id, now=now, source=None)
    thoughts.go_on()
    await answered(club)
    match = await club.reload(match)
    assert match.status is Status.OVER
    assert len(match.moves) == 1


async def test_two_answers_to_one_position_are_played_once(club: Club, thoughts: Thoughts) -> None:
    """Two processes have the same match, and each takes the duty as still to be done."""
    match = await against(club, FIRST)
    match = await play(club, match, "32-28")
    await answered(club)
    cog = ComputerPlayers(club.bot)
    assert match.duty is not None
    await cog._work(match, match.duty)
    assert len((await club.reload(match)).moves) == 2
    duty = match.duty
    thought = Thought(await thoughts.think(thoughts.asked[-1]), lowered=False)
    moved = computer_players._done(match, duty, thought, resigns=False, now=match.events[-1].at)
    assert moved.events[-1].source in {e.source for e in (await club.reload(match)).events}


@pytest.mark.usefixtures("thoughts")
async def test_what_nobody_thought_about_is_found_after_a_restart(club: Club) -> None:
    match = await against(club, FIRST)
    club.bot.match_changed.disconnect(conftest.players(club).look)
    await play(club, match, "32-28")
    await club.restart()
    await answered(club)
    assert len((await club.reload(match)).moves) == 2


async def test_a_search_that_fails_is_replaced_by_a_simple_move(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object) -> Any:  # noqa: ANN401 - never returns
        raise ThoughtFailed("IndexError: in the search")

    monkeypatch.setattr(Workers, "think", fails)
    match = await against(club, FIRST)
    with caplog.at_level(logging.ERROR):
        await club.alice.send(club.channel, "32-28")
        await answered(club)
    match = await club.reload(match)
    assert len(match.moves) == 2
    assert match.until(match.since - 1).position.fen() in caplog.text
    assert "in the search" in caplog.text


async def test_a_thought_whose_processes_are_killed_is_begun_again_later(
    club: Club, paces: Paces, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """However many processes are killed, the move is the one that the level plays."""
    monkeypatch.setattr(paces, "lost_thought_pause", timedelta(milliseconds=1))
    killed: list[int] = []
    tell = worker_pool._tell

    def kill(process: Process, line: bytes) -> None:
        tell(process, line)
        if len(killed) < 2 * TRIES:
            killed.append(process.pid)
            os.kill(process.pid, signal.SIGKILL)

    monkeypatch.setattr(worker_pool, "_tell", kill)
    match = await against(club, FIRST)
    with caplog.at_level(logging.ERROR):
        match = await play(club, match, "32-28")
        asked = question_of(match, match.duty) if match.duty else pytest.fail("no duty")
        await answered(club)
    assert len(killed) == len(set(killed)) == 2 * TRIES
    match = await club.reload(match)
    assert match.moves[1].text == answer_to(asked).moves[0]
    position = match.until(match.since - 1).position.fen()
    for seconds in ("0.001", "0.002"):
        assert f"after {position}: The process that thought about it ended" in caplog.text
        assert f"It is thought about again in {seconds} s." in caplog.text


async def test_what_a_person_does_ends_the_wait_for_a_lost_thought(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = asyncio.Event()

    async def dies(*_: object) -> Any:  # noqa: ANN401 - never returns
        lost.set()
        raise ThoughtLost("The process ended.")

    monkeypatch.setattr(Workers, "think", dies)
    match = await against(club, FIRST)
    await play(club, match, "32-28")
    await lost.wait()
    async with club.store.match(match.id) as table:
        now = table.match.events[-1].at
        table.match = table.match.resign(club.alice.id, now=now, source=None)
    await answered(club)
    assert (await club.reload(match)).status is Status.OVER


async def test_an_illegal_answer_is_replaced_by_a_simple_move(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def wrong(*_: object) -> Any:  # noqa: ANN401 - it is an answer
        return Answer(moves=["1-50"])

    monkeypatch.setattr(Workers, "think", wrong)
    match = await against(club, FIRST)
    with caplog.at_level(logging.ERROR):
        await club.alice.send(club.channel, "32-28")
        await answered(club)
    assert len((await club.reload(match)).moves) == 2
    assert "1-50" in caplog.text


@pytest.mark.usefixtures("thoughts")
async def test_a_locked_database_is_tried_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await against(club, FIRST)
    save = Store._save
    failing = [True]

    async def locked(store: Store, before: Match, after: Match, admit: Admit | None = None) -> None:
        if after.events[-1].person == FIRST and failing:
            failing.pop()
            raise StoreError("The database is locked.")
        await save(store, before, after, admit=admit)

    monkeypatch.setattr(Store, "_save", locked)
    await club.alice.send(club.channel, "32-28")
    await answered(club)
    assert len((await club.reload(match)).moves) == 1
    await club.env.advance_time(computer_players.LOOKED_AFTER.total_seconds())
    await answered(club)
    assert len((await club.reload(match)).moves) == 2


async def test_computers_play_each_other_at_a_pace_that_can_be_followed(
    club: Club, thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts.hold()
    match, other = await exhibited(club, [FIRST, SECOND]), await against(club, FIRST, wait=False)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    await computer_players.keep_pace(match, match.events[-1].at, timedelta(seconds=4))
    await computer_players.keep_pace(other, other.events[-1].at, timedelta(seconds=4))
    assert slept == [pytest.approx(4, abs=0.5)]


@pytest.mark.usefixtures("thoughts")
async def test_a_draw_is_declined_early(club: Club) -> None:
    match = await against(club, FIRST)
    await club.alice.send(club.channel, "32-28")
    await answered(club)
    async with club.store.match(match.id) as table:
        now = table.match.events[-1].at
        table.match = table.match.offer_agreement(club.alice.id, "draw", now=now, source=None)
    await answered(club)
    match = await club.reload(match)
    assert (match.events[-1].kind, match.events[-1].person) == (Kind.REFUSE, FIRST)


def test_a_question_is_written_and_read() -> None:
    question = Question("frisian", {"a": 1, "b": "c"}, 2, ["x", "y"], 1, 8, 42, 500, placing=True)
    assert Question.read(question.write()) == question
