"""The records of past tournaments: the tour of a year, titles in profiles, and their deletion."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from engine.tournaments.terms import Form
from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text
from tests.cogs.events.club import finished, signed_up
from tests.cogs.results import ended

pytestmark = [SHARED, pytest.mark.usefixtures("plain_posts")]


async def test_the_tour_adds_up_a_year_of_all_tournaments(club: Club) -> None:
    nobody = await club.alice.slash(club.channel, "tournament tour")
    assert "No tournament of this server ended in 2026" in private_text(nobody)
    players = [
        club.guild.add_member(club.env.create_user(f"player{number}")) for number in range(20)
    ]
    await finished(club, [(1, club.alice), (2, club.bob), (3, club.carol)])
    await finished(club, [(1, club.bob), (2, club.alice), *((3, one) for one in players)])
    shown = await club.alice.slash(club.channel, "tournament tour")
    text = private_text(shown)
    assert "### Tour 2026" in text
    assert "You: place 1, 24 points from 2 tournaments." in text  # shared with Bob
    assert "one more for each person in your group who has played and ends below you" in text
    assert shown.response is not None
    message = (shown.followups[-1] if shown.followups else shown.response).message
    assert (await picture_of(message)).size[0] > 400
    further = await club.alice.click(message, label="Next")
    assert "2/2" in private_text(further)
    late = timedelta(days=400)
    club.env.backend.advance_clock(late.total_seconds())
    gone = await club.alice.slash(club.channel, "tournament tour")
    assert "in 2027" in private_text(gone)
    assert "Tour 2026" in private_text(
        await club.alice.slash(club.channel, "tournament tour", year=2026)
    )
    await club.alice.send(club.channel, f"{club.me} tournament tour 2026")
    assert "place 1" in club.text()
    assert "1. alice: 24, 2. 1. bob: 24, 2. 3. carol: 1, 1." in club.alt()
    await club.alice.send(club.channel, f"{club.me} tournament tour twenty")
    assert "Name a year" in club.text()


async def test_profiles_have_the_best_titles_that_the_reader_may_see(club: Club) -> None:
    secret = club.guild.create_text_channel("secret")
    await club.hide_from_everybody(secret)
    both = [(1, club.alice), (2, club.bob), (3, club.carol)]
    await finished(club, both, form=Form.LEAGUE, name="**Winter** @everyone")
    await finished(club, both, name="Hidden cup", channel=secret.id)
    text = private_text(await club.carol.slash(club.channel, "profile", person=club.bob))
    year = club.env.now().year
    assert "2nd in \\*\\*Winter\\*\\* \\@everyone (Frisian draughts, 3 players, " in text
    assert f" {year})" in text
    assert "Hidden" not in text
    own = private_text(await club.alice.slash(club.channel, "profile"))
    assert "**League champion**, Frisian draughts, " in own
    assert "**Tournament winner**, Frisian draughts, " in own
    await club.bob.send(club.channel, f"{club.me} profile {club.alice.mention}")
    assert "League champion" in club.text()
    assert "Hidden" not in club.text()
    for number in range(4):
        await finished(club, [(4 if number else 1, club.alice), (5, club.carol)])
    many = private_text(await club.alice.slash(club.channel, "profile"))
    assert "… and 1 more." in many
    assert many.count("Place 4 in Club cup") == 2


async def test_who_deletes_their_data_is_in_none_of_it(club: Club) -> None:
    await ended(club)
    season = await club.store.seasons.close_season(club.guild.id, "2025-12", club.env.now())
    await finished(club, [(1, club.alice), (2, club.bob), (3, club.carol)])
    await signed_up(club, Form.SWISS)
    result = await club.alice.slash(club.channel, "privacy", what="export")
    answer = result.followups[-1] if result.followups else result.response
    assert answer is not None
    kept = json.loads(await answer.message.attachments[0].read())
    (title,), (place,) = kept["titles"], kept["closed seasons"]
    assert (title["name"], title["place"], title["people behind"]) == ("Club cup", 1, 2)
    assert (place["season"], place["place"]) == (season, 1)
    assert len(kept["tournaments"]) == 2
    asked = await club.alice.slash(club.channel, "privacy", what="delete")
    assert "Tournaments that you are in go on without you" in private_text(asked)
    assert asked.response is not None
    await club.alice.click(asked.response, label=labels(asked.response.message)[0])
    with closing(sqlite3.connect(club.file)) as connection:
        assert not [line for line in connection.iterdump() if str(club.alice.id) in line]
    tour = private_text(await club.bob.slash(club.channel, "tournament tour"))
    assert "You: place 1, 2 points from 1 tournament." in tour
    then = await club.bob.slash(club.channel, "leaderboard", season="2025-12")
    assert "a former player **" in private_text(then)
