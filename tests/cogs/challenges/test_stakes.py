"""Whether a match is rated: the first of people who do not know the game is not."""

from __future__ import annotations

import pytest

from engine.table.record import Status
from tests.cogs.conftest import SHARED, Club
from tests.cogs.results import ended

pytestmark = SHARED


FIRST = "Not rated: the game is new here"


async def test_the_first_match_of_newcomers_is_not_rated_and_the_card_says_why(club: Club) -> None:
    match = await club.challenge("frisian white")
    assert FIRST in club.text()
    await club.bob.click(club.last, label="Accept")
    await club.play("32-28", "19-23")
    await club.confirm(club.bob, club.public()[-1], "Resign")
    match = await club.reload(match)
    assert not match.rated
    assert await club.store.ratings.changes(match.id) == []


async def test_they_may_say_that_it_is_rated(club: Club) -> None:
    match = await club.challenge("frisian white rated")
    assert f"Rated, as {club.alice.mention} wants it" in club.text()
    assert match.rated


async def test_who_has_played_the_game_makes_it_rated(club: Club) -> None:
    await ended(club, (club.bob, club.carol), rated=False)
    match = await club.challenge("frisian white")
    assert "No time limit · Rated" in club.text()
    assert match.rated
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} halma")
    assert FIRST in club.text()


async def test_an_aborted_match_is_no_experience(club: Club) -> None:
    await club.start()
    await club.confirm(club.bob, club.last, "Resign")
    await club.challenge("frisian white")
    assert FIRST in club.text()


@pytest.mark.parametrize("played", [True, False])
async def test_the_rematch_of_a_first_match_is_rated_where_that_had_a_result(
    club: Club, *, played: bool
) -> None:
    await club.start()
    if played:
        await club.play("32-28", "19-23")
    await club.confirm(club.bob, club.public()[-1], "Resign")
    await club.alice.click(club.public()[-1], label="Rematch")
    (again,) = await club.matches(status=Status.CHALLENGE)
    assert again.rated is played
    said = "· Rated" if played else FIRST
    assert said in club.text(club.public()[-1])


async def test_a_server_without_ratings_says_so(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, rated=False)
    await club.challenge("frisian white")
    assert "No time limit · Not rated" in club.text()
    await club.alice.send(club.channel, f"{club.me} open halma unrated")
    assert f"Not rated, as {club.alice.mention} wants it" in club.text()
