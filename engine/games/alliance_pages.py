"""The rules of Dames-Alliance for who has never seen it."""

from __future__ import annotations

from typing import Final

from engine.game import Page
from engine.text import Text

SUMMARY: Final = Text("Draughts.")
PAGES: Final[tuple[Page, ...]] = ()
