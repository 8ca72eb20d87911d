"""A computer plays on for a player who gives up, if the server allows it and the others agree."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from simcord import MemberActor

from engine.table.match import Match
from engine.table.record import Kind, Status, level_of
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels
from tests.cogs.settings.test_settings import manager

pytestmark = [SHARED, UNSEEN]


async def three_play(club: Club, setting: str, seats: str = "3") -> Match:
    """Begin a match of three people, and perhaps computers, and let Bob resign."""
    await club.bot.preferences.change_server(club.guild.id, takeover=setting)
    await club.alice.send(club.channel, f"{club.me} open chinese-checkers {seats}")
    card = club.last
    for member in (club.bob, club.carol):
        await member.click(card, label="Join")
    await club.bob.slash(club.channel, "match resign")
    question = await club.bob.click(club.last, label="Resign")
    assert question.response is not None
    await club.bob.click(question.response, label="Yes, I resign")
    (match,) = await club.matches(status=Status.LIVE)
    return match


async def test_the_others_agree_and_a_computer_plays_on(club: Club) -> None:
    match = await three_play(club, "vote")
    assert "resigned" in club.text()
    assert labels(club.last)[:2] == ["Accept", "Decline"]
    await club.alice.click(club.last, label="Accept")
    assert (await club.reload(match)).computers == ()
    await club.restart()
    await club.carol.click(club.last, label="Accept")
    match = await club.reload(match)
    assert [level_of(user) for user in match.computers] == [4]
    assert all(seat.active for seat in match.seats)
    assert club.bob.id not in match.people
    assert any("Computer, level 4, plays on for" in club.text(post) for post in club.public())
    assert not match.rated


async def test_only_people_are_asked(club: Club) -> None:
    await three_play(club, "vote", "4 computers 1")
    said = "\n".join(map(club.text, club.public())).splitlines()
    (question,) = (line for line in said if "do you agree to" in line)
    assert question.startswith(f"{club.alice.mention}, {club.carol.mention}: ")


async def test_one_of_them_declines(club: Club) -> None:
    match = await three_play(club, "vote")
    await club.carol.click(club.last, label="Decline")
    match = await club.reload(match)
    assert match.computers == ()
    assert [seat.active for seat in match.seats].count(False) == 1


async def test_a_player_who_gave_up_has_no_say(club: Club) -> None:
    match = await three_play(club, "vote")
    await club.bob.click(club.last, label="Accept")
    assert (await club.reload(match)).computers == ()


async def test_a_server_has_it_always(club: Club) -> None:
    match = await three_play(club, "always")
    kinds = [event.kind for event in match.events]
    assert kinds[kinds.index(Kind.RESIGN) + 1] is Kind.TAKEOVER
    assert len(match.computers) == 1


async def test_a_server_has_it_never(club: Club) -> None:
    match = await three_play(club, "never")
    assert match.events[-1].kind is Kind.RESIGN
    assert match.computers == ()


async def test_two_players_have_no_use_for_it(club: Club) -> None:
    match = await club.start()
    question = await club.bob.click(club.last, label="Resign")
    assert question.response is not None
    await club.bob.click(question.response, label="Yes, I resign")
    assert (await club.reload(match)).status is Status.OVER


async def test_out_of_time_is_given_up_too(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, takeover="always")
    await club.alice.send(club.channel, f"{club.me} open chinese-checkers 3 1h")
    card = club.last
    for member in (club.bob, club.carol):
        await member.click(card, label="Join")
    await club.wait(hours=2)
    (match,) = await club.matches(status=Status.LIVE)
    assert Kind.TIMEOUT in [event.kind for event in match.events]
    assert len(match.computers) >= 1


@pytest.mark.parametrize("word", ["always", "toujours"])
async def test_those_who_manage_the_server_choose(club: Club, word: str) -> None:
    assert club.bot.preferences.server(club.guild.id).takeover == "vote"
    await manager(club).send(club.channel, f"{club.me} settings server takeover {word}")
    assert club.bot.preferences.server(club.guild.id).takeover == "always"


# Time


def player(club: Club, match: Match, seat: int) -> MemberActor:
    """Return the member who plays a seat; seats are drawn by lot."""
    members = (club.alice, club.bob, club.carol)
    return next(member for member in members if member.id == match.players[seat])


async def out_of_time(club: Club, seats: str = "3") -> Match:
    """Begin a match of three people with an hour a turn; all move, then Red runs out of time."""
    await club.alice.send(club.channel, f"{club.me} open chinese-checkers {seats} 1h")
    card = club.last
    for member in (club.bob, club.carol):
        await member.click(card, label="Join")
    (match,) = await club.matches(status=Status.LIVE)
    for _ in match.seats:
        text = match.position.write(match.position.legal_moves()[0])
        await player(club, match, match.position.turn).send(club.channel, text)
        match = await club.reload(match)
    await club.wait(minutes=50)
    await club.wait(minutes=11)
    match = await club.reload(match)
    assert [event.kind for event in match.events[-2:]] == [Kind.TIMEOUT, Kind.OFFER]
    return match


async def test_a_vote_says_until_when_and_no_time_runs(club: Club) -> None:
    match = await out_of_time(club)
    end = discord.utils.format_dt(match.timing.completed, "R")
    asked = f"If not all have agreed {end}, the match goes on without it. Time stands still"
    assert asked in club.text()
    assert "Time runs out" not in club.text()
    posts = len(club.public())
    await club.wait(minutes=55)
    assert len(club.public()) == posts
    await player(club, match, 2).click(club.last, label="Decline")
    match = await club.reload(match)
    assert match.deadline is not None
    assert match.deadline - match.events[-1].at == timedelta(hours=1)
    assert f"Time runs out {discord.utils.format_dt(match.deadline, 'R')}" in club.text()
    assert "If not all" not in club.text()


async def test_a_vote_that_nobody_answers_ends_in_time(club: Club) -> None:
    match = await out_of_time(club)
    await club.wait(minutes=61)
    match = await club.reload(match)
    assert match.vote is None
    assert match.computers == ()
    assert "A computer for Red: not all have agreed, and the match has gone on." in club.text()
    assert "Legal moves" in labels(club.last)


async def test_after_an_outage_there_is_as_much_time_left_to_vote(club: Club) -> None:
    match = await out_of_time(club)
    await club.later(hours=5)
    await club.wait(minutes=30)
    assert (await club.reload(match)).vote is not None
    await club.later(hours=5)
    await club.wait(minutes=31)
    match = await club.reload(match)
    assert match.vote is None
    assert match.position.turn == 1
    assert [event.kind for event in match.events].count(Kind.TIMEOUT) == 1
    assert Kind.REMIND not in [event.kind for event in match.events[match.since :]]
