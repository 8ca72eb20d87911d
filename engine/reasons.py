"""The reasons that people give for decisions about others, visible to everybody."""

from __future__ import annotations

import unicodedata
from typing import Final

from engine.errors import Refusal
from engine.text import Text, readable

LONGEST_REASON: Final = 200
"""Characters of the longest reason; a longer one is cut."""

_VISIBLE: Final = frozenset("LNPS")
"""The first letters of Unicode's categories of visible characters."""


def optional_reason(written: str) -> str:
    """Return a reason as one readable line, empty if nothing in it is visible."""
    reason = readable(written)[:LONGEST_REASON].rstrip()
    return reason if any(unicodedata.category(sign)[0] in _VISIBLE for sign in reason) else ""


def checked_reason(written: str) -> str:
    """Return a reason as one readable line. Raises Refusal if nothing in it is visible."""
    reason = optional_reason(written)
    if not reason:
        raise Refusal(Text("A decision needs a reason, which everybody sees."))
    return reason
