"""What is posted where computers play: one post for two turns, unless the answer takes long."""

from __future__ import annotations

import asyncio

import pytest

from cogs.delivery import together
from data import PostState
from engine.table.computers import computer
from tests.cogs.computers.conftest import Thoughts, against, answered, play
from tests.cogs.conftest import Club
from tests.cogs.results import posted
from tests.patience import PATIENCE

FIRST, SECOND = computer(1), computer(1, 1)


async def test_one_post_shows_both_turns(club: Club, thoughts: Thoughts) -> None:
    match = await against(club, FIRST)
    before = len(club.public())
    thoughts.hold()
    await asyncio.gather(club.alice.send(club.channel, "32-28"), soon(thoughts))
    await answered(club)
    match = await club.reload(match)
    theirs, answer = (event.text for event in match.moves)
    assert len(club.public()) == before + 2  # her message and the board
    assert f"White {club.alice.mention} played `{theirs}`." in club.text()
    assert f"played `{answer}`." in club.text()
    assert f"White played {theirs}. Black played {answer}." in club.alt()
    assert club.pinged() == {club.alice.id}
    *_, joined, shown = await club.store.outbox.posts(match.id)
    assert (joined.state, joined.message) == (PostState.JOINED, None)
    assert (shown.state, shown.message) == (PostState.SHOWN, club.last.id)


async def soon(thoughts: Thoughts) -> None:
    await asyncio.sleep(0.3)
    thoughts.go_on()


async def test_where_the_answer_takes_long_the_persons_turn_is_posted_first(
    club: Club, thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "TOGETHER", 0.0)
    match = await against(club, FIRST)
    thoughts.hold()
    await play(club, match, "32-28")
    async with asyncio.timeout(PATIENCE):
        while "thinks (Black)" not in club.text():  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.01)
    assert "played `32-28`" in club.text()
    assert club.pinged() == set()
    thoughts.go_on()
    await answered(club)
    answer = (await club.reload(match)).moves[-1].text
    assert "played `32-28`" in club.text()
    assert f"played `{answer}`" in club.text()
    states = [post.state for post in await club.store.outbox.posts(match.id)]
    assert states == [PostState.SHOWN] * 3


@pytest.mark.usefixtures("thoughts")
async def test_a_draw_is_answered_in_one_post(club: Club) -> None:
    match = await against(club, FIRST)
    await club.alice.send(club.channel, "32-28")
    await answered(club)
    before = len(club.public())
    await club.alice.click(club.last, label="Draw")
    await answered(club)
    assert len(club.public()) == before + 1
    assert "Computer 1 declines a draw; the match goes on." in club.text()
    assert (await club.reload(match)).duty is None


@pytest.mark.usefixtures("thoughts")
async def test_a_takeback_is_one_post(club: Club) -> None:
    match = await against(club, FIRST)
    await club.alice.send(club.channel, "32-28")
    await answered(club)
    before = len(club.public())
    await club.press_more(club.alice, "Take back")
    await posted(club)
    assert len(club.public()) == before + 1
    assert "takes back `32-28`" in club.text()
    assert (await club.reload(match)).moves == ()
