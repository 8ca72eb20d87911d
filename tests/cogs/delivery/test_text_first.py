"""Text first: who wants it reads the position in words before they come to the picture."""

from __future__ import annotations

from tests.cogs.conftest import SHARED, Club, private_text

pytestmark = SHARED

AT_THE_START = "-# White: 20 men on 31, 32, 33, 34, 35, "
"""The beginning of a message that tells the first position of international draughts."""


async def test_a_post_on_their_turn_begins_with_the_position_in_words(club: Club) -> None:
    await club.bob.send(club.channel, f"{club.me} settings text on")
    await club.start("international white")
    assert "-# White:" not in club.text(), "it is Alice's turn, who has not asked for it"
    await club.play("32-28")
    first, second, *_ = club.text().strip().splitlines()
    assert first.startswith("-# White: 20 men on 28, 31, 33,")
    assert " Black: 20 men on 1, 2, 3," in first
    assert second.startswith("White ")
    assert "played `32-28`" in second
    await club.play("19-23")
    assert "-# White:" not in club.text()
    shown = await club.fetch(club.messages[-2])
    assert "-# White:" not in club.text(shown), "a folded post is a line"


async def test_it_is_in_the_language_of_the_post(club: Club) -> None:
    await club.start("international white")
    await club.bot.preferences.change_server(club.guild.id, language="fr")
    await club.alice.send(club.channel, f"{club.me} réglages texte oui")
    await club.play("32-28", "19-23")
    assert club.text().strip().startswith("-# Blancs\u202f: 20\xa0pions en 28, 31,")


async def test_a_set_up_in_secret_is_not_told(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} settings text on")
    await club.challenge("alliance white free")
    await club.bob.click(club.last, label="Accept")
    assert "-# White:" not in club.text()
    own = private_text(await club.alice.click(club.last, label="Set up"))
    assert own.strip().startswith("-# White: ")


async def test_lessons_the_viewer_and_private_boards_have_it_too(club: Club) -> None:
    await club.start("international white")
    assert not private_text(await club.alice.slash(club.channel, "moves")).startswith("\n-#")
    await club.bot.preferences.change_person(club.alice.id, text_first=True)
    for shown in (
        await club.alice.slash(club.channel, "moves"),
        await club.alice.click(club.last, label="Legal moves"),
    ):
        assert private_text(shown).strip().startswith(AT_THE_START)
    mine = await club.alice.slash(club.channel, "mygames")
    assert mine.response is not None
    assert (
        private_text(await club.alice.click(mine.response, label="Next match"))
        .strip()
        .startswith(AT_THE_START)
    )
    lesson = private_text(await club.alice.slash(club.channel, "learn", game="frisian"))
    assert lesson.strip().startswith("-# White: ")


async def test_the_list_of_moves_has_it_too(club: Club) -> None:
    await club.start("international white")
    await club.bot.preferences.change_person(club.alice.id, text_first=True)
    more = await club.alice.click(club.last, label="More")
    assert more.response is not None
    asked = await club.alice.click(more.response, label="Move")
    assert private_text(asked).strip().startswith(AT_THE_START)
    assert "Which piece?" in private_text(asked)
