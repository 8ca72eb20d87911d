"""The lines of the log: for people, or as JSON objects; secrets are hidden in both."""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import traceback
import urllib.parse
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final

import discord

from data import Closed, Unavailable

log = logging.getLogger(__name__)

HIDDEN: Final = "[hidden]"

SHORTEST_SECRET: Final = 6
"""The fewest characters of a secret that is hidden; a shorter one would also match in words."""

_INTERACTION_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.%~+=-]+")

_PASSWORD = re.compile(r"[?&](?:ssl)?password=([^&]*)")
"""Matches a password among the parameters of a URL."""

_VALUE = re.compile(r"(?:\b(?P<noun>\w+)(?: ID)? )?%(?:%|[-+ 0#]*\d*(?:\.\d+)?[a-zA-Z])")
"""Matches a placeholder in the format of a line, with the word before it."""

_NOUNS: Final = frozenset(
    {"channel", "file", "interaction", "match", "message", "overview", "person", "player", "post",
     "server", "shard", "thread"}
)  # fmt: skip
"""The words for things with ids: "Post 3 of match 12" is about a post and a match."""

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"asctime", "message", "taskName"}


def set_up(level: int, *, as_json: bool, secrets: Iterable[str] = ()) -> None:
    """Log lines, warnings and uncaught exceptions to the standard error, without the ``secrets``.

    At the level DEBUG libraries stay at INFO, since discord.py would log every message that it
    gets. discord.py's warnings about voice libraries, which the bot does not use, are turned off.
    """
    voice = discord.VoiceClient
    voice.warn_nacl = voice.warn_dave = False
    discord.utils.setup_logging(level=level)
    handler = logging.getLogger().handlers[-1]
    inner = JsonLines() if as_json else handler.formatter or logging.Formatter()
    handler.setFormatter(Discreet(inner, secrets))
    logging.getLogger().addHandler(lines)
    if level > logging.DEBUG:
        for each in (handler, lines):
            each.addFilter(is_news)
    if level < logging.INFO:
        for library in ("aiosqlite", "discord", "PIL"):
            logging.getLogger(library).setLevel(logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.captureWarnings(True)
    sys.excepthook = _not_caught
    threading.excepthook = lambda args: _not_caught(
        args.exc_type, args.exc_value, args.exc_traceback
    )


def is_news(record: logging.LogRecord) -> bool:
    """Return whether a line is more than another failure caused by an unavailable database.

    The store itself logs the beginning and the end of an outage, and one line a minute meanwhile.
    At shutdown the closed database may interrupt work, which the next start resumes.
    """
    values = record.args if isinstance(record.args, tuple) else ()
    error = record.exc_info[1] if record.exc_info else None
    told = any(isinstance(value, Unavailable | Closed) for value in (error, *values))
    return not told or record.levelno >= logging.CRITICAL


def passwords_of(*urls: str) -> list[str]:
    """Return the passwords in the URLs of databases, as written there.

    A password may contain an ``@``, so every candidate that ends before one is returned.
    """
    found = []
    for url in urls:
        rest = url.partition("://")[2]
        _, _, begun = rest.partition(":")
        parts = begun.split("@")
        found += ["@".join(parts[:many]) for many in range(1, len(parts))]
        found += _PASSWORD.findall(url)
    return [password for password in found if password]


class LineCounter(logging.Handler):
    """Counts the lines of the log by the names of their levels."""

    def __init__(self) -> None:
        super().__init__()
        self.by_level: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line."""
        self.by_level[record.levelname] += 1


lines: Final = LineCounter()
"""The counter of this process's log lines, without those that are not logged."""


class Discreet(logging.Formatter):
    """Formats records like the formatter ``inner``, but hides secrets and interaction tokens."""

    def __init__(self, inner: logging.Formatter, secrets: Iterable[str]) -> None:
        super().__init__()
        self._inner = inner
        said = {form for secret in secrets for form in (secret, urllib.parse.unquote(secret))}
        self._secrets = sorted(
            (form for form in said if len(form) >= SHORTEST_SECRET), key=len, reverse=True
        )

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record without secrets."""
        text = self._inner.format(record)
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return _INTERACTION_TOKEN.sub(rf"\1{HIDDEN}", text)


class JsonLines(logging.Formatter):
    """Formats a record as a JSON object in one line.

    The field ``about`` has the ids named in the text, as strings, since they have more digits than
    many programs allow in numbers. ``exception`` has the type, message and trace of an exception.
    Each entry of ``extra`` is a field, too.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the JSON object of a record."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _message(record),
        }
        if about := _about(record):
            line["about"] = about
        if record.exc_info and record.exc_info[0] is not None:
            line["exception"] = _exception(*record.exc_info)
        line |= {key: value for key, value in vars(record).items() if key not in _STANDARD}
        return json.dumps(line, default=str)


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except Exception:  # logging itself would print the error instead of the line
        return f"{record.msg} {record.args!r}"


def _about(record: logging.LogRecord) -> dict[str, str]:
    if not isinstance(record.args, tuple) or not isinstance(record.msg, str):
        return {}
    places = [place for place in _VALUE.finditer(record.msg) if not place[0].endswith("%%")]
    return {
        noun: str(getattr(value, "id", value))
        for place, value in zip(places, record.args, strict=False)
        if (noun := (place["noun"] or "").lower()) in _NOUNS
    }


def _exception(
    kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
) -> dict[str, str]:
    return {
        "type": f"{kind.__module__}.{kind.__qualname__}" if kind else "",
        "message": str(error),
        "trace": "".join(traceback.format_exception(kind, error, trace)),
    }


def _not_caught(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt) or error is None:
        sys.__excepthook__(kind, error or kind(), trace)
        return
    log.critical("Not caught: %s", kind.__qualname__, exc_info=(kind, error, trace))
