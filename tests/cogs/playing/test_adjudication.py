"""Moderators decide how a match ends."""

from __future__ import annotations

import discord
import pytest
from simcord import MemberActor

from engine.table.record import Status
from tests.cogs.conftest import Club, labels, private_text


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
    assert "Match #1 is decided" in private_text(result)
    shown = club.text(club.public()[-1])
    assert "decides the match" in shown
    assert "won** against Black" in shown
    assert ": Black has left" in shown
    assert club.pinged() == {club.alice.id, club.bob.id}
    assert labels(await club.fetch(board)) == []
    await mona.send(club.channel, f"{club.me} admin end 1 none it was a test")
    assert "ends the match without a result: it was a test" in club.text()
    assert (await club.reload(match)).outcome is None


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("terminer 1 nulle Ils en sont convenus", "A draw**: Ils en sont convenus"),
        ("end #1 partie nulle d’un commun accord", "A draw**: d’un commun accord"),
        ("terminer 1 blancs les noirs sont partis", ": les noirs sont partis"),
        ("terminer 1 aucun un essai", "without a result: un essai"),
        ("end 1 sans résultat un essai", "without a result: un essai"),
        ("end 1 no result it was a test", "without a result: it was a test"),
    ],
)
async def test_a_decision_is_typed_in_any_language(club: Club, words: str, result: str) -> None:
    await club.start()
    await moderator(club).send(club.channel, f"{club.me} admin {words}")
    assert result in club.text()


@pytest.mark.parametrize("side", ["Central Powers", "empires centraux", "Empires Centraux"])
async def test_a_side_of_several_words_is_typed(club: Club, side: str) -> None:
    await club.start("allies west entente")
    await moderator(club).send(club.channel, f"{club.me} admin end 1 {side} have won by far")
    assert ": have won by far" in club.text()


async def test_the_ways_a_match_can_end_are_completed(club: Club) -> None:
    match, mona = await club.start(), moderator(club)
    found = await mona.autocomplete(club.channel, "admin end", "result", "", match=match.id)
    assert [c["value"] for c in found] == ["White", "Black", "draw", "no result"]
    found = await mona.autocomplete(club.channel, "admin end", "match", "")
    assert [c["value"] for c in found] == [match.id]


async def test_others_decide_nothing(club: Club) -> None:
    match = await club.start()
    await club.carol.send(club.channel, f"{club.me} admin end 1 draw I say so")
    assert "for those who may manage messages" in club.text()
    assert (await club.reload(match)).status is Status.LIVE


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("end", "admin end 12 draw They agreed on it`"),
        ("decide 1 draw why", "Name the match, its result and the reason"),
        ("end 7 draw why", "do not know that match"),
        ("end 1 purple why", "`White`, `Black`"),
        ("end 1 draw", "needs a reason"),
    ],
)
async def test_a_decision_that_is_none_is_refused(club: Club, words: str, sentence: str) -> None:
    match, mona = await club.start(), moderator(club)
    await mona.send(club.channel, f"{club.me} admin {words}")
    assert sentence in club.text()
    assert (await club.reload(match)).status is Status.LIVE
