"""Interactions are answered in one place, whatever has been said before."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]

ALLOWED = {"cogs/client/replies.py", "cogs/delivery/match_messages.py"}
"""Where it is known what an interaction has been answered so far."""

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
