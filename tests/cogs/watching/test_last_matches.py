"""Commands about a match, without its number, mean the last match that they apply to."""

from __future__ import annotations

import pytest

from engine.table.match import Match
from engine.table.record import Status
from tests.cogs.conftest import SHARED, UNSEEN, Club, private_text

pytestmark = [SHARED, UNSEEN]


async def over(club: Club) -> Match:
    """Play a match to its end: Bob resigns after four moves."""
    match = await club.start("checkers black unrated", "11-15", "22-18", "15x22", "25x18")
    await club.bob.send(club.channel, f"{club.me} resign", reply_to=club.last)
    await club.bob.click(club.last, label="Yes, I resign")
    return await club.reload(match)


@pytest.mark.parametrize("command", ["review", "export", "animate", "analyse"])
async def test_it_is_the_last_that_ended_while_another_is_played(club: Club, command: str) -> None:
    first, last = await over(club), await over(club)
    await club.start("frisian white")
    await club.carol.send(club.channel, f"{club.me} {command}")  # she has played in none
    board = "Checkers (English draughts): a board to think on."
    assert club.text() == board if command == "analyse" else f"#{last.id}" in club.text()
    assert f"#{first.id}" not in club.text()


async def test_a_person_means_their_own_before_others(club: Club) -> None:
    own = await over(club)
    await club.carol.send(club.channel, f"{club.me} challenge {club.bob.mention} checkers black")
    await club.bob.click(club.last, label="Accept")
    await club.carol.send(club.channel, f"{club.me} resign")
    await club.carol.click(club.last, label="Yes, I resign")
    assert len(await club.matches(Status.OVER)) == 2
    await club.alice.send(club.channel, f"{club.me} export")
    assert f"#{own.id}" in club.text()


@pytest.mark.parametrize("command", ["export", "animate"])
async def test_their_own_that_is_played_is_before_others(club: Club, command: str) -> None:
    ended = await over(club)
    await club.carol.send(club.channel, f"{club.me} challenge {club.bob.mention} checkers black")
    await club.bob.click(club.last, label="Accept")
    await club.carol.send(club.channel, "11-15")
    (own,) = await club.matches(Status.LIVE)
    await club.carol.send(club.channel, f"{club.me} {command}")
    assert f"#{own.id}" in club.text()
    await club.carol.send(club.channel, f"{club.me} review")  # only what is over has one
    assert f"#{ended.id}" in club.text()


async def test_where_none_has_ended_it_is_the_one_that_is_played(club: Club) -> None:
    match = await club.start("checkers black", "11-15")
    await club.alice.send(club.channel, f"{club.me} export")
    assert f"#{match.id}" in club.text()
    refused = await club.alice.slash(club.channel, "match review")
    assert "it can be reviewed once it is over" in private_text(refused)


@pytest.mark.parametrize("command", ["review", "export", "animate", "analyse"])
async def test_where_none_was_played_it_says_so(club: Club, command: str) -> None:
    await club.alice.send(club.channel, f"{club.me} {command}")
    assert club.text().startswith("No match has been played in this channel yet")


async def test_a_rematch_is_one_of_the_last_that_ended(club: Club) -> None:
    last = await over(club)
    await club.start("frisian white")
    await club.alice.send(club.channel, f"{club.me} rematch same")
    challenge = (await club.matches(Status.CHALLENGE))[-1]
    assert (challenge.previous, challenge.game.name) == (last.id, "checkers")
