"""The settings of the operator, with which the bot is started."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path


@dataclass(frozen=True)
class OperatorSettings:
    """The operator's settings: backups, the log of the bot's figures, and a contact.

    ``backup_dir`` is the folder of backups; if it is None, no backups are made, and ``no_backups``
    says why. ``backups_kept`` is the number of newest backups that stay. A line with the bot's
    figures is logged every ``health_every``. ``contact`` tells members who runs the bot, and how to
    reach them. ``folder`` is for notes to the operator, such as doubts about puzzles; if it is
    None, notes are only logged.
    """

    backup_dir: Path | None = None
    no_backups: str = ""
    backup_every: timedelta = timedelta(days=1)
    backups_kept: int = 7
    health_every: timedelta = timedelta(minutes=5)
    contact: str = ""
    folder: Path | None = None
