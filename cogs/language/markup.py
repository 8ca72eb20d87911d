"""People's words in Discord's markup: shown as they were written, whatever they would do there.

A sign after a backslash is that sign and nothing else. No link, mention, emoji, time or invitation
is left where its colon, slash or bracket is one, and no heading, list or quotation where its first
sign is.
"""

from __future__ import annotations

import re
from typing import Final

from engine.text import ISOLATED, ISOLATED_UNTIL, NOTHING, Medium

_SIGNS = re.compile(r"[\\`*_~|<>\[\]#@:/]|^[-+]|^[0-9]+[.)]")


def escaped(words: str) -> str:
    """Return words so that Discord shows them as they are."""
    return _SIGNS.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", words)


def in_code(words: str) -> str:
    """Return words so that Discord shows them between backquotes; there no other sign is markup."""
    return words.replace("`", "'")


def shortened(text: str, longest: int) -> str:
    """Return a text with escaped words in it that is no longer than this."""
    if len(text) <= longest:
        return text
    cut = text[: longest - 2].rstrip(" \\")
    ends = ISOLATED_UNTIL if cut.count(ISOLATED) > cut.count(ISOLATED_UNTIL) else ""
    return f"{cut}{NOTHING}{ends}"


MARKUP: Final = Medium(escaped, in_code)
"""Where Discord reads its markup: the texts of messages."""
