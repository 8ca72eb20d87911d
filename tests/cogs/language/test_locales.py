"""The tool that updates the catalogues: which catalogue a text goes to, and what is kept."""

from __future__ import annotations

import asyncio
import gc
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from cogs.language import catalogues
from cogs.language.locales import __main__ as locales
from cogs.language.locales.__main__ import (
    GAMES,
    name_of,
    room_of,
    strings_of_commands,
    untranslated,
    updated,
    write,
)

FIRST, LAST = GAMES[0], GAMES[-1]


@pytest.mark.parametrize(
    ("file", "room"),
    [
        ("engine/text.py", "engine"),
        ("engine/table/match.py", "engine"),
        ("engine/games/__init__.py", "engine"),
        ("engine/documents/__init__.py", "engine"),
        ("engine/documents/fox-and-geese.md", "games/fox_and_geese"),
        (f"engine/games/{LAST}.py", f"games/{LAST}"),
        (f"engine/games/{FIRST}/appearance/kinds.py", f"games/{FIRST}"),
        ("render/alt.py", "render"),
        ("data/store.py", "data"),
        ("cogs/moves/play.py", "cogs/moves"),
        ("cogs/extension.py", "cogs"),
    ],
)
def test_a_file_belongs_to_the_catalogue_of_its_room(file: str, room: str) -> None:
    assert room_of(file) == room


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ([], "commands"),
        (["cogs/moves/play.py", "cogs/help/help.py"], "cogs/help"),
        (["cogs/moves/play.py", "engine/game.py"], "engine"),
        ([f"engine/games/{LAST}/game.py", "cogs/moves/play.py"], "cogs/moves"),
        ([f"engine/games/{LAST}/game.py", f"engine/games/{FIRST}/game.py"], f"games/{FIRST}"),
    ],
)
def test_a_shared_text_stands_in_the_first_of_its_rooms(files: list[str], name: str) -> None:
    catalog = Catalog()
    message = catalog.add("Draw", locations=[(file, 1) for file in files])
    assert name_of(message) == name


def test_a_text_that_moves_keeps_its_translation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path)
    folder = tmp_path / "nl"
    before = Catalog(locale="nl")
    before.add("Draw", "Remise", locations=[("cogs/moves/play.py", 1)])
    before.add("Bye", "Dag", locations=[("cogs/moves/play.py", 2)])
    write(before, folder, ".po")
    assert (folder / "cogs" / "moves.po").exists()
    now = Catalog()
    now.add("Draw", locations=[("engine/game.py", 1)])
    now.add("New", locations=[("engine/game.py", 2)])
    write(updated("nl", now), folder, ".po")
    assert [file.name for file in folder.rglob("*.po")] == ["engine.po"]
    kept = {text.id: text.string for text in catalogues.merged("nl") if text.id}
    assert kept == {"Draw": "Remise", "New": ""}


def test_texts_without_a_translation_are_counted_by_their_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path)
    monkeypatch.setattr(locales, "CATALOGUES", tmp_path)
    monkeypatch.setattr(locales, "TEMPLATES", tmp_path / "templates")
    before = Catalog(locale="nl")
    before.add("Draw.", "Remise.", locations=[("engine/game.py", 1)])
    before.add("Bye", "Dag", locations=[("cogs/moves/play.py", 2)])
    write(before, tmp_path / "nl", ".po")
    now = Catalog()
    now.add("Draw. It is over.", locations=[("engine/game.py", 1)])
    now.add(("{count} man", "{count} men"), locations=[("cogs/moves/play.py", 1)])
    now.add("Bye", locations=[("cogs/moves/play.py", 2)])
    now.add("Hello", locations=[("cogs/moves/play.py", 3)])
    monkeypatch.setattr(locales, "template", lambda: now)
    monkeypatch.setattr(locales, "languages", lambda: ["nl"])  # those that are there are cached
    monkeypatch.setattr(sys, "argv", ["locales"])
    locales.main()
    said = "nl, to be translated: 3 (1 in engine.po, 2 in cogs/moves.po)\n"
    assert capsys.readouterr().out == said
    assert untranslated(before).total() == 0


def test_a_broken_file_is_not_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path)
    (tmp_path / "nl").mkdir()
    (tmp_path / "nl" / "engine.po").write_text('msgid "Draw"\nRemise\n', encoding="utf-8")
    with pytest.raises(SystemExit, match=r"mend first .*engine\.po"):
        updated("nl", Catalog())


def test_commands_are_read_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    assert ("match", "command") in asyncio.run(strings_of_commands())
    gc.collect()  # only then does asyncio report a failed task
    assert [record.message for record in caplog.records if record.name == "asyncio"] == []
