"""``/games``, ``/match board`` and ``/help``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text

pytestmark = SHARED


async def test_games_lists_what_is_played_with_links_to_the_boards(club: Club) -> None:
    match = await club.start()
    board = club.last
    result = await club.carol.slash(club.channel, "games")
    text = private_text(result)
    assert f"#{match.id}" in text
    assert f"White {club.alice.mention} – Black {club.bob.mention}" in text
    assert f"/channels/{club.guild.id}/{club.channel.id}/{board.id}" in text


async def test_games_shows_a_small_board_on_demand(club: Club) -> None:
    await club.start("frysk white")
    match = await club.start("frisian white")
    listed = (await club.carol.slash(club.channel, "games")).response
    assert listed is not None
    await club.restart()
    shown = await club.carol.select(listed, values=[str(match.id)])
    assert "Frisian draughts" in private_text(shown)
    assert shown.response is not None
    assert (await picture_of(shown.response.message)).size == (400, 400)
    opened = await club.carol.click(shown.response, label="Step through")
    assert "**start**" in private_text(opened)
    asked = await club.carol.click(shown.response, label="Follow")
    assert "You do not follow" in private_text(asked)


async def test_a_board_that_one_may_not_see_any_more_is_not_shown_from_the_list(club: Club) -> None:
    match = await club.start()
    lobby = club.guild.create_text_channel("lobby")
    listed = (await club.carol.slash(lobby, "games")).response
    assert listed is not None
    await club.hide(club.channel, club.carol)
    shown = await club.carol.select(listed, values=[str(match.id)])
    assert "I do not know that match." in private_text(shown)


async def test_a_long_list_says_how_many_more_there_are(club: Club) -> None:
    begun = await club.start("frisian white")
    events = tuple(replace(event, source=None) for event in begun.events)
    for _ in range(24):
        await club.store.create(replace(begun, id=0, events=events))
    text = private_text(await club.carol.slash(club.channel, "games"))
    assert len(text) < 4000
    assert text.count("to move") + int(text.split("… and ")[1].split()[0]) == 25


async def test_games_says_how_to_begin_where_nothing_is_played(club: Club) -> None:
    result = await club.carol.slash(club.channel, "games")
    assert "Nothing is being played here" in private_text(result)
    assert result.response is not None
    assert labels(result.response.message) == ["Play", "Learn", "Rules"]


async def test_matches_in_channels_that_one_cannot_see_are_not_listed(club: Club) -> None:
    await club.start()
    await club.hide(club.channel, club.carol)
    lobby = club.guild.create_text_channel("lobby")
    result = await club.carol.slash(lobby, "games")
    assert club.alice.mention not in private_text(result)


async def test_a_player_has_the_board_posted_again(club: Club) -> None:
    await club.start()
    await club.play("32-28")
    old = club.last
    result = await club.bob.slash(club.channel, "match board")
    assert "Here is the board." in private_text(result)
    shown = club.public()[-1]
    assert "played `32-28`" in club.text(shown)
    assert "Legal moves" in labels(shown)
    assert labels(await club.fetch(old)) == []
    assert club.pinged() == set()


async def test_who_looks_on_sees_the_board_in_private(club: Club) -> None:
    await club.start()
    result = await club.carol.slash(club.channel, "match board")
    assert "Frisian draughts" in private_text(result)
    assert result.response is not None
    assert len(result.response.attachments) == 1


async def test_the_board_by_mention(club: Club) -> None:
    await club.start()
    await club.carol.send(club.channel, f"{club.me} board")
    assert len(club.last.attachments) == 1
    assert labels(club.last) == []


async def test_a_board_where_there_is_none(club: Club) -> None:
    result = await club.carol.slash(club.channel, "match board")
    assert "No match is being played in this channel." in private_text(result)


async def test_several_boards_are_told_apart_by_number(club: Club) -> None:
    await club.start("frisian white")
    second = await club.start("frysk white")
    result = await club.carol.slash(club.channel, "match board")
    assert "Which match do you mean?" in private_text(result)
    result = await club.carol.slash(club.channel, "match board", match=second.id)
    assert "Frysk!" in private_text(result)


async def test_a_match_of_another_server_is_unknown(club: Club) -> None:
    match = await club.start()
    elsewhere = club.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    dan = elsewhere.add_member(club.env.create_user("dan"))
    result = await dan.slash(room, "match board", match=match.id)
    assert "I do not know that match." in private_text(result)


async def test_help_by_mention(club: Club) -> None:
    await club.carol.send(club.channel, f"{club.me} help frisian")
    assert "Frisian draughts" in club.text()


@pytest.mark.simcord(approved_intents=None)
async def test_every_answer_fits_into_a_message(club: Club) -> None:
    for game in ("frisian", "frisian-official", "frysk"):
        result = await club.carol.slash(club.channel, "help", game=game)
        assert 100 < len(private_text(result)) < 2000
