"""Whether a match is rated: the first match of people new to the game is not."""

from __future__ import annotations

import pytest

from engine.table.match import Match
from engine.table.record import MOST_RATED, Status
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
    assert f"Rated, by choice of {club.alice.mention}" in club.text()
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
    assert f"Not rated, by choice of {club.alice.mention}" in club.text()


OFTEN = f"Not rated: the same people have played {MOST_RATED} rated matches of it within a day"


async def rated_matches(club: Club, count: int) -> None:
    """Have Alice and Bob end ``count`` rated matches."""
    for _ in range(count):
        await ended(club)


async def test_a_pair_plays_few_rated_matches_of_a_game_within_a_day(club: Club) -> None:
    await rated_matches(club, MOST_RATED - 1)
    match = await club.challenge("frisian white")
    assert match.rated
    await club.bob.click(club.last, label="Decline")
    await rated_matches(club, 1)
    match = await club.challenge("frisian white rated")
    assert OFTEN in club.text()
    assert not match.rated
    await club.bob.click(club.last, label="Decline")
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} halma rated")
    assert "Rated, by choice" in club.text()
    await club.alice.send(club.channel, f"{club.me} challenge {club.carol.mention} frisian")
    assert "· Rated\n" in club.text()


async def test_what_has_no_rated_result_does_not_count(club: Club) -> None:
    await rated_matches(club, MOST_RATED - 1)
    await ended(club, rated=False)
    await ended(club, ranks=())
    assert (await club.challenge("frisian white")).rated


async def test_challenges_that_wait_together_are_no_way_around(club: Club) -> None:
    await rated_matches(club, MOST_RATED - 1)
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} frisian 1d rated")
    first = club.last
    await club.alice.send(club.channel, f"{club.me} open frisian 3d rated")
    second = club.last
    await club.bob.click(first, label="Accept")
    await club.bob.click(second, label="Join")
    (one, other) = sorted(await club.matches(status=Status.LIVE), key=lambda match: match.id)
    assert one.rated
    assert not other.rated
    assert OFTEN in club.text()


async def test_a_rematch_goes_by_the_same_limit(club: Club) -> None:
    await rated_matches(club, MOST_RATED - 1)
    for rated in (True, False):
        await club.alice.click(club.public()[-1], label="Rematch")
        (again,) = await club.matches(status=Status.CHALLENGE)
        assert again.rated is rated
        assert (OFTEN in club.text()) is not rated
        await club.bob.click(club.public()[-1], label="Accept")
        await play_on(club, again)
        await club.confirm(club.bob, club.public()[-1], "Resign")


async def play_on(club: Club, match: Match, plies: int = 6) -> None:
    """Have Alice and Bob play ``plies`` legal moves."""
    for _ in range(plies):
        match = await club.reload(match)
        await club.play(match.position.write(match.position.legal_moves()[0]))


EARLY = "no rating, because it was given up or drawn before both sides had moved three times."


@pytest.mark.parametrize(("plies", "rated"), [(2, False), (5, False), (6, True)])
async def test_what_is_given_up_after_a_few_moves_changes_no_rating(
    club: Club, plies: int, *, rated: bool
) -> None:
    match = await club.start("frisian white rated")
    await play_on(club, match, plies)
    await club.bob.send(club.channel, f"{club.me} resign")
    assert (
        "It changes no rating: some players have moved fewer than three times." in club.text()
    ) is not rated
    await club.bob.click(club.last, label="Yes, I resign")
    match = await club.reload(match)
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 2)
    assert (await club.store.ratings.changes(match.id) != []) is rated
    assert (EARLY in club.text()) is not rated
    await club.alice.click(club.public()[-1], label="Rematch")
    (again,) = await club.matches(status=Status.CHALLENGE)
    assert again.rated


async def test_neither_does_a_draw_agreed_on_as_early(club: Club) -> None:
    match = await club.start("frisian white rated")
    await play_on(club, match, 2)
    await club.type(club.alice, "draw")
    await club.bob.send(club.channel, f"{club.me} accept")
    match = await club.reload(match)
    assert match.status is Status.OVER
    assert await club.store.ratings.changes(match.id) == []
    assert EARLY in club.text()
