"""What people do in Discord: one cog per activity, and what the cogs share."""

from typing import Final

VERSION: Final = "1.1.0"
"""The version of Damier: the newest in CHANGELOG.md."""
