"""Ratings below a result, on the leaderboard and in a profile."""

from __future__ import annotations

from engine.table.record import LEAST_RATED, Status, level_of
from tests.cogs.conftest import OWN, SHARED, UNSEEN, Club, labels, picture_of, private_text
from tests.cogs.results import decided, ended, posted

pytestmark = [SHARED, UNSEEN]


async def test_a_rated_result_says_how_the_ratings_changed(club: Club) -> None:
    match = await club.under_way("frisian white rated", LEAST_RATED)
    await club.bob.send(club.channel, f"{club.me} resign")
    await club.bob.click(club.last, label="Yes, I resign")
    (won, lost) = await club.store.ratings.changes(match.id)
    assert (won.person, lost.person) == (club.alice.id, club.bob.id)
    shown = (
        f"Ratings: {club.alice.mention} 1500? → {won.after}, "
        f"{club.bob.mention} 1500? → {lost.after}"
    )
    assert shown in club.text()
    assert "`?` marks a rating from few matches, which still changes a lot." in club.text()
    won_against = f"**White {club.alice.mention} won** against Black {club.bob.mention}: "
    assert f"{won_against}Black resigned." in club.text()
    profile = private_text(await club.carol.slash(club.channel, "profile", person=club.alice))
    assert "`?` marks a rating from few matches" in profile


async def test_an_unrated_result_says_nothing_of_ratings(club: Club) -> None:
    await ended(club, rated=False)
    assert "As agreed" in club.text()
    assert "Ratings" not in club.text()


async def test_a_result_without_a_winner_has_no_ratings(club: Club) -> None:
    await ended(club, ranks=())
    assert "Ratings" not in club.text()


async def test_a_decision_of_a_moderator_says_the_ratings_anew(club: Club) -> None:
    match = await ended(club)
    first = club.last
    won = (await club.store.ratings.changes(match.id))[0]
    await decided(club, match, (2, 1))
    assert f"{club.bob.mention} 1500? → {won.after}" in club.text()
    assert "Ratings" not in club.text(await club.fetch(first))


async def test_ratings_are_said_after_a_restart_too(club: Club) -> None:
    await club.forbid("send_messages")
    await ended(club)
    assert not any("Ratings" in club.text(message) for message in club.messages)
    await club.forbid()
    await club.restart()
    await club.bot.poster.retry()
    await club.env.settle()
    assert "Ratings" in club.text()


async def test_the_leaderboard_of_a_game(club: Club) -> None:
    for ranks in [(1, 2), (1, 2), (2, 1)] * 6:
        await ended(club, ranks=ranks)
    await ended(club, (club.carol, club.bob))
    text = private_text(await club.carol.slash(club.channel, "leaderboard", game="frisian"))
    assert "Leaderboard: Frisian draughts" in text
    lines = [line for line in text.splitlines() if "match" in line and "±" in line]
    assert lines[0].startswith(f"1. {club.alice.mention} **")
    assert lines[1].startswith(f"2. {club.bob.mention} **")
    assert lines[2].startswith(f"– {club.carol.mention} **")
    assert lines[2].endswith("1 match")
    assert "?" in lines[2]
    assert "?" not in lines[0]


async def test_the_leaderboard_by_mention_pings_nobody(club: Club) -> None:
    await ended(club)
    await club.carol.send(club.channel, f"{club.me} leaderboard frisian")
    assert club.alice.mention in club.text()
    assert club.pinged() == set()
    assert club.replied_without_ping()


async def test_a_leaderboard_of_nobody(club: Club) -> None:
    await ended(club, rated=False)
    result = await club.carol.slash(club.channel, "leaderboard", game="frisian")
    assert "Nobody is rated in Frisian draughts" in private_text(result)
    result = await club.carol.slash(club.channel, "leaderboard", game="chess")
    assert "I have no game `chess`" in private_text(result)


async def test_without_a_game_it_is_that_of_the_game_rated_last(club: Club) -> None:
    nobody = await club.carol.slash(club.channel, "leaderboard")
    assert "Nobody is rated on this server yet" in private_text(nobody)
    await ended(club)
    assert "Leaderboard: Frisian draughts" in private_text(
        await club.carol.slash(club.channel, "leaderboard")
    )
    await club.start("halma red")
    assert "Leaderboard: Frisian draughts" in private_text(
        await club.alice.slash(club.channel, "leaderboard")
    )
    none = private_text(await club.alice.slash(club.channel, "leaderboard", game="halma"))
    assert "Nobody is rated in Halma" in none
    assert "There are lists of Frisian draughts." in none


async def test_the_leaderboard_has_pages_that_outlive_the_process(club: Club) -> None:
    for number in range(17):
        member = club.guild.add_member(club.env.create_user(f"player{number}"))
        await ended(club, (member, club.alice))
    shown = await club.carol.slash(club.channel, "leaderboard", game="frisian")
    assert "1/2" in private_text(shown)
    assert shown.response is not None
    await club.restart()
    turned = await club.carol.click(shown.response, label="Next")
    assert turned.response is not None
    assert "2/2" in club.text(turned.response.message)
    assert "1. " not in club.text(turned.response.message)
    back = await club.carol.click(turned.response, label="Back")
    assert back.response is not None
    assert "1/2" in club.text(back.response.message)


