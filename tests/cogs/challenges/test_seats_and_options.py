"""Challenges of several members, open seats, and options."""

from __future__ import annotations

import random

import pytest
from simcord import MemberActor

import engine
from engine.table.match import Match
from engine.table.record import OPEN, Status, computer
from tests.cogs.computers.conftest import against, answered, play, thoughts
from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text
from tests.cogs.results import posted
from tests.opening import under_way

pytestmark = SHARED

__all__ = ["thoughts"]  # a fixture


@pytest.fixture
async def dan(club: Club) -> MemberActor:
    return club.guild.add_member(club.env.create_user("dan"))


async def said(club: Club, words: str) -> None:
    await club.alice.send(club.channel, f"{club.me} challenge {words}")


async def only(club: Club) -> Match:
    (match,) = await club.matches()
    return match


async def test_four_are_challenged_and_each_accepts(club: Club, dan: MemberActor) -> None:
    await said(club, f"{club.bob.mention} {club.carol.mention} {dan.mention} halma teams")
    card = club.last
    assert club.pinged() == {club.bob.id, club.carol.id, dan.id}
    assert labels(card) == ["Accept", "Decline", "Withdraw"]
    await club.bob.click(card, label="Accept")
    assert "✓" in club.text(await club.fetch(card))
    twice = await club.bob.click(await club.fetch(card), label="Accept")
    assert "accepted already" in private_text(twice)
    await club.carol.click(card, label="Accept")
    assert (await only(club)).status is Status.CHALLENGE
    await dan.click(card, label="Accept")
    match = await only(club)
    assert match.status is Status.LIVE
    assert set(match.people) == {club.alice.id, club.bob.id, club.carol.id, dan.id}
    assert match.options["teams"] is True
    await picture_of(club.last)


async def test_one_who_declines_closes_the_challenge(club: Club, dan: MemberActor) -> None:
    await said(club, f"{club.bob.mention} {club.carol.mention} {dan.mention} halma")
    card = club.last
    await club.bob.click(card, label="Accept")
    await dan.click(card, label="Decline")
    assert (await only(club)).status is Status.OVER


async def test_open_seats_are_for_whoever_joins(club: Club, dan: MemberActor) -> None:
    await said(club, f"{club.bob.mention} halma 4")
    card = club.last
    assert "open" in club.text()
    assert labels(card) == ["Accept", "Decline", "Join", "Withdraw"]
    assert (await only(club)).people.count(OPEN) == 2
    await club.carol.click(card, label="Join")
    twice = await club.carol.click(await club.fetch(card), label="Join")
    assert "already" in private_text(twice)
    await dan.click(await club.fetch(card), label="Join")
    late = await dan.click(await club.fetch(card), label="Accept")
    assert "You have accepted already" in private_text(late)
    await club.bob.click(await club.fetch(card), label="Accept")
    match = await only(club)
    assert match.status is Status.LIVE
    assert OPEN not in match.people


async def test_an_open_table_survives_a_restart(club: Club) -> None:
    await said(club, "open frisian")
    card = club.last
    assert club.pinged() == set()
    await club.restart()
    await club.carol.click(card, label="Join")
    match = await only(club)
    assert match.status is Status.LIVE
    assert set(match.people) == {club.alice.id, club.carol.id}


async def test_four_play_in_turn_and_one_who_gives_up_leaves_the_others_playing(
    club: Club, dan: MemberActor
) -> None:
    await said(club, f"{club.bob.mention} {club.carol.mention} {dan.mention} halma")
    for member in (club.bob, club.carol, dan):
        await member.click(club.last, label="Accept")
    members = {m.id: m for m in (club.alice, club.bob, club.carol, dan)}
    chance = random.Random(5)
    for _ in range(5):
        match = await only(club)
        position = match.position
        move = position.write(chance.choice(position.legal_moves()))
        await members[match.people[position.turn]].send(club.channel, move)
        assert f"played `{move}`" in club.text()
    for member in (club.bob, club.carol, dan):
        seat = (await only(club)).seats_of(member.id)[0]
        flipped = await member.click(club.last, label="Flip")
        side = (await only(club)).seats[seat or 2].name
        assert f"From the side of {side}" in private_text(flipped)
    asked = await dan.click(club.last, label="Resign")
    assert asked.response is not None
    await dan.click(asked.response, label="Yes, I resign")
    match = await only(club)
    assert match.status is Status.LIVE
    assert "resigned" in club.text()
    assert "it is your turn" in club.text()
    again = await dan.click(club.last, label="Resign")
    assert "out of this match" in private_text(again)
    for member in (club.bob, club.carol):
        asked = await member.click(club.last, label="Resign")
        assert asked.response is not None
        await member.click(asked.response, label="Yes, I resign")
    match = await only(club)
    assert match.status is Status.OVER
    assert f"{club.alice.mention} won" in club.text()
    assert f"1. {match.seats[match.seats_of(club.alice.id)[0]].name}" in club.text()


