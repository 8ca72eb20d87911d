"""Pictures of posts, one each, from the page of the playground."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PIL import Image

from tests.playground.browser import Tab
from tests.playground.process import playground_process
from tools.documents.match import COLOURS, ROOT, STYLE

FOLDER: Final = ROOT / "docs" / "pictures"

WIDTH, HEIGHT = 640, 1600


def start_card(tab: Tab) -> None:
    """Wait for the bot's greeting."""
    tab.until(lambda: "Hello, I am" in tab.last_message())


def vote(tab: Tab) -> None:
    """Have three members propose moves in a vote."""
    say(tab, "@Damier vote international level 3 12h", "Move 1")
    for name, move in (("Bob", "32-28"), ("Carol", "34-30"), ("Dan", "32-28")):
        tab.become(name)
        tab.say(move)
    tab.until(lambda: "A 32-28" in tab.buttons() and "B 34-30" in tab.buttons())


def tournament(tab: Tab) -> None:
    """Create a Swiss of checkers that three members join."""
    say(tab, "@Damier tournament create swiss checkers 10+10", "Create")
    tab.press("Create a tournament")
    tab.press("Create")
    tab.until(lambda: "Join" in tab.buttons())
    for name in ("Bob", "Carol", "Dan"):
        tab.become(name)
        tab.press("Join")


def puzzle(tab: Tab) -> None:
    """Post a puzzle."""
    tab.say("@Damier puzzle frisian")
    tab.until(lambda: LABELS["puzzle"] in tab.buttons())


SCENES: Final[dict[str, Callable[[Tab], None]]] = {
    "start-card": start_card,
    "vote": vote,
    "tournament": tournament,
    "puzzle": puzzle,
}

LABELS: Final = {
    "start-card": "Watch", "vote": "How it stands", "tournament": "Join", "puzzle": "Solution",
}  # fmt: skip
"""The label of a button on the post to be shown, by scene."""


def say(tab: Tab, text: str, answer: str) -> None:
    """Type a message, and wait until the last message contains ``answer``."""
    tab.say(text)
    tab.until(lambda: answer in tab.last_message())


def make(names: list[str] | None = None) -> None:
    """Play scenes (None: all), each in a playground of its own, and write their pictures.

    Needs Chromium.
    """
    FOLDER.mkdir(exist_ok=True)
    for name in names or SCENES:
        with (
            tempfile.TemporaryDirectory() as folder,
            Tab.at("about:blank", width=WIDTH, height=HEIGHT) as tab,
            playground_process(Path(folder) / "scene.db") as url,
        ):
            tab.visit(url)
            start_card(tab)
            tab.style(*STYLE)
            SCENES[name](tab)
            with Image.open(io.BytesIO(tab.post(LABELS[name]))) as image:
                small = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            small.save(FOLDER / f"{name}.png", optimize=True)
            tab.visit("about:blank")
