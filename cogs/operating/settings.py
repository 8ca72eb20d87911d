"""The settings of the bot, in the environment or in a file ``.env``."""

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
"""Minutes or hours between two times."""


def environment() -> dict[str, str]:
    """Return the settings that are not empty, from the environment or else a file ``.env`` here."""
    given = {**dotenv_values(".env"), **os.environ}
    return {name.lower(): value for name, value in given.items() if value}


def unknown_settings() -> list[str]:
    """Return a sentence for each name in the file ``.env`` that is no setting."""
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
    """DATABASE_URL: where matches are kept, a file or a PostgreSQL server; a file by default."""

    playground_database_url: str = field(default="sqlite+aiosqlite:///playground.db", repr=False)
    """PLAYGROUND_DATABASE_URL: where the playground keeps its matches."""

    playground_port: Annotated[int, PORTS] = 8808
    """PLAYGROUND_PORT: where the playground's page is; 0 takes any free port."""

    playground_language: Literal["en-US", "fr"] = "en-US"
    """PLAYGROUND_LANGUAGE: that of the playground's server and members, en-US or fr."""

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """LOG_LEVEL: how much is logged."""

    log_format: Literal["text", "json"] = "text"
    """LOG_FORMAT: lines for people, or JSON, one object a line."""

    test_guild: Annotated[int, IDS] | None = None
    """TEST_GUILD: the owner's test server, by id, where changed commands appear at once."""

    shard_ids: str = ""
    """SHARD_IDS: the shards of this process, such as 0,1; all if it is not set."""

    shard_count: Annotated[int, MANY] | None = None
    """SHARD_COUNT: how many shards the processes of the bot have; one has all by default."""

    backup_dir: Path | None = None
    """BACKUP_DIR: where backups of the database go; by default, if that can be written, a folder
    ``backups`` beside it. ``off``: none but before upgrades."""

    backup_every: Annotated[float, OFTEN] = 24
    """BACKUP_EVERY: hours from one backup to the next."""

    backups_kept: Annotated[int, MANY] = 7
    """BACKUPS_KEPT: how many backups are kept, the newest."""

    health_every: Annotated[float, OFTEN] = 5
    """HEALTH_EVERY: minutes from one line in the log about how the bot is doing to the next."""

    metrics_port: Annotated[int, PORTS] | None = None
    """METRICS_PORT: where /metrics and /healthz are; 0 takes any free port, none serves neither."""

    metrics_host: str = "127.0.0.1"
    """METRICS_HOST: the address of this machine at which they are served."""

    operator_contact: str = ""
    """OPERATOR_CONTACT: who runs the bot, and how they are reached; `/privacy` says it."""

    @classmethod
    def read(cls) -> Self:
        """Read the settings; words may be in any case. Raises ValueError with a sentence."""
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
        """The shards of this process. Raises ValueError with a sentence."""
        return shards_of(self.shard_ids, self.shard_count)

    def backups(self) -> tuple[Path | None, str]:
        """Return the folder of backups, and why it cannot be used; None if none are made.

        It is looked for on the disk.
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
"""The type of each setting that is set."""


def _expected(error: msgspec.ValidationError, given: Mapping[str, str]) -> str:
    """Return the sentence about the value expected for a wrong setting."""
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
