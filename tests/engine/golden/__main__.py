"""Rewrites all golden games from their headers and turns."""

import sys

from tests.engine.golden import FILES, NotPlayed, replay

for file in FILES:
    try:
        file.write_text(replay(file.read_text(encoding="utf-8")), encoding="utf-8")
    except NotPlayed as error:
        sys.exit(f"{file}, {error}")
