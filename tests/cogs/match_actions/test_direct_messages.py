"""Practice that nobody sees: matches against the computer in direct messages."""

from __future__ import annotations

import discord
import pytest

from engine.table.match import Match
from engine.table.record import NOWHERE, Kind, Status, computer, level_of
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text

pytestmark = [SHARED, UNSEEN]


def last(club: Club) -> discord.Message:
    """Return the last direct message between Alice and the bot."""
    return club.alice.user.dm_channel.history()[-1]


async def tell(club: Club, words: str) -> str:
    """Let Alice write to the bot in private; return the text of the last direct message then."""
    await club.alice.send_dm(words)
    return club.text(last(club))


async def begun(club: Club, words: str = "play frisian white level 1") -> Match:
    await tell(club, words)
    (match,) = await club.matches(status=Status.LIVE)
    return match


async def test_one_sentence_and_the_board_is_there(club: Club) -> None:
    match = await begun(club)
    assert (match.guild, match.channel) == (NOWHERE, club.alice.user.dm_channel.id)
    assert match.people == (club.alice.id, computer(1))
    assert "White" in club.text(last(club))
    assert last(club).attachments
    assert club.messages == []


async def test_bare_moves_count_and_are_refused_in_a_sentence(club: Club) -> None:
    match = await begun(club)
    await tell(club, "32-28")
    match = await club.reload(match)
    assert match.moves[0].text == "32-28"
    assert "played `32-28`" in club.text(last(club))
    turns = len(match.turns)
    assert "1" in await tell(club, "1-7")
    assert not last(club).attachments
    assert len((await club.reload(match)).turns) == turns


async def test_the_same_commands_work(club: Club) -> None:
    match = await begun(club)
    assert "White" in await tell(club, "board")
    assert f"#{match.id}" in await tell(club, "match")
    assert "Frisian draughts" in await tell(club, "rules frisian")
    await tell(club, "resign")
    await club.alice.user.click(last(club), label="Yes, I resign")
    assert (await club.reload(match)).status is Status.OVER
    assert "Rematch" in labels(last(club))
    await tell(club, "rematch")
    (again,) = await club.matches(status=Status.LIVE)
    assert again.previous == match.id
    assert again.guild == NOWHERE


async def test_buttons_and_slash_commands_work_there(club: Club) -> None:
    match = await begun(club)
    board = last(club)
    shown = await club.alice.user.click(board, label="Legal moves")
    assert shown.response is not None
    assert "can play" in club.text(shown.response.message)
    await club.alice.user.click(board, label="More")
    await club.alice.user.slash("move", move="32-28")
    assert (await club.reload(match)).moves[0].text == "32-28"
    await club.alice.user.slash("match moves")
    await club.alice.user.slash("play", game="frysk", level=2)
    assert len(await club.matches(status=Status.LIVE)) == 2


async def test_the_card_there_has_no_tables_and_no_rivals(club: Club) -> None:
    text = await tell(club, "hello")
    assert "Hello, I am" in text
    assert labels(last(club))[4:] == ["All games", "Learn", "Rules"]
    panel = await club.alice.user.click(last(club), label="All games")
    assert panel.response is not None
    assert labels(panel.response.message) == ["Choose a level"]
    await club.alice.user.select(panel.response, ["frysk"])
    (match,) = await club.matches(status=Status.LIVE)
    assert match.guild == NOWHERE


async def test_the_computer_is_challenged_there_as_on_a_server(club: Club) -> None:
    await tell(club, "challenge computer frysk level 3")
    (match,) = await club.matches(status=Status.LIVE)
    assert [level_of(user) for user in match.computers] == [3]


@pytest.mark.parametrize(
    "words", ["challenge @bob frisian", "open halma 4", "games", "play halma 4 computers 1"]
)
async def test_what_needs_others_is_for_servers(club: Club, words: str) -> None:
    answer = await tell(club, words)
    assert "That works on a server only. Here you play the computer: `play frisian`" in answer
    assert await club.matches() == []


async def test_nobody_else_sees_it(club: Club) -> None:
    match = await begun(club)
    await club.bob.send(club.channel, f"{club.me} match {match.id}")
    assert "I do not know that match." in club.text()
    await club.bob.send(club.channel, f"{club.me} games")
    assert "Frisian" not in club.text()


async def test_posts_are_in_the_language_of_the_person(club: Club) -> None:
    await club.bot.preferences.change_person(club.alice.id, language="fr")
    text = await tell(club, "jouer frysk blancs niveau 1")
    assert "ordinateur, niveau 1" in text


async def test_it_goes_on_after_a_restart(club: Club) -> None:
    match = await begun(club)
    await club.restart()
    await tell(club, "32-28")
    kinds = [event.kind for event in (await club.reload(match)).events]
    assert Kind.MOVE in kinds


async def test_a_set_up_is_taken_there(club: Club) -> None:
    match = await begun(club, "play alliance setup=free white level 1")
    text = await tell(club, match.setup.completion)
    assert "Everything is in place" in text
    await tell(club, "ready")
    match = await club.reload(match)
    assert match.setting_up == ()
    assert match.moves


async def test_what_is_for_servers_says_so_there(club: Club) -> None:
    for command in ("match accept", "match unfollow"):
        refused = await club.alice.user.slash(command)
        assert "on a server only" in private_text(refused), command
