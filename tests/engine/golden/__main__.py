"""Rewrites all golden games from their headers and turns."""

from tests.engine.golden import FILES, replay

for file in FILES:
    file.write_text(replay(file.read_text(encoding="utf-8")), encoding="utf-8")
