"""Moderators decide how a match ends, and remove its posts."""

from __future__ import annotations

import discord
import pytest
from simcord import InteractionResult, MemberActor

from data import PostState
from engine.table.record import Status
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text

pytestmark = [SHARED, UNSEEN]


def moderator(club: Club) -> MemberActor:
    role = club.guild.create_role(
        "Moderators", permissions=discord.Permissions(manage_messages=True)
    )
    return club.guild.add_member(club.env.create_user("mona"), roles=[role])


async def test_a_moderator_decides_a_match_and_changes_the_result(club: Club) -> None:
    match, mona = await club.start(), moderator(club)
    await club.play("32-28")
    board = club.last
    result = await mona.slash(
        club.channel, "admin end", match=match.id, result="White", reason="Black has left"
    )
    assert f"Match #{match.id} is decided" in private_text(result)
    shown = club.text(club.public()[-1])
    assert "decides the match" in shown
    assert "won** against Black" in shown
    assert ": Black has left" in shown
    assert club.pinged() == {club.alice.id, club.bob.id}
    assert labels(await club.fetch(board)) == []
    await mona.send(club.channel, f"{club.me} admin end {match.id} none it was a test")
    assert "ends the match without a result: it was a test" in club.text()
    assert (await club.reload(match)).outcome is None


async def test_who_plays_a_match_that_counts_does_not_decide_it(club: Club) -> None:
    mona = moderator(club)
    await mona.send(club.channel, f"{club.me} play frisian white rated @{club.bob.name}")
    await club.bob.click(club.last, label="Accept")
    (match,) = await club.matches(Status.LIVE)
    assert match.rated
    await mona.send(club.channel, "32-28")
    await club.bob.send(club.channel, "19-23")
    for result in ("draw", "none"):
        await mona.send(club.channel, f"{club.me} admin end {match.id} {result} I say so")
        assert "You play in this match, and it counts" in club.text()
    assert (await club.reload(match)).status is Status.LIVE


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("terminer {match} nulle Ils en sont convenus", ": Ils en sont convenus"),
        ("end #{match} partie nulle d’un commun accord", ": d’un commun accord"),
        ("terminer {match} blancs les noirs sont partis", ": les noirs sont partis"),
        ("terminer {match} aucun un essai", "without a result: un essai"),
        ("end {match} sans résultat un essai", "without a result: un essai"),
        ("end {match} no result it was a test", "without a result: it was a test"),
    ],
)
async def test_a_decision_is_typed_in_any_language(club: Club, words: str, result: str) -> None:
    match = await club.start()
    typed = words.format(match=match.id)
    await moderator(club).send(club.channel, f"{club.me} admin {typed}")
    assert result in club.text()


@pytest.mark.parametrize("side", ["Central Powers", "empires centraux", "Empires Centraux"])
async def test_a_side_of_several_words_is_typed(club: Club, side: str) -> None:
    match = await club.start("allies west entente")
    won = f"{club.me} admin end {match.id} {side} have won by far"
    await moderator(club).send(club.channel, won)
    assert ": have won by far" in club.text()


async def test_the_ways_a_match_can_end_are_completed(club: Club) -> None:
    match, mona = await club.start(), moderator(club)
    found = await mona.autocomplete(club.channel, "admin end", "result", "", match=match.id)
    assert [c["value"] for c in found] == ["White", "Black", "draw", "no result"]
    found = await mona.autocomplete(club.channel, "admin end", "match", "")
    assert [c["value"] for c in found] == [match.id]


async def test_others_decide_nothing(club: Club) -> None:
    match = await club.start()
    await club.carol.send(club.channel, f"{club.me} admin end {match.id} draw I say so")
    assert "for those who may manage messages" in club.text()
    assert (await club.reload(match)).status is Status.LIVE


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("end", "admin end 12 draw They agreed on it`"),
        ("decide {match} draw why", "Name the match, its result and the reason"),
        ("end 999 draw why", "do not know that match"),
        ("end {match} purple why", "`White`, `Black`"),
        ("end {match} draw", "needs a reason"),
    ],
)
async def test_a_decision_that_is_none_is_refused(club: Club, words: str, sentence: str) -> None:
    match, mona = await club.start(), moderator(club)
    await mona.send(club.channel, f"{club.me} admin {words.format(match=match.id)}")
    assert sentence in club.text()
    assert (await club.reload(match)).status is Status.LIVE


@pytest.fixture
def judge(club: Club) -> MemberActor:
    """A member who may manage messages."""
    may = discord.Permissions(manage_messages=True)
    role = club.guild.create_role("Judges", permissions=may)
    return club.guild.add_member(club.env.create_user("judge"), roles=[role])


def ours(club: Club) -> list[int]:
    assert club.bot.user is not None
    return [m.id for m in club.messages if m.author.id == club.bot.user.id]


