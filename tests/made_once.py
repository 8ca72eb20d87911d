"""Values shared by all tests of a process, though each test has a new bot and a new database.

They are the same in every test, and making them took longer than many tests.
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
"""The most files of pictures kept, of 10 to 50 kB each."""


class CompiledStatements(dict[Any, Any]):
    """A cache of compiled statements, shared by all databases of one kind.

    The first part of each key, the dialect, is left out, because the dialects of a kind are equal.
    """

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:  # noqa: ANN401 - SQLAlchemy's
        return super().get(key[1:], default)

    def __setitem__(self, key: tuple[Any, ...], compiled: object) -> None:
        super().__setitem__(key[1:], compiled)


def compile_once(patch: pytest.MonkeyPatch) -> None:
    """Make all databases of a kind, opened from now on, share their compiled statements."""
    for backend in (sqlite, postgres):
        options = {"compiled_cache": CompiledStatements()}
        made = partial(create_async_engine, execution_options=options)
        patch.setattr(backend, "create_async_engine", made)


def load_migrations_once(patch: pytest.MonkeyPatch) -> None:
    """Load the files of the migrations only once for all upgraded databases."""
    loaded: dict[str | None, ScriptDirectory] = {}
    load = ScriptDirectory.from_config

    def from_config(config: Config) -> ScriptDirectory:
        place = config.get_main_option("script_location")
        if place not in loaded:
            loaded[place] = load(config)
        return loaded[place]

    patch.setattr(ScriptDirectory, "from_config", from_config)


def describe_once(patch: pytest.MonkeyPatch) -> None:
    """Describe each command in every language, and inspect its function, only once for all bots."""
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
    """Draw each picture only once for all bots: most matches in tests begin with the same boards.

    A picture is reused only for a diagram with equal fields.
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
    """Read each file of puzzles only once for all bots, and again if the file changes."""
    known: dict[tuple[Path, int], tuple[Puzzle, ...]] = {}

    def puzzles(file: Path) -> tuple[Puzzle, ...]:
        key = file, file.stat().st_mtime_ns
        if key not in known:
            known[key] = read(file)
        return known[key]

    patch.setattr(puzzle_choice, "read", puzzles)


@dataclass(frozen=True)
class _Kept:
    """A substitute for an image whose encoded file is known, which is all that callers need."""

    file: bytes


def _key(value: Any) -> Hashable:  # noqa: ANN401 - any field of a diagram
    """Return a field as a hashable part of a key."""
    return tuple(value) if isinstance(value, Collection) and not isinstance(value, str) else value


def _once(kind: Any, described: dict[tuple[type, str], dict[str, Any]]) -> Any:  # noqa: ANN401 - of any kind
    describe = kind.get_translated_payload

    async def payload(self: Any, tree: Any, translator: Any) -> dict[str, Any]:  # noqa: ANN401 - as discord.py has it
        if isinstance(translator, Recorder):  # a recorder has to see every question
            asked: dict[str, Any] = await describe(self, tree, translator)
            return asked
        key = kind, self.qualified_name
        if key not in described:
            described[key] = await describe(self, tree, translator)
        return described[key]

    return payload
