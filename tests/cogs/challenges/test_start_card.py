"""The card: the answer to who does not know what to type, and its controls."""

from __future__ import annotations

import discord
import pytest

import engine
from engine.table.computers import computer
from engine.table.record import OPEN, Status
from tests.cogs.conftest import Club, labels, picture_of, private_text


async def card(club: Club, words: str = "play") -> discord.Message:
    """The card, for Alice's words."""
    await club.alice.send(club.channel, f"{club.me} {words}")
    return club.last


@pytest.mark.parametrize("words", ["play", "", "hello there", "what can I do here?", "x" * 1900])
async def test_what_means_nothing_is_answered_by_the_card(club: Club, words: str) -> None:
    shown = await card(club, words)
    text = club.text()
    assert "Choose a game, and the board is here" in text
    assert all(f"**{game.title}**" in text for game in engine.games.values())
    assert len(text) < 4000
    assert labels(shown) == ["Against somebody", "Fill a table", "Choose a level"]
    assert (await picture_of(shown)).width <= 1000


async def test_the_card_is_shown_once_to_those_who_only_chat(club: Club) -> None:
    await card(club, "hello")
    await card(club, "how are you")
    assert "I do not know what to do with that" in club.text()
    await card(club, "play")
    assert "Choose a game" in club.text()


async def test_a_game_is_chosen_and_the_board_is_there(club: Club) -> None:
    shown = await card(club)
    result = await club.alice.select(shown, values=["frysk"])
    assert "You play Computer 2 (plays for fun)." in private_text(result)
    (match,) = await club.store.matches(status=Status.LIVE)
    assert match.game.name == "frysk"
    assert set(match.people) == {club.alice.id, computer(2)}


async def test_everybody_plays_for_themselves_from_one_card(club: Club) -> None:
    shown = await card(club)
    await club.bob.select(shown, values=["frysk"])
    await club.carol.select(shown, values=["halma"])
    people = [match.persons for match in await club.store.matches(status=Status.LIVE)]
    assert people == [(club.bob.id,), (club.carol.id,)]


async def test_a_card_works_after_a_restart(club: Club) -> None:
    shown = await card(club)
    await club.restart()
    await club.alice.select(shown, values=["frisian"])
    panel = await club.alice.click(shown, label="Choose a level")
    assert "Choose how well the computer plays" in private_text(panel)
    assert len(await club.store.matches(status=Status.LIVE)) == 1


async def test_a_level_is_chosen_before_the_game(club: Club) -> None:
    shown = await card(club)
    panel = await club.alice.click(shown, label="Choose a level")
    assert panel.response is not None
    await club.alice.select(panel.response, values=["6"], custom_id="damier:menu-level:")
    await club.alice.select(panel.response, values=["frisian"], custom_id="damier:menu-play:6")
    (match,) = await club.store.matches(status=Status.LIVE)
    assert computer(6) in match.people


async def test_somebody_is_chosen_then_the_game(club: Club) -> None:
    shown = await card(club)
    asked = await club.alice.click(shown, label="Against somebody")
    assert asked.response is not None
    await club.alice.select(asked.response, values=[club.bob])
    await club.alice.select(asked.response, values=["frysk"])
    assert f"{club.alice.mention} challenges {club.bob.mention}." in club.text()


async def test_who_chooses_themselves_is_told_so(club: Club) -> None:
    shown = await card(club)
    asked = await club.alice.click(shown, label="Against somebody")
    assert asked.response is not None
    refused = await club.alice.select(asked.response, values=[club.alice])
    assert "You cannot challenge yourself." in private_text(refused)


async def test_a_table_is_opened(club: Club) -> None:
    shown = await card(club)
    asked = await club.alice.click(shown, label="Fill a table")
    assert asked.response is not None
    await club.alice.select(asked.response, values=["halma 4"])
    (match,) = await club.store.matches(status=Status.CHALLENGE)
    assert match.people == (club.alice.id, OPEN, OPEN, OPEN)
    assert "looks for players" in club.text()


async def test_the_slash_command_without_a_game_shows_the_card(club: Club) -> None:
    result = await club.alice.slash(club.channel, "play")
    assert "Choose a game, and the board is here" in private_text(result)


async def test_without_the_right_to_attach_pictures_the_card_has_none(club: Club) -> None:
    await club.forbid("attach_files")
    shown = await card(club)
    assert "Choose a game" in club.text()
    assert not shown.attachments
    refused = await club.alice.select(shown, values=["frisian"])
    assert "I am missing the permission Attach Files" in private_text(refused)


async def test_without_the_right_to_write_nothing_fails(club: Club) -> None:
    await club.forbid("send_messages")
    await card(club)
    assert len(club.messages) == 1


async def test_who_presses_twice_begins_one_match(club: Club) -> None:
    shown = await card(club)
    await club.alice.select(shown, values=["halma"])
    again = await club.alice.select(shown, values=["halma"])
    assert "Match #1 has just begun: it waits for a move." in private_text(again)
    await club.bob.select(shown, values=["halma"])
    assert len(await club.store.matches(status=Status.LIVE)) == 2
