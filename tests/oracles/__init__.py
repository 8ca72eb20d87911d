"""The references for the engine: other people's programs, and our own slow rules.

The programs are ``py-draughts`` and ``pydraughts``, both for draughts. Each is a package named
``draughts`` and would overwrite the other's files. ``make`` therefore installs each into a folder
of its own, ``.venv/oracles/<name>``, from the requirements beside this file. The functions here
import each from its folder and keep both apart.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

INSTALLED = Path(sys.prefix) / "oracles"

_web_server = ModuleType("draughts.server.server")
_web_server.__dict__["Server"] = None
"""A substitute for py-draughts' web server, whose import needs a dozen packages."""

_loaded: dict[str, dict[str, ModuleType]] = {
    "py-draughts": {_web_server.__name__: _web_server},
    "pydraughts": {},
}


def py_draughts(module: str) -> ModuleType:
    """Return a module of py-draughts, such as ``boards.frisian``."""
    return _load("py-draughts", module)


def pydraughts(module: str) -> ModuleType:
    """Return a module of pydraughts, such as ``core.variant``."""
    return _load("pydraughts", module)


def _load(name: str, module: str) -> ModuleType:
    """Return a module of a program. ``draughts`` means this program only during the import.

    Raises ModuleNotFoundError if the program is not installed or has no such module, and
    ImportError if ``draughts`` was imported directly before.
    """
    folder = INSTALLED / name
    if not folder.is_dir():
        raise ModuleNotFoundError(f"{name} is not installed in {folder}: run `make test` once")
    _check_that_draughts_means_nothing()
    sys.path.insert(0, str(folder))
    sys.modules.update(_loaded[name])
    try:
        return import_module(f"draughts.{module}")
    finally:
        sys.path.remove(str(folder))
        _loaded[name] = {key: sys.modules.pop(key) for key in _draughts()}


def _draughts() -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] == "draughts"]


def _check_that_draughts_means_nothing() -> None:
    if names := _draughts():
        raise ImportError(f"{names[0]} was imported directly: which of the two is it?")