async def test_others_turn_the_pages_of_a_public_leaderboard_for_themselves(club: Club) -> None:
    for number in range(15):
        member = club.guild.add_member(club.env.create_user(f"player{number}"))
        await ended(club, (member, club.alice))
    await club.carol.send(club.channel, f"{club.me} leaderboard frisian")
    public = club.last
    turned = await club.bob.click(public, label="Next")
    assert "2/2" in private_text(turned)
    assert "1/2" in club.text(await club.fetch(public))


async def test_a_profile_has_results_ratings_and_a_picture(club: Club) -> None:
    for ranks in [(1, 2), (1, 2), (1, 1), (2, 1)] * 4:
        await ended(club, ranks=ranks)
    await ended(club, (club.bob, club.alice), game="assaut")
    await ended(club, (club.bob, club.alice), game="halma", rated=False)
    result = await club.carol.slash(club.channel, "profile", person=club.alice)
    text = private_text(result)
    assert f"Profile of {club.alice.mention}" in text
    assert "Playing on this server since <t:" in text
    assert "place 1 on this server · 8 wins, 4 draws, 4 losses" in text
    assert "**Halma**: not rated · 0 wins, 0 draws, 1 loss" in text
    assert "?** ±" in text
    answer = result.followups[-1] if result.followups else result.response
    assert answer is not None
    picture = await picture_of(answer.message)
    assert picture.size[0] <= 900


async def test_ones_own_profile_and_one_by_mention(club: Club) -> None:
    await ended(club)
    text = private_text(await club.bob.slash(club.channel, "profile"))
    assert f"Profile of {club.bob.mention}" in text
    await club.carol.send(club.channel, f"{club.me} profile {club.bob.mention}")
    assert f"Profile of {club.bob.mention}" in club.text()
    assert club.pinged() == set()
    await club.carol.send(club.channel, f"{club.me} profile @alice")
    assert f"Profile of {club.alice.mention}" in club.text()
    await club.carol.send(club.channel, f"{club.me} profile @alice quickly")
    assert "Name a member" in club.text()


async def test_profiles_of_those_who_have_not_played(club: Club) -> None:
    text = private_text(await club.carol.slash(club.channel, "profile"))
    assert f"{club.carol.mention} has not ended a match on this server yet." in text
    await ended(club, rated=False)
    text = private_text(await club.alice.slash(club.channel, "profile"))
    assert f"No rated match of {club.alice.mention} has ended yet." in text


async def test_who_left_the_server_is_shown_and_not_called(club: Club) -> None:
    await ended(club)
    club.guild.remove_member(club.bob)
    await club.carol.send(club.channel, f"{club.me} leaderboard frisian")
    assert club.bob.mention in club.text()
    assert club.pinged() == set()
    await club.carol.send(club.channel, f"{club.me} profile {club.bob.mention}")
    assert f"Profile of {club.bob.mention}" in club.text()
    assert club.pinged() == set()


async def test_who_runs_out_of_time_loses_rating(club: Club) -> None:
    match = await club.under_way("frisian white 1h rated", LEAST_RATED)
    await club.wait(hours=2)
    await posted(club)
    won, lost = await club.store.ratings.changes(match.id)
    assert (won.person, lost.person) == (club.bob.id, club.alice.id)
    assert f"{club.alice.mention} 1500? → {lost.after}" in club.text()
    text = private_text(await club.alice.slash(club.channel, "history"))
    assert "ran out of time" in text


async def test_whose_data_are_deleted_is_a_former_player(club: Club) -> None:
    await ended(club)
    assert await club.store.forget(club.bob.id)
    text = private_text(await club.carol.slash(club.channel, "leaderboard", game="frisian"))
    assert club.alice.mention in text
    assert club.bob.mention not in text
    text = private_text(await club.alice.slash(club.channel, "history"))
    assert "a former player" in text
    text = private_text(await club.carol.slash(club.channel, "profile", person=club.bob))
    assert "has not ended a match" in text


async def beaten(club: Club, level: int) -> None:
    """Let Alice beat the computer of a level."""
    await club.alice.send(club.channel, f"{club.me} play frysk white level {level}")
    (match,) = await club.matches(status=Status.LIVE)
    await decided(club, match)


async def test_the_profile_shows_the_highest_level_that_was_beaten(club: Club) -> None:
    for level in (3, 6, 2):
        await beaten(club, level)
    assert "`/play` now proposes computer, level 3, about " in club.text()
    assert labels(club.last)[:2] == ["Next level", "Rematch"]
    await club.alice.click(club.last, label="Next level")
    (match,) = await club.matches(status=Status.LIVE)
    assert [level_of(user) for user in match.computers] == [3]
    assert match.is_computers(0)  # the sides change as in any rematch
    text = private_text(await club.bob.slash(club.channel, "profile", person=club.alice))
    shown = "**Frysk!**: not rated · 3 wins, 0 draws, 0 losses · has beaten computer, level 6"
    assert shown in text


@OWN
async def test_the_leaderboard_shows_who_has_beaten_the_computer(club: Club) -> None:
    await beaten(club, 6)
    text = private_text(await club.bob.slash(club.channel, "leaderboard", game="frysk"))
    assert f"- {club.alice.mention} computer, level 6 · 1 win" in text
    assert "sorted by" not in text
    refused = await club.bob.slash(club.channel, "leaderboard", game="halma")
    assert "Nobody is rated in Halma" in private_text(refused)