async def test_a_draw_for_four_needs_all(club: Club, dan: MemberActor) -> None:
    await said(club, f"{club.bob.mention} {club.carol.mention} {dan.mention} halma")
    for member in (club.bob, club.carol, dan):
        await member.click(club.last, label="Accept")
    async with club.store.match((await only(club)).id) as table:
        table.match = under_way(table.match)
    await posted(club)
    await club.confirm(club.alice, club.last, "Draw")
    offer = club.last
    for member in (club.bob, club.carol):
        await member.click(offer, label="Accept")
        assert (await only(club)).status is Status.LIVE
    await dan.click(offer, label="Accept")
    match = await only(club)
    assert match.outcome is not None
    assert set(match.outcome.ranks) == {1}


@pytest.mark.parametrize(
    ("words", "name", "options", "shown"),
    [
        ("halma 10x10", "halma", {"size": 10}, "• The board has 10×10 squares"),
        (
            "assaut free no-block",
            "assaut",
            {"soldiers": "free", "no_block": True},
            "never back\n• A soldier's move that leaves the officers no move loses the game\n",
        ),
        ("alliance plus", "alliance", {"setup": "plus"}, "• All crosses are upright (+)"),
        (
            "assaut capture=forced officers",
            "assaut",
            {"capture": "forced"},
            "• An officer that can capture must",
        ),
        ("chinese checkers 15", "chinese-checkers", {"pieces": 15}, "• Each player has 15 pieces"),
    ],
)
async def test_options_are_words_and_stand_on_the_card(
    club: Club, words: str, name: str, options: dict[str, object], shown: str
) -> None:
    await said(club, f"{club.bob.mention} {words}")
    match = await only(club)
    assert match.game is engine.games[name]
    assert match.options == options
    assert shown in club.text()
    await club.bob.click(club.last, label="Accept")
    assert (await only(club)).status is Status.LIVE


async def test_what_follows_from_an_option_is_on_the_card_too(club: Club) -> None:
    await said(club, f"{club.bob.mention} halma 8x8")
    assert "• The board has 8×8 squares\n" in club.text()
    assert "• A player with pieces still at home after turn 30 loses\n" in club.text()


async def test_a_match_that_begins_at_once_says_its_options_on_its_first_board(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} play assaut soldiers free no-block")
    rules = (
        "\n• Outside the fortress soldiers step up or sideways, never back"
        "\n• A soldier's move that leaves the officers no move loses the game\n"
    )
    assert rules in club.text()
    assert club.text().index("### Assaut") < club.text().index(rules)


@pytest.mark.usefixtures("thoughts")
@pytest.mark.parametrize(("seat", "turns"), [(0, 0), (1, 1)])
async def test_the_options_are_on_the_first_board_only(club: Club, seat: int, turns: int) -> None:
    match = await against(club, computer(1), game="halma", seat=seat, size=10)
    assert len(match.turns) == 0
    assert len((await club.reload(match)).turns) == turns
    assert "\n• The board has 10×10 squares\n" in club.text()
    await play(club, await club.reload(match), (await club.reload(match)).example)
    await answered(club)
    assert len((await club.reload(match)).turns) == turns + 2
    assert "The board has" not in club.text()


async def test_a_blindfold_match_that_begins_at_once_says_so(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} play frisian white blindfold")
    assert "\n• Blindfold: the board is shown without its pieces" in club.text()


async def test_the_first_board_of_the_usual_game_lists_no_options(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} play halma red")
    assert "### Halma\n" in club.text()
    assert "•" not in club.text()


async def test_the_first_board_does_not_repeat_what_the_card_has(club: Club) -> None:
    await club.start("halma 10x10")
    assert "### Halma\n" in club.text()
    assert "•" not in club.text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("halma 9x9", "9x9"),
        ("halma size=12", "size=12"),
        ("assaut sideways", "sideways"),
        ("halma 10x10 4", "10"),
    ],
)
async def test_options_that_do_not_exist(club: Club, words: str, sentence: str) -> None:
    await said(club, f"{club.bob.mention} {words}")
    assert await club.matches() == []
    assert sentence in club.text()


async def test_options_are_completed_in_the_command(club: Club) -> None:
    offered = await club.alice.autocomplete(
        club.channel, "challenge", "options", "so", opponent=club.bob, game="assaut"
    )
    assert "soldiers=free" in [choice["value"] for choice in offered]
    offered = await club.alice.autocomplete(
        club.channel, "challenge", "options", "soldiers=free no", opponent=club.bob, game="assaut"
    )
    assert "soldiers=free no-block" in [choice["value"] for choice in offered]
    await club.alice.slash(
        club.channel,
        "challenge",
        opponent=club.bob,
        game="assaut",
        options="soldiers=free no-block",
        seat="Officers",
    )
    match = await only(club)
    assert match.options == {"soldiers": "free", "no_block": True}
    assert match.people == (club.bob.id, club.alice.id)
