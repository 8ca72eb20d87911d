"""The activities of people in Discord, each in a room of its own, and the code that they share."""

from typing import Final

VERSION: Final = "1.1.0"
"""The version of Damier: the newest in CHANGELOG.md."""
