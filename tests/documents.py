"""The pages of the documentation and their parts, for the tests that read them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]

PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (
        *sorted(ROOT.glob("*.md")),
        *sorted((ROOT / "docs").rglob("*.md")),
        ROOT / "tests" / "README.md",
        ROOT / "tools" / "README.md",
    )
}
"""The texts of all pages, by their paths."""

HISTORY = "CHANGELOG.md"
"""The page that also names commands and files of the past."""

_FENCE = re.compile(r"^( *)(`{3,})(\w*)\n(.*?)^\1\2$", re.DOTALL | re.MULTILINE)


def blocks(text: str, language: str) -> list[str]:
    """Return the code blocks in a language, without their indentation."""
    return [
        re.sub(rf"^{found[1]}", "", found[4], flags=re.MULTILINE)
        for found in _FENCE.finditer(text)
        if found[3] == language
    ]


def prose(text: str) -> str:
    """Return a page without its blocks of code."""
    return _FENCE.sub("", text)


def spans(text: str) -> list[str]:
    """Return the inline code in the prose of a page, each piece in one line."""
    return [" ".join(one.split()) for one in re.findall(r"`([^`]+)`", prose(text))]


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
