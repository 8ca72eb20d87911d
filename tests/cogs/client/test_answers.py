"""Interactions are answered in one place, whatever answers they have had before."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]

ALLOWED = {"cogs/client/replies.py", "cogs/delivery/match_messages.py"}
"""The files that know which answers an interaction has had."""

DIRECT = re.compile(
    r"\.response\.(send|edit|defer)|\.followup\b|_original_response\b|\.defer\(|ephemeral="
)
"""Calls that answer an interaction: which of them Discord takes depends on the answers before."""


def test_nothing_answers_an_interaction_past_the_functions_for_that() -> None:
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "cogs").rglob("*.py")
        if DIRECT.search(path.read_text(encoding="utf-8"))
    }
    assert found == ALLOWED


SAYS = re.compile(r"(?<![\w.])translate\(")
"""A call that translates a text."""

UNANSWERED = {
    "cogs/delivery/edits.py",
    "cogs/delivery/poster.py",
    "cogs/delivery/threads.py",
    "cogs/events/conducting/bulletins.py",
    "cogs/events/conducting/late_tables.py",
    "cogs/events/conducting/losses.py",
    "cogs/events/creating/panel.py",
    "cogs/language/catalogues.py",
    "cogs/learning/daily_puzzles.py",
    "cogs/messages/forms.py",
    "cogs/messages/layouts.py",
    "cogs/moves/missed_messages.py",
    "cogs/operating/owner.py",
    "cogs/watching/replay.py",
}
"""Files with texts that answer nobody: posts, reasons and names in a place's language."""


def test_what_answers_somebody_hands_its_texts_to_the_answer() -> None:
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "cogs").rglob("*.py")
        if SAYS.search(path.read_text(encoding="utf-8").replace("def translate(", ""))
    }
    assert found == {"cogs/client/replies.py", *UNANSWERED}
