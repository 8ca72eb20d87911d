"""Names of commands, labels of controls and typed words, in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.language import catalogues
from cogs.language.actions import ACTIONS
from cogs.language.catalogues import (
    CommandTranslator,
    available,
    translate,
    translator,
    without_accents,
)
from cogs.language.challenge_parser import parse_challenge, readings_text
from cogs.language.did_you_mean import Unclear
from cogs.language.game_names import find_game
from cogs.language.typed_words import READY, is_word, to_notation
from cogs.settings.known_settings import PERSONAL_SETTINGS, SERVER_SETTINGS
from engine import Refusal, Text, games
from engine.text import in_context, term
from tests.cogs.conftest import OWN, SHARED, Club
from tests.sources import calling, calls, nodes
from tests.test_catalogues import every_catalogue, names_of

pytestmark = SHARED

NAME = re.compile(r"[-_\w]{1,32}")
"""A name that Discord takes for a slash command or an option; it must be in lower case, too."""

COMMAND_LIMITS = {"name": 32, "description": 100}
CONTROL_LIMITS = {"label": 45, "title": 45, "placeholder": 100}
"""The most characters of a control's parts. A button's label may have 80, a form's label 45."""

CONTROLS = {"text_form": 45, "TextButton": 80, "Menu": 100}

every_language = pytest.mark.parametrize(
    "locale", [discord.Locale(code) for code, _ in available()], ids=str
)


@every_language
async def test_discord_takes_the_commands(club: Club, locale: discord.Locale) -> None:
    tree = club.bot.tree
    for kind in discord.AppCommandType:
        commands = tree.get_commands(type=kind)
        payloads = [await c.get_translated_payload(tree, CommandTranslator()) for c in commands]
        _check_names(payloads, locale, small=kind is discord.AppCommandType.chat_input)


def _check_names(payloads: list[dict[str, Any]], locale: discord.Locale, *, small: bool) -> None:
    """Check the lengths of names and descriptions, nested ones too, and that names are unique."""
    names = []
    for payload in payloads:
        for part, limit in COMMAND_LIMITS.items():
            localized = payload.get(f"{part}_localizations") or {}
            shown = localized.get(locale.value, payload.get(part, "-"))
            assert 1 <= len(shown) <= limit, shown
            if part == "name":
                names.append(shown)
        if small:
            assert NAME.fullmatch(names[-1]), names[-1]
            assert names[-1] == names[-1].lower()
        _check_names(payload.get("options", []), locale, small=True)
        for choice in payload.get("choices", []):
            localized = choice.get("name_localizations") or {}
            assert 1 <= len(localized.get(locale.value, choice["name"])) <= 100
    assert len(names) == len(set(names)), names


def in_controls() -> Iterator[tuple[str, int]]:
    """Yield the templates of texts in controls, each with the most characters it may have."""
    for label in filter(None, (traits.label for traits in ACTIONS.values())):
        yield label.template, 80
    for setting in (*SERVER_SETTINGS, *PERSONAL_SETTINGS):
        yield setting.label.template, 45
    for path in calling(["Text"], "cogs"):
        for name, call in calls(path):
            if name in CONTROLS:
                yield from ((text, CONTROLS[name]) for text in _templates(call))
        for node in nodes(path):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                limit = CONTROL_LIMITS.get(node.targets[0].id)
            elif isinstance(node, ast.keyword):
                limit = CONTROL_LIMITS.get(node.arg or "")
            else:
                continue
            if limit is not None:
                yield from ((text, limit) for text in _templates(node))


