"""A simultaneous exhibition is created, joined, played at all boards, and ends with a result."""

from __future__ import annotations

import re

import pytest
from simcord import ResponseMessage

from cogs.events.conducting.director import ALL_LOOKED_AFTER
from cogs.events.conducting.losses import ASKED_EVERY
from cogs.messages.buttons import ControlKind
from cogs.timekeeping.paces import USUAL
from engine.table.record import Status, computer, is_computer
from engine.tournaments.state import Phase
from engine.tournaments.terms import HostsSeat
from tests.cogs.conftest import SHARED, Club, alt_of, labels, private_text
from tests.cogs.events.club import only, pressed
from tests.cogs.events.sides.hall import card_of, move, pass_time, press, resign

pytestmark = SHARED


async def test_one_plays_against_all_and_the_card_shows_their_boards(club: Club) -> None:
    await club.alice.slash(club.channel, "people block", person=club.carol)
    await club.alice.send(club.channel, f"{club.me} simul frysk 3 boards 1d fill level 1")
    await pass_time(club)
    simul = await only(club)
    assert simul.sides.host == club.alice.id
    shown = await card_of(club, simul)
    assert labels(shown) == ["Join", "Start", "Rules of this event", "Leave", "Organise"]
    assert "**0 of 3 boards taken:** nobody yet\nComputers of level 1 take" in club.text(shown)
    assert "You are in" in await press(club, club.bob, simul, "Join")
    assert await press(club, club.bob, simul, "Join") == "You are in already."
    assert "You cannot join this one" in await press(club, club.carol, simul, "Join")
    assert "The host or the organiser" in await press(club, club.bob, simul, "Start")
    assert "Without its host" in await press(club, club.alice, simul, "Leave")
    assert "It begins" in await press(club, club.alice, simul, "Start")
    old = await pressed(club, club.alice, ControlKind.SIDES, f"start:{simul.id}")
    assert private_text(old) == "It has begun already."
    await pass_time(club)
    matches = await club.matches(Status.LIVE)
    assert [is_computer(match.people[1]) for match in matches] == [False, True, True]
    shown = await card_of(club, simul)
    assert "3 still playing" in club.text(shown)
    assert "Board 1: alice – bob, alice to move." in alt_of(shown)
    first = shown.attachments[0].id

    await move(club, matches[0])
    await pass_time(club)
    shown = await card_of(club, simul)
    assert "Board 1: alice – bob, bob to move." in alt_of(shown)
    assert shown.attachments[0].id != first

    await move(club, matches[1])  # both replies come: board 3 has waited longest
    await move(club, await club.reload(matches[0]))
    board = await club.alice.click(shown, label="My next match")
    seen = []
    for _ in range(3):
        assert isinstance(board.response, ResponseMessage)
        board = await club.alice.click(board.response, label="Next match")
        seen += re.findall(r"· #([0-9]+)$", private_text(board), re.MULTILINE)
    assert seen == [str(match.id) for match in matches]

    for match in matches:
        loser = club.bob if club.bob.id in match.people else club.alice
        await resign(club, await club.reload(match), loser.id)
    await pass_time(club)
    await pass_time(club)
    simul = await club.store.tournaments.load(simul.id)
    assert simul.phase is Phase.OVER
    assert simul.sides.points == (2, 4)
    sheet = club.text()
    assert "is over" in sheet
    assert f"1. {club.bob.mention} · 1 – 0 · [#{matches[0].id}](" in sheet
    for post in (club.last, await card_of(club, simul)):
        assert "Board 1: alice – bob, 1 – 0." in alt_of(post)
    assert not await club.store.tournaments.titles_of(club.alice.id, club.guild.id)


async def test_the_panel_makes_one_in_which_a_computer_is_the_host(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} simul")
    asked = club.last
    panel = await club.alice.click(asked, label="Create an exhibition")
    for name, value in (("boards", "2"), ("seat", "turns"), ("computers", "h6")):
        assert panel.response is not None
        rows = [row["components"][0] for row in panel.response.components if "components" in row]
        menu = next(m for m in rows if f"newevent:{name}:" in m["custom_id"])
        panel = await club.alice.select(panel.response, [value], custom_id=menu["custom_id"])
    assert panel.response is not None
    await club.alice.click(panel.response, label="Create")
    simul = await only(club)
    assert simul.sides.host == computer(6)
    assert (simul.terms.boards, simul.terms.hosts_seat) == (2, HostsSeat.TURNS)
    await pass_time(club)
    for who in (club.alice, club.bob):
        await press(club, who, simul, "Join")
    assert "All boards are taken" in await press(club, club.carol, simul, "Join")
    await pass_time(club)
    await pass_time(club)
    people = [match.people for match in await club.matches(Status.LIVE)]
    assert people == [(computer(6), club.alice.id), (club.bob.id, computer(6))]


async def test_a_late_host_is_called_and_one_who_goes_loses_all_boards(club: Club) -> None:
    await club.alice.slash(club.channel, "simul", game="frysk", time="10+10", boards=2)
    simul = await only(club)
    await pass_time(club)
    for who in (club.bob, club.carol):
        await press(club, who, simul, "Join")
    await pass_time(club)
    assert "your guests are here: press *Start*" in club.text()
    assert club.pinged() == {club.alice.id}
    assert "It begins" in await press(club, club.alice, simul, "Start")
    await pass_time(club)
    assert [str(match.time) for match in await club.matches(Status.LIVE)] == ["10+10 seat0x2"] * 2
    await club.leave(club.alice)
    club.env.backend.advance_clock(ASKED_EVERY.total_seconds())
    await club.env.advance_time(ALL_LOOKED_AFTER * USUAL.events.total_seconds())
    await pass_time(club)
    simul = await club.store.tournaments.load(simul.id)
    assert simul.phase is Phase.OVER
    assert simul.sides.points == (0, 4)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("simul frisian 26 boards", "Boards: from 2 to 25."),
        ("simul halma 4", "are for games with two players"),
        ("simul frisian rated", "is never rated"),
        ("simul frisian 10 boards <@100000000000000001>", "names nobody"),
        ("teams frisian <@100000000000000001>", "with `vs` between them"),
        ("teams frisian <@&100000000000000001>", "Name two roles"),
    ],
)
async def test_what_cannot_be_is_refused_in_a_sentence(club: Club, words: str, said: str) -> None:
    await club.alice.send(club.channel, f"{club.me} {words}")
    assert said in club.text()
    assert not await club.store.tournaments.in_server(club.guild.id)