def bulk_delete(club: Club) -> str:
    return f"/channels/{club.channel.id}/messages/bulk-delete"


async def remove(club: Club, judge: MemberActor, match: int) -> InteractionResult:
    asked = await judge.slash(club.channel, "admin remove", match=match)
    assert asked.response is not None
    return await judge.click(asked.response, label="Yes, remove them")


async def test_it_asks_first_and_removes_all_at_once(club: Club, judge: MemberActor) -> None:
    match = await club.accepted()
    await club.play("32-28", "19-23")
    asked = await judge.slash(club.channel, "admin remove", match=match.id)
    text = private_text(asked)
    assert f"Do you want to remove 4 messages of match #{match.id}, Frisian draughts?" in text
    assert "The match goes on" in text
    assert len(ours(club)) == 4
    assert asked.response is not None
    done = await judge.click(asked.response, label="Yes, remove them")
    assert f"4 messages of match #{match.id} are removed." in private_text(done)
    assert ours(club) == []
    bulk = [r for r in club.env.http_requests if r.path == bulk_delete(club)]
    assert len(bulk) == 1
    states = {post.state for post in await club.store.outbox.posts(match.id)}
    assert states == {PostState.REMOVED}


async def test_the_match_goes_on_and_another_stays(club: Club, judge: MemberActor) -> None:
    other = await club.start("halma")
    before = ours(club)
    match = await club.start()
    await remove(club, judge, match.id)
    assert ours(club) == before
    await club.alice.send(club.channel, f"{club.me} 32-28")
    assert (await club.reload(match)).status is Status.LIVE
    assert len((await club.reload(match)).moves) == 1
    assert len(ours(club)) == len(before) + 1
    assert (await club.reload(other)).status is Status.LIVE


async def test_without_the_permission_the_bot_deletes_one_by_one_and_says_what_stays(
    club: Club, judge: MemberActor
) -> None:
    match = await club.accepted()
    await club.play("32-28")
    first = ours(club)[0]
    await club.forbid("manage_messages")
    route = f"/channels/{club.channel.id}/messages/{first}"
    club.env.inject_error("DELETE", route, status=400, code=50083)
    done = await remove(club, judge, match.id)
    text = private_text(done)
    assert f"2 messages of match #{match.id} are removed." in text
    assert f"1 could not be deleted: https://discord.com/channels/{club.guild.id}/" in text
    assert ours(club) == [first]
    again = await remove(club, judge, match.id)
    assert f"1 message of match #{match.id} is removed." in private_text(again)
    assert ours(club) == []


async def test_old_messages_are_not_deleted_in_bulk(club: Club, judge: MemberActor) -> None:
    match = await club.start()
    club.env.backend.advance_clock(15 * 24 * 3600)
    await club.play("32-28")
    await remove(club, judge, match.id)
    assert ours(club) == []
    assert not [r for r in club.env.http_requests if r.path == bulk_delete(club)]


async def test_one_that_is_deleted_already_counts_as_removed(
    club: Club, judge: MemberActor
) -> None:
    match = await club.accepted()
    await club.forbid("manage_messages")
    await club.last.delete()
    done = await remove(club, judge, match.id)
    assert f"2 messages of match #{match.id} are removed." in private_text(done)


async def test_a_typed_removal_asks_for_its_match(club: Club, judge: MemberActor) -> None:
    await judge.send(club.channel, f"{club.me} admin remove")
    assert "admin remove 12`" in club.text()


async def test_only_moderators_of_that_server_may(club: Club, judge: MemberActor) -> None:
    match = await club.accepted()
    shown = len(ours(club))
    await club.alice.send(club.channel, f"{club.me} admin remove {match.id}")
    assert "may manage messages" in club.text()
    await judge.send(club.channel, f"{club.me} admin remove {match.id}")
    assert "Do you want to remove 2 messages" in club.text()
    asked = club.last
    pressed = await club.alice.click(asked, label="Yes, remove them")
    assert "may manage messages" in private_text(pressed)
    assert len(ours(club)) == shown + 2
    done = await judge.click(asked, label="Yes, remove them")
    assert "2 messages of match" in private_text(done)
    assert len(ours(club)) == 1  # the refusal, which stays for a while
    unknown = await judge.slash(club.channel, "admin remove", match=99)
    assert "I do not know that match" in private_text(unknown)


async def test_the_call_of_a_match_with_one_board_goes_too(club: Club, judge: MemberActor) -> None:
    await club.bot.preferences.change_server(club.guild.id, boards="one")
    match = await club.accepted()
    await club.play("32-28")
    assert len(ours(club)) == 3
    await remove(club, judge, match.id)
    assert ours(club) == []
    await club.bob.send(club.channel, f"{club.me} 19-23")
    assert len(ours(club)) == 1
    assert "`19-23`" in club.text()
