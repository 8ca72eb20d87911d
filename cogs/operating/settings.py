"""The settings of the bot, from the environment or a file ``.env``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal, Self, get_args, get_origin, get_type_hints

import msgspec
from dotenv import dotenv_values
from msgspec import Meta

from data import Shards, backup, shards_of, usual_backups

PORTS, MANY, IDS = Meta(ge=0, le=65535), Meta(ge=1, le=10_000), Meta(ge=1, le=2**63 - 1)

OFTEN = Meta(ge=0.01, le=10_000)
"""The limits of intervals, in minutes or hours."""


def environment() -> dict[str, str]:
    """Return the non-empty variables of the environment and the file ``.env``, by lower-case names.

    The environment takes precedence over the file, which is read from the working directory.
    """
    given = {**dotenv_values(".env"), **os.environ}
    return {name.lower(): value for name, value in given.items() if value}


def unknown_settings() -> list[str]:
    """Return a sentence for the operator on each name in the file ``.env`` that is no setting."""
    known = [name.upper() for name in KINDS]
    sentences = []
    for name in dotenv_values(".env"):
        if name.upper() in known:
            continue
        near = get_close_matches(name.upper(), known, n=1)
        meant = f"; did you mean {near[0]}?" if near else ", and does nothing"
        sentences.append(f".env has {name}, which is no setting{meant}")
    return sentences


@dataclass(frozen=True)
class Settings:
    """The bot's settings, read from the environment or a file ``.env`` in the working directory."""

    discord_token: str = field(default="", repr=False)
    """DISCORD_TOKEN: the bot's token, from the Discord Developer Portal; not for the playground."""

    database_url: str = field(default="sqlite+aiosqlite:///damier.db", repr=False)
    """DATABASE_URL: the database for matches, a file or a PostgreSQL server; a file by default."""

    playground_database_url: str = field(default="sqlite+aiosqlite:///playground.db", repr=False)
    """PLAYGROUND_DATABASE_URL: the database for the playground's matches."""

    playground_port: Annotated[int, PORTS] = 8808
    """PLAYGROUND_PORT: the port of the playground's page; 0 takes any free port."""

    playground_language: Literal["en-US", "fr"] = "en-US"
    """PLAYGROUND_LANGUAGE: the language of the playground's server and members, en-US or fr."""

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """LOG_LEVEL: the lowest level of log lines that are written."""

    log_format: Literal["text", "json"] = "text"
    """LOG_FORMAT: ``text`` for people, or ``json`` with one object per line."""

    test_guild: Annotated[int, IDS] | None = None
    """TEST_GUILD: the id of the owner's test server, where changed commands appear at once."""

    shard_ids: str = ""
    """SHARD_IDS: the shards of this process, such as ``0,1``; all by default."""

    shard_count: Annotated[int, MANY] | None = None
    """SHARD_COUNT: the number of shards of all processes; by default one process has all shards."""

    backup_dir: Path | None = None
    """BACKUP_DIR: the folder for backups of the database.

    By default it is a folder ``backups`` beside the database, if that can be written. With ``off``,
    backups are made only before upgrades.
    """

    backup_every: Annotated[float, OFTEN] = 24
    """BACKUP_EVERY: hours from one backup to the next."""

    backups_kept: Annotated[int, MANY] = 7
    """BACKUPS_KEPT: the number of backups that are kept; older ones are deleted."""

    health_every: Annotated[float, OFTEN] = 5
    """HEALTH_EVERY: minutes from one log line with the figures of the bot's health to the next."""

    metrics_port: Annotated[int, PORTS] | None = None
    """METRICS_PORT: the port of ``/metrics`` and ``/healthz``; 0 takes any free port.

    By default neither is served.
    """

    metrics_host: str = "127.0.0.1"
    """METRICS_HOST: this machine's address at which ``/metrics`` and ``/healthz`` are served."""

    operator_contact: str = ""
    """OPERATOR_CONTACT: the operator's name and contact, which ``/privacy`` shows."""

    @classmethod
    def read(cls) -> Self:
        """Read the settings; words may be in any case.

        Raises ValueError, with a sentence for the operator, if a value is wrong.
        """
        given = environment()
        for name, word in given.items():
            if name in KINDS and get_origin(KINDS[name]) is Literal:
                known = {one.lower(): one for one in get_args(KINDS[name])}
                given[name] = known.get(word.strip().lower(), word)
        try:
            settings = msgspec.convert(given, cls, strict=False, dec_hook=_made_of)
        except msgspec.ValidationError as error:
            raise ValueError(_expected(error, given)) from error
        shards_of(settings.shard_ids, settings.shard_count)
        return settings

    @property
    def shards(self) -> Shards:
        """The shards of this process. Raises ValueError, with a sentence, if they are wrong."""
        return shards_of(self.shard_ids, self.shard_count)

    def backups(self) -> tuple[Path | None, str]:
        """Return the folder of backups, and the reason why it cannot be used, empty if it can.

        The folder is None if no backups are made; then the reason says why. The disk is checked.
        """
        if self.backup_dir is not None:
            if str(self.backup_dir).strip().lower() in {"off", "none"}:
                return None, "BACKUP_DIR is off"
            return self.backup_dir, backup.problem_of(self.backup_dir)
        usual = usual_backups(self.database_url)
        if usual is None:
            return None, "BACKUP_DIR is not set"
        if backup.problem_of(usual):
            return None, f"BACKUP_DIR is not set, and {usual} cannot be written"
        return usual, ""

    @property
    def token(self) -> str:
        """The bot's token, empty if there is none."""
        return self.discord_token.strip()


KINDS = {
    name: get_args(kind)[0] if type(None) in get_args(kind) else kind
    for name, kind in get_type_hints(Settings, include_extras=True).items()
}
"""The type of each setting, without None, by its name."""


def _expected(error: msgspec.ValidationError, given: Mapping[str, str]) -> str:
    """Return the sentence that names a wrong setting, the expected values, and the given one."""
    name = str(error).rstrip("`").partition(" - at `$.")[2]
    kind = KINDS[name]
    if get_origin(kind) is Literal:
        expected = f"one of {', '.join(get_args(kind))}"
    else:
        number, limits = get_args(kind)
        what = "whole number" if number is int else "number"
        expected = f"a {what} from {limits.ge} to {limits.le}"
    return f"A setting is wrong: {name.upper()} has to be {expected}, not {given[name]}."


def _made_of(kind: type, text: str) -> object:
    return kind(text)
