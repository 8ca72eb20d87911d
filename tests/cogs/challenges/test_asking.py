"""A challenge or other command with a missing or misspelt word asks for it by a menu."""

from __future__ import annotations

import discord
import pytest
from discord import ui

from engine.table.record import OPEN, Status
from tests.cogs.conftest import SHARED, Club, labels, private_text

pytestmark = SHARED


async def say(club: Club, words: str) -> discord.Message:
    """Let Alice say something to the bot; return its answer."""
    await club.alice.send(club.channel, f"{club.me} {words}")
    return club.last


def values(message: discord.Message) -> list[str]:
    """Return the values in the menu of a message."""
    found = ui.LayoutView.from_message(message).walk_children()
    return [
        option.value for item in found if isinstance(item, ui.Select) for option in item.options
    ]


async def test_a_challenge_without_a_game_asks_which(club: Club) -> None:
    asked = await say(club, f"challenge {club.bob.mention} 10+10")
    assert "Which game?" in club.text()
    await club.alice.select(asked, values=["halma"])
    (match,) = await club.matches(status=Status.CHALLENGE)
    assert (match.game.name, str(match.time)) == ("halma", "10+10")
    assert match.people == (club.alice.id, club.bob.id)
    assert asked.id not in [message.id for message in club.messages]


async def test_the_servers_usual_game_comes_first(club: Club) -> None:
    assert values(await say(club, f"challenge {club.bob.mention}"))[0] == "frisian"
    await club.start("halma red")
    asked = await say(club, f"challenge {club.carol.mention}")
    assert values(asked)[:2] == ["halma", "frisian"]
    assert labels(asked) == ["Halma", "Frisian draughts", "Checkers (English draughts)"]
    menu = await club.alice.context_menu(club.channel, "Challenge to a game", club.carol)
    assert menu.response is not None
    (row,) = menu.response.message.components
    assert isinstance(row, discord.ActionRow)
    (select,) = row.children
    assert isinstance(select, discord.SelectMenu)
    assert select.options[0].value == "halma"


async def test_the_first_games_have_a_button(club: Club) -> None:
    asked = await say(club, f"challenge {club.bob.mention}")
    await club.alice.click(asked, label="Frisian draughts")
    (match,) = await club.matches(status=Status.CHALLENGE)
    assert match.game.name == "frisian"


async def test_a_challenge_of_nobody_asks_whom_and_then_which_game(club: Club) -> None:
    whom = await say(club, "challenge")
    assert "Whom do you challenge?" in club.text()
    await club.alice.select(whom, values=[club.bob])
    assert "Which game?" in club.text()
    await club.alice.select(club.last, values=["frysk"])
    (match,) = await club.matches(status=Status.CHALLENGE)
    assert (match.game.name, match.people) == ("frysk", (club.alice.id, club.bob.id))


async def test_an_open_match_without_a_game_asks_which(club: Club) -> None:
    await club.alice.select(await say(club, "open"), values=["frisian"])
    (match,) = await club.matches(status=Status.CHALLENGE)
    assert OPEN in match.people


async def test_play_with_a_level_alone_asks_which_game(club: Club) -> None:
    await club.alice.select(await say(club, "play level 1"), values=["frysk"])
    (match,) = await club.matches(status=Status.LIVE)
    assert match.game.name == "frysk"


async def test_a_misspelt_game_is_played(club: Club) -> None:
    await say(club, "play frisan")
    (match,) = await club.matches(status=Status.LIVE)
    assert match.game.name == "frisian"


async def test_several_words_are_corrected_one_after_the_other(club: Club) -> None:
    asked = await say(club, f"challenge {club.bob.mention} chess, 2 hours blorb")
    assert "I have no time limit `2 hours`" in club.text(asked)
    await club.alice.select(asked, values=["10+10"])
    asked = club.last
    assert "I have no game `chess`. Did you mean Checkers" in club.text(asked)
    await club.alice.select(asked, values=["checkers"])
    asked = club.last
    assert "I do not know what `blorb` means" in club.text(asked)
    await club.alice.click(asked, label="White")
    (match,) = await club.matches(status=Status.CHALLENGE)
    assert (match.game.name, str(match.time)) == ("checkers", "10+10")
    assert match.people == (club.bob.id, club.alice.id)


async def test_a_word_that_means_nothing_is_left_out(club: Club) -> None:
    asked = await say(club, f"challenge {club.bob.mention} frisian yesterday")
    await club.alice.click(asked, label="Leave it out")
    assert len(await club.matches(status=Status.CHALLENGE)) == 1


async def test_two_choices_at_once_are_one_challenge(club: Club) -> None:
    asked = await say(club, f"challenge {club.bob.mention}")
    about = next(
        item.custom_id
        for item in ui.LayoutView.from_message(asked).walk_children()
        if isinstance(item, ui.Select)
    )
    again = await say(club, f"challenge {club.bob.mention}")
    await club.alice.select(asked, values=["halma"], custom_id=about)
    await club.alice.select(again, values=["halma"])
    assert len(await club.matches()) == 1
    assert "You have challenged" in club.text()


