"""The pages of games in docs/ are those that the program makes now.

They are a file of their own because `make quick` has time for it after a change of a game's rules.
"""

from __future__ import annotations

from pathlib import Path

from tools.documents import games

ROOT = Path(__file__).parents[2]

MAKE = "run `python -m tools.documents games`"


def test_the_pages_of_games_say_what_the_bot_says() -> None:
    pages = games.pages()
    kept = {path.relative_to(ROOT) for path in (ROOT / games.PAGES).glob("*.md")}
    assert kept == pages.keys(), MAKE
    for path, text in pages.items():
        assert (ROOT / path).read_text("utf-8") == text, MAKE
