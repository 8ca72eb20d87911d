"""Players leave the server in the middle of a match: their opponent is told, and chooses."""

from __future__ import annotations

from cogs.members.directory import DOUBTED, gone_from
from engine.table.match import Match
from engine.table.record import Kind, Status, is_computer
from tests.cogs.conftest import OWN, SHARED, Club, labels, private_text

pytestmark = SHARED


async def noticed(club: Club) -> None:
    """Let enough time pass for the bot to ask who is still on the server."""
    await club.env.advance_time(70)
    club.env.backend.advance_clock(600)
    await club.env.advance_time(70)
    await club.posted()


async def left(club: Club, words: str = "frisian white rated", *moves: str) -> Match:
    """Begin a match, let Bob leave the server, and let the bot notice it."""
    match = await club.start(words, *(moves or ("32-28", "19-23")))
    await club.leave(club.bob)
    await noticed(club)
    return await club.reload(match)


@OWN
async def test_the_opponent_is_told_once_and_claims_the_game(club: Club) -> None:
    moves = ("32-28", "19-23", "28x19", "14x23", "37-32", "10-14")
    match = await left(club, "frisian white rated", *moves)
    assert f"{club.bob.mention} has left this server. {club.alice.mention}: claim" in club.text()
    assert club.pinged() == {club.alice.id}
    assert {"Claim the game", "Let a computer play on"} <= {*labels(club.last)}
    told = club.newest
    await club.restart()
    await noticed(club)
    assert club.newest == told
    assert (await club.reload(match)).status is Status.LIVE
    refused = await club.carol.click(club.last, label="Claim the game")
    assert private_text(refused)
    await club.alice.click(club.last, label="Claim the game")
    match = await club.reload(match)
    assert match.status is Status.OVER
    assert match.outcome is not None
    assert "left the server" in club.text()
    assert match.outcome.ranks[match.people.index(club.alice.id)] == 1
    won, lost = [
        await club.store.standings.rating(club.guild.id, one, "frisian")
        for one in (club.alice.id, club.bob.id)
    ]
    assert won is not None
    assert lost is not None
    assert won.shown > lost.shown


@OWN
async def test_a_computer_plays_on_and_the_match_is_not_rated(club: Club) -> None:
    match = await left(club)
    await club.alice.click(club.last, label="Let a computer play on")
    match = await club.reload(match)
    assert not match.rated
    assert is_computer(match.people[1])
    assert [event.kind for event in match.events].count(Kind.TAKEOVER) == 1
    await club.alice.send(club.channel, "28x19")
    await club.posted()
    match = await club.reload(match)
    assert [move.text for move in match.moves][:3] == ["32-28", "19-23", "28x19"]
    assert match.status is Status.LIVE


@OWN
async def test_who_waits_plays_on_and_can_claim_later(club: Club) -> None:
    match = await left(club)
    await club.alice.send(club.channel, "28x19")
    assert "Claim the game" not in labels(club.last)
    panel = await club.alice.click(club.last, label="More")
    assert panel.response is not None
    assert {"Claim the game", "Let a computer play on"} <= {*labels(panel.response.message)}
    await club.alice.send(club.channel, f"{club.me} claim")
    assert (await club.reload(match)).status is Status.OVER


@OWN
async def test_who_comes_back_plays_on(club: Club) -> None:
    match = await left(club)
    back = club.guild.add_member(club.bob.user)
    refused = await club.alice.click(club.last, label="Claim the game")
    assert "They are on this server again" in private_text(refused)
    await club.alice.send(club.channel, "28x19")
    await back.send(club.channel, "14x23")
    assert not (await club.reload(match)).departed
    assert len((await club.reload(match)).moves) == 4


@OWN
async def test_who_leaves_before_both_have_moved_loses_nothing(club: Club) -> None:
    match = await club.start("frisian white rated")
    await club.leave(club.bob)
    await noticed(club)
    await club.alice.click(club.last, label="Claim the game")
    match = await club.reload(match)
    assert (match.status, match.outcome) == (Status.OVER, None)


@OWN
async def test_nobody_is_told_of_a_match_with_a_computer(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} play frisian white")
    (match,) = await club.matches(Status.LIVE)
    await club.leave(club.alice)
    await noticed(club)
    assert Kind.REMIND not in [event.kind for event in (await club.reload(match)).events]


async def test_an_answer_in_which_too_many_are_missing_is_believed_of_those_known(
    club: Club,
) -> None:
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    first, *others = (10**17 + number for number in range(DOUBTED + 2))
    assert await gone_from(guild, [club.alice.id, first, *others], [first]) == [first]
    assert await gone_from(guild, [club.alice.id, *others]) == []
    assert await gone_from(guild, [club.alice.id, *others[1:]]) == others[1:]
