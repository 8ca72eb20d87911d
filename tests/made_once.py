"""Values shared by the tests of a process, though each has a new bot and a new database.

They are the same for every test, and making them took longer than many a test.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from discord import app_commands
from discord.ext import commands
from PIL import Image

from cogs.language.locales.__main__ import Recorder
from cogs.learning import puzzle_choice
from data.asynchronous import create_async_engine
from data.database.postgres import backend as postgres
from data.database.sqlite import backend as sqlite
from engine.puzzles import Puzzle, read
from render.drawing.picture import encode
from render.pictures import painter
from render.pictures.diagram import Diagram

PICTURES = 500
"""Files of pictures that are kept, of 10 to 50 kB each."""


class CompiledStatements(dict[Any, Any]):
    """Statements compiled for any database of a kind: keys begin with its dialect, and all of a
    kind are alike.
    """

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:  # noqa: ANN401 - SQLAlchemy's
        return super().get(key[1:], default)

    def __setitem__(self, key: tuple[Any, ...], compiled: object) -> None:
        super().__setitem__(key[1:], compiled)


def compile_once(patch: pytest.MonkeyPatch) -> None:
    """Have a statement compiled once for all databases of a kind that are opened from now on."""
    for backend in (sqlite, postgres):
        options = {"compiled_cache": CompiledStatements()}
        made = partial(create_async_engine, execution_options=options)
        patch.setattr(backend, "create_async_engine", made)


def load_migrations_once(patch: pytest.MonkeyPatch) -> None:
    """Have the files of the migrations loaded once for all databases that are upgraded."""
    loaded: dict[str | None, ScriptDirectory] = {}
    load = ScriptDirectory.from_config

    def from_config(config: Config) -> ScriptDirectory:
        place = config.get_main_option("script_location")
        if place not in loaded:
            loaded[place] = load(config)
        return loaded[place]

    patch.setattr(ScriptDirectory, "from_config", from_config)


def describe_once(patch: pytest.MonkeyPatch) -> None:
    """Have a command described in every language, and its function looked at, once for all bots,
    which publish the same ones.
    """
    looked_at: dict[Any, dict[str, commands.Parameter]] = {}
    look = commands.core.get_signature_parameters

    def parameters(function: Any, names: dict[str, Any]) -> dict[str, commands.Parameter]:  # noqa: ANN401 - as discord.py has it
        if function not in looked_at:
            looked_at[function] = look(function, names)
        return looked_at[function].copy()

    described: dict[tuple[type, str], dict[str, Any]] = {}
    for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu):
        patch.setattr(kind, "get_translated_payload", _once(kind, described))
    patch.setattr(commands.core, "get_signature_parameters", parameters)


def draw_once(patch: pytest.MonkeyPatch) -> None:
    """Have a picture drawn once for all bots: most matches of tests begin with the same boards.

    Only pictures drawn of exactly the same are taken for the same.
    """
    files: dict[Hashable, bytes] = {}
    paint = painter.paint

    def painted(diagram: Diagram) -> Image.Image | _Kept:
        key = tuple(_key(getattr(diagram, field.name)) for field in fields(diagram))
        file = files.get(key)
        if file is None:
            file = encode(paint(diagram))
            if len(files) >= PICTURES:
                files.clear()
            files[key] = file
        return _Kept(file)

    def encoded(image: Image.Image | _Kept) -> bytes:
        return image.file if isinstance(image, _Kept) else encode(image)

    patch.setattr(painter, "paint", painted)
    patch.setattr(painter, "encode", encoded)


def read_once(patch: pytest.MonkeyPatch) -> None:
    """Have the puzzles of a game read once for all bots, unless their file is another one."""
    known: dict[tuple[Path, int], tuple[Puzzle, ...]] = {}

    def puzzles(file: Path) -> tuple[Puzzle, ...]:
        key = file, file.stat().st_mtime_ns
        if key not in known:
            known[key] = read(file)
        return known[key]

    patch.setattr(puzzle_choice, "read", puzzles)


@dataclass(frozen=True)
class _Kept:
    """The place of an image whose file is known; what asks for a picture only wants that."""

    file: bytes


def _key(value: Any) -> Hashable:  # noqa: ANN401 - any field of a diagram
    """Return a field as part of a key: lists and sets cannot be one."""
    return tuple(value) if isinstance(value, Collection) and not isinstance(value, str) else value


def _once(kind: Any, described: dict[tuple[type, str], dict[str, Any]]) -> Any:  # noqa: ANN401 - of any kind
    describe = kind.get_translated_payload

    async def payload(self: Any, tree: Any, translator: Any) -> dict[str, Any]:  # noqa: ANN401 - as discord.py has it
        if isinstance(translator, Recorder):  # it wants to be asked
            asked: dict[str, Any] = await describe(self, tree, translator)
            return asked
        key = kind, self.qualified_name
        if key not in described:
            described[key] = await describe(self, tree, translator)
        return described[key]

    return payload
