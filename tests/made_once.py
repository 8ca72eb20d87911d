"""What the tests of a process share, though each has a new bot and a new database.

It is all the same for each, and made anew it took longer than many a test.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from discord import app_commands
from discord.ext import commands

from cogs.language.locales.__main__ import Recorder
from data.asynchronous import create_async_engine
from data.database.postgres import backend as postgres
from data.database.sqlite import backend as sqlite


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