async def test_who_was_not_asked_does_not_choose(club: Club) -> None:
    asked = await say(club, f"challenge {club.carol.mention}")
    refused = await club.bob.select(asked, values=["halma"])
    assert "This question is for somebody else." in private_text(refused)
    assert await club.matches() == []


async def test_a_question_outlives_the_process(club: Club) -> None:
    asked = await say(club, "open")
    await club.restart()
    await club.alice.select(asked, values=["halma"])
    assert len(await club.matches()) == 1


async def test_a_long_word_is_refused_in_a_short_sentence(club: Club) -> None:
    await say(club, "open " + "é" * 1900)
    assert "I have no game" in club.text()
    assert len(club.text()) < 300


# Rules and leaderboard


async def test_rules_are_those_of_the_match_at_hand(club: Club) -> None:
    await club.start("halma red")
    await say(club, "rules")
    assert "### Halma: The aim" in club.text()
    shown = await club.carol.slash(club.channel, "rules")
    assert "### Halma: The aim" in private_text(shown)


async def test_rules_are_those_of_the_board_replied_to(club: Club) -> None:
    await club.start()
    board = club.last
    await club.start("halma red")
    await club.alice.send(club.channel, f"{club.me} rules", reply_to=board)
    assert "### Frisian draughts: The aim" in club.text()


async def test_rules_without_a_match_ask_of_which_game(club: Club) -> None:
    asked = await say(club, "rules")
    assert "Which game would you like explained?" in club.text()
    page = await club.bob.select(asked, values=["assaut"])
    assert "### Assaut: The aim" in private_text(page)


@pytest.mark.parametrize(("typed", "shown"), [("frisan", "Frisian draughts"), ("chess", None)])
async def test_rules_of_a_misspelt_game(club: Club, typed: str, shown: str | None) -> None:
    asked = await say(club, f"rules {typed}")
    if shown is None:
        await club.alice.select(asked, values=["checkers"])
        shown = "Checkers (English draughts)"
    assert f"### {shown}: The aim" in club.text()


async def test_a_slash_command_with_another_game_asks_in_private(club: Club) -> None:
    asked = await club.alice.slash(club.channel, "rules", game="chess")
    assert "Did you mean Checkers" in private_text(asked)
    assert asked.response is not None
    page = await club.alice.select(asked.response, values=["checkers"])
    assert "### Checkers (English draughts): The aim" in private_text(page)


async def test_a_leaderboard_without_a_game_is_that_of_the_channel_or_none(club: Club) -> None:
    await say(club, "leaderboard")
    assert "Nobody is rated on this server yet" in club.text()
    await club.start("halma red")
    shown = await club.carol.slash(club.channel, "leaderboard")
    assert "Nobody is rated on this server yet" in private_text(shown)


async def test_questions_work_in_direct_messages(club: Club) -> None:
    await club.alice.send_dm("play chess")
    asked = club.alice.user.dm_channel.history()[-1]
    assert "Did you mean Checkers" in club.text(asked)
    await club.alice.user.select(asked, ["checkers"])
    (match,) = await club.store.matches(person=club.alice.id)
    assert match.game.name == "checkers"


async def test_the_slash_command_refuses_in_a_sentence(club: Club) -> None:
    refused = await club.alice.slash(
        club.channel, "challenge", opponent=club.bob, game="frisian", time="2 hours"
    )
    assert "I have no time limit `2 hours`. Did you mean `1h`" in private_text(refused)


class TestFrench:
    """The same menus on a French server."""

    @pytest.fixture
    def language(self) -> str:
        return "fr"

    async def test_a_game_is_asked_for(self, club: Club) -> None:
        asked = await say(club, f"défi {club.bob.mention} échecs 1 jour")
        assert "Vouliez-vous dire" in club.text()
        await club.alice.select(asked, values=["checkers"])
        (match,) = await club.matches(status=Status.CHALLENGE)
        assert (match.game.name, str(match.time)) == ("checkers", "1d")


# Commands


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("chalenge", "challenge"),
        ("rulez", "rules"),
        ("leaderbord", "leaderboard"),
    ],
)
async def test_a_misspelt_command_is_offered(club: Club, typed: str, command: str) -> None:
    asked = await say(club, f"{typed} halma")
    assert f"There is no command `{typed}`." in club.text()
    assert labels(asked)[0] == command


async def test_a_misspelt_command_is_given_as_it_was_meant(club: Club) -> None:
    await club.alice.click(await say(club, "rulez halma"), label="rules")
    assert "### Halma: The aim" in club.text()


async def test_what_people_say_to_somebody_is_no_command(club: Club) -> None:
    for words in ("hello", "thanks!", "good game", "no", "how do I play?", "merci"):
        await say(club, words)
        assert "There is no command" not in club.text()


async def test_words_for_the_same_are_understood(club: Club) -> None:
    await say(club, "start frysk")
    assert len(await club.matches(status=Status.LIVE)) == 1
