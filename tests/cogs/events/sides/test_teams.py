"""A match of two teams: the right to join each team, reserves, the live score, the result."""

from __future__ import annotations

from simcord import ResponseMessage

from cogs.messages.buttons import ControlKind
from engine.table.record import Status
from engine.tournaments.state import Phase
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text
from tests.cogs.events.club import only, pressed
from tests.cogs.events.sides.hall import card_of, move, pass_time, press, resign

pytestmark = [SHARED, UNSEEN]


async def test_two_roles_play_and_a_captain_sends_in_a_reserve(club: Club) -> None:
    red, blue = club.guild.create_role("Lions"), club.guild.create_role("Bears")
    ann, bea = (club.guild.add_member(club.env.create_user(n), roles=[red]) for n in ("ann", "bea"))
    cem, dan, eve = (
        club.guild.add_member(club.env.create_user(name), roles=[blue])
        for name in ("cem", "dan", "eve")
    )
    await club.alice.send(
        club.channel, f"{club.me} teams frysk <@&{red.id}> <@&{blue.id}> 2 boards 1d"
    )
    teams = await only(club)
    assert teams.terms.teams == ("Lions", "Bears")
    await pass_time(club)
    shown = await card_of(club, teams)
    assert f"**Lions, 0 of 2:** <@&{red.id}> nobody yet" in club.text(shown)
    assert labels(shown) == [
        "Join Lions", "Join Bears", "Start", "Rules of this event", "Leave", "Organise"
    ]  # fmt: skip
    assert "members with the role Lions" in await press(club, cem, teams, "Join Lions")
    for who in (ann, bea):
        assert "You play for Lions" in await press(club, who, teams, "Join Lions")
    assert "Each team needs a player" in await press(club, club.alice, teams, "Start")
    for who in (cem, dan):
        await press(club, who, teams, "Join Bears")
    await pass_time(club)
    await pass_time(club)
    assert "You are a reserve of Bears" in await press(club, eve, teams, "Join Bears")
    first, second = await club.matches(Status.LIVE)
    assert first.people == (ann.id, cem.id)
    assert second.people == (dan.id, bea.id)

    await pass_time(club)
    shown = await card_of(club, teams)
    asked = await cem.click(shown, label="Send in a reserve")
    assert isinstance(asked.response, ResponseMessage)
    asked = await cem.select(asked.response, [str(dan.id)])
    assert isinstance(asked.response, ResponseMessage)
    done = await cem.select(asked.response, [str(eve.id)])
    assert "plays at board 2 now" in private_text(done)
    about = f"new:{teams.id}:{ann.id}"
    forged = await pressed(club, bea, ControlKind.SIDES, about, str(eve.id))
    assert "Only the captain" in private_text(forged)
    await pass_time(club)
    live = await club.matches(Status.LIVE)
    assert [match.people for match in live] == [first.people, (eve.id, bea.id)]
    live[1] = await move(club, live[1])
    late = await pressed(club, cem, ControlKind.SIDES, f"new:{teams.id}:{eve.id}", str(dan.id))
    assert f"has moved in match #{live[1].id}" in private_text(late)

    await resign(club, live[0], cem.id)
    await pass_time(club)
    shown = await card_of(club, teams)
    assert "**Lions 1 – 0 Bears**, 1 still playing" in club.text(shown)
    await resign(club, live[1], bea.id)
    await pass_time(club)
    await pass_time(club)
    teams = await club.store.tournaments.load(teams.id)
    assert teams.phase is Phase.OVER
    sheet = club.text()
    assert "**Lions 1 – 1 Bears**" in sheet
    assert f"2. {bea.mention} – {eve.mention} · 0 – 1 · [#" in sheet


async def test_named_people_are_the_teams_and_a_drawn_board_may_be_decided(club: Club) -> None:
    dan = club.guild.add_member(club.env.create_user("dan"))
    named = f"{club.alice.mention} {club.bob.mention} vs {club.carol.mention} {dan.mention}"
    await club.alice.send(club.channel, f"{club.me} teams frysk {named} 2 boards 1d")
    teams = await only(club)
    assert teams.state.named == [[club.alice.id, club.bob.id], [club.carol.id, dan.id]]
    await pass_time(club)
    assert f"({club.alice.mention}, {club.bob.mention})" in club.text(await card_of(club, teams))
    eve = club.guild.add_member(club.env.create_user("eve"))
    assert "you are not among them" in await press(club, eve, teams, "Join Red")
    assert "You play for Blue" in await press(club, dan, teams, "Join Red")


async def test_teams_are_named_as_they_are_typed(club: Club) -> None:
    club.guild.add_member(club.env.create_user("dan"))
    await club.alice.send(club.channel, f"{club.me} teams frisian @alice @Bob vs @carol @dan 1d")
    teams = await only(club)
    first, second = teams.state.named
    assert first == [club.alice.id, club.bob.id]
    assert second[0] == club.carol.id


async def test_roles_are_named_as_they_are_typed(club: Club) -> None:
    roles = [club.guild.create_role(name) for name in ("Red foxes", "Blue")]
    await club.alice.send(club.channel, f"{club.me} teams frisian @Red foxes @blue 1d")
    assert (await only(club)).terms.roles == tuple(role.id for role in roles)


async def test_a_name_that_nobody_has_is_told(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} teams frisian @alice @nobody vs @carol 1d")
    assert "no member called \\@nobody" in club.text()
