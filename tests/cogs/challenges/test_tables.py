"""Tables for more than two, open seats, options, and set-ups in secret."""

from __future__ import annotations

import random

import pytest
from simcord import MemberActor

import engine
from engine.table.match import Match
from engine.table.record import OPEN, Status
from engine.table.steps import steps_of
from tests.cogs.conftest import Club, labels, picture_of, placing, private_text


@pytest.fixture
async def dan(club: Club) -> MemberActor:
    return club.guild.add_member(club.env.create_user("dan"))


async def said(club: Club, words: str) -> None:
    await club.alice.send(club.channel, f"{club.me} challenge {words}")


async def only(club: Club) -> Match:
    (match,) = await club.store.matches()
    return match


async def test_four_are_challenged_and_each_accepts_for_himself(
    club: Club, dan: MemberActor
) -> None:
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
    assert f"{club.alice.mention} wins" in club.text()
    assert f"1. {match.seats[match.seats_of(club.alice.id)[0]].name}" in club.text()


async def test_a_draw_for_four_needs_all(club: Club, dan: MemberActor) -> None:
    await said(club, f"{club.bob.mention} {club.carol.mention} {dan.mention} halma")
    for member in (club.bob, club.carol, dan):
        await member.click(club.last, label="Accept")
    await club.alice.click(club.last, label="Draw")
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
        ("halma 10x10", "halma", {"size": 10}, "**10**"),
        ("assaut free no-block", "assaut", {"soldiers": "free", "no_block": True}, "**free**"),
        ("alliance plus", "alliance", {"setup": "plus"}, "**plus**"),
        ("assaut capture=forced officers", "assaut", {"capture": "forced"}, "**forced**"),
        ("chinese checkers 15", "chinese-checkers", {"pieces": 15}, "**15**"),
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
    assert "**8**" in club.text()
    assert "**30**" in club.text()


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
    assert await club.store.matches() == []
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


class TestHuff:
    """Assaut's claim: a button that is always there, and its answer."""

    async def test_the_button_is_there_whether_or_not_it_is_due(self, club: Club) -> None:
        await club.start("assaut soldiers")
        assert "Huff" not in labels(club.last)
        await club.play("@c6,e6")
        assert "Huff" in labels(club.last)
        nothing = await club.alice.click(club.last, label="Huff")
        assert "huff" in private_text(nothing).lower()
        await club.play("d3-d4")
        assert "Huff" not in labels(club.last)

    async def test_an_officer_who_omits_a_capture_is_huffed(self, club: Club) -> None:
        match = await club.start("assaut soldiers")
        await club.play("@d6,d7", "d4-d5")
        position = (await club.store.load(match.id)).position
        assert any(move.captured for move in position.legal_moves())
        omitted = next(move for move in position.legal_moves() if not move.captured)
        await club.play(position.write(omitted))
        await club.alice.click(club.last, label="Huff")
        match = await club.store.load(match.id)
        assert match.moves[-1].text.startswith("huff")
        assert match.people[match.position.turn] == club.alice.id

    async def test_huff_and_move_in_one_message(self, club: Club) -> None:
        match = await club.start("assaut soldiers")
        await club.play("@d6,d7", "d4-d5")
        position = (await club.store.load(match.id)).position
        omitted = next(move for move in position.legal_moves() if not move.captured)
        await club.play(position.write(omitted))
        await club.alice.send(club.channel, "huff c4-c5")
        moves = [move.text for move in (await club.store.load(match.id)).moves]
        assert moves[-2].startswith("huff")
        assert moves[-1] == "c4-c5"


class TestSetUpInSecret:
    """Alliance's free crosses."""

    async def begin(self, club: Club) -> Match:
        match = await club.challenge("alliance free white")
        await club.bob.click(club.last, label="Accept")
        return await club.store.load(match.id)

    async def test_each_sets_his_crosses_unseen(self, club: Club) -> None:
        match = await self.begin(club)
        board = club.last
        assert labels(board) == ["Set up", "Ready", "Resign", "More"]
        assert "set up your pieces in secret" in club.text()
        assert "type a move" not in club.text()
        early = await club.alice.click(board, label="Ready")
        assert private_text(early)
        form = await placing(club.alice, board)
        shown = await club.alice.submit_modal(form, club.form(form, "@a1=x c1=+"))
        assert "Ready" in labels(shown.response.message)  # type: ignore[union-attr]
        await picture_of(shown.response.message)  # type: ignore[union-attr]
        form = await placing(club.alice, board)
        await club.alice.submit_modal(form, club.form(form, "@+"))
        waiting = await club.alice.click(board, label="Ready")
        assert "others are still setting up" in private_text(waiting)
        match = await club.store.load(match.id)
        assert match.moves == ()
        assert all("=x" not in club.text(message) for message in club.public())
        await club.restart()
        form = await placing(club.bob, board)
        await club.bob.submit_modal(form, club.form(form, "@x"))
        await club.bob.click(board, label="Ready")
        match = await club.store.load(match.id)
        assert len(match.moves) == 24
        assert not match.setting_up
        assert "Move" in labels(club.public()[-1])
        assert "**Move 1**" in club.text()
        assert match.record().startswith("@")
        assert steps_of(match)[1].number == 0
        await club.alice.send(club.channel, "a3-b4")
        assert "played" in club.text() or "`" in club.text()

    async def test_in_the_open_it_is_refused_unread(self, club: Club) -> None:
        match = await self.begin(club)
        await club.alice.send(club.channel, "@a1=x c1=+")
        assert "Not in the open" in club.text()
        await club.alice.slash(club.channel, "move", move="@a1=x")
        match = await club.store.load(match.id)
        assert match.moves == ()
        assert match.set_up_of(0).arrangement == {}

    async def test_a_direct_message_sets_up(self, club: Club) -> None:
        match = await self.begin(club)
        await club.alice.send_dm("@x")
        await club.alice.send_dm("ready")
        match = await club.store.load(match.id)
        assert match.set_up_of(0).ready
        assert len(match.set_up_of(0).arrangement) == 12

    async def test_who_dawdles_is_reminded_and_in_the_end_set_up_for(self, club: Club) -> None:
        match = await self.begin(club)
        await club.alice.send_dm("@+")
        await club.alice.send_dm("ready")
        await club.later(hours=23)
        assert club.pinged() == {club.alice.id, club.bob.id}
        await club.later(hours=2)
        assert f"{club.bob.mention}: set up your pieces" in club.text()
        assert club.pinged() == {club.bob.id}
        await club.later(hours=1)
        count = len(club.public())
        await club.later(hours=47)
        match = await club.store.load(match.id)
        assert not match.setting_up
        assert len(match.moves) == 24
        assert len(club.public()) == count + 1
