"""The settings of the bot's operator, apart from those of servers and people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path


@dataclass(frozen=True)
class OperatorSettings:
    """How often backups are made, and lines with the bot's figures written to the log.

    ``backup_dir`` is where backups go (None: none are made), ``backups_kept`` how many of the
    newest stay there. ``contact`` says to members who runs the bot, and how they are reached.
    """

    backup_dir: Path | None = None
    backup_every: timedelta = timedelta(days=1)
    backups_kept: int = 7
    health_every: timedelta = timedelta(minutes=5)
    contact: str = ""
