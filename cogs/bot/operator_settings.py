"""What the operator of the bot sets for it, apart from what servers and persons set."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path


@dataclass(frozen=True)
class Upkeep:
    """Backups, and the log's line about how the bot is doing.

    ``backup_dir`` is where backups go (None: there are none), ``backups_kept`` how many of the
    newest stay there.
    """

    backup_dir: Path | None = None
    backup_every: timedelta = timedelta(days=1)
    backups_kept: int = 7
    health_every: timedelta = timedelta(minutes=5)
