"""The start card: the answer to people who do not know what to type, and its controls."""

from __future__ import annotations

import discord
import pytest
from simcord import InteractionResult, MemberActor

import engine
from cogs.challenges.start_card import games_menu
from cogs.language.catalogues import translate_into
from engine.scale import figures
from engine.table.record import OPEN, Status, computer
from tests.cogs.conftest import SHARED, Club, alt_of, labels, picture_of, private_text

pytestmark = SHARED


GAMES = ["Frisian draughts", "Checkers", "Halma", "Assaut", "All games"]
OTHERS = ["Against somebody", "Learn", "Rules", "Watch"]


async def card(club: Club, words: str = "play") -> discord.Message:
    """Return the card that answers Alice's words."""
    await club.alice.send(club.channel, f"{club.me} {words}")
    return club.last


async def choose(member: MemberActor, shown: discord.Message, game: str) -> InteractionResult:
    """Let a member press All games, and choose ``game`` from the menu."""
    panel = await member.click(shown, label="All games")
    assert panel.response is not None
    return await member.select(panel.response, values=[game])


async def pressed(club: Club, shown: discord.Message, label: str) -> InteractionResult:
    """Let Alice press All games, and then a button of the panel that opens."""
    panel = await club.alice.click(shown, label="All games")
    assert "Choose a game, and the board is in the channel" in private_text(panel)
    assert panel.response is not None
    return await club.alice.click(panel.response, label=label)