def _templates(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and getattr(inner.func, "id", "") == "Text":
            template = inner.args[0]
            assert isinstance(template, ast.Constant)
            yield str(template.value)


@every_language
def test_what_is_in_controls_fits_into_them(locale: discord.Locale) -> None:
    found = list(in_controls())
    assert len(found) > len(ACTIONS)
    for text, limit in found:
        shown = translator(locale).gettext(text)
        assert len(shown) <= limit, shown


# Typed words


NEW = """
msgid ""
msgstr "Language: nl\\nContent-Type: text/plain; charset=utf-8\\n"

msgctxt "command"
msgid "board"
msgstr "bord"

msgid "The game is over."
msgstr "De partij is voorbij."

#, fuzzy
msgid "You are ready."
msgstr "Ze is klaar."
"""

GAME = """
msgid ""
msgstr "Language: nl\\nContent-Type: text/plain; charset=utf-8\\n"

msgctxt "seat"
msgid "France"
msgstr "Fransen"
"""


async def test_a_language_is_a_folder_of_catalogues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nl" / "games").mkdir(parents=True)
    (tmp_path / "nl" / "engine.po").write_text(NEW, encoding="utf-8")
    (tmp_path / "nl" / "games" / "allies.po").write_text(GAME, encoding="utf-8")
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path)
    caches = (
        catalogues.languages,
        catalogues.available,
        catalogues.translator,
        catalogues.in_all_languages,
    )
    for cache in caches:
        cache.cache_clear()
    try:
        dutch = discord.Locale.dutch
        assert catalogues.available() == (("en-US", "English"), ("nl", "Nederlands"))
        assert catalogues.translate(Text("The game is over."), dutch) == "De partij is voorbij."
        assert catalogues.translate(in_context("seat", "France"), dutch) == "Fransen"
        assert catalogues.translate(Text("You are ready."), dutch) == "You are ready."
        assert (
            catalogues.translate(Text("The game is over."), discord.Locale.french)
            == "The game is over."
        )
        assert "bord" in catalogues.in_all_languages(term(catalogues.COMMAND, "board"))
    finally:
        for cache in caches:
            cache.cache_clear()


@every_catalogue
async def test_commands_are_typed_in_every_language(club: Club, language: str) -> None:
    typed = club.bot.all_commands
    for english, name in names_of(language).items():
        if english in typed:
            assert typed[name] is typed[english], name
            assert typed[without_accents(name)] is typed[english], name


async def test_commands_have_other_words_in_every_language(club: Club) -> None:
    typed = club.bot.all_commands
    assert typed["abandon"] is typed["surrender"] is typed["abandonner"] is typed["resign"]
    assert typed["reprendre"] is typed["undo"] is typed["reprendre-coup"] is typed["takeback"]
    assert typed["conseil"] is typed["astuce"] is typed["tip"] is typed["hint"]
    assert typed["tourner"] is typed["flip"]
    assert typed["leçon"] is typed["lecon"] is typed["learn"]


@OWN
async def test_several_words_are_a_command(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "19-23")
    await club.alice.send(club.channel, f"{club.me} partie nulle")  # not the match "nulle"
    assert "offer a draw" in club.text()
    await club.alice.send(club.channel, f"{club.me} I resign")
    assert f"resign match #{match.id}" in club.text()
    await club.alice.send(club.channel, f"{club.me} please board please")
    assert "Black <@" in club.text()
    await club.alice.send(club.channel, f"{club.me} help me")
    assert "### How to play" in club.text()


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("17-22 please", "17-22"),
        ("svp: 17-22, merci !", "17-22"),
        ("17-22 :)", "17-22"),
        ("merci", "merci"),
        ("17-22 me plaît", "17-22 me plaît"),
    ],
)
def test_polite_words_are_no_part_of_a_move(said: str, meant: str) -> None:
    assert to_notation(said) == meant


async def test_a_challenge_is_typed_in_french(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} Defi {club.bob.mention} aux dames frisonnes")
    assert "challenges" in club.text()
    await club.bob.click(club.last, label="Decline")
    await club.alice.send(club.channel, f"{club.me} défi {club.bob.mention} assaut, officiers")
    assert "Officers <@" in club.text()


