"""Findings of a check, the table that shows them, and requests to Discord with a time limit."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from textwrap import wrap
from time import perf_counter
from typing import Final, Generic, TextIO, TypeVar

import aiohttp
import discord

WIDTH: Final = 100
"""The most characters in a line of the table, unless a word is longer."""

COLOURS: Final = {"ok": "32", "look": "33", "FAILED": "31", "-": "2"}
"""The terminal's codes for the colours of marks: green, yellow, red, dim."""


class FindingMark(Enum):
    """The result of a check, with its word in the table."""

    GOOD = "ok"
    DOUBTFUL = "look"
    """The bot can run with this, but the operator should look at it."""
    BAD = "FAILED"
    UNCHECKED = "-"
    """The thing was not checked, or nothing depends on it."""


@dataclass(frozen=True)
class Finding:
    """One line of a check: the thing checked, its mark, the result, and advice if not good."""

    name: str
    mark: FindingMark
    found: str
    advice: str = ""
    seconds: float | None = None
    """The time that the check took, None if that is of no interest."""


def good(name: str, found: str, seconds: float | None = None) -> Finding:
    """Return the finding for a thing in order."""
    return Finding(name, FindingMark.GOOD, found, seconds=seconds)


def bad(name: str, found: str, advice: str, seconds: float | None = None) -> Finding:
    """Return the finding for a thing not in order."""
    return Finding(name, FindingMark.BAD, found, advice, seconds)


def doubtful(name: str, found: str, advice: str) -> Finding:
    """Return the finding for a thing that does not stop the bot, but should be looked at."""
    return Finding(name, FindingMark.DOUBTFUL, found, advice)


def unchecked(name: str, why: str) -> Finding:
    """Return the finding for a thing that was not checked, or on which nothing depends."""
    return Finding(name, FindingMark.UNCHECKED, why)


def is_coloured(stream: TextIO) -> bool:
    """Return whether to colour a table on a stream: if it is a terminal, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def table(findings: Iterable[Finding], *, coloured: bool) -> str:
    """Return the findings as a table of plain text; if ``coloured``, the marks have colours."""
    shown = list(findings)
    names = max((len(finding.name) for finding in shown), default=0)
    marks = max(len(mark.value) for mark in FindingMark)
    return "\n".join(line for each in shown for line in _lines(each, names, marks, coloured))


def _lines(finding: Finding, names: int, marks: int, coloured: bool) -> Iterator[str]:
    mark = finding.mark.value
    padded = mark.ljust(marks)
    if coloured:
        padded = f"\x1b[{COLOURS[mark]}m{padded}\x1b[0m"
    took = f" ({finding.seconds:.2f} s)" if finding.seconds is not None else ""
    indent = " " * (names + marks + 4)
    texts = [finding.found + took, *([f"→ {finding.advice}"] if finding.advice else [])]
    lines = [line for text in texts for line in _wrapped(text, WIDTH - len(indent))]
    for number, line in enumerate(lines):
        yield f"{finding.name.ljust(names)}  {padded}  {line}" if not number else f"{indent}{line}"


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]


PATIENCE: Final = 15.0
"""The most seconds for a request, including discord.py's retries."""

T = TypeVar("T")


ADVICE: Final = {
    400: "Discord does not take this request as it is: tell Damier's makers what it answers",
    401: "Discord does not take the token any more: copy it anew from the Developer Portal",
    413: "the picture is too large for this server: tell Damier's makers",
    429: "Discord limits how often this is done: try again in an hour",
}
"""The advice about a refused request, by HTTP status; for 403 and 404 it depends on the request."""

IN_TROUBLE: Final = "Discord has trouble: try again later (https://discordstatus.com says more)"

UNREACHED: Final = "look at this machine's network, and try again later"


class Refused(Exception):
    """Discord refused a request or could not be reached; the message says why.

    ``seconds`` is the time that the request took. ``status`` is the HTTP status of the answer, None
    without an answer.
    """

    def __init__(self, answer: str, seconds: float, status: int | None) -> None:
        super().__init__(answer)
        self.seconds = seconds
        self.status = status

    def advice(self, *, forbidden: str, missing: str) -> str:
        """Return the advice for the operator.

        ``forbidden`` and ``missing`` are the advice for 403 and 404, which depends on the request.
        """
        if self.status is None:
            return UNREACHED
        known = ADVICE | {403: forbidden, 404: missing}
        return known.get(self.status, IN_TROUBLE if self.status >= 500 else ADVICE[400])


class TimedAnswer(Generic[T]):
    """An answer of Discord, and the seconds until it came."""

    def __init__(self, value: T, seconds: float) -> None:
        self.value = value
        self.seconds = seconds


async def ask(request: Awaitable[T]) -> TimedAnswer[T]:
    """Return the answer to a request. Raises Refused, also after ``PATIENCE`` seconds."""
    began = perf_counter()
    try:
        async with asyncio.timeout(PATIENCE):
            value = await request
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        raise Refused(_said(error), perf_counter() - began, _status(error)) from error
    return TimedAnswer(value, perf_counter() - began)


def _status(error: Exception) -> int | None:
    if isinstance(error, discord.RateLimited):
        return 429
    return error.status if isinstance(error, discord.HTTPException) else None


def _said(error: Exception) -> str:
    if isinstance(error, discord.HTTPException):
        return f"Discord answers {error}"
    if isinstance(error, TimeoutError):
        return f"Discord does not answer within {PATIENCE:.0f} seconds, or limits how often it does"
    if isinstance(error, discord.RateLimited):
        return f"Discord wants {error.retry_after:.0f} seconds to pass first"
    return f"Discord cannot be reached: {error}"