@pytest.mark.parametrize(
    "words", ["play", "", "hello there", "let's play!", "which games are there?", "x" * 1900]
)
async def test_what_means_nothing_is_answered_by_the_card(club: Club, words: str) -> None:
    shown = await card(club, words)
    text = club.text()
    assert "Hello, I am" in text
    assert labels(shown) == GAMES + OTHERS
    assert sum(-(-len(line) // 32) for line in text.splitlines()) <= 8  # lines on a phone
    named = [str(engine.games[name].title) for name in ("frisian", "checkers", "halma", "assaut")]
    assert alt_of(shown) == f"The boards of {', '.join(named)}."
    assert (await picture_of(shown)).width <= 1000


async def test_the_card_is_shown_once_to_those_who_only_chat(club: Club) -> None:
    await card(club, "hello")
    await card(club, "how are you")
    assert "I am here to play: choose what you would like to do" in club.text()
    assert labels(club.last) == ["Play", "Learn", "Rules", "Watch"]
    await card(club, "play")
    assert "Hello, I am" in club.text()


async def test_a_games_button_begins_it(club: Club) -> None:
    begun = await club.bob.click(await card(club), label="Halma")
    assert "The board of Halma is in the channel." in private_text(begun)
    (match,) = await club.matches(status=Status.LIVE)
    assert (match.game.name, match.persons) == ("halma", (club.bob.id,))


async def test_the_games_that_are_played_here_come_first(club: Club) -> None:
    await club.start("turkish white")
    assert labels(await card(club))[:2] == ["Turkish draughts", "Frisian draughts"]


async def test_play_opens_a_panel_from_which_a_board_is_begun(club: Club) -> None:
    panel = await club.bob.click(await card(club), label="All games")
    assert panel.response is not None
    await club.bob.select(panel.response, values=["halma"])
    (match,) = await club.matches(status=Status.LIVE)
    assert match.persons == (club.bob.id,)


async def test_rules_asks_of_which_game_and_explains_it(club: Club) -> None:
    asked = await club.bob.click(await card(club), label="Rules")
    assert "Which game would you like explained?" in private_text(asked)
    assert asked.response is not None
    page = await club.bob.select(asked.response, values=["halma"])
    assert "### Halma: The aim" in private_text(page)


async def test_watch_lists_what_is_played(club: Club) -> None:
    shown = await card(club)
    nothing = await club.carol.click(shown, label="Watch")
    assert "Nothing is being played here just now." in private_text(nothing)
    match = await club.start()
    listed = await club.carol.click(shown, label="Watch")
    assert f"**#{match.id}** Frisian draughts" in private_text(listed)


async def test_a_game_is_chosen_and_the_board_is_there(club: Club) -> None:
    shown = await card(club)
    result = await choose(club.alice, shown, "frysk")
    figure = figures(engine.games["frysk"], 2, {})[2]
    assert f"You play against the computer, level 2, about {figure}." in private_text(result)
    (match,) = await club.matches(status=Status.LIVE)
    assert match.game.name == "frysk"
    assert set(match.people) == {club.alice.id, computer(2)}


async def test_everybody_plays_for_themselves_from_one_card(club: Club) -> None:
    shown = await card(club)
    await choose(club.bob, shown, "frysk")
    await choose(club.carol, shown, "halma")
    people = [match.persons for match in await club.matches(status=Status.LIVE)]
    assert people == [(club.bob.id,), (club.carol.id,)]


async def test_a_card_works_after_a_restart(club: Club) -> None:
    shown = await card(club)
    await club.restart()
    await choose(club.alice, shown, "frisian")
    panel = await pressed(club, shown, "Choose a level")
    assert "Choose how well the computer plays" in private_text(panel)
    assert len(await club.matches(status=Status.LIVE)) == 1


async def test_a_level_is_chosen_before_the_game(club: Club) -> None:
    shown = await card(club)
    panel = await pressed(club, shown, "Choose a level")
    assert panel.response is not None
    await club.alice.select(panel.response, values=["6"], custom_id="damier:menu-level:")
    await club.alice.select(panel.response, values=["frisian"], custom_id="damier:menu-play:6")
    (match,) = await club.matches(status=Status.LIVE)
    assert computer(6) in match.people


def test_of_a_chosen_level_each_game_says_the_figure() -> None:
    games = [engine.games["frysk"], engine.games["allies"]]
    figure = figures(games[0], 2, {})[2]
    menu = games_menu("2", translate_into(discord.Locale.french), games)
    known, unknown = [str(option.description) for option in menu.item.options]
    assert known.startswith(f"niveau 2, environ {figure} · ")
    assert "environ" not in unknown


async def test_somebody_is_chosen_then_the_game(club: Club) -> None:
    shown = await card(club)
    asked = await pressed(club, shown, "Against somebody")
    assert asked.response is not None
    await club.alice.select(asked.response, values=[club.bob])
    await club.alice.select(asked.response, values=["frysk"])
    assert f"{club.alice.mention} challenges {club.bob.mention}." in club.text()


async def test_who_chooses_themselves_is_told_so(club: Club) -> None:
    shown = await card(club)
    asked = await pressed(club, shown, "Against somebody")
    assert asked.response is not None
    refused = await club.alice.select(asked.response, values=[club.alice])
    assert "You cannot challenge yourself." in private_text(refused)


async def test_a_table_is_opened(club: Club) -> None:
    shown = await card(club)
    asked = await pressed(club, shown, "Fill a table")
    assert asked.response is not None
    await club.alice.select(asked.response, values=["halma 4"])
    (match,) = await club.matches(status=Status.CHALLENGE)
    assert match.people == (club.alice.id, OPEN, OPEN, OPEN)
    assert "looks for players" in club.text()


async def test_the_slash_command_without_a_game_shows_the_card(club: Club) -> None:
    result = await club.alice.slash(club.channel, "play")
    assert "Hello, I am" in private_text(result)


async def test_without_the_right_to_attach_pictures_the_card_has_none(club: Club) -> None:
    await club.forbid("attach_files")
    shown = await card(club)
    assert "Hello, I am" in club.text()
    assert not shown.attachments
    assert f"- **Assaut** · {engine.games['assaut'].tagline}" in club.text()
    refused = await choose(club.alice, shown, "frisian")
    assert "I am missing the permission Attach Files" in private_text(refused)


async def test_without_the_right_to_write_nothing_fails(club: Club) -> None:
    await club.forbid("send_messages")
    await card(club)
    assert len(club.messages) == 1


async def test_who_presses_twice_begins_one_match(club: Club) -> None:
    shown = await card(club)
    await choose(club.alice, shown, "halma")
    (match,) = await club.matches()
    again = await choose(club.alice, shown, "halma")
    assert (
        f"You already have this match, #{match.id}, just begun: no second one was opened. It waits "
        "for a move."
    ) in private_text(again)
    await choose(club.bob, shown, "halma")
    assert len(await club.matches(status=Status.LIVE)) == 2
