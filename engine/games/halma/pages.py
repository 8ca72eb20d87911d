"""The rules of Halma and Chinese checkers for people."""

from __future__ import annotations

from typing import Final

from engine.game import Page
from engine.text import Text

HALMA_SUMMARY: Final = Text("x")
STAR_SUMMARY: Final = Text("x")
HALMA: Final[tuple[Page, ...]] = ()
STAR: Final[tuple[Page, ...]] = ()
