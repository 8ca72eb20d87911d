"""Stepping through the moves of a match."""

from __future__ import annotations

import random

import pytest

import engine
from engine.table.record import Status
from engine.table.steps import steps_of
from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text
from tests.nightly import one_of_each_board

pytestmark = SHARED


GAMES = sorted(engine.games)


async def played(club: Club, name: str, count: int = 5) -> int:
    """Play some moves of a match; return its number."""
    chance = random.Random(name)
    match = await club.start(name)
    for _ in range(count):
        match = await club.store.load(match.id)
        position = match.position
        moves = [move for move in position.legal_moves() if position.claiming.warning(move) is None]
        person = match.people[position.turn]
        mover = club.alice if person == club.alice.id else club.bob
        await mover.send(club.channel, position.write(chance.choice(moves)))
    return match.id


@pytest.mark.parametrize("name", one_of_each_board())
async def test_every_game_is_stepped_through_from_either_side(club: Club, name: str) -> None:
    number = await played(club, name)
    match = await club.store.load(number)
    steps = steps_of(match)
    assert len(steps) <= 7
    result = await club.carol.slash(club.channel, "match moves", match=number)
    panel = result.response
    assert panel is not None
    assert f"**`{match.moves[-1].text}`**" in private_text(result)
    seen = {(await picture_of(panel.message)).tobytes()}
    for step in reversed(steps[:-1]):
        await club.carol.click(panel, label="Back")
        seen.add((await picture_of(panel.message)).tobytes())
        shown = f"**`{step.event.text}`**" if step.before else "**"
        assert shown in club.text(panel.message)
    assert len(seen) == len(steps)
    flip = "Whole map" if match.position.board.style == "map" else "Flip"
    await club.carol.click(panel, label=flip)
    seen.add((await picture_of(panel.message)).tobytes())
    assert len(seen) == len(steps) + 1
    await club.carol.click(panel, label="Last")
    assert f"**`{match.moves[-1].text}`**" in club.text(panel.message)
    await club.carol.click(panel, label="First")
    await club.carol.click(panel, label="Next")
    assert f"-# 1/{len(steps) - 1}" in club.text(panel.message)


async def test_the_panel_outlives_the_process_and_follows_a_live_match(club: Club) -> None:
    await club.start("frisian white", "32-28", "19-23")
    panel = (await club.carol.slash(club.channel, "match moves")).response
    assert panel is not None
    await club.carol.click(panel, label="Back")
    await club.restart()
    await club.play("28x19")
    await club.carol.click(panel, label="Next")
    assert "1. `32-28` **`19-23`** 2. `28x19`" in club.text(panel.message)
    assert "White to move." in club.text(panel.message)
    await club.carol.click(panel, label="Last")
    assert "**`28x19`**" in club.text(panel.message)


async def test_an_ended_match_tells_its_result_at_the_end(club: Club) -> None:
    match = await club.start("frisian white", "32-28", "19-23")
    asked = await club.bob.click(club.last, label="Resign")
    assert asked.response is not None
    await club.bob.click(asked.response, label="Yes, I resign")
    assert (await club.store.load(match.id)).status is Status.OVER
    result = await club.carol.slash(club.channel, "match moves", match=match.id)
    text = private_text(result)
    assert "**Black resigns**" in text
    assert f"{club.alice.mention} won" in text
    assert result.response is not None
    await club.carol.click(result.response, label="Back")
    assert " won" not in club.text(result.response.message)


async def test_a_player_looks_from_their_own_side_first(club: Club) -> None:
    await club.start("frisian white", "32-28")
    text = private_text(await club.bob.slash(club.channel, "match moves"))
    assert "from the side of Black" in text
    text = private_text(await club.carol.slash(club.channel, "match moves"))
    assert "from the side of White" in text


async def test_typed_it_answers_with_a_button_that_opens_the_panel_for_anybody(club: Club) -> None:
    match = await club.start("frisian white", "32-28")
    await club.alice.send(club.channel, f"{club.me} moves {match.id}")
    assert "1 move" in club.text()
    assert labels(club.last) == ["Step through"]
    result = await club.carol.click(club.last, label="Step through")
    assert "**`32-28`**" in private_text(result)


async def test_a_position_is_posted_to_talk_about_and_pings_nobody(club: Club) -> None:
    await club.start("frisian white", "32-28", "19-23")
    panel = (await club.carol.slash(club.channel, "match moves")).response
    assert panel is not None
    await club.carol.click(panel, label="Back")
    await club.carol.click(panel, label="Post here")
    shown = club.public()[-1]
    assert f"{club.carol.mention} shows a position" in club.text(shown)
    assert "**`32-28`**" in club.text(shown)
    assert club.pinged() == set()
    await picture_of(shown)
    opened = await club.bob.click(shown, label="Step through")
    assert "**`32-28`**" in private_text(opened)


async def test_a_match_that_not_everybody_sees_is_not_posted_elsewhere(club: Club) -> None:
    match = await club.start()
    lobby = club.guild.create_text_channel("lobby")
    panel = (await club.alice.slash(lobby, "match moves", match=match.id)).response
    assert panel is not None
    await club.alice.click(panel, label="Post here")
    assert len(lobby.history()) == 1
    await club.hide_from_everybody(club.channel)
    refused = await club.alice.click(panel, label="Post here")
    assert "Not everybody may see" in private_text(refused)


async def test_unknown_foreign_and_hidden_matches_are_refused_alike(club: Club) -> None:
    match = await club.start()
    elsewhere = club.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    dan = elsewhere.add_member(club.env.create_user("dan"))
    panel = (await club.carol.slash(club.channel, "match moves", match=match.id)).response
    await club.hide(club.channel, club.carol)
    lobby = club.guild.create_text_channel("lobby")
    unknown = "I do not know that match."
    assert unknown in private_text(await dan.slash(room, "match moves", match=match.id))
    assert unknown in private_text(await club.carol.slash(lobby, "match moves", match=match.id))
    for number in (0, -1, 99, 2**40):
        assert unknown in private_text(await club.bob.slash(lobby, "match moves", match=number))
    assert panel is not None


async def test_a_challenge_has_no_moves_yet(club: Club) -> None:
    match = await club.challenge()
    result = await club.carol.slash(club.channel, "match moves", match=match.id)
    assert "has not begun" in private_text(result)


async def test_two_look_through_at_once(club: Club) -> None:
    await club.start("frisian white", "32-28", "19-23")
    first = (await club.carol.slash(club.channel, "match moves")).response
    second = (await club.bob.slash(club.channel, "match moves")).response
    assert first is not None
    assert second is not None
    await club.carol.click(first, label="Back")
    await club.bob.click(second, label="First")
    assert "**`32-28`**" in club.text(first.message)
    assert "**start**" in club.text(second.message)


async def test_what_was_taken_back_is_not_shown(club: Club) -> None:
    match = await club.start("frisian white", "32-28", "19-23")
    panel = (await club.carol.slash(club.channel, "match moves")).response
    assert panel is not None
    await club.bob.send(club.channel, f"{club.me} takeback")
    await club.alice.click(club.last, label="Accept")
    assert [event.text for event in (await club.store.load(match.id)).moves] == ["32-28"]
    await club.play("20-24")
    await club.carol.click(panel, label="Back")
    assert "**start** 1. `32-28` `20-24`" in club.text(panel.message)
    await club.carol.click(panel, label="Last")
    assert "19-23" not in club.text(panel.message)
    assert "**`20-24`**" in club.text(panel.message)
