"""The log as lines of JSON, and what is never logged."""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cogs.operating.log_lines import Discreet, JsonLines, is_news, passwords_of
from data import Closed

ROOT = Path(__file__).parents[3]
TOKEN = ".".join(["MTIz", "secret", "part"])


class Written:
    """A logger of its own, whose lines are read back as objects."""

    def __init__(self) -> None:
        self.stream = io.StringIO()
        handler = logging.StreamHandler(self.stream)
        handler.setFormatter(Discreet(JsonLines(), [TOKEN, "pass%40word"]))
        self.log = logging.getLogger("tests.lines")
        self.log.setLevel(logging.INFO)
        self.log.propagate = False
        self.log.handlers = [handler]

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.stream.getvalue().splitlines()]


@pytest.fixture
def written() -> Written:
    return Written()


def test_a_line_is_an_object_whatever_is_in_its_text() -> None:
    text = "one\ntwo\u2028three \ud800"  # pytest cannot write it, so no logger gets it
    record = logging.makeLogRecord(
        {"name": "tests.lines", "levelname": "WARNING", "msg": "Said: %s", "args": (text,)}
    )
    written = JsonLines().format(record)
    assert written.isascii()
    assert "\n" not in written
    line = json.loads(written)
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "WARNING", "logger": "tests.lines", "message": f"Said: {text}"}


@pytest.mark.parametrize(("error", "news"), [(Closed(), False), (ValueError("wrong"), True)])
def test_what_the_end_of_the_bot_has_cut_off_is_no_news(error: Exception, news: bool) -> None:
    with_trace = (type(error), error, error.__traceback__)
    fields = {"levelno": logging.ERROR, "msg": "In %s", "args": ("on_caught_up",)}
    assert is_news(logging.makeLogRecord(fields | {"exc_info": with_trace})) is news


def test_what_a_line_is_about_comes_as_fields(written: Written) -> None:
    written.log.info("Post %s of match %d: %r, 100%% of %s", 3, 12, "late", "it")
    written.log.info("Shard ID %s has connected", 7)
    written.log.info("health turns=2", extra={"figures": {"turns": 2}})
    post, shard, health = written.lines
    assert post["about"] == {"post": "3", "match": "12"}
    assert shard["about"] == {"shard": "7"}
    assert health["figures"] == {"turns": 2}


def test_an_exception_is_a_field(written: Written) -> None:
    try:
        raise ValueError("no such board") from KeyError("e4")
    except ValueError:
        written.log.exception("Posts of match %s", 12)
    (line,) = written.lines
    assert line["message"] == "Posts of match 12"
    assert line["exception"]["type"] == "builtins.ValueError"
    assert line["exception"]["message"] == "no such board"
    assert "KeyError" in line["exception"]["trace"]


def test_a_line_that_cannot_be_put_together_is_one_all_the_same() -> None:
    record = logging.makeLogRecord({"msg": "Match %s of %s", "args": (12,)})
    assert json.loads(JsonLines().format(record))["message"] == "Match %s of %s (12,)"


def test_secrets_are_not_written(written: Written) -> None:
    written.log.error("Refused: %s", f"Bot {TOKEN}")
    written.log.error("PATCH %s", "https://discord.com/api/v10/webhooks/12/aW50-x_.y/messages/3")
    written.log.error("postgresql://damier:%s@db, or %s", "pass%40word", "pass@word")
    assert [line["message"] for line in written.lines] == [
        "Refused: Bot [hidden]",
        "PATCH https://discord.com/api/v10/webhooks/12/[hidden]/messages/3",
        "postgresql://damier:[hidden]@db, or [hidden]",
    ]


@pytest.mark.parametrize(
    ("url", "passwords"),
    [
        ("sqlite+aiosqlite:///damier.db", []),
        ("postgresql+asyncpg://damier:a%3Ab@db/damier", ["a%3Ab"]),
        ("postgresql+asyncpg://damier@db/damier", []),
        ("postgresql://[", []),
        ("postgres://damier:a/b:c@db:5432/damier", ["a/b:c"]),
        ("postgres://damier:a@b@db/damier", ["a", "a@b"]),
        ("postgres://db/damier?user=u&password=a&sslpassword=b", ["a", "b"]),
    ],
)
def test_the_passwords_of_a_database(url: str, passwords: list[str]) -> None:
    assert passwords_of(url) == passwords


def test_what_nobody_logs_is_a_line_too() -> None:
    code = """
import discord, logging, threading, warnings
from cogs.operating import log_lines
log_lines.set_up(logging.DEBUG, as_json=True)
discord.Client(intents=discord.Intents(guilds=True))  # has no need of libraries for voice
logging.getLogger("discord.gateway").debug("a message")
warnings.warn("old")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start(); thread.join()
raise SystemError("the end")
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)  # noqa: S603 - our own interpreter and code
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line["logger"] for line in lines] == ["py.warnings", *["cogs.operating.log_lines"] * 2]
    assert "old" in lines[0]["message"]
    assert [line["exception"]["message"] for line in lines[1:]] == ["division by zero", "the end"]
    assert done.returncode == 1
