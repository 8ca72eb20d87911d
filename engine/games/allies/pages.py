"""The rules of Les Alliés for who has never seen it."""

from __future__ import annotations

from typing import Final

from engine.game import Page
from engine.text import Text

SUMMARY: Final = Text("Les Alliés")
PAGES: Final[tuple[Page, ...]] = ()
