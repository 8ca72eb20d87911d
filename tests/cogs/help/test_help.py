"""``/help``: one screen, the rest by subject, and every command under some subject."""

from __future__ import annotations

from collections import Counter

import discord
import pytest
from discord import app_commands

from cogs.client.commands import slash_of
from cogs.help.help import SUBJECTS, first_text, subject_text
from cogs.language.catalogues import translate_into
from engine.text import Words
from tests.cogs.conftest import SHARED, Club, labels, private_text

pytestmark = SHARED


FIRST_SCREEN = 450
"""The most characters of the first screen: on a phone, each of its four lines takes three."""

LONGEST_TEXT = 1900
"""The most characters of a subject: Discord takes 2,000, but the bot may have a longer name."""

FIRST = ["rules", "help"]

both_languages = pytest.mark.parametrize(
    "locale", [discord.Locale.american_english, discord.Locale.french], ids=str
)


@both_languages
@pytest.mark.parametrize("sees_messages", [True, False])
async def test_the_first_screen_is_short(
    club: Club, locale: discord.Locale, sees_messages: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club.bot, "sees_messages", sees_messages)
    text = first_text(club.bot, club.bot.get_guild(club.guild.id), translate_into(locale))
    assert len(text) <= FIRST_SCREEN, len(text)
    assert text.count("\n") == 3


async def test_help_names_three_things_and_has_the_rest_in_a_menu(club: Club) -> None:
    shown = await club.alice.slash(club.channel, "help")
    text = private_text(shown)
    assert [line.split(".")[0] for line in text.splitlines()[-3:]] == [
        "**Begin", "**Move", "**Learn a game",
    ]  # fmt: skip
    assert shown.response is not None
    assert labels(shown.response.message)[:4] == ["Play", "Learn", "Rules", "Watch"]
    told = await club.alice.select(shown.response, values=["match"])
    assert "`/match takeback`" in private_text(told)


async def test_typed_help_works_for_everybody_who_presses(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} help")
    told = await club.bob.select(club.last, values=["people"])
    assert "`/challenge`" in private_text(told)


@pytest.mark.parametrize("words", ["help", "help me", "{me} help"])
async def test_on_ones_turn_help_begins_with_the_match(club: Club, words: str) -> None:
    match = await club.start("frisian white unrated")
    await club.alice.send(club.channel, words.format(me=club.me))
    first = club.text().lstrip().splitlines()[0]
    assert first == (
        f"**You play match #{match.id} here** · your turn: type a move, such as "
        f"`{match.example}`. *More* below the board has *Hint*. You can also type `resign` and "
        "`draw`."
    )
    assert "### How to play" in club.text()
    await club.play("32-28", "19-23")
    await club.alice.send(club.channel, words.format(me=club.me))
    assert "*More* below the board has *Hint* and *Take back*." in club.text()


async def test_in_a_match_help_names_only_what_it_has(club: Club) -> None:
    match = await club.start("frisian white rated")
    told = private_text(await club.alice.slash(club.channel, "help"))
    assert "your turn" in told
    assert "Hint" not in told
    told = private_text(await club.bob.slash(club.channel, "help"))
    assert f"**You play match #{match.id} here** · <@{club.alice.id}> to move." in told
    assert "You play" not in private_text(await club.carol.slash(club.channel, "help"))


async def test_of_several_matches_help_names_the_one_that_waits(club: Club) -> None:
    waits = await club.start("frisian white unrated")
    await club.bob.send(club.channel, f"{club.me} challenge {club.alice.mention} halma red")
    await club.alice.click(club.last, label="Accept")
    told = private_text(await club.alice.slash(club.channel, "help"))
    assert f"**You play match #{waits.id} here** · your turn" in told


async def test_where_only_the_address_is_read_help_says_to_tap(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.start("frisian white unrated")
    monkeypatch.setattr(club.bot, "sees_messages", False)
    told = private_text(await club.alice.slash(club.channel, "help"))
    assert "· your turn: tap a move below the board." in told
    assert "`@TestBot resign`" in told


async def test_help_about_a_game_is_its_rules(club: Club) -> None:
    shown = await club.alice.slash(club.channel, "help", game="halma")
    assert "### Halma: The aim" in private_text(shown)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("match resign", "During a match"),
        ("/match moves", "Look on and look back"),
        ("people block", "Settings and privacy"),
        ("tournament create", "Leagues and tournaments"),
        ("/tournoi créer", "Leagues and tournaments"),
    ],
)
async def test_help_about_a_slash_command_is_its_subjects(
    club: Club, path: str, title: str
) -> None:
    shown = await club.alice.slash(club.channel, "help", game=path)
    assert f"### {title}" in private_text(shown)


async def test_every_command_is_in_one_subject(club: Club) -> None:
    told = Counter(command for subject in SUBJECTS.values() for command in subject.commands)
    tree = club.bot.tree.walk_commands(type=discord.AppCommandType.chat_input)
    listed = Counter[str]()
    for command in told.elements():
        found = slash_of(club.bot, command)
        assert found is not None, command
        listed.update(one.qualified_name for one in getattr(found, "commands", [found]))
    slash = (one.qualified_name for one in tree if not isinstance(one, app_commands.Group))
    assert listed == Counter(slash) - Counter(FIRST)


@both_languages
async def test_subjects_fit_into_a_message(club: Club, locale: discord.Locale) -> None:
    for subject in SUBJECTS.values():
        text = subject_text(club.bot, subject, Words("Damier"), locale, creates=True)
        assert len(text) <= LONGEST_TEXT, (subject.title, len(text))
        assert "{" not in text
