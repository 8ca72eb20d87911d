"""Following a match: whom its posts mention, and when."""

from __future__ import annotations

from simcord import MemberActor

from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text

pytestmark = [SHARED, UNSEEN]


async def follow(club: Club, member: MemberActor, told: str = "end") -> str:
    return private_text(await member.slash(club.channel, "match follow", told=told))


async def finish(club: Club) -> None:
    """Let Bob resign."""
    board = next(m for m in reversed(club.public()) if "Resign" in labels(m))
    asked = await club.bob.click(board, label="Resign")
    assert asked.response is not None
    await club.bob.click(asked.response, label="Yes, I resign")


async def test_a_follower_is_called_at_the_end_alone(club: Club) -> None:
    match = await club.start()
    assert f"told when match #{match.id}," in await follow(club, club.carol)
    await club.play("32-28")
    assert club.pinged() == {club.bob.id}
    assert club.carol.mention not in club.text()
    await finish(club)
    assert club.pinged() == {club.alice.id, club.carol.id}
    assert f"Followers: {club.carol.mention}" in club.text()
    assert await club.store.followers.of(match.id) == {club.carol.id: False}


async def test_a_follower_who_wants_it_is_called_at_each_turn(club: Club) -> None:
    await club.start()
    await follow(club, club.carol, "turns")
    await club.play("32-28")
    first = club.last
    assert club.pinged() == {club.bob.id, club.carol.id}
    await club.play("19-23")
    assert club.pinged() == {club.alice.id, club.carol.id}
    assert "Followers" not in club.text(await club.fetch(first))
    await club.confirm(club.alice, club.last, "Draw")
    assert club.pinged() == {club.bob.id}
    await club.alice.slash(club.channel, "match board")
    assert club.carol.mention not in club.text(club.public()[-1])


async def test_the_panel_of_a_follower_outlives_the_process(club: Club) -> None:
    match = await club.start()
    card = (await club.carol.slash(club.channel, "match show", match=match.id)).response
    assert card is not None
    panel = (await club.carol.click(card, label="Follow")).response
    assert panel is not None
    assert "You do not follow" in panel.content
    await club.carol.click(panel, label="At each turn")
    assert "at each turn" in panel.content
    await club.restart()
    await club.carol.click(panel, label="When it ends")
    assert await club.store.followers.of(match.id) == {club.carol.id: False}
    await club.carol.click(panel, label="Stop")
    assert await club.store.followers.of(match.id) == {}
    await finish(club)
    assert club.pinged() == {club.alice.id}


async def test_typed_and_undone(club: Club) -> None:
    match = await club.start()
    await club.carol.send(club.channel, f"{club.me} follow {match.id} turns")
    assert "at each turn" in club.text()
    assert await club.store.followers.of(match.id) == {club.carol.id: True}
    await club.carol.send(club.channel, f"{club.me} follow turns")
    await club.carol.send(club.channel, f"{club.me} follow end")
    assert await club.store.followers.of(match.id) == {club.carol.id: False}
    await club.carol.send(club.channel, f"{club.me} follow sometimes")
    assert "When do you want to be told?" in club.text()
    await club.carol.send(club.channel, f"{club.me} unfollow")
    assert "You do not follow" in club.text()
    assert await club.store.followers.of(match.id) == {}


async def test_players_and_latecomers_have_nothing_to_follow(club: Club) -> None:
    match = await club.start()
    assert "You play in this match" in await follow(club, club.alice)
    panel = (await club.carol.slash(club.channel, "match show")).response
    assert panel is not None
    await finish(club)
    late = await club.carol.click(panel, label="Follow")
    assert "This match is over." in private_text(late)
    again = await club.carol.slash(club.channel, "match follow", match=match.id)
    assert "This match is over." in private_text(again)


async def test_who_has_left_or_may_not_look_or_wants_no_calls_is_not_named(club: Club) -> None:
    match = await club.start()
    dan, eve, fay = (club.guild.add_member(club.env.create_user(n)) for n in ("dan", "eve", "fay"))
    for member in (club.carol, dan, eve, fay):
        await follow(club, member, "turns")
    await club.hide(club.channel, club.carol)
    await club.bot.preferences.change_person(dan.id, pings=False)
    await club.leave(eve)
    await club.play("32-28")
    assert club.pinged() == {club.bob.id, fay.id}
    for absent in (club.carol, dan, eve):
        assert absent.mention not in club.text()
    assert len(await club.store.followers.of(match.id)) == 4


async def test_so_many_can_follow_and_no_more(club: Club) -> None:
    match = await club.start()
    for number in range(50):
        await club.store.followers.add(match.id, 10**6 + number, turns=False)
    assert "the most that can" in await follow(club, club.carol)


async def test_a_match_that_one_may_not_see_cannot_be_followed(club: Club) -> None:
    match = await club.start()
    await club.hide(club.channel, club.carol)
    lobby = club.guild.create_text_channel("lobby")
    result = await club.carol.slash(lobby, "match follow", match=match.id)
    assert "I do not know that match." in private_text(result)
