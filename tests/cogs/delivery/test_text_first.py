"""Text first: people who want it read the last turns and the position before the picture."""

from __future__ import annotations

import engine
from cogs.language.catalogues import ENGLISH
from cogs.messages.layouts import in_words
from tests.cogs.conftest import SHARED, Club, private_text

pytestmark = SHARED

AT_THE_START = "\n-# White: 20 men on 31, 32, 33, 34, 35, "
"""The line that describes the first position of international draughts."""


async def test_a_post_on_their_turn_tells_the_move_and_then_the_position(club: Club) -> None:
    await club.bob.send(club.channel, f"{club.me} settings text on")
    await club.start("international white")
    assert "-# White:" not in club.text(), "it is Alice's turn, who has not asked for it"
    await club.play("32-28")
    played, turn, told, *_ = club.text().strip().splitlines()
    assert "played `32-28`" in played
    assert "it is your turn" in turn
    assert told.startswith("-# White: 20 men on 28, 31, 33,")
    assert " Black: 20 men on 1, 2, 3," in told
    await club.play("19-23")
    assert "-# White:" not in club.text()
    shown = await club.fetch(club.messages[-2])
    assert "-# White:" not in club.text(shown), "a folded post is a line"


async def test_it_is_in_the_language_of_the_post(club: Club) -> None:
    await club.start("international white")
    await club.bot.preferences.change_server(club.guild.id, language="fr")
    await club.alice.send(club.channel, f"{club.me} réglages texte oui")
    await club.play("32-28", "19-23")
    assert "\n-# Blancs\xa0: 20\xa0pions en 28, 31," in club.text()


def test_of_more_than_forty_pieces_each_row_is_a_line() -> None:
    told = in_words(engine.games["halma"].start(4), ENGLISH).splitlines()
    assert told[0] == "-# Blue: a16, b16, c16, d16; Yellow: m16, n16, o16, p16."
    assert len(told) == 8


async def test_a_set_up_in_secret_is_not_told(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} settings text on")
    await club.challenge("alliance white free")
    await club.bob.click(club.last, label="Accept")
    assert "-# White:" not in club.text()
    own = private_text(await club.alice.click(club.last, label="Set up"))
    assert "\n-# White: " in own


async def test_lessons_the_viewer_and_private_boards_have_it_too(club: Club) -> None:
    await club.start("international white")
    assert AT_THE_START not in private_text(await club.alice.slash(club.channel, "match moves"))
    await club.bot.preferences.change_person(club.alice.id, text_first=True)
    for shown in (
        await club.alice.slash(club.channel, "match moves"),
        await club.alice.click(club.last, label="Legal moves"),
    ):
        assert AT_THE_START in private_text(shown)
    mine = await club.alice.slash(club.channel, "mygames")
    assert mine.response is not None
    following = await club.alice.click(mine.response, label="Next match")
    assert AT_THE_START in private_text(following)
    lesson = private_text(await club.alice.slash(club.channel, "learn", game="frisian"))
    assert "\n-# White: " in lesson


async def test_the_list_of_moves_has_it_too(club: Club) -> None:
    await club.start("international white")
    await club.bot.preferences.change_person(club.alice.id, text_first=True)
    more = await club.alice.click(club.last, label="More")
    assert more.response is not None
    asked = await club.alice.click(more.response, label="Move")
    assert AT_THE_START in private_text(asked)
    assert "Which piece?" in private_text(asked)
