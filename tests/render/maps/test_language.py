"""Texts on the map are in the language of its viewer."""

from __future__ import annotations

from gettext import NullTranslations

import discord

from cogs.language.catalogues import translator
from engine.games.allies.map.europe import FORTRESSES
from engine.text import ENGLISH
from render.boards.empty import empty_board
from render.maps.land import land
from render.pictures.diagram import WHOLE_MAP
from render.view.board_view import view_of
from tests.render.europe import GAME, placed
from tests.render.places import paint

FRENCH = translator(discord.Locale.french)


def test_names_and_the_legend_are_in_the_viewer_s_language() -> None:
    position = placed()
    english, french = (
        paint(position, region=WHOLE_MAP, translator=language) for language in (ENGLISH, FRENCH)
    )
    assert english.size == french.size
    assert english.tobytes() != french.tobytes()
    view = view_of(position, 900, 0, "wood", translator=FRENCH)
    said = set(view.words.values())
    assert {"ANGLE-|TERRE", "Cracovie", "Anvers", "FR  Français", "Général"} <= said
    assert not {"RUSSIA", "London", "FR  French"} & said


def test_languages_that_say_the_same_share_a_picture() -> None:
    position = GAME.start()
    views = [
        view_of(position, 900, 0, "wood", translator=language)
        for language in (ENGLISH, NullTranslations(), translator(discord.Locale.german))
    ]
    assert all(view is views[0] for view in views)
    french = view_of(position, 900, 0, "wood", translator=FRENCH)
    assert french is not views[0]
    assert empty_board(french).bare.size == empty_board(views[0]).bare.size


def test_lands_are_drawn_once_for_all_languages() -> None:
    position = GAME.start()
    chart = position.board.map
    assert chart is not None
    for language in (ENGLISH, FRENCH):
        empty_board(view_of(position, 320, 0, "slate", translator=language))
    before = len(land.cache)
    for language in (ENGLISH, FRENCH):
        view = view_of(position, 320, 0, "slate", translator=language)
        land(view.layout, chart, "slate", view.colours.frame)
    assert len(land.cache) == before


def test_a_fortress_in_a_sentence_is_in_the_reader_s_language() -> None:
    assert FORTRESSES["H4"].render(FRENCH) == "Londres"