@pytest.mark.parametrize(
    ("words", "game", "players", "seat"),
    [
        ("frisian blancs", "frisian", None, 0),
        ("aux dames frisonnes, noirs", "frisian", None, 1),
        ("dames chinoises 3", "chinese-checkers", 3, None),
        ("Dames-Alliance plus Noirs", "alliance", None, 1),
        ("Les Alliés 2 français", "allies", 2, 0),
        ("allies west alliés", "allies", None, 0),
        ("allies west central powers", "allies", None, 1),
        ("allies 4 Entente West", "allies", 4, 0),
        ("france-germany level 4 France", "allies", None, 0),
        ("a game of russia-austria", "allies", None, None),
        ("russia-austria niveau 4 Russie", "allies", None, 0),
        ("alliés 4 Empires centraux de l\u2019Est", "allies", 4, 3),
        ("une partie de halma à 4 joueurs", "halma", 4, None),
        ("ouvert frisian", "frisian", 2, None),
        ("dames frisonnes amicale 10+10", "frisian", None, None),
    ],
)
def test_words_of_every_language(words: str, game: str, players: int | None, seat: int) -> None:
    read = parse_challenge(words)
    assert (read.game.name, read.players, read.seat) == (game, players, seat)


@pytest.mark.parametrize(
    ("words", "rated"),
    [
        ("frisian rated", True),
        ("halma classée", True),
        ("halma amicale", False),
        ("halma", None),
    ],
)
def test_whether_it_counts_is_said_in_any_language(words: str, rated: bool | None) -> None:
    assert parse_challenge(words).rated is rated


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("Souffler c6 d4-d5", "huff c6 d4-d5"),
        ("huff N8", "huff N8"),
        ("forcer", "force"),
        ("souffle c6", "huff c6"),
        ("auto Mele DW", "auto mixed DW"),
        ("auto mixte", "auto mixed"),
        ("auto avant", "auto front"),
        ("auto devant", "auto front"),
        ("auto Arrière DE", "auto deep DE"),
        ("auto derriere", "auto deep"),
        ("vider", "clear"),
        ("@a1=x c1=+", "@a1=x c1=+"),
        ("d6×d4×f4", "d6×d4×f4"),
    ],
)
def test_words_of_the_notation(typed: str, notation: str) -> None:
    assert to_notation(typed) == notation


def test_who_is_ready_says_so_in_any_language() -> None:
    assert all(is_word(word, READY) for word in ("ready", "Prêt", " pret "))
    assert not is_word("presque prêt", READY)


@pytest.mark.parametrize(
    "words", ["frisian halma", "frisian blancs noirs", "assaut blancs", "échecs", "blancs"]
)
def test_words_that_mean_nothing(words: str) -> None:
    with pytest.raises(Refusal):
        parse_challenge(words)


def test_games_go_by_their_title_in_every_language() -> None:
    assert find_game("dames chinoises") is games["chinese-checkers"]
    assert find_game("Dames frisonnes (règles officielles)") is games["frisian-official"]
    assert find_game("Les Alliés") is games["allies"]


@pytest.mark.parametrize(
    ("words", "game", "options"),
    [
        ("allies france-allemagne", "allies", {"field": "france-germany"}),
        ("russie-autriche", "allies", {"field": "russia-austria"}),
        ("assaut soldats=libre Sans-Blocage", "assaut", {"soldiers": "free", "no_block": True}),
        ("halma taille=10 équipes", "halma", {"size": 10, "teams": True}),
        ("chinoises verrou=saut", "chinese-checkers", {"lock": "hop"}),
    ],
)
def test_words_for_options_are_read_in_any_language(
    words: str, game: str, options: dict[str, object]
) -> None:
    terms = parse_challenge(words)
    assert (terms.game.name, terms.options, terms.readings) == (game, options, ())


def test_a_misspelt_option_is_named_in_the_readers_language() -> None:
    read = readings_text(parse_challenge("allies france-alemagne").readings)
    assert read is not None
    assert "*terrain=france-allemagne*" in translate(read, discord.Locale.french)
    with pytest.raises(Unclear) as refused:
        parse_challenge("allies terrain=suisse")
    told = translate(refused.value.text, discord.Locale.french)
    assert "terrain=suisse" in told
    assert "france-allemagne" in told
