"""The pages of the documentation: what they tell people to type works, and so do their examples."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from discord import app_commands

import render
from cogs.client.client import Damier
from cogs.language.first_words import request_in
from cogs.language.game_names import named_game
from cogs.settings.known_settings import PERSONAL_SETTINGS, SERVER_SETTINGS
from engine import Game, documents
from tests.cogs.conftest import Club
from tests.documents import HISTORY, PAGES, blocks, spans
from tests.engine.documents import forget
from tools.documents import match

GAME, *_ = blocks(PAGES["docs/add-a-game.md"], "python")
(DOCUMENT,) = blocks(PAGES["docs/add-a-game.md"], "markdown")
COMMAND, ITS_TEST = blocks(PAGES["docs/add-an-activity.md"], "python")


def run(code: str) -> dict[str, object]:
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(code, "docs", "exec"), names)  # noqa: S102 - it is ours
    return names


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The game of the guide's example, with its page of rules."""
    example = run(GAME)["GAMES"][0]  # type: ignore[index] # a tuple
    assert isinstance(example, Game)
    (tmp_path / "mini.md").write_text(DOCUMENT, encoding="utf-8")
    monkeypatch.setattr(documents, "FOLDER", tmp_path)
    forget()
    yield example
    forget()


def test_the_game_of_the_example_can_be_played_read_and_drawn(game: Game) -> None:
    position, chance = game.start(), random.Random(1)
    assert position.parse(game.example) in position.legal_moves()
    while position.outcome() is None:
        move = chance.choice(position.legal_moves())
        assert position.parse(position.write(move)) == move
        position = position.play(move)
        assert game.read(position.fen()) == position
    assert render.picture(position).png


def test_the_document_of_the_example_is_read(game: Game) -> None:
    (page,) = game.pages
    assert str(game.title) == "Mini draughts"
    assert game.read(page.position).parse(page.move)


@pytest.fixture
def simcord_bot(simcord_bot: Damier, monkeypatch: pytest.MonkeyPatch) -> Damier:
    cog = run(COMMAND)["Players"]
    load = Damier.load_cogs

    async def load_with_the_example(bot: Damier) -> None:
        await load(bot)
        await bot.add_cog(cog(bot))  # type: ignore[operator] # a cog's class

    monkeypatch.setattr(Damier, "load_cogs", load_with_the_example)
    return simcord_bot


async def test_the_command_of_the_example_passes_its_test(club: Club) -> None:
    test = run(ITS_TEST)["test_the_numbers_of_players_are_listed"]
    await test(club)  # type: ignore[operator] # a test


TEN = {
    "@Damier": "Hello, I am",
    "@Damier checkers": "Checkers",
    "11-15": "played `11-15`",
    "@Damier hint": "hint",
    "@Damier takeback": "takes back",
    "@Damier play frisian level 3 black": "level 3",
    "@Damier challenge @Bob halma 1d": "Halma",
    "@Damier rules assaut": "Assaut: ",
    "@Damier learn frisian": "step by step",
    "@Damier puzzle": "puzzle",
}
"""The first things to type in the README, each with words of the answer."""


async def test_the_ten_things_to_type_first_do_what_is_said(club: Club) -> None:
    table = PAGES["README.md"].partition("## Ten things to type first")[2].partition("`/help`")[0]
    assert re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE) == list(TEN)
    for typed, answer in TEN.items():
        newest = club.newest
        said = typed.replace("@Damier", club.me).replace("@Bob", club.bob.mention)
        await club.alice.send(club.channel, said)
        answers = [club.text(message) for message in club.since(newest)]
        assert any(answer in one for one in answers), (typed, answers)


NOT_COMMANDS = ("/data", "/healthz", "/metrics", "/var", "/etc")
"""Paths of files and of the metrics' addresses, which look like commands."""


async def test_slash_commands_of_the_pages_are_there(club: Club) -> None:
    tree = club.bot.tree
    for page, text in PAGES.items():
        for span in spans(text):
            found = re.match(r"/([a-z]+)(?: ([a-z]+))?", span)
            if found is None or span.startswith(NOT_COMMANDS) or page == HISTORY:
                continue
            command = tree.get_command(found[1], type=discord.AppCommandType.chat_input)
            assert command is not None, (page, span)
            if isinstance(command, app_commands.Group) and found[2] is not None:
                assert command.get_command(found[2]) is not None, (page, span)


async def test_typed_commands_of_the_pages_are_understood(club: Club) -> None:
    typed = {name for one in club.bot.commands for name in (one.name, *one.aliases)}
    words = {str(one.name) for one in (*PERSONAL_SETTINGS, *SERVER_SETTINGS)} | {"server"}
    for page, text in PAGES.items():
        for span in spans(text):
            said = span.removeprefix("@Damier ")
            if said == span or page == HISTORY or "…" in span:
                continue
            first, *rest = said.split()
            if first == "settings":
                assert rest[0] in words, (page, span)
                assert rest[0] != "server" or rest[1] in words, (page, span)
            else:
                known = first in typed or named_game(said) or request_in(said, is_command=False)
                assert known, (page, span)


async def test_the_animated_match_shows_what_the_bot_says_now(club: Club) -> None:
    shown = plain(match.said())
    for said in (match.REQUEST, match.FIRST_MOVE):
        newest = club.newest
        await club.alice.send(club.channel, said.replace("@Damier", club.me))
        (post,) = [message for message in club.since(newest) if message.author.bot]
        lines = plain(club.text(post)).splitlines()
        assert [line for line in lines if line not in shown] == [], (
            "run `python -m tools.documents match`"
        )


def plain(text: str) -> str:
    """Return a text without markup, numbers of matches, and names."""
    text = re.sub(r"<@!?\d+>|@\w+", "@", re.sub(r"[*`]|^-# |^#+ ", "", text, flags=re.MULTILINE))
    return re.sub(r"#\d+", "#", text)
