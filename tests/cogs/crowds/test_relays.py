"""Relays: whoever comes first moves."""

from __future__ import annotations

import pytest

from cogs.crowds.controls import CrowdAction
from engine.table.record import Kind, computer, crowd
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text
from tests.cogs.crowds.conftest import crowd_of, gathered, played, pressed, typed

pytestmark = [SHARED, UNSEEN, pytest.mark.usefixtures("thoughts")]


async def test_whoever_comes_first_moves_and_chat_is_left_alone(club: Club) -> None:
    match = await gathered(club, "relay frisian computer 1")
    assert match.people == (crowd(), computer(1))
    match = await typed(club, club.bob, "32-28")
    before = club.newest
    await typed(club, club.carol, "see you at 11:15", "3-1", "draw")
    assert [message for message in club.since(before) if message.author.bot] == []
    await club.carol.send(club.channel, "37-32x")
    match = await typed(club, club.carol, second := match.example)
    assert [played(match)[number] for number in (0, 2)] == ["32-28", second]
    assert {event.person for event in match.moves} == {crowd(), computer(1)}
    assert (await crowd_of(club, match)).people == {club.bob.id, club.carol.id}
    boards = club.store.live_boards  # to fair play this is a rated match
    assert (await boards.versions(["frisian"]))[match.id].rated
    assert match.id in await boards.of_people([club.bob.id])
    await club.bob.send(club.channel, f"{club.me} 4-10")
    assert "The piece on 4 is your opponent's" in club.text()
    assert len((await club.reload(match)).moves) == 4
    before = club.newest
    for number in range(1, 6):
        await club.bob.send(club.channel, f"{club.me} {number}-24")
    assert sum(message.author.bot for message in club.since(before)) == 2  # a flood gets no more


async def test_a_relay_of_a_role_takes_back_and_is_for_all_once_the_role_is_gone(
    club: Club,
) -> None:
    role = club.guild.create_role("Reds")
    dave = club.guild.add_member(club.env.create_user("dave"), roles=[role])
    match = await gathered(club, "relay frisian @Reds computer 1")
    await typed(club, club.bob, "32-28")
    assert "those who have the role" in club.text()
    match = await typed(club, dave, "32-28")
    assert len(match.moves) == 2
    assert "who made the last move" in await pressed(club, club.alice, CrowdAction.RETRACT)
    assert not await pressed(club, dave, CrowdAction.RETRACT)
    match = await club.reload(match)
    assert match.events[-1].kind is Kind.TAKEBACK
    assert not match.moves
    club.env.backend.delete_role(club.guild.id, role.id)
    await club.env.settle()
    await club.env.advance_time(5)
    assert any("is gone: everybody in this channel" in club.text(post) for post in club.public())
    assert len((await typed(club, club.bob, "31-27")).moves) == 2
    assert "no match" in private_text(await club.bob.slash(club.channel, "hint"))


async def test_a_side_offers_and_ends_in_the_name_of_its_role(club: Club) -> None:
    role = club.guild.create_role("Red *foxes*")
    dave = club.guild.add_member(club.env.create_user("dave"), roles=[role])
    await gathered(club, f"relay frisian @Red *foxes* {club.bob.mention}")
    await club.bob.click(club.last, label="Accept")
    await typed(club, dave, "32-28")
    board = next(post for post in reversed(club.public()) if "Resign" in labels(post))
    await club.confirm(club.bob, board, "Resign")
    told = " ".join(club.text(post) for post in club.public())
    assert "White (Red \\*foxes\\*)" in told
    assert "the crowd" not in told


async def test_a_member_plays_a_crowd_whose_people_accept_a_draw_together(club: Club) -> None:
    match = await gathered(club, f"relay frisian {club.bob.mention}")
    await club.bob.click(club.last, label="Accept")
    for who, move in ((club.alice, "32-28"), (club.bob, "19-23"), (club.carol, "28x19")):
        match = await typed(club, who, move)
    assert len(match.moves) == 3
    await club.confirm(club.bob, club.last, "Draw")
    needed = await club.alice.click(club.last, label="Accept")
    assert "still needed: 1" in private_text(needed)
    await club.carol.click(club.last, label="Accept")
    match = await club.reload(match)
    assert match.outcome is not None
    assert [event.person for event in match.events if event.kind is Kind.AGREE] == [crowd()]
