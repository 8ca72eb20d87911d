"""Recovery: permissions, channels and servers that go and come back, and failures."""

from __future__ import annotations

import pytest

from cogs.operating import recovery
from data import PostState
from engine.table.record import Status
from tests.cogs.conftest import Club, labels, private_text


async def test_a_board_that_may_not_be_posted_is_posted_when_permission_is_back(
    club: Club,
) -> None:
    match = await club.start()
    await club.forbid("send_messages")
    await club.alice.slash(club.channel, "move", move="32-28")
    posts = await club.store.outbox.posts(match.id)
    assert posts[-1].state is PostState.REFUSED
    assert club.complaints() == 2
    await club.bob.slash(club.channel, "move", move="19-23")
    assert club.complaints() == 2
    await club.forbid()
    shown = [club.text(message) for message in club.public()]
    assert "played `32-28`" in shown[-2]
    assert "played `19-23`" in shown[-1]
    assert "Legal moves" in labels(club.public()[-1])


async def test_a_match_whose_channel_is_gone_goes_on_where_a_player_asks_for_it(
    club: Club,
) -> None:
    match = await club.start()
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    other = club.guild.create_text_channel("elsewhere")
    result = await club.alice.slash(other, "board")
    assert "Here is the board." in private_text(result)
    assert (await club.store.load(match.id)).channel == other.id
    await club.alice.send(other, "32-28")
    assert "played `32-28`" in club.text(other.history()[-1])


async def test_a_member_who_leaves_keeps_their_match(club: Club) -> None:
    match = await club.start()
    club.guild.remove_member(club.bob)
    await club.env.settle()
    await club.play("32-28")
    assert (await club.store.load(match.id)).status is Status.LIVE
    assert "played `32-28`" in club.text()


async def test_the_boards_that_are_played_on_are_drawn_after_the_start(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[tuple[int, int]]()
    monkeypatch.setattr(recovery, "draw", lambda match, seat: drawn.append((match.id, seat)))
    match = await club.start()
    await club.restart()
    assert drawn == [(match.id, 0), (match.id, 1)]
