"""Hints name the piece, then the move and its reason.

They are only for the player to move, and never for rated matches.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from simcord import InteractionResult, MemberActor

from cogs.analysis.thoughts import Thoughts
from cogs.computers.worker_pool import Workers
from cogs.timekeeping.paces import Paces
from engine import Move, Position
from engine.table.match import Match
from engine.table.record import Kind
from tests.cogs.analysis.conftest import Studies
from tests.cogs.conftest import SHARED, UNSEEN, Club, alt_of, labels, picture_of, private_text

pytestmark = SHARED

UNRATED = "frisian white unrated"


def said_to(result: InteractionResult) -> str:
    return private_text(result).strip()


async def hint(club: Club, member: MemberActor) -> InteractionResult:
    return await member.slash(club.channel, "hint")


def hints_in(match: Match) -> int:
    return sum(event.kind is Kind.HINT for event in match.events)


async def test_a_hint_names_the_piece_and_then_the_move(club: Club, studies: Studies) -> None:
    match = await club.start(UNRATED)
    first = await hint(club, club.alice)
    said = said_to(first)
    assert said.startswith("Look at the piece on ")
    assert "Your opponents will see" in said
    square = said.removeprefix("Look at the piece on ").partition(".")[0]
    assert first.response is not None
    assert first.response.message.flags.ephemeral
    assert "legal move" in alt_of(first.response.message)
    second = await club.alice.click(first.response, label="The move, and why")
    why = said_to(second)
    assert why.startswith(f"`{square}-")
    assert second.response is not None
    await picture_of(second.response.message)
    move = why.split("`")[1]
    third = await hint(club, club.alice)
    assert said_to(third) == why
    match = await club.reload(match)
    assert hints_in(match) == 2
    asked = len(studies.asked)
    await hint(club, club.alice)
    assert len(studies.asked) - asked == 3  # three short searches for a threat
    await club.alice.send(club.channel, move)
    assert f"played `{move}` after a hint." in club.text()
    await club.bob.send(club.channel, "17-21")
    assert "hint" not in club.text()


@pytest.mark.usefixtures("studies")
async def test_the_position_follows_for_who_wants_words_first(club: Club) -> None:
    await club.start(UNRATED)
    await club.bot.preferences.change_person(club.alice.id, text_first=True)
    assert "\n-# White: 20 men on 31, " in said_to(await hint(club, club.alice))


@pytest.mark.usefixtures("studies")
async def test_hints_survive_a_restart_and_are_counted(club: Club) -> None:
    await club.under_way(UNRATED)
    first = await hint(club, club.alice)
    await club.restart()
    assert first.response is not None
    second = await club.alice.click(first.response, label="The move, and why")
    assert said_to(second).startswith("`")
    await club.play("33-29", "11-16")
    await hint(club, club.alice)
    summary = await club.bob.slash(club.channel, "match show")
    assert "took a hint in 2 turns." in said_to(summary)
    await club.confirm(club.alice, club.last, "Resign")
    assert "took a hint in 2 turns." in club.text()


async def test_there_are_none_in_rated_matches(club: Club, studies: Studies) -> None:
    await club.start("frisian white rated")
    refused = await hint(club, club.alice)
    assert said_to(refused) == (
        "This match is rated: hints are only for matches that are not rated."
    )
    panel = await club.alice.click(club.last, label="More")
    assert panel.response is not None
    assert "Hint" not in labels(panel.response.message)
    assert not studies.asked


async def test_there_are_none_for_others(club: Club, studies: Studies) -> None:
    match = await club.start(UNRATED)
    panel = await club.alice.click(club.last, label="More")
    assert panel.response is not None
    assert "Hint" in labels(panel.response.message)
    for member in (club.bob, club.carol):
        shown = await member.click(club.last, label="More")
        assert shown.response is not None
        assert "Hint" not in labels(shown.response.message)
    assert "not your turn" in said_to(await hint(club, club.bob))
    assert "no match" in said_to(await hint(club, club.carol))
    assert not studies.asked
    assert hints_in(await club.reload(match)) == 0


@pytest.mark.usefixtures("studies")
async def test_a_position_that_is_gone_has_none(club: Club) -> None:
    match = await club.start(UNRATED)
    panel = await club.alice.click(club.last, label="More")
    assert panel.response is not None
    await club.play("32-28", "19-23")
    late = await club.alice.click(panel.response, label="Hint")
    assert "out of date" in said_to(late)
    assert hints_in(await club.reload(match)) == 0


async def test_a_rated_match_gets_none_by_a_second_match(club: Club, studies: Studies) -> None:
    rated = await club.start("frisian white rated")
    await club.play("32-28", "19-23")
    await club.alice.send(club.channel, f"{club.me} challenge {club.carol.mention} {UNRATED}")
    await club.carol.click(club.last, label="Accept")
    mirror = (await club.matches())[-1]
    assert mirror.id != rated.id
    for member, move in ((club.alice, "32-28"), (club.carol, "19-23")):
        shown = [post.message for post in await club.store.outbox.posts(mirror.id)]
        board = next(message for message in club.messages if message.id == shown[-1])
        await member.send(club.channel, move, reply_to=board)
    panel = await club.alice.click(club.last, label="More")
    assert panel.response is not None
    refused = await club.alice.click(panel.response, label="Hint")
    assert "in a rated match with this position" in said_to(refused)
    assert not studies.asked


@pytest.mark.usefixtures("studies")
async def test_typed_in_a_direct_message_it_is_answered_at_once(club: Club) -> None:
    await club.alice.send_dm("play frisian white level 1")
    await club.alice.send_dm("hint")
    shown = club.alice.user.dm_channel.history()[-1]
    assert "Look at the piece" in club.text(shown)
    assert "The move, and why" in labels(shown)


@pytest.mark.usefixtures("studies")
async def test_typed_it_shows_a_button_for_who_typed_it(club: Club) -> None:
    await club.start(UNRATED)
    await club.alice.send(club.channel, f"{club.me} hint")
    assert labels(club.last) == ["Hint"]
    assert "only you see it, but everybody sees that you took one." in club.text()
    assert "Look at" not in club.text()
    shown = await club.alice.click(club.last, label="Hint")
    assert "Look at the piece" in said_to(shown)
    assert "Look at the piece" not in said_to(await club.bob.click(club.last, label="Hint"))


async def test_a_thought_that_fails_is_no_hint(club: Club, studies: Studies) -> None:
    match = await club.start(UNRATED)
    studies.failing = True
    assert "ask again" in said_to(await hint(club, club.alice))
    assert hints_in(await club.reload(match)) == 0


async def test_a_thought_that_lasts_too_long_is_told_as_that(
    club: Club, studies: Studies, paces: Paces, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.start(UNRATED)
    studies.silent = True
    monkeypatch.setattr(paces, "hint_within", 0.0)
    assert said_to(await hint(club, club.alice)) == "That took too long: please ask again."
    assert hints_in(await club.reload(match)) == 0


@UNSEEN
async def test_every_kind_of_game_has_hints(club: Club, studies: Studies) -> None:
    studies.most_nodes = 200
    games = ("allies field:france-germany", "assaut", "alliance", "chinese-checkers", "checkers")
    for words in games:
        match = await club.start(f"{words} unrated")
        for _ in range(2):
            match = await club.reload(match)
            first = match.people[match.position.turn] == club.alice.id
            member = club.alice if first else club.bob
            assert said_to(await hint(club, member)).startswith("Look at")
            move = said_to(await hint(club, member)).split("`")[1]
            await member.send(club.channel, move)
            assert len((await club.reload(match)).moves) == len(match.moves) + 1
        await club.confirm(club.alice, club.last, "Resign")


@pytest.mark.usefixtures("studies")
async def test_who_missed_a_capture_that_was_omitted_is_shown_it(club: Club) -> None:
    await club.start("assaut officers unrated")
    match = await club.play("@c6,e6", "e4-e5", "c6-c5")
    await club.alice.click(club.last, label="Play it all the same")
    assert said_to(await hint(club, club.bob)).startswith("Before you move, look at what")
    assert said_to(await hint(club, club.bob)).startswith("`huff e6` huffs an officer")
    await club.bob.send(club.channel, "huff e6")
    assert [event.text for event in (await club.reload(match)).moves][-1] == "huff e6"


async def test_what_a_reply_prevents_is_no_threat(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.start(UNRATED)
    move = match.position.parse("32-28")
    thoughts = Thoughts(Workers())
    blows: list[Sequence[Move]] = []

    async def blow(_match: Match, _position: Position) -> Sequence[Move]:
        return blows.pop()

    monkeypatch.setattr(thoughts, "_blow", blow)
    blows += [(move,)] * 3
    reply, *after = await thoughts.threat(match, move)
    assert reply in match.position.play(move).legal_moves()
    assert after == [move]
    blows += [(move,), (move,), ()]
    assert await thoughts.threat(match, move) == ()
