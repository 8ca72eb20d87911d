"""What CONTRIBUTING.md says can be done: its examples work, its files and commands are there."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import render
from cogs.bot.client import Damier
from engine import Game, documents
from tests.cogs.conftest import Club
from tests.engine.documents import forget

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
GAME, COMMAND, ITS_TEST = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)

NAMED = re.compile(
    r"(?<![\w/<>.-])((?:engine|render|data|cogs|tests|tools|docs)/[\w/.*-]*[\w/])(?![\w/<>])"
)
"""A file or a folder, without a part that stands for others: ``<game>``, ``nl``."""

(DOCUMENT,) = re.findall(r"````markdown\n(.*?)````", TEXT, re.DOTALL)

EXAMPLES = {
    "engine/games/mini.py",
    "engine/documents/mini.md",
    "cogs/house/players.py",
    "cogs/language/locales/nl/",
}


def run(code: str) -> dict[str, object]:
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(code, "CONTRIBUTING.md", "exec"), names)  # noqa: S102 - it is ours
    return names


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The game of the example, with its document."""
    example = run(GAME)["GAME"]
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
        await bot.add_cog(cog(bot))  # type: ignore[operator]

    monkeypatch.setattr(Damier, "load_cogs", load_with_the_example)
    return simcord_bot


async def test_the_command_of_the_example_passes_its_test(club: Club) -> None:
    test = run(ITS_TEST)["test_the_numbers_of_players_are_listed"]
    await test(club)  # type: ignore[operator]


def test_what_is_named_is_there() -> None:
    named = set(NAMED.findall(TEXT)) - EXAMPLES
    assert len(named) > 10
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_the_commands_of_make_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    called = set(re.findall(r"make ([a-z]+)", TEXT))
    assert {"play", "quick", "check", "test", "texts"} <= called
    assert [name for name in called if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


def test_the_smallest_game_has_as_many_lines_as_is_said() -> None:
    (lines,) = re.findall(r"tests/tic_tac_toe\.py`, (\d+) lines", TEXT)
    assert len((ROOT / "tests/tic_tac_toe.py").read_text("utf-8").splitlines()) == int(lines)
