"""The imports of the process from which bots are forked, and the caches it fills for them."""

from __future__ import annotations

import importlib
import pkgutil

import PIL.PngImagePlugin

import bot
import cogs
import data
import engine
import render
from cogs.extension import prepare
from cogs.language.catalogues import fingerprint
from tests.loopback import rehearsal, runner, tiny_bot

__all__ = ["PIL", "bot", "runner", "tiny_bot"]

for package in (engine, render, data, cogs):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__") and ".migrations." not in module.name:
            importlib.import_module(module.name)

prepare()
render.picture(engine.games["frisian"].start())
fingerprint()
rehearsal.play()
