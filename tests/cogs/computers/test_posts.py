"""Posts of matches with computers: one for two turns, unless the computer takes long."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable

import discord
import pytest
from simcord import MemberActor

from cogs.members.mentions import board_link
from cogs.members.visibility import may_see
from cogs.timekeeping.paces import Paces
from data import PostState
from engine.computer import Computer, Thought
from engine.table.record import computer
from tests.cogs.computers.conftest import Thoughts, against, answered, play
from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text
from tests.cogs.results import posted
from tests.nightly import one_of_each_board
from tests.patience import until

pytestmark = SHARED

FIRST, SECOND = computer(1), computer(1, 1)


async def test_one_post_shows_both_turns(club: Club, thoughts: Thoughts) -> None:
    match = await against(club, FIRST)
    before = len(club.public())
    thoughts.hold()
    sent = asyncio.create_task(club.alice.send(club.channel, "32-28"))
    await until(lambda: match.id in club.bot.poster._held)  # the post waits for the answer
    thoughts.go_on()
    await sent
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
    assert not await club.store.outbox.pending()


@pytest.mark.usefixtures("thoughts")
async def test_who_plays_computers_alone_has_the_own_side_at_the_bottom(club: Club) -> None:
    boards = []
    for seat, own_side, opposite in ((1, True, "White"), (1, False, "Black"), (0, True, "Black")):
        await club.bot.preferences.change_person(club.alice.id, own_side=own_side)
        await against(club, FIRST, seat=seat)
        flipped = await club.alice.click(club.last, label="Flip")
        assert f"From the side of {opposite}" in private_text(flipped)
        assert flipped.response is not None
        boards.append(
            [(await picture_of(m)).tobytes() for m in (club.last, flipped.response.message)]
        )
    assert all(posted != turned for posted, turned in boards)


@pytest.mark.usefixtures("thoughts")
async def test_both_turns_are_refused_and_posted_as_one(club: Club) -> None:
    match = await against(club, FIRST)
    route = f"/channels/{club.channel.id}/messages"
    club.env.inject_error("POST", route, status=403, code=50013, times=1)
    await play(club, match, "32-28")
    await answered(club)
    posts = await club.store.outbox.posts(match.id)
    assert [post.state for post in posts[-2:]] == [PostState.REFUSED] * 2
    before = len(club.public())
    await club.bot.poster.retry(channel=club.channel.id)
    await answered(club)
    assert len(club.public()) == before + 1
    posts = await club.store.outbox.posts(match.id)
    assert [post.state for post in posts[-2:]] == [PostState.JOINED, PostState.SHOWN]
    assert not await club.store.outbox.pending()


async def test_where_the_answer_takes_long_the_persons_turn_is_posted_first(
    club: Club, thoughts: Thoughts, paces: Paces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paces, "together", 0.0)
    match = await against(club, FIRST)
    thoughts.hold()
    await play(club, match, "32-28")
    await until(lambda: "thinks (Black)" in club.text())
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
async def test_a_draw_is_offered_in_the_post_of_the_move(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await against(club, FIRST)
    before = len(club.public())
    monkeypatch.setattr(Computer, "think", drawn(Computer.think))
    await club.alice.send(club.channel, "32-28")
    await answered(club)
    match = await club.reload(match)
    assert match.offer is not None
    assert len(club.public()) == before + 2  # her message and the board
    assert "played `32-28`" in club.text()
    assert f"played `{match.moves[-1].text}`" in club.text()
    assert "Computer, level 1 proposes a draw." in club.text()
    assert {"Accept", "Decline"} <= set(labels(club.last))
    await club.alice.click(club.last, label="Accept")
    await answered(club)
    match = await club.reload(match)
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 1)


@pytest.mark.usefixtures("thoughts")
async def test_in_a_battle_an_offer_for_ones_fight_waits_while_the_other_goes_on(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await against(club, FIRST, SECOND, computer(1, 2), game="allies", seat=1)
    monkeypatch.setattr(Computer, "think", drawn(Computer.think))
    async with club.store.match(match.id) as table:
        now = table.match.events[-1].at
        placed = table.match.arrange(club.alice.id, "auto front", chance=random.Random(0))
        table.match = placed.ready(club.alice.id, now=now, source=None)
    await answered(club)
    match = await club.reload(match)
    assert [event.seat for event in match.turns] == [0, 3]
    assert "Computer, level 1 proposes an undecided end to the fight in the west." in club.text()
    assert {"Accept", "Decline"} <= set(labels(club.last))
    await club.alice.click(club.last, label="Decline")
    await answered(club)
    assert (await club.reload(match)).offer is None


def drawn(think: Callable[..., Thought]) -> Callable[..., Thought]:
    """Return ``think`` with every thought saying that nobody wins."""
    return lambda *args, **budget: think(*args, **budget)._replace(drawn=True)


@pytest.mark.usefixtures("thoughts")
async def test_a_draw_is_answered_in_one_post(club: Club) -> None:
    match = await against(club, FIRST)
    await club.alice.send(club.channel, "32-28")
    await answered(club)
    before = len(club.public())
    await club.confirm(club.alice, club.last, "Draw")
    await answered(club)
    assert len(club.public()) == before + 1
    assert "Computer, level 1 declines a draw; the match goes on." in club.text()
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


@pytest.mark.usefixtures("thoughts")
async def test_a_match_in_private_messages_is_posted_there(club: Club) -> None:
    match = await against(club, FIRST, private=True)
    before = len(club.public())
    await play(club, match, "32-28")
    await answered(club)
    posts = club.alice.user.dm_channel.history()
    assert len(club.public()) == before
    assert [club.text(post).count("played `") for post in posts] == [0, 2]
    assert labels(posts[0]) == []
    assert "Legal moves" in labels(posts[1])
    link = await board_link(club.store, match, str)
    assert link == f"[board](https://discord.com/channels/@me/{match.channel}/{posts[1].id})"


@pytest.mark.usefixtures("thoughts")
async def test_a_match_in_private_messages_is_for_its_player_alone(club: Club) -> None:
    match = await against(club, FIRST, private=True)
    assert await may_see(club.store, await member(club, club.alice), match)
    assert not await may_see(club.store, await member(club, club.bob), match)


async def member(club: Club, who: MemberActor) -> discord.Member:
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    return await guild.fetch_member(who.id)


@pytest.mark.usefixtures("thoughts")
@pytest.mark.parametrize("game", one_of_each_board())
async def test_every_game_is_played_and_shown(
    club: Club, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        match = await club.reload(await against(club, FIRST, game=game))
        while match.setting_up:
            await club.alice.send_dm(match.setup.completion)
            await club.alice.send_dm("ready")
            await answered(club)
            match = await club.reload(match)
        for _ in range(3):
            move = match.position.write(match.position.legal_moves()[0])
            await play(club, match, move)
            await answered(club)
            match = await club.reload(match)
    assert match.to_act == (0,)
    assert len(match.turns) >= 6
    assert [post.state for post in await club.store.outbox.posts(match.id)][-1] is PostState.SHOWN
    assert club.text().count("played `") >= 2
    assert caplog.text == ""


@pytest.mark.usefixtures("thoughts")
@pytest.mark.parametrize("together_", [0.0, 60.0], ids=["apart", "together"])
async def test_one_board_is_edited_by_both_turns_and_the_person_is_called(
    club: Club, paces: Paces, monkeypatch: pytest.MonkeyPatch, together_: float
) -> None:
    monkeypatch.setattr(paces, "together", together_)
    await club.bot.preferences.change_server(club.guild.id, boards="one")
    match = await against(club, FIRST)
    board = club.last
    await play(club, match, "32-28")
    await answered(club)
    answer = (await club.reload(match)).moves[-1].text
    text = club.text(await club.fetch(board))
    assert "played `32-28`" in text
    assert f"played `{answer}`" in text
    assert f"{club.alice.mention}, it is your turn: [" in club.text()
    shown = [post for post in await club.store.outbox.posts(match.id) if post.stands]
    assert [(post.message, post.call) for post in shown][-1] == (board.id, club.last.id)
